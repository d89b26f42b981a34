// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/esp.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "internal/testing/status.h"
#include "testdata/vectors.h"

namespace keystream::chacha20poly1305 {
namespace {

using keystream::internal::ExpectError;

using Bytes = std::vector<uint8_t>;

Bytes Concat(Bytes x, const Bytes& y) {
  x.insert(x.end(), y.begin(), y.end());
  return x;
}

// RFC 7634, appendices A and B.
TEST(ESP, PublishedExamples) {
  const auto records = testdata::ReadVectorFile("testdata/rfc7634.txt");
  ASSERT_EQ(records.status(), absl::OkStatus());
  ASSERT_EQ(records->size(), 2u);
  for (const testdata::Record& record : *records) {
    SCOPED_TRACE(record.id());
    const absl::StatusOr<ESP> esp =
        ESP::New(Concat(record.GetBytes("key"), record.GetBytes("salt")));
    ASSERT_EQ(esp.status(), absl::OkStatus());
    const Bytes& plaintext = record.GetBytes("in");
    const Bytes& ad = record.GetBytes("aad");
    const Bytes want = Concat(record.GetBytes("out"), record.GetBytes("tag"));
    Bytes iv = record.GetBytes("iv");
    Bytes sealed(want.size()), opened(plaintext.size());
    EXPECT_EQ(esp->Seal(absl::MakeSpan(sealed), iv, plaintext, ad), absl::OkStatus());
    EXPECT_EQ(sealed, want);
    EXPECT_EQ(esp->Open(absl::MakeSpan(opened), iv, sealed, ad), absl::OkStatus());
    EXPECT_EQ(opened, plaintext);
    for (uint8_t& byte : iv) {
      byte ^= 1;
      EXPECT_TRUE(absl::IsUnauthenticated(esp->Open(absl::MakeSpan(opened), iv, sealed, ad)));
      EXPECT_EQ(opened, Bytes(opened.size()));
      byte ^= 1;
    }
  }
}

TEST(ESP, WrongSizes) {
  const absl::StatusOr<ESP> esp = ESP::New(Bytes(36));
  Bytes dst(30, 0xa5);
  for (size_t size = 0; size <= 64; ++size) {
    const Bytes bytes(size);
    const std::string is = absl::StrCat(" is ", size, " bytes");
    if (size != 36) {
      const absl::Status status = ESP::New(bytes).status();
      ExpectError(status, absl::StatusCode::kInvalidArgument, {"key_material" + is});
    }
    if (size == 8) continue;
    for (const absl::Status& status : {esp->Seal(absl::MakeSpan(dst), bytes, Bytes(14), {}),
                                       esp->Open(absl::MakeSpan(dst), bytes, Bytes(46), {})}) {
      ExpectError(status, absl::StatusCode::kInvalidArgument, {"iv" + is});
    }
  }
  EXPECT_EQ(dst, Bytes(30, 0xa5));
  EXPECT_EQ(esp->Seal(absl::MakeSpan(dst), Bytes(8), Bytes(10), {}).code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace keystream::chacha20poly1305
