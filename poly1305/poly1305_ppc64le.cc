// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>

#include "poly1305/core.h"

#if !defined(__LITTLE_ENDIAN__)
#error "the cores are for little-endian machines: build with --//internal:generic_only"
#endif

namespace keystream::poly1305::internal {
namespace {

using keystream::internal::Tier;

// The assembly has these offsets written down.
static_assert(offsetof(State, h) == 0 && offsetof(State, r) == 24);
static_assert(offsetof(State, powers_form) == 56 && offsetof(State, powers) == 64);
static_assert(static_cast<int>(PowersForm::kChains) == 1);

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, keystream_poly1305_update_generic64, nullptr, 0},
    // A longer message is two chains for update.
    {"vsx", Tier::kVsx, keystream_poly1305_update_ppc64le, keystream_poly1305_short_sum_ppc64le,
     767},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::poly1305::internal
