// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/cpu.h"

#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "internal/cpu_testing.h"

namespace keystream::internal {
namespace {

// Whole leaves, as machines of these kinds answer, though only the bits of a tier decide.
constexpr uint32_t kOsxsaveBit = 1u << 27;
constexpr uint32_t kAvxState = 0x7;      // x87, SSE, AVX
constexpr uint32_t kAvx512State = 0xe7;  // and opmask, ZMM_Hi256, Hi16_ZMM

struct Machine {
  const char* name;
  X86Features features;
  Tier tier;
};

const Machine kMachines[] = {
    {"K8, SSE3 only", {1, 0x00000001, 0, 0}, Tier::kGeneric},
    {"Core 2 Merom", {10, 0x0000e3bd, 0, 0}, Tier::kSsse3},
    {"Nehalem", {11, 0x009ce3bd, 0, 0}, Tier::kSsse3},
    {"Sandy Bridge: AVX without AVX2", {13, 0x1fbae3ff, 0, kAvxState}, Tier::kSsse3},
    {"Haswell", {13, 0x7ffafbff, 0x000027ab, kAvxState}, Tier::kAvx2},
    {"Haswell, no OSXSAVE", {13, 0x7ffafbff & ~kOsxsaveBit, 0x000027ab, 0}, Tier::kSsse3},
    {"Haswell, XCR0 without YMM", {13, 0x7ffafbff, 0x000027ab, 0x3}, Tier::kSsse3},
    {"Haswell, AVX2 without BMI2", {13, 0x7ffafbff, 0x000026ab, kAvxState}, Tier::kSsse3},
    {"Haswell, cpuid limited to leaf 3", {3, 0x7ffafbff, 0x000027ab, kAvxState}, Tier::kSsse3},
    {"Zen 2", {16, 0x7ed8320b, 0x219c91a9, kAvxState}, Tier::kAvx2},
    {"Skylake-X: AVX-512 without IFMA", {22, 0x7ffefbff, 0xd39ffffb, 0x2ff}, Tier::kAvx2},
    {"Ice Lake", {27, 0x7ffafbff, 0xf2bf67eb, kAvx512State}, Tier::kAvx512},
    {"Ice Lake, XCR0 without ZMM", {27, 0x7ffafbff, 0xf2bf67eb, kAvxState}, Tier::kAvx2},
    {"Ice Lake, XCR0 without opmask", {27, 0x7ffafbff, 0xf2bf67eb, 0xc7}, Tier::kAvx2},
    {"Zen 4", {16, 0x7efa320b, 0xf1bf97a9, 0x2e7}, Tier::kAvx512},
};

TEST(Cpu, TierOfX86) {
  for (const Machine& machine : kMachines) {
    EXPECT_EQ(TierName(TierOfX86(machine.features)), std::string(TierName(machine.tier)))
        << machine.name;
  }
}

TEST(Cpu, EveryBitOfATierIsNeeded) {
  const auto lacks = [](uint32_t X86Features::*word, int bit) {
    X86Features features = {16, 0x7efa320b, 0xf1bf97a9, 0xe7};  // Zen 4
    features.*word &= ~(1u << bit);
    return TierOfX86(features);
  };
  EXPECT_EQ(lacks(&X86Features::leaf1_ecx, 9), Tier::kGeneric);  // SSSE3
  for (const int bit : {27, 28}) {                               // OSXSAVE, AVX
    EXPECT_EQ(lacks(&X86Features::leaf1_ecx, bit), Tier::kSsse3) << bit;
  }
  for (const int bit : {3, 5, 8}) {  // BMI1, AVX2, BMI2
    EXPECT_EQ(lacks(&X86Features::leaf7_ebx, bit), Tier::kSsse3) << bit;
  }
  for (const int bit : {16, 17, 21, 30, 31}) {  // F, DQ, IFMA, BW, VL
    EXPECT_EQ(lacks(&X86Features::leaf7_ebx, bit), Tier::kAvx2) << bit;
  }
  for (const int bit : {1, 2}) EXPECT_EQ(lacks(&X86Features::xcr0, bit), Tier::kSsse3) << bit;
  for (const int bit : {5, 6, 7}) EXPECT_EQ(lacks(&X86Features::xcr0, bit), Tier::kAvx2) << bit;
}

TEST(Cpu, TierOfArm64) {
  EXPECT_EQ(TierOfArm64(0x1), Tier::kGeneric);  // FP without ASIMD
  EXPECT_EQ(TierOfArm64(0xff), Tier::kNeon);    // Cortex-A72
}

TEST(Cpu, TierOfPpc64le) {
  EXPECT_EQ(TierOfPpc64le(0xdc0065c2, 0x00000000), Tier::kGeneric);  // POWER7: ISA 2.06
  EXPECT_EQ(TierOfPpc64le(0xdc0065c2, 0xef000000), Tier::kVsx);      // POWER8
  EXPECT_EQ(TierOfPpc64le(0xdc006542, 0xef000000), Tier::kGeneric);  // without VSX
}

TEST(Cpu, ForcingLowersAndRestores) {
  const Tier machine = DetectTier();
  EXPECT_EQ(ActiveTier(), machine);
  {
    const ScopedTierForTesting generic(Tier::kGeneric);
    EXPECT_EQ(ActiveTier(), Tier::kGeneric);
    EXPECT_EQ(DetectTier(), machine);
    {
      const ScopedTierForTesting highest(static_cast<Tier>(100));  // taken down to the machine's
      EXPECT_EQ(ActiveTier(), machine);
    }
    EXPECT_EQ(ActiveTier(), Tier::kGeneric);
  }
  EXPECT_EQ(ActiveTier(), machine);
}

}  // namespace
}  // namespace keystream::internal
