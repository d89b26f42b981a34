// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Blocks in columns in the vector registers, for arm64: what chacha_neon_arm64.S shares with the
// kernel of the AEAD that weaves Poly1305 into them.
//
// Columns: a register holds one word of four consecutive blocks, the lowest in lane 0. Two sets of
// them, m and n, make eight blocks. A quarter round is fourteen instructions one after another, so
// four of them at a time are what two vector units need, and what more than two leave idle: hence
// two sets where the message has eight blocks.

#ifndef KEYSTREAM_CHACHA20_ASM_CHACHA_ARM64_H_
#define KEYSTREAM_CHACHA20_ASM_CHACHA_ARM64_H_

#include "internal/weave.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

#define dst x0
#define src x1
#define len x2
#define state x3
#define counter w4

#define rounds w22  // a loop's count
#define t0 x22      // not while a loop counts
#define t1 x23

// The columns. In a pass of eight blocks, words 10 and 11 wait in the frame while words 8 and 9 are
// in use, and the other way round: columns 0 and 1 and diagonals 2 and 3 use 8 and 9, columns 2 and
// 3 and diagonals 0 and 1 use 10 and 11. Their registers are then called m8, m9, n8 and n9
// throughout, and the registers of m10 and m11 are those of n8 and n9.
//
//         m: blocks 0-3                n: blocks 4-7
//    0   1   2   3        v20  v0   v4   v16         v8   v9   v10  v11
//    4   5   6   7        v21  v1   v5   v17         v12  v13  v14  v15
//    8   9  10  11        v22  v2   v6   v18         v6   v18
//   12  13  14  15        v23  v3   v7   v19         v26  v27  v28  v29
//
// v8-v15 are only used for eight blocks: their lower halves are the caller's.

#define m0 v20
#define m1 v0
#define m2 v4
#define m3 v16
#define m4 v21
#define m5 v1
#define m6 v5
#define m7 v17
#define m8 v22
#define m9 v2
#define m10 v6
#define m11 v18
#define m12 v23
#define m13 v3
#define m14 v7
#define m15 v19

#define n0 v8
#define n1 v9
#define n2 v10
#define n3 v11
#define n4 v12
#define n5 v13
#define n6 v14
#define n7 v15
#define n8 v6
#define n9 v18
#define n12 v26
#define n13 v27
#define n14 v28
#define n15 v29

// v24, v25 and v30 are free for intermediate results. v31 has the indices that rotate words by 8.

// The frame, from sp. What is before SAVED_D is for passes of eight blocks.
#define M_8_9 0      // where words 8 and 9, and 10 and 11, of both sets wait
#define N_8_9 32
#define M_10_11 64
#define N_10_11 96
#define N_WORDS 128  // the rest of set n, while set m is written
#define SAVED_D 352  // d8-d15
#define SAVED_X 416  // x19-x24
#define FRAME_SIZE 464

RODATA 4
LOCAL(constants):
    .long 0x02010003, 0x06050407, 0x0a09080b, 0x0e0d0c0f  // bytes of words rotated by 8, for tbl
    .long 0, 1, 2, 3                                      // lanes

// Steps of four quarter rounds.
.macro ADD_4 x0, y0, x1, y1, x2, y2, x3, y3
    V add \x0\().4s, \x0\().4s, \y0\().4s
    V add \x1\().4s, \x1\().4s, \y1\().4s
    V add \x2\().4s, \x2\().4s, \y2\().4s
    V add \x3\().4s, \x3\().4s, \y3\().4s
.endm

.macro XOR_4 x0, y0, x1, y1, x2, y2, x3, y3
    V eor \x0\().16b, \x0\().16b, \y0\().16b
    V eor \x1\().16b, \x1\().16b, \y1\().16b
    V eor \x2\().16b, \x2\().16b, \y2\().16b
    V eor \x3\().16b, \x3\().16b, \y3\().16b
.endm

// rev32 swaps the halves of words.
.macro ROTATE_16 x0, x1, x2, x3
    V rev32 \x0\().8h, \x0\().8h
    V rev32 \x1\().8h, \x1\().8h
    V rev32 \x2\().8h, \x2\().8h
    V rev32 \x3\().8h, \x3\().8h
.endm

.macro ROTATE_8 x0, x1, x2, x3
    V tbl \x0\().16b, {\x0\().16b}, v31.16b
    V tbl \x1\().16b, {\x1\().16b}, v31.16b
    V tbl \x2\().16b, {\x2\().16b}, v31.16b
    V tbl \x3\().16b, {\x3\().16b}, v31.16b
.endm

// x = (x ^ y) <<< n. There are three registers for four intermediate results.
.macro XOR_ROTATE_4 n, x0, y0, x1, y1, x2, y2, x3, y3
    V eor v24.16b, \x0\().16b, \y0\().16b
    V eor v25.16b, \x1\().16b, \y1\().16b
    V eor v30.16b, \x2\().16b, \y2\().16b
    V shl \x0\().4s, v24.4s, #\n
    V shl \x1\().4s, v25.4s, #\n
    V shl \x2\().4s, v30.4s, #\n
    V sri \x0\().4s, v24.4s, #32 - \n
    V eor v24.16b, \x3\().16b, \y3\().16b
    V sri \x1\().4s, v25.4s, #32 - \n
    V sri \x2\().4s, v30.4s, #32 - \n
    V shl \x3\().4s, v24.4s, #\n
    V sri \x3\().4s, v24.4s, #32 - \n
.endm

.macro FOUR_QUARTERS a0, b0, c0, d0, a1, b1, c1, d1, a2, b2, c2, d2, a3, b3, c3, d3
    ADD_4 \a0, \b0, \a1, \b1, \a2, \b2, \a3, \b3
    XOR_4 \d0, \a0, \d1, \a1, \d2, \a2, \d3, \a3
    ROTATE_16 \d0, \d1, \d2, \d3
    ADD_4 \c0, \d0, \c1, \d1, \c2, \d2, \c3, \d3
    XOR_ROTATE_4 12, \b0, \c0, \b1, \c1, \b2, \c2, \b3, \c3
    ADD_4 \a0, \b0, \a1, \b1, \a2, \b2, \a3, \b3
    XOR_4 \d0, \a0, \d1, \a1, \d2, \a2, \d3, \a3
    ROTATE_8 \d0, \d1, \d2, \d3
    ADD_4 \c0, \d0, \c1, \d1, \c2, \d2, \c3, \d3
    XOR_ROTATE_4 7, \b0, \c0, \b1, \c1, \b2, \c2, \b3, \c3
.endm

.macro QUARTER a, b, c, d
    V add \a\().4s, \a\().4s, \b\().4s
    V eor \d\().16b, \d\().16b, \a\().16b
    V rev32 \d\().8h, \d\().8h
    V add \c\().4s, \c\().4s, \d\().4s
    V eor v24.16b, \b\().16b, \c\().16b
    V shl \b\().4s, v24.4s, #12
    V sri \b\().4s, v24.4s, #20
    V add \a\().4s, \a\().4s, \b\().4s
    V eor \d\().16b, \d\().16b, \a\().16b
    V tbl \d\().16b, {\d\().16b}, v31.16b
    V add \c\().4s, \c\().4s, \d\().4s
    V eor v24.16b, \b\().16b, \c\().16b
    V shl \b\().4s, v24.4s, #7
    V sri \b\().4s, v24.4s, #25
.endm

// Loads set m after the first column round, but for column 0, which sees the counter and is loaded
// as it is. The first of the blocks is counter + lane. v24: lanes; v31: see above.
.macro COLUMNS_LOAD lane
    LOCAL_ADDRESS t0, constants
    ldp q31, q24, [t0]
    add t0, state, #64
    ld4r {v0.4s, v1.4s, v2.4s, v3.4s}, [t0], #16
    ld4r {v4.4s, v5.4s, v6.4s, v7.4s}, [t0], #16
    ld4r {v16.4s, v17.4s, v18.4s, v19.4s}, [t0]
    add w23, counter, #\lane
    add t0, state, #16
    dup v23.4s, w23
    ld1r {v20.4s}, [state]
    add t1, state, #32
    ld1r {v21.4s}, [t0]
    add v23.4s, v23.4s, v24.4s
    ld1r {v22.4s}, [t1]
.endm

// Makes the frame.
.macro ENTER
    sub sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset FRAME_SIZE
    stp x19, x20, [sp, #SAVED_X]
    stp x21, x22, [sp, #SAVED_X + 16]
    stp x23, x24, [sp, #SAVED_X + 32]
    .irp r, 19, 20, 21, 22, 23, 24
    .cfi_offset x\r, SAVED_X + 8 * (\r - 19) - FRAME_SIZE
    .endr
    SAVE_D8_TO_D15 SAVED_D, FRAME_SIZE
.endm

// Clears what passes of four blocks leave in the vector registers, and then what those of eight
// leave there and in the frame.
.macro CLEAR_VECTORS
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    movi d\r, #0  // all of v\r
    .endr
.endm

.macro CLEAR_FRAME
    .irp place, 0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320
    stp q0, q0, [sp, #\place]
    .endr
    LOAD_D8_TO_D15 SAVED_D
.endm

// Clears the general registers and returns.
.macro LEAVE
    D8_TO_D15_ARE_RESTORED
    .irp r, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    mov x\r, #0
    .endr
    ldp x19, x20, [sp, #SAVED_X]
    ldp x21, x22, [sp, #SAVED_X + 16]
    ldp x23, x24, [sp, #SAVED_X + 32]
    .irp r, 19, 20, 21, 22, 23, 24
    .cfi_restore x\r
    .endr
    add sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset 0
    ret
.endm

// Words 8 and 9 of both sets go to the frame, 10 and 11 come from it, or the other way round.
.macro EXCHANGE m_to, n_to, m_from, n_from
    stp q22, q2, [sp, #\m_to]
    stp q6, q18, [sp, #\n_to]
    ldp q22, q2, [sp, #\m_from]
    ldp q6, q18, [sp, #\n_from]
.endm

// The first column round of eight blocks. COLUMNS_LOAD comes before.
.macro EIGHT_FIRST_COLUMNS
    movi v25.4s, #4
    mov n0.16b, m0.16b
    mov n4.16b, m4.16b
    mov n6.16b, m8.16b  // n8, in a register that is still free
    add n12.4s, m12.4s, v25.4s
    QUARTER m0, m4, m8, m12
    QUARTER n0, n4, n6, n12
    stp q22, q2, [sp, #M_8_9]
    stp q14, q2, [sp, #N_8_9]
    mov m8.16b, m10.16b
    mov m9.16b, m11.16b
    mov n1.16b, m1.16b
    mov n2.16b, m2.16b
    mov n3.16b, m3.16b
    mov n5.16b, m5.16b
    mov n6.16b, m6.16b
    mov n7.16b, m7.16b
    mov n13.16b, m13.16b
    mov n14.16b, m14.16b
    mov n15.16b, m15.16b
.endm

.macro EIGHT_COLUMNS
    FOUR_QUARTERS m0, m4, m8, m12, m1, m5, m9, m13, n0, n4, n8, n12, n1, n5, n9, n13
    EXCHANGE M_8_9, N_8_9, M_10_11, N_10_11
    FOUR_QUARTERS m2, m6, m8, m14, m3, m7, m9, m15, n2, n6, n8, n14, n3, n7, n9, n15
.endm

.macro EIGHT_DIAGONALS
    FOUR_QUARTERS m0, m5, m8, m15, m1, m6, m9, m12, n0, n5, n8, n15, n1, n6, n9, n12
    EXCHANGE M_10_11, N_10_11, M_8_9, N_8_9
    FOUR_QUARTERS m2, m7, m8, m13, m3, m4, m9, m14, n2, n7, n8, n13, n3, n4, n9, n14
.endm

// Set n goes to the frame, where its words 10 and 11 are already, while set m is written in full
// registers; those of m come from there.
.macro PARK_N
    stp q8, q9, [sp, #N_WORDS]
    stp q10, q11, [sp, #N_WORDS + 32]
    stp q12, q13, [sp, #N_WORDS + 64]
    stp q14, q15, [sp, #N_WORDS + 96]
    stp q6, q18, [sp, #N_WORDS + 128]
    stp q26, q27, [sp, #N_WORDS + 160]
    stp q28, q29, [sp, #N_WORDS + 192]
    ldp q6, q18, [sp, #M_10_11]
.endm

// Set n becomes set m.
.macro N_TO_M
    ldp q20, q0, [sp, #N_WORDS]
    ldp q4, q16, [sp, #N_WORDS + 32]
    ldp q21, q1, [sp, #N_WORDS + 64]
    ldp q5, q17, [sp, #N_WORDS + 96]
    ldp q22, q2, [sp, #N_WORDS + 128]
    ldp q6, q18, [sp, #N_10_11]
    ldp q23, q3, [sp, #N_WORDS + 160]
    ldp q7, q19, [sp, #N_WORDS + 192]
.endm

// Four registers of a word each become four registers of a row (four words) of a block each, the
// first of block 1, then 0, 2, 3.
.macro TRANSPOSE w0, w1, w2, w3
    V zip1 v24.4s, \w0\().4s, \w1\().4s   // w0[0] w1[0] w0[1] w1[1]
    V zip2 \w1\().4s, \w0\().4s, \w1\().4s
    V zip1 \w0\().4s, \w2\().4s, \w3\().4s
    V zip2 \w3\().4s, \w2\().4s, \w3\().4s
    V zip1 \w2\().2d, \w1\().2d, \w3\().2d
    V zip2 \w3\().2d, \w1\().2d, \w3\().2d
    V zip1 \w1\().2d, v24.2d, \w0\().2d
    V zip2 \w0\().2d, v24.2d, \w0\().2d
.endm

.macro ADD_STATE a, b, c, d
    V add \a\().4s, \a\().4s, v28.4s
    V add \b\().4s, \b\().4s, v29.4s
    V add \c\().4s, \c\().4s, v30.4s
    V add \d\().4s, \d\().4s, v31.4s
.endm

// Xors the next 64 bytes with four consecutive registers.
.macro XOR_BLOCK a, b, c, d
    ld1 {v24.16b, v25.16b, v26.16b, v27.16b}, [src], #64
    V eor \a\().16b, \a\().16b, v24.16b
    V eor \b\().16b, \b\().16b, v25.16b
    V eor \c\().16b, \c\().16b, v26.16b
    V eor \d\().16b, \d\().16b, v27.16b
    st1 {\a\().16b, \b\().16b, \c\().16b, \d\().16b}, [dst], #64
.endm

// Makes set m key stream, of which block 0 is the one at counter: v0-v3, v20-v23, v4-v7, v16-v19
// are its four blocks.
.macro KEY_STREAM_M
    LOCAL_ADDRESS t1, constants
    ldr q24, [t1, #16]
    dup v25.4s, counter
    ldp q28, q29, [state]
    add v24.4s, v24.4s, v25.4s
    ldp q30, q31, [state, #32]
    add m12.4s, m12.4s, v24.4s
    mov v31.s[0], wzr
    TRANSPOSE m0, m1, m2, m3
    TRANSPOSE m4, m5, m6, m7
    TRANSPOSE m8, m9, m10, m11
    TRANSPOSE m12, m13, m14, m15
    ADD_STATE v0, v1, v2, v3
    ADD_STATE v20, v21, v22, v23
    ADD_STATE v4, v5, v6, v7
    ADD_STATE v16, v17, v18, v19
.endm

// Xors the next 256 bytes with it.
.macro XOR_M
    XOR_BLOCK v0, v1, v2, v3
    XOR_BLOCK v20, v21, v22, v23
    XOR_BLOCK v4, v5, v6, v7
    XOR_BLOCK v16, v17, v18, v19
.endm

#endif  // KEYSTREAM_CHACHA20_ASM_CHACHA_ARM64_H_
