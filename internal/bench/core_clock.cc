// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/bench/core_clock.h"

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace keystream::internal {
namespace {

constexpr int kRounds = 1500;
constexpr int kTries = 4;  // the fastest counts: interrupts make the others wrong
constexpr int kAddsPerRound = 96;

// One add that the compiler can neither drop nor join with another.
inline void Add(uint64_t& sum, uint64_t x) {
  sum += x;
  __asm__ __volatile__("" : "+r"(sum));
}

// Nanoseconds that reading the time adds to what is timed.
double ClockOverhead() {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 1000; ++i) {
    const double begin = CoreClock::ThreadNanoseconds();
    best = std::min(best, CoreClock::ThreadNanoseconds() - begin);
  }
  return best;
}

// Nanoseconds for each add of f, which does kAddsPerRound of them.
template <typename F>
double NanosecondsPerAdd(F f) {
  static const double overhead = ClockOverhead();
  double best = std::numeric_limits<double>::infinity();
  for (int t = 0; t < kTries; ++t) {
    const double begin = CoreClock::ThreadNanoseconds();
    for (int i = 0; i < kRounds; ++i) f();
    best = std::min(best, CoreClock::ThreadNanoseconds() - begin);
  }
  return (best - overhead) / (kRounds * kAddsPerRound);
}

double best_adds_per_cycle = 0;

}  // namespace

CoreClock CoreClock::Read() {
  uint64_t x = 1;
  __asm__ __volatile__("" : "+r"(x));
  uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
#define FOUR_TIMES(statements) statements statements statements statements
  const double dependent = NanosecondsPerAdd([&] {
    FOUR_TIMES(FOUR_TIMES(Add(a, x); Add(a, x); Add(a, x); Add(a, x); Add(a, x); Add(a, x);))
  });
  const double independent = NanosecondsPerAdd([&] {
    FOUR_TIMES(FOUR_TIMES(Add(a, x); Add(b, x); Add(c, x); Add(d, x); Add(e, x); Add(f, x);))
  });
#undef FOUR_TIMES
  const CoreClock clock = {1 / dependent, dependent / independent};
  best_adds_per_cycle = std::max(best_adds_per_cycle, clock.adds_per_cycle);
  return clock;
}

double CoreClock::ThreadNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

bool CoreClock::clean() const { return adds_per_cycle > 0.94 * best_adds_per_cycle; }

}  // namespace keystream::internal
