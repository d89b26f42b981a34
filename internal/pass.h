// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_PASS_H_
#define KEYSTREAM_INTERNAL_PASS_H_

#include <cstdint>

namespace keystream::internal {

// A row of a table that PASSES of internal/asm.h makes: where a pass of an assembly core begins.
// The last row has a begin of 0.
struct Pass {
  uint32_t begin;  // bytes from the start of the function
  char name[12];
};

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_PASS_H_
