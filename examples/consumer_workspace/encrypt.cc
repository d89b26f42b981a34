// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts the example of RFC 8439, section 2.4.2, in pieces and prints the ciphertext in hex.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/types/span.h"
#include "chacha20/chacha20.h"

namespace {

// In place, as the data would come from a network.
absl::Status Encrypt(absl::Span<uint8_t> bytes) {
  constexpr uint8_t kKey[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  constexpr uint8_t kNonce[] = {0, 0, 0, 0, 0, 0, 0, 0x4a, 0, 0, 0, 0};

  absl::StatusOr<keystream::chacha20::Cipher> cipher =
      keystream::chacha20::Cipher::NewUnauthenticatedCipher(kKey, kNonce);
  if (!cipher.ok()) return cipher.status();
  if (absl::Status status = cipher->SetCounter(1); !status.ok()) return status;
  while (!bytes.empty()) {
    const absl::Span<uint8_t> piece = bytes.first(std::min<size_t>(bytes.size(), 25));
    if (absl::Status status = cipher->XORKeyStream(piece, piece); !status.ok()) return status;
    bytes.remove_prefix(piece.size());
  }
  return absl::OkStatus();
}

}  // namespace

int main() {
  std::string text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      "sunscreen would be it.";
  const absl::Status status =
      Encrypt(absl::MakeSpan(reinterpret_cast<uint8_t*>(text.data()), text.size()));
  if (!status.ok()) {
    std::cerr << status << "\n";
    return 1;
  }
  std::cout << absl::BytesToHexString(text) << "\n";
  return 0;
}
