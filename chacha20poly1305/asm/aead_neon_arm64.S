// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// void keystream_chacha20poly1305_{seal,open}_woven_neon(
//     uint8_t* dst, const uint8_t* src, size_t len, const chacha20::internal::State* state,
//     uint32_t counter, poly1305::internal::State* mac)
//
// Woven of core.h, which differ in where the ciphertext is. A pass makes eight blocks of ChaCha20 in
// the vector registers and, in the general registers, takes 32 blocks of Poly1305 into the
// accumulator. The two never wait for one another.
//
//                         vector registers              blocks of Poly1305
//   first column round    28 instructions   }
//   diagonal round        112               }           3
//   9 double rounds       9 * 224                       9 * 3
//   blocks 0-3 to dst     48 and loads, stores          1
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
#include "poly1305/asm/poly1305_arm64.h"

#define text x20  // the ciphertext
#define one x21   // 2^128 of a block
#define mac x24

// The frame, from sp, begins with that of a pass of eight blocks.
#define SAVED_D FRAME_WORDS   // d8-d15
#define SAVED_X SAVED_D + 64  // x19-x24
#define FRAME_SIZE FRAME_WORDS + 112

// The next step of a block of Poly1305. steps_left counts those of all the blocks that are to be
// taken beside the vector instructions that follow.
#define STEPS 24
#define steps_left LOCAL(steps_left)
.set steps_left, 0
.macro POLY1305_NEXT
  .if steps_left > 0
    .set LOCAL(step), (STEPS - steps_left % STEPS) % STEPS
    .set steps_left, steps_left - 1
  .if LOCAL(step) == 0
    ldp x10, x11, [text], #16
  .elseif LOCAL(step) == 1
    ADD_BLOCK one
  .else
    MULTIPLY_INSTRUCTION (LOCAL(step) - 2)
  .endif
  .endif
.endm

// What follows up to POLY1305_END is about `vectors` vector instructions, beside which `blocks`
// blocks are taken.
.macro POLY1305_BEGIN blocks, vectors
    .set steps_left, \blocks * STEPS
    .set due, 0
    .set beside, (\blocks * STEPS * 56 + \vectors - 1) / \vectors
.endm

.macro POLY1305_END
    .rept STEPS
    POLY1305_NEXT
    .endr
    .set beside, 0
.endm

FUNCTION keystream_chacha20poly1305_seal_woven_neon
    sub x6, dst, #512
    b LOCAL(woven)
END_FUNCTION keystream_chacha20poly1305_seal_woven_neon

FUNCTION keystream_chacha20poly1305_open_woven_neon
    mov x6, src
LOCAL(woven):
    sub sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset FRAME_SIZE
    stp x19, x20, [sp, #SAVED_X]
    .cfi_offset x19, SAVED_X - (FRAME_SIZE)
    .cfi_offset x20, SAVED_X + 8 - (FRAME_SIZE)
    stp x21, x22, [sp, #SAVED_X + 16]
    .cfi_offset x21, SAVED_X + 16 - (FRAME_SIZE)
    .cfi_offset x22, SAVED_X + 24 - (FRAME_SIZE)
    stp x23, x24, [sp, #SAVED_X + 32]
    .cfi_offset x23, SAVED_X + 32 - (FRAME_SIZE)
    .cfi_offset x24, SAVED_X + 40 - (FRAME_SIZE)
    stp d8, d9, [sp, #SAVED_D]
    stp d10, d11, [sp, #SAVED_D + 16]
    stp d12, d13, [sp, #SAVED_D + 32]
    stp d14, d15, [sp, #SAVED_D + 48]
    mov mac, x5
    mov text, x6
    mov one, #1
    ldp h0, h1, [mac, #STATE_H]
    ldr h2, [mac, #STATE_H + 16]
    ldp r0, r1, [mac, #STATE_R]
    SET_S1

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
    subs len, len, #512
    b.ne LOCAL(next_pass)

    stp h0, h1, [mac, #STATE_H]
    str h2, [mac, #STATE_H + 16]
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    movi v\r\().16b, #0
    .endr
    .irp place, 0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320
    stp q0, q0, [sp, #\place]
    .endr
    // The upper halves become zero.
    ldp d8, d9, [sp, #SAVED_D]
    ldp d10, d11, [sp, #SAVED_D + 16]
    ldp d12, d13, [sp, #SAVED_D + 32]
    ldp d14, d15, [sp, #SAVED_D + 48]
    .irp r, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    mov x\r, #0
    .endr
    ldp x19, x20, [sp, #SAVED_X]
    .cfi_restore x19
    .cfi_restore x20
    ldp x21, x22, [sp, #SAVED_X + 16]
    .cfi_restore x21
    .cfi_restore x22
    ldp x23, x24, [sp, #SAVED_X + 32]
    .cfi_restore x23
    .cfi_restore x24
    add sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset 0
    ret
END_FUNCTION keystream_chacha20poly1305_open_woven_neon
