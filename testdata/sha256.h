// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// SHA-256 for the digests of testdata, from libcrypto.

#ifndef KEYSTREAM_TESTDATA_SHA256_H_
#define KEYSTREAM_TESTDATA_SHA256_H_

#include <openssl/evp.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/types/span.h"

namespace keystream::testdata {

class Sha256 {
 public:
  Sha256();
  void Update(absl::Span<const uint8_t> data);
  // The digest, 32 bytes, of all updates. The object is spent.
  std::vector<uint8_t> Finish();

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

}  // namespace keystream::testdata

#endif  // KEYSTREAM_TESTDATA_SHA256_H_
