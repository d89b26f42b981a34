// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The errors of this package that others don't have.

#ifndef KEYSTREAM_CHACHA20POLY1305_ERRORS_H_
#define KEYSTREAM_CHACHA20POLY1305_ERRORS_H_

#include <cstdint>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace keystream::chacha20poly1305::internal {

inline constexpr absl::string_view kPackage = "chacha20poly1305";

// InvalidArgument: "chacha20poly1305: dst is 5 bytes, must be 21: plaintext is 5 bytes".
ABSL_ATTRIBUTE_COLD absl::Status WrongDstSize(uint64_t size, uint64_t want, absl::string_view src,
                                              uint64_t src_size);

// InvalidArgument: "chacha20poly1305: dst overlaps additional_data where it may not".
ABSL_ATTRIBUTE_COLD absl::Status NotApart(absl::string_view x, absl::string_view y);

// OutOfRange: "chacha20poly1305: plaintext is 274877906881 bytes, must be at most 274877906880".
ABSL_ATTRIBUTE_COLD absl::Status TooLong(absl::string_view src, uint64_t size, uint64_t most);

}  // namespace keystream::chacha20poly1305::internal

#endif  // KEYSTREAM_CHACHA20POLY1305_ERRORS_H_
