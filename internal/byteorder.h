// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Little-endian integers at any alignment, on machines of either byte order. A load or store
// compiles to one instruction.

#ifndef KEYSTREAM_INTERNAL_BYTEORDER_H_
#define KEYSTREAM_INTERNAL_BYTEORDER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace keystream::internal {

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
inline constexpr bool kBigEndian = true;
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
inline constexpr bool kBigEndian = false;
#else
#error "keystream knows big-endian and little-endian machines"
#endif

inline uint32_t LittleEndian(uint32_t x) { return kBigEndian ? __builtin_bswap32(x) : x; }
inline uint64_t LittleEndian(uint64_t x) { return kBigEndian ? __builtin_bswap64(x) : x; }

inline uint32_t LoadLE32(const uint8_t* p) {
  uint32_t x;
  std::memcpy(&x, p, sizeof(x));
  return LittleEndian(x);
}

inline uint64_t LoadLE64(const uint8_t* p) {
  uint64_t x;
  std::memcpy(&x, p, sizeof(x));
  return LittleEndian(x);
}

// n words from 4 * n bytes.
inline void LoadLE32Words(uint32_t* words, const uint8_t* p, size_t n) {
  std::memcpy(words, p, 4 * n);
  if (kBigEndian) {
    for (size_t i = 0; i < n; ++i) words[i] = LittleEndian(words[i]);
  }
}

inline void StoreLE32(uint8_t* p, uint32_t x) {
  x = LittleEndian(x);
  std::memcpy(p, &x, sizeof(x));
}

inline void StoreLE64(uint8_t* p, uint64_t x) {
  x = LittleEndian(x);
  std::memcpy(p, &x, sizeof(x));
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_BYTEORDER_H_
