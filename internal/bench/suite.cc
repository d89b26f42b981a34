// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/bench/suite.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

ABSL_FLAG(std::string, core, "", "run on this core alone: generic, ssse3, avx2, ...");
ABSL_FLAG(bool, grid, false, "print a table: a row a size, a column an alignment");
ABSL_FLAG(bool, sweep, false, "print the cost of every length, and where it falls with the length");

namespace keystream::internal {
namespace {

uint8_t* Memory(int which) {
  alignas(4096) static uint8_t memory[2][(1 << 20) + 8192];
  // Written once: pages that never were are all the same one of the kernel's, and stay in the
  // cache.
  static const void* const written = std::memset(memory, 1, sizeof(memory));
  benchmark::DoNotOptimize(written);
  return memory[which];
}

// Collects the runs named <table>/<core>/<size>/<column> and prints them as a table.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  explicit TableReporter(std::string counter) : counter_(std::move(counter)) {}

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const std::vector<std::string> name = absl::StrSplit(run.run_name.function_name, '/');
      size_t size = 0;
      if (name.size() < 3 || !absl::SimpleAtoi(name[2], &size)) continue;
      Cell& cell = rows_[size][absl::StrJoin(name.begin() + 3, name.end(), "/")];
      const auto counter = [&run](const std::string& key) { return run.counters.at(key).value; };
      (counter("clean") > 0 ? cell.clean : cell.other).push_back(counter(counter_));
      core_ = name[1];
    }
  }

  // Row by row, column by column: the median, or -1 where there is none.
  std::map<size_t, std::map<std::string, double>> Medians() const {
    std::map<size_t, std::map<std::string, double>> medians;
    for (const auto& [size, cells] : rows_) {
      for (const auto& [column, cell] : cells) {
        std::vector<double> values = cell.clean.empty() ? cell.other : cell.clean;
        const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        medians[size][column] = *middle;
      }
    }
    return medians;
  }

  // In how many cells no repetition was clean.
  int Dirty() const {
    int dirty = 0;
    for (const auto& [size, cells] : rows_) {
      for (const auto& [column, cell] : cells) dirty += cell.clean.empty() ? 1 : 0;
    }
    return dirty;
  }

  const std::string& core() const { return core_; }

 private:
  struct Cell {
    std::vector<double> clean, other;
  };

  std::string counter_;
  std::string core_;
  std::map<size_t, std::map<std::string, Cell>> rows_;
};

void PrintGrid(const TableReporter& table) {
  std::printf("cycles a byte, core %s; columns: bytes that src/dst are off alignment\n\n   bytes",
              table.core().c_str());
  const auto medians = table.Medians();
  if (medians.empty()) return;
  const auto& columns = medians.begin()->second;
  for (const auto& column : columns) std::printf(" %6s", column.first.c_str());
  std::printf("\n");
  for (const auto& [size, cells] : medians) {
    std::printf("%8zu", size);
    for (const auto& column : columns) {
      const double value = cells.at(column.first);
      std::printf(" %6.*f", value < 9.9995 ? 3 : 2, value);
    }
    std::printf("\n");
  }
}

void PrintSweep(const TableReporter& table) {
  std::printf("cycles a call, core %s\n", table.core().c_str());
  double previous = 0, worst = 0;
  size_t previous_size = 0, worst_size = 0;
  for (const auto& [size, cells] : table.Medians()) {
    const double cycles = cells.begin()->second;
    std::printf("%6zu %8.1f  %.3f c/B\n", size, cycles, cycles / static_cast<double>(size));
    if (previous_size != 0 && previous / cycles > worst) {
      worst = previous / cycles;
      worst_size = previous_size;
    }
    previous = cycles;
    previous_size = size;
  }
  std::printf("the steepest fall: %zu bytes cost %.1f %% more than the next longer length\n",
              worst_size, 100 * (worst - 1));
}

}  // namespace

absl::Span<uint8_t> BenchmarkSource(size_t bytes, size_t offset) {
  return absl::MakeSpan(Memory(0) + offset, bytes);
}

absl::Span<uint8_t> BenchmarkDestination(size_t bytes, size_t offset) {
  return absl::MakeSpan(Memory(1) + offset, bytes);
}

void Check(benchmark::State& state, const absl::Status& status) {
  if (!status.ok()) state.SkipWithError(status.ToString().c_str());
}

void ReportCosts(benchmark::State& state, size_t bytes, double nanoseconds, const CoreClock& before,
                 const CoreClock& after) {
  const double ghz = std::max(before.ghz, after.ghz);
  state.counters["cycles"] = nanoseconds * ghz;
  state.counters["MHz"] = ghz * 1000;
  // A frequency that changed meanwhile makes cycles wrong, too.
  state.counters["clean"] =
      before.clean() && after.clean() && std::min(before.ghz, after.ghz) > 0.985 * ghz;
  if (bytes == 0) return;
  const auto per_byte = 1 / static_cast<double>(bytes);
  state.SetBytesProcessed(static_cast<int64_t>(bytes) * static_cast<int64_t>(state.iterations()));
  state.counters["c/B"] = nanoseconds * ghz * per_byte;
  state.counters["ns/B"] = nanoseconds * per_byte;
  state.counters["MiB/s"] = 1e9 / (nanoseconds * per_byte) / (1 << 20);
}

int RunBenchmarks(int argc, char** argv, const char* best_core,
                  const std::function<void()>& register_all) {
  absl::SetProgramUsageMessage("Measures keystream. Takes the flags of Google benchmark, too.");
  // Google benchmark takes its own flags out first; whatever is left has to be ours.
  benchmark::Initialize(&argc, argv);
  absl::ParseCommandLine(argc, argv);
  register_all();
  std::string core = absl::GetFlag(FLAGS_core);
  const bool grid = absl::GetFlag(FLAGS_grid), sweep = absl::GetFlag(FLAGS_sweep);
  int ran = 0;
  if (grid || sweep) {
    if (core.empty()) core = best_core;
    std::string interleave = "--benchmark_enable_random_interleaving=true";
    char* flags[] = {argv[0], interleave.data(), nullptr};
    int flag_count = 2;
    benchmark::Initialize(&flag_count, flags);
    TableReporter table(grid ? "c/B" : "cycles");
    ran = static_cast<int>(benchmark::RunSpecifiedBenchmarks(
        &table, absl::StrCat(grid ? "^Grid/" : "^Sweep/", core, "/")));
    if (ran > 0) grid ? PrintGrid(table) : PrintSweep(table);
    if (table.Dirty() > 0) std::printf("%d cells had no clean repetition\n", table.Dirty());
  } else if (core.empty()) {
    ran = static_cast<int>(benchmark::RunSpecifiedBenchmarks());
  } else {
    ran = static_cast<int>(benchmark::RunSpecifiedBenchmarks(
        benchmark::CreateDefaultDisplayReporter(), absl::StrCat("/", core, "/")));
  }
  benchmark::Shutdown();
  if (ran == 0) std::fprintf(stderr, "no benchmark has that name\n");
  return ran == 0 ? 1 : 0;
}

}  // namespace keystream::internal
