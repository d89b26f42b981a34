# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# For scripts that ask llvm-mca what instructions cost: a model of a processor's core, with every
# load a hit, every branch foreseen and no limit on what is fetched, and no measurement.

# The processors of an architecture.
model_processors() {  # ARCHITECTURE
  case $1 in
    arm64) echo neoverse-n1 neoverse-v1 cortex-a72 apple-m1 ;;
    ppc64le) echo pwr9 pwr10 ;;
    *) return 1 ;;
  esac
}

# Where the GNU tools and LLVM know an architecture by the same name.
model_triplet() {  # ARCHITECTURE
  case $1 in
    arm64) echo aarch64-linux-gnu ;;
    ppc64le) echo powerpc64le-linux-gnu ;;
    *) return 1 ;;
  esac
}

# llvm-mca 19 (Debian's llvm-19): older ones model no Neoverse. Their apple-m1 is the model of a
# processor of 2013, to which a rotation costs three cycles.
model_tool() {
  local mca
  for mca in llvm-mca-19 llvm-mca; do
    if "$mca" --version 2>/dev/null | grep -q 'LLVM version 19'; then
      echo "$mca"
      return
    fi
  done
  echo "there is no llvm-mca 19: install llvm-19" >&2
  return 1
}

# How many cycles the instructions of a file take, repeated as often as stated, in all. What
# llvm-mca does not know is left out.
model_cycles() {  # ARCHITECTURE PROCESSOR ITERATIONS FILE
  local flags=("-mtriple=$(model_triplet "$1")" "-mcpu=$2" "-iterations=$3")
  case $2 in  # how many instructions are taken at a time, where the model would have it more
    neoverse-n1) flags+=(-dispatch=4) ;;
    neoverse-v1) flags+=(-dispatch=8) ;;
  esac
  "$(model_tool)" "${flags[@]}" -skip-unsupported-instructions=parse-failure "$4" 2>/dev/null |
    awk '/^Total Cycles:/ { print $3 }'
}

# A function for awk: an instruction as objdump writes it, its operands behind a blank, as llvm-mca
# reads it.
# shellcheck disable=SC2034 # is for those who source this
MODEL_AWK='
  function for_model(text, architecture,    mnemonic, operands, part) {
    mnemonic = operands = text
    sub(/ .*/, "", mnemonic); sub(/^[^ ]* */, "", operands)
    if (architecture == "ppc64le") {
      gsub(/cr|vs|[frv]/, "", operands)  # the bare numbers of registers
      if (mnemonic == "xxmr") {
        split(operands, part, ",")
        mnemonic = "xxlor"; operands = operands "," part[2]
      }
    }
    return mnemonic " " operands
  }
'
