// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// What a Poly1305 core is, and the table of the cores in this binary. A core takes runs of blocks
// into the accumulator and keeps nothing outside the state; whoever calls it (MAC, Sum and Verify
// of poly1305.h, and the AEAD) checks the arguments, buffers what does not fill a block and ends
// the message. A core that is a row of the table is dispatched to, tested and measured: nothing
// else needs to know it.

#ifndef KEYSTREAM_POLY1305_CORE_H_
#define KEYSTREAM_POLY1305_CORE_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "internal/byteorder.h"
#include "internal/cpu.h"

#if defined(__SIZEOF_INT128__)
#define KEYSTREAM_POLY1305_HAS_UINT128 1  // the compiler has products of 128 bits
#endif

namespace keystream::poly1305::internal {

// The key and the accumulator of RFC 8439, section 2.5, as 64-bit limbs in host byte order, the
// lowest first, whatever a core makes of them inside.
//
//   h   the accumulator, a number congruent to it modulo p = 2^130 - 5:
//
//        h[2]        h[1]                     h[0]                       h[2] <= 4
//       |---|------------------------|------------------------|
//       130 128                     64                        0
//
//   r   clamped: r[0] < 2^60, r[1] < 2^60, and r[1] is a multiple of 4
//   s   what is added to h in the end
//
// The bound on h holds between any two calls, so that any core can go on where another one stopped.
// h is below 2p, but it need not be below p: Finish subtracts p where that is left to do.
//
// powers is room for what cores work out of r for long messages, when first needed, in a form of
// their own; powers_form says whose it is. A core that finds another's there works out its own.
inline constexpr size_t kPowersWords = 4;

enum class PowersForm : uint64_t {
  kNone,
  kChains,  // powers[0..2] = r^powers[3], within the bounds of h
};

struct State {
  uint64_t h[3];
  uint64_t r[2];
  uint64_t s[2];
  PowersForm powers_form;
  uint64_t powers[kPowersWords];  // not set while powers_form is kNone
};

// How a last block of fewer than 16 bytes, n, is made a number. A whole one, x, is x + 2^128.
enum class Tail : uint64_t {
  kZeroPadded = 0,  // filled up with zeros to a whole one (the AEAD's padding, section 2.8)
  kMessageEnd = 1,  // x + 2^(8n): the end of a message (section 2.5.1)
};

// Takes msg[0, len) into the accumulator: h = (h + block) * r mod p for each block of 16 bytes.
//
// - len is at least 1. tail says what becomes of a last block that is not whole; with kMessageEnd
//   nothing but Finish may follow such a one.
// - Exactly [msg, msg + len) is read, at any alignment.
// - h is within the bounds of State before and after. r and s are not changed.
// - No branch or address depends on the state or the message; those on len and tail are fine.
// - Assembly leaves nothing of state or message in vector registers, in registers that the caller
//   doesn't expect to be kept, or below the stack pointer. Compiled cores wipe the buffers
//   that hold a part of a key or a message; the words that they work on are the compiler's.
using Update = void(State* state, const uint8_t* msg, size_t len, Tail tail);

// The whole of a short message, in registers: writes the tag of msg[0, len) under the 32-byte key
// to tag[0, 16). len may be 0. Exactly msg, key and tag are read and written, at any alignment; tag
// is written last, so it may overlap them. The rest is as for Update.
using ShortSum = void(uint8_t* tag, const uint8_t* msg, size_t len, const uint8_t* key);

struct Core {
  const char* name;
  keystream::internal::Tier tier;  // the lowest one that can run it
  Update* update;
  // What the one-shot functions use for messages of up to short_sum_limit bytes, where that is
  // faster than update; null and 0 if the core has none.
  ShortSum* short_sum;
  size_t short_sum_limit;
};

// The cores of this architecture in ascending order of their tiers; the first is the generic one.
// They are named after the tiers. Defined by the one of poly1305_<architecture>.cc that is built.
extern const absl::Span<const Core> kCores;

// The one that runs.
inline const Core& ActiveCore() { return keystream::internal::ActiveRow(kCores); }

// Starts a message under a key of 32 bytes: r, clamped here (section 2.5.1), then s.
inline void InitState(State* state, const uint8_t* key) {
  using keystream::internal::LoadLE64;
  state->h[0] = state->h[1] = state->h[2] = 0;
  state->r[0] = LoadLE64(key) & 0x0ffffffc0fffffff;
  state->r[1] = LoadLE64(key + 8) & 0x0ffffffc0ffffffc;
  state->s[0] = LoadLE64(key + 16);
  state->s[1] = LoadLE64(key + 24);
  state->powers_form = PowersForm::kNone;
}

// Writes the tag, (h mod p) + s mod 2^128, to tag[0, 16). The state is not changed.
void Finish(const State& state, uint8_t* tag);

// Whether x[0, 16) and y[0, 16) are equal, in a time that does not depend on the bytes.
bool TagsAreEqual(const uint8_t* x, const uint8_t* y);

extern "C" {
Update keystream_poly1305_update_generic64;  // where there is a 128-bit product
Update keystream_poly1305_update_generic32;
Update keystream_poly1305_update_ssse3;
Update keystream_poly1305_update_avx2;
Update keystream_poly1305_update_neon;
Update keystream_poly1305_update_ppc64le;
ShortSum keystream_poly1305_short_sum_amd64;
ShortSum keystream_poly1305_short_sum_arm64;
ShortSum keystream_poly1305_short_sum_ppc64le;
}

}  // namespace keystream::poly1305::internal

#endif  // KEYSTREAM_POLY1305_CORE_H_
