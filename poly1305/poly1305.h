// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The Poly1305 one-time authenticator of RFC 8439 (section 2.5).
//
//   uint8_t tag[keystream::poly1305::kTagSize];
//   absl::Status status = keystream::poly1305::Sum(absl::MakeSpan(tag), message, one_time_key);
//
// A key is used for one message, once. Two tags of different messages under the same key tell
// whoever sees them enough to forge tags for any other message under it; nothing here can notice.
// Where messages share a key, as they do nearly everywhere, chacha20poly1305 is what is wanted: it
// derives a key of this kind for each nonce.
//
// No call allocates, except for the message of an error. Errors name the argument, what it was and
// what is allowed; everything is checked before the first byte is written.

#ifndef KEYSTREAM_POLY1305_POLY1305_H_
#define KEYSTREAM_POLY1305_POLY1305_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "poly1305/core.h"

namespace keystream::poly1305 {

inline constexpr size_t kKeySize = 32;  // r, then s
inline constexpr size_t kTagSize = 16;

// A message in pieces. Any split of a message into Writes gives the same tag.
//
// Move-only. Not thread-safe: a MAC is used by one thread at a time. Key, accumulator and buffer
// are wiped when it is destroyed, moved from or assigned over; a MAC that was moved from answers
// FailedPrecondition to everything until it is assigned to.
class MAC {
  // Lets StatusOr make one in place, and nobody else: only a MAC can make a Private. Its
  // constructor is explicit, since {} would become one otherwise.
  class Private {
    explicit Private() = default;
    friend class MAC;
  };

 public:
  // A MAC for one message, under key, which is 32 bytes and is used for no other message. It is
  // copied; r is clamped here (section 2.5.1).
  //
  // InvalidArgument for any other size.
  [[nodiscard]] static absl::StatusOr<MAC> New(absl::Span<const uint8_t> key);

  MAC(MAC&& other) noexcept;
  MAC& operator=(MAC&& other) noexcept;
  ~MAC();

  // Appends data, which may be of any size and empty, to the message.
  //
  // FailedPrecondition after Sum or Verify: the message has ended there, and going on would make
  // a second tag under the key.
  [[nodiscard]] absl::Status Write(absl::Span<const uint8_t> data);

  // Ends the message and writes its tag to tag, which is 16 bytes. Called again, it writes the same
  // tag again.
  //
  // InvalidArgument for any other size: the message goes on then.
  [[nodiscard]] absl::Status Sum(absl::Span<uint8_t> tag);

  // Ends the message and compares its tag with tag, which is 16 bytes, in a time that does not
  // depend on the bytes of either. It may be called again, and before or after Sum.
  //
  // Unauthenticated, with an empty message, if they differ; InvalidArgument for any other size: the
  // message goes on then.
  [[nodiscard]] absl::Status Verify(absl::Span<const uint8_t> tag);

  // For New alone, which has checked the size.
  MAC(Private, absl::Span<const uint8_t> key);

 private:
  absl::Status CheckTag(size_t tag_size) const;
  void EndMessage();
  void TakeFrom(MAC& other);
  void WipeSecrets();

  const internal::Core* core_;  // null: moved from
  internal::State state_;
  uint8_t buffered_;  // bytes of buffer_ that state_ has not seen, fewer than 16
  bool ended_;
  uint8_t buffer_[16];
};

// Writes the tag of msg, under key, to tag. tag is 16 bytes; key is 32, used for no other message.
// It is MAC for a message that is in one piece. tag may overlap msg and key.
//
// InvalidArgument for any other size.
[[nodiscard]] absl::Status Sum(absl::Span<uint8_t> tag, absl::Span<const uint8_t> msg,
                               absl::Span<const uint8_t> key);

// Compares tag, 16 bytes, with the tag of msg under key, 32 bytes, in a time that does not depend
// on the bytes of the tags.
//
// Unauthenticated, with an empty message, if they differ; InvalidArgument for any other size.
[[nodiscard]] absl::Status Verify(absl::Span<const uint8_t> tag, absl::Span<const uint8_t> msg,
                                  absl::Span<const uint8_t> key);

// The name of the core that runs on this machine: "generic", "ssse3", "avx2" and so on.
absl::string_view CoreName();

}  // namespace keystream::poly1305

#endif  // KEYSTREAM_POLY1305_POLY1305_H_
