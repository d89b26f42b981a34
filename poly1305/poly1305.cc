// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "poly1305/poly1305.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/strings/str_cat.h"
#include "internal/errors.h"
#include "internal/wipe.h"

namespace keystream::poly1305 {
namespace {

using internal::ActiveCore;
using internal::Core;
using internal::Finish;
using internal::InitState;
using internal::PowersForm;
using internal::State;
using internal::TagsAreEqual;
using internal::Tail;
using keystream::internal::MovedFrom;
using keystream::internal::Unauthenticated;
using keystream::internal::Wipe;
using keystream::internal::WrongSize;

constexpr absl::string_view kPackage = "poly1305";
constexpr size_t kBlockSize = 16;

absl::Status CheckKeySize(size_t size) {
  if (ABSL_PREDICT_FALSE(size != kKeySize)) return WrongSize(kPackage, "key", size, "32");
  return absl::OkStatus();
}

absl::Status CheckTagSize(size_t size) {
  if (ABSL_PREDICT_FALSE(size != kTagSize)) return WrongSize(kPackage, "tag", size, "16");
  return absl::OkStatus();
}

ABSL_ATTRIBUTE_COLD absl::Status WriteAfterEnd(size_t size) {
  return absl::FailedPreconditionError(absl::StrCat(
      kPackage, ": Write of ", size, " bytes after Sum or Verify, which end the message"));
}

// The tag of a whole message, all sizes checked.
inline void OneShot(uint8_t* tag, absl::Span<const uint8_t> msg, const uint8_t* key) {
  const Core& core = ActiveCore();
  if (core.short_sum != nullptr && msg.size() <= core.short_sum_limit) {
    core.short_sum(tag, msg.data(), msg.size(), key);
    return;
  }
  State state;
  InitState(&state, key);
  if (!msg.empty()) core.update(&state, msg.data(), msg.size(), Tail::kMessageEnd);
  Finish(state, tag);
  Wipe(state);
}

}  // namespace

absl::StatusOr<MAC> MAC::New(absl::Span<const uint8_t> key) {
  if (absl::Status status = CheckKeySize(key.size()); !status.ok()) return status;
  return absl::StatusOr<MAC>(absl::in_place, Private(), key);
}

MAC::MAC(Private, absl::Span<const uint8_t> key)
    : core_(&ActiveCore()), buffered_(0), ended_(false) {
  InitState(&state_, key.data());
}

MAC::MAC(MAC&& other) noexcept { TakeFrom(other); }

MAC& MAC::operator=(MAC&& other) noexcept {
  if (this != &other) {
    WipeSecrets();
    TakeFrom(other);
  }
  return *this;
}

MAC::~MAC() { WipeSecrets(); }

void MAC::TakeFrom(MAC& other) {
  core_ = other.core_;
  if (core_ == nullptr) return;
  // Without the powers, which are not set before a core wants them, and are worked out anew.
  std::memcpy(&state_, &other.state_, offsetof(State, powers_form));
  state_.powers_form = PowersForm::kNone;
  buffered_ = other.buffered_;
  ended_ = other.ended_;
  std::memcpy(buffer_, other.buffer_, buffered_);
  other.WipeSecrets();
  other.core_ = nullptr;
}

void MAC::WipeSecrets() {
  Wipe(state_);
  Wipe(buffer_);
}

absl::Status MAC::Write(absl::Span<const uint8_t> data) {
  if (ABSL_PREDICT_FALSE(core_ == nullptr)) return MovedFrom(kPackage, "MAC");
  if (ABSL_PREDICT_FALSE(ended_)) return WriteAfterEnd(data.size());
  if (buffered_ > 0) {
    const size_t n = std::min(data.size(), kBlockSize - buffered_);
    if (n > 0) std::memcpy(buffer_ + buffered_, data.data(), n);
    buffered_ = static_cast<uint8_t>(buffered_ + n);
    if (buffered_ < kBlockSize) return absl::OkStatus();
    core_->update(&state_, buffer_, kBlockSize, Tail::kMessageEnd);
    data.remove_prefix(n);
  }
  const size_t rest = data.size() % kBlockSize;
  const size_t whole = data.size() - rest;
  if (whole > 0) core_->update(&state_, data.data(), whole, Tail::kMessageEnd);
  if (rest > 0) std::memcpy(buffer_, data.data() + whole, rest);
  buffered_ = static_cast<uint8_t>(rest);
  return absl::OkStatus();
}

absl::Status MAC::CheckTag(size_t tag_size) const {
  if (ABSL_PREDICT_FALSE(core_ == nullptr)) return MovedFrom(kPackage, "MAC");
  return CheckTagSize(tag_size);
}

void MAC::EndMessage() {
  if (buffered_ > 0) core_->update(&state_, buffer_, buffered_, Tail::kMessageEnd);
  buffered_ = 0;
  ended_ = true;
}

absl::Status MAC::Sum(absl::Span<uint8_t> tag) {
  if (absl::Status status = CheckTag(tag.size()); !status.ok()) return status;
  EndMessage();
  Finish(state_, tag.data());
  return absl::OkStatus();
}

absl::Status MAC::Verify(absl::Span<const uint8_t> tag) {
  if (absl::Status status = CheckTag(tag.size()); !status.ok()) return status;
  EndMessage();
  uint8_t expected[kTagSize];
  Finish(state_, expected);
  const bool equal = TagsAreEqual(expected, tag.data());
  Wipe(expected);
  return equal ? absl::OkStatus() : Unauthenticated();
}

absl::Status Sum(absl::Span<uint8_t> tag, absl::Span<const uint8_t> msg,
                 absl::Span<const uint8_t> key) {
  if (absl::Status status = CheckTagSize(tag.size()); !status.ok()) return status;
  if (absl::Status status = CheckKeySize(key.size()); !status.ok()) return status;
  OneShot(tag.data(), msg, key.data());
  return absl::OkStatus();
}

absl::Status Verify(absl::Span<const uint8_t> tag, absl::Span<const uint8_t> msg,
                    absl::Span<const uint8_t> key) {
  if (absl::Status status = CheckTagSize(tag.size()); !status.ok()) return status;
  if (absl::Status status = CheckKeySize(key.size()); !status.ok()) return status;
  uint8_t expected[kTagSize];
  OneShot(expected, msg, key.data());
  const bool equal = TagsAreEqual(expected, tag.data());
  Wipe(expected);
  return equal ? absl::OkStatus() : Unauthenticated();
}

absl::string_view CoreName() { return ActiveCore().name; }

}  // namespace keystream::poly1305
