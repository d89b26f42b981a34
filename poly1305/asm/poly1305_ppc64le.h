// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// A block of Poly1305 in the general registers, for ppc64le: what poly1305_ppc64le.S shares with
// the kernel of the AEAD that weaves it into ChaCha20.
//
// h = h0 + 2^64 h1 + 2^128 h2 and r = r0 + 2^64 r1, clamped. Modulo p, 2^130 is 5; r1 is a multiple
// of 4, so 2^128 r1 is 5/4 r1, a whole number: s1 = r1 + r1 / 4. A block is h += block, h *= r:
//
//   column 2^0     h0 r0 + h1 s1
//   column 2^64    h0 r1 + h1 r0 + h2 s1
//   column 2^128   h2 r0
//
// Bounds: h2 <= 4 between blocks and <= 6 in a product; r0, r1 < 2^60 and s1 < 5/4 * 2^60. So the
// upper half of the lowest column is below 9/4 * 2^60, and takes h2 s1 < 15/2 * 2^60 without a
// carry. What comes out as h2 is below 6 * 2^60 + 2^61 = 2^63. It is folded to at most 3 + 1:
//
//   c = 5 * (h2 >> 2), h2 = h2 & 3, h += c

#ifndef KEYSTREAM_POLY1305_ASM_POLY1305_PPC64LE_H_
#define KEYSTREAM_POLY1305_ASM_POLY1305_PPC64LE_H_

// This is no C: clang-format would join the lines of the macros.
// clang-format off

// The offsets in State.
#define STATE_H 0
#define STATE_R 24

// Before it includes this file, a file names h0, h1, h2, r_0, r_1, s_1, one, which holds 1, and p0
// to p2 for intermediate results. In the macros, a0 to a2 is h or another accumulator.

// Instruction 0-5 of a += the whole block at \at, which goes on to the next.
.macro ADD_INSTRUCTION i, a0, a1, a2, at
  .if \i == 0
    ld p0, 0(\at)
  .elseif \i == 1
    ld p1, 8(\at)
  .elseif \i == 2
    addi \at, \at, 16
  .elseif \i == 3
    addc \a0, \a0, p0
  .elseif \i == 4
    adde \a1, \a1, p1
  .elseif \i == 5
    adde \a2, \a2, one
  .endif
.endm

// Instruction 0-23 of a *= r, folded.
.macro MULTIPLY_INSTRUCTION i, a0, a1, a2
  .if \i == 0
    mulld p0, \a1, s_1
  .elseif \i == 1
    mulld p1, \a0, r_0
  .elseif \i == 2
    mulhdu p2, \a1, s_1
  .elseif \i == 3
    addc p0, p0, p1
  .elseif \i == 4
    mulhdu p1, \a0, r_0
  .elseif \i == 5
    adde p1, p1, p2
  .elseif \i == 6
    mulld p2, \a2, s_1
  .elseif \i == 7
    mulld \a2, \a2, r_0
  .elseif \i == 8
    add p1, p1, p2
  .elseif \i == 9
    mulld p2, \a1, r_0
  .elseif \i == 10
    mulhdu \a1, \a1, r_0
  .elseif \i == 11
    addc p1, p1, p2
  .elseif \i == 12
    adde \a2, \a2, \a1
  .elseif \i == 13
    mulld \a1, \a0, r_1
  .elseif \i == 14
    mulhdu \a0, \a0, r_1
  .elseif \i == 15
    addc \a1, \a1, p1
  .elseif \i == 16
    adde \a2, \a2, \a0
  .elseif \i == 17
    srdi p1, \a2, 2
  .elseif \i == 18
    clrrdi p2, \a2, 2
  .elseif \i == 19
    add p1, p1, p2
  .elseif \i == 20
    clrldi \a2, \a2, 62
  .elseif \i == 21
    addc \a0, p0, p1
  .elseif \i == 22
    addze \a1, \a1
  .elseif \i == 23
    addze \a2, \a2
  .endif
.endm

.macro MULTIPLY a0, a1, a2
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
    MULTIPLY_INSTRUCTION \i, \a0, \a1, \a2
    .endr
.endm

// For poly1305_beside.h. The including file names mac_src as well.
#define POLY1305_STEPS 30
.macro POLY1305_STEP i
  .if \i < 6
    ADD_INSTRUCTION \i, h0, h1, h2, mac_src
  .else
    MULTIPLY_INSTRUCTION (\i - 6), h0, h1, h2
  .endif
.endm

.macro SET_S1
    srdi s_1, r_1, 2
    add s_1, s_1, r_1
.endm

// p0, and the carry of the last sum.
.macro CLEAR_CARRY
    li p0, 0
    addic p0, p0, 0
.endm

.macro LOAD_H from
    ld h0, STATE_H(\from)
    ld h1, STATE_H + 8(\from)
    ld h2, STATE_H + 16(\from)
.endm

.macro STORE_H to
    std h0, STATE_H(\to)
    std h1, STATE_H + 8(\to)
    std h2, STATE_H + 16(\to)
.endm

.macro LOAD_R from
    ld r_0, STATE_R(\from)
    ld r_1, STATE_R + 8(\from)
    SET_S1
.endm

// The caller's r24 to r31 are kept from SAVED_24(%r1) on, which the file names as well.
.macro CALLERS_REGISTERS op
    .irp n, 24, 25, 26, 27, 28, 29, 30, 31
    \op \n, SAVED_24 + 8 * (\n - 24)(%r1)
    .endr
.endm

.macro SAVE_REGISTERS
    CALLERS_REGISTERS std
    .irp n, 24, 25, 26, 27, 28, 29, 30, 31
    .cfi_offset \n, SAVED_24 + 8 * (\n - 24)
    .endr
.endm

.macro RESTORE_REGISTERS
    CALLERS_REGISTERS ld
    .irp n, 24, 25, 26, 27, 28, 29, 30, 31
    .cfi_restore \n
    .endr
.endm

#endif  // KEYSTREAM_POLY1305_ASM_POLY1305_PPC64LE_H_
