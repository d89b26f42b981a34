#!/bin/sh
# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
#
# run_vectors has to notice what is wrong: a wrong output, something that should have been refused,
# a malformed line. Its argument is the program.

set -u
run_vectors=$1
output=${TEST_TMPDIR:-/tmp}/run_vectors_errors_test.$$
trap 'rm -f "$output"' EXIT
failures=0

# expect STATUS PATTERN WHAT: feeds standard input to run_vectors, and wants the exit status and a
# line of its output that has the pattern.
expect() {
  "$run_vectors" - >"$output" 2>&1
  status=$?
  if [ "$status" -ne "$1" ] || ! grep -q -e "$2" "$output"; then
    echo "FAILED: $3: exit status $status, want $1 and a line with: $2"
    sed 's/^/    /' "$output"
    failures=$((failures + 1))
  fi
}

key='key=*00:32'
nonce='nonce=*00:12'
out='out=76b8e0ada0f13d90'
digest=9e9cfb4d5c8ab2d8cdf5c5a54c2dd2a15b9b4b8d9c5f0e1d3e4f5a6b7c8d9e0f

expect 0 '^-: chacha20: 1 passed, 0 failed, 0 skipped$' 'a right output' <<EOF
# A comment, and a field that nobody knows.
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 $out colour=blue
EOF
expect 1 '^-: chacha20: 0 passed, 1 failed, 0 skipped$' 'a wrong last byte' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 out=76b8e0ada0f13d91
EOF
expect 1 '^-:1: chacha20 1: core generic: .*byte 7 of 8 of output is 90, want 91$' 'its message' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 out=76b8e0ada0f13d91
EOF
expect 1 '1 failed' 'an output that is too long' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 ${out}00
EOF
expect 1 "SHA-256 is .*, want $digest" 'a wrong digest' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 out_sha256=$digest
EOF
expect 1 "SHA-256 is .*, want $digest" 'a wrong digest of many outputs' <<EOF
op=chacha20_lengths id=1 result=valid $key $nonce ctr=1 in_gen=*00 last=20 out_sha256=$digest
EOF
expect 1 'not refused' 'an operation that is not refused' <<EOF
op=chacha20 id=1 result=invalid $key $nonce ctr=4294967295 in=*00:64
EOF
expect 1 '0 passed, 1 failed' 'an operation that is refused' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=4294967295 in=*00:65 out=*00:65
EOF
expect 1 '1 failed' 'a wrong position' <<EOF
op=seek id=1 result=valid $key $nonce pos=1 len=8 $out
EOF
expect 1 '1 failed' 'a wrong derived key' <<EOF
op=hchacha20 id=1 result=valid $key nonce=*00:16 out=*00:32
EOF
aead='key=@7:3:32 nonce=@11:5:12 aad='
tag=8dda000cf4057e4b5850f2226b360ac1
expect 0 '^-: aead: 1 passed' 'a right tag' <<EOF
op=aead id=1 result=valid $aead in= out= tag=$tag
EOF
expect 1 'byte 15 of 16 of tag is c1, want c0' 'a wrong tag' <<EOF
op=aead id=1 result=valid $aead in= out= tag=8dda000cf4057e4b5850f2226b360ac0
EOF
expect 1 'aead 1: .*: opened$' 'a forgery that opens' <<EOF
op=aead id=1 result=invalid $aead in= out= tag=$tag
EOF
expect 1 'aead_combined 1: .*does not open' 'a message that does not open' <<EOF
op=aead_combined id=1 result=valid $aead in=00$tag out=00
EOF
expect 1 'accepts the tag' 'a tag that should be wrong' <<EOF
op=poly1305 id=1 result=invalid key=*00:32 in=00 tag=*00:16
EOF
expect 1 '^all files: 1 passed, 1 failed, 1 skipped' 'one of each' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 $out
op=chacha20 id=2 result=valid $key $nonce ctr=1 in=*00:8 $out
op=salsa20 id=3 result=valid
EOF
expect 0 '^-: salsa20: 0 passed, 0 failed, 1 skipped (unknown operation)$' 'unknown' <<EOF
op=salsa20 id=3 result=valid
EOF
expect 2 '^-: line 2: field nonce: not lower-case hex' 'a malformed line' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 $out
op=chacha20 id=2 result=valid $key nonce=0g ctr=0 in=*00:8 $out
EOF
expect 2 '^-: line 1: field ctr is missing' 'a missing input' <<EOF
op=chacha20 id=1 result=valid $key $nonce in=*00:8 $out
EOF
expect 2 '^-: line 1: field out is missing' 'a missing output' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8
EOF
expect 2 '^-: line 2: .*used before' 'an id for the second time' <<EOF
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 $out
op=chacha20 id=1 result=valid $key $nonce ctr=0 in=*00:8 $out
EOF
expect 2 '^-: no records' 'nothing' </dev/null

"$run_vectors" /nonexistent/file >"$output" 2>&1
[ $? -eq 2 ] || { echo 'FAILED: a file that is not there'; failures=$((failures + 1)); }
"$run_vectors" --core=nonesuch - >"$output" 2>&1 </dev/null
[ $? -eq 2 ] || { echo 'FAILED: a core that is not there'; failures=$((failures + 1)); }

exit "$((failures != 0))"
