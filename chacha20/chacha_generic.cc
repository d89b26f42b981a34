// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The portable core: a block at a time, in sixteen 32-bit words, on machines of either byte order.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "chacha20/core.h"
#include "internal/byteorder.h"
#include "internal/wipe.h"

#if defined(__GNUC__) && !defined(__clang__)
// gcc 12 moves the words between registers and stack more often when it schedules after register
// allocation (5.3 cycles a byte against 4.9 on Zen 4), and vectorizes the xor at the end of a block
// at a loss.
#pragma GCC optimize("no-schedule-insns2", "no-tree-slp-vectorize")
#endif

namespace keystream::chacha20::internal {
namespace {

using keystream::internal::LoadLE32;
using keystream::internal::StoreLE32;

inline uint32_t RotateLeft(uint32_t x, int n) { return x << n | x >> (32 - n); }

// RFC 8439, section 2.1.
inline void QuarterRound(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
  a += b, d = RotateLeft(d ^ a, 16);
  c += d, b = RotateLeft(b ^ c, 12);
  a += b, d = RotateLeft(d ^ a, 8);
  c += d, b = RotateLeft(b ^ c, 7);
}

inline void DiagonalRound(uint32_t (&x)[16]) {
  QuarterRound(x[0], x[5], x[10], x[15]);
  QuarterRound(x[1], x[6], x[11], x[12]);
  QuarterRound(x[2], x[7], x[8], x[13]);
  QuarterRound(x[3], x[4], x[9], x[14]);
}

inline void DoubleRound(uint32_t (&x)[16]) {
  QuarterRound(x[0], x[4], x[8], x[12]);
  QuarterRound(x[1], x[5], x[9], x[13]);
  QuarterRound(x[2], x[6], x[10], x[14]);
  QuarterRound(x[3], x[7], x[11], x[15]);
  DiagonalRound(x);
}

// Writes 64 bytes of src xor block `counter` to dst.
inline void XorBlock(uint8_t* dst, const uint8_t* src, const State& state, uint32_t counter) {
  const uint32_t(&s)[16] = state.words;
  const uint32_t(&f)[12] = state.first_round;
  uint32_t x[16] = {s[0], f[0], f[4], f[8],  s[4],    f[1], f[5], f[9],
                    s[8], f[2], f[6], f[10], counter, f[3], f[7], f[11]};
  QuarterRound(x[0], x[4], x[8], x[12]);
  DiagonalRound(x);
  for (int i = 1; i < 10; ++i) DoubleRound(x);
  for (int i = 0; i < 16; ++i) {
    const uint32_t key_stream = x[i] + (i == 12 ? counter : s[i]);
    StoreLE32(dst + 4 * i, LoadLE32(src + 4 * i) ^ key_stream);
  }
}

}  // namespace

void FillFirstRound(State* state) {
  for (int column = 1; column < 4; ++column) {
    const uint32_t* s = state->words + column;
    uint32_t a = s[0], b = s[4], c = s[8], d = s[12];
    QuarterRound(a, b, c, d);
    uint32_t* f = state->first_round + 4 * (column - 1);
    f[0] = a, f[1] = b, f[2] = c, f[3] = d;
  }
}

void HChaCha20(uint8_t* out, const uint8_t* key, const uint8_t* nonce) {
  uint32_t x[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (int i = 0; i < 8; ++i) x[4 + i] = LoadLE32(key + 4 * i);
  for (int i = 0; i < 4; ++i) x[12 + i] = LoadLE32(nonce + 4 * i);
  for (int i = 0; i < 10; ++i) DoubleRound(x);
  for (int i = 0; i < 4; ++i) StoreLE32(out + 4 * i, x[i]);
  for (int i = 0; i < 4; ++i) StoreLE32(out + 16 + 4 * i, x[12 + i]);
  keystream::internal::Wipe(x);
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
