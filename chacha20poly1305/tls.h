// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The nonces of TLS records: of TLS 1.3 (RFC 8446, section 5.3), of TLS 1.2 with ChaCha20-Poly1305
// (RFC 7905, section 2), and of QUIC packets (RFC 9001, section 5.3).

#ifndef KEYSTREAM_CHACHA20POLY1305_TLS_H_
#define KEYSTREAM_CHACHA20POLY1305_TLS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace keystream::chacha20poly1305 {

// Writes iv xor sequence_number, which is big-endian and padded with zeros in front, to nonce. iv
// is the connection's, for one direction; sequence_number counts its records, or is the packet
// number.
//
// InvalidArgument unless both are 12 bytes, and the same memory or apart.
[[nodiscard]] absl::Status TlsNonce(absl::Span<uint8_t> nonce, absl::Span<const uint8_t> iv,
                                    uint64_t sequence_number);

}  // namespace keystream::chacha20poly1305

#endif  // KEYSTREAM_CHACHA20POLY1305_TLS_H_
