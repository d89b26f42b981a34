// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdlib>
#include <cstring>
#include <memory>

#include "internal/testing/abi_probe.h"

namespace keystream::internal {
namespace {

// The machine after the call. abi_probe_amd64.S knows the offsets.
struct Machine {
  uint64_t kept[6];       // 0: rbx, rbp, r12-r15
  uint64_t rsp;           // 48
  uint64_t rsp_expected;  // 56
  uint64_t volatiles[9];  // 64: rax, rcx, rdx, rsi, rdi, r8-r11
  uint64_t rflags;        // 136
  uint32_t mxcsr;         // 144
  uint32_t mxcsr_before;  // 148
  uint64_t masks[8];      // 152: k0-k7
  uint64_t reserved[5];
  uint8_t vectors[32][64];  // 256
  uint8_t stack[8192];      // 2304
};
static_assert(sizeof(Machine) == 2304 + 8192);

constexpr const char* kKept[] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};
constexpr uint64_t kSentinel = 0xabad1deacafef00d;  // plus the register's place in kKept

extern "C" void keystream_testing_abi_probe(void (*function)(), const uint64_t* arguments,
                                            Machine* machine, int vector_bytes);

}  // namespace

bool HasAbiProbe() { return true; }

AbiReport CallWordsWithAbiProbe(Tier tier, void (*function)(),
                                absl::Span<const uint64_t> arguments) {
  uint64_t six[6] = {};
  if (arguments.size() > 6) std::abort();
  std::memcpy(six, arguments.data(), arguments.size() * sizeof(uint64_t));
  const int vector_bytes = tier >= Tier::kAvx512 ? 64 : tier >= Tier::kAvx2 ? 32 : 16;
  const auto machine = std::make_unique<Machine>();
  keystream_testing_abi_probe(function, six, machine.get(), vector_bytes);

  AbiReport report;
  for (uint64_t i = 0; i < 6; ++i) {
    if (machine->kept[i] != kSentinel + i) report.broken.push_back(kKept[i]);
  }
  if (machine->rsp != machine->rsp_expected) report.broken.push_back("rsp");
  if ((machine->rflags & 0x400) != 0) report.broken.push_back("direction flag");
  if ((machine->mxcsr & ~0x3fu) != (machine->mxcsr_before & ~0x3fu)) {
    report.broken.push_back("mxcsr");  // but for the sticky exception flags
  }
  const auto add = [&](const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    report.left_behind.insert(report.left_behind.end(), bytes, bytes + size);
  };
  add(machine->volatiles, sizeof(machine->volatiles));
  add(&machine->rflags, sizeof(machine->rflags));
  add(machine->masks, sizeof(machine->masks));
  add(machine->vectors, sizeof(machine->vectors));
  add(machine->stack, sizeof(machine->stack));
  return report;
}

}  // namespace keystream::internal
