// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_TESTING_CONTAINS_H_
#define KEYSTREAM_INTERNAL_TESTING_CONTAINS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace keystream::internal {

// Whether memory holds eight bytes of secret that begin at one of its words of four: as they are,
// or with the bytes of each word reversed, as a big-endian machine keeps words that it has read.
inline bool ContainsPieceOf(absl::Span<const uint8_t> secret, absl::Span<const uint8_t> memory) {
  for (size_t i = 0; i + 8 <= secret.size(); i += 4) {
    uint8_t piece[8], reversed[8];
    for (size_t j = 0; j < 8; ++j) {
      piece[j] = secret[i + j];
      reversed[j] = secret[i + j / 4 * 4 + 3 - j % 4];
    }
    for (const auto& p : {piece, reversed}) {
      if (std::search(memory.begin(), memory.end(), p, p + 8) != memory.end()) return true;
    }
  }
  return false;
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_CONTAINS_H_
