// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>

#include "chacha20/core.h"

namespace keystream::chacha20::internal {
namespace {

using keystream::internal::Tier;

// Four blocks take about as long as two, and ten are the longest pass.
// The assembly has these offsets written down.
static_assert(offsetof(State, words) == 0 && offsetof(State, first_round) == 64);

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, keystream_chacha20_xorKeyStreamBlocks_generic, 1, 1, true, nullptr},
    {"neon", Tier::kNeon, keystream_chacha20_xorKeyStreamBlocks_neon, 4, 10, true, nullptr},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::chacha20::internal
