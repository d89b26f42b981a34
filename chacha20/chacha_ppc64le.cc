// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20/core.h"

#if !defined(__LITTLE_ENDIAN__)
#error "the cores are for little-endian machines: build with --//internal:generic_only"
#endif

namespace keystream::chacha20::internal {
namespace {

using keystream::internal::Tier;

// The sizes of refills: four blocks are the least that columns make, and the cost of a block falls
// little from eight on.
constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, keystream_chacha20_xorKeyStreamBlocks_generic, 1, 1, true, nullptr},
    {"vsx", Tier::kVsx, keystream_chacha20_xorKeyStreamBlocks_vsx, 4, 8, false, nullptr},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::chacha20::internal
