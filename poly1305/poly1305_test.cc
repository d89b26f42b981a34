// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The public interface, on every core. Expected tags come from RFC 8439, from libcrypto and from
// the digests of testdata; core_test.cc looks at the cores themselves.

#include "poly1305/poly1305.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "internal/byteorder.h"
#include "internal/testing/allocations.h"
#include "internal/testing/contains.h"
#include "internal/testing/core_test.h"
#include "internal/testing/guarded_buffer.h"
#include "internal/testing/reference.h"
#include "internal/testing/status.h"
#include "poly1305/core.h"
#include "testdata/sha256.h"
#include "testdata/vectors.h"

namespace keystream::poly1305 {
namespace {

using internal::Core;
using internal::kCores;
using keystream::internal::Allocations;
using keystream::internal::ContainsPieceOf;
using keystream::internal::CoreTestName;
using keystream::internal::ExpectError;
using keystream::internal::ExpectUnauthenticated;
using keystream::internal::GuardedBuffer;
using keystream::internal::ReferencePoly1305;
using testdata::Expand;

using Bytes = std::vector<uint8_t>;
using ByteSpan = absl::Span<const uint8_t>;

const Bytes& Key() {
  static const Bytes& key = *new Bytes(*Expand("@7:3:32"));
  return key;
}

Bytes Message(size_t size) { return *Expand(absl::StrCat("@13:5:", size)); }

MAC NewMAC(ByteSpan key = Key()) {
  absl::StatusOr<MAC> mac = MAC::New(key);
  EXPECT_EQ(mac.status(), absl::OkStatus());
  return *std::move(mac);
}

Bytes TagOf(MAC& mac) {
  Bytes tag(16);
  EXPECT_EQ(mac.Sum(absl::MakeSpan(tag)), absl::OkStatus());
  return tag;
}

Bytes OneShot(ByteSpan message, ByteSpan key = Key()) {
  Bytes tag(16);
  EXPECT_EQ(Sum(absl::MakeSpan(tag), message, key), absl::OkStatus());
  return tag;
}

using Poly1305Test = keystream::internal::CoreTest<Core>;
INSTANTIATE_TEST_SUITE_P(Cores, Poly1305Test, testing::ValuesIn(kCores.begin(), kCores.end()),
                         CoreTestName<Core>);

TEST_P(Poly1305Test, RunsOnTheCoreThatWasForced) { EXPECT_EQ(CoreName(), GetParam().name); }

// ---- Vectors

// RFC 8439, sections 2.5.2 and A.3, and edge cases.
TEST_P(Poly1305Test, Vectors) {
  int checked = 0;
  for (const char* const file : {"testdata/rfc8439.txt", "testdata/edge_poly1305.txt"}) {
    const auto records = testdata::ReadVectorFile(file);
    ASSERT_EQ(records.status(), absl::OkStatus());
    for (const testdata::Record& record : *records) {
      if (record.op() != "poly1305") continue;
      const Bytes &key = record.GetBytes("key"), &in = record.GetBytes("in"),
                  &tag = record.GetBytes("tag");
      MAC mac = NewMAC(key);
      ASSERT_EQ(mac.Write(in), absl::OkStatus());
      if (record.valid()) {
        EXPECT_EQ(OneShot(in, key), tag) << record.id();
        EXPECT_EQ(Verify(tag, in, key), absl::OkStatus()) << record.id();
        EXPECT_EQ(mac.Verify(tag), absl::OkStatus()) << record.id();
      } else if (tag.size() == kTagSize) {
        ExpectUnauthenticated(Verify(tag, in, key));
        ExpectUnauthenticated(mac.Verify(tag));
      } else {
        EXPECT_EQ(Verify(tag, in, key).code(), absl::StatusCode::kInvalidArgument) << record.id();
        EXPECT_EQ(mac.Verify(tag).code(), absl::StatusCode::kInvalidArgument) << record.id();
      }
      ++checked;
    }
  }
  EXPECT_GE(checked, 12);
}

TEST_P(Poly1305Test, EveryLengthMatchesTheDigests) {
  const auto records = testdata::ReadVectorFile("testdata/digests.txt");
  ASSERT_EQ(records.status(), absl::OkStatus());
  int checked = 0;
  for (const testdata::Record& record : *records) {
    if (record.op() != "poly1305_lengths") continue;
    const Bytes& key = record.GetBytes("key");
    const uint64_t last = record.GetInteger("last");
    ASSERT_GE(last, 2100u);
    testdata::Sha256 one_shot, streamed;
    for (size_t n = 0; n <= last; ++n) {
      const Bytes in = record.Generate("in_gen", n);
      one_shot.Update(OneShot(in, key));
      MAC mac = NewMAC(key);
      ASSERT_EQ(mac.Write(in), absl::OkStatus());
      streamed.Update(TagOf(mac));
    }
    EXPECT_EQ(one_shot.Finish(), record.GetBytes("out_sha256")) << record.id();
    EXPECT_EQ(streamed.Finish(), record.GetBytes("out_sha256")) << record.id();
    ++checked;
  }
  EXPECT_GE(checked, 2);
}

TEST_P(Poly1305Test, LongMessages) {
  for (const size_t size : {4096u, 8191u, 65536u + 31, (1u << 20) + 5}) {
    const Bytes message = Message(size);
    EXPECT_EQ(OneShot(message), ReferencePoly1305(Key(), message)) << size;
  }
}

// ---- Streaming

TEST_P(Poly1305Test, EveryTwoWaySplit) {
  const Bytes message = Message(200);
  for (size_t size = 0; size <= message.size(); ++size) {
    const ByteSpan all = ByteSpan(message).first(size);
    const Bytes want = ReferencePoly1305(Key(), all);
    for (size_t first = 0; first <= size; ++first) {
      MAC mac = NewMAC();
      ASSERT_EQ(mac.Write(all.first(first)), absl::OkStatus());
      ASSERT_EQ(mac.Write(all.subspan(first)), absl::OkStatus());
      ASSERT_EQ(TagOf(mac), want) << first << " of " << size;
    }
  }
}

TEST_P(Poly1305Test, RandomSplits) {
  constexpr size_t kSteps[] = {0, 1, 3, 7, 8, 15, 16, 17, 31, 32, 33, 64, 100, 256};
  const Bytes message = Message(6000);
  std::mt19937 random(20);
  for (int round = 0; round < 1000; ++round) {
    const size_t size = message.size() - random() % 64;
    MAC mac = NewMAC();
    for (size_t done = 0; done < size;) {
      // Now and then a piece so long that a core changes its way of working.
      const size_t step =
          random() % 32 == 0 ? 1000 + random() % 3000 : kSteps[random() % std::size(kSteps)];
      const size_t n = std::min(step, size - done);
      ASSERT_EQ(mac.Write(ByteSpan(message).subspan(done, n)), absl::OkStatus());
      done += n;
    }
    ASSERT_EQ(TagOf(mac), ReferencePoly1305(Key(), ByteSpan(message).first(size)))
        << "round " << round;
  }
}

TEST_P(Poly1305Test, EmptyWritesDoNothing) {
  const Bytes message = Message(40);
  MAC mac = NewMAC();
  for (const uint8_t& byte : message) {
    ASSERT_EQ(mac.Write({}), absl::OkStatus());
    ASSERT_EQ(mac.Write(ByteSpan(&byte, 0)), absl::OkStatus());
    ASSERT_EQ(mac.Write(ByteSpan(&byte, 1)), absl::OkStatus());
  }
  ASSERT_EQ(mac.Write({}), absl::OkStatus());
  EXPECT_EQ(TagOf(mac), ReferencePoly1305(Key(), message));

  // Of the empty message, the tag is s.
  const Bytes s(Key().begin() + 16, Key().end());
  EXPECT_EQ(OneShot({}), s);
  MAC empty = NewMAC();
  EXPECT_EQ(TagOf(empty), s);
}

TEST_P(Poly1305Test, EveryAlignment) {
  for (const size_t size : {1u, 16u, 63u, 1031u, 2100u}) {
    const Bytes message = Message(size);
    const Bytes want = ReferencePoly1305(Key(), message);
    alignas(64) uint8_t msg[2100 + 64], key[32 + 64], tag[16 + 64];
    for (size_t offset = 0; offset < 64; ++offset) {
      std::memcpy(msg + offset, message.data(), size);
      std::memcpy(key + (offset * 5) % 64, Key().data(), 32);
      uint8_t* out = tag + (offset * 11) % 64;
      ASSERT_EQ(Sum(absl::MakeSpan(out, 16), ByteSpan(msg + offset, size),
                    ByteSpan(key + (offset * 5) % 64, 32)),
                absl::OkStatus());
      ASSERT_EQ(ByteSpan(out, 16), ByteSpan(want)) << size << " at " << offset;
    }
  }
}

// ---- Memory

TEST_P(Poly1305Test, TouchesNothingOutsideItsArguments) {
  constexpr size_t kMost = 2200;
  GuardedBuffer msg(kMost), key(32), tag(16);
  const Bytes message = Message(kMost);
  for (const bool at_end : {false, true}) {
    const auto place = [at_end](const GuardedBuffer& buffer, ByteSpan content) {
      uint8_t* p = at_end ? buffer.Last(content.size()) : buffer.First();
      if (!content.empty()) std::memcpy(p, content.data(), content.size());
      return absl::MakeSpan(p, content.size());
    };
    for (size_t size = 0; size <= kMost; size += size < 300 ? 1 : 7) {
      const auto in = place(msg, ByteSpan(message).first(size));
      const auto k = place(key, Key());
      const auto out = place(tag, Bytes(16));
      const Bytes want = ReferencePoly1305(Key(), in);
      ASSERT_EQ(Sum(out, in, k), absl::OkStatus());
      ASSERT_EQ(ByteSpan(out), ByteSpan(want)) << size;
      ASSERT_EQ(Verify(out, in, k), absl::OkStatus());
      auto mac = MAC::New(k);
      ASSERT_EQ(mac.status(), absl::OkStatus());
      ASSERT_EQ(mac->Write(in.first(size / 3)), absl::OkStatus());
      ASSERT_EQ(mac->Write(in.subspan(size / 3)), absl::OkStatus());
      ASSERT_EQ(mac->Verify(out), absl::OkStatus());
      std::memset(out.data(), 0, 16);
      ASSERT_EQ(mac->Sum(out), absl::OkStatus());
      ASSERT_EQ(ByteSpan(out), ByteSpan(want)) << size;
      ASSERT_EQ(std::memcmp(in.data(), message.data(), size), 0);
      ASSERT_EQ(std::memcmp(k.data(), Key().data(), 32), 0);
    }
  }
}

TEST_P(Poly1305Test, TheTagMayOverlapMessageAndKey) {
  for (const size_t size : {16u, 33u, 100u, 2100u}) {
    const Bytes message = Message(size);
    const Bytes want = ReferencePoly1305(Key(), message);
    for (size_t at = 0; at + 16 <= size; at += 3) {
      Bytes memory = message;
      const auto tag = absl::MakeSpan(memory).subspan(at, 16);
      ASSERT_EQ(Sum(tag, memory, Key()), absl::OkStatus());
      ASSERT_EQ(ByteSpan(tag), ByteSpan(want)) << size << " at " << at;
    }
    for (size_t at = 0; at <= 16; ++at) {
      Bytes memory = Key();
      const auto tag = absl::MakeSpan(memory).subspan(at, 16);
      ASSERT_EQ(Sum(tag, message, memory), absl::OkStatus());
      ASSERT_EQ(ByteSpan(tag), ByteSpan(want)) << size << " at " << at;
    }
  }
}

// ---- Verify

TEST_P(Poly1305Test, EachBitOfATagCounts) {
  const Bytes message = Message(77);
  const Bytes tag = ReferencePoly1305(Key(), message);
  MAC mac = NewMAC();
  ASSERT_EQ(mac.Write(message), absl::OkStatus());
  for (size_t bit = 0; bit < 128; ++bit) {
    Bytes forged = tag;
    forged[bit / 8] = static_cast<uint8_t>(forged[bit / 8] ^ 1 << bit % 8);
    ExpectUnauthenticated(Verify(forged, message, Key()));
    ExpectUnauthenticated(mac.Verify(forged));
    EXPECT_EQ(mac.Verify(tag), absl::OkStatus());
  }
  EXPECT_EQ(Verify(tag, message, Key()), absl::OkStatus());
}

TEST_P(Poly1305Test, EachByteOfAMessageAndAKeyCounts) {
  for (const size_t size : {1u, 16u, 50u, 2100u}) {
    Bytes message = Message(size), key = Key();
    const Bytes tag = ReferencePoly1305(key, message);
    for (uint8_t& byte : message) {
      byte ^= 0x40;
      ExpectUnauthenticated(Verify(tag, message, key));
      byte ^= 0x40;
    }
    for (uint8_t& byte : key) {
      byte ^= 0x08;  // no bit that r loses
      ExpectUnauthenticated(Verify(tag, message, key));
      byte ^= 0x08;
    }
    message.push_back(0);
    ExpectUnauthenticated(Verify(tag, message, key));
    message.resize(size - 1);
    ExpectUnauthenticated(Verify(tag, message, key));
  }
}

TEST_P(Poly1305Test, NothingIsAllocated) {
  const Bytes message = Message(3000);
  const Bytes tag = ReferencePoly1305(Key(), message);
  Bytes forged = tag;
  forged[0] ^= 1;
  Bytes out(16);
  const size_t before = Allocations();
  {
    auto mac = MAC::New(Key());
    const bool ok = mac->Write(message).ok() && mac->Sum(absl::MakeSpan(out)).ok() &&
                    mac->Verify(tag).ok() && !mac->Verify(forged).ok() &&
                    Sum(absl::MakeSpan(out), message, Key()).ok() &&
                    Verify(tag, message, Key()).ok() && !Verify(forged, message, Key()).ok();
    EXPECT_EQ(Allocations(), before);
    EXPECT_TRUE(ok);
  }
  EXPECT_EQ(Allocations(), before);
}

// ---- The end of a message

TEST_P(Poly1305Test, WriteAfterTheEnd) {
  const Bytes message = Message(45);
  const Bytes tag = ReferencePoly1305(Key(), message);
  for (const bool by_verify : {false, true}) {
    MAC mac = NewMAC();
    ASSERT_EQ(mac.Write(message), absl::OkStatus());
    if (by_verify) {
      EXPECT_EQ(mac.Verify(tag), absl::OkStatus());
    } else {
      EXPECT_EQ(TagOf(mac), tag);
    }
    ExpectError(mac.Write(message), absl::StatusCode::kFailedPrecondition,
                {"Write of 45 bytes", "after Sum"});
    ExpectError(mac.Write({}), absl::StatusCode::kFailedPrecondition, {"after Sum"});
    // Both may be called again.
    EXPECT_EQ(TagOf(mac), tag);
    EXPECT_EQ(mac.Verify(tag), absl::OkStatus());
    EXPECT_EQ(TagOf(mac), tag);
    MAC moved = std::move(mac);
    ExpectError(moved.Write(message), absl::StatusCode::kFailedPrecondition, {"after Sum"});
    EXPECT_EQ(TagOf(moved), tag);
  }
}

// ---- Arguments that are wrong

TEST_P(Poly1305Test, WrongSizes) {
  const Bytes message = Message(45);
  const Bytes want = ReferencePoly1305(Key(), message);
  for (size_t size = 0; size <= 64; ++size) {
    Bytes bytes(size, 0xa5);
    const auto span = absl::MakeSpan(bytes);
    Bytes tag(16, 0xa5);
    const std::string is = absl::StrCat(" is ", size, " bytes");
    if (size != 32) {
      const auto check = [&](const absl::Status& status) {
        ExpectError(status, absl::StatusCode::kInvalidArgument, {"poly1305: key" + is, "32"});
      };
      check(MAC::New(bytes).status());
      check(Sum(absl::MakeSpan(tag), message, bytes));
      check(Verify(tag, message, bytes));
      EXPECT_EQ(tag, Bytes(16, 0xa5));
    }
    if (size != 16) {
      const auto check = [&](const absl::Status& status) {
        ExpectError(status, absl::StatusCode::kInvalidArgument, {"poly1305: tag" + is, "16"});
      };
      check(Sum(span, message, Key()));
      check(Verify(bytes, message, Key()));
      MAC mac = NewMAC();
      ASSERT_EQ(mac.Write(ByteSpan(message).first(20)), absl::OkStatus());
      check(mac.Sum(span));
      check(mac.Verify(bytes));
      EXPECT_EQ(bytes, Bytes(size, 0xa5));
      ASSERT_EQ(mac.Write(ByteSpan(message).subspan(20)), absl::OkStatus()) << "the message ended";
      EXPECT_EQ(TagOf(mac), want);
    }
  }
}

// ---- Moving and wiping

TEST_P(Poly1305Test, MovedFromAnswersFailedPrecondition) {
  const Bytes message = Message(100);
  const Bytes want = ReferencePoly1305(Key(), message);
  MAC mac = NewMAC();
  ASSERT_EQ(mac.Write(ByteSpan(message).first(30)), absl::OkStatus());
  MAC moved = std::move(mac);
  Bytes tag(16, 0xa5);
  const auto check = [](const absl::Status& status) {
    ExpectError(status, absl::StatusCode::kFailedPrecondition,
                {"poly1305: this MAC", "moved from"});
  };
  check(mac.Write(message));  // NOLINT(bugprone-use-after-move)
  check(mac.Write({}));
  check(mac.Sum(absl::MakeSpan(tag)));
  check(mac.Verify(tag));
  check(mac.Verify({}));
  MAC again = std::move(mac);  // of nothing comes nothing
  check(again.Write(message));
  EXPECT_EQ(tag, Bytes(16, 0xa5));
  ASSERT_EQ(moved.Write(ByteSpan(message).subspan(30, 30)), absl::OkStatus());

  mac = std::move(moved);
  check(moved.Sum(absl::MakeSpan(tag)));  // NOLINT(bugprone-use-after-move)
  MAC& self = mac;
  mac = std::move(self);
  ASSERT_EQ(mac.Write(ByteSpan(message).subspan(60)), absl::OkStatus());
  EXPECT_EQ(TagOf(mac), want);
}

// The memory of a MAC after it was destroyed, moved from or assigned over holds no eight bytes of
// its key or of the message.
TEST_P(Poly1305Test, SecretsAreWiped) {
  const Bytes message = Message(3000);
  Bytes secrets = Key();
  for (const size_t i : {3u, 7u, 11u, 15u}) secrets[i] &= 0x0f;  // r, as it is held
  for (const size_t i : {4u, 8u, 12u}) secrets[i] &= 0xfc;
  for (size_t i = 0; i < 32; i += 8) {  // as numbers of this machine
    const uint64_t word = keystream::internal::LoadLE64(secrets.data() + i);
    std::memcpy(secrets.data() + i, &word, sizeof(word));
  }
  secrets.insert(secrets.end(), message.begin(), message.end());
  const auto holds_secrets = [&](const void* memory) {
    return ContainsPieceOf(secrets, ByteSpan(static_cast<const uint8_t*>(memory), sizeof(MAC)));
  };
  for (const size_t size : {0u, 12u, 31u, 2999u}) {
    SCOPED_TRACE(size);
    const ByteSpan in = ByteSpan(message).first(size);
    alignas(MAC) uint8_t memory[2][sizeof(MAC)];
    // Through a volatile pointer, lest the compiler reason about an object that is gone.
    uint8_t* volatile at[] = {memory[0], memory[1]};
    std::memset(memory, 0, sizeof(memory));
    auto* mac = new (at[0]) MAC(NewMAC());
    ASSERT_EQ(mac->Write(in), absl::OkStatus());
    EXPECT_TRUE(holds_secrets(at[0]));
    auto* moved = new (at[1]) MAC(std::move(*mac));
    EXPECT_FALSE(holds_secrets(at[0])) << "moved from";
    EXPECT_TRUE(holds_secrets(at[1]));
    *mac = std::move(*moved);
    EXPECT_FALSE(holds_secrets(at[1])) << "moved from by assignment";

    *mac = NewMAC(Bytes(32, 0x11));
    EXPECT_FALSE(holds_secrets(at[0])) << "assigned over";
    *mac = NewMAC();
    ASSERT_EQ(mac->Write(in), absl::OkStatus());
    TagOf(*mac);
    EXPECT_TRUE(holds_secrets(at[0]));
    mac->~MAC();
    moved->~MAC();
    EXPECT_FALSE(holds_secrets(at[0])) << "destroyed";
  }
}

}  // namespace
}  // namespace keystream::poly1305
