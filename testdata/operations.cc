// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "testdata/operations.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "testdata/sha256.h"

namespace keystream::testdata {
namespace {

std::string Hex(absl::Span<const uint8_t> bytes) {
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace

absl::Status Failed(absl::string_view way, absl::string_view what) {
  return absl::InternalError(absl::StrCat(way, ": ", what));
}

absl::Status Skipped(absl::string_view reason) { return absl::UnimplementedError(reason); }

absl::Status CompareDigest(const Record& record, absl::string_view way, const Bytes& digest) {
  const Bytes& want = record.GetBytes("out_sha256");
  if (digest == want) return absl::OkStatus();
  return Failed(way, absl::StrCat("the output's SHA-256 is ", Hex(digest), ", want ", Hex(want)));
}

absl::Status CompareOutput(const Record& record, absl::string_view way,
                           absl::Span<const uint8_t> output) {
  if (record.Has("out")) return CompareBytes(way, "output", output, record.GetBytes("out"));
  Sha256 sha256;
  sha256.Update(output);
  return CompareDigest(record, way, sha256.Finish());
}

absl::Status CompareBytes(absl::string_view way, absl::string_view what,
                          absl::Span<const uint8_t> got, absl::Span<const uint8_t> want) {
  if (got.size() != want.size()) {
    return Failed(way, absl::StrCat(what, " has ", got.size(), " bytes, want ", want.size()));
  }
  const auto at = std::mismatch(got.begin(), got.end(), want.begin());
  if (at.first == got.end()) return absl::OkStatus();
  const size_t i = static_cast<size_t>(at.first - got.begin());
  return Failed(way, absl::StrCat("byte ", i, " of ", want.size(), " of ", what, " is ",
                                  Hex({&*at.first, 1}), ", want ", Hex({&*at.second, 1})));
}

const std::vector<std::vector<size_t>>& Steps() {
  static const auto& steps = *new std::vector<std::vector<size_t>>{
      {1},        {64},         {25},
      {255, 1},   {1000, 3},    {0, 1, 3, 4, 7, 8, 17, 24, 30, 63, 64, 65, 250, 256},
      {63, 4097}, {1, 63, 1024}};
  return steps;
}

std::string ToString(const std::vector<size_t>& steps) { return absl::StrJoin(steps, " "); }

}  // namespace keystream::testdata
