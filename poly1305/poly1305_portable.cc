// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "poly1305/core.h"

namespace keystream::poly1305::internal {
namespace {

using keystream::internal::Tier;

#if defined(KEYSTREAM_POLY1305_HAS_UINT128)
constexpr Update* kGenericUpdate = keystream_poly1305_update_generic64;
#else
constexpr Update* kGenericUpdate = keystream_poly1305_update_generic32;
#endif

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, kGenericUpdate, nullptr, 0},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::poly1305::internal
