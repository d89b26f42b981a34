// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The operations of //chacha20.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "chacha20/chacha20.h"
#include "internal/byteorder.h"
#include "testdata/operations.h"
#include "testdata/sha256.h"
#include "testdata/vectors.h"

namespace keystream::testdata {
namespace {

constexpr uint64_t kBlocks = uint64_t{1} << 32;  // of a key stream with a 32-bit counter

// One way to encrypt a message. done is how many bytes the calls that succeeded gave.
struct Way {
  std::string name;
  std::function<absl::Status(absl::Span<uint8_t> dst, absl::Span<const uint8_t> src, size_t* done)>
      encrypt;
};

// Encrypts src with calls of the sizes in steps, from the first again after the last.
absl::Status EncryptInSteps(chacha20::Cipher& cipher, const std::vector<size_t>& steps,
                            absl::Span<uint8_t> dst, absl::Span<const uint8_t> src, size_t* done) {
  for (size_t i = 0; *done < src.size(); i++) {
    const size_t step = std::min(steps[i % steps.size()], src.size() - *done);
    const absl::Status status =
        cipher.XORKeyStream(dst.subspan(*done, step), src.subspan(*done, step));
    if (!status.ok()) return status;
    *done += step;
  }
  return absl::OkStatus();
}

// Takes a new cipher to where the message begins.
using Start = std::function<absl::Status(chacha20::Cipher& cipher)>;

std::vector<Way> CipherWays(absl::string_view name, const Bytes& key, const Bytes& nonce,
                            const Start& start) {
  const auto make = [key, nonce, start]() -> absl::StatusOr<chacha20::Cipher> {
    absl::StatusOr<chacha20::Cipher> cipher =
        chacha20::Cipher::NewUnauthenticatedCipher(key, nonce);
    if (!cipher.ok()) return cipher;
    const absl::Status status = start(*cipher);
    if (!status.ok()) return status;
    return cipher;
  };
  std::vector<Way> ways;
  ways.push_back({absl::StrCat(name, ", one call"), [make](auto dst, auto src, size_t* done) {
                    absl::StatusOr<chacha20::Cipher> cipher = make();
                    if (!cipher.ok()) return cipher.status();
                    const absl::Status status = cipher->XORKeyStream(dst, src);
                    if (status.ok()) *done = src.size();
                    return status;
                  }});
  for (const std::vector<size_t>& steps : Steps()) {
    ways.push_back({absl::StrCat(name, ", calls of ", ToString(steps)),
                    [make, &steps](auto dst, auto src, size_t* done) {
                      absl::StatusOr<chacha20::Cipher> cipher = make();
                      if (!cipher.ok()) return cipher.status();
                      return EncryptInSteps(*cipher, steps, dst, src, done);
                    }});
  }
  return ways;
}

// All ways to encrypt from block ctr on.
std::vector<Way> StreamWays(const Bytes& key, const Bytes& nonce, uint32_t ctr) {
  std::vector<Way> ways = CipherWays(
      "Cipher", key, nonce, [ctr](chacha20::Cipher& cipher) { return cipher.SetCounter(ctr); });
  if (ctr > 0) {
    // From inside an earlier block, whose buffered key stream has to go.
    for (Way& way : CipherWays("Cipher that was used", key, nonce, [ctr](chacha20::Cipher& cipher) {
           uint8_t byte = 0;
           const absl::Status status = cipher.XORKeyStream({&byte, 1}, {&byte, 1});
           return status.ok() ? cipher.SetCounter(ctr) : status;
         })) {
      ways.push_back(std::move(way));
    }
  }
  ways.push_back({"one shot", [key, nonce, ctr](auto dst, auto src, size_t* done) {
                    const absl::Status status = chacha20::XORKeyStream(dst, src, key, nonce, ctr);
                    if (status.ok()) *done = src.size();
                    return status;
                  }});
  return ways;
}

// Encrypts in and hands the output to check; where the record is invalid, expects a refusal and
// doesn't. What the calls don't answer for has to be as it was.
absl::Status RunWay(
    const Record& record, const Way& way, const Bytes& in,
    const std::function<absl::Status(absl::string_view way, absl::Span<const uint8_t>)>& check) {
  for (const bool in_place : {false, true}) {
    const std::string name = absl::StrCat(way.name, in_place ? ", in place" : "");
    Bytes dst = in_place ? in : Bytes(in.size(), 0xa5);
    dst.resize(in.size() + 67, 0x5a);  // dst may be longer than src
    const Bytes before = dst;
    size_t done = 0;
    const absl::Status status = way.encrypt(
        absl::MakeSpan(dst), absl::MakeConstSpan(in_place ? dst : in).first(in.size()), &done);
    if (!std::equal(dst.begin() + static_cast<std::ptrdiff_t>(done), dst.end(),
                    before.begin() + static_cast<std::ptrdiff_t>(done))) {
      return Failed(name, "writes beyond what it encrypts");
    }
    if (status.ok() != record.valid()) {
      return Failed(name, status.ok() ? "not refused" : status.message());
    }
    if (!status.ok()) continue;
    const absl::Status checked = check(name, absl::MakeConstSpan(dst).first(in.size()));
    if (!checked.ok()) return checked;
  }
  return absl::OkStatus();
}

absl::Status RunWays(const Record& record, const std::vector<Way>& ways, const Bytes& in) {
  for (const Way& way : ways) {
    const absl::Status status =
        RunWay(record, way, in, [&](absl::string_view name, absl::Span<const uint8_t> output) {
          return CompareOutput(record, name, output);
        });
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// A core makes many blocks in a pass, and may be wrong at one position in it alone: puts the record
// at each position, as part of a longer message.
absl::Status RunPositions(const Record& record, const Bytes& key, const Bytes& nonce, uint32_t ctr,
                          const Bytes& in) {
  constexpr uint64_t kPositions = 32;
  const uint64_t blocks = (in.size() + 63) / 64;
  for (uint64_t before = 0; before < std::min<uint64_t>(kPositions, uint64_t{ctr} + 1); before++) {
    const uint64_t first = ctr - before;
    // As few blocks after it as there can be, and enough to make whole passes.
    for (const uint64_t total : {before + blocks, std::min(kBlocks - first, kPositions + blocks)}) {
      Bytes message(64 * total, 0);
      std::copy(in.begin(), in.end(), message.begin() + static_cast<std::ptrdiff_t>(64 * before));
      const std::string way = absl::StrCat("block ", before, " of ", total);
      const absl::Status status = chacha20::XORKeyStream(absl::MakeSpan(message), message, key,
                                                         nonce, static_cast<uint32_t>(first));
      if (!status.ok()) return Failed(way, status.message());
      const absl::Status compared =
          CompareOutput(record, way, absl::MakeConstSpan(message).subspan(64 * before, in.size()));
      if (!compared.ok()) return compared;
    }
  }
  return absl::OkStatus();
}

absl::Status RunStream(const Record& record, const Bytes& key, const Bytes& nonce, uint64_t ctr,
                       const Bytes& in) {
  if (ctr >= kBlocks) return Skipped("ctr does not fit the 32 bits of the argument");
  const absl::Status status =
      RunWays(record, StreamWays(key, nonce, static_cast<uint32_t>(ctr)), in);
  if (!status.ok() || !record.valid() || in.empty() || in.size() > 256) return status;
  return RunPositions(record, key, nonce, static_cast<uint32_t>(ctr), in);
}

// The layout with a nonce of 8 bytes and a 64-bit counter: it is the other one as long as the high
// half of the counter, which is then the first word of the nonce, does not change.
absl::Status RunStream64(const Record& record, const Bytes& key, const Bytes& nonce8, uint64_t ctr,
                         const Bytes& in) {
  if (!record.valid()) return Skipped("the end of a 64-bit counter is the caller's to find");
  const auto nonce = [&nonce8](uint64_t block) {
    Bytes bytes(4);
    keystream::internal::StoreLE32(bytes.data(), static_cast<uint32_t>(block >> 32));
    bytes.insert(bytes.end(), nonce8.begin(), nonce8.end());
    return bytes;
  };
  const uint64_t left = 64 * (kBlocks - ctr % kBlocks);  // bytes until the high half changes
  if (in.size() <= left) return RunStream(record, key, nonce(ctr), ctr % kBlocks, in);
  Bytes out(in.size());
  for (size_t i = 0; i < in.size();) {
    const uint64_t block = ctr + i / 64;
    const size_t size =
        static_cast<size_t>(std::min<uint64_t>(in.size() - i, 64 * (kBlocks - block % kBlocks)));
    const absl::Status status = chacha20::XORKeyStream(
        absl::MakeSpan(out).subspan(i, size), absl::MakeConstSpan(in).subspan(i, size), key,
        nonce(block), static_cast<uint32_t>(block));
    if (!status.ok()) return Failed("in pieces", status.message());
    i += size;
  }
  return CompareOutput(record, "in pieces", out);
}

// chacha20, xchacha20. A nonce of 24 bytes asks for XChaCha20, so each refuses the other's.
absl::Status RunXORKeyStream(const Record& record) {
  const size_t other = record.op()[0] == 'x' ? chacha20::kNonceSize : chacha20::kNonceSizeX;
  if (record.GetBytes("nonce").size() == other) return Skipped("the nonce chooses the algorithm");
  return RunStream(record, record.GetBytes("key"), record.GetBytes("nonce"),
                   record.GetInteger("ctr"), record.GetBytes("in"));
}

absl::Status RunChaCha2064(const Record& record) {
  return RunStream64(record, record.GetBytes("key"), record.GetBytes("nonce"),
                     record.GetInteger("ctr"), record.GetBytes("in"));
}

absl::Status RunXChaCha2064(const Record& record) {
  const Bytes& nonce = record.GetBytes("nonce");
  if (nonce.size() != chacha20::kNonceSizeX) return Skipped("nonce is not 24 bytes");
  Bytes subkey(32);
  const absl::Status status = chacha20::HChaCha20(absl::MakeSpan(subkey), record.GetBytes("key"),
                                                  absl::MakeConstSpan(nonce).first(16));
  if (!status.ok()) return Failed("HChaCha20", status.message());
  return RunStream64(record, subkey, Bytes(nonce.begin() + 16, nonce.end()),
                     record.GetInteger("ctr"), record.GetBytes("in"));
}

// chacha, xchacha.
absl::Status RunRounds(const Record& record) {
  if (record.GetInteger("rounds") != 20) return Skipped("reduced rounds");
  if (record.GetBytes("key").size() == 16) return Skipped("16-byte keys");
  return record.GetBytes("nonce").size() == 8 ? RunChaCha2064(record) : RunXORKeyStream(record);
}

absl::Status RunSeek(const Record& record) {
  const uint64_t pos = record.GetInteger("pos");
  const uint64_t len = record.GetInteger("len");
  if (len > kMaxBytes) return Skipped("len is too large for memory");
  // The end of the key stream has no counter: it is the end of the last block. One byte more can't
  // be dropped, so what lies beyond need not be told apart.
  const uint64_t block = std::min(pos / 64, kBlocks - 1);
  const uint64_t drop = std::min<uint64_t>(pos - 64 * block, 65);
  const auto start = [block, drop](chacha20::Cipher& cipher) {
    const absl::Status status = cipher.SetCounter(static_cast<uint32_t>(block));
    if (!status.ok()) return status;
    Bytes dropped(drop);
    return cipher.XORKeyStream(absl::MakeSpan(dropped), dropped);
  };
  return RunWays(record,
                 CipherWays("Cipher", record.GetBytes("key"), record.GetBytes("nonce"), start),
                 Bytes(len, 0));
}

// chacha20_lengths, xchacha20_lengths: the digest of the encryptions of all lengths.
absl::Status RunLengths(const Record& record) {
  if (record.GetInteger("ctr") >= kBlocks) return Skipped("ctr does not fit the argument");
  const uint64_t last = record.GetInteger("last");
  const Bytes in = record.Generate("in_gen", last);
  for (const Way& way : StreamWays(record.GetBytes("key"), record.GetBytes("nonce"),
                                   static_cast<uint32_t>(record.GetInteger("ctr")))) {
    Sha256 out_of_place, in_place;
    for (uint64_t n = 0; n <= last; n++) {
      Sha256* sha256 = &out_of_place;  // RunWay's first output
      const absl::Status status =
          RunWay(record, way, Bytes(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(n)),
                 [&](absl::string_view, absl::Span<const uint8_t> output) {
                   std::exchange(sha256, &in_place)->Update(output);
                   return absl::OkStatus();
                 });
      if (!status.ok()) return status;
    }
    absl::Status status = CompareDigest(record, way.name, out_of_place.Finish());
    if (status.ok()) status = CompareDigest(record, way.name + ", in place", in_place.Finish());
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// ---- What is made of a single block

absl::Status RunHChaCha20(const Record& record) {
  const Bytes& key = record.GetBytes("key");
  const Bytes& nonce = record.GetBytes("nonce");
  const auto run = [&](absl::string_view way, Bytes out, const uint8_t* key_data) {
    const Bytes before = out;
    const absl::Status status = chacha20::HChaCha20(
        absl::MakeSpan(out).first(32),
        key_data == nullptr ? absl::MakeConstSpan(out).first(key.size()) : absl::MakeConstSpan(key),
        nonce);
    if (status.ok() != record.valid()) {
      return Failed(way, status.ok() ? "not refused" : status.message());
    }
    if (status.ok()) return CompareOutput(record, way, absl::MakeConstSpan(out).first(32));
    return out == before ? absl::OkStatus() : Failed(way, "writes to out and then refuses");
  };
  const absl::Status status = run("apart", Bytes(32, 0xa5), key.data());
  if (!status.ok()) return status;
  Bytes over_key = key;
  over_key.resize(std::max<size_t>(key.size(), 32));
  return run("over the key", over_key, nullptr);
}

absl::Status RunPoly1305KeyGen(const Record& record) {
  return RunStream(record, record.GetBytes("key"), record.GetBytes("nonce"), 0, Bytes(32, 0));
}

// ---- What there is nothing to run for

template <const char* reason>
absl::Status Skip(const Record&) {
  return Skipped(reason);
}

constexpr char kWraps[] = "not RFC 8439: block 2^32 - 1 is the last here";
constexpr char kInside[] = "not in the interface by itself";
constexpr char kPosition64[] = "a 64-bit counter is the caller's";

}  // namespace

std::vector<Operation> StreamOperations() {
  return {
      {"chacha20", {"key", "nonce", "ctr", "in"}, true, RunXORKeyStream},
      {"chacha20_lengths", {"key", "nonce", "ctr", "in_gen", "last"}, true, RunLengths},
      {"chacha20_64", {"key", "nonce", "ctr", "in"}, true, RunChaCha2064},
      {"chacha20_wrap32", {}, false, Skip<kWraps>},
      {"chacha", {"rounds", "key", "nonce", "ctr", "in"}, true, RunRounds},
      {"seek", {"key", "nonce", "pos", "len"}, true, RunSeek},
      {"seek_64", {}, false, Skip<kPosition64>},
      {"quarterround", {}, false, Skip<kInside>},
      {"hchacha20", {"key", "nonce"}, true, RunHChaCha20},
      {"xchacha20", {"key", "nonce", "ctr", "in"}, true, RunXORKeyStream},
      {"xchacha20_lengths", {"key", "nonce", "ctr", "in_gen", "last"}, true, RunLengths},
      {"xchacha20_64", {"key", "nonce", "ctr", "in"}, true, RunXChaCha2064},
      {"xchacha", {"rounds", "key", "nonce", "ctr", "in"}, true, RunRounds},
      {"poly1305_keygen", {"key", "nonce"}, true, RunPoly1305KeyGen},
  };
}

}  // namespace keystream::testdata
