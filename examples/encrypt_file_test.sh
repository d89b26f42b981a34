#!/bin/bash
# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
#
# encrypt_file_test.sh ENCRYPT_FILE ENCRYPT_FILE_LIBSODIUM: the program, and the format written a
# second time. Round trips, both ways between the two, and everything that can happen to a file.
set -euo pipefail

encrypt_file=$PWD/$1
second=$PWD/$2
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/encrypt_file_test.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'echo "FAILED: line $LINENO"' ERR
cd "$scratch"
failures=0

readonly HEADER=24 CHUNK=65536 SEALED=$((65536 + 16))

fail() {
  echo "FAILED: $*"
  ((++failures))
}

same() {  # FILE FILE WHAT
  cmp "$1" "$2" || fail "$3"
}

# encrypt_file has to give STATUS, a line that has PATTERN and no file in out/.
refused() {  # STATUS PATTERN ARGUMENT...
  local want=$1 pattern=$2 status=0
  shift 2
  "$encrypt_file" "$@" >/dev/null 2>error || status=$?
  if [[ $status != "$want" || $(wc -l <error) != 1 ]] ||
    ! grep -qe "^encrypt_file: .*$pattern" error; then
    fail "$what: status $status, want $want and one line that has '$pattern': $(<error)"
  fi
  if [[ $(ls out) ]]; then
    fail "$what: $(ls out)"
    rm out/*
  fi
}

# The file "bad" must not be decrypted.
bad() {  # WHAT PATTERN
  what="$1, $size bytes"
  refused 1 "$2" --decrypt --key_file=key --in=bad --out=out/x
}

flip() {  # POSITION: a bit of it
  local byte
  cp sealed bad
  byte=$(od -An -tu1 -j "$1" -N 1 sealed)
  # shellcheck disable=SC2059 # an escape
  printf "\\x$(printf %02x $((byte ^ 1)))" | dd of=bad bs=1 seek="$1" conv=notrunc status=none
}

part() {  # FROM TO: bytes of "sealed"
  (($1 >= $2)) || dd if=sealed iflag=skip_bytes,count_bytes skip="$1" count=$(($2 - $1)) status=none
}

chunk() {  # NUMBER
  part $((HEADER + $1 * SEALED)) $((HEADER + ($1 + 1) * SEALED))
}

cat "$encrypt_file" <(seq 700000) >data
seq 100 | head -c 32 >key
seq 101 200 | head -c 32 >other_key
mkdir out
not_sealed="is not an encrypted file, or is damaged in its first 24 bytes"
beginning="was encrypted with another key, or is damaged \(or cut off \)\?near byte 0 of the plaintext"

status=0
python3 "$second" encrypt key </dev/null >/dev/null || status=$?
if ((status == 77 || status == 127)); then
  echo "skipped: the comparison to libsodium, as python3 or libsodium is not installed"
  second=
fi

for size in 0 1 $((CHUNK - 1)) $CHUNK $((CHUNK + 1)) $((3 * CHUNK)) 3456789; do
  head -c "$size" data >text
  "$encrypt_file" --key_file=key --in=text --out=sealed
  chunks=$((size == 0 ? 1 : (size + CHUNK - 1) / CHUNK))
  total=$(stat -c %s sealed)
  ((total == HEADER + size + 16 * chunks)) || fail "$size bytes become $total"
  "$encrypt_file" --decrypt --key_file=key --in=sealed --out=restored
  same restored text "$size bytes"
  dd if=text bs=10007 status=none | "$encrypt_file" --key_file=key | cat >piped
  dd if=piped bs=10007 status=none | "$encrypt_file" --key_file=key --decrypt | cat >restored
  same restored text "$size bytes, pipes"
  ! cmp -s sealed piped || fail "$size bytes: encrypted twice, the same"
  if [[ $second ]]; then
    python3 "$second" decrypt key <sealed >restored
    same restored text "$size bytes, decrypted by the second program"
    python3 "$second" encrypt key <text | "$encrypt_file" --decrypt --key_file=key >restored
    same restored text "$size bytes, encrypted by the second program"
    python3 "$second" encrypt key --empty_end <text >bad
    pattern="ends with an empty chunk"
    # What isn't whole must be the last.
    ((size % CHUNK == 0 && size > 0)) || pattern="is damaged.* near"
    bad "an empty last chunk" "$pattern"
  fi

  what="another key, $size bytes"
  refused 1 "$beginning" --decrypt --key_file=other_key --in=sealed --out=out/x

  for position in 0 6; do
    flip $position
    bad "byte $position is damaged" "$not_sealed"
  done
  flip 7
  bad "another version" "'bad' is of version 0 of the format, must be 1"
  for position in 8 23 $HEADER $((chunks == 1 ? total - 1 : HEADER + SEALED - 1)); do
    flip "$position"
    bad "byte $position is damaged" "$beginning"
  done
  last=$((HEADER + (chunks - 1) * SEALED))
  for position in $last $((total - 17)) $((total - 1)); do
    ((chunks > 1)) || break
    flip "$position"
    bad "byte $position is damaged" "is damaged.* near byte $(((chunks - 1) * CHUNK)) of the plaintext"
  done

  for length in 0 7 $((HEADER - 1)); do
    part 0 $length >bad
    bad "cut off after $length bytes" "$not_sealed"
  done
  for ((i = 0; i < chunks; i++)); do
    part 0 $((HEADER + i * SEALED)) >bad
    bad "cut off before chunk $i" "is cut off after $((i * CHUNK)) bytes of the plaintext"
    ((i < 3)) || break
  done
  for length in $((last + 1)) $((last + 15)) $((total - 1)); do
    part 0 $length >bad
    bad "cut off after $length bytes" "is damaged or cut off near"
  done

  cat sealed - <<<"" >bad
  pattern="goes on after its end"
  ((size % CHUNK == 0 && size > 0)) || pattern="is damaged.* near"
  bad "one byte more" "$pattern"
  cat sealed <(chunk 0) >bad
  bad "a chunk more" "$pattern"
  cat sealed sealed >bad
  bad "twice" "$pattern"

  ((chunks > 1)) || continue
  (part 0 $HEADER; part $((HEADER + SEALED)) "$total") >bad
  bad "without its first chunk" "$beginning"
  (part 0 $HEADER; chunk 1; chunk 0; part $((HEADER + 2 * SEALED)) "$total") >bad
  bad "chunks 0 and 1 in the other order" "$beginning"
  (part 0 $((HEADER + SEALED)); chunk 0; part $((HEADER + SEALED)) "$total") >bad
  bad "chunk 0 twice" "is damaged.* near byte $CHUNK "
  (part 0 $((HEADER + SEALED)); tail -c +$((HEADER + SEALED + 1)) piped) >bad
  bad "continued by another file" "is damaged.* near byte $CHUNK "
  ((chunks > 2)) || continue
  (part 0 $((HEADER + SEALED)); chunk 2; chunk 1; part $((HEADER + 3 * SEALED)) "$total") >bad
  bad "chunks 1 and 2 in the other order" "is damaged.* near byte $CHUNK "
  (part 0 $((HEADER + SEALED)); part $((HEADER + 2 * SEALED)) "$total") >bad
  bad "without its second chunk" "is damaged.* near byte $CHUNK "
done

# A file that is there stays what it is; one may encrypt and decrypt in place.
flip $((total - 1))
cp text old
what="damage"
refused 1 "is damaged or cut off near" --decrypt --key_file=key --in=bad --out=old
same old text "an output that was there"
"$encrypt_file" --key_file=key --in=old --out=old
! cmp -s old text || fail "not encrypted in place"
"$encrypt_file" --decrypt --key_file=key --in=old --out=old
same old text "in place"

what="bad arguments"
to=(--in=text --out=out/x)
refused 2 "key_file is needed" "${to[@]}"
refused 2 "cannot open 'none'" --key_file=none "${to[@]}"
refused 2 "'text' is at least 66 bytes, must be 32 bytes" --key_file=text "${to[@]}"
refused 2 "cannot open 'none'" --key_file=key --in=none --out=out/x
refused 2 "cannot read 'out'" --key_file=key --in=out --out=out/x
refused 2 "cannot read 'out'" --key_file=key --in=out --out=out/x --decrypt
refused 2 "'--dekrypt' is not a flag" --key_file=key "${to[@]}" --dekrypt
refused 2 "'text' is not a flag" --key_file=key text
status=0
"$encrypt_file" --key_file=key --in=text >/dev/full 2>error || status=$?
[[ $status == 2 && $(<error) == "encrypt_file: cannot write standard output: No space left"* ]] ||
  fail "a full disk: status $status, $(<error)"

# Progress, where it is asked for.
"$encrypt_file" --key_file=key --in=text --out=sealed 2>error
[[ ! -s error ]] || fail "$(<error)"
"$encrypt_file" --key_file=key --in=text --out=sealed --progress 2>error
[[ $(<error) == $'\r3 of 3 MiB' ]] || fail "progress: $(<error)"
head -c 140000000 /dev/zero | "$encrypt_file" --key_file=key --progress 2>error >sealed
[[ $(<error) == $'\r64 MiB\r128 MiB\r133 MiB' ]] || fail "progress: $(<error)"
"$encrypt_file" --key_file=key --decrypt --in=sealed 2>error | cmp - <(head -c 140000000 /dev/zero) ||
  fail "140 million bytes"

echo "$failures failures"
((failures == 0))
