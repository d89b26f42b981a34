// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts and decrypts files of any size in constant memory, with ChaCha20-Poly1305. The payload
// is built as that of age is (https://age-encryption.org/v1): the STREAM construction of Hoang,
// Reyhanitabar, Rogaway and Vizár.
//
//     0       8          24
//    +-------+----------+---------+---------+-- - - --+------------+
//    | magic | nonce    | chunk 0 | chunk 1 |         | last chunk |
//    +-------+----------+---------+---------+-- - - --+------------+
//
//   file key     HChaCha20(key, nonce); the nonce is 16 random bytes
//   chunk        64 KiB of plaintext, sealed with the file key: their ciphertext, then 16 bytes of
//                tag. The last has 1 byte to 64 KiB; no byte if the whole file is empty.
//   chunk nonce  the number of the chunk, 11 bytes, big-endian, then 1 for the last, 0 for others
//
// No chunk opens in the place of another, and none but the last as the last: whatever is damaged,
// missing at the end, moved or added is noticed. Nothing is written that is not authenticated; and
// what appears under the name of the output is complete. As the AEAD does, the format authenticates
// to those who have the key, and does not commit to it: one who knows two keys can make a file that
// opens under both.
//
// Exit status: 0; 1 if the input is not what was encrypted with this key; 2 for other errors. Both
// with one line on standard error and no output file.

#include <getopt.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "chacha20/chacha20.h"
#include "chacha20poly1305/chacha20poly1305.h"
#include "examples/file_io.h"
#include "examples/flags.h"

namespace keystream::examples {
namespace {

using chacha20poly1305::AEAD;
using chacha20poly1305::kKeySize;
using chacha20poly1305::kNonceSize;
using chacha20poly1305::kTagSize;

constexpr absl::string_view kUsage =
    R"(usage: encrypt_file --key_file=FILE [FLAG]...

Encrypts and authenticates a file with ChaCha20-Poly1305, or decrypts one.

  --key_file=FILE  32 bytes, or 64 hex digits and at most a newline. Such a file can be made with
                   (umask 077; head -c 32 /dev/urandom >FILE)
  --decrypt
  --in=FILE        (default: standard input)
  --out=FILE       (default: standard output) Appears when it is complete. It may be the input.
                   What is decrypted to standard output is authentic, but if the exit status is not
                   0 its end is missing.
  --progress       tell how far it is, as for long files when standard error is a terminal
)";

enum { kKeyFile, kDecrypt, kIn, kOut, kProgress, kHelp, kFlagCount };

constexpr option kFlags[kFlagCount + 1] = {
    {"key_file", required_argument, nullptr, 0}, {"decrypt", no_argument, nullptr, 0},
    {"in", required_argument, nullptr, 0},       {"out", required_argument, nullptr, 0},
    {"progress", no_argument, nullptr, 0},       {"help", no_argument, nullptr, 0},
};

constexpr size_t kChunkSize = 65536;
constexpr size_t kSealedChunkSize = kChunkSize + kTagSize;

// The last byte is the version of the format.
constexpr std::array<uint8_t, 8> kMagic = {'k', 's', 't', 'r', 'e', 'a', 'm', 1};

struct Header {
  std::array<uint8_t, 8> magic;
  std::array<uint8_t, 16> nonce;

  absl::Span<uint8_t> bytes() { return {reinterpret_cast<uint8_t*>(this), sizeof(*this)}; }
};
static_assert(sizeof(Header) == 24);

// Tells on standard error how far it is: on the way of a long file, if somebody is looking, and
// always if it has been asked to.
class Progress {
 public:
  Progress(bool always, uint64_t total)
      : always_(always), wanted_(always || isatty(STDERR_FILENO) != 0), total_(total) {}
  ~Progress() {
    if (!shown_ && !always_) return;
    Show();
    std::cerr << "\n";
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Add(size_t size) {
    const uint64_t before = done_;
    done_ += size;
    if (wanted_ && done_ / kStep > before / kStep) Show();
  }

 private:
  static constexpr uint64_t kMiB = 1 << 20, kStep = 64 * kMiB;

  void Show() {
    std::cerr << "\r" << done_ / kMiB;
    if (total_ > 0) std::cerr << " of " << total_ / kMiB;
    std::cerr << " MiB" << std::flush;
    shown_ = true;
  }

  const bool always_, wanted_;
  const uint64_t total_;  // 0: not known
  uint64_t done_ = 0;
  bool shown_ = false;
};

absl::StatusOr<AEAD> MakeFileAEAD(absl::Span<const uint8_t> key, absl::Span<const uint8_t> nonce) {
  Secret file_key(kKeySize);
  absl::Status status = chacha20::HChaCha20(file_key.bytes(), key, nonce);
  if (!status.ok()) return status;
  return AEAD::New(file_key.bytes());
}

std::array<uint8_t, kNonceSize> ChunkNonce(uint64_t chunk, bool last) {
  std::array<uint8_t, kNonceSize> nonce = {};
  for (size_t i = 0; i < 8; i++) nonce[10 - i] = static_cast<uint8_t>(chunk >> (8 * i));
  nonce[11] = last ? 1 : 0;
  return nonce;
}

absl::Status Encrypt(absl::Span<const uint8_t> key, bool progress_always, Input& in, Output& out) {
  Header header;
  header.magic = kMagic;
  if (getentropy(header.nonce.data(), header.nonce.size()) != 0) {
    return absl::ErrnoToStatus(errno, "no random bytes");
  }
  const absl::StatusOr<AEAD> aead = MakeFileAEAD(key, header.nonce);
  if (!aead.ok()) return aead.status();
  absl::Status status = out.Write(header.bytes());
  if (!status.ok()) return status;

  // One byte more than a chunk has, which tells whether another one follows.
  Secret buffer(kChunkSize + 1);
  const absl::Span<uint8_t> plaintext = buffer.bytes();
  std::vector<uint8_t> sealed(kSealedChunkSize);
  Progress progress(progress_always, in.size());
  size_t size = 0;
  for (uint64_t chunk = 0;; chunk++) {
    const absl::StatusOr<size_t> read = in.ReadFully(plaintext.subspan(size));
    if (!read.ok()) return read.status();
    size += *read;
    progress.Add(*read);
    const bool last = size <= kChunkSize;
    const absl::Span<uint8_t> text = plaintext.first(std::min(size, kChunkSize));
    const absl::Span<uint8_t> dst = absl::MakeSpan(sealed).first(text.size() + kTagSize);
    status = aead->Seal(dst, ChunkNonce(chunk, last), text, {});
    if (!status.ok()) return status;
    status = out.Write(dst);
    if (!status.ok() || last) return status;
    plaintext[0] = plaintext[kChunkSize];
    size = 1;
  }
}

absl::Status Decrypt(absl::Span<const uint8_t> key, bool progress_always, Input& in, Output& out) {
  const auto error = [&in](const auto&... what) {
    return absl::DataLossError(absl::StrCat(in.name(), " ", what...));
  };
  Header header;
  absl::StatusOr<size_t> read = in.ReadFully(header.bytes());
  if (!read.ok()) return read.status();
  if (*read < sizeof(header) ||
      !std::equal(kMagic.begin(), kMagic.end() - 1, header.magic.begin())) {
    return error("is not an encrypted file, or is damaged in its first ", sizeof(header), " bytes");
  }
  if (header.magic.back() != kMagic.back()) {
    return error("is of version ", header.magic.back(), " of the format, must be ", kMagic.back());
  }
  const absl::StatusOr<AEAD> aead = MakeFileAEAD(key, header.nonce);
  if (!aead.ok()) return aead.status();

  std::vector<uint8_t> buffer(kSealedChunkSize);
  const absl::Span<uint8_t> sealed = absl::MakeSpan(buffer);
  Secret plaintext(kChunkSize);
  Progress progress(progress_always, in.size());
  progress.Add(sizeof(header));
  for (uint64_t chunk = 0;; chunk++) {
    read = in.ReadFully(sealed);
    if (!read.ok()) return read.status();
    progress.Add(*read);
    const uint64_t begin = chunk * kChunkSize;
    if (*read == 0) {
      return error("is cut off after ", begin, " bytes of the plaintext");
    }

    const absl::Span<const uint8_t> src = sealed.first(*read);
    const absl::Span<uint8_t> text =
        plaintext.bytes().first(std::max(src.size(), kTagSize) - kTagSize);
    // A whole chunk may be the last or not.
    bool last = src.size() < kSealedChunkSize;
    absl::Status status = aead->Open(text, ChunkNonce(chunk, last), src, {});
    if (absl::IsUnauthenticated(status) && !last) {
      last = true;
      status = aead->Open(text, ChunkNonce(chunk, last), src, {});
    }
    if (absl::IsUnauthenticated(status)) {
      return error(chunk == 0 ? "was encrypted with another key, or " : "", "is damaged ",
                   src.size() < kSealedChunkSize ? "or cut off " : "", "near byte ", begin,
                   " of the plaintext");
    }
    if (!status.ok()) return status;

    if (last) {
      if (text.empty() && chunk > 0) return error("ends with an empty chunk, must not");
      uint8_t byte;
      read = in.Read(absl::MakeSpan(&byte, 1));
      if (!read.ok()) return read.status();
      if (*read > 0) return error("goes on after its end");
    }
    status = out.Write(text);
    if (!status.ok() || last) return status;
  }
}

absl::Status Run(char* const* flags) {
  if (flags[kKeyFile] == nullptr) {
    return absl::InvalidArgumentError("--key_file is needed; see --help");
  }
  Secret key(kKeySize);
  absl::Status status = ReadKeyFile(flags[kKeyFile], key.bytes());
  if (!status.ok()) return status;
  Input in;
  status = in.Open(flags[kIn]);
  if (!status.ok()) return status;
  Output out;
  status = out.Create(flags[kOut], in);
  if (!status.ok()) return status;
  const auto process = flags[kDecrypt] != nullptr ? Decrypt : Encrypt;
  status = process(key.bytes(), flags[kProgress] != nullptr, in, out);
  if (!status.ok()) return status;
  return out.Commit();
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
  std::cerr << "encrypt_file: " << status.message() << "\n";
  return absl::IsDataLoss(status) ? 1 : 2;
}

}  // namespace
}  // namespace keystream::examples

int main(int argc, char** argv) { return keystream::examples::Main(argc, argv); }
