// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// ChaCha20-Poly1305 as IPsec's ESP and IKEv2 use it (RFC 7634).

#ifndef KEYSTREAM_CHACHA20POLY1305_ESP_H_
#define KEYSTREAM_CHACHA20POLY1305_ESP_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "chacha20poly1305/chacha20poly1305.h"

namespace keystream::chacha20poly1305 {

// The key material of a security association, and what can be done with it. Nonces are made of a
// salt, which belongs to the key, and the IV that each packet carries (section 2):
//
//   key material  | key, 32 bytes | salt, 4 |        nonce  | salt, 4 | IV, 8 |
//
// An IV is used for one packet, once; the RFC suggests a counter. What AEAD says of memory, errors
// and threads holds here, and so does what it says of dst and of nonce, which the IV stands for.
//
// The IV is an argument of its own and no part of additional_data (section 2.1: that is SPI and
// sequence number). Interfaces that take both together, as Linux's rfc7539esp does, do not
// authenticate the IV as additional data either.
class ESP {
 public:
  static constexpr size_t kKeyMaterialSize = 36;
  static constexpr size_t kIvSize = 8;

  // InvalidArgument for any other size of key_material.
  [[nodiscard]] static absl::StatusOr<ESP> New(absl::Span<const uint8_t> key_material);

  // AEAD's Seal and Open. The tag behind the ciphertext is what ESP calls ICV.
  //
  // InvalidArgument for another size of iv; other errors as AEAD's.
  [[nodiscard]] absl::Status Seal(absl::Span<uint8_t> dst, absl::Span<const uint8_t> iv,
                                  absl::Span<const uint8_t> plaintext,
                                  absl::Span<const uint8_t> additional_data) const;
  [[nodiscard]] absl::Status Open(absl::Span<uint8_t> dst, absl::Span<const uint8_t> iv,
                                  absl::Span<const uint8_t> ciphertext,
                                  absl::Span<const uint8_t> additional_data) const;

 private:
  static constexpr size_t kSaltSize = kKeyMaterialSize - kKeySize;

  ESP(AEAD aead, absl::Span<const uint8_t> salt);
  void MakeNonce(absl::Span<const uint8_t> iv, absl::Span<uint8_t> nonce) const;

  AEAD aead_;
  uint8_t salt_[kSaltSize];  // no more secret than the nonces that it is part of
};

}  // namespace keystream::chacha20poly1305

#endif  // KEYSTREAM_CHACHA20POLY1305_ESP_H_
