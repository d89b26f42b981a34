// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_CHACHA20POLY1305_STREAM_H_
#define KEYSTREAM_CHACHA20POLY1305_STREAM_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "chacha20/chacha20.h"
#include "poly1305/poly1305.h"

namespace keystream::chacha20poly1305::internal {

// The AEAD as a stream: additional data, then text, each in any pieces, then the tag. It checks
// nothing: an error is one of its parts', and means that the caller did not either. Move-only, and
// its secrets are wiped as those of its parts are.
class Stream {
 public:
  // key is 32 bytes, nonce 12 or 24 (XChaCha20-Poly1305).
  [[nodiscard]] static absl::StatusOr<Stream> New(absl::Span<const uint8_t> key,
                                                  absl::Span<const uint8_t> nonce);

  // Before any text.
  [[nodiscard]] absl::Status AddAdditionalData(absl::Span<const uint8_t> data);

  // dst and src are of the same size, and the same memory or apart.
  [[nodiscard]] absl::Status Seal(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src);
  [[nodiscard]] absl::Status Open(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src);

  // How much text there was.
  uint64_t text_size() const { return text_size_; }

  // Ends the message. tag is 16 bytes. Verify is Unauthenticated if it is not the message's.
  [[nodiscard]] absl::Status Sum(absl::Span<uint8_t> tag);
  [[nodiscard]] absl::Status Verify(absl::Span<const uint8_t> tag);

 private:
  Stream(chacha20::Cipher cipher, poly1305::MAC mac);
  absl::Status Pad(uint64_t size);
  absl::Status EndAdditionalData();
  absl::Status EndText();

  chacha20::Cipher cipher_;
  poly1305::MAC mac_;
  uint64_t ad_size_ = 0;
  uint64_t text_size_ = 0;
  bool in_text_ = false;  // the additional data is complete, and padded
};

}  // namespace keystream::chacha20poly1305::internal

#endif  // KEYSTREAM_CHACHA20POLY1305_STREAM_H_
