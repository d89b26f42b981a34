// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>

#include "poly1305/core.h"

namespace keystream::poly1305::internal {
namespace {

using keystream::internal::Tier;

// The assembly has these offsets written down.
static_assert(offsetof(State, h) == 0 && offsetof(State, r) == 24);
static_assert(offsetof(State, powers_form) == 56 && offsetof(State, powers) == 64);
static_assert(static_cast<int>(PowersForm::kChains) == 1);

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, keystream_poly1305_update_generic64, nullptr, 0},
    // A longer message is two chains for update, which wins then.
    {"ssse3", Tier::kSsse3, keystream_poly1305_update_ssse3, keystream_poly1305_short_sum_amd64,
     1535},
    {"avx2", Tier::kAvx2, keystream_poly1305_update_avx2, keystream_poly1305_short_sum_amd64, 1023},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::poly1305::internal
