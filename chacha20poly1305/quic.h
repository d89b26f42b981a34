// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The header protection of QUIC with ChaCha20 (RFC 9001, section 5.4.4). QUIC's packets are sealed
// with AEAD; their nonces are made as those of TLS records are (section 5.3; tls.h), of the packet
// number.

#ifndef KEYSTREAM_CHACHA20POLY1305_QUIC_H_
#define KEYSTREAM_CHACHA20POLY1305_QUIC_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace keystream::chacha20poly1305 {

inline constexpr size_t kQuicSampleSize = 16;
inline constexpr size_t kQuicMaskSize = 5;

// Writes the mask for the first byte and the packet number of a header to mask, which is 5 bytes.
// key is the header protection key, 32 bytes; sample is 16 bytes of the packet's ciphertext. They
// may overlap in any way.
//
// InvalidArgument for any other size.
[[nodiscard]] absl::Status QuicHeaderProtectionMask(absl::Span<uint8_t> mask,
                                                    absl::Span<const uint8_t> key,
                                                    absl::Span<const uint8_t> sample);

}  // namespace keystream::chacha20poly1305

#endif  // KEYSTREAM_CHACHA20POLY1305_QUIC_H_
