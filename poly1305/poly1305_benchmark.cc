// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Poly1305 on every core that the machine can run:
//
//   Sum/<core>/<bytes>            one shot, from the key on
//   MAC/<core>/<bytes>            a MAC made, one Write, Sum, and the MAC destroyed
//   Write/<core>/<bytes>          one Write of a MAC that is set up and goes on
//   Stream/<core>/<n>x<bytes>     a MAC, n Writes of it, and Sum
//   Grid/<core>/<bytes>/<msg>, Sweep/<core>/<bytes>: Sum for the tables of --grid (bytes off
//   alignment) and --sweep

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "benchmark/benchmark.h"
#include "internal/bench/suite.h"
#include "poly1305/core.h"
#include "poly1305/poly1305.h"

namespace keystream::poly1305 {
namespace {

using internal::Core;
using internal::kCores;
using keystream::internal::BenchmarkSource;
using keystream::internal::Briefly;
using keystream::internal::Check;
using keystream::internal::kBenchmarkOffsets;
using keystream::internal::kBenchmarkSizes;
using keystream::internal::Measure;
using keystream::internal::Register;
using keystream::internal::ScopedTierForTesting;

constexpr uint8_t kKey[kKeySize] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};

void OneShot(benchmark::State& state, size_t bytes, size_t offset) {
  const auto msg = BenchmarkSource(bytes, offset);
  uint8_t tag[kTagSize];
  absl::Status status;
  Measure(state, bytes, [&] { status = Sum(absl::MakeSpan(tag), msg, kKey); });
  Check(state, status);
}

void OneWrite(benchmark::State& state, size_t bytes) {
  absl::StatusOr<MAC> mac = MAC::New(kKey);
  absl::Status status;
  Measure(state, bytes, [&] { status = mac->Write(BenchmarkSource(bytes)); });
  Check(state, status);
}

void Stream(benchmark::State& state, size_t calls, size_t bytes) {
  uint8_t tag[kTagSize];
  absl::Status status;
  Measure(state, calls * bytes, [&] {
    absl::StatusOr<MAC> mac = MAC::New(kKey);
    for (size_t i = 0; i < calls; ++i) {
      status = mac->Write(BenchmarkSource(calls * bytes).subspan(i * bytes, bytes));
    }
    status = mac->Sum(absl::MakeSpan(tag));
  });
  Check(state, status);
}

void RegisterAll() {
  for (const Core& core : kCores) {
    if (!ScopedTierForTesting::Supported(core.tier)) continue;
    for (const size_t bytes : kBenchmarkSizes) {
      const std::string name = absl::StrCat(bytes);
      Register("Sum", core, name, [=](auto& state) { OneShot(state, bytes, 0); });
      Register("MAC", core, name, [=](auto& state) { Stream(state, 1, bytes); });
      Register("Write", core, name, [=](auto& state) { OneWrite(state, bytes); });
      for (const size_t offset : kBenchmarkOffsets) {
        Briefly(Register("Grid", core, absl::StrCat(bytes, "/", offset),
                         [=](auto& state) { OneShot(state, bytes, offset); }));
      }
    }
    for (const auto& [calls, bytes] : {std::pair<size_t, size_t>{10, 25}, {100, 40}, {1000, 65}}) {
      Register("Stream", core, absl::StrCat(calls, "x", bytes),
               [calls = calls, bytes = bytes](auto& state) { Stream(state, calls, bytes); });
    }
    for (size_t bytes = 1; bytes <= 1600; ++bytes) {
      Briefly(Register("Sweep", core, absl::StrCat(bytes),
                       [=](auto& state) { OneShot(state, bytes, 0); }));
    }
  }
}

}  // namespace
}  // namespace keystream::poly1305

int main(int argc, char** argv) {
  return keystream::internal::RunBenchmarks(argc, argv,
                                            keystream::poly1305::internal::ActiveCore().name,
                                            keystream::poly1305::RegisterAll);
}
