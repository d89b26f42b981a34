// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The ChaCha20 stream cipher of RFC 8439 (section 2.4) and XChaCha20 of draft-irtf-cfrg-xchacha-03.
//
//   absl::StatusOr<keystream::chacha20::Cipher> cipher =
//       keystream::chacha20::Cipher::NewUnauthenticatedCipher(key, nonce);
//   if (!cipher.ok()) return cipher.status();
//   absl::Status status = cipher->XORKeyStream(dst, src);  // as often as there is input
//
// The cipher encrypts; it does not authenticate. Whoever can change the ciphertext changes the
// plaintext bit for bit, unseen: most programs want chacha20poly1305 instead. A key and nonce pair
// gives one key stream of 2^32 blocks of 64 bytes, 256 GiB; no byte of it may be used for two
// different messages, or their xor is known to all.
//
// Decryption is the same operation as encryption. No call allocates, except for the message of an
// error. Errors name the argument, what it was and what is allowed; everything is checked before
// the first byte is written, so after an error dst, position and counter are as they were.

#ifndef KEYSTREAM_CHACHA20_CHACHA20_H_
#define KEYSTREAM_CHACHA20_CHACHA20_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "chacha20/core.h"

namespace keystream::chacha20 {

inline constexpr size_t kKeySize = 32;
inline constexpr size_t kNonceSize = 12;
inline constexpr size_t kNonceSizeX = 24;  // of XChaCha20
inline constexpr size_t kBlockSize = 64;

// A key stream and a position in it. Any split of a message into calls gives the same output.
//
// Move-only. Not thread-safe: a Cipher is used by one thread at a time. Key, state and buffered key
// stream are wiped when it is destroyed, moved from or assigned over; a Cipher that was moved from
// answers FailedPrecondition to everything until it is assigned to.
class Cipher {
  // Lets StatusOr make one in place, and nobody else: only a Cipher can make a Private. Its
  // constructor is explicit, since {} would become one otherwise.
  class Private {
    explicit Private() = default;
    friend class Cipher;
  };

 public:
  // A cipher at block 0 of the key stream of key, which is 32 bytes, and nonce, which is 12 (RFC
  // 8439) or 24 (XChaCha20: draft-irtf-cfrg-xchacha-03, section 2.3). Both are copied. The name is
  // Go's, and says what the result does not do.
  //
  // InvalidArgument for any other size.
  [[nodiscard]] static absl::StatusOr<Cipher> NewUnauthenticatedCipher(
      absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce);

  Cipher(Cipher&& other) noexcept;
  Cipher& operator=(Cipher&& other) noexcept;
  ~Cipher();

  // Writes src xor the next src.size() bytes of key stream to dst[0, src.size()); what dst has
  // beyond that is not touched. dst and src are the same memory or don't overlap. An empty src does
  // nothing, whatever dst is.
  //
  // InvalidArgument if dst is shorter than src or dst[0, src.size()) overlaps src inexactly;
  // OutOfRange if fewer than src.size() bytes are left of the 2^38 of the key stream: block
  // 2^32 - 1 is usable to its last byte.
  [[nodiscard]] absl::Status XORKeyStream(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src);

  // Goes forward to the start of block counter (RFC 8439 starts messages at block 1), which may be
  // any block that has not been begun. What is left of a block that has been begun is dropped.
  //
  // OutOfRange if counter is below that: the bytes would be used twice. After the last byte of the
  // key stream that is every counter.
  [[nodiscard]] absl::Status SetCounter(uint32_t counter);

  // Goes forward to the next block boundary, dropping what is left of the block begun; at a
  // boundary it does nothing.
  [[nodiscard]] absl::Status Advance();

  // For NewUnauthenticatedCipher alone, which has checked the sizes.
  Cipher(Private, absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce);

 private:
  // The unused key stream is the end of buffer_, so that one number says where it begins and how
  // much there is. It always ends at a block boundary.
  //
  //   buffer_ | never held key stream | used, not wiped yet |   unused   |
  //                                   |<---------- dirty_ ------------->|
  //                                                         |<buffered_>| = block next_block_ - 1
  static constexpr size_t kBufferSize = internal::kBufferBlocks * kBlockSize;

  [[nodiscard]] absl::Status XORKeyStreamInFull(absl::Span<uint8_t> dst,
                                                absl::Span<const uint8_t> src);
  void Refill(size_t min_blocks);
  void TakeFrom(Cipher& other);
  void WipeSecrets();

  const internal::Core* core_;  // null: moved from, and nothing is buffered
  internal::State state_;
  uint64_t next_block_;  // the first block that is neither used nor in buffer_; 2^32: there is none
  uint32_t buffered_;
  uint32_t dirty_;
  uint32_t refill_blocks_;  // of the next refill
  uint8_t buffer_[kBufferSize];
};

// XORKeyStream for a whole message at once: src xor the key stream of key (32 bytes) and nonce (12,
// or 24 for XChaCha20) from block counter on is written to dst[0, src.size()). Nothing is kept.
// What holds for dst and src of Cipher::XORKeyStream holds here.
//
// InvalidArgument for a wrong size of key or nonce, a dst shorter than src or an inexact overlap;
// OutOfRange if the message would need a block after 2^32 - 1.
[[nodiscard]] absl::Status XORKeyStream(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src,
                                        absl::Span<const uint8_t> key,
                                        absl::Span<const uint8_t> nonce, uint32_t counter);

// HChaCha20 (draft-irtf-cfrg-xchacha-03, section 2.2): derives a key of 32 bytes, written to out,
// from key, which is 32 bytes, and nonce, which is 16. They may overlap in any way.
//
// InvalidArgument for any other size, of out too.
[[nodiscard]] absl::Status HChaCha20(absl::Span<uint8_t> out, absl::Span<const uint8_t> key,
                                     absl::Span<const uint8_t> nonce);

// The name of the core that runs on this machine: "generic", "ssse3", "avx2", "avx512" and so on.
absl::string_view CoreName();

}  // namespace keystream::chacha20

#endif  // KEYSTREAM_CHACHA20_CHACHA20_H_
