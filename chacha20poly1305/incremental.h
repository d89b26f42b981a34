// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// ChaCha20-Poly1305 and XChaCha20-Poly1305 for messages that do not fit in memory: one message,
// with one tag at its end, in as many calls as it takes. What they make is what AEAD of
// chacha20poly1305.h makes, and what is said there about nonces holds here.
//
// Whoever opens such a message works with plaintext that nobody has vouched for until the end has
// come, and has to be able to take back all that was done with it. Where that is not so, use a
// message for each chunk of a file or a connection, whose nonces tell which chunk it is and whether
// it is the last one.

#ifndef KEYSTREAM_CHACHA20POLY1305_INCREMENTAL_H_
#define KEYSTREAM_CHACHA20POLY1305_INCREMENTAL_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "chacha20poly1305/chacha20poly1305.h"
#include "chacha20poly1305/stream.h"

namespace keystream::chacha20poly1305 {
namespace internal {

// What Sealer and UnverifiedOpener have in common: a stream, what may be done with it, and the
// checks.
class CheckedStream {
 public:
  CheckedStream(absl::string_view name, Stream stream)
      : name_(name), state_(State::kOpen), stream_(std::move(stream)) {}
  CheckedStream(CheckedStream&& other) noexcept;
  CheckedStream& operator=(CheckedStream&& other) noexcept;

  [[nodiscard]] static absl::StatusOr<Stream> New(absl::Span<const uint8_t> key,
                                                  absl::Span<const uint8_t> nonce,
                                                  absl::Span<const uint8_t> additional_data);
  // Not moved from, not finished.
  [[nodiscard]] absl::Status CheckOpen() const;
  [[nodiscard]] absl::Status CheckUpdate(absl::Span<uint8_t> dst, absl::string_view src_name,
                                         absl::Span<const uint8_t> src) const;
  [[nodiscard]] absl::Status CheckFinish(size_t tag_size) const;

  Stream& stream() { return stream_; }
  void Finished() { state_ = State::kFinished; }

 private:
  enum class State { kOpen, kFinished, kMovedFrom };

  absl::string_view name_;
  State state_;
  Stream stream_;
};

}  // namespace internal

// Seals one message. Move-only; not thread-safe. Its secrets are wiped when it is destroyed, moved
// from or assigned over; one that was moved from answers FailedPrecondition to everything until it
// is assigned to.
class Sealer {
 public:
  // key is 32 bytes; nonce is 12, or 24 for XChaCha20-Poly1305, and used for no other message. Both
  // are copied.
  //
  // InvalidArgument for any other size.
  [[nodiscard]] static absl::StatusOr<Sealer> New(absl::Span<const uint8_t> key,
                                                  absl::Span<const uint8_t> nonce,
                                                  absl::Span<const uint8_t> additional_data);

  // Writes the ciphertext of plaintext, the next piece of the message, to dst, which has the same
  // size. They are the same memory or don't overlap. Pieces may be of any size, and empty.
  //
  // InvalidArgument for another size or overlap; OutOfRange if the message would be longer than
  // kMaxPlaintextSize. After an error nothing is written, and the message goes on as before.
  [[nodiscard]] absl::Status Update(absl::Span<uint8_t> dst, absl::Span<const uint8_t> plaintext);

  // Ends the message and writes its tag to tag, which is 16 bytes. After that everything is
  // FailedPrecondition.
  //
  // InvalidArgument for any other size: the message goes on then.
  [[nodiscard]] absl::Status Finish(absl::Span<uint8_t> tag);

 private:
  explicit Sealer(internal::Stream stream) : stream_("Sealer", std::move(stream)) {}

  internal::CheckedStream stream_;
};

// Opens one message, and hands out plaintext that is UNVERIFIED: anybody may have made it or
// changed it, until Finish has returned OK. If Finish does not, or is never reached, everything
// that Update has written has to be thrown away, unseen by whoever would act on it.
//
// The rest is as for Sealer.
class UnverifiedOpener {
 public:
  [[nodiscard]] static absl::StatusOr<UnverifiedOpener> New(
      absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce,
      absl::Span<const uint8_t> additional_data);

  // Writes what ciphertext, the next piece of the message without its tag, decrypts to, unverified,
  // to dst.
  [[nodiscard]] absl::Status Update(absl::Span<uint8_t> dst, absl::Span<const uint8_t> ciphertext);

  // Ends the message. OK if tag, 16 bytes, is the one that it was sealed with: then, and only then,
  // all that was written is the plaintext.
  //
  // Unauthenticated, with an empty message, if it is not; InvalidArgument for another size of tag:
  // the message goes on then.
  [[nodiscard]] absl::Status Finish(absl::Span<const uint8_t> tag);

 private:
  explicit UnverifiedOpener(internal::Stream stream)
      : stream_("UnverifiedOpener", std::move(stream)) {}

  internal::CheckedStream stream_;
};

}  // namespace keystream::chacha20poly1305

#endif  // KEYSTREAM_CHACHA20POLY1305_INCREMENTAL_H_
