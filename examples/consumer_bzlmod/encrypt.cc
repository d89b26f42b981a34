// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts the example of RFC 8439, section 2.4.2, in one call and prints the ciphertext in hex.

#include <cstdint>
#include <iostream>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/types/span.h"
#include "chacha20/chacha20.h"

int main() {
  constexpr uint8_t kKey[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  constexpr uint8_t kNonce[] = {0, 0, 0, 0, 0, 0, 0, 0x4a, 0, 0, 0, 0};
  std::string text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      "sunscreen would be it.";

  const absl::Span<uint8_t> bytes(reinterpret_cast<uint8_t*>(text.data()), text.size());
  const absl::Status status =
      keystream::chacha20::XORKeyStream(bytes, bytes, kKey, kNonce, /*counter=*/1);
  if (!status.ok()) {
    std::cerr << status << "\n";
    return 1;
  }
  std::cout << absl::BytesToHexString(text) << "\n";
  return 0;
}
