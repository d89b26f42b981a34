// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The AEAD ChaCha20-Poly1305 of RFC 8439 (section 2.8), and XChaCha20-Poly1305 of
// draft-irtf-cfrg-xchacha-03 (section 2): encryption of a message, with an authentication tag of 16
// bytes over it and over additional data that is not encrypted.
//
//   absl::StatusOr<keystream::chacha20poly1305::AEAD> aead =
//       keystream::chacha20poly1305::AEAD::New(key);
//   if (!aead.ok()) return aead.status();
//   std::vector<uint8_t> sealed(message.size() + keystream::chacha20poly1305::kTagSize);
//   absl::Status status = aead->Seal(absl::MakeSpan(sealed), nonce, message, additional_data);
//
// Nonces. A nonce is used for one message under a key, once. Where two messages share one, whoever
// sees them learns the xor of their plaintexts, and enough to forge messages under that nonce.
// Nothing here can notice. Count messages, where that can be done: 12 bytes suffice. At random,
// nonces of 12 bytes repeat with a probability of 2^-32 after 2^32 messages under a key, and that
// is as far as one should go; for 24 bytes (NewX) the same holds after 2^80 messages, which is
// never.
//
// Not key-committing: a ciphertext can be made that opens, to different plaintexts, under two keys
// or more. Where senders may know several keys, as with keys made of passwords or messages for many
// recipients, bind the key by other means.
//
// Which memory may be shared. Inputs may overlap each other in any way, and what is not listed may
// lie anywhere. Everything else is refused, as InvalidArgument, before the first byte is written:
//
//                              dst                             tag of SealDetached, SealPieces
//   plaintext, ciphertext      the same beginning, or apart    apart
//   additional data            apart                           apart
//   nonce                      anywhere                        anywhere
//   tag to be opened           anywhere                        -
//   dst                        -                               apart
//
// The key is copied when the AEAD is made, nonces and tags to be opened before the first write.
//
// Plaintext and additional data are read once, but for bytes near the ends of a piece, which may be
// read twice. Opening reads ciphertext twice, to authenticate and to decrypt it; sealing
// reads back the ciphertext that it has written to dst, to authenticate it. Nobody else may write
// to ciphertext that is being opened, or to dst, before the call returns: what is decrypted might
// not be what was authenticated, or the tag vouch for what somebody else put there.
//
// No call allocates, except for the message of an error. Errors name the argument, what it was and
// what is allowed; everything is checked before the first byte is written. A message that does not
// open is Unauthenticated, always with an empty message (which allocates nothing, as forgeries come
// at an attacker's pace), and dst is all zeros then. While Open runs, dst may hold plaintext that
// is not authenticated.

#ifndef KEYSTREAM_CHACHA20POLY1305_CHACHA20POLY1305_H_
#define KEYSTREAM_CHACHA20POLY1305_CHACHA20POLY1305_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace keystream::chacha20poly1305 {

inline constexpr size_t kKeySize = 32;
inline constexpr size_t kNonceSize = 12;
inline constexpr size_t kNonceSizeX = 24;  // of XChaCha20-Poly1305
inline constexpr size_t kTagSize = 16;
inline constexpr uint64_t kMaxPlaintextSize = (uint64_t{1} << 38) - 64;

// A key, and what can be done with it. Thread-safe, as nothing of it changes. Each copy wipes its
// key when it is destroyed, moved from or assigned over; one that was moved from answers
// FailedPrecondition to everything until it is assigned to.
class AEAD {
  // Lets StatusOr make one in place, and nobody else: only an AEAD can make a Private. Its
  // constructor is explicit, since {} would become one otherwise.
  class Private {
    explicit Private() = default;
    friend class AEAD;
  };

 public:
  // For nonces of 12 bytes (RFC 8439); key is 32 bytes, and copied.
  //
  // InvalidArgument for any other size.
  [[nodiscard]] static absl::StatusOr<AEAD> New(absl::Span<const uint8_t> key);

  // For nonces of 24 bytes (XChaCha20-Poly1305), each of which makes a key of its own first, as a
  // block of the cipher: a few hundred cycles a message.
  [[nodiscard]] static absl::StatusOr<AEAD> NewX(absl::Span<const uint8_t> key);

  AEAD(const AEAD&) = default;
  AEAD& operator=(const AEAD&) = default;
  AEAD(AEAD&& other) noexcept;
  AEAD& operator=(AEAD&& other) noexcept;
  ~AEAD();

  // Writes the ciphertext of plaintext and, behind it, the tag to dst, which is 16 bytes longer
  // than plaintext.
  //
  // InvalidArgument for any other size, of nonce too, and for an overlap that is not allowed;
  // OutOfRange for a plaintext of more than kMaxPlaintextSize bytes.
  [[nodiscard]] absl::Status Seal(absl::Span<uint8_t> dst, absl::Span<const uint8_t> nonce,
                                  absl::Span<const uint8_t> plaintext,
                                  absl::Span<const uint8_t> additional_data) const;

  // Writes the plaintext of ciphertext, the last 16 bytes of which are the tag, to dst, which is 16
  // bytes shorter.
  //
  // Unauthenticated, and a dst of zeros, if ciphertext, nonce and additional_data are not what Seal
  // was given and gave, or ciphertext is shorter than a tag, whatever the size of dst is then.
  // Other errors as for Seal.
  [[nodiscard]] absl::Status Open(absl::Span<uint8_t> dst, absl::Span<const uint8_t> nonce,
                                  absl::Span<const uint8_t> ciphertext,
                                  absl::Span<const uint8_t> additional_data) const;

  // Seal and Open with the tag, 16 bytes, in a place of its own. dst is as long as plaintext or
  // ciphertext.
  [[nodiscard]] absl::Status SealDetached(absl::Span<uint8_t> dst, absl::Span<uint8_t> tag,
                                          absl::Span<const uint8_t> nonce,
                                          absl::Span<const uint8_t> plaintext,
                                          absl::Span<const uint8_t> additional_data) const;
  [[nodiscard]] absl::Status OpenDetached(absl::Span<uint8_t> dst, absl::Span<const uint8_t> nonce,
                                          absl::Span<const uint8_t> ciphertext,
                                          absl::Span<const uint8_t> tag,
                                          absl::Span<const uint8_t> additional_data) const;

  // SealDetached and OpenDetached of a message in pieces (scatter and gather). What counts is the
  // pieces of each argument one after the other: their number and sizes are free, differ between
  // dst and source, and change nothing of the result. Byte i of dst may be byte i of the source,
  // however the two are cut; otherwise pieces of dst share no byte with the source or each other.
  // That is checked for each pair of pieces: they are meant to be dozens, not thousands.
  [[nodiscard]] absl::Status SealPieces(
      absl::Span<const absl::Span<uint8_t>> dst, absl::Span<uint8_t> tag,
      absl::Span<const uint8_t> nonce, absl::Span<const absl::Span<const uint8_t>> plaintext,
      absl::Span<const absl::Span<const uint8_t>> additional_data) const;
  [[nodiscard]] absl::Status OpenPieces(
      absl::Span<const absl::Span<uint8_t>> dst, absl::Span<const uint8_t> nonce,
      absl::Span<const absl::Span<const uint8_t>> ciphertext, absl::Span<const uint8_t> tag,
      absl::Span<const absl::Span<const uint8_t>> additional_data) const;

  // For New and NewX alone, which have checked the size.
  AEAD(Private, absl::Span<const uint8_t> key, size_t nonce_size);

 private:
  [[nodiscard]] static absl::StatusOr<AEAD> Make(absl::Span<const uint8_t> key, size_t nonce_size);
  [[nodiscard]] absl::Status CheckNonce(absl::Span<const uint8_t> nonce) const;
  void SealChecked(uint8_t* dst, uint8_t* tag, const uint8_t* nonce,
                   absl::Span<const uint8_t> plaintext,
                   absl::Span<const uint8_t> additional_data) const;
  [[nodiscard]] bool OpenChecked(uint8_t* dst, const uint8_t* nonce,
                                 absl::Span<const uint8_t> ciphertext, const uint8_t* tag,
                                 absl::Span<const uint8_t> additional_data) const;

  uint8_t key_[kKeySize];
  size_t nonce_size_;  // 0: moved from
};

// The name of the core that runs on this machine: "generic", "ssse3", "avx2", "avx512" and so on.
absl::string_view CoreName();

}  // namespace keystream::chacha20poly1305

#endif  // KEYSTREAM_CHACHA20POLY1305_CHACHA20POLY1305_H_
