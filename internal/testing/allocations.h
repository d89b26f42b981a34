// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_TESTING_ALLOCATIONS_H_
#define KEYSTREAM_INTERNAL_TESTING_ALLOCATIONS_H_

#include <cstddef>

namespace keystream::internal {

// How often operator new was called so far in this program, which linking this library replaces.
size_t Allocations();

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_ALLOCATIONS_H_
