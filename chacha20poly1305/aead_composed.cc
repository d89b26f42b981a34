// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The AEAD composed of a core of chacha20 and one of poly1305.
//
// Block 0 of the key stream gives the key of Poly1305, and has to be there before anything can be
// authenticated. A call of the core for it alone takes as long as one for several blocks, so it is
// made together with the key stream of the first text, up to kMaxFirstSize bytes, in a buffer: a
// short message is one call of each core. The rest of a longer one goes in stretches, straight from
// src to dst, each of which is still in the L1 cache when the second core comes to it; or through a
// woven kernel, as far as whole passes of it go.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "chacha20poly1305/core.h"
#include "internal/byteorder.h"
#include "internal/wipe.h"
#include "poly1305/core.h"

namespace keystream::chacha20poly1305::internal {
namespace {

using keystream::internal::LoadLE32;
using keystream::internal::LoadLE64;
using keystream::internal::StoreLE64;
using keystream::internal::Wipe;
using poly1305::internal::Tail;

constexpr size_t kBlockSize = 64;
constexpr size_t kMacKeySize = 32;
constexpr size_t kTagSize = 16;

// 34 blocks are what the AVX-512 core of chacha20 takes in one pass. On Zen 4, with any core, twice
// as many gain 2 % at most, 16 lose up to 25 %.
constexpr size_t kStretch = 34 * kBlockSize;
static_assert(kStretch == kBlockSize + kMaxFirstSize && kMinWovenFrom <= kMaxFirstSize);

// What Poly1305 takes, in one piece if it is short. The additional data lies where the second half
// of block 0 was, which nothing uses.
//
//   0       32             64
//   |  key  |  | ad, padded | ciphertext, padded | lengths |
//              ^ 64 - padded size                          ^ end
//
// Additional data of more than kNearAd bytes stays where it is and is taken from there.
constexpr size_t kText = kBlockSize;
constexpr size_t kNearAd = kText - kMacKeySize;
constexpr size_t kFrameSize = kText + kMaxFirstSize + 16;

constexpr size_t Padded(size_t n) { return (n + 15) & ~size_t{15}; }

void StoreLengths(uint8_t* out, size_t ad_len, size_t len) {
  StoreLE64(out, ad_len);
  StoreLE64(out + 8, len);
}

template <typename Word>
void CopyTwoWords(uint8_t* dst, const uint8_t* src, size_t n) {
  Word head, tail;
  std::memcpy(&head, src, sizeof(head));
  std::memcpy(&tail, src + n - sizeof(tail), sizeof(tail));
  std::memcpy(dst, &head, sizeof(head));
  std::memcpy(dst + n - sizeof(tail), &tail, sizeof(tail));
}

// memcpy, of null if n is 0, too. Short ones are made here: a call takes longer than they do.
inline void Copy(uint8_t* dst, const uint8_t* src, size_t n) {
  // gcc for ppc64le would leave a struct of this size on the stack.
  typedef uint64_t Vector __attribute__((vector_size(16)));
  if (n > 128) {
    std::memcpy(dst, src, n);
    return;
  }
  for (; n > 2 * sizeof(Vector); n -= sizeof(Vector)) {
    std::memcpy(dst, src, sizeof(Vector));
    dst += sizeof(Vector), src += sizeof(Vector);
  }
  if (n >= sizeof(Vector)) {
    CopyTwoWords<Vector>(dst, src, n);
  } else if (n >= sizeof(uint64_t)) {
    CopyTwoWords<uint64_t>(dst, src, n);
  } else if (n >= sizeof(uint32_t)) {
    CopyTwoWords<uint32_t>(dst, src, n);
  } else {
    for (size_t i = 0; i < n; ++i) dst[i] = src[i];
  }
}

// The first n bytes at p, n <= 8, as a little-endian number.
inline uint64_t LoadPartial(const uint8_t* p, size_t n) {
  if (n == 8) return LoadLE64(p);
  if (n >= 4) return LoadLE32(p) | uint64_t{LoadLE32(p + n - 4)} << (8 * (n - 4));
  uint64_t x = 0;
  for (size_t i = 0; i < n; ++i) x |= uint64_t{p[i]} << (8 * i);
  return x;
}

// Puts ad, if it is to be near, and padding around the first n bytes of ciphertext, which are in
// frame, and returns what lies together.
absl::Span<uint8_t> CompleteFrame(uint8_t* frame, size_t n, const uint8_t* ad, size_t ad_len) {
  uint8_t* begin = frame + kText;
  if (ad_len <= kNearAd) {
    begin -= Padded(ad_len);
    // In words, as the core of poly1305 reads it: a load that spans two stores has to wait.
    for (size_t i = 0; i < ad_len; i += 16) {
      StoreLE64(begin + i, LoadPartial(ad + i, std::min<size_t>(ad_len - i, 8)));
      StoreLE64(begin + i + 8,
                ad_len - i > 8 ? LoadPartial(ad + i + 8, std::min<size_t>(ad_len - i - 8, 8)) : 0);
    }
  }
  std::memset(frame + kText + n, 0, 16);  // up to where the lengths come, and perhaps beyond
  return absl::MakeSpan(begin, frame + kText + Padded(n));
}

// The mac of a message that goes on behind the frame. The constructor takes the additional data and
// the first n bytes of ciphertext, n a multiple of 16, from the frame, where the 16 bytes behind
// them are lost. key may lie in the frame.
class LongMac {
 public:
  LongMac(uint8_t* frame, size_t n, const uint8_t* key, const uint8_t* ad, size_t ad_len)
      : update_(*poly1305::internal::ActiveCore().update), ad_len_(ad_len) {
    poly1305::internal::InitState(&state_, key);
    if (ad_len > kNearAd) Update(ad, ad_len);
    const absl::Span<uint8_t> framed = CompleteFrame(frame, n, ad, ad_len);
    if (!framed.empty()) Update(framed.data(), framed.size());
  }
  ~LongMac() { Wipe(state_); }
  LongMac(const LongMac&) = delete;
  LongMac& operator=(const LongMac&) = delete;

  // All but the last piece are whole blocks.
  void Update(const uint8_t* msg, size_t n) { update_(&state_, msg, n, Tail::kZeroPadded); }

  poly1305::internal::State* state() { return &state_; }

  void Finish(uint8_t* tag, size_t len) {
    uint8_t lengths[16];
    StoreLengths(lengths, ad_len_, len);
    Update(lengths, sizeof(lengths));
    poly1305::internal::Finish(state_, tag);
  }

 private:
  poly1305::internal::Update& update_;
  const size_t ad_len_;
  poly1305::internal::State state_;
};

// The tag of a message of which all ciphertext, len bytes, is in frame. key may lie in the frame.
void ShortMac(uint8_t* tag, uint8_t* frame, size_t len, const uint8_t* key, const uint8_t* ad,
              size_t ad_len) {
  const poly1305::internal::Core& core = poly1305::internal::ActiveCore();
  const absl::Span<uint8_t> framed = CompleteFrame(frame, len, ad, ad_len);
  const size_t size = framed.size() + 16;
  StoreLengths(framed.end(), ad_len, len);
  if (ad_len <= kNearAd && core.short_sum != nullptr && size <= core.short_sum_limit) {
    core.short_sum(tag, framed.data(), size, key);
    return;
  }
  poly1305::internal::State state;
  poly1305::internal::InitState(&state, key);
  if (ad_len > kNearAd) core.update(&state, ad, ad_len, Tail::kZeroPadded);
  core.update(&state, framed.data(), size, Tail::kZeroPadded);
  poly1305::internal::Finish(state, tag);
  Wipe(state);
}

// The block of key stream for the text from done on.
uint32_t BlockAt(size_t done) { return static_cast<uint32_t>(1 + done / kBlockSize); }

// Calls f(offset, size, block) for each stretch of a message of len bytes from done on. block is
// the block of key stream that it begins with.
template <typename F>
void ForEachStretch(size_t done, size_t len, F f) {
  for (; done < len; done += kStretch) f(done, std::min(kStretch, len - done), BlockAt(done));
}

// How a text goes: through a buffer, through a woven kernel if it is not null, and in stretches.
//
//   | first | passes | rest |
struct Parts {
  const WovenKernels* woven;
  size_t first, passes;
};

Parts PartsOf(size_t len) {
  if (len < kMinWovenFrom) return {nullptr, len, 0};
  const WovenKernels* const woven = ActiveCore().woven;
  if (woven == nullptr || len < woven->from) return {nullptr, std::min(len, kMaxFirstSize), 0};
  const size_t first = woven->first_size, pass = woven->pass_size;
  return {woven, first, (len - first) / pass * pass};
}

}  // namespace

void SealComposed(uint8_t* dst, uint8_t* tag, const uint8_t* src, size_t len, const uint8_t* ad,
                  size_t ad_len, const chacha20::internal::State* state) {
  auto& xor_blocks = *chacha20::internal::ActiveCore().xorKeyStreamBlocks;
  const auto [woven, first, passes] = PartsOf(len);
  alignas(64) uint8_t frame[kFrameSize];
  std::memset(frame, 0, kBlockSize);
  Copy(frame + kText, src, first);
  xor_blocks(frame, frame, kBlockSize + first, state, 0);
  Copy(dst, frame + kText, first);
  if (first == len) {
    ShortMac(tag, frame, len, frame, ad, ad_len);
  } else {
    // What the mac lags behind the key stream.
    const size_t behind = woven != nullptr ? woven->pass_size : 0;
    LongMac mac(frame, first - behind, frame, ad, ad_len);
    if (woven != nullptr) {
      woven->seal(dst + first, src + first, passes, state, BlockAt(first), mac.state());
      const size_t done = first + passes;
      if (done < len) xor_blocks(dst + done, src + done, len - done, state, BlockAt(done));
      mac.Update(dst + done - behind, len - done + behind);
    } else {
      ForEachStretch(first, len, [&](size_t at, size_t n, uint32_t block) {
        xor_blocks(dst + at, src + at, n, state, block);
        mac.Update(dst + at, n);
      });
    }
    mac.Finish(tag, len);
  }
  Wipe(frame, kText);  // what is behind block 0 is ciphertext
}

bool OpenComposed(uint8_t* dst, const uint8_t* src, size_t len, const uint8_t* tag,
                  const uint8_t* ad, size_t ad_len, const chacha20::internal::State* state) {
  auto& xor_blocks = *chacha20::internal::ActiveCore().xorKeyStreamBlocks;
  const auto [woven, first, passes] = PartsOf(len);
  alignas(64) uint8_t opened[kText + kMaxFirstSize];  // block 0, and plaintext
  alignas(64) uint8_t frame[kFrameSize];
  uint8_t want[kTagSize], got[kTagSize];
  std::memcpy(want, tag, kTagSize);
  std::memset(opened, 0, kBlockSize);
  Copy(opened + kText, src, first);
  Copy(frame + kText, opened + kText, first);
  xor_blocks(opened, opened, kBlockSize + first, state, 0);
  bool ok;
  if (first == len) {
    ShortMac(got, frame, len, opened, ad, ad_len);
    ok = poly1305::internal::TagsAreEqual(got, want);
    // Not Copy: gcc -O3 would take the plaintext through the stack.
    if (ok && len > 0) std::memcpy(dst, opened + kText, len);
  } else {
    LongMac mac(frame, first, opened, ad, ad_len);
    std::memcpy(dst, opened + kText, first);
    if (woven != nullptr) {
      woven->open(dst + first, src + first, passes, state, BlockAt(first), mac.state());
    }
    ForEachStretch(first + passes, len, [&](size_t at, size_t n, uint32_t block) {
      mac.Update(src + at, n);
      xor_blocks(dst + at, src + at, n, state, block);
    });
    mac.Finish(got, len);
    ok = poly1305::internal::TagsAreEqual(got, want);
  }
  Wipe(opened, kText + first);
  Wipe(got);
  return ok;
}

}  // namespace keystream::chacha20poly1305::internal
