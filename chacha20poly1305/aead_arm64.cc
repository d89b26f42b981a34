// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/core.h"

namespace keystream::chacha20poly1305::internal {
namespace {

using keystream::internal::Tier;

// Block 0 and first_size are ten blocks, which are one pass of chacha20's core.
constexpr WovenKernels kWoven = {keystream_chacha20poly1305_seal_woven_neon,
                                 keystream_chacha20poly1305_open_woven_neon, 512, 576, 1088};

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, SealComposed, OpenComposed, nullptr},
    {"neon", Tier::kNeon, SealComposed, OpenComposed, &kWoven},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::chacha20poly1305::internal
