// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The calls whose instructions tools/count_instructions counts, each between a call of
// keystream_count_begin and one of keystream_count_end. Prints a line for each call, in their
// order: the primitive, the size of the message and who computes it.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "chacha20/core.h"
#include "chacha20poly1305/chacha20poly1305.h"
#include "chacha20poly1305/core.h"
#include "internal/byteorder.h"
#include "internal/cpu.h"
#include "internal/cpu_testing.h"
#include "openssl/evp.h"
#include "poly1305/core.h"

extern "C" {

// libcrypto's internal functions, in its static library.
void ChaCha20_ctr32(unsigned char* out, const unsigned char* in, size_t len, const uint32_t key[8],
                    const uint32_t counter[4]);
void Poly1305_Init(void* context, const unsigned char key[32]);
void Poly1305_Update(void* context, const unsigned char* in, size_t len);
void Poly1305_Final(void* context, unsigned char tag[16]);
size_t Poly1305_ctx_size(void);

__attribute__((noinline)) void keystream_count_begin() { __asm__ volatile("" : : : "memory"); }
__attribute__((noinline)) void keystream_count_end() { __asm__ volatile("" : : : "memory"); }
}

namespace keystream {
namespace {

constexpr size_t kSizes[] = {16,  32,  63,   64,   65,   128,  192,  256,  320,  512,
                             576, 768, 1024, 1350, 1420, 1500, 2048, 4096, 8192, 16384};

std::string report;

template <typename Call>
void Count(const char* primitive, size_t size, const char* who, Call call) {
  absl::StrAppend(&report, primitive, " ", size, " ", who, "\n");
  keystream_count_begin();
  call();
  keystream_count_end();
}

void CountAll() {
  const std::vector<uint8_t> key(32, 0x31), nonce(12, 0x32);
  std::vector<uint8_t> buffer(16384 + 16, 0x33), tag(16);
  uint8_t* const message = buffer.data();

  // One call, the state being set up.
  for (const size_t size : kSizes) {
    for (const auto& core : chacha20::internal::kCores) {
      if (core.tier > internal::DetectTier()) continue;
      chacha20::internal::State state;
      chacha20::internal::InitState(&state, core, key.data(), nonce.data());
      auto* const xor_blocks = core.xorKeyStreamBlocks;
      Count("chacha20", size, core.name,
            [=, &state] { xor_blocks(message, message, size, &state, 1); });
    }
    uint32_t words[8], counter[4] = {1};
    internal::LoadLE32Words(words, key.data(), 8);
    internal::LoadLE32Words(counter + 1, nonce.data(), 3);
    Count("chacha20", size, "libcrypto",
          [&] { ChaCha20_ctr32(message, message, size, words, counter); });
  }

  // A message from the key to the tag.
  std::vector<uint64_t> context(Poly1305_ctx_size() / 8 + 1);
  for (const size_t size : kSizes) {
    for (const auto& core : poly1305::internal::kCores) {
      if (core.tier > internal::DetectTier()) continue;
      Count("poly1305", size, core.name, [&] {
        if (core.short_sum != nullptr && size <= core.short_sum_limit) {
          core.short_sum(tag.data(), message, size, key.data());
          return;
        }
        poly1305::internal::State state;
        poly1305::internal::InitState(&state, key.data());
        core.update(&state, message, size, poly1305::internal::Tail::kMessageEnd);
        poly1305::internal::Finish(state, tag.data());
      });
    }
    Count("poly1305", size, "libcrypto", [&] {
      Poly1305_Init(context.data(), key.data());
      Poly1305_Update(context.data(), message, size);
      Poly1305_Final(context.data(), tag.data());
    });
  }

  // A message with 13 bytes of additional data, as a record of TLS 1.2 has it, the key being set
  // up: the AEAD with each of its cores, and EVP, whose objects are made before.
  const std::vector<uint8_t> ad(13, 0x34);
  EVP_CIPHER_CTX* const evp = EVP_CIPHER_CTX_new();
  EVP_EncryptInit_ex(evp, EVP_chacha20_poly1305(), nullptr, key.data(), nonce.data());
  for (const size_t size : kSizes) {
    const absl::Span<uint8_t> sealed(message, size + chacha20poly1305::kTagSize);
    const absl::Span<const uint8_t> text(message, size);
    for (const auto& core : chacha20poly1305::internal::kCores) {
      if (core.tier > internal::DetectTier()) continue;
      const internal::ScopedTierForTesting tier(core.tier);
      const auto aead = chacha20poly1305::AEAD::New(key);
      Count("chacha20poly1305", size, core.name,
            [&] { (void)aead->Seal(sealed, nonce, text, ad); });
    }
    Count("chacha20poly1305", size, "libcrypto", [&] {
      int n;
      EVP_EncryptInit_ex(evp, nullptr, nullptr, nullptr, nonce.data());
      EVP_EncryptUpdate(evp, nullptr, &n, ad.data(), static_cast<int>(ad.size()));
      EVP_EncryptUpdate(evp, message, &n, message, static_cast<int>(size));
      EVP_EncryptFinal_ex(evp, message + size, &n);
      EVP_CIPHER_CTX_ctrl(evp, EVP_CTRL_AEAD_GET_TAG, 16, tag.data());
    });
  }
  EVP_CIPHER_CTX_free(evp);
}

}  // namespace
}  // namespace keystream

int main() {
  keystream::CountAll();
  std::fputs(keystream::report.c_str(), stdout);
}
