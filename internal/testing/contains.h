// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_TESTING_CONTAINS_H_
#define KEYSTREAM_INTERNAL_TESTING_CONTAINS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "absl/types/span.h"

namespace keystream::internal {

// Whether memory holds, at any offset, eight bytes of secret that begin at one of its words of
// four: as they are, or with the bytes of each word reversed, as a big-endian machine keeps words
// that it has read.
inline bool ContainsPieceOf(absl::Span<const uint8_t> secret, absl::Span<const uint8_t> memory) {
  std::vector<uint64_t> pieces;
  for (size_t i = 0; i + 8 <= memory.size(); ++i) {
    uint64_t piece;
    std::memcpy(&piece, memory.data() + i, sizeof(piece));
    if (piece != 0) pieces.push_back(piece);
  }
  std::sort(pieces.begin(), pieces.end());
  for (size_t i = 0; i + 8 <= secret.size(); i += 4) {
    uint32_t words[2], reversed[2];
    std::memcpy(words, secret.data() + i, sizeof(words));
    reversed[0] = __builtin_bswap32(words[0]);
    reversed[1] = __builtin_bswap32(words[1]);
    for (const auto& two : {words, reversed}) {
      uint64_t piece;
      std::memcpy(&piece, two, sizeof(piece));
      if (std::binary_search(pieces.begin(), pieces.end(), piece)) return true;
    }
  }
  return false;
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_CONTAINS_H_
