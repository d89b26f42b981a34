// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/alias.h"

#include <algorithm>
#include <cstddef>

#include "gtest/gtest.h"

namespace keystream::internal {
namespace {

TEST(Alias, AgreesWithCountingSharedBytes) {
  char memory[32];
  for (size_t x = 0; x < 8; ++x) {
    for (size_t y = 0; y < 8; ++y) {
      for (size_t x_size = 0; x_size < 8; ++x_size) {
        for (size_t y_size = 0; y_size < 8; ++y_size) {
          const size_t begin = std::max(x, y), end = std::min(x + x_size, y + y_size);
          EXPECT_EQ(AnyOverlap(memory + x, x_size, memory + y, y_size), begin < end);
        }
        EXPECT_EQ(InexactOverlap(memory + x, memory + y, x_size),
                  x != y && std::max(x, y) < std::min(x, y) + x_size);
      }
    }
  }
}

TEST(Alias, EmptyNeverOverlaps) {
  char memory[2];
  EXPECT_FALSE(AnyOverlap(nullptr, 0, nullptr, 0));
  EXPECT_FALSE(AnyOverlap(memory, 0, memory, 2));
  EXPECT_FALSE(InexactOverlap(nullptr, memory, 0));
}

TEST(Alias, TheWholeAddressSpace) {
  const auto* low = reinterpret_cast<const char*>(16);
  const auto* high = reinterpret_cast<const char*>(~uintptr_t{0} - 16);
  EXPECT_TRUE(AnyOverlap(low, ~size_t{0} - 16, high, 1));
  EXPECT_FALSE(AnyOverlap(low, 16, high, 16));
}

}  // namespace
}  // namespace keystream::internal
