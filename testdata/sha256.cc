// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "testdata/sha256.h"

#include <cstdio>
#include <cstdlib>

namespace keystream::testdata {
namespace {

// A test without its digest has nothing to say: end it.
void Check(bool ok) {
  if (ok) return;
  std::fputs("libcrypto refuses to compute SHA-256\n", stderr);
  std::abort();
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  Check(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::Update(absl::Span<const uint8_t> data) {
  Check(EVP_DigestUpdate(context_.get(), data.data(), data.size()) == 1);
}

std::vector<uint8_t> Sha256::Finish() {
  std::vector<uint8_t> digest(32);
  Check(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) == 1);
  return digest;
}

}  // namespace keystream::testdata
