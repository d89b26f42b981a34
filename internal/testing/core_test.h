// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The way in which a test suite runs once for each row of a package's table of cores:
//
//   using CipherTest = keystream::internal::CoreTest<Core>;
//   INSTANTIATE_TEST_SUITE_P(Cores, CipherTest, testing::ValuesIn(Cores()), CoreTestName<Core>);
//   TEST_P(CipherTest, Something) { ... the public interface, and GetParam() for the row ... }
//
// A core that this machine can't run is skipped by name.

#ifndef KEYSTREAM_INTERNAL_TESTING_CORE_TEST_H_
#define KEYSTREAM_INTERNAL_TESTING_CORE_TEST_H_

#include <optional>
#include <string>

#include "gtest/gtest.h"
#include "internal/cpu_testing.h"

namespace keystream::internal {

template <typename Core>
class CoreTest : public testing::TestWithParam<Core> {
 protected:
  void SetUp() override {
    const Core& core = this->GetParam();
    if (!ScopedTierForTesting::Supported(core.tier)) {
      GTEST_SKIP() << "this machine can't run the core " << core.name;
    }
    tier_.emplace(core.tier);
  }

 private:
  std::optional<ScopedTierForTesting> tier_;
};

template <typename Core>
std::string CoreTestName(const testing::TestParamInfo<Core>& info) {
  return info.param.name;
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_CORE_TEST_H_
