// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/wipe.h"

#include <pthread.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "absl/base/config.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "internal/testing/contains.h"
#include "internal/testing/guarded_buffer.h"

namespace keystream::internal {
namespace {

TEST(Wipe, SetsExactlyItsBytesToZero) {
  uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  Wipe(bytes + 2, 3);
  const uint8_t want[8] = {1, 2, 0, 0, 0, 6, 7, 8};
  EXPECT_EQ(std::memcmp(bytes, want, 8), 0);
  Wipe(bytes + 2, 0);
  EXPECT_EQ(std::memcmp(bytes, want, 8), 0);
  { ScopedWipe scoped(bytes); }
  EXPECT_EQ(absl::Span<const uint8_t>(bytes), absl::Span<const uint8_t>(std::vector<uint8_t>(8)));
}

// Leaves an array on the stack that nothing reads after the wipe, where a compiler would drop a
// plain memset.
__attribute__((noinline)) void UseSecret(const uint8_t* secret, bool wipe) {
  uint8_t copy[64];
  std::memcpy(copy, secret, sizeof(copy));
  __asm__ __volatile__("" : : "r"(copy) : "memory");  // the copy is used
  if (wipe) Wipe(copy);
}

// Runs UseSecret in a thread whose stack is ours, and says whether the secret is there afterwards.
bool StackHoldsSecret(bool wipe) {
  static uint8_t secret[64];
  for (size_t i = 0; i < sizeof(secret); ++i) secret[i] = static_cast<uint8_t>(37 * i + 11);
  GuardedBuffer stack(1 << 18);
  pthread_attr_t attributes;
  EXPECT_EQ(pthread_attr_init(&attributes), 0);
  EXPECT_EQ(pthread_attr_setstack(&attributes, stack.First(), stack.size()), 0);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    UseSecret(secret, *static_cast<bool*>(argument));
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread, &attributes, run, &wipe), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  EXPECT_EQ(pthread_attr_destroy(&attributes), 0);
  return ContainsPieceOf(secret, absl::MakeConstSpan(stack.First(), stack.size()));
}

TEST(Wipe, IsNotDroppedByTheCompiler) {
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
  GTEST_SKIP() << "AddressSanitizer keeps arrays on a stack of its own";
#endif
  EXPECT_TRUE(StackHoldsSecret(false)) << "this test looks in the wrong place";
  EXPECT_FALSE(StackHoldsSecret(true));
}

}  // namespace
}  // namespace keystream::internal
