// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_CPU_TESTING_H_
#define KEYSTREAM_INTERNAL_CPU_TESTING_H_

#include <atomic>

#include "internal/cpu.h"

namespace keystream::internal {

// Makes the whole library run at a lower tier than the machine's while it is in scope, for tests
// and benchmarks alone. Scopes may be nested; they are not for threads that run beside a change. An
// object that was made before keeps its core.
class ScopedTierForTesting {
 public:
  // A tier above the machine's is taken down to it: ask Supported first where that matters.
  explicit ScopedTierForTesting(Tier tier) : previous_(ActiveTier()) {
    Set(Supported(tier) ? tier : DetectTier());
  }
  ~ScopedTierForTesting() { Set(previous_); }
  ScopedTierForTesting(const ScopedTierForTesting&) = delete;
  ScopedTierForTesting& operator=(const ScopedTierForTesting&) = delete;

  static bool Supported(Tier tier) { return tier <= DetectTier(); }

 private:
  static void Set(Tier tier) {
    active_tier.store(static_cast<int>(tier), std::memory_order_relaxed);
  }

  const Tier previous_;
};

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_CPU_TESTING_H_
