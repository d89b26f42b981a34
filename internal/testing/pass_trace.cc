// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/testing/pass_trace.h"

#if defined(__x86_64__) && defined(__linux__)

#include <signal.h>
#include <ucontext.h>

#include <cstdint>

namespace keystream::internal {
namespace {

// What the signal handler works on; a call at a time is traced.
uintptr_t function_begin;
const Pass* pass_table;
const Pass* last_pass;
std::string* pass_names;

void OnTrap(int, siginfo_t*, void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
  const auto at = static_cast<uintptr_t>(machine->uc_mcontext.gregs[REG_RIP]) - function_begin;
  for (const Pass* pass = pass_table; pass->begin != 0; ++pass) {
    if (at != pass->begin || pass == last_pass) continue;
    if (last_pass != nullptr) pass_names->push_back(' ');
    pass_names->append(pass->name);
    last_pass = pass;
  }
}

// Sets or clears the trap flag, with which the processor traps after every instruction.
inline void SetTrapFlag(bool on) {
  const uint64_t flags = __builtin_ia32_readeflags_u64() & ~uint64_t{0x100};
  __builtin_ia32_writeeflags_u64(flags | (on ? 0x100 : 0));
}

}  // namespace

std::string TracePasses(const void* function, const Pass* passes,
                        const std::function<void()>& call) {
  std::string names;
  names.reserve(256);  // the handler must not allocate
  function_begin = reinterpret_cast<uintptr_t>(function);
  pass_table = passes;
  last_pass = nullptr;
  pass_names = &names;
  struct sigaction action = {}, previous;
  action.sa_sigaction = OnTrap;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, &previous);
  SetTrapFlag(true);
  call();
  SetTrapFlag(false);
  sigaction(SIGTRAP, &previous, nullptr);
  return names;
}

}  // namespace keystream::internal

#else

namespace keystream::internal {

std::string TracePasses(const void*, const Pass*, const std::function<void()>& call) {
  call();
  return "";
}

}  // namespace keystream::internal

#endif
