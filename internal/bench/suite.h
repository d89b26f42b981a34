// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// What the benchmarks of all packages share, on top of Google benchmark: how a call is measured,
// and tables in which many of them can be seen at once.

#ifndef KEYSTREAM_INTERNAL_BENCH_SUITE_H_
#define KEYSTREAM_INTERNAL_BENCH_SUITE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "benchmark/benchmark.h"
#include "internal/bench/core_clock.h"
#include "internal/cpu_testing.h"

namespace keystream::internal {

// The sizes of Go's benchmarks, of network packets and of pages, and one byte around a block.
inline constexpr size_t kBenchmarkSizes[] = {16,   32,   63,   64,   65,   128,   256,    512,
                                             1024, 1350, 1500, 4096, 8192, 65536, 1 << 20};
// Bytes off alignment of a source or a destination.
inline constexpr size_t kBenchmarkOffsets[] = {0, 1, 17, 63};

// Memory to read from (which may be prepared) and to write to, apart: bytes of it, at most 1 MiB +
// 4096, that begin offset bytes behind a page boundary.
absl::Span<uint8_t> BenchmarkSource(size_t bytes, size_t offset = 0);
absl::Span<uint8_t> BenchmarkDestination(size_t bytes, size_t offset = 0);

// A benchmark of something that fails would measure nothing: it ends with the error instead.
void Check(benchmark::State& state, const absl::Status& status);

void ReportCosts(benchmark::State& state, size_t bytes, double nanoseconds, const CoreClock& before,
                 const CoreClock& after);

// Measures f, which handles so many bytes a call (0: none to speak of), as the loop of state.
// Reports, beside Google benchmark's time and bytes a second: cycles, c/B, ns/B, MiB/s, the core's
// MHz at the time, and whether the core was clean (core_clock.h).
template <typename F>
void Measure(benchmark::State& state, size_t bytes, F f) {
  const CoreClock before = CoreClock::Read();
  const double begin = CoreClock::ThreadNanoseconds();
  for (auto _ : state) {
    f();
    benchmark::ClobberMemory();
  }
  const double time = CoreClock::ThreadNanoseconds() - begin;
  ReportCosts(state, bytes, time / static_cast<double>(state.iterations()), before,
              CoreClock::Read());
}

// A benchmark is named operation/core/case: "XORKeyStream/avx2/1350". Grid/<core>/<size>/<column>
// and Sweep/<core>/<size> are the cells of tables. Registered this way it runs at the core's tier.
template <typename Core, typename F>
benchmark::internal::Benchmark* Register(const std::string& operation, const Core& core,
                                         const std::string& name, F f) {
  return benchmark::RegisterBenchmark((operation + "/" + core.name + "/" + name).c_str(),
                                      [tier = core.tier, f](auto& state) {
                                        const ScopedTierForTesting scoped(tier);
                                        f(state);
                                      });
}

// For the cells of tables, which are many: a short time each, several times over.
inline benchmark::internal::Benchmark* Briefly(benchmark::internal::Benchmark* cell) {
  return cell->MinTime(0.001)->Repetitions(7);
}

// The main function of a benchmark program. Flags: Google benchmark's, and
//   --core=NAME  that core alone; a table shows the best one if none is named
//   --grid       the table of Grid/: a row a size, a column an alignment, cycles a byte
//   --sweep      the table of Sweep/: cycles a call at every length, and where the next longer one
//                costs less
// Cells are medians over the clean repetitions, which are run in random order.
int RunBenchmarks(int argc, char** argv, const char* best_core,
                  const std::function<void()>& register_all);

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_BENCH_SUITE_H_
