// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The tier of this machine: which of the library's cores it can run. One tier for the whole
// library, decided once. Each package has a table of cores, each row with the tier that it needs,
// and takes the best row that the tier allows.

#ifndef KEYSTREAM_INTERNAL_CPU_H_
#define KEYSTREAM_INTERNAL_CPU_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace keystream::internal {

// In ascending order within an architecture: a machine of one tier runs the cores of all lower
// ones. The tiers of different architectures never meet in one binary.
enum class Tier : int {
  kGeneric,  // portable C++
  kSsse3,    // x86-64: Core 2, Bulldozer, and all since
  kAvx2,     // with BMI2: Haswell, Zen
  kAvx512,   // F, BW, DQ, VL and IFMA: Ice Lake, Zen 4. Skylake-X, which drops its clock for zmm,
             // has no IFMA and takes kAvx2.
  kNeon,     // arm64
  kVsx,      // POWER8, little-endian
};

const char* TierName(Tier tier);

// What cpuid and xgetbv say on x86-64.
struct X86Features {
  uint32_t max_leaf;   // cpuid(0).eax
  uint32_t leaf1_ecx;  // cpuid(1).ecx
  uint32_t leaf7_ebx;  // cpuid(7, 0).ebx; ignored where max_leaf < 7
  uint32_t xcr0;       // xgetbv(0).eax; ignored where leaf 1 does not show OSXSAVE
};

// The decision, as pure functions that compile everywhere, so that a test can ask about machines
// that it does not run on. AVX and AVX-512 are believed only where the operating system saves their
// registers.
Tier TierOfX86(const X86Features& features);
Tier TierOfArm64(uint64_t hwcap);                     // AT_HWCAP
Tier TierOfPpc64le(uint64_t hwcap, uint64_t hwcap2);  // AT_HWCAP, AT_HWCAP2

// What this machine is, read anew at each call. Not affected by ScopedTierForTesting.
Tier DetectTier();

extern std::atomic<int> active_tier;  // a Tier; negative until the first use
Tier InitActiveTier();

// The tier that the library runs at: that of the machine, or a lower one inside a
// ScopedTierForTesting.
inline Tier ActiveTier() {
  const int tier = active_tier.load(std::memory_order_relaxed);
  return tier >= 0 ? static_cast<Tier>(tier) : InitActiveTier();
}

// The last row of a package's table of cores that the active tier can run. The rows are in
// ascending order of their member tier, and the first is for every tier.
template <typename Core>
inline const Core& ActiveRow(absl::Span<const Core> rows) {
  const Tier tier = ActiveTier();
  size_t i = rows.size() - 1;
  while (rows[i].tier > tier) --i;
  return rows[i];
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_CPU_H_
