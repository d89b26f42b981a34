// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Which passes of an assembly core a call went through, told by running it an instruction at a
// time.

#ifndef KEYSTREAM_INTERNAL_TESTING_PASS_TRACE_H_
#define KEYSTREAM_INTERNAL_TESTING_PASS_TRACE_H_

#include <functional>
#include <string>

#include "internal/pass.h"

namespace keystream::internal {

// The names of the passes that call, which calls function, went through, joined by blanks; one that
// follows itself is named once. Empty where a program can't be traced in this way: on other
// architectures than x86-64, and under emulators.
std::string TracePasses(const void* function, const Pass* passes,
                        const std::function<void()>& call);

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_PASS_TRACE_H_
