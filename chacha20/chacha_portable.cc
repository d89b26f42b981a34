// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20/core.h"

namespace keystream::chacha20::internal {
namespace {

using keystream::internal::Tier;

constexpr Core kCores[] = {
    {"generic", Tier::kGeneric, keystream_chacha20_xorKeyStreamBlocks_generic, 1, 1, true},
};

}  // namespace

absl::Span<const Core> Cores() { return kCores; }

}  // namespace keystream::chacha20::internal
