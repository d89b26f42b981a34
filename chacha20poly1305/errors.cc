// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/errors.h"

#include "absl/strings/str_cat.h"

namespace keystream::chacha20poly1305::internal {

absl::Status WrongDstSize(uint64_t size, uint64_t want, absl::string_view src, uint64_t src_size) {
  return absl::InvalidArgumentError(absl::StrCat(kPackage, ": dst is ", size, " bytes, must be ",
                                                 want, ": ", src, " is ", src_size, " bytes"));
}

absl::Status NotApart(absl::string_view x, absl::string_view y) {
  return absl::InvalidArgumentError(
      absl::StrCat(kPackage, ": ", x, " overlaps ", y, " where it may not"));
}

absl::Status TooLong(absl::string_view src, uint64_t size, uint64_t most) {
  return absl::OutOfRangeError(
      absl::StrCat(kPackage, ": ", src, " is ", size, " bytes, must be at most ", most));
}

}  // namespace keystream::chacha20poly1305::internal
