// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// void keystream_chacha20poly1305_{seal,open}_woven_neon(
//     uint8_t* dst, const uint8_t* src, size_t len, const chacha20::internal::State* state,
//     uint32_t counter, poly1305::internal::State* mac)
//
// Woven of core.h, which differ in where the ciphertext is. A pass makes eight blocks of ChaCha20
// in the vector registers and, in the general registers, takes 32 blocks of Poly1305 into the
// accumulator. Neither needs a result of the other.
//
//                         vector registers              blocks of Poly1305
//   first column round    28 instructions   }
//   diagonal round        112               }           3
//   9 double rounds       9 * 224                       9 * 3
//   blocks 0-3 to dst     64 and loads, stores          1
//   blocks 4-7 to dst     the same                      1
//
// To open, dst may be src: the last two blocks of Poly1305 are at the end of the 512 bytes of a
// pass, and are loaded before anything is written there.
//
// By the models of llvm-mca 19 (tools/loop_cycles), not measured, a double round of a pass takes
//
//                 alone        with 3 blocks of Poly1305    3 blocks in the vector registers
//   Neoverse N1   118 cycles   118                          40
//   Neoverse V1   63           63                           20
//   Cortex-A72    131          139                          40

#include "internal/asm.h"

#define NEXT_BESIDE POLY1305_NEXT
#include "chacha20/asm/chacha_arm64.h"

#define h0 x5
#define h1 x6
#define h2 x7
#define r0 x8
#define r1 x9
#define s1 x19
#define mac_src x20  // the ciphertext
#define one x21      // 2^128 of a block
#define mac x24
#include "poly1305/asm/poly1305_arm64.h"
#include "poly1305/asm/poly1305_beside.h"

#define PASS_SIZE 512

FUNCTION keystream_chacha20poly1305_seal_woven_neon
    sub x6, dst, #PASS_SIZE
    b LOCAL(woven)
END_FUNCTION keystream_chacha20poly1305_seal_woven_neon

FUNCTION keystream_chacha20poly1305_open_woven_neon
    mov x6, src
LOCAL(woven):
    ENTER
    mov mac, x5  // these two come in the registers of h0 and h1
    mov mac_src, x6
    mov one, #1
    LOAD_R mac
    LOAD_H mac

LOCAL(next_pass):
    COLUMNS_LOAD 0
    POLY1305_BEGIN 3, 140
    EIGHT_FIRST_COLUMNS
    EIGHT_DIAGONALS
    POLY1305_END
    mov rounds, #9
LOCAL(double_round):
    POLY1305_BEGIN 3, 224
    EIGHT_COLUMNS
    EIGHT_DIAGONALS
    POLY1305_END
    subs rounds, rounds, #1
    b.ne LOCAL(double_round)

    PARK_N
    POLY1305_BEGIN 1, 64
    KEY_STREAM_M
    XOR_M
    POLY1305_END
    add counter, counter, #4
    N_TO_M
    POLY1305_BEGIN 1, 64
    KEY_STREAM_M
    XOR_M
    POLY1305_END
    add counter, counter, #4
    subs len, len, #PASS_SIZE
    b.ne LOCAL(next_pass)

    STORE_H mac
    CLEAR_VECTORS
    CLEAR_FRAME
    CLEAR_FLAGS
    LEAVE
END_FUNCTION keystream_chacha20poly1305_open_woven_neon
