// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Blocks in columns, and some in rows beside them, in the vector registers of ppc64le: what
// chacha_vsx_ppc64le.S shares with the kernel of the AEAD that weaves Poly1305 into them.
//
// vpermxor (new in ISA 2.07) xors two vectors of which it takes the bytes in any order: it is the
// xor and the rotation by 16 or by 8 in one, so that a quarter round has ten instructions, not
// twelve. In rows it moves the lanes of row d as well. The other rotations are vrlw's.
//
// There is no table of contents (r2) and no data: the constants are made from immediates.

#ifndef KEYSTREAM_CHACHA20_ASM_CHACHA_PPC64LE_H_
#define KEYSTREAM_CHACHA20_ASM_CHACHA_PPC64LE_H_

#include "internal/weave.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

#define dst %r3
#define src %r4
#define len %r5
#define state %r6
#define counter %r7
#define at_16 %r8  // these hold 16, 32 and 48: loads and stores of vectors have no displacement
#define at_32 %r9
#define at_48 %r10
#define t0 %r11
#define t1 %r12

// The 32 vector registers have the numbers that AltiVec's instructions, those that begin with v,
// know them by; 20 to 31 are the caller's. They are 32 to 63 of VSX, whose instructions take all of
// 0 to 63: VSX() is for these. Of 0 to 31, halves of 14 to 31 are the caller's. Lanes and bytes
// count from the left, which is how lxvw4x and stxvw4x see words in memory, in either byte order.
#define VSX(register) 32+register
#define MOVE(to, from) xxlor to, from, from

// In columns, x<i> holds word i of four blocks. Other shapes use them, too.
#define x0 0
#define x1 1
#define x2 2
#define x3 3
#define x4 4
#define x5 5
#define x6 6
#define x7 7
#define x8 8
#define x9 9
#define x10 10
#define x11 11
#define x12 12
#define x13 13
#define x14 14
#define x15 15

// For vpermxor and vrlw. rotl_16_rows moves the first operand by two lanes, too. With three blocks
// in rows beside columns, by_7 belongs to a row and by_12 is 12 and 7 by turns.
#define rotl_16 16
#define rotl_8 17
#define by_12 18
#define by_7 19
#define rotl_16_rows 20

// Of VSX's 0 to 13.
#define first0 0  // the rows of the state after a column round; column 0 is not used
#define first1 1
#define first2 2
#define first3 3
#define u0 4      // scratch
#define u1 5
#define u2 6
#define u3 7
#define k0 8      // the rows of the state, with 0 for word 12
#define k1 9
#define k2 10
#define k3 11
#define counters 12  // of four blocks
#define lane_0 13    // all ones there, 0 elsewhere

// Xors the next block, which is whole, with the rows of a block of key stream.
.macro XOR_BLOCK r0, r1, r2, r3
    lxvw4x u0, 0, src
    lxvw4x u1, src, at_16
    lxvw4x u2, src, at_32
    lxvw4x u3, src, at_48
    xxlxor u0, u0, VSX(\r0)
    xxlxor u1, u1, VSX(\r1)
    xxlxor u2, u2, VSX(\r2)
    xxlxor u3, u3, VSX(\r3)
    stxvw4x u0, 0, dst
    stxvw4x u1, dst, at_16
    stxvw4x u2, dst, at_32
    stxvw4x u3, dst, at_48
    addi src, src, 64
    addi dst, dst, 64
.endm

// For each quarter round of a list of registers, four for each one: op control, a, b, c, d.
.macro FOR_EACH op, control, a, b, c, d, more:vararg
    \op \control, \a, \b, \c, \d
    .ifnb \more
    FOR_EACH \op, \control, \more
    .endif
.endm

.macro ADD_B control, a, b, c, d
    V vadduwm \a, \a, \b
.endm
.macro XOR_A_AND_ROTATE control, a, b, c, d
    V vpermxor \d, \d, \a, \control
.endm
.macro ADD_D control, a, b, c, d
    V vadduwm \c, \c, \d
.endm
.macro XOR_C control, a, b, c, d
    V vxor \b, \b, \c
.endm
.macro ROTATE control, a, b, c, d
    V vrlw \b, \b, \control
.endm

// The two kinds of halves of a quarter round, for all of a list.
.macro HALVES_BY_BYTES rotl, quarters:vararg
    FOR_EACH ADD_B, 0, \quarters
    FOR_EACH XOR_A_AND_ROTATE, \rotl, \quarters
.endm
.macro HALVES_BY_BITS by, quarters:vararg
    FOR_EACH ADD_D, 0, \quarters
    FOR_EACH XOR_C, 0, \quarters
    FOR_EACH ROTATE, \by, \quarters
.endm

// Rows: a vector is a row of the state of one block, and a quarter round of rows is one of all
// columns. For the diagonals, the lanes of the others move against row b, which is the last to be
// ready: a by one to the right, c by one to the left, and d by two. That of d is part of the first
// vpermxor of the next round, the same for both kinds of rounds:
//
//   a    0  1  2  3          3  0  1  2
//   b    4  5  6  7    <->   4  5  6  7
//   c    8  9 10 11          9 10 11  8
//   d   12 13 14 15         14 15 12 13
//
// So d has to be swapped before the first round and after the last.
#define beside_a 21, 22, 23, 24  // of up to three blocks beside columns
#define beside_b 25, 26, 27, 28
#define beside_c 29, 30, 31, by_7

.macro TO_DIAGONALS control, a, b, c, d
    V xxsldwi VSX(\a), VSX(\a), VSX(\a), 3
    V xxsldwi VSX(\c), VSX(\c), VSX(\c), 1
.endm
.macro TO_COLUMNS control, a, b, c, d
    V xxsldwi VSX(\a), VSX(\a), VSX(\a), 1
    V xxsldwi VSX(\c), VSX(\c), VSX(\c), 3
.endm

// at_16 to at_48 and what rotates columns. Takes x0 to x2.
.macro SET_CONSTANTS
    li at_16, 16
    li at_32, 32
    li at_48, 48
    lvsl x0, 0, %r1  // 0, 1 ... 15: the stack pointer is a multiple of 16
    vspltisb x1, 4
    vslb x1, x0, x1
    vor x0, x0, x1  // 0x00, 0x11 ... 0xff: each byte of both operands in its place
    vspltisw x1, -16
    vspltisw x2, 8
    vrlw rotl_16, x0, x1
    vrlw rotl_8, x0, x2
    vspltisw by_12, 12
    vspltisw by_7, 7
.endm

// From what rotates columns, what rotates rows.
.macro SET_ROTL_16_ROWS to
    vspltisb x1, -1
    vslb x1, x1, x1  // 0x80 in each byte: two lanes on in the first operand
    vxor \to, x1, rotl_16
.endm

// Columns: no lanes move in the rounds. At the end four words of four blocks become a row of each
// block, four times, by transpositions of 4 by 4 words.
#define columns x0, x4, x8, x12, x1, x5, x9, x13, x2, x6, x10, x14, x3, x7, x11, x15
#define diagonals x0, x5, x10, x15, x1, x6, x11, x12, x2, x7, x8, x13, x3, x4, x9, x14

#define column_0 x0, x4, x8, x12

// What every pass of columns starts from: k0 to k3, first0 to first3, lane_0, rotl_16_rows, and
// counters, from `counter` on. SET_CONSTANTS and SAVE_VECTORS come before. Takes x0 to x5 and u0.
.macro LOAD_COLUMNS
    SET_ROTL_16_ROWS rotl_16_rows
    lxvw4x VSX(x0), 0, state
    lxvw4x VSX(x1), state, at_16
    lxvw4x VSX(x2), state, at_32
    lxvw4x VSX(x3), state, at_48
    MOVE(k0, VSX(x0))
    MOVE(k1, VSX(x1))
    MOVE(k2, VSX(x2))
    vspltisw x4, -1
    vxor x5, x5, x5
    vsldoi x4, x4, x5, 12
    MOVE(lane_0, VSX(x4))
    xxsel VSX(x3), VSX(x3), VSX(x5), lane_0
    MOVE(k3, VSX(x3))
    HALVES_BY_BYTES rotl_16, x0, x1, x2, x3
    HALVES_BY_BITS by_12, x0, x1, x2, x3
    HALVES_BY_BYTES rotl_8, x0, x1, x2, x3
    HALVES_BY_BITS by_7, x0, x1, x2, x3
    MOVE(first0, VSX(x0))
    MOVE(first1, VSX(x1))
    MOVE(first2, VSX(x2))
    MOVE(first3, VSX(x3))
    mtvsrwz u0, counter
    xxspltw VSX(x0), u0, 1
    lvsl x1, 0, %r1
    vmrghb x1, x5, x1
    vmrghh x1, x5, x1  // 0, 1, 2, 3
    vadduwm x0, x0, x1
    MOVE(counters, VSX(x0))
.endm

// The state after the first column round, but for column 0, the only one in which the blocks
// differ: that one is after the first of its four additions and the rotation by 16.
.macro START_COLUMNS
    V xxspltw VSX(x0), k0, 0
    V xxspltw VSX(x4), k1, 0
    V xxspltw VSX(x8), k2, 0
    .irp i, 1, 2, 3
    V xxspltw VSX(x0+\i), first0, \i
    V xxspltw VSX(x4+\i), first1, \i
    V xxspltw VSX(x8+\i), first2, \i
    V xxspltw VSX(x12+\i), first3, \i
    .endr
    V MOVE(VSX(x12), counters)
    V vadduwm x0, x0, x4
    V vpermxor x12, x12, x0, rotl_16
.endm

// A row of the result of all blocks, the columns' by a transposition. by_12 holds the row of the
// state meanwhile. \beside is the register of the row in beside_a; those in the others follow.
.macro FINISH_ROW n, row, beside, r0, r1, r2, r3
    V xxmrghw u0, VSX(\r0), VSX(\r1)  // words 0 1 of blocks 0 1
    V xxmrghw u1, VSX(\r2), VSX(\r3)  // words 2 3
    V xxmrglw u2, VSX(\r0), VSX(\r1)  // words 0 1 of blocks 2 3
    V xxmrglw u3, VSX(\r2), VSX(\r3)  // words 2 3
    V xxpermdi VSX(\r0), u0, u1, 0
    V xxpermdi VSX(\r1), u0, u1, 3
    V xxpermdi VSX(\r2), u2, u3, 0
    V xxpermdi VSX(\r3), u2, u3, 3
    V MOVE(VSX(by_12), \row)
    .irp r, \r0, \r1, \r2, \r3
    V vadduwm \r, \r, by_12
    .endr
    .ifnb \beside
    .set r, \beside
    .rept \n
    V vadduwm r, r, by_12
    .set r, r + 4
    .endr
    .endif
.endm

.macro START_ROWS_BESIDE initial_d, a, b, c, d
    MOVE(VSX(\a), k0)
    MOVE(VSX(\b), k1)
    MOVE(VSX(\c), k2)
    xxswapd VSX(\d), \initial_d
.endm

.macro FINISH_D initial_d, a, b, c, d
    V xxswapd VSX(\d), VSX(\d)
    V MOVE(VSX(by_12), \initial_d)
    V vadduwm \d, \d, by_12
.endm

// What by_12 holds next, where it is by_7, too.
.macro TAKE_TURNS n, by
    .if \n == 3
    vspltisw by_12, \by
    .endif
.endm

.macro IN_COLUMNS halves, control, rows:vararg
    \halves \control, columns, \rows
.endm
.macro IN_DIAGONALS halves, control, rows:vararg
    \halves \control, diagonals, \rows
.endm

.macro ROUND n, seven, quarters, move, rows:vararg
    TAKE_TURNS \n, 12
    \quarters HALVES_BY_BYTES, rotl_16
    .if \n >= 1
    HALVES_BY_BYTES rotl_16_rows, \rows
    .endif
    \quarters HALVES_BY_BITS, by_12, \rows
    \quarters HALVES_BY_BYTES, rotl_8, \rows
    TAKE_TURNS \n, 7
    \quarters HALVES_BY_BITS, \seven, \rows
    .if \n >= 1
    FOR_EACH \move, 0, \rows
    .endif
.endm

// A pass of four blocks in columns and \n in \rows, in three parts: up to the first diagonal round,
// ROUND, and what follows the last, which leaves the blocks in x0 x4 x8 x12 to x3 x7 x11 x15 and in
// \rows. \seven is the register that holds 7, which is by_12 with three blocks in rows; \d_a to
// \d_c keep the fourth row of each block in rows, as it was before the rounds, for FINISH_BLOCKS.
.macro START_BLOCKS n, seven, d_a, d_b, d_c, rows:vararg
    START_COLUMNS
    .if \n >= 1
    MOVE(VSX(21), counters)
    vspltisw 22, 4
    vadduwm 21, 21, 22
    xxsel \d_a, k3, VSX(21), lane_0
    .endif
    .if \n >= 2
    xxsldwi u0, VSX(21), VSX(21), 1
    xxsel \d_b, k3, u0, lane_0
    START_ROWS_BESIDE \d_b, beside_b
    .endif
    .if \n >= 3
    xxsldwi u0, VSX(21), VSX(21), 2
    xxsel \d_c, k3, u0, lane_0
    START_ROWS_BESIDE \d_c, beside_c
    .endif
    .if \n >= 1
    START_ROWS_BESIDE \d_a, beside_a
    HALVES_BY_BYTES rotl_16_rows, \rows
    .endif
    HALVES_BY_BITS by_12, column_0, \rows
    HALVES_BY_BYTES rotl_8, column_0, \rows
    TAKE_TURNS \n, 7
    HALVES_BY_BITS \seven, column_0, \rows
    .if \n >= 1
    FOR_EACH TO_DIAGONALS, 0, \rows
    .endif
.endm

.macro FINISH_BLOCKS n, d_a, d_b, d_c
    V MOVE(VSX(by_12), counters)
    V vadduwm x12, x12, by_12
    FINISH_ROW \n, k0, 21, x0, x1, x2, x3
    FINISH_ROW \n, k1, 22, x4, x5, x6, x7
    FINISH_ROW \n, k2, 23, x8, x9, x10, x11
    FINISH_ROW \n, k3, , x12, x13, x14, x15
    .if \n >= 1
    FINISH_D \d_a, beside_a
    .endif
    .if \n >= 2
    FINISH_D \d_b, beside_b
    .endif
    .if \n >= 3
    FINISH_D \d_c, beside_c
    .endif
    vspltisw by_12, 12
.endm

// The counters of the pass after one of \blocks.
.macro NEXT_COUNTERS blocks
    vspltisw x0, \blocks
    MOVE(VSX(x1), counters)
    vadduwm x0, x0, x1
    MOVE(counters, VSX(x0))
.endm

.macro XOR_COLUMNS
    XOR_BLOCK x0, x4, x8, x12
    XOR_BLOCK x1, x5, x9, x13
    XOR_BLOCK x2, x6, x10, x14
    XOR_BLOCK x3, x7, x11, x15
.endm

// The caller's vector registers are kept below the stack pointer, where a function that calls no
// other has 288 bytes. at_16 to at_48 are set before; t0 is lost.
#define SAVED_VECTORS -192
.macro CALLERS_VECTORS op
    addi t0, %r1, SAVED_VECTORS
    .set register, 20
    .rept 3
    \op register, 0, t0
    \op register + 1, t0, at_16
    \op register + 2, t0, at_32
    \op register + 3, t0, at_48
    .if register < 28
    addi t0, t0, 64
    .endif
    .set register, register + 4
    .endr
.endm

.macro SAVE_VECTORS
    CALLERS_VECTORS stvx
    .set register, 20
    .rept 12
    .cfi_offset 77 + register, 16 * (register - 32)  // 77 is vector register 0 to DWARF
    .set register, register + 1
    .endr
.endm

.macro RESTORE_VECTORS
    CALLERS_VECTORS lvx
    .set register, 20
    .rept 12
    .cfi_restore 77 + register
    .set register, register + 1
    .endr
.endm

// Clears what a call on one block leaves in the vector registers, and what longer ones leave there
// besides, when the caller's are restored.
.macro CLEAR_ONE_BLOCK
    .irp secret, VSX(x0), VSX(x4), VSX(x8), VSX(x3), VSX(x7), VSX(x11), VSX(x15), u0, u1, u2, u3
    xxlxor \secret, \secret, \secret
    .endr
.endm

.macro CLEAR_MORE_BLOCKS
    .irp secret, VSX(x1), VSX(x2), VSX(x5), VSX(x6), VSX(x9), VSX(x10), VSX(x12), VSX(x13), VSX(x14)
    xxlxor \secret, \secret, \secret
    .endr
    .irp secret, VSX(by_7), first0, first1, first2, first3, k0, k1, k2
    xxlxor \secret, \secret, \secret
    .endr
.endm

#endif  // KEYSTREAM_CHACHA20_ASM_CHACHA_PPC64LE_H_
