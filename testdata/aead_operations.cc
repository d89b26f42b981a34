// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The operations of //chacha20poly1305.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "chacha20poly1305/chacha20poly1305.h"
#include "chacha20poly1305/esp.h"
#include "chacha20poly1305/incremental.h"
#include "chacha20poly1305/quic.h"
#include "testdata/operations.h"
#include "testdata/sha256.h"
#include "testdata/vectors.h"

namespace keystream::testdata {
namespace {

using chacha20poly1305::AEAD;
using chacha20poly1305::ESP;
using chacha20poly1305::kNonceSize;
using chacha20poly1305::kNonceSizeX;
using chacha20poly1305::kTagSize;
using chacha20poly1305::Sealer;
using chacha20poly1305::UnverifiedOpener;

using ConstPiece = absl::Span<const uint8_t>;
using Piece = absl::Span<uint8_t>;

struct Inputs {
  bool x;  // XChaCha20-Poly1305
  const Bytes& key;
  const Bytes& nonce;
  const Bytes& aad;
};

// One way to seal and to open a message. sealed is its ciphertext with the tag behind it, which
// need not be 16 bytes for open; opened has the size of the plaintext, or is empty if there is
// none.
struct Way {
  std::string name;
  bool takes_both_nonces;  // their size chooses the algorithm
  std::function<absl::Status(const Inputs& inputs, const Bytes& plaintext, Bytes* sealed)> seal;
  std::function<absl::Status(const Inputs& inputs, const Bytes& sealed, size_t tag_size,
                             Bytes* opened)>
      open;
};

absl::StatusOr<AEAD> MakeAead(const Inputs& inputs) {
  return inputs.x ? AEAD::NewX(inputs.key) : AEAD::New(inputs.key);
}

// bytes in pieces of the sizes in steps, from the first again after the last; of a long message in
// multiples of these, since what pieces overlap is checked for all pairs of them.
template <typename T>
std::vector<absl::Span<T>> Cut(absl::Span<T> bytes, const std::vector<size_t>& steps) {
  std::vector<absl::Span<T>> pieces;
  const size_t factor = 1 + bytes.size() / 1000;
  for (size_t i = 0; !bytes.empty(); i++) {
    const size_t n = std::min(bytes.size(), steps[i % steps.size()] * factor);
    pieces.push_back(bytes.first(n));
    bytes.remove_prefix(n);
  }
  return pieces;
}

Way Combined(bool in_place) {
  return {in_place ? "Seal, Open, in place" : "Seal, Open", false,
          [in_place](const Inputs& inputs, const Bytes& plaintext, Bytes* sealed) {
            const absl::StatusOr<AEAD> aead = MakeAead(inputs);
            if (!aead.ok()) return aead.status();
            if (in_place) std::copy(plaintext.begin(), plaintext.end(), sealed->begin());
            return aead->Seal(
                absl::MakeSpan(*sealed), inputs.nonce,
                in_place ? ConstPiece(*sealed).first(plaintext.size()) : ConstPiece(plaintext),
                inputs.aad);
          },
          [in_place](const Inputs& inputs, const Bytes& sealed, size_t, Bytes* opened) {
            const absl::StatusOr<AEAD> aead = MakeAead(inputs);
            if (!aead.ok()) return aead.status();
            Bytes memory = sealed;
            const size_t size = std::max<size_t>(sealed.size(), kTagSize) - kTagSize;
            opened->resize(size);
            const Piece dst = absl::MakeSpan(in_place ? memory : *opened).first(size);
            const absl::Status status = aead->Open(dst, inputs.nonce, memory, inputs.aad);
            if (in_place) std::copy(dst.begin(), dst.end(), opened->begin());
            return status;
          }};
}

Way Detached() {
  return {"detached", false,
          [](const Inputs& inputs, const Bytes& plaintext, Bytes* sealed) {
            const absl::StatusOr<AEAD> aead = MakeAead(inputs);
            if (!aead.ok()) return aead.status();
            const Piece all = absl::MakeSpan(*sealed);
            return aead->SealDetached(all.first(plaintext.size()), all.subspan(plaintext.size()),
                                      inputs.nonce, plaintext, inputs.aad);
          },
          [](const Inputs& inputs, const Bytes& sealed, size_t tag_size, Bytes* opened) {
            const absl::StatusOr<AEAD> aead = MakeAead(inputs);
            if (!aead.ok()) return aead.status();
            const size_t size = sealed.size() - tag_size;
            return aead->OpenDetached(absl::MakeSpan(*opened), inputs.nonce,
                                      ConstPiece(sealed).first(size),
                                      ConstPiece(sealed).subspan(size), inputs.aad);
          }};
}

Way InPieces(const std::vector<size_t>& steps, const std::vector<size_t>& dst_steps) {
  return {absl::StrCat("pieces of ", ToString(steps)), false,
          [&steps, &dst_steps](const Inputs& inputs, const Bytes& plaintext, Bytes* sealed) {
            const absl::StatusOr<AEAD> aead = MakeAead(inputs);
            if (!aead.ok()) return aead.status();
            const Piece all = absl::MakeSpan(*sealed);
            return aead->SealPieces(Cut(all.first(plaintext.size()), dst_steps),
                                    all.subspan(plaintext.size()), inputs.nonce,
                                    Cut(ConstPiece(plaintext), steps),
                                    Cut(ConstPiece(inputs.aad), steps));
          },
          [&steps, &dst_steps](const Inputs& inputs, const Bytes& sealed, size_t tag_size,
                               Bytes* opened) {
            const absl::StatusOr<AEAD> aead = MakeAead(inputs);
            if (!aead.ok()) return aead.status();
            const size_t size = sealed.size() - tag_size;
            return aead->OpenPieces(Cut(absl::MakeSpan(*opened), dst_steps), inputs.nonce,
                                    Cut(ConstPiece(sealed).first(size), steps),
                                    ConstPiece(sealed).subspan(size),
                                    Cut(ConstPiece(inputs.aad), steps));
          }};
}

template <typename Stream>
absl::Status UpdateInSteps(absl::StatusOr<Stream>& stream, Piece dst, ConstPiece src,
                           const std::vector<size_t>& steps) {
  if (!stream.ok()) return stream.status();
  for (size_t i = 0; !src.empty(); i++) {
    const size_t n = std::min(src.size(), steps[i % steps.size()]);
    const absl::Status status = stream->Update(dst.first(n), src.first(n));
    if (!status.ok()) return status;
    dst.remove_prefix(n);
    src.remove_prefix(n);
  }
  return absl::OkStatus();
}

Way Incremental(const std::vector<size_t>& steps) {
  return {absl::StrCat("incremental, in steps of ", ToString(steps)), true,
          [&steps](const Inputs& inputs, const Bytes& plaintext, Bytes* sealed) {
            absl::StatusOr<Sealer> sealer = Sealer::New(inputs.key, inputs.nonce, inputs.aad);
            const Piece all = absl::MakeSpan(*sealed);
            const absl::Status status = UpdateInSteps(sealer, all, plaintext, steps);
            return status.ok() ? sealer->Finish(all.subspan(plaintext.size())) : status;
          },
          [&steps](const Inputs& inputs, const Bytes& sealed, size_t tag_size, Bytes* opened) {
            absl::StatusOr<UnverifiedOpener> opener =
                UnverifiedOpener::New(inputs.key, inputs.nonce, inputs.aad);
            const size_t size = sealed.size() - tag_size;
            absl::Status status = UpdateInSteps(opener, absl::MakeSpan(*opened),
                                                ConstPiece(sealed).first(size), steps);
            if (status.ok()) status = opener->Finish(ConstPiece(sealed).subspan(size));
            // What is refused has no plaintext.
            if (!status.ok()) std::fill(opened->begin(), opened->end(), uint8_t{0});
            return status;
          }};
}

const std::vector<Way>& Ways() {
  static const auto& ways = *[] {
    auto* list = new std::vector<Way>{Combined(false), Combined(true), Detached()};
    for (size_t i = 0; i < Steps().size(); i++) {
      list->push_back(InPieces(Steps()[i], Steps()[(i + 1) % Steps().size()]));
      list->push_back(Incremental(Steps()[i]));
    }
    return list;
  }();
  return ways;
}

// Whether way would do the other algorithm.
bool IsForTheOther(const Way& way, const Inputs& inputs) {
  return way.takes_both_nonces && inputs.nonce.size() == (inputs.x ? kNonceSize : kNonceSizeX);
}

// Opens sealed, the last tag_size bytes of which are the tag. want is null if that has to fail.
absl::Status RunOpen(const Inputs& inputs, const Way& way, const Bytes& sealed, size_t tag_size,
                     const Bytes* want) {
  Bytes opened(sealed.size() - tag_size, 0xa5);
  const absl::Status status = way.open(inputs, sealed, tag_size, &opened);
  if (want == nullptr) {
    if (status.ok()) return Failed(way.name, "opened");
    if (absl::IsUnauthenticated(status) && opened != Bytes(opened.size())) {
      return Failed(way.name, "leaves plaintext where it refuses");
    }
    return absl::OkStatus();
  }
  if (!status.ok()) return Failed(way.name, absl::StrCat("does not open: ", status.message()));
  return CompareBytes(way.name, "plaintext", opened, *want);
}

absl::Status RunValid(const Record& record, const Inputs& inputs, const Bytes& plaintext) {
  for (const Way& way : Ways()) {
    Bytes sealed(plaintext.size() + kTagSize, 0xa5);
    absl::Status status = way.seal(inputs, plaintext, &sealed);
    if (!status.ok()) return Failed(way.name, status.message());
    const ConstPiece all(sealed);
    status = CompareOutput(record, way.name, all.first(plaintext.size()));
    if (status.ok()) {
      status = CompareBytes(way.name, "tag", all.subspan(plaintext.size()), record.GetBytes("tag"));
    }
    if (status.ok()) status = RunOpen(inputs, way, sealed, kTagSize, &plaintext);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status RunForgery(const Inputs& inputs, Bytes out, const Bytes& tag) {
  out.insert(out.end(), tag.begin(), tag.end());
  for (const Way& way : Ways()) {
    if (IsForTheOther(way, inputs)) continue;
    const absl::Status status = RunOpen(inputs, way, out, tag.size(), nullptr);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// aead, xaead.
absl::Status RunAead(const Record& record) {
  const Inputs inputs = {record.op()[0] == 'x', record.GetBytes("key"), record.GetBytes("nonce"),
                         record.GetBytes("aad")};
  if (record.valid()) return RunValid(record, inputs, record.GetBytes("in"));
  if (!record.Has("out")) return Failed("forgery", "the record has no out");
  return RunForgery(inputs, record.GetBytes("out"), record.GetBytes("tag"));
}

// aead_trunc: the beginning of a tag is no tag.
absl::Status RunTruncated(const Record& record) {
  const Inputs inputs = {false, record.GetBytes("key"), record.GetBytes("nonce"),
                         record.GetBytes("aad")};
  if (record.GetBytes("tag").size() >= kTagSize) return Failed("truncated", "the tag is whole");
  return RunForgery(inputs, record.GetBytes("out"), record.GetBytes("tag"));
}

// aead_combined, xaead_combined.
absl::Status RunCombined(const Record& record) {
  const Inputs inputs = {record.op()[0] == 'x', record.GetBytes("key"), record.GetBytes("nonce"),
                         record.GetBytes("aad")};
  const Bytes& sealed = record.GetBytes("in");
  for (const Way& way : Ways()) {
    if (IsForTheOther(way, inputs)) continue;
    const absl::Status status = RunOpen(inputs, way, sealed, std::min(sealed.size(), kTagSize),
                                        record.valid() ? &record.GetBytes("out") : nullptr);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status RunEsp(const Record& record) {
  Bytes nonce = record.GetBytes("salt");
  nonce.insert(nonce.end(), record.GetBytes("iv").begin(), record.GetBytes("iv").end());
  Bytes key_material = record.GetBytes("key");
  key_material.insert(key_material.end(), record.GetBytes("salt").begin(),
                      record.GetBytes("salt").end());
  const Bytes& aad = record.GetBytes("aad");
  const Bytes& plaintext = record.GetBytes("in");
  const Bytes& iv = record.GetBytes("iv");

  const absl::StatusOr<ESP> esp = ESP::New(key_material);
  if (!record.valid()) {
    if (!esp.ok()) return absl::OkStatus();
    Bytes sealed = record.GetBytes("out"), opened(sealed.size());
    sealed.insert(sealed.end(), record.GetBytes("tag").begin(), record.GetBytes("tag").end());
    return esp->Open(absl::MakeSpan(opened), iv, sealed, aad).ok() ? Failed("ESP", "opened")
                                                                   : absl::OkStatus();
  }
  if (!esp.ok()) return Failed("ESP", esp.status().message());
  Bytes sealed(plaintext.size() + kTagSize), opened(plaintext.size());
  absl::Status status = esp->Seal(absl::MakeSpan(sealed), iv, plaintext, aad);
  if (!status.ok()) return Failed("ESP", status.message());
  status = esp->Open(absl::MakeSpan(opened), iv, sealed, aad);
  if (!status.ok()) return Failed("ESP", absl::StrCat("does not open: ", status.message()));
  status = CompareBytes("ESP", "plaintext", opened, plaintext);
  const ConstPiece all(sealed);
  if (status.ok()) status = CompareOutput(record, "ESP", all.first(plaintext.size()));
  if (status.ok()) {
    status = CompareBytes("ESP", "tag", all.subspan(plaintext.size()), record.GetBytes("tag"));
  }
  if (!status.ok()) return status;
  // It is the AEAD with that nonce.
  return RunValid(record, {false, record.GetBytes("key"), nonce, aad}, plaintext);
}

// Adds the sealed messages of a row of a grid to the digests of the ways in digests.
absl::Status SealRow(const Record& record, uint64_t aad_size, const std::vector<const Way*>& ways,
                     std::vector<Sha256>* digests) {
  const Bytes aad = record.Generate("aad_gen", aad_size);
  const Inputs inputs = {record.op()[0] == 'x', record.GetBytes("key"), record.GetBytes("nonce"),
                         aad};
  const uint64_t last = record.GetInteger("last");
  const Bytes message = record.Generate("in_gen", last);
  for (uint64_t n = 0; n <= last; n++) {
    const Bytes plaintext(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(n));
    for (size_t i = 0; i < ways.size(); i++) {
      Bytes sealed(plaintext.size() + kTagSize);
      absl::Status status = ways[i]->seal(inputs, plaintext, &sealed);
      if (!status.ok()) return Failed(ways[i]->name, status.message());
      (*digests)[i].Update(sealed);
      status = RunOpen(inputs, *ways[i], sealed, kTagSize, &plaintext);
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

absl::Status RunRows(const Record& record, uint64_t first_aad,
                     const std::vector<const Way*>& ways) {
  std::vector<Sha256> digests(ways.size());
  for (uint64_t size = first_aad; size <= record.GetInteger("aadlen"); size++) {
    const absl::Status status = SealRow(record, size, ways, &digests);
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < ways.size(); i++) {
    const absl::Status status = CompareDigest(record, ways[i]->name, digests[i].Finish());
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// aead_grid_row, xaead_grid_row: two of the ways for a row, other ones for the next.
absl::Status RunGridRow(const Record& record) {
  const uint64_t aad_size = record.GetInteger("aadlen");
  return RunRows(record, aad_size, {&Ways()[0], &Ways()[1 + aad_size % (Ways().size() - 1)]});
}

// aead_grid, xaead_grid.
absl::Status RunGrid(const Record& record) { return RunRows(record, 0, {&Ways()[0]}); }

absl::Status RunQuicHeaderProtection(const Record& record) {
  Bytes mask(chacha20poly1305::kQuicMaskSize, 0xa5);
  const absl::Status status = chacha20poly1305::QuicHeaderProtectionMask(
      absl::MakeSpan(mask), record.GetBytes("key"), record.GetBytes("sample"));
  if (status.ok() != record.valid()) {
    return Failed("mask", status.ok() ? "not refused" : status.message());
  }
  return status.ok() ? CompareOutput(record, "mask", mask) : absl::OkStatus();
}

}  // namespace

std::vector<Operation> AeadOperations() {
  const std::vector<absl::string_view> aead = {"key", "nonce", "aad", "in", "tag"};
  const std::vector<absl::string_view> combined = {"key", "nonce", "aad", "in"};
  const std::vector<absl::string_view> grid = {"key",    "nonce",  "aad_gen",
                                               "in_gen", "aadlen", "last"};
  return {
      {"aead", aead, true, RunAead},
      {"xaead", aead, true, RunAead},
      {"aead_trunc", aead, true, RunTruncated},
      {"aead_combined", combined, true, RunCombined},
      {"xaead_combined", combined, true, RunCombined},
      {"esp", {"key", "salt", "iv", "aad", "in", "tag"}, true, RunEsp},
      {"aead_grid_row", grid, true, RunGridRow},
      {"xaead_grid_row", grid, true, RunGridRow},
      {"aead_grid", grid, true, RunGrid},
      {"xaead_grid", grid, true, RunGrid},
      {"quic_hp", {"key", "sample"}, true, RunQuicHeaderProtection},
  };
}

}  // namespace keystream::testdata
