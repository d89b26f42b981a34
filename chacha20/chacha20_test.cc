// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The public interface, on every core. Expected key stream comes from libcrypto and from the
// digests of testdata; core_test.cc looks at the cores themselves.

#include "chacha20/chacha20.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "chacha20/core.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "internal/testing/contains.h"
#include "internal/testing/core_test.h"
#include "internal/testing/guarded_buffer.h"
#include "internal/testing/reference.h"
#include "internal/testing/status.h"
#include "testdata/sha256.h"
#include "testdata/vectors.h"

namespace keystream::chacha20 {
namespace {

using internal::Core;
using internal::kCores;
using keystream::internal::ContainsPieceOf;
using keystream::internal::CoreTestName;
using keystream::internal::ExpectError;
using keystream::internal::GuardedBuffer;
using keystream::internal::ReferenceKeyStream;
using testdata::Expand;
using testing::HasSubstr;

using Bytes = std::vector<uint8_t>;
using ByteSpan = absl::Span<const uint8_t>;

constexpr uint64_t kBlocks = uint64_t{1} << 32;  // of a key stream

const Bytes& Key() {
  static const Bytes& key = *new Bytes(*Expand("@7:3:32"));
  return key;
}
const Bytes& Nonce() {
  static const Bytes& nonce = *new Bytes(*Expand("@11:5:12"));
  return nonce;
}

Bytes Message(size_t size) { return *Expand(absl::StrCat("@13:5:", size)); }

Bytes Xor(ByteSpan a, ByteSpan b) {
  Bytes out(a.size());
  for (size_t i = 0; i < a.size(); ++i) out[i] = static_cast<uint8_t>(a[i] ^ b[i]);
  return out;
}

Cipher NewCipher(uint32_t counter = 0) {
  absl::StatusOr<Cipher> cipher = Cipher::NewUnauthenticatedCipher(Key(), Nonce());
  EXPECT_EQ(cipher.status(), absl::OkStatus());
  EXPECT_EQ(cipher->SetCounter(counter), absl::OkStatus());
  return *std::move(cipher);
}

// The next size bytes of key stream.
Bytes Take(Cipher& cipher, size_t size) {
  Bytes out(size);
  EXPECT_EQ(cipher.XORKeyStream(absl::MakeSpan(out), out), absl::OkStatus());
  return out;
}

using ChaCha20Test = keystream::internal::CoreTest<Core>;
INSTANTIATE_TEST_SUITE_P(Cores, ChaCha20Test, testing::ValuesIn(kCores.begin(), kCores.end()),
                         CoreTestName<Core>);

TEST_P(ChaCha20Test, RunsOnTheCoreThatWasForced) { EXPECT_EQ(CoreName(), GetParam().name); }

// Set by the configurations of .bazelrc that emulate a machine, whose cores are known.
TEST(ChaCha20, RunsOnTheCoreOfTheMachine) {
  const char* expected = std::getenv("KEYSTREAM_EXPECTED_CORE");
  if (expected == nullptr) GTEST_SKIP() << "nobody says which machine this is";
  EXPECT_EQ(CoreName(), expected);
}

// ---- One-shot

TEST_P(ChaCha20Test, EveryLengthMatchesTheDigests) {
  const auto records = testdata::ReadVectorFile("testdata/digests.txt");
  ASSERT_EQ(records.status(), absl::OkStatus());
  int checked = 0;
  for (const testdata::Record& record : *records) {
    if (record.op() != "chacha20_lengths" && record.op() != "xchacha20_lengths") continue;
    const uint64_t last = record.GetInteger("last");
    ASSERT_GE(last, 1100u);
    testdata::Sha256 digest;
    for (size_t n = 0; n <= last; ++n) {
      const Bytes in = record.Generate("in_gen", n);
      Bytes out(n);
      ASSERT_EQ(
          XORKeyStream(absl::MakeSpan(out), in, record.GetBytes("key"), record.GetBytes("nonce"),
                       static_cast<uint32_t>(record.GetInteger("ctr"))),
          absl::OkStatus());
      digest.Update(out);
    }
    EXPECT_EQ(digest.Finish(), record.GetBytes("out_sha256")) << record.id();
    ++checked;
  }
  EXPECT_EQ(checked, 2);
}

TEST_P(ChaCha20Test, EveryAlignment) {
  for (const size_t size : {1u, 63u, 64u, 100u, 257u, 1031u}) {
    const Bytes message = Message(size);
    const Bytes want = Xor(message, ReferenceKeyStream(Key(), Nonce(), 7, size));
    alignas(64) uint8_t src[1031 + 64], dst[1031 + 2 * 64];
    for (size_t s = 0; s < 64; ++s) {
      std::memcpy(src + s, message.data(), size);
      for (size_t d = 0; d < 64; ++d) {
        std::memset(dst, 0xa5, sizeof(dst));
        ASSERT_EQ(
            XORKeyStream(absl::MakeSpan(dst + d, size), ByteSpan(src + s, size), Key(), Nonce(), 7),
            absl::OkStatus());
        ASSERT_EQ(ByteSpan(dst + d, size), ByteSpan(want)) << size << " from " << s << " to " << d;
        ASSERT_EQ(
            std::count(dst, dst + sizeof(dst), 0xa5) - std::count(want.begin(), want.end(), 0xa5),
            static_cast<ptrdiff_t>(sizeof(dst) - size))
            << size << " from " << s << " to " << d << ": a byte outside dst changed";
      }
    }
  }
}

// ---- Streaming

TEST_P(ChaCha20Test, EveryTwoWaySplit) {
  constexpr size_t kMost = 600;
  const Bytes message = Message(kMost);
  const Bytes want = Xor(message, ReferenceKeyStream(Key(), Nonce(), 0, kMost));
  for (size_t size = 0; size <= kMost; ++size) {
    for (size_t first = 0; first <= size; ++first) {
      Cipher cipher = NewCipher();
      Bytes buffer(message.begin(), message.begin() + static_cast<ptrdiff_t>(size));  // in place
      const auto all = absl::MakeSpan(buffer);
      ASSERT_EQ(cipher.XORKeyStream(all.first(first), all.first(first)), absl::OkStatus());
      ASSERT_EQ(cipher.XORKeyStream(all.subspan(first), all.subspan(first)), absl::OkStatus());
      ASSERT_EQ(ByteSpan(buffer), ByteSpan(want).first(size)) << first << " of " << size;
    }
  }
}

TEST_P(ChaCha20Test, RandomSplits) {
  constexpr size_t kSteps[] = {0, 1, 3, 4, 7, 8, 17, 24, 30, 63, 64, 65, 250, 256};
  constexpr size_t kSize = 6000;
  const Bytes message = Message(kSize);
  const Bytes want = Xor(message, ReferenceKeyStream(Key(), Nonce(), 0, kSize));
  std::mt19937 random(20);
  for (int round = 0; round < 1000; ++round) {
    SCOPED_TRACE(absl::StrCat("round ", round));
    Cipher cipher = NewCipher();
    Bytes out(kSize);
    for (size_t done = 0; done < kSize;) {
      // Now and then a piece so long that it goes past the buffer.
      const size_t step =
          random() % 32 == 0 ? 1000 + random() % 1500 : kSteps[random() % std::size(kSteps)];
      const size_t n = std::min(step, kSize - done);
      ASSERT_EQ(cipher.XORKeyStream(absl::MakeSpan(out).subspan(done, n),
                                    ByteSpan(message).subspan(done, n)),
                absl::OkStatus());
      done += n;
    }
    ASSERT_EQ(out, want);
  }
}

TEST_P(ChaCha20Test, LongStreamInUnevenCalls) {
  constexpr size_t kSize = 1 << 20;
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0, kSize);
  for (const size_t step : {25u, 999u, 1023u, 1025u, 1350u, 4097u, 65537u}) {
    Cipher cipher = NewCipher();
    Bytes out(kSize);
    for (size_t done = 0; done < kSize; done += step) {
      const auto piece = absl::MakeSpan(out).subspan(done, step);
      ASSERT_EQ(cipher.XORKeyStream(piece, piece), absl::OkStatus());
    }
    ASSERT_EQ(out, want) << step;
  }
}

TEST_P(ChaCha20Test, CallsThatTheBufferServesDoNotReachTheCore) {
  // Shown by taking the key away: what comes is then what was made before.
  Cipher cipher = NewCipher();
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0, 64);
  EXPECT_EQ(Take(cipher, 1), Bytes(want.begin(), want.begin() + 1));
  auto* object = reinterpret_cast<uint8_t*>(&cipher);
  const Bytes saved(object, object + sizeof(Cipher));
  const auto key = std::search(object, object + sizeof(Cipher), Key().begin(), Key().end());
  if (key == object + sizeof(Cipher)) GTEST_SKIP() << "the key is not held in byte order";
  std::memset(key, 0, 32);
  EXPECT_EQ(Take(cipher, 63), Bytes(want.begin() + 1, want.end()));
}

TEST_P(ChaCha20Test, DstMayBeLonger) {
  Bytes dst(200, 0xa5);
  const Bytes src = Message(100);
  Bytes want = Xor(src, ReferenceKeyStream(Key(), Nonce(), 0, 100));
  want.resize(200, 0xa5);
  Cipher cipher = NewCipher();
  EXPECT_EQ(cipher.XORKeyStream(absl::MakeSpan(dst), src), absl::OkStatus());
  EXPECT_EQ(dst, want);
  dst.assign(200, 0xa5);
  EXPECT_EQ(XORKeyStream(absl::MakeSpan(dst), src, Key(), Nonce(), 0), absl::OkStatus());
  EXPECT_EQ(dst, want);
}

TEST_P(ChaCha20Test, EmptyCallsDoNothing) {
  Cipher cipher = NewCipher();
  uint8_t byte = 0xa5;
  EXPECT_EQ(cipher.XORKeyStream({}, {}), absl::OkStatus());
  EXPECT_EQ(cipher.XORKeyStream(absl::MakeSpan(&byte, 1), {}), absl::OkStatus());
  EXPECT_EQ(cipher.XORKeyStream(absl::MakeSpan(&byte, 1), ByteSpan(&byte, 0)), absl::OkStatus());
  EXPECT_EQ(XORKeyStream({}, {}, Key(), Nonce(), 0xffffffff), absl::OkStatus());
  EXPECT_EQ(byte, 0xa5);
  EXPECT_EQ(Take(cipher, 130), ReferenceKeyStream(Key(), Nonce(), 0, 130));
  EXPECT_EQ(cipher.XORKeyStream({}, {}), absl::OkStatus());
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0, 194);
  EXPECT_EQ(Take(cipher, 64), Bytes(want.begin() + 130, want.end()));
}

// ---- Memory

TEST_P(ChaCha20Test, TouchesNothingOutsideItsArguments) {
  constexpr size_t kMost = 1200;
  GuardedBuffer src(kMost), dst(kMost), key(32), nonce(24);
  const Bytes message = Message(kMost);
  const Bytes key_stream = ReferenceKeyStream(Key(), Nonce(), 0, kMost);
  for (const bool at_end : {false, true}) {
    const auto place = [at_end](const GuardedBuffer& buffer, ByteSpan content) {
      uint8_t* p = at_end ? buffer.Last(content.size()) : buffer.First();
      if (!content.empty()) std::memcpy(p, content.data(), content.size());
      return absl::MakeSpan(p, content.size());
    };
    for (size_t size = 0; size <= kMost; ++size) {
      const auto in = place(src, ByteSpan(message).first(size));
      const auto out = place(dst, Bytes(size));
      const auto k = place(key, Key());
      const auto n = place(nonce, Nonce());
      ASSERT_EQ(XORKeyStream(out, in, k, n, 0), absl::OkStatus());
      const Bytes want = Xor(in, key_stream);
      ASSERT_EQ(ByteSpan(out), ByteSpan(want)) << size;

      std::memset(out.data(), 0, size);
      auto cipher = Cipher::NewUnauthenticatedCipher(k, n);
      ASSERT_EQ(cipher.status(), absl::OkStatus());
      const size_t first = size / 3;
      ASSERT_EQ(cipher->XORKeyStream(out.first(first), in.first(first)), absl::OkStatus());
      ASSERT_EQ(cipher->XORKeyStream(out.subspan(first), in.subspan(first)), absl::OkStatus());
      ASSERT_EQ(ByteSpan(out), ByteSpan(want)) << size;
    }
    const auto nonce_x = place(nonce, *Expand("@5:1:24"));
    const auto out = place(dst, Bytes(32));
    EXPECT_EQ(XORKeyStream(out, out, place(key, Key()), nonce_x, 0), absl::OkStatus());
    EXPECT_EQ(HChaCha20(out, place(key, Key()), nonce_x.first(16)), absl::OkStatus());
  }
}

TEST_P(ChaCha20Test, InexactOverlapIsRefusedBeforeAnythingIsWritten) {
  constexpr size_t kSize = 65;
  const Bytes message = Message(3 * kSize);
  const Bytes key_stream = ReferenceKeyStream(Key(), Nonce(), 0, kSize);
  for (ptrdiff_t shift = -65; shift <= 65; ++shift) {
    SCOPED_TRACE(absl::StrCat("dst - src = ", shift));
    const bool allowed = shift == 0 || shift == -65 || shift == 65;
    Bytes memory = message;
    const auto src = absl::MakeSpan(memory).subspan(kSize, kSize);
    const auto dst = absl::MakeSpan(memory.data() + kSize + shift, kSize);
    Bytes want = message;
    if (allowed) {
      const Bytes out = Xor(ByteSpan(message).subspan(kSize, kSize), key_stream);
      std::copy(out.begin(), out.end(), want.begin() + kSize + shift);
    }
    Cipher cipher = NewCipher();
    for (const bool one_shot : {true, false}) {
      memory = message;
      const absl::Status status =
          one_shot ? XORKeyStream(dst, src, Key(), Nonce(), 0) : cipher.XORKeyStream(dst, src);
      EXPECT_EQ(memory, want);
      if (allowed) {
        EXPECT_EQ(status, absl::OkStatus());
      } else {
        ExpectError(
            status, absl::StatusCode::kInvalidArgument,
            {"dst", "src", absl::StrCat(std::abs(shift), " byte"), shift < 0 ? "before" : "after"});
      }
    }
    if (!allowed) {
      EXPECT_EQ(Take(cipher, kSize), key_stream) << "the position moved";
    }
  }
  // A dst that overlaps only behind dst[0, src.size()) is fine.
  Bytes memory = message;
  EXPECT_EQ(XORKeyStream(absl::MakeSpan(memory), ByteSpan(memory).subspan(kSize, kSize), Key(),
                         Nonce(), 0),
            absl::OkStatus());
}

TEST_P(ChaCha20Test, DstMayBeTheKeyOrTheNonce) {
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0, 32);
  Bytes key = Key(), nonce = Nonce();
  const Bytes zeros(32);
  EXPECT_EQ(XORKeyStream(absl::MakeSpan(key), zeros, key, nonce, 0), absl::OkStatus());
  EXPECT_EQ(key, want);
  EXPECT_EQ(XORKeyStream(absl::MakeSpan(nonce), ByteSpan(zeros).first(12), Key(), nonce, 0),
            absl::OkStatus());
  EXPECT_EQ(nonce, Bytes(want.begin(), want.begin() + 12));
}

// ---- The end of the key stream

TEST_P(ChaCha20Test, TheLastBlocksInEveryTwoWaySplit) {
  for (size_t n = 1; n <= 40; ++n) {
    const auto counter = static_cast<uint32_t>(kBlocks - n);
    const size_t left = 64 * n;
    const Bytes want = ReferenceKeyStream(Key(), Nonce(), counter, left);
    for (size_t first = 0; first <= left; ++first) {
      SCOPED_TRACE(absl::StrCat(first, " of the last ", left));
      Cipher cipher = NewCipher(counter);
      Bytes out(left);
      const auto all = absl::MakeSpan(out);
      ASSERT_EQ(cipher.XORKeyStream(all.first(first), all.first(first)), absl::OkStatus());

      // One byte too many is refused, and takes nothing away.
      Bytes longer(left - first + 1, 0xa5);
      const absl::Status status = cipher.XORKeyStream(absl::MakeSpan(longer), longer);
      ASSERT_EQ(status.code(), absl::StatusCode::kOutOfRange);
      ASSERT_THAT(std::string(status.message()), HasSubstr(absl::StrCat(longer.size(), " bytes")));
      ASSERT_THAT(std::string(status.message()), HasSubstr(absl::StrCat(left - first, " left")));
      ASSERT_EQ(longer, Bytes(longer.size(), 0xa5));

      ASSERT_EQ(cipher.XORKeyStream(all.subspan(first), all.subspan(first)), absl::OkStatus());
      ASSERT_EQ(out, want);

      // After the last byte there is nothing, and no way back.
      uint8_t byte = 0xa5;
      ASSERT_EQ(cipher.XORKeyStream(absl::MakeSpan(&byte, 1), ByteSpan(&byte, 1)).code(),
                absl::StatusCode::kOutOfRange);
      ASSERT_EQ(byte, 0xa5);
      ASSERT_EQ(cipher.XORKeyStream({}, {}), absl::OkStatus());
      for (const uint32_t c : {0u, counter, 0xffffffffu}) {
        ASSERT_EQ(cipher.SetCounter(c).code(), absl::StatusCode::kOutOfRange);
      }
      ASSERT_EQ(cipher.Advance(), absl::OkStatus());
    }
  }
}

// A 32-bit counter and an overflow flag, as Go has them, fail here: the refill that reaches block
// 2^32 - 1 exactly leaves the counter at 0, and the third call starts over at block 0.
TEST_P(ChaCha20Test, ABufferThatEndsWithTheKeyStream) {
  Cipher cipher = NewCipher(static_cast<uint32_t>(kBlocks - 4));
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), static_cast<uint32_t>(kBlocks - 4), 256);
  EXPECT_EQ(Take(cipher, 1), Bytes(want.begin(), want.begin() + 1));
  EXPECT_EQ(Take(cipher, 255), Bytes(want.begin() + 1, want.end()));
  Bytes more(64);
  EXPECT_EQ(cipher.XORKeyStream(absl::MakeSpan(more), more).code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(more, Bytes(64));
}

TEST_P(ChaCha20Test, OneShotEndsAtTheLastBlock) {
  for (size_t n = 1; n <= 40; ++n) {
    const auto counter = static_cast<uint32_t>(kBlocks - n);
    for (const size_t size : {64 * n - 63, 64 * n - 1, 64 * n}) {
      Bytes out(size);
      ASSERT_EQ(XORKeyStream(absl::MakeSpan(out), out, Key(), Nonce(), counter), absl::OkStatus());
      ASSERT_EQ(out, ReferenceKeyStream(Key(), Nonce(), counter, size)) << n << " " << size;
    }
    Bytes longer(64 * n + 1, 0xa5);
    ExpectError(XORKeyStream(absl::MakeSpan(longer), longer, Key(), Nonce(), counter),
                absl::StatusCode::kOutOfRange,
                {"src", absl::StrCat(64 * n + 1, " bytes"), absl::StrCat(64 * n, " left")});
    ASSERT_EQ(longer, Bytes(64 * n + 1, 0xa5));
  }
}

// ---- SetCounter and Advance

TEST_P(ChaCha20Test, SetCounterGoesForwardOnly) {
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0, 64 * 64);
  const auto block = [&](size_t i, size_t size) {
    return Bytes(want.begin() + static_cast<ptrdiff_t>(64 * i),
                 want.begin() + static_cast<ptrdiff_t>(64 * i + size));
  };
  for (const size_t taken : {0u, 1u, 63u, 64u, 65u, 128u, 200u, 1000u, 1024u, 1030u}) {
    const auto first_not_begun = static_cast<uint32_t>((taken + 63) / 64);
    for (uint32_t counter = 0; counter < 40; ++counter) {
      SCOPED_TRACE(absl::StrCat("to ", counter, " after ", taken));
      Cipher cipher = NewCipher();
      Take(cipher, taken);
      const absl::Status status = cipher.SetCounter(counter);
      if (counter >= first_not_begun) {
        ASSERT_EQ(status, absl::OkStatus());
        ASSERT_EQ(Take(cipher, 70), block(counter, 70));
      } else {
        ExpectError(
            status, absl::StatusCode::kOutOfRange,
            {absl::StrCat("counter is ", counter), absl::StrCat("at least ", first_not_begun)});
        ASSERT_EQ(Take(cipher, 64), Bytes(want.begin() + static_cast<ptrdiff_t>(taken),
                                          want.begin() + static_cast<ptrdiff_t>(taken + 64)));
      }
    }
  }
}

TEST_P(ChaCha20Test, SetCounterInsideTheBufferAndBack) {
  Cipher cipher = NewCipher();
  Take(cipher, 1);
  ASSERT_EQ(cipher.SetCounter(2), absl::OkStatus());
  EXPECT_EQ(cipher.SetCounter(1).code(), absl::StatusCode::kOutOfRange);
  ASSERT_EQ(cipher.SetCounter(2), absl::OkStatus());
  EXPECT_EQ(Take(cipher, 3000), ReferenceKeyStream(Key(), Nonce(), 2, 3000));
}

TEST_P(ChaCha20Test, AdvanceDropsTheRestOfABlock) {
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0, 4096);
  for (size_t taken = 0; taken <= 1100; ++taken) {
    Cipher cipher = NewCipher();
    Take(cipher, taken);
    for (int i = 0; i < 2; ++i) ASSERT_EQ(cipher.Advance(), absl::OkStatus());
    const auto from = want.begin() + static_cast<ptrdiff_t>((taken + 63) / 64 * 64);
    ASSERT_EQ(Take(cipher, 100), Bytes(from, from + 100)) << taken;
  }
}

// ---- Arguments that are wrong

TEST_P(ChaCha20Test, WrongSizes) {
  for (size_t size = 0; size <= 64; ++size) {
    const Bytes bytes(size, 1);
    Bytes dst(10, 0xa5);
    const std::string is = absl::StrCat(" is ", size, " bytes");
    if (size != 32) {
      const auto check = [&](const absl::Status& status) {
        ExpectError(status, absl::StatusCode::kInvalidArgument, {"key" + is, "32"});
      };
      check(Cipher::NewUnauthenticatedCipher(bytes, Nonce()).status());
      check(XORKeyStream(absl::MakeSpan(dst), dst, bytes, Nonce(), 0));
      check(XORKeyStream({}, {}, bytes, Nonce(), 0));
      check(HChaCha20(absl::MakeSpan(dst = Bytes(32)), bytes, ByteSpan(Key()).first(16)));
      Bytes out(size, 0xa5);
      ExpectError(HChaCha20(absl::MakeSpan(out), Key(), ByteSpan(Key()).first(16)),
                  absl::StatusCode::kInvalidArgument, {"out" + is, "32"});
      EXPECT_EQ(out, Bytes(size, 0xa5));
      EXPECT_EQ(dst, Bytes(32));
      dst.assign(10, 0xa5);
    }
    if (size != 12 && size != 24) {
      const auto check = [&](const absl::Status& status) {
        ExpectError(status, absl::StatusCode::kInvalidArgument, {"nonce" + is, "12 or 24"});
      };
      check(Cipher::NewUnauthenticatedCipher(Key(), bytes).status());
      check(XORKeyStream(absl::MakeSpan(dst), dst, Key(), bytes, 0));
      check(XORKeyStream({}, {}, Key(), bytes, 0));
    }
    if (size != 16) {
      Bytes out(32, 0xa5);
      ExpectError(HChaCha20(absl::MakeSpan(out), Key(), bytes), absl::StatusCode::kInvalidArgument,
                  {"nonce" + is, "16"});
      EXPECT_EQ(out, Bytes(32, 0xa5));
    }
    EXPECT_EQ(dst, Bytes(10, 0xa5));
  }
}

TEST_P(ChaCha20Test, DstTooShort) {
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0, 130);
  Cipher cipher = NewCipher();
  EXPECT_EQ(Take(cipher, 30), Bytes(want.begin(), want.begin() + 30));
  for (size_t size = 0; size < 100; ++size) {
    Bytes dst(size, 0xa5);
    const Bytes src(100);
    const std::vector<std::string> parts = {absl::StrCat("dst is ", size, " bytes"), "100 of src"};
    ExpectError(cipher.XORKeyStream(absl::MakeSpan(dst), src), absl::StatusCode::kInvalidArgument,
                parts);
    ExpectError(XORKeyStream(absl::MakeSpan(dst), src, Key(), Nonce(), 0),
                absl::StatusCode::kInvalidArgument, parts);
    EXPECT_EQ(dst, Bytes(size, 0xa5));
  }
  EXPECT_EQ(Take(cipher, 100), Bytes(want.begin() + 30, want.end()));
}

// ---- Moving and wiping

TEST_P(ChaCha20Test, MovedFromAnswersFailedPrecondition) {
  Cipher cipher = NewCipher();
  const Bytes want = ReferenceKeyStream(Key(), Nonce(), 0, 400);
  Take(cipher, 100);
  Cipher moved = std::move(cipher);
  uint8_t byte = 0xa5;
  const auto span = absl::MakeSpan(&byte, 1);
  const auto check = [](const absl::Status& status) {
    ExpectError(status, absl::StatusCode::kFailedPrecondition, {"moved from"});
  };
  check(cipher.XORKeyStream(span, span));  // NOLINT(bugprone-use-after-move)
  check(cipher.XORKeyStream({}, {}));
  check(cipher.SetCounter(100));
  check(cipher.Advance());
  Cipher again = std::move(cipher);  // of nothing comes nothing
  check(again.XORKeyStream(span, span));
  EXPECT_EQ(byte, 0xa5);
  EXPECT_EQ(Take(moved, 100), Bytes(want.begin() + 100, want.begin() + 200));

  cipher = std::move(moved);
  check(moved.XORKeyStream(span, span));  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(Take(cipher, 100), Bytes(want.begin() + 200, want.begin() + 300));
  Cipher& self = cipher;
  cipher = std::move(self);
  EXPECT_EQ(Take(cipher, 100), Bytes(want.begin() + 300, want.end()));
}

// The memory of a Cipher after it was destroyed, moved from or assigned over holds no eight bytes
// of its key, in either byte order of its words, nor of its key stream.
TEST_P(ChaCha20Test, SecretsAreWiped) {
  const Bytes key_stream = ReferenceKeyStream(Key(), Nonce(), 0, 4096);
  const auto holds_secrets = [&](const void* memory) {
    const ByteSpan object(static_cast<const uint8_t*>(memory), sizeof(Cipher));
    return ContainsPieceOf(Key(), object) || ContainsPieceOf(key_stream, object);
  };
  for (const size_t taken : {0u, 1u, 63u, 64u, 65u, 200u, 300u, 1300u}) {
    SCOPED_TRACE(taken);
    alignas(Cipher) uint8_t memory[2][sizeof(Cipher)];
    // Through a volatile pointer, lest the compiler reason about an object that is gone.
    uint8_t* volatile at[] = {memory[0], memory[1]};
    std::memset(memory, 0, sizeof(memory));
    auto* cipher = new (at[0]) Cipher(NewCipher());
    Take(*cipher, taken);
    EXPECT_TRUE(holds_secrets(at[0]));
    auto* moved = new (at[1]) Cipher(std::move(*cipher));
    EXPECT_FALSE(holds_secrets(at[0])) << "moved from";
    EXPECT_TRUE(holds_secrets(at[1]));
    *cipher = std::move(*moved);
    EXPECT_FALSE(holds_secrets(at[1])) << "moved from by assignment";

    const Bytes other_key(32, 0x11);
    *cipher = *Cipher::NewUnauthenticatedCipher(other_key, Nonce());
    EXPECT_FALSE(holds_secrets(at[0])) << "assigned over";
    *cipher = NewCipher();
    Take(*cipher, taken);
    EXPECT_TRUE(holds_secrets(at[0]));
    // The last refill, of one block, is smaller than those before it.
    EXPECT_EQ(cipher->SetCounter(0xffffffff), absl::OkStatus());
    Take(*cipher, 1);
    cipher->~Cipher();
    moved->~Cipher();
    EXPECT_FALSE(holds_secrets(at[0])) << "destroyed";
  }
}

// ---- HChaCha20

TEST(HChaCha20, ArgumentsMayOverlap) {
  // draft-irtf-cfrg-xchacha-03, section 2.2.1.
  const Bytes key = *Expand("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  const Bytes nonce = *Expand("000000090000004a0000000031415927");
  const Bytes want = *Expand("82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc");
  Bytes memory = key;
  EXPECT_EQ(HChaCha20(absl::MakeSpan(memory), memory, nonce), absl::OkStatus());
  EXPECT_EQ(memory, want);
  memory = nonce;
  memory.resize(40);
  EXPECT_EQ(HChaCha20(absl::MakeSpan(memory).subspan(8), key, ByteSpan(memory).first(16)),
            absl::OkStatus());
  EXPECT_EQ(Bytes(memory.begin() + 8, memory.end()), want);
}

}  // namespace
}  // namespace keystream::chacha20
