// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The AEAD on every core that the machine can run:
//
//   Seal, Open/<core>/<bytes>              13 bytes of additional data, as a record of TLS 1.2 has
//   SealAd, OpenAd/<core>/<bytes>/<ad>     other sizes of it
//   GoSeal, GoOpen/<core>/<bytes>[-X]      the benchmarks of Go's x/crypto: in place, 13 bytes; -X
//                                          is XChaCha20-Poly1305
//   EspSeal, EspOpen/<core>/<bytes>        the sizes at which Linux measures rfc7539esp, in cycles:
//                                          in place, 8 bytes of additional data
//   Incremental/<core>/<bytes>             Seal by a Sealer in pieces of 4096 bytes
//   Pieces/<core>/<bytes>                  Seal of a header of 5 bytes and the rest
//   Grid/<core>/<bytes>/<src>/<dst>, Sweep/<core>/<bytes>: Seal for the tables of --grid (bytes off
//   alignment) and --sweep

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "benchmark/benchmark.h"
#include "chacha20poly1305/chacha20poly1305.h"
#include "chacha20poly1305/core.h"
#include "chacha20poly1305/esp.h"
#include "chacha20poly1305/incremental.h"
#include "internal/bench/suite.h"

namespace keystream::chacha20poly1305 {
namespace {

using internal::Core;
using internal::kCores;
using keystream::internal::BenchmarkDestination;
using keystream::internal::BenchmarkSource;
using keystream::internal::Briefly;
using keystream::internal::Check;
using keystream::internal::kBenchmarkOffsets;
using keystream::internal::kBenchmarkSizes;
using keystream::internal::Measure;
using keystream::internal::Register;
using keystream::internal::ScopedTierForTesting;

using ConstPiece = absl::Span<const uint8_t>;
using Piece = absl::Span<uint8_t>;

constexpr uint8_t kKey[ESP::kKeyMaterialSize] = {1, 2, 3};
constexpr uint8_t kNonce[kNonceSizeX] = {4, 5, 6};
constexpr uint8_t kAd[1024] = {7, 8, 9};
constexpr size_t kTlsAdSize = 13;
constexpr size_t kAdSizes[] = {0, kTlsAdSize, 1024};

ConstPiece Key() { return absl::MakeConstSpan(kKey, kKeySize); }
ConstPiece Nonce(size_t size = kNonceSize) { return absl::MakeConstSpan(kNonce, size); }
ConstPiece Ad(size_t size) { return absl::MakeConstSpan(kAd, size); }

void Seal(benchmark::State& state, size_t bytes, size_t ad, size_t src_offset, size_t dst_offset) {
  const absl::StatusOr<AEAD> aead = AEAD::New(Key());
  const auto src = BenchmarkSource(bytes, src_offset);
  const auto dst = BenchmarkDestination(bytes + kTagSize, dst_offset);
  absl::Status status;
  Measure(state, bytes, [&] { status = aead->Seal(dst, Nonce(), src, Ad(ad)); });
  Check(state, status);
}

void Open(benchmark::State& state, size_t bytes, size_t ad) {
  const absl::StatusOr<AEAD> aead = AEAD::New(Key());
  const auto sealed = BenchmarkSource(bytes + kTagSize);
  absl::Status status = aead->Seal(sealed, Nonce(), sealed.first(bytes), Ad(ad));
  Check(state, status);
  Measure(state, bytes,
          [&] { status = aead->Open(BenchmarkDestination(bytes), Nonce(), sealed, Ad(ad)); });
  Check(state, status);
}

// Opening in place destroys what is opened: each call gets it by a copy, as a packet comes in.
template <typename Aead>
void InPlace(benchmark::State& state, const Aead& aead, bool open, size_t bytes, ConstPiece nonce,
             ConstPiece ad) {
  const auto sealed = BenchmarkSource(bytes + kTagSize);
  absl::Status status = aead.Seal(sealed, nonce, sealed.first(bytes), ad);
  Check(state, status);
  const auto packet = BenchmarkDestination(bytes + kTagSize);
  const auto text = packet.first(bytes);
  Measure(state, bytes, [&] {
    if (open) {
      std::copy(sealed.begin(), sealed.end(), packet.begin());
      status = aead.Open(text, nonce, packet, ad);
    } else {
      status = aead.Seal(packet, nonce, text, ad);
    }
  });
  Check(state, status);
}

void Go(benchmark::State& state, bool open, size_t bytes, size_t nonce_size) {
  const absl::StatusOr<AEAD> aead = nonce_size == kNonceSize ? AEAD::New(Key()) : AEAD::NewX(Key());
  InPlace(state, *aead, open, bytes, Nonce(nonce_size), Ad(kTlsAdSize));
}

void Esp(benchmark::State& state, bool open, size_t bytes) {
  InPlace(state, *ESP::New(kKey), open, bytes, Nonce(ESP::kIvSize), Ad(8));
}

void Incremental(benchmark::State& state, size_t bytes) {
  constexpr size_t kPiece = 4096;
  uint8_t tag[kTagSize];
  absl::Status status;
  Measure(state, bytes, [&] {
    absl::StatusOr<Sealer> sealer = Sealer::New(Key(), Nonce(), Ad(kTlsAdSize));
    for (size_t done = 0; done < bytes; done += kPiece) {
      const size_t n = std::min(bytes - done, kPiece);
      status.Update(sealer->Update(BenchmarkDestination(bytes).subspan(done, n),
                                   BenchmarkSource(bytes).subspan(done, n)));
    }
    status.Update(sealer->Finish(absl::MakeSpan(tag)));
  });
  Check(state, status);
}

void Pieces(benchmark::State& state, size_t bytes) {
  constexpr size_t kHeader = 5;
  const absl::StatusOr<AEAD> aead = AEAD::New(Key());
  const ConstPiece src[] = {BenchmarkSource(kHeader), BenchmarkSource(bytes - kHeader, 100)};
  const ConstPiece ad[] = {Ad(kTlsAdSize)};
  const Piece dst[] = {BenchmarkDestination(bytes)};
  uint8_t tag[kTagSize];
  absl::Status status;
  Measure(state, bytes,
          [&] { status = aead->SealPieces(dst, absl::MakeSpan(tag), Nonce(), src, ad); });
  Check(state, status);
}

void RegisterAll() {
  for (const Core& core : kCores) {
    if (!ScopedTierForTesting::Supported(core.tier)) continue;
    for (const size_t bytes : kBenchmarkSizes) {
      const std::string name = absl::StrCat(bytes);
      Register("Seal", core, name, [=](auto& state) { Seal(state, bytes, kTlsAdSize, 0, 0); });
      Register("Open", core, name, [=](auto& state) { Open(state, bytes, kTlsAdSize); });
      Register("Incremental", core, name, [=](auto& state) { Incremental(state, bytes); });
      Register("Pieces", core, name, [=](auto& state) { Pieces(state, bytes); });
      for (const size_t ad : kAdSizes) {
        const std::string with_ad = absl::StrCat(bytes, "/", ad);
        Register("SealAd", core, with_ad, [=](auto& state) { Seal(state, bytes, ad, 0, 0); });
        Register("OpenAd", core, with_ad, [=](auto& state) { Open(state, bytes, ad); });
      }
      for (const size_t src : kBenchmarkOffsets) {
        for (const size_t dst : kBenchmarkOffsets) {
          Briefly(Register("Grid", core, absl::StrCat(bytes, "/", src, "/", dst),
                           [=](auto& state) { Seal(state, bytes, kTlsAdSize, src, dst); }));
        }
      }
    }
    for (const bool open : {false, true}) {
      for (const size_t bytes : {64u, 1350u, 8192u}) {
        for (const size_t nonce_size : {kNonceSize, kNonceSizeX}) {
          Register(open ? "GoOpen" : "GoSeal", core,
                   absl::StrCat(bytes, nonce_size == kNonceSize ? "" : "-X"),
                   [=](auto& state) { Go(state, open, bytes, nonce_size); });
        }
      }
      for (const size_t bytes : {16u, 64u, 256u, 512u, 1024u, 2048u, 4096u, 8192u}) {
        Register(open ? "EspOpen" : "EspSeal", core, absl::StrCat(bytes),
                 [=](auto& state) { Esp(state, open, bytes); });
      }
    }
    for (size_t bytes = 0; bytes <= 2600; ++bytes) {
      Briefly(Register("Sweep", core, absl::StrCat(bytes),
                       [=](auto& state) { Seal(state, bytes, kTlsAdSize, 0, 0); }));
    }
  }
}

}  // namespace
}  // namespace keystream::chacha20poly1305

int main(int argc, char** argv) {
  return keystream::internal::RunBenchmarks(
      argc, argv, keystream::chacha20poly1305::internal::ActiveCore().name,
      keystream::chacha20poly1305::RegisterAll);
}
