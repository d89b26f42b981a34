// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/chacha20poly1305.h"

#include <algorithm>
#include <cstring>

#include "absl/base/optimization.h"
#include "chacha20/core.h"
#include "chacha20poly1305/core.h"
#include "chacha20poly1305/errors.h"
#include "chacha20poly1305/stream.h"
#include "internal/alias.h"
#include "internal/errors.h"
#include "internal/wipe.h"

namespace keystream::chacha20poly1305 {
namespace {

using internal::ActiveCore;
using internal::kPackage;
using internal::NotApart;
using internal::TooLong;
using internal::WrongDstSize;
using keystream::internal::AnyOverlap;
using keystream::internal::MovedFrom;
using keystream::internal::Overlaps;
using keystream::internal::ScopedWipe;
using keystream::internal::Unauthenticated;
using keystream::internal::Wipe;
using keystream::internal::WrongSize;

static_assert(kMaxPlaintextSize == internal::kMaxTextSize);

using Piece = absl::Span<uint8_t>;
using ConstPiece = absl::Span<const uint8_t>;
using Pieces = absl::Span<const Piece>;
using ConstPieces = absl::Span<const ConstPiece>;

bool ShareBytes(ConstPiece x, ConstPiece y) {
  return AnyOverlap(x.data(), x.size(), y.data(), y.size());
}

void Clear(Piece dst) {
  if (!dst.empty()) std::memset(dst.data(), 0, dst.size());
}

// The state for key and a nonce of 12 or 24 bytes.
inline void InitState(chacha20::internal::State* state, const uint8_t* key, const uint8_t* nonce,
                      size_t nonce_size) {
  chacha20::internal::InitStateForNonce(state, chacha20::internal::ActiveCore(), key,
                                        absl::MakeConstSpan(nonce, nonce_size));
}

// What dst has to be for a source that holds text bytes of text, and the limit of those.
absl::Status CheckSizes(size_t dst, absl::string_view src_name, size_t src, size_t text,
                        size_t want_dst) {
  if (ABSL_PREDICT_FALSE(dst != want_dst)) return WrongDstSize(dst, want_dst, src_name, src);
  if (ABSL_PREDICT_FALSE(text > kMaxPlaintextSize)) {
    return TooLong(src_name, src, kMaxPlaintextSize + (src - text));
  }
  return absl::OkStatus();
}

absl::Status CheckTagSize(size_t size) {
  if (ABSL_PREDICT_FALSE(size != kTagSize)) return WrongSize(kPackage, "tag", size, "16");
  return absl::OkStatus();
}

absl::Status CheckOverlap(Piece dst, absl::string_view src_name, ConstPiece src, ConstPiece ad) {
  if (ABSL_PREDICT_FALSE(dst.data() != src.data() && ShareBytes(dst, src))) {
    return Overlaps(kPackage, "dst", dst.data(), src_name, src.data());
  }
  if (ABSL_PREDICT_FALSE(ShareBytes(dst, ad))) return NotApart("dst", "additional_data");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<AEAD> AEAD::Make(absl::Span<const uint8_t> key, size_t nonce_size) {
  if (key.size() != kKeySize) return WrongSize(kPackage, "key", key.size(), "32");
  return absl::StatusOr<AEAD>(absl::in_place, Private(), key, nonce_size);
}

absl::StatusOr<AEAD> AEAD::New(absl::Span<const uint8_t> key) { return Make(key, kNonceSize); }

absl::StatusOr<AEAD> AEAD::NewX(absl::Span<const uint8_t> key) { return Make(key, kNonceSizeX); }

AEAD::AEAD(Private, absl::Span<const uint8_t> key, size_t nonce_size) : nonce_size_(nonce_size) {
  std::memcpy(key_, key.data(), kKeySize);
}

AEAD::AEAD(AEAD&& other) noexcept : AEAD(static_cast<const AEAD&>(other)) {
  Wipe(other.key_);
  other.nonce_size_ = 0;
}

AEAD& AEAD::operator=(AEAD&& other) noexcept {
  if (this != &other) {
    *this = static_cast<const AEAD&>(other);
    Wipe(other.key_);
    other.nonce_size_ = 0;
  }
  return *this;
}

AEAD::~AEAD() { Wipe(key_); }

inline absl::Status AEAD::CheckNonce(absl::Span<const uint8_t> nonce) const {
  if (ABSL_PREDICT_TRUE(nonce.size() == nonce_size_ && nonce_size_ != 0)) return absl::OkStatus();
  if (nonce_size_ == 0) return MovedFrom(kPackage, "AEAD");
  return WrongSize(kPackage, "nonce", nonce.size(), nonce_size_ == kNonceSize ? "12" : "24");
}

inline void AEAD::SealChecked(uint8_t* dst, uint8_t* tag, const uint8_t* nonce,
                              absl::Span<const uint8_t> plaintext,
                              absl::Span<const uint8_t> additional_data) const {
  chacha20::internal::State state;
  const ScopedWipe wipe(state);
  InitState(&state, key_, nonce, nonce_size_);
  ActiveCore().seal(dst, tag, plaintext.data(), plaintext.size(), additional_data.data(),
                    additional_data.size(), &state);
}

inline bool AEAD::OpenChecked(uint8_t* dst, const uint8_t* nonce,
                              absl::Span<const uint8_t> ciphertext, const uint8_t* tag,
                              absl::Span<const uint8_t> additional_data) const {
  chacha20::internal::State state;
  const ScopedWipe wipe(state);
  InitState(&state, key_, nonce, nonce_size_);
  return ActiveCore().open(dst, ciphertext.data(), ciphertext.size(), tag, additional_data.data(),
                           additional_data.size(), &state);
}

absl::Status AEAD::Seal(absl::Span<uint8_t> dst, absl::Span<const uint8_t> nonce,
                        absl::Span<const uint8_t> plaintext,
                        absl::Span<const uint8_t> additional_data) const {
  const size_t size = plaintext.size();
  if (absl::Status status = CheckNonce(nonce); !status.ok()) return status;
  if (absl::Status status = CheckSizes(dst.size(), "plaintext", size, size, size + kTagSize);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckOverlap(dst, "plaintext", plaintext, additional_data);
      !status.ok()) {
    return status;
  }
  SealChecked(dst.data(), dst.data() + size, nonce.data(), plaintext, additional_data);
  return absl::OkStatus();
}

absl::Status AEAD::Open(absl::Span<uint8_t> dst, absl::Span<const uint8_t> nonce,
                        absl::Span<const uint8_t> ciphertext,
                        absl::Span<const uint8_t> additional_data) const {
  if (absl::Status status = CheckNonce(nonce); !status.ok()) return status;
  if (ABSL_PREDICT_FALSE(ciphertext.size() < kTagSize)) {
    if (absl::Status status = CheckOverlap(dst, "ciphertext", ciphertext, additional_data);
        !status.ok()) {
      return status;
    }
    Clear(dst);
    return Unauthenticated();
  }
  const size_t size = ciphertext.size() - kTagSize;
  if (absl::Status status = CheckSizes(dst.size(), "ciphertext", ciphertext.size(), size, size);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckOverlap(dst, "ciphertext", ciphertext, additional_data);
      !status.ok()) {
    return status;
  }
  if (ABSL_PREDICT_TRUE(OpenChecked(dst.data(), nonce.data(), ciphertext.first(size),
                                    ciphertext.data() + size, additional_data))) {
    return absl::OkStatus();
  }
  Clear(dst);
  return Unauthenticated();
}

absl::Status AEAD::SealDetached(absl::Span<uint8_t> dst, absl::Span<uint8_t> tag,
                                absl::Span<const uint8_t> nonce,
                                absl::Span<const uint8_t> plaintext,
                                absl::Span<const uint8_t> additional_data) const {
  if (absl::Status status = CheckNonce(nonce); !status.ok()) return status;
  if (absl::Status status = CheckTagSize(tag.size()); !status.ok()) return status;
  const size_t size = plaintext.size();
  if (absl::Status status = CheckSizes(dst.size(), "plaintext", size, size, size); !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckOverlap(dst, "plaintext", plaintext, additional_data);
      !status.ok()) {
    return status;
  }
  if (ShareBytes(tag, dst)) return NotApart("tag", "dst");
  if (ShareBytes(tag, plaintext)) return NotApart("tag", "plaintext");
  if (ShareBytes(tag, additional_data)) return NotApart("tag", "additional_data");
  SealChecked(dst.data(), tag.data(), nonce.data(), plaintext, additional_data);
  return absl::OkStatus();
}

absl::Status AEAD::OpenDetached(absl::Span<uint8_t> dst, absl::Span<const uint8_t> nonce,
                                absl::Span<const uint8_t> ciphertext, absl::Span<const uint8_t> tag,
                                absl::Span<const uint8_t> additional_data) const {
  if (absl::Status status = CheckNonce(nonce); !status.ok()) return status;
  if (absl::Status status = CheckTagSize(tag.size()); !status.ok()) return status;
  const size_t size = ciphertext.size();
  if (absl::Status status = CheckSizes(dst.size(), "ciphertext", size, size, size); !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckOverlap(dst, "ciphertext", ciphertext, additional_data);
      !status.ok()) {
    return status;
  }
  if (ABSL_PREDICT_TRUE(
          OpenChecked(dst.data(), nonce.data(), ciphertext, tag.data(), additional_data))) {
    return absl::OkStatus();
  }
  Clear(dst);
  return Unauthenticated();
}

// ---- Scatter and gather

namespace {

// A message of up to so many bytes, with additional data of up to so many, is gathered in a buffer,
// and made in one pass there; a longer one is streamed.
constexpr size_t kGatherText = 2048;
constexpr size_t kGatherAd = 256;

template <typename T>
absl::Status CheckTotal(absl::string_view name, absl::Span<const T> pieces, uint64_t* total) {
  *total = 0;
  for (const T& piece : pieces) {
    if (piece.size() > kMaxPlaintextSize - *total) {
      return TooLong(name, *total + piece.size(), kMaxPlaintextSize);
    }
    *total += piece.size();
  }
  return absl::OkStatus();
}

// The sizes, and every overlap of dst.
absl::Status CheckPieces(Pieces dst, absl::string_view src_name, ConstPieces src, ConstPieces ad,
                         uint64_t* size) {
  uint64_t dst_size;
  if (absl::Status status = CheckTotal(src_name, src, size); !status.ok()) return status;
  if (absl::Status status = CheckTotal("dst", dst, &dst_size); !status.ok()) return status;
  if (dst_size != *size) return WrongDstSize(dst_size, *size, src_name, *size);
  uintptr_t dst_offset = 0;
  for (size_t i = 0; i < dst.size(); ++i) {
    uintptr_t src_offset = 0;
    for (const ConstPiece piece : src) {
      // In place is where the first byte of the whole message would be the same.
      const uintptr_t dst_begin = reinterpret_cast<uintptr_t>(dst[i].data()) - dst_offset;
      const uintptr_t src_begin = reinterpret_cast<uintptr_t>(piece.data()) - src_offset;
      if (dst_begin != src_begin && ShareBytes(dst[i], piece)) return NotApart("dst", src_name);
      src_offset += piece.size();
    }
    for (const ConstPiece piece : ad) {
      if (ShareBytes(dst[i], piece)) return NotApart("dst", "additional_data");
    }
    for (const Piece other : dst.subspan(i + 1)) {
      if (ShareBytes(dst[i], other)) return NotApart("dst", "another piece of it");
    }
    dst_offset += dst[i].size();
  }
  return absl::OkStatus();
}

// Copies pieces to buffer if they fit, and says whether they do.
bool Gather(ConstPieces pieces, absl::Span<uint8_t> buffer, size_t* size) {
  *size = 0;
  for (const ConstPiece piece : pieces) {
    if (piece.size() > buffer.size() - *size) return false;
    if (!piece.empty()) std::memcpy(buffer.data() + *size, piece.data(), piece.size());
    *size += piece.size();
  }
  return true;
}

void Scatter(Pieces dst, const uint8_t* src) {
  for (const Piece piece : dst) {
    if (!piece.empty()) std::memcpy(piece.data(), src, piece.size());
    src += piece.size();
  }
}

// Calls f(dst, src) for pieces of the same size of both, in order, as long as it returns OK.
template <typename F>
absl::Status ForEachPair(Pieces dst, ConstPieces src, F f) {
  Piece out;
  absl::Status status;
  for (ConstPiece in : src) {
    while (status.ok() && !in.empty()) {
      while (out.empty()) {
        out = dst.front();
        dst.remove_prefix(1);
      }
      const size_t n = std::min(out.size(), in.size());
      status = f(out.first(n), in.first(n));
      out.remove_prefix(n);
      in.remove_prefix(n);
    }
  }
  return status;
}

absl::StatusOr<internal::Stream> NewStream(ConstPiece key, ConstPiece nonce, ConstPieces ad) {
  absl::StatusOr<internal::Stream> stream = internal::Stream::New(key, nonce);
  for (const ConstPiece piece : ad) {
    if (!stream.ok()) return stream;
    if (absl::Status status = stream->AddAdditionalData(piece); !status.ok()) return status;
  }
  return stream;
}

}  // namespace

absl::Status AEAD::SealPieces(absl::Span<const absl::Span<uint8_t>> dst, absl::Span<uint8_t> tag,
                              absl::Span<const uint8_t> nonce,
                              absl::Span<const absl::Span<const uint8_t>> plaintext,
                              absl::Span<const absl::Span<const uint8_t>> additional_data) const {
  uint64_t size;
  if (absl::Status status = CheckNonce(nonce); !status.ok()) return status;
  if (absl::Status status = CheckTagSize(tag.size()); !status.ok()) return status;
  if (absl::Status status = CheckPieces(dst, "plaintext", plaintext, additional_data, &size);
      !status.ok()) {
    return status;
  }
  for (const Piece piece : dst) {
    if (ShareBytes(tag, piece)) return NotApart("tag", "dst");
  }
  for (const ConstPiece piece : plaintext) {
    if (ShareBytes(tag, piece)) return NotApart("tag", "plaintext");
  }
  for (const ConstPiece piece : additional_data) {
    if (ShareBytes(tag, piece)) return NotApart("tag", "additional_data");
  }

  uint8_t ad[kGatherAd], text[kGatherText];
  size_t ad_size, text_size;
  if (size <= kGatherText && Gather(additional_data, absl::MakeSpan(ad), &ad_size)) {
    Gather(plaintext, absl::MakeSpan(text), &text_size);
    SealChecked(text, tag.data(), nonce.data(), absl::MakeConstSpan(text, text_size),
                absl::MakeConstSpan(ad, ad_size));
    Scatter(dst, text);  // text is ciphertext now
    return absl::OkStatus();
  }
  absl::StatusOr<internal::Stream> stream = NewStream(key_, nonce, additional_data);
  if (!stream.ok()) return stream.status();
  const absl::Status status =
      ForEachPair(dst, plaintext, [&](Piece out, ConstPiece in) { return stream->Seal(out, in); });
  return status.ok() ? stream->Sum(tag) : status;
}

absl::Status AEAD::OpenPieces(absl::Span<const absl::Span<uint8_t>> dst,
                              absl::Span<const uint8_t> nonce,
                              absl::Span<const absl::Span<const uint8_t>> ciphertext,
                              absl::Span<const uint8_t> tag,
                              absl::Span<const absl::Span<const uint8_t>> additional_data) const {
  uint64_t size;
  if (absl::Status status = CheckNonce(nonce); !status.ok()) return status;
  if (absl::Status status = CheckTagSize(tag.size()); !status.ok()) return status;
  if (absl::Status status = CheckPieces(dst, "ciphertext", ciphertext, additional_data, &size);
      !status.ok()) {
    return status;
  }

  uint8_t ad[kGatherAd], text[kGatherText];
  size_t ad_size, text_size;
  absl::Status status;
  if (size <= kGatherText && Gather(additional_data, absl::MakeSpan(ad), &ad_size)) {
    Gather(ciphertext, absl::MakeSpan(text), &text_size);
    if (OpenChecked(text, nonce.data(), absl::MakeConstSpan(text, text_size), tag.data(),
                    absl::MakeConstSpan(ad, ad_size))) {
      Scatter(dst, text);
    } else {
      status = Unauthenticated();
    }
    Wipe(text, text_size);
  } else {
    uint8_t want[kTagSize];  // tag may lie in dst
    std::memcpy(want, tag.data(), kTagSize);
    absl::StatusOr<internal::Stream> stream = NewStream(key_, nonce, additional_data);
    if (!stream.ok()) return stream.status();
    status = ForEachPair(dst, ciphertext,
                         [&](Piece out, ConstPiece in) { return stream->Open(out, in); });
    if (status.ok()) status = stream->Verify(want);
  }
  if (!status.ok()) {
    for (const Piece piece : dst) Clear(piece);
  }
  return status;
}

absl::string_view CoreName() { return ActiveCore().name; }

}  // namespace keystream::chacha20poly1305
