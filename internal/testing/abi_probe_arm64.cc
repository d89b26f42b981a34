// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdlib>
#include <cstring>
#include <memory>

#include "internal/testing/abi_probe.h"

namespace keystream::internal {
namespace {

constexpr size_t kKeptRegisters = 20;

// The machine after the call. abi_probe_arm64.S knows the offsets.
struct Machine {
  uint64_t kept[kKeptRegisters];  // 0: x18-x29, d8-d15
  uint64_t sp;                    // 160
  uint64_t sp_expected;           // 168
  uint64_t fpcr;                  // 176
  uint64_t fpcr_before;           // 184
  uint64_t volatiles[18];         // 192: x0-x17
  uint64_t nzcv;                  // 336
  uint8_t vectors[32][16];        // 344
  uint8_t stack[8192];            // 856
};
static_assert(sizeof(Machine) == 856 + 8192);

// x30 is the return address, and the call would not have come back without it.
constexpr const char* kKept[kKeptRegisters] = {"x18", "x19", "x20", "x21", "x22", "x23", "x24",
                                               "x25", "x26", "x27", "x28", "x29", "d8",  "d9",
                                               "d10", "d11", "d12", "d13", "d14", "d15"};
constexpr uint64_t kSentinel = 0xabad1deacafef00d;  // plus the register's place in kKept
#if defined(__APPLE__)
constexpr size_t kFirstWithSentinel = 1;  // x18 belongs to the system
#else
constexpr size_t kFirstWithSentinel = 0;
#endif

extern "C" void keystream_testing_abi_probe(void (*function)(), const uint64_t* arguments,
                                            Machine* machine);

}  // namespace

bool HasAbiProbe() { return true; }

AbiReport CallWordsWithAbiProbe(Tier, void (*function)(), absl::Span<const uint64_t> arguments) {
  uint64_t six[6] = {};
  if (arguments.size() > 6) std::abort();
  std::memcpy(six, arguments.data(), arguments.size() * sizeof(uint64_t));
  const auto machine = std::make_unique<Machine>();
  keystream_testing_abi_probe(function, six, machine.get());

  AbiReport report;
  for (size_t i = kFirstWithSentinel; i < kKeptRegisters; ++i) {
    if (machine->kept[i] != kSentinel + i) report.broken.push_back(kKept[i]);
  }
  if (machine->sp != machine->sp_expected) report.broken.push_back("sp");
  if (machine->fpcr != machine->fpcr_before) report.broken.push_back("fpcr");
  const auto add = [&](const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    report.left_behind.insert(report.left_behind.end(), bytes, bytes + size);
  };
  add(machine->volatiles, sizeof(machine->volatiles));
  add(&machine->nzcv, sizeof(machine->nzcv));
  add(machine->vectors, sizeof(machine->vectors));
  add(machine->stack, sizeof(machine->stack));
  return report;
}

}  // namespace keystream::internal
