// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_BENCH_CORE_CLOCK_H_
#define KEYSTREAM_INTERNAL_BENCH_CORE_CLOCK_H_

namespace keystream::internal {

// The clock of the core that this thread runs on, told without hardware counters: a chain of
// dependent adds takes a cycle each on every machine that keystream has cores for, so timing one
// tells cycles per nanosecond, whatever the frequency is just now.
//
// Independent adds go several in a cycle, but only while no other thread has the sibling of this
// core. Fewer than at other times mean that a measurement made just now is not to be trusted.
//
// All times are of the thread's own running: what the scheduler gives to others does not count.
struct CoreClock {
  double ghz;
  double adds_per_cycle;

  // Takes about 300 microseconds.
  static CoreClock Read();

  // Nanoseconds that this thread has run for. A call takes about 0.2 microseconds.
  static double ThreadNanoseconds();

  // Whether the core was this thread's alone, judged by the best that was read in this process.
  bool clean() const;
};

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_BENCH_CORE_CLOCK_H_
