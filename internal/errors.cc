// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/errors.h"

#include <cstdint>

#include "absl/strings/str_cat.h"

namespace keystream::internal {

absl::Status WrongSize(absl::string_view package, absl::string_view argument, size_t size,
                       absl::string_view allowed) {
  return absl::InvalidArgumentError(
      absl::StrCat(package, ": ", argument, " is ", size, " bytes, must be ", allowed));
}

absl::Status TooShort(absl::string_view package, absl::string_view dst, size_t dst_size,
                      absl::string_view src, size_t src_size) {
  return absl::InvalidArgumentError(absl::StrCat(package, ": ", dst, " is ", dst_size,
                                                 " bytes, must be at least the ", src_size, " of ",
                                                 src));
}

absl::Status Overlaps(absl::string_view package, absl::string_view dst, const void* dst_begin,
                      absl::string_view src, const void* src_begin) {
  const auto d = reinterpret_cast<uintptr_t>(dst_begin);
  const auto s = reinterpret_cast<uintptr_t>(src_begin);
  return absl::InvalidArgumentError(
      absl::StrCat(package, ": ", dst, " begins ", d < s ? s - d : d - s, " bytes ",
                   d < s ? "before " : "after ", src,
                   " and overlaps it; they must be the same memory or apart"));
}

absl::Status MovedFrom(absl::string_view package, absl::string_view object) {
  return absl::FailedPreconditionError(absl::StrCat(package, ": this ", object, " was moved from"));
}

}  // namespace keystream::internal
