// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// ChaCha20 on every core that the machine can run:
//
//   XORKeyStream/<core>/<bytes>   one shot, set-up included
//   Cipher/<core>/<bytes>         one call of a Cipher that is set up and goes on
//   Stream/<core>/<n>x<bytes>     a Cipher, and n calls of it
//   SetUp/<core>/<nonce bytes>    a Cipher made and destroyed
//   Grid/<core>/<bytes>/<src>/<dst>, Sweep/<core>/<bytes>: XORKeyStream for the tables of --grid
//   (bytes off alignment) and --sweep

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "benchmark/benchmark.h"
#include "chacha20/chacha20.h"
#include "chacha20/core.h"
#include "internal/bench/suite.h"

namespace keystream::chacha20 {
namespace {

using internal::Core;
using internal::kCores;
using keystream::internal::BenchmarkDestination;
using keystream::internal::BenchmarkSource;
using keystream::internal::Briefly;
using keystream::internal::Check;
using keystream::internal::kBenchmarkOffsets;
using keystream::internal::kBenchmarkSizes;
using keystream::internal::Measure;
using keystream::internal::Register;
using keystream::internal::ScopedTierForTesting;

constexpr uint8_t kKey[kKeySize] = {1, 2, 3};
constexpr uint8_t kNonce[kNonceSizeX] = {4, 5, 6};

absl::Span<const uint8_t> Nonce() { return absl::MakeConstSpan(kNonce, kNonceSize); }

void OneShot(benchmark::State& state, size_t bytes, size_t src_offset, size_t dst_offset) {
  const auto src = BenchmarkSource(bytes, src_offset);
  const auto dst = BenchmarkDestination(bytes, dst_offset);
  absl::Status status;
  Measure(state, bytes, [&] { status = XORKeyStream(dst, src, kKey, Nonce(), 1); });
  Check(state, status);
}

void OneCall(benchmark::State& state, size_t bytes) {
  absl::StatusOr<Cipher> cipher = Cipher::NewUnauthenticatedCipher(kKey, Nonce());
  absl::Status status;
  Measure(state, bytes, [&] {
    status = cipher->XORKeyStream(BenchmarkDestination(bytes), BenchmarkSource(bytes));
  });
  Check(state, status);
}

void Stream(benchmark::State& state, size_t calls, size_t bytes) {
  absl::Status status;
  Measure(state, calls * bytes, [&] {
    absl::StatusOr<Cipher> cipher = Cipher::NewUnauthenticatedCipher(kKey, Nonce());
    for (size_t i = 0; i < calls; ++i) {
      status = cipher->XORKeyStream(BenchmarkDestination(calls * bytes).subspan(i * bytes, bytes),
                                    BenchmarkSource(calls * bytes).subspan(i * bytes, bytes));
    }
  });
  Check(state, status);
}

void SetUp(benchmark::State& state, size_t nonce_bytes) {
  const auto nonce = absl::MakeConstSpan(kNonce, nonce_bytes);
  absl::Status status;
  Measure(state, 0, [&] { status = Cipher::NewUnauthenticatedCipher(kKey, nonce).status(); });
  Check(state, status);
}

void RegisterAll() {
  for (const Core& core : kCores) {
    if (!ScopedTierForTesting::Supported(core.tier)) continue;
    for (const size_t bytes : kBenchmarkSizes) {
      const std::string name = absl::StrCat(bytes);
      Register("XORKeyStream", core, name, [=](auto& state) { OneShot(state, bytes, 0, 0); });
      Register("Cipher", core, name, [=](auto& state) { OneCall(state, bytes); });
      for (const size_t src : kBenchmarkOffsets) {
        for (const size_t dst : kBenchmarkOffsets) {
          Briefly(Register("Grid", core, absl::StrCat(bytes, "/", src, "/", dst),
                           [=](auto& state) { OneShot(state, bytes, src, dst); }));
        }
      }
    }
    for (const auto& [calls, bytes] : {std::pair<size_t, size_t>{10, 25}, {100, 40}, {1000, 65}}) {
      Register("Stream", core, absl::StrCat(calls, "x", bytes),
               [calls = calls, bytes = bytes](auto& state) { Stream(state, calls, bytes); });
    }
    for (const size_t bytes : {kNonceSize, kNonceSizeX}) {
      Register("SetUp", core, absl::StrCat(bytes), [=](auto& state) { SetUp(state, bytes); });
    }
    for (size_t bytes = 1; bytes <= 1600; ++bytes) {
      Briefly(Register("Sweep", core, absl::StrCat(bytes),
                       [=](auto& state) { OneShot(state, bytes, 0, 0); }));
    }
  }
}

}  // namespace
}  // namespace keystream::chacha20

int main(int argc, char** argv) {
  return keystream::internal::RunBenchmarks(argc, argv,
                                            keystream::chacha20::internal::ActiveCore().name,
                                            keystream::chacha20::RegisterAll);
}
