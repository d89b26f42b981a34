// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Calls an assembly function and looks at what it leaves behind: whether it kept what the
// platform's ABI makes it keep, and what it left in the registers and below the stack pointer.

#ifndef KEYSTREAM_INTERNAL_TESTING_ABI_PROBE_H_
#define KEYSTREAM_INTERNAL_TESTING_ABI_PROBE_H_

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"
#include "internal/cpu.h"

namespace keystream::internal {

struct AbiReport {
  // What the function had to keep and did not, by name: callee-saved registers, the stack pointer,
  // the control state and, on ppc64le, what is below the red zone. Empty when all is well.
  std::vector<std::string> broken;
  // Everything that it could have left a secret in: the general registers that it need not keep,
  // the flags, all of every vector register that the tier has, and 8 KiB below the stack pointer,
  // which were zero before the call.
  std::vector<uint8_t> left_behind;
};

// Whether there is a probe for this architecture.
bool HasAbiProbe();

// Calls function, which takes up to six integers or pointers and returns nothing, with arguments,
// a register each.
AbiReport CallWordsWithAbiProbe(Tier tier, void (*function)(),
                                absl::Span<const uint64_t> arguments);

// The same for arguments of their own types.
template <typename... Args, typename... Values>
AbiReport CallWithAbiProbe(Tier tier, void (*function)(Args...), Values... values) {
  static_assert(sizeof...(Args) == sizeof...(Values));
  const auto word = [](auto value) {
    if constexpr (std::is_pointer_v<decltype(value)>) {
      return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(value));
    } else {
      return static_cast<uint64_t>(value);
    }
  };
  const uint64_t arguments[] = {word(values)...};
  return CallWordsWithAbiProbe(tier, reinterpret_cast<void (*)()>(function), arguments);
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_ABI_PROBE_H_
