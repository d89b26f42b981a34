// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20/core.h"

namespace keystream::chacha20::internal {
namespace {

using keystream::internal::Tier;

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, keystream_chacha20_xorKeyStreamBlocks_generic, 1, 1, true},
    {"ssse3", Tier::kSsse3, keystream_chacha20_xorKeyStreamBlocks_ssse3, 4, 4, false},
    {"avx2", Tier::kAvx2, keystream_chacha20_xorKeyStreamBlocks_avx2, 4, 8, false},
    {"avx512", Tier::kAvx512, keystream_chacha20_xorKeyStreamBlocks_avx512, 4, 16, false},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::chacha20::internal
