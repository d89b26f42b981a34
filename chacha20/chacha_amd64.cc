// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20/core.h"

namespace keystream::chacha20::internal {
namespace {

using keystream::internal::Tier;

// The sizes of refills are those at which the tables at the heads of the assembly files have the
// best cost of a block: 4 or 5 blocks for not much more than one, then the whole of a long pass.
constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, keystream_chacha20_xorKeyStreamBlocks_generic, 1, 1, true, nullptr},
    {"ssse3", Tier::kSsse3, keystream_chacha20_xorKeyStreamBlocks_ssse3, 4, 5, false,
     keystream_chacha20_passes_ssse3},
    {"avx2", Tier::kAvx2, keystream_chacha20_xorKeyStreamBlocks_avx2, 5, 9, false,
     keystream_chacha20_passes_avx2},
    {"avx512", Tier::kAvx512, keystream_chacha20_xorKeyStreamBlocks_avx512, 4, 16, false,
     keystream_chacha20_passes_avx512},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::chacha20::internal
