// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The operations of //poly1305.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "poly1305/poly1305.h"
#include "testdata/operations.h"
#include "testdata/sha256.h"
#include "testdata/vectors.h"

namespace keystream::testdata {
namespace {

absl::StatusOr<poly1305::MAC> MakeMac(absl::Span<const uint8_t> key, absl::Span<const uint8_t> msg,
                                      const std::vector<size_t>& steps) {
  absl::StatusOr<poly1305::MAC> mac = poly1305::MAC::New(key);
  if (!mac.ok()) return mac;
  for (size_t done = 0, i = 0; done < msg.size(); i++) {
    const size_t step = std::min(steps[i % steps.size()], msg.size() - done);
    const absl::Status status = mac->Write(msg.subspan(done, step));
    if (!status.ok()) return status;
    done += step;
  }
  return mac;
}

std::string WayOf(const std::vector<size_t>& steps) {
  return absl::StrCat("MAC, writes of ", ToString(steps));
}

absl::Status CheckTag(absl::string_view way, const absl::Status& status, const Bytes& tag,
                      const Bytes& want) {
  if (!status.ok()) return Failed(way, status.message());
  return CompareBytes(way, "tag", tag, want);
}

// Whether tag is accepted where it should be, and only there.
absl::Status CheckVerified(const Record& record, absl::string_view way,
                           const absl::Status& status) {
  if (status.ok() == record.valid()) return absl::OkStatus();
  return Failed(way, status.ok() ? "accepts the tag" : "does not accept the tag");
}

absl::Status RunPoly1305(const Record& record) {
  const Bytes& key = record.GetBytes("key");
  const Bytes& in = record.GetBytes("in");
  const Bytes& want = record.GetBytes("tag");
  absl::Status status = CheckVerified(record, "Verify", poly1305::Verify(want, in, key));
  if (!status.ok()) return status;
  Bytes tag(poly1305::kTagSize);
  if (record.valid()) {
    status = CheckTag("Sum", poly1305::Sum(absl::MakeSpan(tag), in, key), tag, want);
    if (!status.ok()) return status;
  }
  for (const std::vector<size_t>& steps : Steps()) {
    absl::StatusOr<poly1305::MAC> mac = MakeMac(key, in, steps);
    status = CheckVerified(record, WayOf(steps), mac.ok() ? mac->Verify(want) : mac.status());
    if (status.ok() && record.valid()) {
      status = CheckTag(WayOf(steps), mac->Sum(absl::MakeSpan(tag)), tag, want);
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// poly1305_lengths: the digest of the tags of all lengths.
absl::Status RunLengths(const Record& record) {
  const Bytes& key = record.GetBytes("key");
  const uint64_t last = record.GetInteger("last");
  const Bytes in = record.Generate("in_gen", last);
  const std::vector<size_t>& steps = Steps().back();
  Sha256 one_shot, in_steps;
  for (size_t n = 0; n <= last; n++) {
    const auto msg = absl::MakeConstSpan(in).first(n);
    Bytes tag(poly1305::kTagSize);
    absl::Status status = poly1305::Sum(absl::MakeSpan(tag), msg, key);
    if (!status.ok()) return Failed("Sum", status.message());
    one_shot.Update(tag);
    absl::StatusOr<poly1305::MAC> mac = MakeMac(key, msg, steps);
    status = mac.ok() ? mac->Sum(absl::MakeSpan(tag)) : mac.status();
    if (!status.ok()) return Failed(WayOf(steps), status.message());
    in_steps.Update(tag);
  }
  const absl::Status status = CompareDigest(record, "Sum", one_shot.Finish());
  return status.ok() ? CompareDigest(record, WayOf(steps), in_steps.Finish()) : status;
}

}  // namespace

std::vector<Operation> Poly1305Operations() {
  return {
      {"poly1305", {"key", "in", "tag"}, false, RunPoly1305},
      {"poly1305_lengths", {"key", "in_gen", "last"}, true, RunLengths},
  };
}

}  // namespace keystream::testdata
