// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "testdata/vectors.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace keystream::testdata {
namespace {

// How the value of a field is read; fields that are not listed here are kept as text.
enum class Type { kBytes, kDigest, kInteger, kGenerator };

struct Field {
  absl::string_view name;
  Type type;
};

constexpr Field kFields[] = {
    {"key", Type::kBytes},         {"nonce", Type::kBytes},       {"salt", Type::kBytes},
    {"iv", Type::kBytes},          {"sample", Type::kBytes},      {"aad", Type::kBytes},
    {"in", Type::kBytes},          {"out", Type::kBytes},         {"tag", Type::kBytes},
    {"out_sha256", Type::kDigest}, {"ctr", Type::kInteger},       {"pos", Type::kInteger},
    {"len", Type::kInteger},       {"rounds", Type::kInteger},    {"aadlen", Type::kInteger},
    {"last", Type::kInteger},      {"aad_gen", Type::kGenerator}, {"in_gen", Type::kGenerator},
};

absl::Status Malformed(absl::string_view what, absl::string_view value) {
  return absl::InvalidArgumentError(
      absl::StrCat(what, ": \"", value.substr(0, 80), value.size() > 80 ? "...\"" : "\""));
}

absl::StatusOr<uint64_t> ParseInteger(absl::string_view text) {
  uint64_t value;
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
  if (!digits || !absl::SimpleAtoi(text, &value)) {
    return Malformed("not a decimal integer below 2^64", text);
  }
  return value;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

absl::StatusOr<Bytes> ParseHex(absl::string_view text) {
  if (text.empty() || text.size() % 2 != 0) return Malformed("not whole bytes of hex", text);
  Bytes bytes;
  bytes.reserve(text.size() / 2);
  for (size_t i = 0; i < text.size(); i += 2) {
    const int high = HexDigit(text[i]);
    const int low = HexDigit(text[i + 1]);
    if (high < 0 || low < 0) return Malformed("not lower-case hex", text);
    bytes.push_back(static_cast<uint8_t>(16 * high + low));
  }
  return bytes;
}

// Appends one term to out. The limit is checked before anything is allocated.
absl::Status AppendTerm(absl::string_view term, Bytes* out) {
  absl::string_view rest = term;
  const bool arithmetic = absl::ConsumePrefix(&rest, "@");
  if (!arithmetic && !absl::ConsumePrefix(&rest, "*")) {
    absl::StatusOr<Bytes> bytes = ParseHex(term);
    if (!bytes.ok()) return bytes.status();
    out->insert(out->end(), bytes->begin(), bytes->end());
    return absl::OkStatus();
  }

  const std::vector<absl::string_view> parts = absl::StrSplit(rest, ':');
  if (parts.size() != (arithmetic ? 3u : 2u)) {
    return Malformed(arithmetic ? "not @a:b:n" : "not *HEX:n", term);
  }
  absl::StatusOr<uint64_t> size = ParseInteger(parts.back());
  if (!size.ok()) return size.status();
  if (*size > kMaxBytes - std::min(kMaxBytes, out->size())) {
    return Malformed(absl::StrCat("more than ", kMaxBytes, " bytes"), term);
  }

  if (arithmetic) {
    absl::StatusOr<uint64_t> a = ParseInteger(parts[0]);
    if (!a.ok()) return a.status();
    absl::StatusOr<uint64_t> b = ParseInteger(parts[1]);
    if (!b.ok()) return b.status();
    for (uint64_t i = 0; i < *size; i++) {
      out->push_back(static_cast<uint8_t>((*a % 251 * (i % 251) + *b % 251) % 251));
    }
  } else {
    absl::StatusOr<Bytes> unit = ParseHex(parts[0]);
    if (!unit.ok()) return unit.status();
    for (uint64_t i = 0; i < *size; i++) out->push_back((*unit)[i % unit->size()]);
  }
  return absl::OkStatus();
}

[[noreturn]] void NoSuchField(const Record& record, absl::string_view field) {
  std::fprintf(stderr, "line %zu: record %s has no field %s\n", record.line_number(),
               record.id().c_str(), std::string(field).c_str());
  std::abort();
}

// The value of a field of one of Record's maps.
template <typename Map>
const typename Map::mapped_type& Get(const Record& record, const Map& map,
                                     absl::string_view field) {
  const auto it = map.find(std::string(field));
  if (it == map.end()) NoSuchField(record, field);
  return it->second;
}

absl::Status AtLine(size_t line_number, const absl::Status& status) {
  return absl::InvalidArgumentError(absl::StrCat("line ", line_number, ": ", status.message()));
}

}  // namespace

absl::StatusOr<Bytes> Expand(absl::string_view value) {
  Bytes bytes;
  if (value.empty()) return bytes;
  for (const absl::string_view term : absl::StrSplit(value, '+')) {
    const absl::Status status = AppendTerm(term, &bytes);
    if (!status.ok()) return status;
  }
  return bytes;
}

absl::Status Record::SetField(absl::string_view name, absl::string_view value) {
  if (Has(name)) return absl::InvalidArgumentError("given twice");
  const auto* field = std::find_if(std::begin(kFields), std::end(kFields),
                                   [name](const Field& f) { return f.name == name; });
  if (field == std::end(kFields)) {
    texts_.emplace(name, value);
    return absl::OkStatus();
  }
  switch (field->type) {
    case Type::kBytes:
    case Type::kDigest: {
      absl::StatusOr<Bytes> bytes = field->type == Type::kBytes ? Expand(value) : ParseHex(value);
      if (!bytes.ok()) return bytes.status();
      if (field->type == Type::kDigest && bytes->size() != 32) {
        return Malformed("not a SHA-256 digest", value);
      }
      bytes_.emplace(name, *std::move(bytes));
      return absl::OkStatus();
    }
    case Type::kInteger: {
      absl::StatusOr<uint64_t> integer = ParseInteger(value);
      if (!integer.ok()) return integer.status();
      integers_.emplace(name, *integer);
      return absl::OkStatus();
    }
    case Type::kGenerator: {
      // Right if it is so with a length.
      absl::StatusOr<Bytes> none = Expand(absl::StrCat(value, ":0"));
      if (!none.ok()) return none.status();
      if (!none->empty()) return Malformed("not a generator", value);
      texts_.emplace(name, value);
      return absl::OkStatus();
    }
  }
  return absl::InternalError("a type of field without a parser");
}

absl::StatusOr<Record> Record::Parse(absl::string_view line, size_t line_number) {
  Record record;
  record.line_number_ = line_number;
  for (const absl::string_view field : absl::StrSplit(line, ' ')) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(field, absl::MaxSplits('=', 1));
    const auto& [name, value] = parts;
    if (name.empty() || name.size() == field.size()) {
      return AtLine(line_number, Malformed("not field=value, one blank between two", field));
    }
    const absl::Status status = record.SetField(name, value);
    if (!status.ok()) {
      return AtLine(line_number, absl::InvalidArgumentError(
                                     absl::StrCat("field ", name, ": ", status.message())));
    }
  }
  const absl::Status status = record.Require({"op", "id", "result"});
  if (!status.ok()) return status;
  record.op_ = Get(record, record.texts_, "op");
  record.id_ = Get(record, record.texts_, "id");
  const std::string& result = Get(record, record.texts_, "result");
  if (result != "valid" && result != "invalid") {
    return AtLine(line_number, Malformed("result is neither valid nor invalid", result));
  }
  record.valid_ = result == "valid";
  return record;
}

bool Record::Has(absl::string_view field) const {
  const std::string name(field);
  return bytes_.count(name) + integers_.count(name) + texts_.count(name) != 0;
}

absl::Status Record::Require(absl::Span<const absl::string_view> fields) const {
  for (const absl::string_view field : fields) {
    if (!Has(field)) {
      return AtLine(line_number_,
                    absl::InvalidArgumentError(absl::StrCat("field ", field, " is missing")));
    }
  }
  return absl::OkStatus();
}

const Bytes& Record::GetBytes(absl::string_view field) const { return Get(*this, bytes_, field); }

uint64_t Record::GetInteger(absl::string_view field) const { return Get(*this, integers_, field); }

Bytes Record::Generate(absl::string_view field, size_t n) const {
  absl::StatusOr<Bytes> bytes = Expand(absl::StrCat(Get(*this, texts_, field), ":", n));
  if (!bytes.ok()) NoSuchField(*this, field);  // n is too large, or the field no generator
  return *std::move(bytes);
}

absl::StatusOr<std::vector<Record>> ReadVectors(std::istream& in) {
  std::vector<Record> records;
  std::set<std::string> ids;
  std::string line;
  for (size_t line_number = 1; std::getline(in, line); line_number++) {
    if (line.empty() || line[0] == '#') continue;
    absl::StatusOr<Record> record = Record::Parse(line, line_number);
    if (!record.ok()) return record.status();
    if (!ids.insert(record->id()).second) {
      return AtLine(line_number, Malformed("this id is used before", record->id()));
    }
    records.push_back(*std::move(record));
  }
  if (in.bad()) return absl::DataLossError("read error");
  return records;
}

absl::StatusOr<std::vector<Record>> ReadVectorFile(const std::string& path) {
  std::ifstream in(path);
  if (!in) return absl::NotFoundError("cannot be opened");
  return ReadVectors(in);
}

}  // namespace keystream::testdata
