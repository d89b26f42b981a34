// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "testdata/vectors.h"

#include <sstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testdata/sha256.h"

namespace keystream::testdata {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Bytes Expanded(const std::string& value) {
  absl::StatusOr<Bytes> bytes = Expand(value);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  return bytes.value_or(Bytes{0xee});
}

TEST(Expand, Terms) {
  EXPECT_THAT(Expanded(""), IsEmpty());
  EXPECT_THAT(Expanded("00ff1a"), ElementsAre(0x00, 0xff, 0x1a));
  EXPECT_THAT(Expanded("@7:3:8"), ElementsAre(0x03, 0x0a, 0x11, 0x18, 0x1f, 0x26, 0x2d, 0x34));
  EXPECT_THAT(Expanded("@7:3:0"), IsEmpty());
  EXPECT_THAT(Expanded("*ff:3"), ElementsAre(0xff, 0xff, 0xff));
  EXPECT_THAT(Expanded("*010203:5"), ElementsAre(1, 2, 3, 1, 2));
  EXPECT_THAT(Expanded("*00:0"), IsEmpty());
  EXPECT_THAT(Expanded("*aa:2+00+@1:250:3"), ElementsAre(0xaa, 0xaa, 0, 250, 0, 1));
}

TEST(Expand, ArithmeticDoesNotOverflow) {
  // 2^64 - 1 is 68 mod 251.
  const Bytes bytes = Expanded("@18446744073709551615:18446744073709551615:100000");
  for (size_t i = 0; i < bytes.size(); i++) ASSERT_EQ(bytes[i], (68 * i + 68) % 251) << i;
}

TEST(Expand, LimitsTheSize) {
  EXPECT_EQ(Expanded(absl::StrCat("*00:", kMaxBytes)).size(), kMaxBytes);
  EXPECT_FALSE(Expand(absl::StrCat("*00:", kMaxBytes + 1)).ok());
  EXPECT_FALSE(Expand("@1:1:18446744073709551615").ok());
  EXPECT_FALSE(Expand(absl::StrCat("00+*00:", kMaxBytes)).ok());
}

TEST(Expand, RefusesWhatIsMalformed) {
  for (const char* value : {"0",        "0g",
                            "0G",       "AB",
                            "ab ",      " ab",
                            "0x00",     "+",
                            "00+",      "+00",
                            "00++00",   "-1",
                            "@",        "@7:3",
                            "@7:3:",    "@:3:8",
                            "@7:3:8:1", "@-7:3:8",
                            "@7:3:+8",  "@7:3: 8",
                            "@7:3:8a",  "@7:3:18446744073709551616",
                            "*",        "*ff",
                            "*ff:",     "*:3",
                            "*f:3",     "*FF:3",
                            "*ff:-3",   "*ff:3:4",
                            "@7:3:8,",  "*ff:0x3"}) {
    EXPECT_EQ(Expand(value).status().code(), absl::StatusCode::kInvalidArgument) << value;
  }
}

TEST(Record, Fields) {
  absl::StatusOr<Record> record = Record::Parse(
      "op=seek id=a-1 result=invalid key=@7:3:2 aad= pos=18446744073709551615 aad_gen=@1:2 "
      "in_gen=*0102 out_sha256=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 "
      "src=a=b note=",
      12);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(record->op(), "seek");
  EXPECT_EQ(record->id(), "a-1");
  EXPECT_EQ(record->line_number(), 12u);
  EXPECT_FALSE(record->valid());
  EXPECT_THAT(record->GetBytes("key"), ElementsAre(3, 10));
  EXPECT_THAT(record->GetBytes("aad"), IsEmpty());
  EXPECT_EQ(record->GetInteger("pos"), UINT64_MAX);
  EXPECT_THAT(record->Generate("aad_gen", 3), ElementsAre(2, 3, 4));
  EXPECT_THAT(record->Generate("in_gen", 3), ElementsAre(1, 2, 1));
  EXPECT_EQ(record->GetBytes("out_sha256"), Sha256().Finish());
  EXPECT_TRUE(record->Has("note"));
  EXPECT_TRUE(record->Has("aad"));
  EXPECT_FALSE(record->Has("iv"));
  EXPECT_TRUE(record->Require({"key", "pos", "aad_gen", "src"}).ok());
  EXPECT_THAT(std::string(record->Require({"key", "iv"}).message()),
              HasSubstr("line 12: field iv is missing"));
  EXPECT_DEATH(record->GetBytes("iv"), "no field iv");
  EXPECT_DEATH(record->GetInteger("key"), "no field key");
}

TEST(Record, RefusesWhatIsMalformed) {
  const std::string good = "op=chacha20 id=1 result=valid";
  EXPECT_TRUE(Record::Parse(good, 1).ok());
  for (const std::string& line : {std::string("op=chacha20 id=1"),
                                  std::string("op=chacha20 result=valid"),
                                  std::string("id=1 result=valid"),
                                  std::string("op=chacha20 id=1 result=acceptable"),
                                  std::string(" ") + good,
                                  good + " ",
                                  good + "  key=00",
                                  good + "\tkey=00",
                                  good + " key",
                                  good + " =00",
                                  good + " key=0",
                                  good + " key=00 key=00",
                                  good + " ctr=",
                                  good + " ctr=-1",
                                  good + " ctr=1 ctr=2",
                                  good + " ctr=1e3",
                                  good + " ctr=18446744073709551616",
                                  good + " out_sha256=00",
                                  good + " out_sha256=",
                                  good + " in_gen=@1:2:3",
                                  good + " in_gen=",
                                  good + " in_gen=00",
                                  good + " in_gen=00+*00",
                                  good + " id=2"}) {
    const absl::Status status = Record::Parse(line, 7).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << line;
    EXPECT_TRUE(absl::StartsWith(status.message(), "line 7: ")) << status;
  }
}

TEST(ReadVectors, NamesTheLine) {
  std::istringstream good("# comment\n\nop=a id=1 result=valid\nop=b id=2 result=invalid");
  absl::StatusOr<std::vector<Record>> records = ReadVectors(good);
  ASSERT_TRUE(records.ok()) << records.status();
  ASSERT_EQ(records->size(), 2u);
  EXPECT_EQ(records->at(0).line_number(), 3u);
  EXPECT_EQ(records->at(1).line_number(), 4u);
  EXPECT_EQ(records->at(1).op(), "b");

  std::istringstream bad("# comment\nop=a id=1 result=valid\nop=a id=2 result=valid in=xy\n");
  EXPECT_THAT(std::string(ReadVectors(bad).status().message()), HasSubstr("line 3: field in: "));
  std::istringstream twice("op=a id=1 result=valid\nop=b id=1 result=valid\n");
  EXPECT_THAT(std::string(ReadVectors(twice).status().message()), HasSubstr("line 2: "));
}

TEST(ReadVectorFile, ThatIsNotThere) {
  EXPECT_EQ(ReadVectorFile("testdata/no-such-file.txt").status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace keystream::testdata
