// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The public interface, AEAD and incremental, on every core. Expected output comes from libcrypto,
// from the RFCs' examples and from the digests of testdata.

#include "chacha20poly1305/chacha20poly1305.h"

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "chacha20/chacha20.h"
#include "chacha20poly1305/core.h"
#include "chacha20poly1305/incremental.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "internal/testing/allocations.h"
#include "internal/testing/contains.h"
#include "internal/testing/core_test.h"
#include "internal/testing/guarded_buffer.h"
#include "internal/testing/reference.h"
#include "internal/testing/status.h"
#include "testdata/sha256.h"
#include "testdata/vectors.h"

namespace keystream::chacha20poly1305 {
namespace {

using internal::Core;
using internal::kCores;
using keystream::internal::Allocations;
using keystream::internal::ContainsPieceOf;
using keystream::internal::CoreTestName;
using keystream::internal::ExpectError;
using keystream::internal::ExpectUnauthenticated;
using keystream::internal::GuardedBuffer;
using keystream::internal::ReferenceKeyStream;
using keystream::internal::ReferenceSeal;
using testdata::Expand;

using Bytes = std::vector<uint8_t>;
using ConstPiece = absl::Span<const uint8_t>;
using Piece = absl::Span<uint8_t>;

const Bytes& Key() {
  static const Bytes& key = *new Bytes(*Expand("@7:3:32"));
  return key;
}
const Bytes& Nonce() {
  static const Bytes& nonce = *new Bytes(*Expand("@11:5:12"));
  return nonce;
}
const Bytes& NonceX() {
  static const Bytes& nonce = *new Bytes(*Expand("@5:1:24"));
  return nonce;
}
Bytes Message(size_t size) { return *Expand(absl::StrCat("@13:5:", size)); }
Bytes Ad(size_t size) { return *Expand(absl::StrCat("@11:7:", size)); }

// Sizes around everything that the cores do in another way: none, partial words and blocks, the
// first pass, the stretches and the woven passes of long messages, the limit of what is gathered.
constexpr size_t kSizes[] = {0,    1,    15,   16,   17,   63,   64,   65,   100,  255,  959,
                             960,  961,  1023, 1087, 1088, 1089, 1280, 1500, 1600, 2047, 2048,
                             2049, 2111, 2112, 2113, 2128, 2200, 4287, 4288, 4289, 9000};
constexpr size_t kAdSizes[] = {0, 1, 8, 13, 16, 17, 31, 32, 33, 48, 255, 256, 257, 3000};

AEAD NewAead(ConstPiece key = Key(), size_t nonce_size = kNonceSize) {
  absl::StatusOr<AEAD> aead = nonce_size == kNonceSize ? AEAD::New(key) : AEAD::NewX(key);
  EXPECT_EQ(aead.status(), absl::OkStatus());
  return *std::move(aead);
}

// bytes cut into pieces of the sizes in steps, from the first again after the last, and an empty
// one at the end.
template <typename T>
std::vector<absl::Span<T>> Cut(absl::Span<T> bytes, const std::vector<size_t>& steps) {
  std::vector<absl::Span<T>> pieces;
  for (size_t i = 0; !bytes.empty(); ++i) {
    const size_t n = std::min(bytes.size(), steps[i % steps.size()]);
    pieces.push_back(bytes.first(n));
    bytes.remove_prefix(n);
  }
  pieces.push_back(bytes);
  return pieces;
}

// ---- The ways to seal and open a message

// dst and src are of the same size; tag is 16 bytes.
struct Way {
  std::string name;
  bool verifies_at_once;  // dst is cleared when it returns an error
  std::function<absl::Status(Piece dst, Piece tag, ConstPiece key, ConstPiece nonce, ConstPiece src,
                             ConstPiece ad)>
      seal;
  std::function<absl::Status(Piece dst, ConstPiece key, ConstPiece nonce, ConstPiece src,
                             ConstPiece tag, ConstPiece ad)>
      open;
};

// Seal and Open, with the tag behind the text. If they are to be in place, src is copied first.
Way Together(bool in_place) {
  return {in_place ? "together, in place" : "together", true,
          [in_place](Piece dst, Piece tag, ConstPiece key, ConstPiece nonce, ConstPiece src,
                     ConstPiece ad) {
            Bytes sealed(src.begin(), src.end());
            sealed.resize(src.size() + kTagSize, 0xa5);
            const absl::Status status =
                NewAead(key, nonce.size())
                    .Seal(absl::MakeSpan(sealed), nonce,
                          in_place ? ConstPiece(sealed).first(src.size()) : src, ad);
            std::copy(sealed.begin(), sealed.end() - kTagSize, dst.begin());
            std::copy(sealed.end() - kTagSize, sealed.end(), tag.begin());
            return status;
          },
          [in_place](Piece dst, ConstPiece key, ConstPiece nonce, ConstPiece src, ConstPiece tag,
                     ConstPiece ad) {
            Bytes sealed(src.begin(), src.end());
            sealed.insert(sealed.end(), tag.begin(), tag.end());
            const Piece out = in_place ? absl::MakeSpan(sealed).first(src.size()) : dst;
            const absl::Status status = NewAead(key, nonce.size()).Open(out, nonce, sealed, ad);
            if (in_place) std::copy(out.begin(), out.end(), dst.begin());
            return status;
          }};
}

Way Detached() {
  return {
      "detached", true,
      [](Piece dst, Piece tag, ConstPiece key, ConstPiece nonce, ConstPiece src, ConstPiece ad) {
        return NewAead(key, nonce.size()).SealDetached(dst, tag, nonce, src, ad);
      },
      [](Piece dst, ConstPiece key, ConstPiece nonce, ConstPiece src, ConstPiece tag,
         ConstPiece ad) {
        return NewAead(key, nonce.size()).OpenDetached(dst, nonce, src, tag, ad);
      }};
}

Way InPieces(const std::vector<size_t>& dst_steps, const std::vector<size_t>& src_steps,
             const std::vector<size_t>& ad_steps) {
  return {
      absl::StrCat("pieces of ", dst_steps[0], " from ", src_steps[0]), true,
      [=](Piece dst, Piece tag, ConstPiece key, ConstPiece nonce, ConstPiece src, ConstPiece ad) {
        return NewAead(key, nonce.size())
            .SealPieces(Cut(dst, dst_steps), tag, nonce, Cut(src, src_steps), Cut(ad, ad_steps));
      },
      [=](Piece dst, ConstPiece key, ConstPiece nonce, ConstPiece src, ConstPiece tag,
          ConstPiece ad) {
        return NewAead(key, nonce.size())
            .OpenPieces(Cut(dst, dst_steps), nonce, Cut(src, src_steps), tag, Cut(ad, ad_steps));
      }};
}

template <typename Stream>
absl::Status UpdateInSteps(absl::StatusOr<Stream>& stream, Piece dst, ConstPiece src,
                           const std::vector<size_t>& steps) {
  if (!stream.ok()) return stream.status();
  for (const ConstPiece piece : Cut(src, steps)) {
    const absl::Status status = stream->Update(dst.first(piece.size()), piece);
    if (!status.ok()) return status;
    dst.remove_prefix(piece.size());
  }
  return absl::OkStatus();
}

Way Incremental(const std::vector<size_t>& steps) {
  return {
      absl::StrCat("incremental, in steps of ", steps[0]), false,
      [=](Piece dst, Piece tag, ConstPiece key, ConstPiece nonce, ConstPiece src, ConstPiece ad) {
        absl::StatusOr<Sealer> sealer = Sealer::New(key, nonce, ad);
        const absl::Status status = UpdateInSteps(sealer, dst, src, steps);
        return status.ok() ? sealer->Finish(tag) : status;
      },
      [=](Piece dst, ConstPiece key, ConstPiece nonce, ConstPiece src, ConstPiece tag,
          ConstPiece ad) {
        absl::StatusOr<UnverifiedOpener> opener = UnverifiedOpener::New(key, nonce, ad);
        const absl::Status status = UpdateInSteps(opener, dst, src, steps);
        return status.ok() ? opener->Finish(tag) : status;
      }};
}

const std::vector<Way>& Ways() {
  static const auto& ways = *new std::vector<Way>{Together(false),
                                                  Together(true),
                                                  Detached(),
                                                  InPieces({5000}, {5000}, {5000}),
                                                  InPieces({64, 0, 1}, {0, 7, 100}, {3, 0}),
                                                  InPieces({0, 2000}, {1}, {0, 16}),
                                                  Incremental({100000}),
                                                  Incremental({1, 0, 63, 64}),
                                                  Incremental({0, 17, 1000, 2300})};
  return ways;
}

// Ciphertext and tag.
Bytes SealBy(const Way& way, ConstPiece key, ConstPiece nonce, ConstPiece message, ConstPiece ad) {
  Bytes sealed(message.size() + kTagSize, 0xa5);
  const Piece all = absl::MakeSpan(sealed);
  EXPECT_EQ(
      way.seal(all.first(message.size()), all.subspan(message.size()), key, nonce, message, ad),
      absl::OkStatus());
  return sealed;
}

absl::Status OpenBy(const Way& way, ConstPiece key, ConstPiece nonce, ConstPiece sealed,
                    ConstPiece ad, Bytes* opened) {
  const size_t size = sealed.size() - kTagSize;
  opened->assign(size, 0xa5);
  return way.open(absl::MakeSpan(*opened), key, nonce, sealed.first(size), sealed.subspan(size),
                  ad);
}

// That way refuses a message, and leaves nothing of it.
void ExpectForgery(const Way& way, ConstPiece nonce, ConstPiece sealed, ConstPiece ad) {
  Bytes opened;
  ExpectUnauthenticated(OpenBy(way, Key(), nonce, sealed, ad, &opened));
  if (way.verifies_at_once) {
    EXPECT_EQ(opened, Bytes(opened.size()));
  }
}

TEST(CoreTable, IsInOrderAndBeginsWithTheGenericCore) {
  EXPECT_STREQ(kCores[0].name, "generic");
  for (size_t i = 0; i < kCores.size(); ++i) {
    if (i > 0) {
      EXPECT_LT(kCores[i - 1].tier, kCores[i].tier);
    }
    EXPECT_STREQ(kCores[i].name, TierName(kCores[i].tier));
  }
}

using AeadTest = keystream::internal::CoreTest<Core>;
INSTANTIATE_TEST_SUITE_P(Cores, AeadTest, testing::ValuesIn(kCores.begin(), kCores.end()),
                         CoreTestName<Core>);

TEST_P(AeadTest, RunsOnTheCoreThatWasForced) { EXPECT_EQ(CoreName(), GetParam().name); }

// ---- What comes out

TEST_P(AeadTest, PublishedExamples) {
  int examples = 0;
  for (const char* file :
       {"testdata/rfc8439.txt", "testdata/draft_xchacha.txt", "testdata/rfc9001.txt"}) {
    const auto records = testdata::ReadVectorFile(file);
    ASSERT_EQ(records.status(), absl::OkStatus());
    for (const testdata::Record& record : *records) {
      if (record.op() != "aead" && record.op() != "xaead") continue;
      ++examples;
      const Bytes& message = record.GetBytes("in");
      Bytes want = record.GetBytes("out");
      want.insert(want.end(), record.GetBytes("tag").begin(), record.GetBytes("tag").end());
      for (const Way& way : Ways()) {
        SCOPED_TRACE(absl::StrCat(record.id(), ", ", way.name));
        EXPECT_EQ(SealBy(way, record.GetBytes("key"), record.GetBytes("nonce"), message,
                         record.GetBytes("aad")),
                  want);
        Bytes opened;
        EXPECT_EQ(OpenBy(way, record.GetBytes("key"), record.GetBytes("nonce"), want,
                         record.GetBytes("aad"), &opened),
                  absl::OkStatus());
        EXPECT_EQ(opened, message);
      }
    }
  }
  EXPECT_EQ(examples, 4);
}

TEST_P(AeadTest, EveryLengthOfBothMatchesTheDigests) {
  const auto records = testdata::ReadVectorFile("testdata/digests.txt");
  ASSERT_EQ(records.status(), absl::OkStatus());
  int rows = 0;
  for (const testdata::Record& record : *records) {
    if (record.op() != "aead_grid_row" && record.op() != "xaead_grid_row") continue;
    const Way& way = Ways()[static_cast<size_t>(rows++) % Ways().size()];
    const Bytes& nonce = record.GetBytes("nonce");
    const AEAD aead = NewAead(record.GetBytes("key"), nonce.size());
    const Bytes ad = record.Generate("aad_gen", record.GetInteger("aadlen"));
    const uint64_t last = record.GetInteger("last");
    const Bytes message = record.Generate("in_gen", last);
    testdata::Sha256 digest;
    for (size_t n = 0; n <= last; ++n) {
      Bytes sealed(n + kTagSize);
      ASSERT_EQ(aead.Seal(absl::MakeSpan(sealed), nonce, ConstPiece(message).first(n), ad),
                absl::OkStatus());
      digest.Update(sealed);
      ASSERT_EQ(SealBy(way, record.GetBytes("key"), nonce, ConstPiece(message).first(n), ad),
                sealed)
          << way.name;
      Bytes opened;
      ASSERT_EQ(OpenBy(way, record.GetBytes("key"), nonce, sealed, ad, &opened), absl::OkStatus())
          << way.name;
      ASSERT_EQ(ConstPiece(opened), ConstPiece(message).first(n)) << way.name;
    }
    EXPECT_EQ(digest.Finish(), record.GetBytes("out_sha256")) << record.id();
  }
  EXPECT_EQ(rows, 2 * 201);
}

TEST_P(AeadTest, EverySizeEveryWay) {
  for (const size_t size : kSizes) {
    const Bytes message = Message(size);
    for (const size_t ad_size : kAdSizes) {
      const Bytes ad = Ad(ad_size);
      const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad);
      for (const Way& way : Ways()) {
        SCOPED_TRACE(absl::StrCat(size, " and ", ad_size, ", ", way.name));
        ASSERT_EQ(SealBy(way, Key(), Nonce(), message, ad), want);
        Bytes opened;
        ASSERT_EQ(OpenBy(way, Key(), Nonce(), want, ad, &opened), absl::OkStatus());
        ASSERT_EQ(opened, message);
      }
    }
  }
}

TEST_P(AeadTest, LongMessages) {
  for (const size_t size : {65536u, 65536u + 2113, (1u << 20) + 77}) {
    const Bytes message = Message(size), ad = Ad(13);
    const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad);
    for (const Way& way :
         {Together(false), Together(true), Detached(), InPieces({7000, 1}, {3000, 77}, {5}),
          Incremental({100000}), Incremental({64, 1, 5000})}) {
      SCOPED_TRACE(absl::StrCat(size, ", ", way.name));
      ASSERT_EQ(SealBy(way, Key(), Nonce(), message, ad), want);
      Bytes opened;
      ASSERT_EQ(OpenBy(way, Key(), Nonce(), want, ad, &opened), absl::OkStatus());
      ASSERT_EQ(opened, message);
    }
  }
}

TEST_P(AeadTest, MisalignedInEveryWay) {
  const AEAD aead = NewAead();
  for (const size_t size : {20u, 200u, 2500u}) {
    const Bytes message = Message(size), ad = Ad(29);
    const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad);
    Bytes src(size + 64), sealed(size + kTagSize + 64), opened(size + 64), other(29 + 64);
    for (size_t s = 0; s < 64; s += 3) {
      for (size_t d = 0; d < 64; d += 5) {
        std::copy(message.begin(), message.end(), src.begin() + static_cast<ptrdiff_t>(s));
        std::copy(ad.begin(), ad.end(), other.begin() + static_cast<ptrdiff_t>(d));
        const Piece out = absl::MakeSpan(sealed).subspan(d, size + kTagSize);
        const ConstPiece a = ConstPiece(other).subspan(d, 29);
        ASSERT_EQ(aead.Seal(out, Nonce(), ConstPiece(src).subspan(s, size), a), absl::OkStatus());
        ASSERT_EQ(ConstPiece(out), ConstPiece(want));
        const Piece back = absl::MakeSpan(opened).subspan(s, size);
        ASSERT_EQ(aead.Open(back, Nonce(), out, a), absl::OkStatus());
        ASSERT_EQ(ConstPiece(back), ConstPiece(message));
      }
    }
  }
}

TEST_P(AeadTest, EmptyEverything) {
  const Bytes want = ReferenceSeal(Key(), Nonce(), {}, {});
  const AEAD aead = NewAead();
  Bytes tag(kTagSize);
  const Piece out = absl::MakeSpan(tag);
  EXPECT_EQ(aead.Seal(out, Nonce(), {}, {}), absl::OkStatus());
  EXPECT_EQ(std::exchange(tag, Bytes(kTagSize)), want);
  const Piece again = absl::MakeSpan(tag);
  EXPECT_EQ(aead.SealDetached({}, again, Nonce(), {}, {}), absl::OkStatus());
  EXPECT_EQ(tag, want);
  std::fill(tag.begin(), tag.end(), uint8_t{0});
  EXPECT_EQ(aead.SealPieces({}, again, Nonce(), {}, {}), absl::OkStatus());
  EXPECT_EQ(tag, want);
  const ConstPiece empty[2] = {};
  const Piece empty_dst[3] = {};
  std::fill(tag.begin(), tag.end(), uint8_t{0});
  EXPECT_EQ(aead.SealPieces(empty_dst, again, Nonce(), empty, empty), absl::OkStatus());
  EXPECT_EQ(tag, want);
  EXPECT_EQ(aead.Open({}, Nonce(), tag, {}), absl::OkStatus());
  EXPECT_EQ(aead.OpenDetached({}, Nonce(), {}, tag, {}), absl::OkStatus());
  EXPECT_EQ(aead.OpenPieces({}, Nonce(), {}, tag, {}), absl::OkStatus());
  EXPECT_EQ(aead.OpenPieces(empty_dst, Nonce(), empty, tag, empty), absl::OkStatus());
  absl::StatusOr<UnverifiedOpener> opener = UnverifiedOpener::New(Key(), Nonce(), {});
  EXPECT_EQ(opener->Finish(tag), absl::OkStatus());
}

// ---- What does not open

TEST_P(AeadTest, EveryFlippedBitOfTheTagIsSeen) {
  for (const size_t size : {0u, 16u, 100u, 2049u, 2112u, 2113u, 5000u}) {
    const Bytes ad = Ad(13);
    Bytes sealed = ReferenceSeal(Key(), Nonce(), Message(size), ad);
    for (const Way& way : Ways()) {
      SCOPED_TRACE(absl::StrCat(size, ", ", way.name));
      for (size_t bit = 0; bit < 128; ++bit) {
        uint8_t& byte = sealed[size + bit / 8];
        byte ^= static_cast<uint8_t>(1 << bit % 8);
        ExpectForgery(way, Nonce(), sealed, ad);
        byte ^= static_cast<uint8_t>(1 << bit % 8);
        if (HasFailure()) FAIL() << "bit " << bit;
      }
      Bytes opened;
      EXPECT_EQ(OpenBy(way, Key(), Nonce(), sealed, ad, &opened), absl::OkStatus());
    }
  }
}

TEST_P(AeadTest, EveryFlippedByteIsSeen) {
  for (const size_t size : {1u, 40u, 300u, 2200u}) {
    for (const size_t ad_size : {5u, 40u}) {
      Bytes ad = Ad(ad_size), nonce = Nonce();
      Bytes sealed = ReferenceSeal(Key(), nonce, Message(size), ad);
      for (const Way& way : Ways()) {
        SCOPED_TRACE(absl::StrCat(size, ", ", way.name));
        const auto flip = [&](Bytes& bytes, size_t first, size_t step) {
          for (size_t i = first; i < bytes.size(); i += step) {
            bytes[i] ^= 0x40;
            ExpectForgery(way, nonce, sealed, ad);
            bytes[i] ^= 0x40;
            if (HasFailure()) FAIL() << "byte " << i;
          }
        };
        flip(sealed, 0, size > 1000 ? 7 : 1);
        flip(ad, 0, 1);
        flip(nonce, 0, 1);
      }
    }
  }
  Bytes nonce = NonceX();
  for (const Way& way : Ways()) {
    const Bytes sealed = SealBy(way, Key(), nonce, Message(100), Ad(5));
    for (uint8_t& byte : nonce) {
      byte ^= 1;
      ExpectForgery(way, nonce, sealed, Ad(5));
      byte ^= 1;
    }
  }
}

// Where one ends and the next begins is authenticated, too, and so are the lengths modulo 16.
TEST_P(AeadTest, BytesMovedBetweenTheArgumentsAreSeen) {
  const Bytes zeros(64);
  for (const Way& way : Ways()) {
    SCOPED_TRACE(way.name);
    const Bytes sealed = SealBy(way, Key(), Nonce(), zeros, ConstPiece(zeros).first(20));
    for (const size_t ad_size : {0u, 19u, 21u, 32u, 33u}) {
      ExpectForgery(way, Nonce(), sealed, ConstPiece(zeros).first(ad_size));
    }
    for (size_t cut = 1; cut <= 64; ++cut) {
      Bytes shorter(sealed.begin(), sealed.end() - kTagSize - static_cast<ptrdiff_t>(cut));
      shorter.insert(shorter.end(), sealed.end() - kTagSize, sealed.end());
      ExpectForgery(way, Nonce(), shorter, ConstPiece(zeros).first(20));
    }
    Bytes longer(65);
    std::copy(sealed.begin(), sealed.begin() + 64, longer.begin());
    longer.insert(longer.end(), sealed.begin() + 64, sealed.end());
    ExpectForgery(way, Nonce(), longer, ConstPiece(zeros).first(20));
  }
}

TEST_P(AeadTest, ShortAndMissingTags) {
  const AEAD aead = NewAead();
  const Bytes ad = Ad(13);
  const Bytes sealed = ReferenceSeal(Key(), Nonce(), Message(40), ad);
  // Combined, a message that is cut is another message.
  for (size_t size = 0; size < sealed.size(); ++size) {
    Bytes dst(size < kTagSize ? 0 : size - kTagSize, 0xa5);
    ExpectUnauthenticated(
        aead.Open(absl::MakeSpan(dst), Nonce(), ConstPiece(sealed).first(size), ad));
    EXPECT_EQ(dst, Bytes(dst.size()));
  }
  // One that has no room for a tag leaves no size to dst.
  for (size_t size = 0; size < kTagSize; ++size) {
    Bytes dst(40, 0xa5);
    ExpectUnauthenticated(
        aead.Open(absl::MakeSpan(dst), Nonce(), ConstPiece(sealed).first(size), ad));
    EXPECT_EQ(dst, Bytes(40));
  }
  // Such a dst is cleared, so it must not be where it may not be either.
  Bytes memory(40, 0xa5);
  ExpectError(aead.Open(absl::MakeSpan(memory), Nonce(), ConstPiece(sealed).first(15),
                        ConstPiece(memory).first(13)),
              absl::StatusCode::kInvalidArgument, {"dst", "additional_data"});
  EXPECT_EQ(memory, Bytes(40, 0xa5));
  // Where the tag is an argument, its size is the caller's.
  Bytes tag(sealed.begin() + 40, sealed.end());
  tag.resize(32);
  Bytes dst(40, 0xa5);
  const Bytes src(sealed.begin(), sealed.begin() + 40);
  for (size_t size = 0; size <= 32; ++size) {
    if (size == kTagSize) continue;
    const std::vector<std::string> parts = {absl::StrCat("tag is ", size, " bytes"), "16"};
    const Piece t = absl::MakeSpan(tag).first(size);
    const auto check = [&](const absl::Status& status) {
      ExpectError(status, absl::StatusCode::kInvalidArgument, parts);
    };
    check(aead.OpenDetached(absl::MakeSpan(dst), Nonce(), src, t, ad));
    check(aead.OpenPieces({absl::MakeSpan(dst)}, Nonce(), {src}, t, {ad}));
    check(aead.SealDetached(absl::MakeSpan(dst), t, Nonce(), src, ad));
    check(aead.SealPieces({absl::MakeSpan(dst)}, t, Nonce(), {src}, {ad}));
    EXPECT_EQ(dst, Bytes(40, 0xa5));
    absl::StatusOr<UnverifiedOpener> opener = UnverifiedOpener::New(Key(), Nonce(), ad);
    check(opener->Finish(t));
    absl::StatusOr<Sealer> sealer = Sealer::New(Key(), Nonce(), ad);
    check(sealer->Finish(t));
  }
  EXPECT_EQ(Bytes(tag.begin(), tag.begin() + kTagSize), Bytes(sealed.begin() + 40, sealed.end()));
}

TEST_P(AeadTest, NothingIsAllocated) {
  for (const size_t size : {0u, 100u, 2048u, 2049u, 10000u}) {
    for (const size_t ad_size : {13u, 300u}) {
      const Bytes message = Message(size), ad = Ad(ad_size);
      Bytes sealed = ReferenceSeal(Key(), Nonce(), message, ad), sealed_x(size + kTagSize);
      Bytes dst(size);
      const Bytes again = sealed;
      const auto text = ConstPiece(again).first(size);
      const Piece dst_pieces[] = {absl::MakeSpan(dst).first(size / 3),
                                  absl::MakeSpan(dst).subspan(size / 3)};
      const ConstPiece src_pieces[] = {text.first(size / 2), text.subspan(size / 2)};
      const ConstPiece ad_pieces[] = {ConstPiece(ad).first(1), ConstPiece(ad).subspan(1)};
      const auto tag = absl::MakeSpan(sealed).subspan(size);
      const size_t before = Allocations();
      int ok = 0, forged = 0;
      const auto count = [&](const absl::Status& status) {
        if (status.ok()) ++ok;
        if (absl::IsUnauthenticated(status)) ++forged;
      };
      const absl::StatusOr<AEAD> aead = AEAD::New(Key()), aead_x = AEAD::NewX(Key());
      count(aead_x->Seal(absl::MakeSpan(sealed_x), NonceX(), message, ad));
      count(aead->Seal(absl::MakeSpan(sealed), Nonce(), message, ad));
      count(aead->SealDetached(absl::MakeSpan(dst), tag, Nonce(), message, ad));
      for (int round = 0; round < 2; ++round) {
        count(aead->Open(absl::MakeSpan(dst), Nonce(), sealed, ad));
        count(aead_x->Open(absl::MakeSpan(dst), NonceX(), sealed_x, ad));
        count(aead->OpenDetached(absl::MakeSpan(dst), Nonce(), text, tag, ad));
        count(aead->OpenPieces(dst_pieces, Nonce(), src_pieces, tag, ad_pieces));
        absl::StatusOr<UnverifiedOpener> opener = UnverifiedOpener::New(Key(), Nonce(), ad);
        opener->Update(absl::MakeSpan(dst), text).IgnoreError();
        count(opener->Finish(tag));
        count(
            aead->Open({}, Nonce(), ConstPiece(sealed).first(15 * static_cast<size_t>(round)), {}));
        tag[3] ^= 1;
        sealed_x[size] ^= 1;
      }
      count(aead->SealPieces(dst_pieces, tag, Nonce(), src_pieces, ad_pieces));
      absl::StatusOr<Sealer> sealer = Sealer::New(Key(), Nonce(), ad);
      count(sealer->Update(absl::MakeSpan(dst), message));
      count(sealer->Finish(tag));
      EXPECT_EQ(Allocations(), before) << size;
      EXPECT_EQ(ok, 11);
      EXPECT_EQ(forged, 7);
    }
  }
  const size_t before = Allocations();
  EXPECT_FALSE(AEAD::New({}).ok());
  EXPECT_GT(Allocations(), before) << "this test counts nothing";
}

// ---- Memory

TEST_P(AeadTest, TouchesNothingOutsideItsArguments) {
  constexpr size_t kMost = 2500;
  GuardedBuffer src(kMost + kTagSize), dst(kMost + kTagSize), key(32), nonce(24), ad(300), tag(16);
  const Bytes message = Message(kMost), some_ad = Ad(300);
  for (const bool at_end : {false, true}) {
    const auto place = [at_end](const GuardedBuffer& buffer, ConstPiece content) {
      uint8_t* p = at_end ? buffer.Last(content.size()) : buffer.First();
      if (!content.empty()) std::memcpy(p, content.data(), content.size());
      return absl::MakeSpan(p, content.size());
    };
    for (size_t size = 0; size <= kMost; size += size < 300 || size > 2100 ? 1 : 61) {
      const size_t ad_size = size % 50 + (size % 7 == 0 ? 200 : 0);
      const ConstPiece in = ConstPiece(message).first(size);
      const auto a = place(ad, ConstPiece(some_ad).first(ad_size));
      const auto k = place(key, Key());
      const auto n = place(nonce, Nonce());
      const Bytes want = ReferenceSeal(Key(), Nonce(), in, a);
      const AEAD aead = NewAead(k);
      auto out = place(dst, Bytes(size + kTagSize));
      ASSERT_EQ(aead.Seal(out, n, place(src, in), a), absl::OkStatus());
      ASSERT_EQ(ConstPiece(out), ConstPiece(want)) << size;
      out = place(dst, Bytes(size));
      ASSERT_EQ(aead.Open(out, n, place(src, want), a), absl::OkStatus());
      ASSERT_EQ(ConstPiece(out), in) << size;
      const auto t = place(tag, Bytes(kTagSize));
      ASSERT_EQ(aead.SealDetached(out, t, n, place(src, in), a), absl::OkStatus());
      ASSERT_EQ(ConstPiece(t), ConstPiece(want).subspan(size)) << size;
      ASSERT_EQ(aead.OpenDetached(out, n, place(src, ConstPiece(want).first(size)), t, a),
                absl::OkStatus());
      ASSERT_EQ(ConstPiece(out), in) << size;
      t[5] ^= 1;
      ExpectUnauthenticated(
          aead.OpenDetached(out, n, place(src, ConstPiece(want).first(size)), t, a));
      ASSERT_EQ(ConstPiece(out), ConstPiece(Bytes(size)));
    }
    const auto out = place(dst, Bytes(48));
    EXPECT_EQ(NewAead(place(key, Key()), kNonceSizeX)
                  .Seal(out, place(nonce, NonceX()), place(src, Bytes(32)), {}),
              absl::OkStatus());
  }
}

// An arena in which the arguments of a call lie at all distances of each other, and what a call did
// to it.
class OverlapTest : public AeadTest {
 protected:
  // Starts over, with content at kBase.
  void Fill(ConstPiece content) {
    before_ = Message(kArena);
    std::copy(content.begin(), content.end(), before_.begin() + kBase);
    arena_ = before_;
  }

  Piece At(ptrdiff_t shift, size_t size) {
    return absl::MakeSpan(arena_).subspan(static_cast<size_t>(kBase + shift), size);
  }

  // status is that of a call that is not allowed: it names both and did nothing.
  void ExpectRefused(const absl::Status& status, const std::string& x, const std::string& y) {
    ExpectError(status, absl::StatusCode::kInvalidArgument, {x, y, "overlaps"});
    ASSERT_EQ(arena_, before_);
  }

  // It is one that is allowed, and wrote want at shift and nothing else.
  void ExpectWritten(const absl::Status& status, ptrdiff_t shift, ConstPiece want) {
    ASSERT_EQ(status, absl::OkStatus());
    Bytes expected = before_;
    std::copy(want.begin(), want.end(), expected.begin() + kBase + shift);
    ASSERT_EQ(arena_, expected);
    arena_ = before_;
  }

  // Every shift at which runs of these sizes meet, and some more; of long ones not every.
  static std::vector<ptrdiff_t> Shifts(size_t size) {
    const auto most = static_cast<ptrdiff_t>(size) + 20;
    std::vector<ptrdiff_t> shifts;
    for (ptrdiff_t shift = -most; shift <= most; ++shift) {
      const ptrdiff_t distance = std::abs(shift);
      if (distance < 20 || distance > most - 40 || distance % 13 == 0) shifts.push_back(shift);
    }
    return shifts;
  }

  // Whether two runs of these sizes, the second so many bytes behind the first, share no byte.
  static bool Apart(size_t first_size, ptrdiff_t shift, size_t second_size) {
    return shift >= static_cast<ptrdiff_t>(first_size) ||
           -shift >= static_cast<ptrdiff_t>(second_size);
  }

  static constexpr ptrdiff_t kBase = 3000;
  static constexpr size_t kArena = 8000;
  static constexpr size_t kSizesHere[] = {1, 40, 2300};

  const AEAD aead_ = NewAead();
  const Bytes ad_ = Ad(13);

 private:
  Bytes arena_, before_;
};
INSTANTIATE_TEST_SUITE_P(Cores, OverlapTest, testing::ValuesIn(kCores.begin(), kCores.end()),
                         CoreTestName<Core>);

TEST_P(OverlapTest, DstAndPlaintext) {
  for (const size_t size : kSizesHere) {
    const Bytes message = Message(size);
    const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad_);
    const ConstPiece want_text = ConstPiece(want).first(size);
    const ConstPiece want_tag = ConstPiece(want).subspan(size);
    Fill(message);
    for (const ptrdiff_t shift : Shifts(size)) {
      SCOPED_TRACE(absl::StrCat("dst - plaintext = ", shift, ", ", size));
      const ConstPiece src = At(0, size);
      const Piece dst = At(shift, size);
      absl::Status status = aead_.Seal(At(shift, size + kTagSize), Nonce(), src, ad_);
      if (shift == 0 || Apart(size, shift, size + kTagSize)) {
        ExpectWritten(status, shift, want);
      } else {
        ExpectRefused(status, "dst", "plaintext");
      }
      for (const auto& seal : std::vector<std::function<absl::Status(Piece)>>{
               [&](Piece tag) { return aead_.SealDetached(dst, tag, Nonce(), src, ad_); },
               [&](Piece tag) {
                 return aead_.SealPieces(Cut(dst, {7, 100}), tag, Nonce(), Cut(src, {30, 90}),
                                         {ad_});
               },
               [&](Piece tag) {
                 absl::StatusOr<Sealer> sealer = Sealer::New(Key(), Nonce(), ad_);
                 const absl::Status updated = sealer->Update(dst, src);
                 return updated.ok() ? sealer->Finish(tag) : updated;
               }}) {
        Bytes tag(kTagSize, 0xa5);
        status = seal(absl::MakeSpan(tag));
        if (shift == 0 || Apart(size, shift, size)) {
          ExpectWritten(status, shift, want_text);
          EXPECT_EQ(ConstPiece(tag), want_tag);
        } else {
          ExpectRefused(status, "dst", "plaintext");
          EXPECT_EQ(tag, Bytes(kTagSize, 0xa5));
        }
      }
      if (HasFailure()) return;
    }
  }
}

TEST_P(OverlapTest, DstAndCiphertext) {
  for (const size_t size : kSizesHere) {
    const Bytes message = Message(size + 7);  // not what lies in the arena
    const ConstPiece text = ConstPiece(message).subspan(7);
    const Bytes sealed = ReferenceSeal(Key(), Nonce(), text, ad_);
    Fill(sealed);
    for (const ptrdiff_t shift : Shifts(size + kTagSize)) {
      SCOPED_TRACE(absl::StrCat("dst - ciphertext = ", shift, ", ", size));
      const ConstPiece src = At(0, size);
      const Piece dst = At(shift, size);
      absl::Status status = aead_.Open(dst, Nonce(), At(0, size + kTagSize), ad_);
      if (shift == 0 || Apart(size + kTagSize, shift, size)) {
        ExpectWritten(status, shift, text);
      } else {
        ExpectRefused(status, "dst", "ciphertext");
      }
      // Apart from the ciphertext, dst may lie over the tag.
      const ConstPiece tag = At(static_cast<ptrdiff_t>(size), kTagSize);
      for (const auto& open : std::vector<std::function<absl::Status()>>{
               [&] { return aead_.OpenDetached(dst, Nonce(), src, tag, ad_); },
               [&] {
                 return aead_.OpenPieces(Cut(dst, {7, 100}), Nonce(), Cut(src, {30, 90}), tag,
                                         {ad_});
               }}) {
        status = open();
        if (shift == 0 || Apart(size, shift, size)) {
          ExpectWritten(status, shift, text);
        } else {
          ExpectRefused(status, "dst", "ciphertext");
        }
      }
      if (HasFailure()) return;
    }
  }
}

TEST_P(OverlapTest, DstAndAdditionalData) {
  for (const size_t size : kSizesHere) {
    for (const size_t ad_size : {1u, 20u, 40u}) {
      const Bytes message = Message(size), ad = Ad(ad_size);
      const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad);
      const ConstPiece want_text = ConstPiece(want).first(size);
      const ConstPiece want_tag = ConstPiece(want).subspan(size);
      Fill(ad);
      for (const ptrdiff_t shift : Shifts(size)) {
        SCOPED_TRACE(absl::StrCat("dst - additional_data = ", shift, ", ", size, " ", ad_size));
        const ConstPiece a = At(0, ad_size);
        const Piece dst = At(shift, size);
        const auto check = [&](const absl::Status& status, ConstPiece written) {
          if (Apart(ad_size, shift, written.size())) {
            ExpectWritten(status, shift, written);
          } else {
            ExpectRefused(status, "dst", "additional_data");
          }
        };
        Bytes tag(kTagSize);
        const Piece t = absl::MakeSpan(tag);
        check(aead_.Seal(At(shift, size + kTagSize), Nonce(), message, a), want);
        check(aead_.SealDetached(dst, t, Nonce(), message, a), want_text);
        check(aead_.SealPieces(Cut(dst, {7, 100}), t, Nonce(), {message}, Cut(a, {9})), want_text);
        check(aead_.Open(dst, Nonce(), want, a), message);
        check(aead_.OpenDetached(dst, Nonce(), want_text, want_tag, a), message);
        check(aead_.OpenPieces(Cut(dst, {7, 100}), Nonce(), {want_text}, want_tag, Cut(a, {9})),
              message);
        if (HasFailure()) return;
      }
    }
  }
}

// The tag that is written.
TEST_P(OverlapTest, TagAndTheRest) {
  for (const size_t size : kSizesHere) {
    const Bytes message = Message(size);
    const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad_);
    const ConstPiece want_text = ConstPiece(want).first(size);
    const ConstPiece want_tag = ConstPiece(want).subspan(size);
    for (const ptrdiff_t shift : Shifts(size)) {
      SCOPED_TRACE(absl::StrCat("tag - other = ", shift, ", ", size));
      const auto check = [&](const absl::Status& status, ConstPiece written,
                             const std::string& name) {
        if (Apart(size, shift, kTagSize)) {
          ExpectWritten(status, shift, written);
        } else {
          ExpectRefused(status, "tag", name);
        }
      };
      Fill(message);
      Bytes out(size);
      const Piece dst = absl::MakeSpan(out), tag = At(shift, kTagSize);
      const ConstPiece other = At(0, size);
      check(aead_.SealDetached(dst, tag, Nonce(), other, ad_), want_tag, "plaintext");
      check(aead_.SealPieces(Cut(dst, {50}), tag, Nonce(), Cut(other, {20}), {ad_}), want_tag,
            "plaintext");
      const Bytes only_tag = ReferenceSeal(Key(), Nonce(), {}, message);
      check(aead_.SealDetached({}, tag, Nonce(), {}, other), only_tag, "additional_data");
      check(aead_.SealPieces({}, tag, Nonce(), {}, Cut(other, {20})), only_tag, "additional_data");

      // dst, which is written too.
      for (const bool pieces : {false, true}) {
        Fill({});
        const absl::Status status =
            pieces ? aead_.SealPieces(Cut(At(0, size), {50}), At(shift, kTagSize), Nonce(),
                                      {message}, {ad_})
                   : aead_.SealDetached(At(0, size), At(shift, kTagSize), Nonce(), message, ad_);
        if (Apart(size, shift, kTagSize)) {
          EXPECT_EQ(status, absl::OkStatus());
          EXPECT_EQ(ConstPiece(At(0, size)), want_text);
          EXPECT_EQ(ConstPiece(At(shift, kTagSize)), want_tag);
        } else {
          ExpectRefused(status, "tag", "dst");
        }
      }
      if (HasFailure()) return;
    }
  }
}

TEST_P(OverlapTest, NonceAndTagToBeOpenedMayLieInDst) {
  for (const size_t size : kSizesHere) {
    const Bytes message = Message(size);
    const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad_);
    const ConstPiece want_text = ConstPiece(want).first(size);
    const ConstPiece want_tag = ConstPiece(want).subspan(size);
    for (const ptrdiff_t shift : Shifts(size)) {
      SCOPED_TRACE(absl::StrCat("dst - other = ", shift, ", ", size));
      const auto dst = [&] { return At(shift, size); };
      Fill(Nonce());
      const auto nonce = [&] { return At(0, kNonceSize); };
      Bytes tag(kTagSize);
      const Piece t = absl::MakeSpan(tag);
      ExpectWritten(aead_.Seal(At(shift, size + kTagSize), nonce(), message, ad_), shift, want);
      ExpectWritten(aead_.SealDetached(dst(), t, nonce(), message, ad_), shift, want_text);
      ExpectWritten(aead_.SealPieces(Cut(dst(), {9}), t, nonce(), {message}, {ad_}), shift,
                    want_text);
      ExpectWritten(aead_.Open(dst(), nonce(), want, ad_), shift, message);
      ExpectWritten(aead_.OpenDetached(dst(), nonce(), want_text, want_tag, ad_), shift, message);
      ExpectWritten(aead_.OpenPieces(Cut(dst(), {9}), nonce(), {want_text}, want_tag, {ad_}), shift,
                    message);
      ExpectWritten(aead_.SealDetached({}, At(shift, kTagSize), nonce(), {}, ad_), shift,
                    ReferenceSeal(Key(), Nonce(), {}, ad_));
      Fill(want_tag);
      const auto opened_tag = [&] { return At(0, kTagSize); };
      ExpectWritten(aead_.OpenDetached(dst(), Nonce(), want_text, opened_tag(), ad_), shift,
                    message);
      ExpectWritten(aead_.OpenPieces(Cut(dst(), {9}), Nonce(), {want_text}, opened_tag(), {ad_}),
                    shift, message);
      if (HasFailure()) return;
    }
  }
}

TEST_P(OverlapTest, PiecesOfDstAreApart) {
  const Bytes message = Message(100);
  Fill({});
  Bytes tag(kTagSize);
  for (ptrdiff_t shift = -60; shift <= 60; ++shift) {
    SCOPED_TRACE(shift);
    const std::vector<Piece> dst = {At(0, 40), At(3000, 10), At(shift, 50)};
    for (const bool open : {false, true}) {
      Fill({});
      const absl::Status status =
          open ? aead_.OpenPieces(dst, Nonce(), {message}, tag, {})
               : aead_.SealPieces(dst, absl::MakeSpan(tag), Nonce(), {message}, {});
      if (Apart(40, shift, 50)) {
        EXPECT_EQ(status.code(), open ? absl::StatusCode::kUnauthenticated : absl::StatusCode::kOk);
      } else {
        ExpectRefused(status, "dst", "another piece");
      }
      tag.assign(kTagSize, 0);
    }
  }
}

TEST_P(OverlapTest, InputsMayOverlap) {
  const Bytes all = Message(100);
  const ConstPiece key = ConstPiece(all).first(32), nonce = ConstPiece(all).subspan(20, 12);
  const Bytes want = ReferenceSeal(key, nonce, all, ConstPiece(all).subspan(10, 80));
  Bytes out(116);
  EXPECT_EQ(NewAead(key).Seal(absl::MakeSpan(out), nonce, all, ConstPiece(all).subspan(10, 80)),
            absl::OkStatus());
  EXPECT_EQ(out, want);
  // The same piece several times over.
  const ConstPiece half = ConstPiece(all).first(50);
  Bytes twice(half.begin(), half.end());
  twice.insert(twice.end(), half.begin(), half.end());
  out.resize(100);
  Bytes tag(kTagSize);
  EXPECT_EQ(NewAead(key).SealPieces({absl::MakeSpan(out)}, absl::MakeSpan(tag), nonce, {half, half},
                                    {half, half}),
            absl::OkStatus());
  out.insert(out.end(), tag.begin(), tag.end());
  EXPECT_EQ(out, ReferenceSeal(key, nonce, twice, twice));
}

// ---- Sizes

TEST_P(AeadTest, WrongSizes) {
  for (size_t size = 0; size <= 64; ++size) {
    const Bytes bytes(size, 1);
    const std::string is = absl::StrCat(" is ", size, " bytes");
    if (size != kKeySize) {
      const auto check = [&](const absl::Status& status) {
        ExpectError(status, absl::StatusCode::kInvalidArgument, {"key" + is, "32"});
      };
      check(AEAD::New(bytes).status());
      check(AEAD::NewX(bytes).status());
      check(Sealer::New(bytes, Nonce(), {}).status());
      check(UnverifiedOpener::New(bytes, Nonce(), {}).status());
    }
    for (const size_t nonce_size : {kNonceSize, kNonceSizeX}) {
      if (size == nonce_size) continue;
      const AEAD aead = NewAead(Key(), nonce_size);
      Bytes dst(40, 0xa5), tag(kTagSize, 0xa5);
      const Piece d = absl::MakeSpan(dst), t = absl::MakeSpan(tag);
      const auto check = [&](const absl::Status& status) {
        ExpectError(status, absl::StatusCode::kInvalidArgument,
                    {"nonce" + is, absl::StrCat(nonce_size)});
      };
      check(aead.Seal(d, bytes, Bytes(24), {}));
      check(aead.Open(d, bytes, Bytes(56), {}));
      check(aead.Open({}, bytes, {}, {}));
      check(aead.SealDetached(d, t, bytes, Bytes(40), {}));
      check(aead.OpenDetached(d, bytes, Bytes(40), t, {}));
      check(aead.SealPieces({d}, t, bytes, {Bytes(40)}, {}));
      check(aead.OpenPieces({d}, bytes, {Bytes(40)}, t, {}));
      if (size != kNonceSize && size != kNonceSizeX) {
        ExpectError(Sealer::New(Key(), bytes, {}).status(), absl::StatusCode::kInvalidArgument,
                    {"nonce" + is, "12 or 24"});
        ExpectError(UnverifiedOpener::New(Key(), bytes, {}).status(),
                    absl::StatusCode::kInvalidArgument, {"nonce" + is, "12 or 24"});
      }
      EXPECT_EQ(dst, Bytes(40, 0xa5));
      EXPECT_EQ(tag, Bytes(kTagSize, 0xa5));
    }
    // A dst that is too short or too long.
    if (size == 40) continue;
    const AEAD aead = NewAead();
    Bytes dst(size, 0xa5), tag(kTagSize, 0xa5);
    const Piece d = absl::MakeSpan(dst), t = absl::MakeSpan(tag);
    const auto check = [&](const absl::Status& status, const std::string& src) {
      ExpectError(status, absl::StatusCode::kInvalidArgument, {"dst" + is, "must be 40", src});
    };
    check(aead.Seal(d, Nonce(), Bytes(24), {}), "plaintext is 24");
    check(aead.Open(d, Nonce(), Bytes(56), {}), "ciphertext is 56");
    check(aead.SealDetached(d, t, Nonce(), Bytes(40), {}), "plaintext is 40");
    check(aead.OpenDetached(d, Nonce(), Bytes(40), t, {}), "ciphertext is 40");
    check(aead.SealPieces({d.first(size / 2), d.subspan(size / 2)}, t, Nonce(), {Bytes(40)}, {}),
          "plaintext is 40");
    check(aead.OpenPieces({d}, Nonce(), {Bytes(10), Bytes(30)}, t, {}), "ciphertext is 40");
    absl::StatusOr<Sealer> sealer = Sealer::New(Key(), Nonce(), {});
    check(sealer->Update(d, Bytes(40)), "plaintext is 40");
    absl::StatusOr<UnverifiedOpener> opener = UnverifiedOpener::New(Key(), Nonce(), {});
    check(opener->Update(d, Bytes(40)), "ciphertext is 40");
    EXPECT_EQ(dst, Bytes(size, 0xa5));
    EXPECT_EQ(tag, Bytes(kTagSize, 0xa5));
  }
}

// Sizes alone decide, so there need not be so much memory. The longest message that is allowed gets
// as far as the next check.
TEST_P(AeadTest, Limits) {
  if constexpr (sizeof(size_t) == 8) {
    EXPECT_EQ(kMaxPlaintextSize, 274877906880u);
    const AEAD aead = NewAead();
    uint8_t memory[10];
    std::fill(std::begin(memory), std::end(memory), uint8_t{0xa5});
    Bytes tag(kTagSize, 0xa5);
    const Piece t = absl::MakeSpan(tag);
    const auto piece = [&](int offset, uint64_t size) {
      return absl::MakeSpan(memory + offset, static_cast<size_t>(size));
    };
    const auto check = [&](const absl::Status& status, uint64_t size, uint64_t most) {
      if (size <= most) {
        ExpectError(status, absl::StatusCode::kInvalidArgument, {"dst", "overlaps"});
      } else {
        ExpectError(status, absl::StatusCode::kOutOfRange,
                    {absl::StrCat("is ", size, " bytes"), absl::StrCat("at most ", most)});
      }
    };
    for (const uint64_t size :
         {kMaxPlaintextSize, kMaxPlaintextSize + 1, uint64_t{1} << 38, uint64_t{1} << 40}) {
      const uint64_t more = size + kTagSize, most = kMaxPlaintextSize;
      check(aead.Seal(piece(1, more), Nonce(), piece(0, size), {}), size, most);
      check(aead.Open(piece(1, size), Nonce(), piece(0, more), {}), more, most + kTagSize);
      check(aead.SealDetached(piece(1, size), t, Nonce(), piece(0, size), {}), size, most);
      check(aead.OpenDetached(piece(1, size), Nonce(), piece(0, size), t, {}), size, most);
      check(aead.SealPieces({piece(1, size)}, t, Nonce(), {piece(0, 5), piece(5, size - 5)}, {}),
            size, most);
      check(aead.OpenPieces({piece(1, size)}, Nonce(), {piece(0, 5), piece(5, size - 5)}, t, {}),
            size, most);
      Bytes first(10);
      absl::StatusOr<Sealer> sealer = Sealer::New(Key(), Nonce(), {});
      EXPECT_EQ(sealer->Update(absl::MakeSpan(first), first), absl::OkStatus());
      check(sealer->Update(piece(1, size - 10), piece(0, size - 10)), size - 10, most - 10);
      absl::StatusOr<UnverifiedOpener> opener = UnverifiedOpener::New(Key(), Nonce(), {});
      EXPECT_EQ(opener->Update(absl::MakeSpan(first), first), absl::OkStatus());
      check(opener->Update(piece(1, size - 10), piece(0, size - 10)), size - 10, most - 10);
    }
    // Sizes of pieces that come to 1 modulo 2^64.
    const ConstPiece pieces[] = {piece(0, 10), piece(0, ~uint64_t{0} - 8)};
    EXPECT_EQ(aead.SealPieces({piece(1, 1)}, t, Nonce(), pieces, {}).code(),
              absl::StatusCode::kOutOfRange);
    EXPECT_EQ(std::count(std::begin(memory), std::end(memory), 0xa5), 10);
    EXPECT_EQ(tag, Bytes(kTagSize, 0xa5));
  } else {
    GTEST_SKIP() << "no size is above the limit";
  }
}

// ---- The life of an object

TEST_P(AeadTest, CopiesAndMoves) {
  const Bytes message = Message(50);
  const Bytes want = ReferenceSeal(Key(), Nonce(), message, {});
  const auto seal = [&](const AEAD& aead) {
    Bytes sealed(66);
    EXPECT_EQ(aead.Seal(absl::MakeSpan(sealed), Nonce(), message, {}), absl::OkStatus());
    return sealed;
  };
  AEAD aead = NewAead();
  const AEAD copy = aead;
  AEAD moved = std::move(aead);
  EXPECT_EQ(seal(copy), want);
  EXPECT_EQ(seal(moved), want);

  Bytes dst(66, 0xa5), tag(kTagSize, 0xa5);
  const Piece d = absl::MakeSpan(dst), t = absl::MakeSpan(tag);
  const AEAD of_nothing = std::move(aead);  // NOLINT(bugprone-use-after-move)
  for (const AEAD* gone : {&std::as_const(aead), &of_nothing}) {
    for (const Bytes& nonce : {Nonce(), Bytes(24), Bytes()}) {
      for (const absl::Status& status :
           {gone->Seal(d, nonce, message, {}), gone->Open(d, nonce, Bytes(82), {}),
            gone->SealDetached(d, t, nonce, dst, {}), gone->OpenDetached(d, nonce, dst, t, {}),
            gone->SealPieces({d}, t, nonce, {dst}, {}),
            gone->OpenPieces({d}, nonce, {dst}, t, {})}) {
        ExpectError(status, absl::StatusCode::kFailedPrecondition, {"AEAD", "moved from"});
      }
    }
  }
  EXPECT_EQ(dst, Bytes(66, 0xa5));
  EXPECT_EQ(tag, Bytes(kTagSize, 0xa5));

  aead = std::move(moved);
  EXPECT_EQ(seal(aead), want);
  AEAD& self = aead;
  aead = std::move(self);
  EXPECT_EQ(seal(aead), want);
  moved = aead;
  EXPECT_EQ(seal(moved), want);
}

TEST_P(AeadTest, IncrementalObjectsHaveAnEnd) {
  const Bytes message = Message(70), ad = Ad(5);
  const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad);
  Bytes dst(70), tag(kTagSize), byte(1, 0xa5);
  const Piece d = absl::MakeSpan(dst), t = absl::MakeSpan(tag), b = absl::MakeSpan(byte);
  absl::StatusOr<Sealer> sealer = Sealer::New(Key(), Nonce(), ad);
  EXPECT_EQ(sealer->Update(d.first(30), ConstPiece(message).first(30)), absl::OkStatus());
  // Errors change nothing.
  EXPECT_FALSE(sealer->Update(d, ConstPiece(message).first(3)).ok());
  EXPECT_FALSE(sealer->Finish(b).ok());
  Sealer moved = *std::move(sealer);
  ExpectError(sealer->Update(b, b), absl::StatusCode::kFailedPrecondition, {"Sealer", "moved"});
  ExpectError(sealer->Finish(t), absl::StatusCode::kFailedPrecondition, {"Sealer", "moved"});
  EXPECT_EQ(moved.Update(d.subspan(30), ConstPiece(message).subspan(30)), absl::OkStatus());
  EXPECT_EQ(moved.Finish(t), absl::OkStatus());
  EXPECT_EQ(ConstPiece(dst), ConstPiece(want).first(70));
  EXPECT_EQ(ConstPiece(tag), ConstPiece(want).subspan(70));
  ExpectError(moved.Update(b, b), absl::StatusCode::kFailedPrecondition, {"Sealer", "finished"});
  ExpectError(moved.Update({}, {}), absl::StatusCode::kFailedPrecondition, {"Sealer", "finished"});
  ExpectError(moved.Finish(t), absl::StatusCode::kFailedPrecondition, {"Sealer", "finished"});
  moved = *Sealer::New(Key(), Nonce(), ad);
  EXPECT_EQ(moved.Update(d, message), absl::OkStatus());

  const std::string name = "UnverifiedOpener";
  absl::StatusOr<UnverifiedOpener> opener = UnverifiedOpener::New(Key(), Nonce(), ad);
  EXPECT_EQ(opener->Update(d, d), absl::OkStatus());
  EXPECT_EQ(dst, message);
  UnverifiedOpener moved_opener = *std::move(opener);
  ExpectError(opener->Update(b, b), absl::StatusCode::kFailedPrecondition, {name, "moved"});
  ExpectError(opener->Finish(t), absl::StatusCode::kFailedPrecondition, {name, "moved"});
  EXPECT_EQ(moved_opener.Finish(t), absl::OkStatus());
  ExpectError(moved_opener.Update(b, b), absl::StatusCode::kFailedPrecondition, {name, "finished"});
  ExpectError(moved_opener.Finish(t), absl::StatusCode::kFailedPrecondition, {name, "finished"});
  EXPECT_EQ(byte, Bytes(1, 0xa5));
}

TEST_P(AeadTest, IncrementalInRandomSteps) {
  constexpr size_t kSize = 20000;
  const Bytes message = Message(kSize), ad = Ad(13);
  const Bytes want = ReferenceSeal(Key(), Nonce(), message, ad);
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<size_t> steps;
    for (int i = 0; i < 40; ++i) {
      steps.push_back(random() % 4 == 0 ? random() % 5000 : random() % 130);
    }
    const Way way = Incremental(steps);
    ASSERT_EQ(SealBy(way, Key(), Nonce(), message, ad), want);
    Bytes opened;
    ASSERT_EQ(OpenBy(way, Key(), Nonce(), want, ad, &opened), absl::OkStatus());
    ASSERT_EQ(opened, message);
  }
}

// ---- Secrets

// The key that XChaCha20 derives.
Bytes DerivedKey() {
  Bytes derived(kKeySize);
  EXPECT_EQ(chacha20::HChaCha20(absl::MakeSpan(derived), Key(), ConstPiece(NonceX()).first(16)),
            absl::OkStatus());
  return derived;
}

// What must not be left of a message: its keys, the first blocks of its key stream, with the key of
// Poly1305, and its plaintext.
bool HoldsSecrets(ConstPiece memory) {
  return ContainsPieceOf(Key(), memory) || ContainsPieceOf(DerivedKey(), memory) ||
         ContainsPieceOf(ReferenceKeyStream(Key(), Nonce(), 0, 6000), memory) ||
         ContainsPieceOf(Message(6000), memory);
}

template <typename T, typename Make>
void ExpectObjectIsWiped(Make make) {
  alignas(T) uint8_t memory[2][sizeof(T)] = {};
  // Through a volatile pointer, lest the compiler reason about an object that is gone.
  uint8_t* volatile at[] = {memory[0], memory[1]};
  const auto holds = [&](int i) { return HoldsSecrets(ConstPiece(at[i], sizeof(T))); };
  auto* object = new (at[0]) T(make(Key()));
  EXPECT_TRUE(holds(0));
  auto* moved = new (at[1]) T(std::move(*object));
  EXPECT_FALSE(holds(0)) << "moved from";
  EXPECT_TRUE(holds(1));
  *object = std::move(*moved);
  EXPECT_FALSE(holds(1)) << "moved from by assignment";
  EXPECT_TRUE(holds(0));
  *object = make(Bytes(32, 0x11));
  EXPECT_FALSE(holds(0)) << "assigned over";
  *object = make(Key());
  EXPECT_TRUE(holds(0));
  object->~T();
  moved->~T();
  EXPECT_FALSE(holds(0)) << "destroyed";
}

TEST_P(AeadTest, ObjectsAreWiped) {
  ExpectObjectIsWiped<AEAD>([](const Bytes& key) { return NewAead(key); });
  ExpectObjectIsWiped<Sealer>([](const Bytes& key) {
    absl::StatusOr<Sealer> sealer = Sealer::New(key, Nonce(), Ad(3));
    Bytes text = Message(200);
    EXPECT_EQ(sealer->Update(absl::MakeSpan(text), text), absl::OkStatus());
    return *std::move(sealer);
  });
  ExpectObjectIsWiped<UnverifiedOpener>([](const Bytes& key) {
    absl::StatusOr<UnverifiedOpener> opener = UnverifiedOpener::New(key, Nonce(), Ad(3));
    Bytes text(200, 0x77);
    EXPECT_EQ(opener->Update(absl::MakeSpan(text), text), absl::OkStatus());
    return *std::move(opener);
  });
}

// Runs f in a thread whose stack is ours, and says whether secrets are left there.
bool LeavesSecretsOnTheStack(std::function<void()> f) {
  GuardedBuffer stack(1 << 18);
  pthread_attr_t attributes;
  EXPECT_EQ(pthread_attr_init(&attributes), 0);
  EXPECT_EQ(pthread_attr_setstack(&attributes, stack.First(), stack.size()), 0);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread, &attributes, run, &f), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  EXPECT_EQ(pthread_attr_destroy(&attributes), 0);
  return HoldsSecrets(ConstPiece(stack.First(), stack.size()));
}

TEST_P(AeadTest, NothingIsLeftOnTheStack) {
#if !defined(NDEBUG)
  GTEST_SKIP() << "what is compiled for debuggers and sanitizers spills everything";
#endif
  if (GetParam().tier == keystream::internal::Tier::kGeneric) {
    GTEST_SKIP() << "compiled cores: their spills are not promised";
  }
  EXPECT_TRUE(LeavesSecretsOnTheStack([] {
    uint8_t copy[10000];
    for (size_t i = 0; i < sizeof(copy); ++i) copy[i] = static_cast<uint8_t>((13 * i + 5) % 251);
    __asm__ __volatile__("" : : "r"(copy) : "memory");
  })) << "this test looks in the wrong place";
  const AEAD aead = NewAead(), aead_x = NewAead(Key(), kNonceSizeX);
  for (const size_t size : {9u, 40u, 2000u, 5000u}) {
    for (const size_t ad_size : {13u, 300u}) {
      const Bytes message = Message(size), ad = Ad(ad_size);
      Bytes sealed(size + kTagSize), opened(size);
      const auto all = absl::MakeSpan(sealed);
      const auto text = all.first(size), tag = all.subspan(size), dst = absl::MakeSpan(opened);
      const std::vector<Piece> out = {text}, back = {dst};
      const std::vector<ConstPiece> in = {message}, ads = {ad}, sealed_in = {text};
      const auto check = [&](const std::string& name, std::function<absl::Status()> call,
                             absl::StatusCode want = absl::StatusCode::kOk) {
        absl::StatusCode code = absl::StatusCode::kUnknown;
        EXPECT_FALSE(LeavesSecretsOnTheStack([&] { code = call().code(); })) << name << size;
        EXPECT_EQ(code, want) << name;
      };
      check("Seal", [&] { return aead.Seal(all, Nonce(), message, ad); });
      check("Open", [&] { return aead.Open(dst, Nonce(), all, ad); });
      check("Seal, X", [&] { return aead_x.Seal(all, NonceX(), message, ad); });
      check("Open, X", [&] { return aead_x.Open(dst, NonceX(), all, ad); });
      check("SealPieces", [&] { return aead.SealPieces(out, tag, Nonce(), in, ads); });
      check("OpenPieces", [&] { return aead.OpenPieces(back, Nonce(), sealed_in, tag, ads); });
      check("Sealer", [&] {
        absl::StatusOr<Sealer> sealer = Sealer::New(Key(), Nonce(), ad);
        const absl::Status status = sealer->Update(text, message);
        return status.ok() ? sealer->Finish(tag) : status;
      });
      tag[0] ^= 1;
      const auto forged = absl::StatusCode::kUnauthenticated;
      check(
          "forged Open", [&] { return aead.Open(dst, Nonce(), all, ad); }, forged);
      check(
          "forged OpenPieces", [&] { return aead.OpenPieces(back, Nonce(), sealed_in, tag, ads); },
          forged);
    }
  }
}

}  // namespace
}  // namespace keystream::chacha20poly1305
