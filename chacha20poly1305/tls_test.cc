// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "chacha20poly1305/tls.h"

#include <algorithm>
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

Bytes Nonce(const Bytes& iv, uint64_t sequence_number) {
  Bytes nonce(12, 0xa5);
  EXPECT_EQ(TlsNonce(absl::MakeSpan(nonce), iv, sequence_number), absl::OkStatus());
  return nonce;
}

// RFC 9001, appendix A.5: QUIC makes its nonces in the same way.
TEST(TlsNonce, PublishedExample) {
  EXPECT_EQ(Nonce(*Expand("e0459b3474bdd0e44a41c144"), 654360564),
            *Expand("e0459b3474bdd0e46d417eb0"));
}

TEST(TlsNonce, EveryByteOfTheSequenceNumberHasItsPlace) {
  const Bytes iv = *Expand("@11:5:12");
  EXPECT_EQ(Nonce(iv, 0), iv);
  Bytes want = iv;
  const Bytes number = *Expand("0123456789abcdef");
  for (size_t i = 0; i < 8; ++i) want[4 + i] ^= number[i];
  EXPECT_EQ(Nonce(iv, 0x0123456789abcdef), want);
  for (unsigned byte = 0; byte < 8; ++byte) {
    want = iv;
    want[11 - byte] ^= 0x80;
    EXPECT_EQ(Nonce(iv, uint64_t{0x80} << 8 * byte), want);
  }
}

TEST(TlsNonce, InPlaceOrApart) {
  const Bytes iv = *Expand("@11:5:12");
  const Bytes want = Nonce(iv, 77);
  for (size_t shift = 0; shift <= 24; ++shift) {
    Bytes memory(36);
    std::copy(iv.begin(), iv.end(), memory.begin() + 12);
    const Bytes before = memory;
    const auto nonce = absl::MakeSpan(memory).subspan(shift, 12);
    const absl::Status status = TlsNonce(nonce, absl::MakeConstSpan(memory).subspan(12, 12), 77);
    if (shift % 12 == 0) {
      EXPECT_EQ(status, absl::OkStatus());
      EXPECT_EQ(Bytes(nonce.begin(), nonce.end()), want);
    } else {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_EQ(memory, before);
    }
  }
}

TEST(TlsNonce, WrongSizes) {
  for (size_t size = 0; size <= 24; ++size) {
    if (size == 12) continue;
    Bytes nonce(12, 0xa5), other(size, 0xa5);
    const auto check = [&](const absl::Status& status, const std::string& name) {
      ExpectError(status, absl::StatusCode::kInvalidArgument,
                  {absl::StrCat(name, " is ", size, " bytes")});
    };
    check(TlsNonce(absl::MakeSpan(other), nonce, 1), "nonce");
    check(TlsNonce(absl::MakeSpan(nonce), other, 1), "iv");
    EXPECT_EQ(nonce, Bytes(12, 0xa5));
    EXPECT_EQ(other, Bytes(size, 0xa5));
  }
}

}  // namespace
}  // namespace keystream::chacha20poly1305
