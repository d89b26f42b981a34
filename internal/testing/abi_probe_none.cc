// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/testing/abi_probe.h"

namespace keystream::internal {

bool HasAbiProbe() { return false; }

AbiReport CallWordsWithAbiProbe(Tier, void (*)(), absl::Span<const uint64_t>) { return {}; }

}  // namespace keystream::internal
