// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/quic.h"

#include "chacha20/chacha20.h"
#include "chacha20poly1305/errors.h"
#include "internal/byteorder.h"
#include "internal/errors.h"

namespace keystream::chacha20poly1305 {

absl::Status QuicHeaderProtectionMask(absl::Span<uint8_t> mask, absl::Span<const uint8_t> key,
                                      absl::Span<const uint8_t> sample) {
  using internal::kPackage;
  using keystream::internal::WrongSize;
  if (mask.size() != kQuicMaskSize) return WrongSize(kPackage, "mask", mask.size(), "5");
  if (key.size() != chacha20::kKeySize) return WrongSize(kPackage, "key", key.size(), "32");
  if (sample.size() != kQuicSampleSize) return WrongSize(kPackage, "sample", sample.size(), "16");
  // The sample is the last row of the state: the counter, then the nonce.
  static constexpr uint8_t kZeros[kQuicMaskSize] = {};
  return chacha20::XORKeyStream(mask, kZeros, key, sample.subspan(4),
                                keystream::internal::LoadLE32(sample.data()));
}

}  // namespace keystream::chacha20poly1305
