// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/core.h"

namespace keystream::chacha20poly1305::internal {
namespace {

using keystream::internal::Tier;

// Block 0 and first_size are six blocks, which are one pass of chacha20's core. By the models of
// tools/count_instructions a text with a single woven pass takes as long as one without.
constexpr WovenKernels kWoven = {keystream_chacha20poly1305_seal_woven_vsx,
                                 keystream_chacha20poly1305_open_woven_vsx, 320, 320, 960};

constexpr Core kTable[] = {
    {"generic", Tier::kGeneric, SealComposed, OpenComposed, nullptr},
    {"vsx", Tier::kVsx, SealComposed, OpenComposed, &kWoven},
};

}  // namespace

constexpr absl::Span<const Core> kCores = kTable;

}  // namespace keystream::chacha20poly1305::internal
