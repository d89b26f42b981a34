// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// What a ChaCha20 core is, and the table of the cores in this binary. A core turns whole runs of
// blocks into output and keeps nothing between calls; whoever calls it (Cipher and XORKeyStream of
// chacha20.h, and the AEAD) owns the position, the partial blocks and the limits. A core that is a
// row of the table is dispatched to, tested and measured: nothing else needs to know it.

#ifndef KEYSTREAM_CHACHA20_CORE_H_
#define KEYSTREAM_CHACHA20_CORE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/types/span.h"
#include "internal/byteorder.h"
#include "internal/cpu.h"
#include "internal/pass.h"

namespace keystream::chacha20::internal {

// The state of RFC 8439, section 2.3, in host byte order, and the part of the first round that is
// the same for every block.
//
//        words                      first_round: words 1-3, 5-7, 9-11, 13-15 after the first
//    0   1   2   3  "expa" ...      column round, a column (quarter round) at a time:
//    4   5   6   7  key
//    8   9  10  11  key               1  5  9 13    2  6 10 14    3  7 11 15
//   12  13  14  15  counter, nonce
//
// words[12] is not used: the counter comes beside the state. Column 0 is the only one that sees it,
// so three of the 80 quarter rounds of every block are the same. first_round is only filled for
// cores whose row says that they use it.
struct State {
  uint32_t words[16];
  uint32_t first_round[12];
};

// Writes src[0, len) xor the key stream of blocks counter, counter + 1, ... to dst[0, len).
//
// - len is at least 1. It may end inside a block; what is left of that block's key stream is lost.
// - counter + ceil(len / 64) <= 2^32: the caller sees to it, and advances the counter. Counters are
//   32-bit lanes; a carry never reaches word 13.
// - Exactly [src, src + len) is read and [dst, dst + len) written, at any alignment. dst == src is
//   allowed, any other overlap is not.
// - No branch or address depends on the state, the key stream or the data; those on len and counter
//   are fine.
// - Assembly leaves no key, key stream or plaintext in vector registers, in registers that the
//   caller doesn't expect to be kept, or below the stack pointer. Compiled cores wipe the buffers
//   that hold a part of a key or a message; the words that they work on are the compiler's.
using XorKeyStreamBlocks = void(uint8_t* dst, const uint8_t* src, size_t len, const State* state,
                                uint32_t counter);

inline constexpr size_t kBufferBlocks = 16;  // the capacity of Cipher's buffer

struct Core {
  const char* name;
  keystream::internal::Tier tier;  // the lowest one that can run it
  XorKeyStreamBlocks* xorKeyStreamBlocks;
  // How many blocks of key stream Cipher has it make at a time, to serve calls too short to go
  // straight through: the first time, when the message may be over soon, and from then on.
  // 1 <= first_refill_blocks <= refill_blocks <= kBufferBlocks.
  uint8_t first_refill_blocks;
  uint8_t refill_blocks;
  bool uses_first_round;  // State::first_round has to be filled
  // For tests: where its passes begin, as PASSES of internal/asm.h has it; null if it has but one,
  // or where nothing can be traced (internal/testing/pass_trace.h).
  const keystream::internal::Pass* passes;
};

// The cores of this architecture in ascending order of their tiers, after which they are named; the
// first is the generic one. Defined by the one of chacha_<architecture>.cc that is built.
extern const absl::Span<const Core> kCores;

// The one that runs.
inline const Core& ActiveCore() { return keystream::internal::ActiveRow(kCores); }

// Fills first_round from words.
void FillFirstRound(State* state);

// Sets up the state of RFC 8439 for core, from a key of 32 bytes and a nonce of 12.
//
// A row at a time, since that is how most cores read it: a load that spans several stores has to
// wait for all of them to reach the cache, which is 20 of the 300 cycles that a short message
// takes.
inline void InitState(State* state, const Core& core, const uint8_t* key, const uint8_t* nonce) {
  using keystream::internal::LoadLE32;
  typedef uint32_t Row __attribute__((vector_size(16)));
  constexpr Row kConstants = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  const Row last = {0, LoadLE32(nonce), LoadLE32(nonce + 4), LoadLE32(nonce + 8)};
  std::memcpy(state->words, &kConstants, sizeof(Row));  // "expand 32-byte k"
  keystream::internal::LoadLE32Words(state->words + 4, key, 8);
  std::memcpy(state->words + 12, &last, sizeof(Row));
  if (core.uses_first_round) FillFirstRound(state);
}

// InitState for the X variants: a nonce of 24 bytes (draft-irtf-cfrg-xchacha-03, section 2.3). The
// first 16 of them derive a key; the other 8, behind four zeros, are the nonce of RFC 8439.
void InitStateX(State* state, const Core& core, const uint8_t* key, const uint8_t* nonce);

// Either, by the size of the nonce: 12 or 24 bytes.
inline void InitStateForNonce(State* state, const Core& core, const uint8_t* key,
                              absl::Span<const uint8_t> nonce) {
  if (__builtin_expect(nonce.size() == 12, 1)) {
    InitState(state, core, key, nonce.data());
  } else {
    InitStateX(state, core, key, nonce.data());
  }
}

// HChaCha20 of draft-irtf-cfrg-xchacha-03, section 2.2: a key of 32 bytes and a nonce of 16 give 32
// bytes, which may lie where the key or the nonce does.
void HChaCha20(uint8_t* out, const uint8_t* key, const uint8_t* nonce);

extern "C" {
XorKeyStreamBlocks keystream_chacha20_xorKeyStreamBlocks_generic;
XorKeyStreamBlocks keystream_chacha20_xorKeyStreamBlocks_ssse3;
XorKeyStreamBlocks keystream_chacha20_xorKeyStreamBlocks_avx2;
XorKeyStreamBlocks keystream_chacha20_xorKeyStreamBlocks_avx512;
XorKeyStreamBlocks keystream_chacha20_xorKeyStreamBlocks_neon;
XorKeyStreamBlocks keystream_chacha20_xorKeyStreamBlocks_vsx;
extern const keystream::internal::Pass keystream_chacha20_passes_ssse3[];
extern const keystream::internal::Pass keystream_chacha20_passes_avx2[];
extern const keystream::internal::Pass keystream_chacha20_passes_avx512[];
}

}  // namespace keystream::chacha20::internal

#endif  // KEYSTREAM_CHACHA20_CORE_H_
