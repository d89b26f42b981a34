// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// What the answers are checked against where a test needs more of them than a file of vectors
// holds: libcrypto's implementations, which share nothing with ours.

#ifndef KEYSTREAM_INTERNAL_TESTING_REFERENCE_H_
#define KEYSTREAM_INTERNAL_TESTING_REFERENCE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace keystream::internal {

// size bytes of the ChaCha20 key stream of RFC 8439 from block counter on; key of 32 bytes, nonce
// of 12. The last block must be at most 2^32 - 1.
std::vector<uint8_t> ReferenceKeyStream(absl::Span<const uint8_t> key,
                                        absl::Span<const uint8_t> nonce, uint32_t counter,
                                        size_t size);

// The Poly1305 tag of RFC 8439 of message under a key of 32 bytes.
std::vector<uint8_t> ReferencePoly1305(absl::Span<const uint8_t> key,
                                       absl::Span<const uint8_t> message);

// The ciphertext and, behind it, the tag of ChaCha20-Poly1305 (RFC 8439); key of 32 bytes, nonce of
// 12.
std::vector<uint8_t> ReferenceSeal(absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce,
                                   absl::Span<const uint8_t> plaintext,
                                   absl::Span<const uint8_t> additional_data);

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_REFERENCE_H_
