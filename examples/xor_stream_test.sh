#!/bin/bash
# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
#
# Compares xor_stream, which is the argument, to openssl enc, and shows it bad input.
set -euo pipefail

if ! command -v openssl >/dev/null; then
  echo "skipped: openssl is not installed"
  exit
fi

xor_stream=$PWD/$1
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/xor_stream_test.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'echo "FAILED: line $LINENO"' ERR
cd "$scratch"
failures=0

fail() {
  echo "FAILED: $*"
  ((++failures))
}

same() {  # FILE FILE WHAT
  cmp "$1" "$2" || fail "$3"
}

# The arguments have to give status 2, a line that has PATTERN and no file in out/ that wasn't there.
refused() {  # PATTERN ARGUMENT...
  local pattern=$1 status=0 before after
  shift
  before=$(ls -l out)
  "$xor_stream" "$@" >/dev/null 2>error || status=$?
  after=$(ls -l out)
  if [[ $status != 2 || $(wc -l <error) != 1 ]] || ! grep -qe "^xor_stream: .*$pattern" error; then
    fail "$*: status $status, want 2 and one line that has '$pattern': $(<error)"
  fi
  [[ $before == "$after" ]] || fail "$*: $after"
}

key=000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F
nonce=00000000000000aabbCCDD00
cat "$xor_stream" <(seq 500000) >data # several MiB, and its end is inside a block
mkdir out

openssl_enc() {  # COUNTER-IN-LITTLE-ENDIAN-HEX
  openssl enc -chacha20 -K $key -iv "$1$nonce"
}

# From file to file, and back through pipes, which give less than a chunk.
while read -r chunk counter counter_le; do
  flags=(--key="$key" --nonce="$nonce" --counter="$counter" --chunk="$chunk")
  openssl_enc "$counter_le" <data >want
  "$xor_stream" "${flags[@]}" --in=data --out=got
  same got want "chunk $chunk"
  dd if=got bs=10007 status=none | "$xor_stream" "${flags[@]}" | cat >restored
  same restored data "chunk $chunk, pipes"
done <<END
1       0          00000000
25      1          01000000
64      513        01020000
1000    4294700000 e0ebfbff
1048576 0          00000000
END
"$xor_stream" --key $key --nonce $nonce <data >got
openssl_enc 00000000 <data >want
same got want "standard input and output"

# The example of draft-irtf-cfrg-xchacha-03, A.3.2.1: the first block of its key stream.
head -c 64 /dev/zero |
  "$xor_stream" --key=808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f \
    --nonce=404142434445464748494a4b4c4d4e4f5051525354555658 | od -An -v -tx1 | tr -d ' \n' >got
printf %s 1131ce9a2a20ae0d67c8935c7789fa1025c9e5bb720fb96f11354fb97af0bd9a \
  adec0863ba60cac8582c48f86cdfc48edd46a48642c5de62ccf11c7b21bf337d >want
same got want "XChaCha20"

# Keys in files.
printf %s $key >key_hex
echo $key >key_newline
seq 100 | head -c 32 >key_raw
raw=$(od -An -v -tx1 key_raw | tr -d ' \n')
openssl_enc 00000000 <data >want
for file in key_hex key_newline; do
  "$xor_stream" --key_file=$file --nonce=$nonce --in=data --out=got
  same got want "$file"
done
"$xor_stream" --key_file=key_raw --nonce=$nonce --in=data --out=got
"$xor_stream" --key="$raw" --nonce=$nonce --in=data --out=want
same got want "key_raw"

# The output may be the input, and a link to it; the file keeps its mode.
good=(--key="$key" --nonce="$nonce")
openssl_enc 00000000 <data >want
cp data both
chmod 640 both
ln -s both link
"$xor_stream" "${good[@]}" --in=both --out=link
same both want "--in and --out the same"
[[ $(stat -c %a both) == 640 && -L link ]] || fail "$(ls -l both link)"
(umask 027 && "$xor_stream" "${good[@]}" --in=data --out=new)
[[ $(stat -c %a new) == 640 ]] || fail "$(ls -l new)"
"$xor_stream" "${good[@]}" --out=empty </dev/null
same empty /dev/null "nothing"

# The last block has all its bytes, and there is nothing after it.
head -c 64 data >data64
head -c 65 data >data65
"$xor_stream" "${good[@]}" --counter=4294967295 --in=data64 --out=got
openssl_enc ffffffff <data64 >want
same got want "the last block"
refused "block 2^32 - 1" "${good[@]}" --counter=4294967295 --in=data65 --out=out/x
refused "block 2^32 - 1" "${good[@]}" --counter=4294967295 --in=data65 --out=out/x --chunk=64
cp data out/old
refused "block 2^32 - 1" "${good[@]}" --counter=4294967295 --in=data65 --out=out/old
same out/old data "a file that is there when xor_stream fails"
rm out/old

long=$(printf %066d 0)
to=(--in=data --out=out/x)
refused "one of --key and --key_file"
refused "one of --key and --key_file" --nonce=$nonce "${to[@]}"
refused "one of --key and --key_file" "${good[@]}" --key_file=key_hex "${to[@]}"
refused "'--key' is given twice" "${good[@]}" --key=$key "${to[@]}"
refused "key is 0 characters, must be 64 hex" --key= --nonce=$nonce "${to[@]}"
refused "key is 63 characters, must be 64 hex" --key=${key%?} --nonce=$nonce "${to[@]}"
refused "key is 66 characters, must be 64 hex" --key="$long" --nonce=$nonce "${to[@]}"
refused "key: character 64 is not a hex" --key=${key%?}g --nonce=$nonce "${to[@]}"
refused "key: character 1 is not a hex" --key="-${key#?}" --nonce=$nonce "${to[@]}"
refused "cannot open 'none': No such file" --key_file=none --nonce=$nonce "${to[@]}"
refused "cannot read 'out': Is a directory" --key_file=out --nonce=$nonce "${to[@]}"
for text in '' "${key%?}" "$key"$'\n\n' "$long"; do
  printf %s "$text" >key_bad
  refused "'key_bad' is.* ${#text} bytes, must be" --key_file=key_bad --nonce=$nonce "${to[@]}"
done
tr 8 ' ' <key_newline >key_bad
refused "'key_bad': character 18 is not a hex" --key_file=key_bad --nonce=$nonce "${to[@]}"
refused "nonce is needed" --key=$key "${to[@]}"
for bad in '' ${nonce%?} ${nonce}0 ${nonce:0:16} ${nonce}${nonce%?}; do
  refused "nonce is ${#bad} characters, must be 24 or 48 hex" --key=$key --nonce="$bad" "${to[@]}"
done
refused "nonce: character 24 is not a hex" --key=$key --nonce=${nonce%?}x "${to[@]}"
for bad in '' x -1 4294967296 1e3 0x10; do
  refused "counter is '$bad', must be a number from 0 to 4294967295" "${good[@]}" \
    --counter="$bad" "${to[@]}"
done
for bad in '' 0 -1 1073741825; do
  refused "chunk is '$bad', must be a number from 1 to" "${good[@]}" --chunk="$bad" "${to[@]}"
done
refused "cannot open 'none': No such file" "${good[@]}" --in=none --out=out/x
refused "cannot open '': No such file" "${good[@]}" --in= --out=out/x
refused "cannot read 'out': Is a directory" "${good[@]}" --in=out --out=out/x
refused "cannot create 'none/x': No such file" "${good[@]}" --in=data --out=none/x
refused "'out' is not a regular file" "${good[@]}" --in=data --out=out
mkfifo fifo
refused "'fifo' is not a regular file" "${good[@]}" --in=data --out=fifo
refused "'--kye' is not a flag" --kye=$key --nonce=$nonce "${to[@]}"
refused "'-x' is not a flag" "${good[@]}" "${to[@]}" -x
refused "'more' is not a flag" "${good[@]}" "${to[@]}" more
refused "'--nonce' needs a value" --key=$key "${to[@]}" --nonce
refused "'--help' .* takes no value" --help=1
! grep -q $key error || fail "an error shows the key"

status=0
"$xor_stream" "${good[@]}" <data >/dev/full 2>error || status=$?
[[ $status == 2 && $(<error) == "xor_stream: cannot write standard output: No space left"* ]] ||
  fail "a full disk: status $status, $(<error)"
status=0
"$xor_stream" "${good[@]}" --out=out/x <&- 2>error || status=$?
[[ $status == 2 && $(<error) == "xor_stream: cannot open standard input: "* && ! $(ls out) ]] ||
  fail "no standard input: status $status, $(<error)"
cp data64 both
status=0
timeout 10 "$xor_stream" "${good[@]}" --in=both >>both 2>error || status=$?
[[ $status == 2 && $(<error) == *"standard output is the same file as 'both'"* ]] ||
  fail "standard output is the input: status $status, $(<error)"
same both data64 "standard output is the input"
"$xor_stream" --help | grep -q "list of processes" || fail "--help"

# Stopped by the user while it waits for more.
for signal in TERM HUP; do
  "$xor_stream" "${good[@]}" --in=fifo --out=out/x &
  exec 3>fifo
  cat data >&3
  [[ $(ls out) == x.?????? ]] || fail "no file for the time being: $(ls out)"
  kill -$signal $!
  status=0
  wait $! 2>/dev/null || status=$?
  exec 3>&-
  [[ $status == $((128 + $(kill -l $signal))) && ! $(ls out) ]] ||
    fail "SIG$signal: status $status, $(ls out)"
done

echo "$failures failures"
((failures == 0))
