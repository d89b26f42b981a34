// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20/chacha20.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/strings/str_cat.h"
#include "internal/alias.h"
#include "internal/errors.h"
#include "internal/wipe.h"
#include "internal/xor.h"

namespace keystream::chacha20 {
namespace {

using internal::ActiveCore;
using internal::Core;
using internal::InitStateForNonce;
using internal::State;
using keystream::internal::InexactOverlap;
using keystream::internal::MovedFrom;
using keystream::internal::Overlaps;
using keystream::internal::ScopedWipe;
using keystream::internal::TooShort;
using keystream::internal::Wipe;
using keystream::internal::WrongSize;
using keystream::internal::XorBytes;

constexpr absl::string_view kPackage = "chacha20";
constexpr uint64_t kEndBlock = uint64_t{1} << 32;  // the first block that does not exist

// What a core xors with to give the bare key stream.
alignas(64) constexpr uint8_t kZeros[internal::kBufferBlocks * kBlockSize] = {};

inline absl::Status CheckKeyAndNonce(absl::Span<const uint8_t> key,
                                     absl::Span<const uint8_t> nonce) {
  if (ABSL_PREDICT_FALSE(key.size() != kKeySize)) {
    return WrongSize(kPackage, "key", key.size(), "32");
  }
  if (ABSL_PREDICT_FALSE(nonce.size() != kNonceSize && nonce.size() != kNonceSizeX)) {
    return WrongSize(kPackage, "nonce", nonce.size(), "12 or 24");
  }
  return absl::OkStatus();
}

inline absl::Status CheckBuffers(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src) {
  if (ABSL_PREDICT_FALSE(dst.size() < src.size())) {
    return TooShort(kPackage, "dst", dst.size(), "src", src.size());
  }
  if (ABSL_PREDICT_FALSE(InexactOverlap(dst.data(), src.data(), src.size()))) {
    return Overlaps(kPackage, "dst", dst.data(), "src", src.data());
  }
  return absl::OkStatus();
}

ABSL_ATTRIBUTE_COLD absl::Status PastTheEnd(uint64_t size, uint64_t left) {
  return absl::OutOfRangeError(absl::StrCat(kPackage, ": src is ", size,
                                            " bytes, must be at most the ", left,
                                            " left before the end of block 2^32 - 1"));
}

}  // namespace

absl::StatusOr<Cipher> Cipher::NewUnauthenticatedCipher(absl::Span<const uint8_t> key,
                                                        absl::Span<const uint8_t> nonce) {
  if (absl::Status status = CheckKeyAndNonce(key, nonce); !status.ok()) return status;
  return absl::StatusOr<Cipher>(absl::in_place, Private(), key, nonce);
}

Cipher::Cipher(Private, absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce)
    : core_(&ActiveCore()),
      next_block_(0),
      buffered_(0),
      dirty_(0),
      refill_blocks_(core_->first_refill_blocks) {
  InitStateForNonce(&state_, *core_, key.data(), nonce);
}

Cipher::Cipher(Cipher&& other) noexcept : buffered_(0), dirty_(0) { TakeFrom(other); }

Cipher& Cipher::operator=(Cipher&& other) noexcept {
  if (this != &other) {
    WipeSecrets();
    TakeFrom(other);
  }
  return *this;
}

Cipher::~Cipher() { WipeSecrets(); }

// *this holds no secrets: its buffered_ and dirty_ are 0.
void Cipher::TakeFrom(Cipher& other) {
  core_ = other.core_;
  if (core_ == nullptr) return;
  state_ = other.state_;
  next_block_ = other.next_block_;
  buffered_ = other.buffered_;
  dirty_ = other.buffered_;
  refill_blocks_ = other.refill_blocks_;
  const size_t unused = kBufferSize - buffered_;
  std::memcpy(buffer_ + unused, other.buffer_ + unused, buffered_);
  other.WipeSecrets();
  other.core_ = nullptr;
}

void Cipher::WipeSecrets() {
  Wipe(state_);
  buffered_ = 0;
  if (dirty_ > 0) {
    Wipe(buffer_ + kBufferSize - dirty_, dirty_);
    dirty_ = 0;
  }
}

// A short call that the buffer can serve is most of the calls of a stream in small pieces, and
// takes 20 cycles; everything else, and every error, is left to XORKeyStreamInFull. Nothing is
// buffered in a Cipher that was moved from, and what is buffered exists.
absl::Status Cipher::XORKeyStream(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src) {
  const size_t len = src.size();
  if (len - 1 >= buffered_ || dst.size() < len || InexactOverlap(dst.data(), src.data(), len)) {
    return XORKeyStreamInFull(dst, src);
  }
  XorBytes(dst.data(), src.data(), buffer_ + kBufferSize - buffered_, len);
  buffered_ -= static_cast<uint32_t>(len);
  return absl::OkStatus();
}

absl::Status Cipher::XORKeyStreamInFull(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src) {
  if (ABSL_PREDICT_FALSE(core_ == nullptr)) return MovedFrom(kPackage, "Cipher");
  if (src.empty()) return absl::OkStatus();
  if (absl::Status status = CheckBuffers(dst, src); !status.ok()) return status;
  const uint64_t left = (kEndBlock - next_block_) * kBlockSize + buffered_;
  if (ABSL_PREDICT_FALSE(src.size() > left)) return PastTheEnd(src.size(), left);

  uint8_t* out = dst.data();
  const uint8_t* in = src.data();
  size_t len = src.size();
  const auto serve = [&](size_t n) {
    XorBytes(out, in, buffer_ + kBufferSize - buffered_, n);
    buffered_ -= static_cast<uint32_t>(n);
    out += n, in += n, len -= n;
  };

  serve(std::min<size_t>(len, buffered_));

  // A call as long as a refill goes straight through; the end of it, or a shorter one, is served
  // from the buffer, so that many short calls cost few passes of the core.
  if (len >= core_->refill_blocks * kBlockSize) {
    const size_t blocks = len / kBlockSize;
    const size_t n = blocks * kBlockSize;
    core_->xorKeyStreamBlocks(out, in, n, &state_, static_cast<uint32_t>(next_block_));
    next_block_ += blocks;
    out += n, in += n, len -= n;
  }
  if (len > 0) {
    Refill((len + kBlockSize - 1) / kBlockSize);
    serve(len);
  }
  return absl::OkStatus();
}

// Makes at least min_blocks blocks of key stream, which exist and fit, in the empty buffer: as many
// as the core likes, but none after the last.
void Cipher::Refill(size_t min_blocks) {
  const size_t blocks = static_cast<size_t>(
      std::min<uint64_t>(std::max<size_t>(min_blocks, refill_blocks_), kEndBlock - next_block_));
  refill_blocks_ = core_->refill_blocks;
  buffered_ = static_cast<uint32_t>(blocks * kBlockSize);
  dirty_ = std::max(dirty_, buffered_);
  core_->xorKeyStreamBlocks(buffer_ + kBufferSize - buffered_, kZeros, buffered_, &state_,
                            static_cast<uint32_t>(next_block_));
  next_block_ += blocks;
}

absl::Status Cipher::SetCounter(uint32_t counter) {
  if (ABSL_PREDICT_FALSE(core_ == nullptr)) return MovedFrom(kPackage, "Cipher");
  const uint64_t first_not_begun = next_block_ - buffered_ / kBlockSize;
  if (ABSL_PREDICT_FALSE(counter < first_not_begun)) {
    return absl::OutOfRangeError(
        absl::StrCat(kPackage, ": counter is ", counter, ", must be at least ", first_not_begun,
                     first_not_begun == kEndBlock ? ": the key stream is used up"
                                                  : ", the first block not begun"));
  }
  if (counter < next_block_) {
    buffered_ = static_cast<uint32_t>((next_block_ - counter) * kBlockSize);
  } else {
    next_block_ = counter;
    buffered_ = 0;
  }
  return absl::OkStatus();
}

absl::Status Cipher::Advance() {
  if (ABSL_PREDICT_FALSE(core_ == nullptr)) return MovedFrom(kPackage, "Cipher");
  buffered_ -= static_cast<uint32_t>(buffered_ % kBlockSize);
  return absl::OkStatus();
}

absl::Status XORKeyStream(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src,
                          absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce,
                          uint32_t counter) {
  if (absl::Status status = CheckKeyAndNonce(key, nonce); !status.ok()) return status;
  if (src.empty()) return absl::OkStatus();
  if (absl::Status status = CheckBuffers(dst, src); !status.ok()) return status;
  const uint64_t left = (kEndBlock - counter) * kBlockSize;
  if (ABSL_PREDICT_FALSE(src.size() > left)) return PastTheEnd(src.size(), left);

  const Core& core = ActiveCore();
  State state;
  ScopedWipe wipe(state);
  InitStateForNonce(&state, core, key.data(), nonce);
  core.xorKeyStreamBlocks(dst.data(), src.data(), src.size(), &state, counter);
  return absl::OkStatus();
}

absl::Status HChaCha20(absl::Span<uint8_t> out, absl::Span<const uint8_t> key,
                       absl::Span<const uint8_t> nonce) {
  if (out.size() != kKeySize) return WrongSize(kPackage, "out", out.size(), "32");
  if (key.size() != kKeySize) return WrongSize(kPackage, "key", key.size(), "32");
  if (nonce.size() != 16) return WrongSize(kPackage, "nonce", nonce.size(), "16");
  internal::HChaCha20(out.data(), key.data(), nonce.data());
  return absl::OkStatus();
}

absl::string_view CoreName() { return ActiveCore().name; }

}  // namespace keystream::chacha20
