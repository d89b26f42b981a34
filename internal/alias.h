// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_ALIAS_H_
#define KEYSTREAM_INTERNAL_ALIAS_H_

#include <cstddef>
#include <cstdint>

namespace keystream::internal {

// Whether [x, x + x_size) and [y, y + y_size) share a byte. Compared as integers, since the order
// of pointers into different objects is not defined; no size that an object can have makes the
// differences wrong.
inline bool AnyOverlap(const void* x, size_t x_size, const void* y, size_t y_size) {
  const auto a = reinterpret_cast<uintptr_t>(x);
  const auto b = reinterpret_cast<uintptr_t>(y);
  return x_size != 0 && y_size != 0 && (a <= b ? b - a < x_size : a - b < y_size);
}

// Whether [x, x + size) and [y, y + size) share a byte without being the same memory: what a cipher
// that works from front to back can't do, in either direction.
inline bool InexactOverlap(const void* x, const void* y, size_t size) {
  return x != y && AnyOverlap(x, size, y, size);
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_ALIAS_H_
