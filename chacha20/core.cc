// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20/core.h"

namespace keystream::chacha20::internal {

const Core& ActiveCore() {
  const keystream::internal::Tier tier = keystream::internal::ActiveTier();
  const absl::Span<const Core> cores = Cores();
  size_t i = cores.size() - 1;
  while (cores[i].tier > tier) --i;  // the first row is for every tier
  return cores[i];
}

}  // namespace keystream::chacha20::internal
