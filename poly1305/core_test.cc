// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The contract of core.h, on every core, against long arithmetic a byte at a time.

#include "poly1305/core.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "internal/byteorder.h"
#include "internal/cpu_testing.h"
#include "internal/testing/abi_probe.h"
#include "internal/testing/core_test.h"
#include "internal/testing/guarded_buffer.h"
#include "testdata/vectors.h"

namespace keystream::poly1305::internal {
namespace {

using keystream::internal::AbiReport;
using keystream::internal::CallWithAbiProbe;
using keystream::internal::CoreTestName;
using keystream::internal::GuardedBuffer;
using keystream::internal::HasAbiProbe;
using keystream::internal::StoreLE64;
using testdata::Expand;

using Bytes = std::vector<uint8_t>;
using ByteSpan = absl::Span<const uint8_t>;

constexpr Tail kTails[] = {Tail::kZeroPadded, Tail::kMessageEnd};

// More than any core takes into a pass, or waits for before it changes its way of working.
constexpr size_t kMostBytes = 4300;

// ---- The reference: numbers as little-endian bytes, each in a uint32_t

using Number = std::array<uint32_t, 40>;

void Carry(Number& x) {
  for (size_t i = 0; i + 1 < x.size(); ++i) {
    x[i + 1] += x[i] >> 8;
    x[i] &= 0xff;
  }
}

// x mod 2^130 - 5.
Number Reduced(Number x) {
  Carry(x);
  for (int round = 0; round < 3; ++round) {  // x = low 130 bits + 5 * the rest
    Number rest = {};
    for (size_t i = 0; i + 17 < x.size(); ++i) rest[i] = (x[i + 16] >> 2 | x[i + 17] << 6) & 0xff;
    x[16] &= 3;
    for (size_t i = 17; i < x.size(); ++i) x[i] = 0;
    for (size_t i = 0; i < x.size(); ++i) x[i] += 5 * rest[i];
    Carry(x);
  }
  Number minus_p = x;  // x + 5 - 2^130
  minus_p[0] += 5;
  Carry(minus_p);
  if (minus_p[16] < 4) return x;
  minus_p[16] -= 4;
  return minus_p;
}

Number FromWords(absl::Span<const uint64_t> words) {
  Number x = {};
  for (size_t i = 0; i < 8 * words.size(); ++i) x[i] = words[i / 8] >> (8 * (i % 8)) & 0xff;
  return x;
}

// x * y mod 2^130 - 5, for x and y below 2^136.
Number Times(const Number& x, const Number& y) {
  Number product = {};
  for (size_t i = 0; i < 17; ++i) {
    for (size_t j = 0; j < 17; ++j) product[i + j] += x[i] * y[j];
  }
  return Reduced(product);
}

// h after a message, from RFC 8439, section 2.5.1, and its AEAD's padding.
Number ReferenceUpdate(Number h, const Number& r, ByteSpan message, Tail tail) {
  for (size_t i = 0; i < message.size(); i += 16) {
    const size_t n = std::min<size_t>(16, message.size() - i);
    for (size_t j = 0; j < n; ++j) h[j] += message[i + j];
    h[tail == Tail::kZeroPadded ? 16 : n] += 1;
    Carry(h);
    h = Times(h, r);
  }
  return h;
}

Bytes ReferenceTag(const Number& h, absl::Span<const uint64_t> s) {
  Number sum = Reduced(h);
  const Number addend = FromWords(s);
  for (size_t i = 0; i < sum.size(); ++i) sum[i] += addend[i];
  Carry(sum);
  return Bytes(sum.begin(), sum.begin() + 16);
}

// ---- States

constexpr uint64_t kOnes = ~uint64_t{0};
constexpr uint64_t kMostR[2] = {0x0ffffffc0fffffff, 0x0ffffffc0ffffffc};

State NewState(std::array<uint64_t, 3> h, std::array<uint64_t, 2> r) {
  State state;
  std::memset(&state, 0xee, sizeof(state));  // what is not set must not be used
  std::copy(h.begin(), h.end(), state.h);
  std::copy(r.begin(), r.end(), state.r);
  state.s[0] = 0x0123456789abcdef;
  state.s[1] = 0xfedcba9876543210;
  state.powers_form = PowersForm::kNone;
  return state;
}

// Accumulators around every carry and both sides of every reduction: p is {2^64 - 5, 2^64 - 1, 3}.
std::vector<std::array<uint64_t, 3>> Accumulators() {
  std::vector<std::array<uint64_t, 3>> all;
  for (uint64_t h2 = 0; h2 <= 4; ++h2) {
    for (const uint64_t h1 : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 63, kOnes - 1, kOnes}) {
      for (uint64_t i = 0; i < 8; ++i) all.push_back({kOnes - i, h1, h2});
      for (uint64_t i = 0; i < 7; ++i) all.push_back({i, h1, h2});
    }
  }
  return all;
}

std::vector<std::array<uint64_t, 2>> Multipliers() {
  return {{kMostR[0], kMostR[1]},
          {0, 0},
          {1, 0},
          {0, 4},
          {kMostR[0], 0},
          {0, kMostR[1]},
          {0x0555555405555555, 0x0aaaaaa80aaaaaa8}};
}

// ---- Every core, and the 26-bit limbs on machines that don't need them

std::vector<Core> AllCores() {
  std::vector<Core> all(kCores.begin(), kCores.end());
  if (all[0].update != keystream_poly1305_update_generic32) {
    all.push_back({"generic32", keystream::internal::Tier::kGeneric,
                   keystream_poly1305_update_generic32, nullptr, 0});
  }
  return all;
}

class CoreContractTest : public keystream::internal::CoreTest<Core> {
 protected:
  // Runs the core, and checks the accumulator and its bounds.
  void Check(const State& before, ByteSpan message, Tail tail) {
    State state = before;
    GetParam().update(&state, message.data(), message.size(), tail);
    ASSERT_LE(state.h[2], 4u);
    ASSERT_EQ(Reduced(FromWords(state.h)),
              ReferenceUpdate(FromWords(before.h), FromWords(before.r), message, tail));
    ASSERT_TRUE(std::equal(state.r, state.r + 2, before.r));
    ASSERT_TRUE(std::equal(state.s, state.s + 2, before.s));
  }
};
INSTANTIATE_TEST_SUITE_P(Cores, CoreContractTest, testing::ValuesIn(AllCores()),
                         CoreTestName<Core>);

TEST(CoreTable, IsInOrderAndBeginsWithTheGenericCore) {
  EXPECT_STREQ(kCores[0].name, "generic");
  EXPECT_EQ(kCores[0].tier, keystream::internal::Tier::kGeneric);
  for (size_t i = 1; i < kCores.size(); ++i) EXPECT_LT(kCores[i - 1].tier, kCores[i].tier);
}

TEST(InitState, Clamps) {
  State state;
  const Bytes key(32, 0xff);
  InitState(&state, key.data());
  EXPECT_TRUE(std::equal(state.r, state.r + 2, kMostR));
  EXPECT_TRUE(std::all_of(state.s, state.s + 2, [](uint64_t x) { return x == kOnes; }));
  EXPECT_TRUE(std::all_of(state.h, state.h + 3, [](uint64_t x) { return x == 0; }));
}

TEST(Finish, BothSidesOfTheLastSubtraction) {
  for (const auto& h : Accumulators()) {
    for (const uint64_t s : {uint64_t{0}, uint64_t{1}, uint64_t{5}, kOnes}) {
      State state = NewState(h, {kMostR[0], kMostR[1]});
      state.s[0] = state.s[1] = s;
      Bytes tag(16);
      Finish(state, tag.data());
      ASSERT_EQ(tag, ReferenceTag(FromWords(h), state.s)) << h[0] << " " << h[1] << " " << h[2];
    }
  }
}

TEST(TagsAreEqual, LooksAtEveryBit) {
  const Bytes tag = *Expand("@7:3:16");
  EXPECT_TRUE(TagsAreEqual(tag.data(), Bytes(tag).data()));
  for (size_t bit = 0; bit < 128; ++bit) {
    Bytes other = tag;
    other[bit / 8] = static_cast<uint8_t>(other[bit / 8] ^ 1 << bit % 8);
    EXPECT_FALSE(TagsAreEqual(tag.data(), other.data())) << bit;
  }
}

TEST_P(CoreContractTest, EveryCarryFromInjectedAccumulators) {
  const Bytes zeros(64), ones(64, 0xff), mixed = *Expand("fb+*ff:15+05+*00:15+*ff:16+*01:16");
  for (const auto& h : Accumulators()) {
    for (const auto& r : Multipliers()) {
      const State state = NewState(h, r);
      for (const Bytes& message : {zeros, ones, mixed}) {
        for (const size_t size : {1u, 15u, 16u, 32u, 33u, 64u}) {
          for (const Tail tail : kTails) {
            SCOPED_TRACE(absl::StrCat(size, " bytes from ", h[0], " ", h[1], " ", h[2], ", r ",
                                      r[0], " ", r[1]));
            ASSERT_NO_FATAL_FAILURE(Check(state, ByteSpan(message).first(size), tail));
          }
        }
      }
    }
  }
}

// With r = 1 the accumulator is the sum of the blocks, so the last one chooses what comes out.
TEST_P(CoreContractTest, SumsAroundTheModulus) {
  for (uint64_t i = 0; i < 16; ++i) {
    for (const uint64_t high : {kOnes, uint64_t{0}}) {
      Bytes message(64, 0);
      StoreLE64(message.data() + 48, kOnes - 8 + i);
      StoreLE64(message.data() + 56, high);
      // 4 * 2^128 is added by the blocks themselves: with h2 = 3 it is 7.
      for (uint64_t h2 = 0; h2 <= 4; ++h2) {
        for (const size_t begin : {0u, 16u, 32u, 48u}) {
          ASSERT_NO_FATAL_FAILURE(Check(NewState({0, 0, h2}, {1, 0}),
                                        ByteSpan(message).subspan(begin), Tail::kMessageEnd));
        }
      }
    }
  }
}

TEST_P(CoreContractTest, EveryLengthBetweenGuardPages) {
  GuardedBuffer memory(kMostBytes), state_memory(sizeof(State));
  const State start = NewState({kOnes, kOnes, 4}, {kMostR[0], kMostR[1]});
  for (const char* const generator : {"*ff", "@13:5"}) {
    const Bytes message = *Expand(absl::StrCat(generator, ":", kMostBytes));
    const Number r = FromWords(start.r);
    Number whole = FromWords(start.h);  // after the whole blocks of size bytes
    for (size_t size = 1; size <= kMostBytes; ++size) {
      const ByteSpan all = ByteSpan(message).first(size);
      if (size % 16 == 0) whole = ReferenceUpdate(whole, r, all.last(16), Tail::kZeroPadded);
      if (size > 2200 && size % 32 > 2) continue;
      const bool at_end = size % 2 == 0;
      uint8_t* in = at_end ? memory.Last(size) : memory.First();
      std::memcpy(in, message.data(), size);
      auto* state = reinterpret_cast<State*>(at_end ? state_memory.Last(sizeof(State))
                                                    : state_memory.First());
      for (const Tail tail : kTails) {
        *state = start;
        GetParam().update(state, in, size, tail);
        ASSERT_LE(state->h[2], 4u) << size;
        ASSERT_EQ(Reduced(FromWords(state->h)),
                  ReferenceUpdate(whole, r, all.subspan(size / 16 * 16), tail))
            << size;
      }
      ASSERT_EQ(std::memcmp(in, message.data(), size), 0) << size;
    }
  }
}

TEST_P(CoreContractTest, MisalignedInEveryWay) {
  const State state = NewState({1, 2, 3}, {kMostR[0], kMostR[1]});
  const Bytes memory = *Expand(absl::StrCat("@101:77:", kMostBytes));
  for (const size_t size : {1u, 15u, 33u, 258u, 1351u, 4100u}) {
    for (size_t offset = 0; offset < 64; ++offset) {
      SCOPED_TRACE(absl::StrCat(size, " bytes at ", offset));
      ASSERT_NO_FATAL_FAILURE(
          Check(state, ByteSpan(memory).subspan(offset, size), Tail::kMessageEnd));
    }
  }
}

TEST_P(CoreContractTest, LongMessages) {
  const Bytes message = *Expand(absl::StrCat("@13:5:", 200000));
  for (const size_t size : {16384u, 65536u + 48, 199999u}) {
    ASSERT_NO_FATAL_FAILURE(Check(NewState({1, 2, 3}, {kMostR[0], kMostR[1]}),
                                  ByteSpan(message).first(size), Tail::kMessageEnd));
  }
}

// A long message may be several sums side by side, with carries of their own. For r = 1 and blocks
// of zeros but for one, that one chooses what comes out of the sum that it falls to.
TEST_P(CoreContractTest, EveryCarryInSumsSideBySide) {
  for (const size_t blocks : {32u, 45u, 70u}) {
    Bytes message(16 * blocks);
    for (size_t place = 0; place < 16; ++place) {
      for (const uint64_t high : {uint64_t{0}, uint64_t{1} << 63, kOnes}) {
        // Each block adds 2^128, and four of those are 5: less than 100 comes to the lowest bits.
        for (uint64_t i = 0; i < 100; ++i) {
          StoreLE64(message.data() + 16 * place, kOnes - i);
          StoreLE64(message.data() + 16 * place + 8, high);
          State state = NewState({0, 0, 0}, {1, 0});
          GetParam().update(&state, message.data(), message.size(), Tail::kMessageEnd);
          Number want = FromWords({kOnes - i, high});
          want[16] += static_cast<uint32_t>(blocks);
          ASSERT_EQ(Reduced(FromWords(state.h)), Reduced(want))
              << i << " " << high << " in block " << place << " of " << blocks;
        }
      }
      std::fill(message.begin(), message.end(), uint8_t{0});
    }
  }
}

// Cores go on from each other's accumulators, whatever they keep in State::powers.
TEST_P(CoreContractTest, TakesOverFromEveryOtherCore) {
  std::mt19937 random(1305);
  const Bytes message = *Expand(absl::StrCat("@13:5:", kMostBytes));
  std::vector<Core> cores;
  for (const Core& core : AllCores()) {
    if (keystream::internal::ScopedTierForTesting::Supported(core.tier)) cores.push_back(core);
  }
  for (int round = 0; round < 100; ++round) {
    State state = NewState({kOnes, kOnes, 4}, {kMostR[0] ^ random() % 256, kMostR[1]});
    Number want = FromWords(state.h);
    for (int piece = 0; piece < 6; ++piece) {
      constexpr size_t kSizes[] = {16, 48, 256, 1040, 2048, 2064, 4096};
      const ByteSpan in = ByteSpan(message).subspan(random() % 64, kSizes[random() % 7]);
      const Core& core = piece % 2 == 0 ? GetParam() : cores[random() % cores.size()];
      core.update(&state, in.data(), in.size(), Tail::kZeroPadded);
      want = ReferenceUpdate(want, FromWords(state.r), in, Tail::kZeroPadded);
      ASSERT_EQ(Reduced(FromWords(state.h)), want) << core.name << " " << in.size();
    }
  }
}

// Where two chains are joined by a power of r, all carries of that multiplication, which powers
// that are found by chance don't show: here it's any number, for r = 1 and blocks of zeros.
TEST_P(CoreContractTest, EveryCarryWhereChainsAreJoined) {
  constexpr size_t kBlocks = 64;
  const Bytes zeros(32 * kBlocks);
  State probe = NewState({0, 0, 0}, {1, 0});
  GetParam().update(&probe, zeros.data(), zeros.size(), Tail::kZeroPadded);
  if (probe.powers_form != PowersForm::kChains) GTEST_SKIP() << "this core joins no chains";
  ASSERT_EQ(probe.powers[3], kBlocks);
  // Each block adds 2^128, and four of those are 5.
  constexpr uint64_t kAdded = 5 * kBlocks / 4;
  const Number second = ReferenceUpdate({}, FromWords(probe.r), ByteSpan(zeros).first(16 * kBlocks),
                                        Tail::kZeroPadded);
  for (const auto& power : Accumulators()) {
    for (std::array<uint64_t, 3> h : Accumulators()) {
      State state = NewState({h[0] - kAdded, h[0] < kAdded ? h[1] - 1 : h[1], h[2]}, {1, 0});
      const Number first = ReferenceUpdate(FromWords(state.h), FromWords(state.r),
                                           ByteSpan(zeros).first(16), Tail::kZeroPadded);
      state.powers_form = PowersForm::kChains;
      std::copy(power.begin(), power.end(), state.powers);
      state.powers[3] = kBlocks;
      // The other blocks of the first chain.
      Number want = first;
      want[16] += kBlocks - 1;
      want = Times(Reduced(want), FromWords(power));
      for (size_t i = 0; i < want.size(); ++i) want[i] += second[i];
      GetParam().update(&state, zeros.data(), zeros.size(), Tail::kZeroPadded);
      ASSERT_LE(state.h[2], 4u);
      ASSERT_EQ(Reduced(FromWords(state.h)), Reduced(want))
          << h[0] << " " << h[1] << " " << h[2] << " by " << power[0] << " " << power[1] << " "
          << power[2];
    }
  }
}

TEST_P(CoreContractTest, ShortSumOfEveryLengthBetweenGuardPages) {
  const Core& core = GetParam();
  ASSERT_EQ(core.short_sum == nullptr, core.short_sum_limit == 0);
  if (core.short_sum == nullptr) GTEST_SKIP() << "this core has none";
  GuardedBuffer memory(core.short_sum_limit + 16), key_memory(32), tag_memory(16);
  for (const char* const key_value : {"*ff:32", "@7:3:32"}) {
    State state;
    InitState(&state, Expand(key_value)->data());
    for (size_t size = 0; size <= core.short_sum_limit + 16; ++size) {
      const Bytes message = *Expand(absl::StrCat("*ff:", size));
      const Bytes want = ReferenceTag(
          ReferenceUpdate(FromWords(state.h), FromWords(state.r), message, Tail::kMessageEnd),
          state.s);
      for (const bool at_end : {false, true}) {
        uint8_t* in = at_end ? memory.Last(size) : memory.First();
        uint8_t* key = at_end ? key_memory.Last(32) : key_memory.First();
        uint8_t* tag = at_end ? tag_memory.Last(16) : tag_memory.First();
        std::copy(message.begin(), message.end(), in);
        const Bytes key_bytes = *Expand(key_value);
        std::copy(key_bytes.begin(), key_bytes.end(), key);
        core.short_sum(tag, in, size, key);
        ASSERT_EQ(ByteSpan(tag, 16), ByteSpan(want)) << size;
        core.short_sum(key + 16, in, size, key);
        ASSERT_EQ(ByteSpan(key + 16, 16), ByteSpan(want)) << "over the key, " << size;
      }
    }
  }
}

TEST_P(CoreContractTest, KeepsTheAbiAndLeavesNoSecrets) {
  if (!HasAbiProbe()) GTEST_SKIP() << "there is no ABI probe for this architecture";
  const Core& core = GetParam();
  if (core.tier == keystream::internal::Tier::kGeneric) {
    GTEST_SKIP() << "compiled: the compiler keeps the ABI, and its spills are not promised";
  }
  Bytes key(32), message(kMostBytes);
  State state;
  uint8_t tag[16];
  // The addresses stay the same.
  const auto prepare = [&](absl::string_view key_content, absl::string_view message_content) {
    const Bytes key_bytes = *Expand(absl::StrCat(key_content, key.size()));
    std::copy(key_bytes.begin(), key_bytes.end(), key.begin());
    const Bytes bytes = *Expand(absl::StrCat(message_content, message.size()));
    std::copy(bytes.begin(), bytes.end(), message.begin());
    InitState(&state, key.data());
    std::memset(state.powers, 0xee, sizeof(state.powers));
  };
  const auto check = [&](size_t size, const std::function<AbiReport()>& call) {
    prepare("@7:3:", "@101:77:");
    const AbiReport report = call();
    ASSERT_THAT(report.broken, testing::IsEmpty()) << size;
    prepare("@9:1:", "@101:77:");
    ASSERT_TRUE(call().left_behind == report.left_behind)
        << "something of the key is left after " << size;
    prepare("@7:3:", "@55:3:");
    ASSERT_TRUE(call().left_behind == report.left_behind)
        << "something of the message is left after " << size;
  };
  for (size_t size = 1; size <= kMostBytes; size += size < 300 ? 1 : 61) {
    ASSERT_NO_FATAL_FAILURE(check(size, [&] {
      return CallWithAbiProbe(core.tier, core.update, &state, message.data(), size,
                              Tail::kMessageEnd);
    }));
    if (size > core.short_sum_limit) continue;
    ASSERT_NO_FATAL_FAILURE(check(size, [&] {
      return CallWithAbiProbe(core.tier, core.short_sum, tag, message.data(), size, key.data());
    }));
  }
}

}  // namespace
}  // namespace keystream::poly1305::internal
