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

std::vector<uint8_t> ReferencePoly1305(absl::Span<const uint8_t> key,
                                       absl::Span<const uint8_t> message) {
  static EVP_MAC* const algorithm = EVP_MAC_fetch(nullptr, "POLY1305", nullptr);
  const std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> context(
      EVP_MAC_CTX_new(algorithm), EVP_MAC_CTX_free);
  std::vector<uint8_t> tag(16);
  size_t written = 0;
  if (EVP_MAC_init(context.get(), key.data(), key.size(), nullptr) != 1 ||
      EVP_MAC_update(context.get(), message.data(), message.size()) != 1 ||
      EVP_MAC_final(context.get(), tag.data(), &written, tag.size()) != 1) {
    std::abort();
  }
  return tag;
}

std::vector<uint8_t> ReferenceSeal(absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce,
                                   absl::Span<const uint8_t> plaintext,
                                   absl::Span<const uint8_t> additional_data) {
  std::vector<uint8_t> out(plaintext.size() + 16);
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
      EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  const auto size = [](absl::Span<const uint8_t> bytes) { return static_cast<int>(bytes.size()); };
  int written = 0;
  if (EVP_EncryptInit_ex(context.get(), EVP_chacha20_poly1305(), nullptr, key.data(),
                         nonce.data()) != 1 ||
      (!additional_data.empty() &&
       EVP_EncryptUpdate(context.get(), nullptr, &written, additional_data.data(),
                         size(additional_data)) != 1) ||
      (!plaintext.empty() && EVP_EncryptUpdate(context.get(), out.data(), &written,
                                               plaintext.data(), size(plaintext)) != 1) ||
      EVP_EncryptFinal_ex(context.get(), out.data() + plaintext.size(), &written) != 1 ||
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, 16,
                          out.data() + plaintext.size()) != 1) {
    std::abort();
  }
  return out;
}

}  // namespace keystream::internal
