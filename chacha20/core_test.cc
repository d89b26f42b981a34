// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The contract of core.h, on every core.

#include "chacha20/core.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "internal/testing/abi_probe.h"
#include "internal/testing/core_test.h"
#include "internal/testing/guarded_buffer.h"
#include "internal/testing/pass_trace.h"
#include "internal/testing/reference.h"
#include "testdata/vectors.h"

namespace keystream::chacha20::internal {
namespace {

using keystream::internal::AbiReport;
using keystream::internal::CallWithAbiProbe;
using keystream::internal::CoreTestName;
using keystream::internal::GuardedBuffer;
using keystream::internal::HasAbiProbe;
using keystream::internal::ReferenceKeyStream;
using keystream::internal::TracePasses;
using testdata::Expand;

using Bytes = std::vector<uint8_t>;
using ByteSpan = absl::Span<const uint8_t>;

// More than any pass of any core, and more than one round of any loop.
constexpr size_t kManyBlocks = 110;

const Bytes& Key() {
  static const Bytes& key = *new Bytes(*Expand("@7:3:32"));
  return key;
}
const Bytes& Nonce() {
  static const Bytes& nonce = *new Bytes(*Expand("@11:5:12"));
  return nonce;
}

class CoreContractTest : public keystream::internal::CoreTest<Core> {
 protected:
  State NewState(const Bytes& key = Key(), const Bytes& nonce = Nonce()) const {
    State state;
    // What the row does not ask for must not be used.
    std::memset(&state, 0xee, sizeof(state));
    InitState(&state, GetParam(), key.data(), nonce.data());
    state.words[12] = 0xeeeeeeee;
    return state;
  }
};
INSTANTIATE_TEST_SUITE_P(Cores, CoreContractTest, testing::ValuesIn(kCores.begin(), kCores.end()),
                         CoreTestName<Core>);

TEST(CoreTable, IsInOrderAndBeginsWithTheGenericCore) {
  EXPECT_STREQ(kCores[0].name, "generic");
  EXPECT_EQ(kCores[0].tier, keystream::internal::Tier::kGeneric);
  for (size_t i = 0; i < kCores.size(); ++i) {
    const Core& core = kCores[i];
    if (i > 0) {
      EXPECT_LT(kCores[i - 1].tier, core.tier);
    }
    EXPECT_GE(core.first_refill_blocks, 1);
    EXPECT_LE(core.first_refill_blocks, core.refill_blocks);
    EXPECT_LE(core.refill_blocks, kBufferBlocks);
  }
}

TEST_P(CoreContractTest, EveryLengthBetweenGuardPages) {
  constexpr size_t kMost = 64 * kManyBlocks;
  const State state = NewState();
  const Bytes key_stream = ReferenceKeyStream(Key(), Nonce(), 3, kMost);
  GuardedBuffer src(kMost), dst(kMost), state_memory(sizeof(State));
  const Bytes message = *Expand(absl::StrCat("@13:5:", kMost));
  const auto step = [](size_t size) -> size_t { return size < 2400 ? 1 : 7; };
  for (const bool at_end : {false, true}) {
    auto* s =
        reinterpret_cast<State*>(at_end ? state_memory.Last(sizeof(State)) : state_memory.First());
    *s = state;
    for (size_t size = 1; size <= kMost; size += step(size)) {
      uint8_t* in = at_end ? src.Last(size) : src.First();
      uint8_t* out = at_end ? dst.Last(size) : dst.First();
      std::memcpy(in, message.data(), size);
      // The bytes of dst's pages that are not the output's must stay.
      uint8_t* around = at_end ? dst.Last(dst.size()) : dst.First() + size;
      const size_t around_size = std::min<size_t>(dst.size() - size, 192);
      if (at_end) around = out - around_size;
      std::memset(around, 0xa5, around_size);
      GetParam().xorKeyStreamBlocks(out, in, size, s, 3);
      for (size_t i = 0; i < size; ++i) {
        ASSERT_EQ(out[i], message[i] ^ key_stream[i]) << "byte " << i << " of " << size;
      }
      ASSERT_EQ(std::count(around, around + around_size, 0xa5), static_cast<ptrdiff_t>(around_size))
          << size;
      ASSERT_EQ(std::memcmp(in, message.data(), size), 0) << size;
      GetParam().xorKeyStreamBlocks(in, in, size, s, 3);
      ASSERT_EQ(std::memcmp(in, out, size), 0) << "in place " << size;
      ASSERT_EQ(std::memcmp(s, &state, sizeof(State)), 0) << "the state changed " << size;
    }
  }
}

TEST_P(CoreContractTest, LongMessages) {
  constexpr size_t kSize = (size_t{1} << 20) + 4321;
  const State state = NewState();
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0xfff00000u - 17, kSize);
  Bytes out(kSize);
  GetParam().xorKeyStreamBlocks(out.data(), out.data(), kSize, &state, 0xfff00000u - 17);
  EXPECT_EQ(out, want);
}

TEST_P(CoreContractTest, MisalignedInEveryWay) {
  const State state = NewState();
  constexpr size_t kMost = 64 * 40 + 17;
  const Bytes key_stream = ReferenceKeyStream(Key(), Nonce(), 0, kMost);
  Bytes src(kMost + 64), dst(kMost + 64);
  for (const size_t size : {5u, 129u, 321u, 577u, 1100u, 1350u, 2577u}) {
    for (size_t s = 0; s<64; s += size> 600 ? 9 : 1) {
      for (size_t d = 0; d<64; d += size> 600 ? 9 : 1) {
        GetParam().xorKeyStreamBlocks(dst.data() + d, src.data() + s, size, &state, 0);
        ASSERT_EQ(std::memcmp(dst.data() + d, key_stream.data(), size), 0)
            << size << " from " << s << " to " << d;
      }
    }
  }
}

TEST_P(CoreContractTest, TheLastBlocks) {
  for (size_t n = 1; n <= kManyBlocks; ++n) {
    const auto counter = static_cast<uint32_t>((uint64_t{1} << 32) - n);
    const State state = NewState();
    Bytes out(64 * n);
    GetParam().xorKeyStreamBlocks(out.data(), out.data(), out.size(), &state, counter);
    ASSERT_EQ(out, ReferenceKeyStream(Key(), Nonce(), counter, out.size())) << n;
  }
}

// A core that adds lane numbers to the counter with a wider add than 32 bits, at the start or at
// the end of the rounds, carries into word 13. The vectors are blocks for which that shows at the
// end of the rounds; here each comes by in every lane of every pass.
TEST_P(CoreContractTest, CarriesStayInWord12) {
  const auto records = testdata::ReadVectorFile("testdata/carry.txt");
  ASSERT_EQ(records.status(), absl::OkStatus());
  ASSERT_GE(records->size(), 5u);
  Bytes out(64 * kManyBlocks);
  for (const testdata::Record& record : *records) {
    const State state = NewState(record.GetBytes("key"), record.GetBytes("nonce"));
    const uint64_t counter = record.GetInteger("ctr");
    for (size_t blocks = 1; blocks <= kManyBlocks; ++blocks) {
      for (size_t lane = 0; lane < blocks && lane <= counter; ++lane) {
        GetParam().xorKeyStreamBlocks(out.data(), Bytes(64 * blocks).data(), 64 * blocks, &state,
                                      static_cast<uint32_t>(counter - lane));
        ASSERT_EQ(ByteSpan(out).subspan(64 * lane, 64), ByteSpan(record.GetBytes("out")))
            << record.id() << " in block " << lane << " of " << blocks;
      }
    }
  }
}

// What a core leaves behind must not depend on key or message: then it holds nothing of them, nor
// of the key stream, in whatever form.
TEST_P(CoreContractTest, KeepsTheAbiAndLeavesNoSecrets) {
  if (!HasAbiProbe()) GTEST_SKIP() << "there is no ABI probe for this architecture";
  if (GetParam().tier == keystream::internal::Tier::kGeneric) {
    GTEST_SKIP() << "compiled: the compiler keeps the ABI, and its spills are not promised";
  }
  constexpr size_t kMost = 64 * kManyBlocks;
  const Bytes key_stream = ReferenceKeyStream(Key(), Nonce(), 0, kMost);
  Bytes message(kMost), out(kMost);
  State state;
  const auto probe = [&](const Bytes& key, absl::string_view content, size_t size) {
    state = NewState(key);
    const Bytes bytes = *Expand(absl::StrCat(content, kMost));
    std::copy(bytes.begin(), bytes.end(), message.begin());  // addresses stay the same
    return CallWithAbiProbe(GetParam().tier, GetParam().xorKeyStreamBlocks, out.data(),
                            message.data(), size, &state, uint32_t{0});
  };
  for (size_t size = 1; size <= kMost; size += size < 300 ? 1 : 31) {
    const AbiReport report = probe(Key(), "@101:77:", size);
    ASSERT_THAT(report.broken, testing::IsEmpty()) << size;
    ASSERT_EQ(out[size - 1], message[size - 1] ^ key_stream[size - 1]);
    ASSERT_TRUE(probe(*Expand("@9:1:32"), "@101:77:", size).left_behind == report.left_behind)
        << "something of the key is left after " << size;
    ASSERT_TRUE(probe(Key(), "@55:3:", size).left_behind == report.left_behind)
        << "something of the message is left after " << size;
  }
}

// Which pass of a core runs at which length: the tables at the heads of the assembly files, as a
// debugger sees them. A length that took a pass of another shape would still be right, and slow.
struct PassesOfLength {
  const char* core;
  size_t from_blocks, to_blocks;
  const char* passes;
};

constexpr PassesOfLength kPassesOfLength[] = {
    // clang-format off
    {"ssse3", 1, 1, "1"},
    {"ssse3", 2, 2, "2"},
    {"ssse3", 3, 3, "3"},
    {"ssse3", 4, 4, "4"},
    {"ssse3", 5, 5, "5"},
    {"ssse3", 6, 7, "5 beside"},
    {"ssse3", 8, 8, "5 3"},
    {"ssse3", 10, 10, "5"},
    {"avx2", 1, 1, "1"},
    {"avx2", 2, 2, "2"},
    {"avx2", 3, 5, "5"},
    {"avx2", 6, 7, "7"},
    {"avx2", 8, 9, "9"},
    {"avx2", 10, 13, "9 beside"},
    {"avx2", 14, 14, "9 5"},
    {"avx2", 16, 16, "9 7"},
    {"avx2", 18, 18, "9"},
    {"avx512", 1, 2, "2"},
    {"avx512", 3, 4, "4"},
    {"avx512", 5, 5, "5"},
    {"avx512", 6, 6, "6"},
    {"avx512", 7, 8, "8"},
    {"avx512", 9, 9, "9"},
    {"avx512", 10, 11, "11"},
    {"avx512", 12, 13, "13"},
    {"avx512", 14, 17, "17"},
    {"avx512", 18, 19, "19"},
    {"avx512", 20, 22, "22"},
    {"avx512", 23, 24, "24"},
    {"avx512", 25, 26, "26"},
    {"avx512", 27, 34, "34"},
    {"avx512", 35, 35, "34 2"},
    // clang-format on
};

TEST_P(CoreContractTest, RunsThePassesOfItsTable) {
  const Core& core = GetParam();
  if (core.passes == nullptr) GTEST_SKIP() << "the core has no table of passes";
  const State state = NewState();
  Bytes memory(64 * kManyBlocks);
  int checked = 0;
  for (const PassesOfLength& expected : kPassesOfLength) {
    if (core.name != std::string(expected.core)) continue;
    const size_t shortest = 64 * expected.from_blocks - 63, longest = 64 * expected.to_blocks;
    for (const size_t size : {shortest, longest}) {
      if (size == shortest && size > 1200) continue;  // stepping takes its time
      const std::string passes = TracePasses(
          reinterpret_cast<const void*>(core.xorKeyStreamBlocks), core.passes,
          [&] { core.xorKeyStreamBlocks(memory.data(), memory.data(), size, &state, 0); });
      if (passes.empty()) GTEST_SKIP() << "nothing can be traced here";
      EXPECT_EQ(passes, expected.passes) << size;
      ++checked;
    }
  }
  EXPECT_GT(checked, 0) << "no row for " << core.name;
}

TEST(FirstRound, IsTheFirstColumnRoundOfColumnsOneToThree) {
  // RFC 8439, section 2.3.2, has the state; libcrypto's block shows that the cache is right through
  // every core that uses it. Here: a core that does not ask for it gets none.
  for (const Core& core : kCores) {
    State state;
    std::memset(&state, 0xee, sizeof(state));
    InitState(&state, core, Key().data(), Nonce().data());
    EXPECT_EQ(state.first_round[0] != 0xeeeeeeee, core.uses_first_round) << core.name;
  }
}

}  // namespace
}  // namespace keystream::chacha20::internal
