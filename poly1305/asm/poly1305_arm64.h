// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// A block of Poly1305 in the general registers, for arm64: what poly1305_neon_arm64.S shares with
// the kernel of the AEAD that weaves it into ChaCha20.
//
// In the general registers, h = h0 + 2^64 h1 + 2^128 h2 and r = r0 + 2^64 r1, clamped. Modulo p,
// 2^130 is 5; r1 is a multiple of 4, so 2^128 r1 is 5/4 r1, a whole number: s1 = r1 + r1 / 4. A
// block is h += block, h *= r:
//
//   column 2^0     h0 r0 + h1 s1
//   column 2^64    h0 r1 + h1 r0 + h2 s1
//   column 2^128   h2 r0
//
// Bounds: h2 <= 4 between blocks and <= 9 in a product; r0, r1 < 2^60 and s1 < 5/4 * 2^60. So the
// upper half of the lowest column is below 9/4 * 2^60, and takes h2 s1 < 45/4 * 2^60 without a
// carry. What comes out as h2 is below 9 * 2^60 + 2^61 = 11 * 2^60, and 5/4 of it below 2^64. It is
// folded to at most 3 + 1: c = 5 * (h2 >> 2), h2 = h2 & 3, h += c.

#ifndef KEYSTREAM_POLY1305_ASM_POLY1305_ARM64_H_
#define KEYSTREAM_POLY1305_ASM_POLY1305_ARM64_H_

// This is no C: clang-format would join the lines of the macros.
// clang-format off

// The offsets in State.
#define STATE_H 0
#define STATE_R 24

// h0, h1, h2, r0, r1 and s1 are named by the file that includes this one. x10-x17 are free for
// intermediate results.

// Instruction 0-21 of h *= r.
.macro MULTIPLY_INSTRUCTION i
  .if \i == 0
    mul x10, h0, r0
  .elseif \i == 1
    umulh x11, h0, r0
  .elseif \i == 2
    mul x12, h1, s1
  .elseif \i == 3
    umulh x13, h1, s1
  .elseif \i == 4
    mul x14, h0, r1
  .elseif \i == 5
    umulh x15, h0, r1
  .elseif \i == 6
    madd x11, h2, s1, x11
  .elseif \i == 7
    mul x16, h1, r0
  .elseif \i == 8
    umulh x17, h1, r0
  .elseif \i == 9
    adds h0, x10, x12
  .elseif \i == 10
    adc x11, x11, x13
  .elseif \i == 11
    adds x14, x14, x16
  .elseif \i == 12
    adc x15, x15, x17
  .elseif \i == 13
    adds h1, x14, x11
  .elseif \i == 14
    adc x15, x15, xzr
  .elseif \i == 15
    madd h2, h2, r0, x15
  .elseif \i == 16
    and x10, h2, #~3
  .elseif \i == 17
    add x10, x10, h2, lsr #2
  .elseif \i == 18
    and h2, h2, #3
  .elseif \i == 19
    adds h0, h0, x10
  .elseif \i == 20
    adcs h1, h1, xzr
  .elseif \i == 21
    adc h2, h2, xzr
  .endif
.endm

// h *= r.
.macro MULTIPLY
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21
    MULTIPLY_INSTRUCTION \i
    .endr
.endm

// h += the block x10, x11 + 2^128 \one.
.macro ADD_BLOCK one
    adds h0, h0, x10
    adcs h1, h1, x11
    adc h2, h2, \one
.endm

// For poly1305_beside.h. The including file names mac_src, and one, which is 1, as well.
#define POLY1305_STEPS 24
.macro POLY1305_STEP i
  .if \i == 0
    ldp x10, x11, [mac_src], #16
  .elseif \i == 1
    ADD_BLOCK one
  .else
    MULTIPLY_INSTRUCTION (\i - 2)
  .endif
.endm

// The carries of the last sum.
.macro CLEAR_FLAGS
    cmp xzr, xzr
.endm

.macro LOAD_H from
    ldp h0, h1, [\from, #STATE_H]
    ldr h2, [\from, #STATE_H + 16]
.endm

.macro STORE_H to
    stp h0, h1, [\to, #STATE_H]
    str h2, [\to, #STATE_H + 16]
.endm

.macro LOAD_R from
    ldp r0, r1, [\from, #STATE_R]
    SET_S1
.endm

// s1 from r1.
.macro SET_S1
    add s1, r1, r1, lsr #2
.endm

#endif  // KEYSTREAM_POLY1305_ASM_POLY1305_ARM64_H_
