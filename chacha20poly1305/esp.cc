// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/esp.h"

#include <cstring>
#include <utility>

#include "chacha20poly1305/errors.h"
#include "internal/errors.h"

namespace keystream::chacha20poly1305 {
namespace {

using internal::kPackage;
using keystream::internal::WrongSize;

}  // namespace

absl::StatusOr<ESP> ESP::New(absl::Span<const uint8_t> key_material) {
  if (key_material.size() != kKeyMaterialSize) {
    return WrongSize(kPackage, "key_material", key_material.size(), "36");
  }
  absl::StatusOr<AEAD> aead = AEAD::New(key_material.first(kKeySize));
  if (!aead.ok()) return aead.status();
  return ESP(*std::move(aead), key_material.subspan(kKeySize));
}

ESP::ESP(AEAD aead, absl::Span<const uint8_t> salt) : aead_(std::move(aead)) {
  std::memcpy(salt_, salt.data(), kSaltSize);
}

void ESP::MakeNonce(absl::Span<const uint8_t> iv, absl::Span<uint8_t> nonce) const {
  std::memcpy(nonce.data(), salt_, kSaltSize);
  std::memcpy(nonce.data() + kSaltSize, iv.data(), kIvSize);
}

absl::Status ESP::Seal(absl::Span<uint8_t> dst, absl::Span<const uint8_t> iv,
                       absl::Span<const uint8_t> plaintext,
                       absl::Span<const uint8_t> additional_data) const {
  if (iv.size() != kIvSize) return WrongSize(kPackage, "iv", iv.size(), "8");
  uint8_t nonce[kNonceSize];
  MakeNonce(iv, absl::MakeSpan(nonce));
  return aead_.Seal(dst, nonce, plaintext, additional_data);
}

absl::Status ESP::Open(absl::Span<uint8_t> dst, absl::Span<const uint8_t> iv,
                       absl::Span<const uint8_t> ciphertext,
                       absl::Span<const uint8_t> additional_data) const {
  if (iv.size() != kIvSize) return WrongSize(kPackage, "iv", iv.size(), "8");
  uint8_t nonce[kNonceSize];
  MakeNonce(iv, absl::MakeSpan(nonce));
  return aead_.Open(dst, nonce, ciphertext, additional_data);
}

}  // namespace keystream::chacha20poly1305
