// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// What a core of the AEAD is, and the table of the cores in this binary. A core seals or opens one
// message that lies in one piece; whoever calls it (AEAD of chacha20poly1305.h) checks the
// arguments and sets up the state. A core that is a row of the table is dispatched to, tested and
// measured: nothing else needs to know it.

#ifndef KEYSTREAM_CHACHA20POLY1305_CORE_H_
#define KEYSTREAM_CHACHA20POLY1305_CORE_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "chacha20/core.h"
#include "internal/cpu.h"
#include "poly1305/core.h"

namespace keystream::chacha20poly1305::internal {

// The end of the key stream: blocks 1 to 2^32 - 1 (RFC 8439, section 2.8).
inline constexpr uint64_t kMaxTextSize = (uint64_t{1} << 38) - 64;

// AEAD_CHACHA20_POLY1305 of RFC 8439, section 2.8: encrypts src[0, len) to dst[0, len) and writes
// the tag of that and of ad[0, ad_len) to tag[0, 16).
//
// - state is set up for key, nonce and the core of chacha20 that is active. It is not changed.
// - len <= kMaxTextSize; ad_len is any. Pointers of no bytes may be null.
// - dst == src is allowed. Otherwise dst, tag and src share no byte, nor do dst and tag with ad.
// - No branch or address depends on the state or the bytes; those on len and ad_len are fine.
// - Nothing of key, key stream and plaintext is left where the core had them: what holds for the
//   cores of chacha20 and poly1305 holds here.
using Seal = void(uint8_t* dst, uint8_t* tag, const uint8_t* src, size_t len, const uint8_t* ad,
                  size_t ad_len, const chacha20::internal::State* state);

// The inverse: whether tag[0, 16) is that of src[0, len) and ad[0, ad_len); if so, dst[0, len) is
// the plaintext. If not, the caller has to clear dst, which may be as it was or hold plaintext. tag
// is read before the first write, so it may lie anywhere; the rest is as for Seal.
using Open = bool(uint8_t* dst, const uint8_t* src, size_t len, const uint8_t* tag,
                  const uint8_t* ad, size_t ad_len, const chacha20::internal::State* state);

// A kernel for the middle of a long message, which makes key stream and authenticates at the same
// time: writes src[0, len) xor the key stream from block counter on to dst[0, len), and takes len
// bytes of ciphertext into mac.
//
// - len is a positive multiple of the size of a pass, pass_size of WovenKernels.
// - One that opens takes src[0, len). One that seals is a pass behind: it takes the len bytes from
//   dst - pass_size on.
// - state is set up for the core of chacha20 that is active.
// - The rest is as for XorKeyStreamBlocks of chacha20/core.h and for Update of poly1305/core.h.
using Woven = void(uint8_t* dst, const uint8_t* src, size_t len,
                   const chacha20::internal::State* state, uint32_t counter,
                   poly1305::internal::State* mac);

// How much of the text is made together with the key of Poly1305, at most.
inline constexpr size_t kMaxFirstSize = 33 * 64;

// No shorter text goes through a woven kernel: it need not look for one.
inline constexpr size_t kMinWovenFrom = 640;

// The two kernels of a row, and the messages that they are for:
//
//   | first_size | whole passes | rest, less than a pass |
//
// Sizes are in bytes, pass_size and first_size whole blocks of chacha20.
struct WovenKernels {
  Woven* seal;
  Woven* open;
  size_t pass_size;
  size_t first_size;  // from pass_size, which one that seals is behind, to kMaxFirstSize
  size_t from;        // the shortest text that they are used for, first_size + pass_size or more,
                      // and at least kMinWovenFrom
};

struct Core {
  const char* name;
  keystream::internal::Tier tier;  // the lowest one that can run it
  Seal* seal;
  Open* open;
  // What SealComposed and OpenComposed use while this core is the active one; null for none.
  const WovenKernels* woven;
};

// The cores of this architecture in ascending order of their tiers; the first is the generic one.
// They are named after the tiers. Defined by the one of aead_<architecture>.cc that is built.
extern const absl::Span<const Core> kCores;

// The one that runs.
inline const Core& ActiveCore() { return keystream::internal::ActiveRow(kCores); }

// Composed of the active cores of chacha20 and poly1305, and of the active row's woven kernels.
Seal SealComposed;
Open OpenComposed;

extern "C" {
Woven keystream_chacha20poly1305_seal_woven_neon;
Woven keystream_chacha20poly1305_open_woven_neon;
Woven keystream_chacha20poly1305_seal_woven_vsx;
Woven keystream_chacha20poly1305_open_woven_vsx;
}

}  // namespace keystream::chacha20poly1305::internal

#endif  // KEYSTREAM_CHACHA20POLY1305_CORE_H_
