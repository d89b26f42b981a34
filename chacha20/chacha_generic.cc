// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The portable core: a block at a time, in sixteen 32-bit words, on machines of either byte order.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "chacha20/core.h"
#include "internal/byteorder.h"
#include "internal/wipe.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
// Sixteen words don't fit in fifteen registers, so what the register allocator makes of a round is
// most of its cost. gcc 12 does best when it does not schedule afterwards, does not vectorize the
// xor at the end of a block, and (by luck) keeps a frame pointer: 5.05 cycles a byte on Zen 4,
// against 5.3 without. Elsewhere it would only keep gcc from inlining on some architectures.
#pragma GCC optimize("no-schedule-insns2", "no-tree-slp-vectorize", "no-omit-frame-pointer")
#endif

namespace keystream::chacha20::internal {
namespace {

using keystream::internal::LoadLE32;
using keystream::internal::LoadLE32Words;
using keystream::internal::StoreLE32;

inline uint32_t RotateLeft(uint32_t x, int n) { return x << n | x >> (32 - n); }

// The quarter round of RFC 8439, section 2.1.
inline void QuarterRound(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
  a += b, d = RotateLeft(d ^ a, 16);
  c += d, b = RotateLeft(b ^ c, 12);
  a += b, d = RotateLeft(d ^ a, 8);
  c += d, b = RotateLeft(b ^ c, 7);
}

// Two of them side by side. Half of a round at a time needs two of the four words of row c, so that
// the other two can wait in memory.
inline void TwoQuarterRounds(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d,  //
                             uint32_t& e, uint32_t& f, uint32_t& g, uint32_t& h) {
  a += b, e += f, d = RotateLeft(d ^ a, 16), h = RotateLeft(h ^ e, 16);
  c += d, g += h, b = RotateLeft(b ^ c, 12), f = RotateLeft(f ^ g, 12);
  a += b, e += f, d = RotateLeft(d ^ a, 8), h = RotateLeft(h ^ e, 8);
  c += d, g += h, b = RotateLeft(b ^ c, 7), f = RotateLeft(f ^ g, 7);
}

// A column round and a diagonal round (RFC 8439, section 2.3).
inline void DoubleRound(uint32_t (&x)[16]) {
  TwoQuarterRounds(x[0], x[4], x[8], x[12], x[1], x[5], x[9], x[13]);
  TwoQuarterRounds(x[2], x[6], x[10], x[14], x[3], x[7], x[11], x[15]);
  TwoQuarterRounds(x[0], x[5], x[10], x[15], x[1], x[6], x[11], x[12]);
  TwoQuarterRounds(x[2], x[7], x[8], x[13], x[3], x[4], x[9], x[14]);
}

// Writes 64 bytes of src xor block `counter` to dst.
inline void XorBlock(uint8_t* dst, const uint8_t* src, const State& state, uint32_t counter) {
  const uint32_t(&s)[16] = state.words;
  const uint32_t(&f)[12] = state.first_round;
  uint32_t x[16] = {s[0], f[0], f[4], f[8],  s[4],    f[1], f[5], f[9],
                    s[8], f[2], f[6], f[10], counter, f[3], f[7], f[11]};
  // The rest of the first double round.
  QuarterRound(x[0], x[4], x[8], x[12]);
  QuarterRound(x[0], x[5], x[10], x[15]);
  QuarterRound(x[1], x[6], x[11], x[12]);
  QuarterRound(x[2], x[7], x[8], x[13]);
  QuarterRound(x[3], x[4], x[9], x[14]);
  for (int i = 1; i < 10; ++i) DoubleRound(x);

  // No loop: gcc at -O2 would not unroll it, and keep x in memory for its sake in the rounds too.
  const auto store = [dst, src](int i, uint32_t key_stream) {
    StoreLE32(dst + 4 * i, LoadLE32(src + 4 * i) ^ key_stream);
  };
  store(0, x[0] + s[0]), store(1, x[1] + s[1]), store(2, x[2] + s[2]), store(3, x[3] + s[3]);
  store(4, x[4] + s[4]), store(5, x[5] + s[5]), store(6, x[6] + s[6]), store(7, x[7] + s[7]);
  store(8, x[8] + s[8]), store(9, x[9] + s[9]), store(10, x[10] + s[10]), store(11, x[11] + s[11]);
  store(12, x[12] + counter), store(13, x[13] + s[13]), store(14, x[14] + s[14]);
  store(15, x[15] + s[15]);
}

}  // namespace

void FillFirstRound(State* state) {
  const auto column = [state](int i) {
    const uint32_t* s = state->words + i;
    uint32_t a = s[0], b = s[4], c = s[8], d = s[12];
    QuarterRound(a, b, c, d);
    uint32_t* f = state->first_round + 4 * (i - 1);
    f[0] = a, f[1] = b, f[2] = c, f[3] = d;
  };
  column(1), column(2), column(3);
}

void HChaCha20(uint8_t* out, const uint8_t* key, const uint8_t* nonce) {
  uint32_t x[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  LoadLE32Words(x + 4, key, 8);
  LoadLE32Words(x + 12, nonce, 4);
  for (int i = 0; i < 10; ++i) DoubleRound(x);
  for (int i = 0; i < 4; ++i) StoreLE32(out + 4 * i, x[i]);
  for (int i = 0; i < 4; ++i) StoreLE32(out + 16 + 4 * i, x[12 + i]);
  keystream::internal::Wipe(x);
}

void InitStateX(State* state, const Core& core, const uint8_t* key, const uint8_t* nonce) {
  uint8_t derived_key[32];
  uint8_t derived_nonce[12] = {};
  HChaCha20(derived_key, key, nonce);
  std::memcpy(derived_nonce + 4, nonce + 16, 8);
  InitState(state, core, derived_key, derived_nonce);
  keystream::internal::Wipe(derived_key);
}

void keystream_chacha20_xorKeyStreamBlocks_generic(uint8_t* dst, const uint8_t* src, size_t len,
                                                   const State* state, uint32_t counter) {
  for (; len >= 64; len -= 64, dst += 64, src += 64) XorBlock(dst, src, *state, counter++);
  if (len > 0) {
    uint8_t block[64] = {};
    std::memcpy(block, src, len);
    XorBlock(block, block, *state, counter);
    std::memcpy(dst, block, len);
    keystream::internal::Wipe(block);
  }
}

}  // namespace keystream::chacha20::internal
