// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/core.h"

namespace keystream::chacha20poly1305::internal {
namespace {

using keystream::internal::Tier;

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, SealComposed, OpenComposed, nullptr},
    {"ssse3", Tier::kSsse3, SealComposed, OpenComposed, nullptr},
    {"avx2", Tier::kAvx2, SealComposed, OpenComposed, nullptr},
    {"avx512", Tier::kAvx512, SealComposed, OpenComposed, nullptr},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::chacha20poly1305::internal
