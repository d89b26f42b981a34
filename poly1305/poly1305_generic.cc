// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The portable cores: 64-bit limbs where the compiler has a 128-bit product, 26-bit limbs
// elsewhere; and the end of a message, for all cores.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "internal/byteorder.h"
#include "internal/wipe.h"
#include "poly1305/core.h"

namespace keystream::poly1305::internal {
namespace {

using keystream::internal::LoadLE32;
using keystream::internal::LoadLE64;
using keystream::internal::StoreLE64;
using keystream::internal::Wipe;

// x, of which the compiler can't see that it is one of few values, and so makes no branch of it.
inline uint64_t ValueBarrier(uint64_t x) {
  __asm__("" : "+r"(x));
  return x;
}

// An Update by an Accumulator, which is made from a state, takes blocks of 16 bytes plus
// bit_128 * 2^128, and is stored back.
template <typename Accumulator>
inline void UpdateBy(State* state, const uint8_t* msg, size_t len, Tail tail) {
  Accumulator accumulator(*state);
  for (; len >= 16; len -= 16, msg += 16) accumulator.Block(msg, 1);
  if (len > 0) {
    uint8_t block[16] = {};
    std::memcpy(block, msg, len);
    const bool end = tail == Tail::kMessageEnd;
    block[len] = end ? 1 : 0;
    accumulator.Block(block, end ? 0 : 1);
    Wipe(block);
  }
  accumulator.Store(state);
}

#if defined(KEYSTREAM_POLY1305_HAS_UINT128)

__extension__ typedef unsigned __int128 uint128;

inline uint128 Product(uint64_t x, uint64_t y) { return uint128{x} * y; }
inline uint64_t Low(uint128 x) { return static_cast<uint64_t>(x); }
inline uint64_t High(uint128 x) { return static_cast<uint64_t>(x >> 64); }

// x += y, and what is carried out of that. Carries make better code in gcc and clang than sums in
// 128 bits do.
inline uint64_t Add(uint64_t& x, uint64_t y) { return __builtin_add_overflow(x, y, &x); }

// h = h mod 2^130 + 5 * floor(h / 2^130), congruent to h. The product fits if h2 < 2^63.
inline void Fold(uint64_t& h0, uint64_t& h1, uint64_t& h2) {
  const uint64_t c = (h2 >> 2) * 5;
  h2 = (h2 & 3) + Add(h1, Add(h0, c));
}

// h = h0 + 2^64 h1 + 2^128 h2, and r = r0 + 2^64 r1, clamped. 2^130 is 5 modulo p, and r1 is a
// multiple of 4, so 2^128 r1 is 5/4 r1, a whole number: s1 = r1 + r1 / 4. The columns of h * r are
//
//   2^0     h0 r0 + h1 s1
//   2^64    h0 r1 + h1 r0 + h2 s1
//   2^128   h2 r0
//
// Bounds: h2 <= 4 before a block and h2 <= 6 with it; r0, r1 < 2^60, s1 < 5/4 * 2^60. The upper
// half of the lowest column is below 9/4 * 2^60, and takes h2 s1 < 15/2 * 2^60 without a carry.
// What comes out as h2 is below 6 * 2^60 + 2^61 = 2^63, and is folded to at most 3 + 1.
class Accumulator64 {
 public:
  explicit Accumulator64(const State& state)
      : h0_(state.h[0]),
        h1_(state.h[1]),
        h2_(state.h[2]),
        r0_(state.r[0]),
        r1_(state.r[1]),
        s1_(r1_ + (r1_ >> 2)) {}

  void Block(const uint8_t* block, uint64_t bit_128) {
    uint64_t h0 = h0_, h1 = h1_;
    const uint64_t carry = Add(h0, LoadLE64(block));
    const uint64_t h2 = h2_ + bit_128 + Add(h1, LoadLE64(block + 8)) + Add(h1, carry);

    const uint128 d0 = Product(h0, r0_) + Product(h1, s1_);
    const uint128 d1 = Product(h0, r1_) + Product(h1, r0_) + (High(d0) + h2 * s1_);
    h0_ = Low(d0);
    h1_ = Low(d1);
    h2_ = h2 * r0_ + High(d1);
    Fold(h0_, h1_, h2_);
  }

  void Store(State* state) const {
    state->h[0] = h0_;
    state->h[1] = h1_;
    state->h[2] = h2_;
  }

 private:
  uint64_t h0_, h1_, h2_;
  const uint64_t r0_, r1_, s1_;
};

#endif  // KEYSTREAM_POLY1305_HAS_UINT128

// The same in five limbs of 26 bits, with 32-bit factors and 64-bit sums: 2^130 is 5, so the part
// of a product that lies above comes back times 5.
//
// Bounds: r's limbs are below 2^26, five times that below 2^28.4. h's limbs are below 2^26 + 2^24
// at first and below 2^26 + 2^11 between blocks, below 2^27.4 with one added: a column of five
// products is below 2^58.2.
class Accumulator32 {
 public:
  explicit Accumulator32(const State& state) {
    const auto split = [](uint32_t(&limbs)[5], uint64_t x0, uint64_t x1, uint64_t x2) {
      limbs[0] = static_cast<uint32_t>(x0 & kMask);
      limbs[1] = static_cast<uint32_t>(x0 >> 26 & kMask);
      limbs[2] = static_cast<uint32_t>((x0 >> 52 | x1 << 12) & kMask);
      limbs[3] = static_cast<uint32_t>(x1 >> 14 & kMask);
      limbs[4] = static_cast<uint32_t>(x1 >> 40 | x2 << 24);
    };
    split(h_, state.h[0], state.h[1], state.h[2]);
    split(r_, state.r[0], state.r[1], 0);
  }
  ~Accumulator32() {
    Wipe(h_);
    Wipe(r_);
  }
  Accumulator32(const Accumulator32&) = delete;
  Accumulator32& operator=(const Accumulator32&) = delete;

  void Block(const uint8_t* block, uint32_t bit_128) {
    const uint32_t h[5] = {
        h_[0] + (LoadLE32(block) & kMask), h_[1] + (LoadLE32(block + 3) >> 2 & kMask),
        h_[2] + (LoadLE32(block + 6) >> 4 & kMask), h_[3] + (LoadLE32(block + 9) >> 6),
        h_[4] + (LoadLE32(block + 12) >> 8 | bit_128 << 24)};
    const uint32_t* r = r_;
    const uint32_t s[5] = {0, 5 * r[1], 5 * r[2], 5 * r[3], 5 * r[4]};
    const uint64_t d[5] = {
        Column(h, r[0], s[4], s[3], s[2], s[1]), Column(h, r[1], r[0], s[4], s[3], s[2]),
        Column(h, r[2], r[1], r[0], s[4], s[3]), Column(h, r[3], r[2], r[1], r[0], s[4]),
        Column(h, r[4], r[3], r[2], r[1], r[0])};
    uint64_t carry = d[0];
    h_[0] = static_cast<uint32_t>(carry) & kMask;
    for (int i = 1; i < 5; ++i) {
      carry = d[i] + (carry >> 26);
      h_[i] = static_cast<uint32_t>(carry) & kMask;
    }
    carry >>= 26;
    carry = h_[0] + carry * 5;  // carry < 2^33
    h_[0] = static_cast<uint32_t>(carry) & kMask;
    h_[1] += static_cast<uint32_t>(carry >> 26);
  }

  void Store(State* state) {
    // Limb 4 may come to 2^26, which is an h[2] of 4 and nothing below.
    for (int i = 1; i < 4; ++i) {
      h_[i + 1] += h_[i] >> 26;
      h_[i] &= kMask;
    }
    state->h[0] = h_[0] | uint64_t{h_[1]} << 26 | uint64_t{h_[2]} << 52;
    state->h[1] = h_[2] >> 12 | uint64_t{h_[3]} << 14 | uint64_t{h_[4]} << 40;
    state->h[2] = h_[4] >> 24;
  }

 private:
  static constexpr uint32_t kMask = (uint32_t{1} << 26) - 1;

  static uint64_t Column(const uint32_t (&h)[5], uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3,
                         uint32_t x4) {
    return uint64_t{h[0]} * x0 + uint64_t{h[1]} * x1 + uint64_t{h[2]} * x2 + uint64_t{h[3]} * x3 +
           uint64_t{h[4]} * x4;
  }

  uint32_t h_[5], r_[5];
};

// The carry of sum = x + y or x + y + 1. Not by comparing them, of which gcc makes a branch on
// 32-bit machines.
inline uint64_t Carry(uint64_t x, uint64_t y, uint64_t sum) {
  return ((x & y) | ((x | y) & ~sum)) >> 63;
}

}  // namespace

void Finish(const State& state, uint8_t* tag) {
  const uint64_t(&h)[3] = state.h;
  // h >= p exactly if h + 5 >= 2^130; then h + 5 is h - p, but for bit 130. h < 2p: once is enough.
  const uint64_t g0 = h[0] + 5;
  const uint64_t g1 = h[1] + Carry(h[0], 5, g0);
  const uint64_t g2 = h[2] + Carry(h[1], 0, g1);
  const uint64_t reduced = ValueBarrier(0 - (g2 >> 2));  // g2 <= 5: all ones or zero
  const uint64_t m0 = (h[0] & ~reduced) | (g0 & reduced);
  const uint64_t m1 = (h[1] & ~reduced) | (g1 & reduced);
  const uint64_t t0 = m0 + state.s[0];
  const uint64_t t1 = m1 + state.s[1] + Carry(m0, state.s[0], t0);
  StoreLE64(tag, t0);
  StoreLE64(tag + 8, t1);
}

bool TagsAreEqual(const uint8_t* x, const uint8_t* y) {
  return ValueBarrier((LoadLE64(x) ^ LoadLE64(y)) | (LoadLE64(x + 8) ^ LoadLE64(y + 8))) == 0;
}

void keystream_poly1305_update_generic32(State* state, const uint8_t* msg, size_t len, Tail tail) {
  UpdateBy<Accumulator32>(state, msg, len, tail);
}

#if defined(KEYSTREAM_POLY1305_HAS_UINT128)

void keystream_poly1305_update_generic64(State* state, const uint8_t* msg, size_t len, Tail tail) {
  UpdateBy<Accumulator64>(state, msg, len, tail);
}

#endif

}  // namespace keystream::poly1305::internal
