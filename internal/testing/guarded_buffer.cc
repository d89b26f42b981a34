// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/testing/guarded_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace keystream::internal {

GuardedBuffer::GuardedBuffer(size_t size)
    : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))), size_((size + page_ - 1) / page_ * page_) {
  void* all = mmap(nullptr, size_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  data_ = static_cast<uint8_t*>(all) + page_;
  if (all == MAP_FAILED || mprotect(data_, size_, PROT_READ | PROT_WRITE) != 0) {
    std::perror("GuardedBuffer");
    std::abort();
  }
}

GuardedBuffer::~GuardedBuffer() { munmap(data_ - page_, size_ + 2 * page_); }

}  // namespace keystream::internal
