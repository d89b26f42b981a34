// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/incremental.h"

#include "absl/base/optimization.h"
#include "absl/strings/str_cat.h"
#include "chacha20poly1305/chacha20poly1305.h"
#include "chacha20poly1305/errors.h"
#include "internal/alias.h"
#include "internal/errors.h"

namespace keystream::chacha20poly1305 {
namespace internal {

using keystream::internal::InexactOverlap;
using keystream::internal::MovedFrom;
using keystream::internal::Overlaps;
using keystream::internal::WrongSize;

CheckedStream::CheckedStream(CheckedStream&& other) noexcept
    : name_(other.name_),
      state_(std::exchange(other.state_, State::kMovedFrom)),
      stream_(std::move(other.stream_)) {}

CheckedStream& CheckedStream::operator=(CheckedStream&& other) noexcept {
  if (this != &other) {
    state_ = std::exchange(other.state_, State::kMovedFrom);
    stream_ = std::move(other.stream_);
  }
  return *this;
}

absl::StatusOr<Stream> CheckedStream::New(absl::Span<const uint8_t> key,
                                          absl::Span<const uint8_t> nonce,
                                          absl::Span<const uint8_t> additional_data) {
  if (key.size() != kKeySize) return WrongSize(kPackage, "key", key.size(), "32");
  if (nonce.size() != kNonceSize && nonce.size() != kNonceSizeX) {
    return WrongSize(kPackage, "nonce", nonce.size(), "12 or 24");
  }
  absl::StatusOr<Stream> stream = Stream::New(key, nonce);
  if (!stream.ok()) return stream;
  const absl::Status status = stream->AddAdditionalData(additional_data);
  if (!status.ok()) return status;
  return stream;
}

absl::Status CheckedStream::CheckOpen() const {
  if (ABSL_PREDICT_TRUE(state_ == State::kOpen)) return absl::OkStatus();
  if (state_ == State::kMovedFrom) return MovedFrom(kPackage, name_);
  return absl::FailedPreconditionError(
      absl::StrCat(kPackage, ": this ", name_, " has finished its message"));
}

absl::Status CheckedStream::CheckUpdate(absl::Span<uint8_t> dst, absl::string_view src_name,
                                        absl::Span<const uint8_t> src) const {
  if (absl::Status status = CheckOpen(); !status.ok()) return status;
  if (ABSL_PREDICT_FALSE(dst.size() != src.size())) {
    return WrongDstSize(dst.size(), src.size(), src_name, src.size());
  }
  const uint64_t left = kMaxPlaintextSize - stream_.text_size();
  if (ABSL_PREDICT_FALSE(src.size() > left)) return TooLong(src_name, src.size(), left);
  if (ABSL_PREDICT_FALSE(InexactOverlap(dst.data(), src.data(), src.size()))) {
    return Overlaps(kPackage, "dst", dst.data(), src_name, src.data());
  }
  return absl::OkStatus();
}

absl::Status CheckedStream::CheckFinish(size_t tag_size) const {
  if (absl::Status status = CheckOpen(); !status.ok()) return status;
  if (tag_size != kTagSize) return WrongSize(kPackage, "tag", tag_size, "16");
  return absl::OkStatus();
}

}  // namespace internal

absl::StatusOr<Sealer> Sealer::New(absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce,
                                   absl::Span<const uint8_t> additional_data) {
  absl::StatusOr<internal::Stream> stream =
      internal::CheckedStream::New(key, nonce, additional_data);
  if (!stream.ok()) return stream.status();
  return Sealer(*std::move(stream));
}

absl::Status Sealer::Update(absl::Span<uint8_t> dst, absl::Span<const uint8_t> plaintext) {
  const absl::Status status = stream_.CheckUpdate(dst, "plaintext", plaintext);
  return status.ok() ? stream_.stream().Seal(dst, plaintext) : status;
}

absl::Status Sealer::Finish(absl::Span<uint8_t> tag) {
  if (absl::Status status = stream_.CheckFinish(tag.size()); !status.ok()) return status;
  stream_.Finished();
  return stream_.stream().Sum(tag);
}

absl::StatusOr<UnverifiedOpener> UnverifiedOpener::New(absl::Span<const uint8_t> key,
                                                       absl::Span<const uint8_t> nonce,
                                                       absl::Span<const uint8_t> additional_data) {
  absl::StatusOr<internal::Stream> stream =
      internal::CheckedStream::New(key, nonce, additional_data);
  if (!stream.ok()) return stream.status();
  return UnverifiedOpener(*std::move(stream));
}

absl::Status UnverifiedOpener::Update(absl::Span<uint8_t> dst,
                                      absl::Span<const uint8_t> ciphertext) {
  const absl::Status status = stream_.CheckUpdate(dst, "ciphertext", ciphertext);
  return status.ok() ? stream_.stream().Open(dst, ciphertext) : status;
}

absl::Status UnverifiedOpener::Finish(absl::Span<const uint8_t> tag) {
  if (absl::Status status = stream_.CheckFinish(tag.size()); !status.ok()) return status;
  stream_.Finished();
  return stream_.stream().Verify(tag);
}

}  // namespace keystream::chacha20poly1305
