// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// void keystream_chacha20poly1305_{seal,open}_woven_vsx(
//     uint8_t* dst, const uint8_t* src, size_t len, const chacha20::internal::State* state,
//     uint32_t counter, poly1305::internal::State* mac)
//
// Woven of core.h, which differ in where the ciphertext is. A pass makes five blocks of ChaCha20 in
// the vector registers, four in columns and one in rows, and, in the general registers, takes 20
// blocks of Poly1305 into the accumulator. Neither needs a result of the other.
//
//                            vector registers              blocks of Poly1305
//   first column round       46 instructions   }
//   diagonal round           52                }           2
//   9 double rounds          9 * 104                       9 * 2
//   all blocks to dst        80 and loads, stores          0
//
// To open, dst may be src: all the ciphertext of a pass is loaded before anything is written.
//
// By the models of llvm-mca 19 (tools/loop_cycles), not measured, a double round of a pass takes
//
//             alone        with 2 blocks of Poly1305    2 blocks apart, in two chains
//   POWER9    53 cycles    70                           26
//   POWER10   44           50                           29
//
// A whole pass, with its loop unrolled for llvm-mca, takes 155 and 108 cycles for 64 bytes. The
// cores of chacha20 and poly1305 in turn, the former with six blocks in a pass, take 174 and 139;
// woven passes of six would take 157 and 104, of four 155 and 117. On POWER9 the slices, which take
// both kinds of instructions, are full; on POWER10 a pass of five or six takes as long as its chain
// of Poly1305.

#include "internal/asm.h"

#define NEXT_BESIDE POLY1305_NEXT
#include "chacha20/asm/chacha_ppc64le.h"

#define p0 %r0
#define p1 counter     // which is in vector registers by then
#define p2 t1
#define mac_src %r24   // the ciphertext
#define h0 %r25
#define h1 %r26
#define h2 %r27
#define r_0 %r28
#define r_1 %r29
#define s_1 %r30
#define one %r31
#define mac state      // which is in vector registers by then
#define SAVED_24 SAVED_VECTORS - 64
#include "poly1305/asm/poly1305_ppc64le.h"
#include "poly1305/asm/poly1305_beside.h"

#define PASS_SIZE 320

FUNCTION keystream_chacha20poly1305_seal_woven_vsx
    addi p0, dst, -PASS_SIZE
    b LOCAL(woven)
END_FUNCTION keystream_chacha20poly1305_seal_woven_vsx

FUNCTION keystream_chacha20poly1305_open_woven_vsx
    mr p0, src
LOCAL(woven):
    SAVE_REGISTERS
    mr mac_src, p0
    mr one, %r8  // mac comes in the register of at_16
    SET_CONSTANTS
    SAVE_VECTORS
    LOAD_COLUMNS
    mr mac, one
    LOAD_R mac
    LOAD_H mac
    li one, 1

LOCAL(next_pass):
    POLY1305_BEGIN 2, 90  // the other 8 are not woven
    START_BLOCKS 1, by_7, VSX(29), , , beside_a
    ROUND 1, by_7, IN_DIAGONALS, TO_COLUMNS, beside_a
    POLY1305_END
    li t0, 9
    mtctr t0
    .p2align 5
LOCAL(double_round):
    POLY1305_BEGIN 2, 104
    ROUND 1, by_7, IN_COLUMNS, TO_DIAGONALS, beside_a
    ROUND 1, by_7, IN_DIAGONALS, TO_COLUMNS, beside_a
    POLY1305_END
    bdnz LOCAL(double_round)

    FINISH_BLOCKS 1, VSX(29)
    XOR_COLUMNS
    XOR_BLOCK beside_a
    NEXT_COUNTERS 5
    addic. len, len, -PASS_SIZE
    bne LOCAL(next_pass)

    STORE_H mac
    RESTORE_VECTORS
    RESTORE_REGISTERS
    CLEAR_ONE_BLOCK
    CLEAR_MORE_BLOCKS
    li p1, 0
    li p2, 0
    CLEAR_CARRY
    blr
END_FUNCTION keystream_chacha20poly1305_open_woven_vsx
