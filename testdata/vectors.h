// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Reads test vectors in the line format of README.md.

#ifndef KEYSTREAM_TESTDATA_VECTORS_H_
#define KEYSTREAM_TESTDATA_VECTORS_H_

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace keystream::testdata {

using Bytes = std::vector<uint8_t>;

// The longest byte string that a field may expand to: a slip in a length is an error rather than a
// machine out of memory.
inline constexpr size_t kMaxBytes = size_t{1} << 26;

// A byte string as a field spells it: terms joined by `+`, or nothing. A term is lower-case hex,
// `@a:b:n` (byte i is (a*i + b) mod 251) or `*HEX:n` (HEX repeated and cut to n bytes).
absl::StatusOr<Bytes> Expand(absl::string_view value);

// One line of a file.
//
// Parse expands every field that it knows, so a record that exists is well formed. The accessors
// end the program where the record has no such field: ask Require, or Has, before.
class Record {
 public:
  static absl::StatusOr<Record> Parse(absl::string_view line, size_t line_number);

  size_t line_number() const { return line_number_; }
  const std::string& op() const { return op_; }
  const std::string& id() const { return id_; }
  bool valid() const { return valid_; }

  bool Has(absl::string_view field) const;
  // InvalidArgument, with the line and the name, where one of these fields is missing.
  absl::Status Require(absl::Span<const absl::string_view> fields) const;

  const Bytes& GetBytes(absl::string_view field) const;
  uint64_t GetInteger(absl::string_view field) const;
  // A generator is a term that lacks its length, `@a:b` or `*HEX`: its first n bytes.
  Bytes Generate(absl::string_view field, size_t n) const;

 private:
  Record() = default;
  absl::Status SetField(absl::string_view name, absl::string_view value);

  size_t line_number_ = 0;
  std::string op_;
  std::string id_;
  bool valid_ = false;
  std::map<std::string, Bytes, std::less<>> bytes_;
  std::map<std::string, uint64_t, std::less<>> integers_;
  std::map<std::string, std::string, std::less<>> texts_;  // the other fields, as they stand
};

// All records of a file, in its order. Comments (from `#` at the start of a line) and empty lines
// are passed over; the first malformed line, or an id for the second time, is InvalidArgument with
// its line number.
absl::StatusOr<std::vector<Record>> ReadVectors(std::istream& in);
absl::StatusOr<std::vector<Record>> ReadVectorFile(const std::string& path);

}  // namespace keystream::testdata

#endif  // KEYSTREAM_TESTDATA_VECTORS_H_
