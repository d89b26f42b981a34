// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_XOR_H_
#define KEYSTREAM_INTERNAL_XOR_H_

#include <cstddef>
#include <cstdint>

namespace keystream::internal {

#pragma GCC diagnostic push
// Old 32-bit machines without SSE: how a vector is returned depends on the flags of the file there,
// but what is always inline returns nothing.
#pragma GCC diagnostic ignored "-Wpsabi"

// By value, and with the compiler's own memcpy, lest a word of key stream lie on the stack: clang
// leaves it there if it has an address, as it has for the memcpy of _FORTIFY_SOURCE.
template <typename Word>
__attribute__((always_inline)) inline Word XorWords(const uint8_t* a, const uint8_t* b) {
  Word x, y;
  __builtin_memcpy(&x, a, sizeof(x));
  __builtin_memcpy(&y, b, sizeof(y));
  return x ^ y;
}

#pragma GCC diagnostic pop

// The case of XorBytes in which sizeof(Word) <= n <= 2 * sizeof(Word), as two words that may
// overlap:
//
//   |<---- head ---->|
//          |<---- tail ---->|
//
// Both are computed before the first is stored, since dst may be a.
template <typename Word>
inline void XorTwoWords(uint8_t* dst, const uint8_t* a, const uint8_t* b, size_t n) {
  const size_t tail_begin = n - sizeof(Word);
  const Word head = XorWords<Word>(a, b);
  const Word tail = XorWords<Word>(a + tail_begin, b + tail_begin);
  __builtin_memcpy(dst, &head, sizeof(head));
  __builtin_memcpy(dst + tail_begin, &tail, sizeof(tail));
}

// Writes a[0, n) xor b[0, n) to dst[0, n), for the short pieces that go through a buffer: it reads
// and writes exactly those bytes, a few at a time. dst may be a; no other overlap is allowed.
// Always inline: a call of it, and the registers saved for that, are a third of the cost of 16
// bytes.
__attribute__((always_inline)) inline void XorBytes(uint8_t* dst, const uint8_t* a,
                                                    const uint8_t* b, size_t n) {
  typedef uint8_t Vector __attribute__((vector_size(16)));
  for (; n > 2 * sizeof(Vector); n -= sizeof(Vector)) {
    const Vector x = XorWords<Vector>(a, b);
    __builtin_memcpy(dst, &x, sizeof(x));
    dst += sizeof(x), a += sizeof(x), b += sizeof(x);
  }
  if (n >= sizeof(Vector)) {
    XorTwoWords<Vector>(dst, a, b, n);
  } else if (n >= sizeof(uint64_t)) {
    XorTwoWords<uint64_t>(dst, a, b, n);
  } else if (n >= sizeof(uint32_t)) {
    XorTwoWords<uint32_t>(dst, a, b, n);
  } else {
    for (size_t i = 0; i < n; ++i) dst[i] = static_cast<uint8_t>(a[i] ^ b[i]);
  }
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_XOR_H_
