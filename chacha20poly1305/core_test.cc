// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The contract of the woven kernels, Woven of core.h, against the generic cores of the packages.
// What the cores do as a whole, chacha20poly1305_test sees.

#include "chacha20poly1305/core.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "internal/testing/abi_probe.h"
#include "internal/testing/core_test.h"
#include "internal/testing/guarded_buffer.h"
#include "testdata/vectors.h"

namespace keystream::chacha20poly1305::internal {
namespace {

using keystream::internal::AbiReport;
using keystream::internal::CallWithAbiProbe;
using keystream::internal::CoreTestName;
using keystream::internal::GuardedBuffer;
using keystream::internal::HasAbiProbe;
using poly1305::internal::Tail;
using testdata::Expand;

using Bytes = std::vector<uint8_t>;
using ChaCha = chacha20::internal::State;
using Mac = poly1305::internal::State;

constexpr size_t kMostPasses = 4;

ChaCha NewChaCha(const chacha20::internal::Core& core, const Bytes& key) {
  ChaCha state;
  chacha20::internal::InitState(&state, core, key.data(), Bytes(12, 0x77).data());
  return state;
}

Mac NewMac(const Bytes& key) {
  Mac mac;
  poly1305::internal::InitState(&mac, key.data());
  return mac;
}

Bytes TagOf(const Mac& mac) {
  Bytes tag(16);
  poly1305::internal::Finish(mac, tag.data());
  return tag;
}

using WovenTest = keystream::internal::CoreTest<Core>;
INSTANTIATE_TEST_SUITE_P(Cores, WovenTest, testing::ValuesIn(kCores.begin(), kCores.end()),
                         CoreTestName<Core>);

TEST_P(WovenTest, RowIsWhole) {
  if (GetParam().woven == nullptr) GTEST_SKIP() << "this core has no woven kernels";
  const WovenKernels& woven = *GetParam().woven;
  EXPECT_NE(woven.seal, nullptr);
  EXPECT_NE(woven.open, nullptr);
  EXPECT_EQ(woven.pass_size % 64, 0u);
  EXPECT_EQ(woven.first_size % 64, 0u);
  EXPECT_GT(woven.pass_size, 0u);
  EXPECT_GE(woven.first_size, woven.pass_size);
  EXPECT_LE(woven.first_size, kMaxFirstSize);
  EXPECT_GE(woven.from, woven.first_size + woven.pass_size);
  EXPECT_GE(woven.from, kMinWovenFrom);
}

// From any state of the accumulator, with the widest r and with r = 1, which takes the carry of the
// first fold through all of the accumulator, to the last counter, in place and apart, at any
// alignment, and not a byte beside what is its own.
TEST_P(WovenTest, DoesBothAtOnce) {
  if (GetParam().woven == nullptr) GTEST_SKIP() << "this core has no woven kernels";
  const WovenKernels& kernels = *GetParam().woven;
  const size_t pass_size = kernels.pass_size, most = kMostPasses * pass_size;
  const chacha20::internal::Core& generic = chacha20::internal::kCores[0];
  const ChaCha state = NewChaCha(chacha20::internal::ActiveCore(), *Expand("@7:3:32"));
  const ChaCha generic_state = NewChaCha(generic, *Expand("@7:3:32"));
  GuardedBuffer src_pages(most + 16), dst_pages(pass_size + most + 16);
  for (Woven* const woven : {kernels.seal, kernels.open}) {
    const bool seals = woven == kernels.seal;
    const size_t before = seals ? pass_size : 0;
    for (const absl::string_view content : {"@101:77:", "*ff:", "*00:"}) {
      for (const absl::string_view mac_key : {"@31:5:32", "*ff:32", "01+*00:31"}) {
        for (const uint64_t h2 : {uint64_t{0}, uint64_t{4}}) {
          for (size_t passes = 1; passes <= kMostPasses; ++passes) {
            for (size_t i = 0; i < 4; ++i) {
              const bool in_place = i % 2 != 0, at_the_end = i / 2 != 0;
              SCOPED_TRACE(absl::StrCat(seals ? "seals " : "opens ", content, mac_key, " ", h2, " ",
                                        passes, in_place ? " in place" : "",
                                        at_the_end ? ", dst to the end of its page" : ""));
              const size_t size = passes * pass_size;
              // One ends with its last page and the other begins with its first, or they are off.
              uint8_t* const behind = dst_pages.Last(before + size);
              uint8_t* const dst = (at_the_end ? behind : dst_pages.First() + 5) + before;
              uint8_t* const src = in_place     ? dst
                                   : at_the_end ? src_pages.First() + 3
                                                : src_pages.Last(size);
              const uint32_t counter = uint32_t{0} - static_cast<uint32_t>(size / 64);
              const Bytes text = *Expand(absl::StrCat(content, before + size));
              std::copy(text.begin(), text.begin() + static_cast<ptrdiff_t>(before), dst - before);
              std::copy(text.begin() + static_cast<ptrdiff_t>(before), text.end(), src);
              Mac mac = NewMac(*Expand(mac_key));
              mac.h[0] = mac.h[1] = ~uint64_t{0};
              mac.h[2] = h2;
              Mac want_mac = mac;
              Bytes want = text;
              generic.xorKeyStreamBlocks(want.data() + before, src, size, &generic_state, counter);
              poly1305::internal::kCores[0].update(&want_mac, seals ? want.data() : text.data(),
                                                   size, Tail::kZeroPadded);

              woven(dst, src, size, &state, counter, &mac);
              ASSERT_EQ(Bytes(dst - before, dst + size), want);
              ASSERT_LE(mac.h[2], 4u);
              ASSERT_EQ(TagOf(mac), TagOf(want_mac));
              ASSERT_EQ(Bytes(src, src + size),
                        in_place
                            ? Bytes(want.begin() + static_cast<ptrdiff_t>(before), want.end())
                            : Bytes(text.begin() + static_cast<ptrdiff_t>(before), text.end()));
            }
          }
        }
      }
    }
  }
}

// What a kernel leaves behind must not depend on keys or message: then it holds nothing of them.
TEST_P(WovenTest, KeepsTheAbiAndLeavesNoSecrets) {
  if (GetParam().woven == nullptr) GTEST_SKIP() << "this core has no woven kernels";
  const WovenKernels& kernels = *GetParam().woven;
  const size_t pass_size = kernels.pass_size, most = kMostPasses * pass_size;
  if (!HasAbiProbe()) GTEST_SKIP() << "there is no ABI probe for this architecture";
  Bytes src(most), out(pass_size + most);
  ChaCha state;
  Mac mac;
  for (Woven* const woven : {kernels.seal, kernels.open}) {
    for (size_t size = pass_size; size <= most; size += pass_size) {
      const auto probe = [&](absl::string_view key, absl::string_view mac_key,
                             absl::string_view content) {
        state = NewChaCha(chacha20::internal::ActiveCore(), *Expand(key));
        mac = NewMac(*Expand(mac_key));
        const Bytes bytes = *Expand(absl::StrCat(content, most));
        std::copy(bytes.begin(), bytes.end(), src.begin());  // addresses stay the same
        std::fill(out.begin(), out.end(), uint8_t{0x5a});
        return CallWithAbiProbe(GetParam().tier, woven, out.data() + pass_size, src.data(), size,
                                &state, uint32_t{3}, &mac);
      };
      const AbiReport report = probe("@7:3:32", "@3:1:32", "@101:77:");
      ASSERT_THAT(report.broken, testing::IsEmpty()) << size;
      ASSERT_TRUE(probe("@9:1:32", "@3:1:32", "@101:77:").left_behind == report.left_behind)
          << "something of the key is left after " << size;
      ASSERT_TRUE(probe("@7:3:32", "@5:2:32", "@101:77:").left_behind == report.left_behind)
          << "something of the key of the mac is left after " << size;
      ASSERT_TRUE(probe("@7:3:32", "@3:1:32", "@55:3:").left_behind == report.left_behind)
          << "something of the message is left after " << size;
    }
  }
}

}  // namespace
}  // namespace keystream::chacha20poly1305::internal
