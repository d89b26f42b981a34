// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__linux__) && (defined(__aarch64__) || defined(__powerpc64__))
#include <sys/auxv.h>
#endif

namespace keystream::internal {
namespace {

constexpr bool HasAll(uint64_t value, uint64_t bits) { return (value & bits) == bits; }

// cpuid(1).ecx
constexpr uint32_t kSsse3Bit = 1u << 9;
constexpr uint32_t kOsxsave = 1u << 27;
constexpr uint32_t kAvx = 1u << 28;
// cpuid(7, 0).ebx
constexpr uint32_t kBmi1 = 1u << 3;
constexpr uint32_t kAvx2Bit = 1u << 5;
constexpr uint32_t kBmi2 = 1u << 8;
constexpr uint32_t kAvx512F = 1u << 16;
constexpr uint32_t kAvx512Dq = 1u << 17;
constexpr uint32_t kAvx512Ifma = 1u << 21;
constexpr uint32_t kAvx512Bw = 1u << 30;
constexpr uint32_t kAvx512Vl = 1u << 31;
// XCR0
constexpr uint32_t kXmmYmmState = 1u << 1 | 1u << 2;
constexpr uint32_t kOpmaskZmmState = 1u << 5 | 1u << 6 | 1u << 7;
// Linux's AT_HWCAP and AT_HWCAP2
constexpr uint64_t kArm64Asimd = 1u << 1;
constexpr uint64_t kPpcAltivec = 0x10000000;
constexpr uint64_t kPpcVsx = 0x00000080;
constexpr uint64_t kPpcArch207 = 0x80000000;  // of AT_HWCAP2: ISA 2.07, POWER8

#if defined(__x86_64__)
X86Features ReadX86Features() {
  X86Features features = {};
  uint32_t eax, ebx, ecx, edx;
  features.max_leaf = static_cast<uint32_t>(__get_cpuid_max(0, nullptr));
  if (features.max_leaf >= 1) {
    __cpuid(1, eax, ebx, ecx, edx);
    features.leaf1_ecx = ecx;
  }
  if (features.max_leaf >= 7) {
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    features.leaf7_ebx = ebx;
  }
  if (HasAll(features.leaf1_ecx, kOsxsave)) {
    __asm__("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    features.xcr0 = eax;
  }
  return features;
}
#endif

}  // namespace

const char* TierName(Tier tier) {
  switch (tier) {
    case Tier::kGeneric:
      return "generic";
    case Tier::kSsse3:
      return "ssse3";
    case Tier::kAvx2:
      return "avx2";
    case Tier::kAvx512:
      return "avx512";
    case Tier::kNeon:
      return "neon";
    case Tier::kVsx:
      return "vsx";
  }
  return "unknown";
}

Tier TierOfX86(const X86Features& features) {
  if (!HasAll(features.leaf1_ecx, kSsse3Bit)) return Tier::kGeneric;
  if (!HasAll(features.leaf1_ecx, kOsxsave | kAvx) || !HasAll(features.xcr0, kXmmYmmState) ||
      features.max_leaf < 7 || !HasAll(features.leaf7_ebx, kAvx2Bit | kBmi1 | kBmi2)) {
    return Tier::kSsse3;
  }
  if (!HasAll(features.xcr0, kOpmaskZmmState) ||
      !HasAll(features.leaf7_ebx, kAvx512F | kAvx512Dq | kAvx512Ifma | kAvx512Bw | kAvx512Vl)) {
    return Tier::kAvx2;
  }
  return Tier::kAvx512;
}

Tier TierOfArm64(uint64_t hwcap) {
  return HasAll(hwcap, kArm64Asimd) ? Tier::kNeon : Tier::kGeneric;
}

Tier TierOfPpc64le(uint64_t hwcap, uint64_t hwcap2) {
  return HasAll(hwcap, kPpcAltivec | kPpcVsx) && HasAll(hwcap2, kPpcArch207) ? Tier::kVsx
                                                                             : Tier::kGeneric;
}

Tier DetectTier() {
#if defined(__x86_64__)
  return TierOfX86(ReadX86Features());
#elif defined(__AARCH64EL__) && defined(__linux__)
  return TierOfArm64(getauxval(AT_HWCAP));
#elif defined(__AARCH64EL__)
  return Tier::kNeon;  // the other arm64 systems (macOS, iOS) require it
#elif defined(__powerpc64__) && defined(__linux__) && defined(__LITTLE_ENDIAN__)
  return TierOfPpc64le(getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
#else
  return Tier::kGeneric;
#endif
}

std::atomic<int> active_tier{-1};

// Threads that come here at the same time all store the same answer.
Tier InitActiveTier() {
  const Tier tier = DetectTier();
  active_tier.store(static_cast<int>(tier), std::memory_order_relaxed);
  return tier;
}

}  // namespace keystream::internal
