// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>

#include "absl/strings/str_cat.h"
#include "internal/testing/abi_probe.h"

namespace keystream::internal {
namespace {

// The machine after the call. abi_probe_ppc64le.S knows the offsets. Vectors are all of VSX: the
// first doublewords of 14 to 31 are the floating-point registers 14 to 31, and 32 to 63 are the
// vector registers 0 to 31.
struct Machine {
  uint64_t kept[18];        // 0: r14-r31
  uint64_t r1;              // 144
  uint64_t r1_expected;     // 152
  uint64_t r2;              // 160
  uint64_t r2_expected;     // 168
  uint64_t cr;              // 176
  uint64_t fpscr;           // 184
  uint64_t fpscr_expected;  // 192
  uint64_t volatiles[12];   // 200: r0, r3-r12, ctr
  uint64_t xer;             // 296
  uint64_t vectors[64][2];  // 304
  uint8_t stack[8192];      // 1328
};
static_assert(sizeof(Machine) == 1328 + 8192);

// Plus the register's place in r14-r31, f14-f31, v20-v31.
constexpr uint64_t kSentinel = 0xabad1deacafef00d;
constexpr uint64_t kKeptFields = 0x00fff000, kFields = 0x005a6000;  // of cr: 2 to 4
// What a function may use below the stack pointer, where no signal handler writes.
constexpr size_t kRedZone = 288;

extern "C" void keystream_testing_abi_probe(void (*function)(), const uint64_t* arguments,
                                            Machine* machine);

}  // namespace

bool HasAbiProbe() { return true; }

AbiReport CallWordsWithAbiProbe(Tier tier, void (*function)(),
                                absl::Span<const uint64_t> arguments) {
  uint64_t six[6] = {};
  if (arguments.size() > 6) std::abort();
  std::memcpy(six, arguments.data(), arguments.size() * sizeof(uint64_t));
  const auto machine = std::make_unique<Machine>();
  keystream_testing_abi_probe(function, six, machine.get());

  AbiReport report;
  const auto check = [&](uint64_t found, uint64_t expected, const auto&... name) {
    if (found != expected) report.broken.push_back(absl::StrCat(name...));
  };
  for (uint64_t i = 0; i < 18; ++i) {
    check(machine->kept[i], kSentinel + i, "r", 14 + i);
    check(machine->vectors[14 + i][0], kSentinel + 18 + i, "f", 14 + i);
  }
  for (uint64_t i = 0; i < 12; ++i) {
    const uint64_t* vector = machine->vectors[32 + 20 + i];
    const uint64_t half = vector[vector[0] == kSentinel + 36 + i];  // the first that is wrong
    check(half, kSentinel + 36 + i, "v", 20 + i);
  }
  check(machine->r1, machine->r1_expected, "r1");
  check(machine->r2, machine->r2_expected, "r2");
  check(machine->cr & kKeptFields, kFields, "cr2-cr4");
  check(machine->fpscr, machine->fpscr_expected, "fpscr");
  if (tier != Tier::kGeneric &&  // assembly, which makes no frame
      std::any_of(std::begin(machine->stack), std::end(machine->stack) - kRedZone,
                  [](uint8_t byte) { return byte != 0; })) {
    report.broken.push_back("the stack below the red zone");
  }
  const auto add = [&](const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    report.left_behind.insert(report.left_behind.end(), bytes, bytes + size);
  };
  add(machine->volatiles, sizeof(machine->volatiles));
  add(&machine->xer, sizeof(machine->xer));
  add(machine->vectors, sizeof(machine->vectors));
  add(machine->stack, sizeof(machine->stack));
  return report;
}

}  // namespace keystream::internal
