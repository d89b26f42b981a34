// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Runs files of test vectors against the library: run_vectors [--core=NAME] FILE...
//
// `-` is standard input. Each record is run on every core that the machine has, or on the one that
// is named, in every way that the interface offers; it passes if all of them are right. Prints a
// line per file and operation. The exit status is 1 if a record failed, and 2 if a file can't be
// read or a line is malformed.

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "chacha20poly1305/core.h"
#include "internal/cpu_testing.h"
#include "testdata/operations.h"
#include "testdata/vectors.h"

namespace keystream::testdata {
namespace {

using keystream::internal::ScopedTierForTesting;
using keystream::internal::Tier;

const Operation* Find(absl::string_view name) {
  static const auto& operations = *[] {
    auto* all = new std::vector<Operation>;
    for (const auto& table : {StreamOperations(), Poly1305Operations(), AeadOperations()}) {
      all->insert(all->end(), table.begin(), table.end());
    }
    return all;
  }();
  for (const Operation& operation : operations) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

// A record of a known operation that lacks something is a malformed line too.
absl::Status CheckFields(const std::vector<Record>& records) {
  for (const Record& record : records) {
    const Operation* operation = Find(record.op());
    if (operation == nullptr) continue;
    absl::Status status = record.Require(operation->fields);
    if (status.ok() && operation->has_output && record.valid() && !record.Has("out_sha256")) {
      status = record.Require({"out"});
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

struct Core {
  std::string name;
  Tier tier;
};

// What this machine can run.
std::vector<Core> Cores() {
  std::vector<Core> cores;
  for (const chacha20poly1305::internal::Core& core : chacha20poly1305::internal::kCores) {
    if (ScopedTierForTesting::Supported(core.tier)) {
      cores.push_back({core.name, core.tier});
    }
  }
  return cores;
}

struct Counts {
  int passed = 0, failed = 0, skipped = 0;
  std::set<std::string> reasons;  // for what is skipped
};

std::string ToString(const Counts& counts) {
  return absl::StrCat(
      counts.passed, " passed, ", counts.failed, " failed, ", counts.skipped, " skipped",
      counts.reasons.empty() ? "" : absl::StrCat(" (", absl::StrJoin(counts.reasons, "; "), ")"));
}

// Runs a record on all cores. A failure is printed where it happens.
void RunRecord(const std::string& file, const Record& record, const std::vector<Core>& cores,
               Counts* counts) {
  const Operation* operation = Find(record.op());
  bool failed = false;
  for (const Core& core : cores) {
    const ScopedTierForTesting scoped(core.tier);
    const absl::Status status =
        operation != nullptr ? operation->run(record) : Skipped("unknown operation");
    if (status.ok()) continue;
    if (absl::IsUnimplemented(status)) {
      counts->skipped++;
      counts->reasons.emplace(status.message());
      return;
    }
    failed = true;
    std::cerr << file << ":" << record.line_number() << ": " << record.op() << " " << record.id()
              << ": core " << core.name << ": " << status.message() << "\n";
  }
  (failed ? counts->failed : counts->passed)++;
}

int Run(const std::vector<std::string>& files, const std::vector<Core>& cores) {
  std::cout << "cores:";
  for (const Core& core : cores) std::cout << " " << core.name;
  std::cout << "\n";

  bool malformed = false;
  Counts total;
  for (const std::string& file : files) {
    absl::StatusOr<std::vector<Record>> records =
        file == "-" ? ReadVectors(std::cin) : ReadVectorFile(file);
    absl::Status status = records.ok() ? CheckFields(*records) : records.status();
    if (status.ok() && records->empty()) status = absl::InvalidArgumentError("no records");
    if (!status.ok()) {
      std::cerr << file << ": " << status.message() << "\n";
      malformed = true;
      continue;
    }
    std::map<std::string, Counts> by_operation;
    for (const Record& record : *records) {
      RunRecord(file, record, cores, &by_operation[record.op()]);
    }
    for (const auto& [op, counts] : by_operation) {
      std::cout << file << ": " << op << ": " << ToString(counts) << "\n";
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.skipped += counts.skipped;
    }
  }
  std::cout << "all files: " << ToString(total) << "\n";
  return malformed ? 2 : total.failed != 0 ? 1 : 0;
}

int Main(int argc, char** argv) {
  // `bazel run` starts programs elsewhere; names of files are meant from where the user is.
  const char* directory = std::getenv("BUILD_WORKING_DIRECTORY");
  if (directory != nullptr && chdir(directory) != 0) {
    std::cerr << directory << ": cannot be entered\n";
    return 2;
  }

  std::vector<Core> cores = Cores();
  std::vector<std::string> files;
  for (int i = 1; i < argc; i++) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--core=")) {
      std::vector<Core> named;
      for (const Core& core : cores) {
        if (core.name == argument) named.push_back(core);
      }
      cores = named;
    } else {
      files.emplace_back(argument);
    }
  }
  if (files.empty() || cores.empty()) {
    std::cerr << "usage: run_vectors [--core=NAME] FILE...\ncores of this machine:";
    for (const Core& core : Cores()) std::cerr << " " << core.name;
    std::cerr << "\n";
    return 2;
  }
  return Run(files, cores);
}

}  // namespace
}  // namespace keystream::testdata

int main(int argc, char** argv) { return keystream::testdata::Main(argc, argv); }
