// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts or decrypts a file, or what comes through a pipe, with ChaCha20 or XChaCha20: reads some
// bytes, xors them with the key stream in place, writes them. A Cipher takes pieces of any size, so
// that they are what the pipe gives.
//
// Exit status: 0, or 2 with one line on standard error and no output file.

#include <getopt.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <limits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "chacha20/chacha20.h"
#include "examples/file_io.h"
#include "examples/flags.h"

namespace keystream::examples {
namespace {

using chacha20::Cipher;
using chacha20::kKeySize;
using chacha20::kNonceSize;
using chacha20::kNonceSizeX;

constexpr absl::string_view kUsage =
    R"(usage: xor_stream {--key=HEX | --key_file=FILE} --nonce=HEX [FLAG]...

Xors its input with the key stream of ChaCha20 (RFC 8439): that encrypts it, and decrypts what is
encrypted. It does not authenticate: whoever can change the output changes the plaintext, unseen.

  --key=HEX        64 hex digits. Other users of this machine can see them in the list of processes,
                   and a shell may keep them in its history: --key_file is better.
  --key_file=FILE  32 bytes, or 64 hex digits and at most a newline
  --nonce=HEX      24 hex digits, or 48 for XChaCha20. Never use one twice with the same key.
  --counter=N      the block of the key stream to begin with (default: 0)
  --chunk=N        how many bytes to take at a time, at most (default: 65536)
  --in=FILE        (default: standard input)
  --out=FILE       (default: standard output) Appears when it is complete. It may be the input.
)";

enum { kKey, kKeyFile, kNonce, kCounter, kChunk, kIn, kOut, kHelp, kFlagCount };

constexpr option kFlags[kFlagCount + 1] = {
    {"key", required_argument, nullptr, 0},   {"key_file", required_argument, nullptr, 0},
    {"nonce", required_argument, nullptr, 0}, {"counter", required_argument, nullptr, 0},
    {"chunk", required_argument, nullptr, 0}, {"in", required_argument, nullptr, 0},
    {"out", required_argument, nullptr, 0},   {"help", no_argument, nullptr, 0},
};

// Leaves *number as it is if there is no text.
absl::Status ParseNumber(absl::string_view name, const char* text, uint32_t min, uint32_t max,
                         uint32_t* number) {
  if (text == nullptr) return absl::OkStatus();
  if (absl::SimpleAtoi(text, number) && *number >= min && *number <= max) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(name, " is '", text, "', must be a number from ", min, " to ", max));
}

absl::StatusOr<Cipher> MakeCipher(char* const* flags) {
  if ((flags[kKey] == nullptr) == (flags[kKeyFile] == nullptr)) {
    return absl::InvalidArgumentError("one of --key and --key_file is needed; see --help");
  }
  Secret key(kKeySize);
  absl::Status status;
  if (flags[kKeyFile] != nullptr) {
    status = ReadKeyFile(flags[kKeyFile], key.bytes());
  } else {
    status = ParseHex("--key", flags[kKey], key.bytes());
    Wipe(flags[kKey], std::strlen(flags[kKey]));
  }
  if (!status.ok()) return status;

  if (flags[kNonce] == nullptr) return absl::InvalidArgumentError("--nonce is needed; see --help");
  const absl::string_view hex = flags[kNonce];
  if (hex.size() != 2 * kNonceSize && hex.size() != 2 * kNonceSizeX) {
    return absl::InvalidArgumentError(
        absl::StrCat("--nonce is ", hex.size(), " characters, must be 24 or 48 hex digits"));
  }
  uint8_t buffer[kNonceSizeX];
  const absl::Span<uint8_t> nonce(buffer, hex.size() / 2);
  status = ParseHex("--nonce", hex, nonce);
  if (!status.ok()) return status;

  uint32_t counter = 0;
  status =
      ParseNumber("--counter", flags[kCounter], 0, std::numeric_limits<uint32_t>::max(), &counter);
  if (!status.ok()) return status;

  absl::StatusOr<Cipher> cipher = Cipher::NewUnauthenticatedCipher(key.bytes(), nonce);
  if (!cipher.ok()) return cipher.status();
  status = cipher->SetCounter(counter);
  if (!status.ok()) return status;
  return cipher;
}

absl::Status Run(char* const* flags) {
  absl::StatusOr<Cipher> cipher = MakeCipher(flags);
  if (!cipher.ok()) return cipher.status();
  uint32_t chunk = 65536;
  absl::Status status = ParseNumber("--chunk", flags[kChunk], 1, 1 << 30, &chunk);
  if (!status.ok()) return status;
  Input in;
  status = in.Open(flags[kIn]);
  if (!status.ok()) return status;
  Output out;
  status = out.Create(flags[kOut], in);
  if (!status.ok()) return status;

  Secret buffer(chunk);
  while (true) {
    const absl::StatusOr<size_t> size = in.Read(buffer.bytes());
    if (!size.ok()) return size.status();
    if (*size == 0) return out.Commit();
    const absl::Span<uint8_t> piece = buffer.bytes().first(*size);
    status = cipher->XORKeyStream(piece, piece);
    if (!status.ok()) return status;
    status = out.Write(piece);
    if (!status.ok()) return status;
  }
}

int Main(int argc, char** argv) {
  char* flags[kFlagCount] = {};
  absl::Status status = ParseFlags(argc, argv, kFlags, flags);
  if (flags[kHelp] != nullptr) {
    std::cout << kUsage;
    return 0;
  }
  if (status.ok()) status = Run(flags);
  if (status.ok()) return 0;
  std::cerr << "xor_stream: " << status.message() << "\n";
  return 2;
}

}  // namespace
}  // namespace keystream::examples

int main(int argc, char** argv) { return keystream::examples::Main(argc, argv); }
