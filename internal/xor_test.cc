// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/xor.h"

#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"
#include "internal/testing/guarded_buffer.h"

namespace keystream::internal {
namespace {

TEST(XorBytes, EveryLengthBetweenGuardPagesApartAndInPlace) {
  constexpr size_t kMost = 300;
  GuardedBuffer a(kMost), b(kMost), dst(kMost);
  for (const bool at_end : {false, true}) {
    for (size_t size = 0; size <= kMost; ++size) {
      const auto place = [&](const GuardedBuffer& g) { return at_end ? g.Last(size) : g.First(); };
      uint8_t *x = place(a), *y = place(b), *out = place(dst);
      for (size_t i = 0; i < size; ++i) {
        x[i] = static_cast<uint8_t>(3 * i + 1);
        y[i] = static_cast<uint8_t>(7 * i + size);
      }
      std::memset(dst.First(), 0xa5, dst.size());
      XorBytes(out, x, y, size);
      for (size_t i = 0; i < size; ++i) ASSERT_EQ(out[i], x[i] ^ y[i]) << i << " of " << size;
      if (size < dst.size()) {
        ASSERT_EQ(at_end ? out[-1] : out[size], 0xa5) << size;
      }
      XorBytes(x, x, y, size);
      ASSERT_EQ(std::memcmp(x, out, size), 0) << "in place " << size;
    }
  }
}

}  // namespace
}  // namespace keystream::internal
