// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts the example of RFC 8439, section 2.4.2, in two calls and prints the ciphertext in hex.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "chacha20/chacha20.h"

namespace {

absl::Span<const uint8_t> Bytes(absl::string_view s) {
  return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(s.data()), s.size());
}

absl::Status Run() {
  const std::string key = absl::HexStringToBytes(
      "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  const std::string nonce = absl::HexStringToBytes("000000000000004a00000000");
  constexpr absl::string_view kMessage =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      "sunscreen would be it.";

  absl::StatusOr<keystream::chacha20::Cipher> cipher =
      keystream::chacha20::Cipher::NewUnauthenticatedCipher(Bytes(key), Bytes(nonce));
  if (!cipher.ok()) return cipher.status();
  if (absl::Status status = cipher->SetCounter(1); !status.ok()) return status;

  std::string out(kMessage.size(), '\0');
  const absl::Span<uint8_t> dst(reinterpret_cast<uint8_t*>(&out[0]), out.size());
  for (size_t done = 0; done < kMessage.size(); done += 61) {
    absl::Status status =
        cipher->XORKeyStream(dst.subspan(done), Bytes(kMessage.substr(done, 61)));
    if (!status.ok()) return status;
  }
  std::cout << absl::BytesToHexString(out) << "\n";
  return absl::OkStatus();
}

}  // namespace

int main() {
  const absl::Status status = Run();
  if (!status.ok()) std::cerr << status << "\n";
  return status.ok() ? 0 : 1;
}
