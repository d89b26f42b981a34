// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/stream.h"

#include <algorithm>
#include <utility>

#include "internal/byteorder.h"
#include "internal/wipe.h"

namespace keystream::chacha20poly1305::internal {
namespace {

// How much is encrypted, or authenticated, before the other comes to it: what stays in the L1
// cache, and is a whole number of passes of most cores of chacha20.
constexpr size_t kStretch = 34 * chacha20::kBlockSize;

}  // namespace

Stream::Stream(chacha20::Cipher cipher, poly1305::MAC mac)
    : cipher_(std::move(cipher)), mac_(std::move(mac)) {}

absl::StatusOr<Stream> Stream::New(absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce) {
  absl::StatusOr<chacha20::Cipher> cipher = chacha20::Cipher::NewUnauthenticatedCipher(key, nonce);
  if (!cipher.ok()) return cipher.status();
  uint8_t mac_key[poly1305::kKeySize] = {};
  const keystream::internal::ScopedWipe wipe(mac_key);
  absl::Status status = cipher->XORKeyStream(absl::MakeSpan(mac_key), mac_key);
  if (!status.ok()) return status;
  status = cipher->Advance();  // the text begins at block 1
  if (!status.ok()) return status;
  absl::StatusOr<poly1305::MAC> mac = poly1305::MAC::New(mac_key);
  if (!mac.ok()) return mac.status();
  return Stream(*std::move(cipher), *std::move(mac));
}

// Zeros up to a multiple of 16 bytes (RFC 8439, section 2.8).
absl::Status Stream::Pad(uint64_t size) {
  static constexpr uint8_t kZeros[16] = {};
  return mac_.Write(absl::MakeConstSpan(kZeros, static_cast<size_t>(-size % 16)));
}

absl::Status Stream::AddAdditionalData(absl::Span<const uint8_t> data) {
  ad_size_ += data.size();
  return mac_.Write(data);
}

absl::Status Stream::EndAdditionalData() {
  if (in_text_) return absl::OkStatus();
  in_text_ = true;
  return Pad(ad_size_);
}

absl::Status Stream::Seal(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src) {
  absl::Status status = EndAdditionalData();
  while (status.ok() && !src.empty()) {
    const size_t n = std::min(src.size(), kStretch);
    status = cipher_.XORKeyStream(dst.first(n), src.first(n));
    if (status.ok()) status = mac_.Write(dst.first(n));
    dst.remove_prefix(n);
    src.remove_prefix(n);
    text_size_ += n;
  }
  return status;
}

absl::Status Stream::Open(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src) {
  absl::Status status = EndAdditionalData();
  while (status.ok() && !src.empty()) {
    const size_t n = std::min(src.size(), kStretch);
    status = mac_.Write(src.first(n));
    if (status.ok()) status = cipher_.XORKeyStream(dst.first(n), src.first(n));
    dst.remove_prefix(n);
    src.remove_prefix(n);
    text_size_ += n;
  }
  return status;
}

absl::Status Stream::EndText() {
  absl::Status status = EndAdditionalData();
  if (status.ok()) status = Pad(text_size_);
  if (!status.ok()) return status;
  uint8_t lengths[16];
  keystream::internal::StoreLE64(lengths, ad_size_);
  keystream::internal::StoreLE64(lengths + 8, text_size_);
  return mac_.Write(lengths);
}

absl::Status Stream::Sum(absl::Span<uint8_t> tag) {
  const absl::Status status = EndText();
  return status.ok() ? mac_.Sum(tag) : status;
}

absl::Status Stream::Verify(absl::Span<const uint8_t> tag) {
  const absl::Status status = EndText();
  return status.ok() ? mac_.Verify(tag) : status;
}

}  // namespace keystream::chacha20poly1305::internal
