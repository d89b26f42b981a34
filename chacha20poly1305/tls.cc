// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/tls.h"

#include <cstring>

#include "chacha20poly1305/chacha20poly1305.h"
#include "chacha20poly1305/errors.h"
#include "internal/alias.h"
#include "internal/errors.h"

namespace keystream::chacha20poly1305 {

absl::Status TlsNonce(absl::Span<uint8_t> nonce, absl::Span<const uint8_t> iv,
                      uint64_t sequence_number) {
  using internal::kPackage;
  using keystream::internal::WrongSize;
  if (nonce.size() != kNonceSize) return WrongSize(kPackage, "nonce", nonce.size(), "12");
  if (iv.size() != kNonceSize) return WrongSize(kPackage, "iv", iv.size(), "12");
  if (keystream::internal::InexactOverlap(nonce.data(), iv.data(), kNonceSize)) {
    return keystream::internal::Overlaps(kPackage, "nonce", nonce.data(), "iv", iv.data());
  }
  std::memmove(nonce.data(), iv.data(), kNonceSize);
  for (size_t i = kNonceSize; sequence_number != 0; sequence_number >>= 8) {
    nonce[--i] ^= static_cast<uint8_t>(sequence_number);
  }
  return absl::OkStatus();
}

}  // namespace keystream::chacha20poly1305
