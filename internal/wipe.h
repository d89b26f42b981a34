// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_WIPE_H_
#define KEYSTREAM_INTERNAL_WIPE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace keystream::internal {

// Sets size bytes at data to zero in a way that the compiler can't drop, though nothing reads them
// afterwards: the empty asm is told that the memory is read. Inline, so that a small object of
// known size costs a few stores.
inline void Wipe(void* data, size_t size) {
  std::memset(data, 0, size);
  __asm__ __volatile__("" : : "r"(data) : "memory");
}

// The same for a whole object, by stores of 16 bytes: gcc would make of a memset of a known size of
// some hundred bytes a rep stos, which takes longer to start than all of them.
template <typename T>
inline void Wipe(T& object) {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
  struct Chunk {
    uint64_t words[2];
  };
  auto* bytes = reinterpret_cast<unsigned char*>(&object);
  constexpr size_t kSize = sizeof(T), kChunks = kSize / sizeof(Chunk);
  for (size_t i = 0; i < kChunks; ++i) {
    const Chunk zero = {};
    std::memcpy(bytes + i * sizeof(Chunk), &zero, sizeof(Chunk));
    __asm__ __volatile__("" : : "r"(bytes) : "memory");  // lest it become a memset after all
  }
  constexpr size_t kRest = kSize % sizeof(Chunk);
  if constexpr (kRest > 0) Wipe(bytes + kChunks * sizeof(Chunk), kRest);
}

// Wipes an object of the caller's when the scope ends, on every path out of it.
template <typename T>
class ScopedWipe {
 public:
  explicit ScopedWipe(T& object) : object_(object) {}
  ~ScopedWipe() { Wipe(object_); }
  ScopedWipe(const ScopedWipe&) = delete;
  ScopedWipe& operator=(const ScopedWipe&) = delete;

 private:
  T& object_;
};

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_WIPE_H_
