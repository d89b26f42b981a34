// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_INTERNAL_TESTING_STATUS_H_
#define KEYSTREAM_INTERNAL_TESTING_STATUS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace keystream::internal {

// That status is an error of this code, and says so in a message that has all of parts.
inline void ExpectError(const absl::Status& status, absl::StatusCode code,
                        const std::vector<std::string>& parts) {
  EXPECT_EQ(status.code(), code) << status;
  for (const std::string& part : parts) {
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(part));
  }
}

// That status is what every forged message gets: a message would allocate.
inline void ExpectUnauthenticated(const absl::Status& status) {
  EXPECT_EQ(status.code(), absl::StatusCode::kUnauthenticated) << status;
  EXPECT_EQ(status.message(), "");
}

}  // namespace keystream::internal

#endif  // KEYSTREAM_INTERNAL_TESTING_STATUS_H_
