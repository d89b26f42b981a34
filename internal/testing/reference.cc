// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "internal/testing/reference.h"

#include <openssl/evp.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "internal/byteorder.h"

namespace keystream::internal {

std::vector<uint8_t> ReferenceKeyStream(absl::Span<const uint8_t> key,
                                        absl::Span<const uint8_t> nonce, uint32_t counter,
                                        size_t size) {
  uint8_t iv[16];  // libcrypto's: the last row of the state
  StoreLE32(iv, counter);
  std::memcpy(iv + 4, nonce.data(), 12);
  std::vector<uint8_t> out(size);
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
      EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  int written = 0;
  if (EVP_EncryptInit_ex(context.get(), EVP_chacha20(), nullptr, key.data(), iv) != 1 ||
      EVP_EncryptUpdate(context.get(), out.data(), &written, out.data(), static_cast<int>(size)) !=
          1) {
    std::abort();
  }
  return out;
}

}  // namespace keystream::internal
