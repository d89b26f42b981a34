// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The errors that several packages return, so that they read the same everywhere: which argument,
// what it was and what is allowed. Sizes and counters are named, bytes never. Out of line, since
// nobody is in a hurry to fail.

#ifndef KEYSTREAM_INTERNAL_ERRORS_H_
#define KEYSTREAM_INTERNAL_ERRORS_H_

#include <cstddef>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace keystream::internal {

// InvalidArgument: "chacha20: key is 31 bytes, must be 32".
ABSL_ATTRIBUTE_COLD absl::Status WrongSize(absl::string_view package, absl::string_view argument,
                                           size_t size, absl::string_view allowed);

// InvalidArgument: "chacha20: dst is 3 bytes, must be at least the 5 of src".
ABSL_ATTRIBUTE_COLD absl::Status TooShort(absl::string_view package, absl::string_view dst,
                                          size_t dst_size, absl::string_view src, size_t src_size);

// InvalidArgument: "chacha20: dst begins 3 bytes after src and overlaps it; they must be the same
// memory or apart".
ABSL_ATTRIBUTE_COLD absl::Status Overlaps(absl::string_view package, absl::string_view dst,
                                          const void* dst_begin, absl::string_view src,
                                          const void* src_begin);

// FailedPrecondition: "chacha20: this Cipher was moved from".
ABSL_ATTRIBUTE_COLD absl::Status MovedFrom(absl::string_view package, absl::string_view object);

// The answer to every forgery. Its message is empty, so that nothing is allocated.
inline absl::Status Unauthenticated() {
  return absl::Status(absl::StatusCode::kUnauthenticated, "");
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_ERRORS_H_
