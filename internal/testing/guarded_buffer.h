// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_TESTING_GUARDED_BUFFER_H_
#define KEYSTREAM_INTERNAL_TESTING_GUARDED_BUFFER_H_

#include <cstddef>
#include <cstdint>

namespace keystream::internal {

// Memory with an inaccessible page before and after it, so that a read or write of one byte too far
// ends the test, in assembly too, which sanitizers do not see into.
//
//   | no access |<-------- whole pages -------->| no access |
//               ^ First()        Last(n) ^<- n ->
class GuardedBuffer {
 public:
  // Room for size bytes; the program ends if there is none.
  explicit GuardedBuffer(size_t size);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  // The size of the memory, in whole pages.
  size_t size() const { return size_; }
  // The first bytes, which the page before borders on.
  uint8_t* First() const { return data_; }
  // The last n bytes, n <= size(), which the page after borders on.
  uint8_t* Last(size_t n) const { return data_ + size_ - n; }

 private:
  size_t page_;
  size_t size_;
  uint8_t* data_;
};

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_GUARDED_BUFFER_H_
