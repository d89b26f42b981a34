// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/quic.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "internal/testing/status.h"
#include "testdata/vectors.h"

namespace keystream::chacha20poly1305 {
namespace {

using keystream::internal::ExpectError;
using testdata::Expand;

using Bytes = std::vector<uint8_t>;

// RFC 9001, appendix A.5.
TEST(QuicHeaderProtectionMask, PublishedExample) {
  const Bytes key = *Expand("25a282b9e82f06f21f488917a4fc8f1b73573685608597d0efcb076b0ab7a7a4");
  const Bytes sample = *Expand("5e5cd55c41f69080575d7999c25a5bfb");
  Bytes mask(5);
  EXPECT_EQ(QuicHeaderProtectionMask(absl::MakeSpan(mask), key, sample), absl::OkStatus());
  EXPECT_EQ(mask, *Expand("aefefe7d03"));
  // In the place of either.
  for (const bool in_key : {false, true}) {
    Bytes k = key, s = sample;
    const auto where = absl::MakeSpan(in_key ? k : s).subspan(3, 5);
    EXPECT_EQ(QuicHeaderProtectionMask(where, k, s), absl::OkStatus());
    EXPECT_EQ(Bytes(where.begin(), where.end()), mask);
  }
}

TEST(QuicHeaderProtectionMask, WrongSizes) {
  Bytes mask(5, 0xa5);
  for (size_t size = 0; size <= 40; ++size) {
    const Bytes bytes(size);
    const auto check = [&](const absl::Status& status, const std::string& name) {
      ExpectError(status, absl::StatusCode::kInvalidArgument,
                  {absl::StrCat(name, " is ", size, " bytes")});
    };
    Bytes other(size, 0xa5);
    if (size != 5) {
      check(QuicHeaderProtectionMask(absl::MakeSpan(other), Bytes(32), Bytes(16)), "mask");
    }
    if (size != 32) {
      check(QuicHeaderProtectionMask(absl::MakeSpan(mask), bytes, Bytes(16)), "key");
    }
    if (size != 16) {
      check(QuicHeaderProtectionMask(absl::MakeSpan(mask), Bytes(32), bytes), "sample");
    }
    EXPECT_EQ(other, Bytes(size, 0xa5));
  }
  EXPECT_EQ(mask, Bytes(5, 0xa5));
}

}  // namespace
}  // namespace keystream::chacha20poly1305
