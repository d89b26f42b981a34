// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>

#include "poly1305/core.h"

namespace keystream::poly1305::internal {
namespace {

using keystream::internal::Tier;

// The assembly has these offsets written down.
static_assert(offsetof(State, h) == 0 && offsetof(State, r) == 24);

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, keystream_poly1305_update_generic64, nullptr, 0},
    // A longer message is one for the vector registers, which short_sum does not use.
    {"neon", Tier::kNeon, keystream_poly1305_update_neon, keystream_poly1305_short_sum_arm64, 383},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::poly1305::internal
