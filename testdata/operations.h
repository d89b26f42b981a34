// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The operations of test vectors that run_vectors knows.

#ifndef KEYSTREAM_TESTDATA_OPERATIONS_H_
#define KEYSTREAM_TESTDATA_OPERATIONS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "testdata/vectors.h"

namespace keystream::testdata {

struct Operation {
  absl::string_view name;
  std::vector<absl::string_view> fields;  // that a record must have
  bool has_output;                        // and out or out_sha256, where it is valid
  // Runs a record in every way that the interface offers, on the active core: OK if it passed,
  // Unimplemented with the reason if it is not for this library, anything else if it failed.
  absl::Status (*run)(const Record& record);
};

// The tables, one for each package.
std::vector<Operation> StreamOperations();
std::vector<Operation> Poly1305Operations();
std::vector<Operation> AeadOperations();

// What run returns. way is how the record was run when it failed.
absl::Status Failed(absl::string_view way, absl::string_view what);
absl::Status Skipped(absl::string_view reason);

// Compare with what the record wants.
absl::Status CompareDigest(const Record& record, absl::string_view way, const Bytes& digest);
absl::Status CompareOutput(const Record& record, absl::string_view way,
                           absl::Span<const uint8_t> output);  // with out, or out_sha256
absl::Status CompareBytes(absl::string_view way, absl::string_view what,
                          absl::Span<const uint8_t> got, absl::Span<const uint8_t> want);

// Sizes of calls to try for a message in pieces: those of one list, from the first again after the
// last.
const std::vector<std::vector<size_t>>& Steps();
std::string ToString(const std::vector<size_t>& steps);

}  // namespace keystream::testdata

#endif  // KEYSTREAM_TESTDATA_OPERATIONS_H_
