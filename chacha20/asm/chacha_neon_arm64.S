// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// void keystream_chacha20_xorKeyStreamBlocks_neon(uint8_t* dst, const uint8_t* src, size_t len,
//                                                 const State* state, uint32_t counter)
//
// A pass makes four or eight blocks in the vector registers, and before them up to two in the
// general registers, where they take what the vector units leave of the machine:
//
//   blocks   1       2-4      5            6            7, 8       9, 10, and all above 12
//   pass     scalar  columns  columns +    columns +    2 x        2 x columns +
//                             1 scalar     2 scalar     columns    2 scalar
//
// 11 and 12 are two passes of columns and 2 scalar blocks, rather than ten blocks and a rest that
// would cost as much as five. The blocks of the general registers are the first of a pass, and
// whole: a message ends in those of the vector registers, but for one of up to 64 bytes.
//
// The rounds of a pass, in cycles, by the models of llvm-mca 19 (tools/loop_cycles), not measured:
//
//   blocks        1     4     5     6     8    10
//   Neoverse N1   320   560   560   760  1180  1180
//   Neoverse V1   240   560   560   560   630   640
//   Cortex-A72    480   920   920  1100  1310  1720
//
// Columns: a register holds one word of four consecutive blocks, the lowest in lane 0. Two sets of
// them, m and n, make eight blocks. A quarter round is fourteen instructions one after another, so
// four of them at a time are what two vector units need, and what more than two leave idle: hence
// two sets where the message has eight blocks.
//
// There is no pass of rows (a block in four registers): each of its quarter rounds takes as long as
// one of columns, and three shuffles more make a diagonal round of it, so it is no faster than four
// blocks in columns; and a block in the general registers takes about half as long.

#include "internal/asm.h"

#define dst x0
#define src x1
#define len x2
#define state x3
#define counter w4

// The block in the general registers: word i is w(5 + i) up to word 12, then w(6 + i), because w18
// is the platform's.
//
//    0   1   2   3        w5   w6   w7   w8
//    4   5   6   7        w9   w10  w11  w12
//    8   9  10  11        w13  w14  w15  w16
//   12  13  14  15        w17  w19  w20  w21

#define rounds w22      // a loop's count
#define t0 x22          // not while a loop counts
#define t1 x23
#define used w24        // a flag for each of these:
#define USED_VECTORS 0  // v0-v7 and v16-v31 hold something
#define USED_FRAME 1    // so do v8-v15 and FRAME_WORDS of the frame, and d8-d15 are saved in it
#define SECOND_BLOCK 2  // the second scalar block of the pass is on its way

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

// The frame, from sp.
#define M_8_9 0      // where words 8 and 9, and 10 and 11, of both sets wait
#define N_8_9 32
#define M_10_11 64
#define N_10_11 96
#define N_WORDS 128  // the rest of set n, while set m is written
#define FRAME_WORDS 352
#define SAVED_D 352  // d8-d15
#define SAVED_X 416  // x19-x24
#define FRAME_SIZE 464

RODATA 4
LOCAL(constants):
    .long 0x02010003, 0x06050407, 0x0a09080b, 0x0e0d0c0f  // bytes of words rotated by 8, for tbl
    .long 0, 1, 2, 3                                      // lanes

// ---- The block in the general registers.

// Instruction 0-11 of a quarter round.
.macro SCALAR_INSTRUCTION i, a, b, c, d
  .if \i == 0 || \i == 6
    add w\a, w\a, w\b
  .elseif \i == 1 || \i == 7
    eor w\d, w\d, w\a
  .elseif \i == 2
    ror w\d, w\d, #16
  .elseif \i == 3 || \i == 9
    add w\c, w\c, w\d
  .elseif \i == 4 || \i == 10
    eor w\b, w\b, w\c
  .elseif \i == 5
    ror w\b, w\b, #20
  .elseif \i == 8
    ror w\d, w\d, #24
  .else
    ror w\b, w\b, #25
  .endif
.endm

// The next instruction of a double round: four quarter rounds side by side, then the other four.
// next_scalar counts them, 0-95.
#define next_scalar LOCAL(next_scalar)
.set next_scalar, 0
.macro SCALAR_NEXT
    .set LOCAL(i), next_scalar % 48 / 4
    .set LOCAL(quarter), next_scalar / 48 * 4 + next_scalar % 4
  .if LOCAL(quarter) == 0
    SCALAR_INSTRUCTION LOCAL(i), 5, 9, 13, 17
  .elseif LOCAL(quarter) == 1
    SCALAR_INSTRUCTION LOCAL(i), 6, 10, 14, 19
  .elseif LOCAL(quarter) == 2
    SCALAR_INSTRUCTION LOCAL(i), 7, 11, 15, 20
  .elseif LOCAL(quarter) == 3
    SCALAR_INSTRUCTION LOCAL(i), 8, 12, 16, 21
  .elseif LOCAL(quarter) == 4
    SCALAR_INSTRUCTION LOCAL(i), 5, 10, 15, 21
  .elseif LOCAL(quarter) == 5
    SCALAR_INSTRUCTION LOCAL(i), 6, 11, 16, 17
  .elseif LOCAL(quarter) == 6
    SCALAR_INSTRUCTION LOCAL(i), 7, 12, 13, 19
  .else
    SCALAR_INSTRUCTION LOCAL(i), 8, 9, 14, 20
  .endif
    .set next_scalar, (next_scalar + 1) % 96
.endm

// Half a double round, columns or diagonals, alone.
.macro SCALAR_ROUND
    .rept 48
    SCALAR_NEXT
    .endr
.endm

// Loads block counter.
.macro SCALAR_LOAD
    ldp w5, w6, [state]
    ldp w7, w8, [state, #8]
    ldp w9, w10, [state, #16]
    ldp w11, w12, [state, #24]
    ldp w13, w14, [state, #32]
    ldp w15, w16, [state, #40]
    mov w17, counter
    ldr w19, [state, #52]
    ldp w20, w21, [state, #56]
.endm

// The same after the first column round.
.macro SCALAR_LOAD_FIRST
    ldr w5, [state]
    ldr w9, [state, #16]
    ldr w13, [state, #32]
    mov w17, counter
    ldp w6, w10, [state, #64]
    ldp w14, w19, [state, #72]
    ldp w7, w11, [state, #80]
    ldp w15, w20, [state, #88]
    ldp w8, w12, [state, #96]
    ldp w16, w21, [state, #104]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    SCALAR_INSTRUCTION \i, 5, 9, 13, 17
    .endr
.endm

// Adds the initial state, and joins words: x5, x7, x9, x11, x13, x15, x17 and x20 are the block.
.macro SCALAR_ADD_ROW row, a, b, c, d
    ldp t0, t1, [state, #16 * \row]
  .if \row == 3
    add w\a, w\a, counter
  .else
    add w\a, w\a, w22
  .endif
    add x\b, x\b, t0, lsr #32
    add w\c, w\c, w23
    add x\d, x\d, t1, lsr #32
    add x\a, x\a, x\b, lsl #32
    add x\c, x\c, x\d, lsl #32
.endm

.macro SCALAR_ADD_STATE
    SCALAR_ADD_ROW 0, 5, 6, 7, 8
    SCALAR_ADD_ROW 1, 9, 10, 11, 12
    SCALAR_ADD_ROW 2, 13, 14, 15, 16
    SCALAR_ADD_ROW 3, 17, 19, 20, 21
.endm

// Xors the next block with it.
.macro SCALAR_XOR_ROW a, c
    ldp t0, t1, [src], #16
    eor x\a, x\a, t0
    eor x\c, x\c, t1
    stp x\a, x\c, [dst], #16
.endm

.macro SCALAR_XOR
    SCALAR_XOR_ROW 5, 7
    SCALAR_XOR_ROW 9, 11
    SCALAR_XOR_ROW 13, 15
    SCALAR_XOR_ROW 17, 20
.endm

// All of that, and the arguments move on.
.macro SCALAR_FINISH
    SCALAR_ADD_STATE
    SCALAR_XOR
    add counter, counter, #1
    sub len, len, #64
.endm

// ---- The columns.

// A vector instruction, and those of the scalar block that fall due beside it: `beside` for every
// 56 vector instructions, which are four quarter rounds.
#define beside LOCAL(beside)
#define due LOCAL(due)
.set beside, 0
.set due, 0
.macro V instruction:vararg
    \instruction
    .set due, due + beside
    DUE
.endm

.macro DUE
  .if due >= 56
    SCALAR_NEXT
    .set due, due - 56
    DUE
  .endif
.endm

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

.macro FOUR_COLUMNS
    FOUR_QUARTERS m0, m4, m8, m12, m1, m5, m9, m13, m2, m6, m10, m14, m3, m7, m11, m15
.endm

.macro FOUR_DIAGONALS
    FOUR_QUARTERS m0, m5, m10, m15, m1, m6, m11, m12, m2, m7, m8, m13, m3, m4, m9, m14
.endm

// A pass of four blocks beside `blocks` scalar ones, as far as the rounds go. A loop runs a column
// round and a diagonal round, and is entered between the two.
//
// One scalar block goes round by round with the columns. Two of them, one after the other, take two
// rounds in each: the first has done its first two when the loop is entered, and ends when the loop
// has been run four times, the second when it has been run another five. That one starts from the
// beginning, since there would be nothing to do beside the columns at the end if it did not.
.macro FOUR_PASS name, blocks
LOCAL(\name):
  .if \blocks > 0
    SCALAR_LOAD_FIRST
  .endif
    COLUMNS_LOAD \blocks
    orr used, used, #1 << USED_VECTORS
    .set next_scalar, 48
    .set due, 0
    .set beside, \blocks / 2 * 48 * 56 / 14
    QUARTER m0, m4, m8, m12
  .if \blocks == 2
    mov rounds, #4
  .else
    mov rounds, #9
  .endif
    b LOCAL(\name\()_diagonals)
LOCAL(\name\()_columns):
    .set beside, 48 * \blocks
    .set next_scalar, 0
    FOUR_COLUMNS
LOCAL(\name\()_diagonals):
    FOUR_DIAGONALS
    subs rounds, rounds, #1
    b.hs LOCAL(\name\()_columns)
    .set beside, 0
  .if \blocks > 0
    SCALAR_FINISH
  .endif
  .if \blocks == 2
    eor used, used, #1 << SECOND_BLOCK
    tbz used, #SECOND_BLOCK, 1f
    SCALAR_LOAD
    mov rounds, #4
    b LOCAL(\name\()_columns)
1:
  .endif
.endm

// Words 8 and 9 of both sets go to the frame, 10 and 11 come from it, or the other way round.
.macro EXCHANGE m_to, n_to, m_from, n_from
    stp q22, q2, [sp, #\m_to]
    stp q6, q18, [sp, #\n_to]
    ldp q22, q2, [sp, #\m_from]
    ldp q6, q18, [sp, #\n_from]
.endm

// The same for eight blocks. The four half rounds of a double round take a round each of the two
// scalar blocks.
.macro EIGHT_PASS name, blocks
LOCAL(\name):
  .if \blocks == 2
    SCALAR_LOAD_FIRST
  .endif
    COLUMNS_LOAD \blocks
    movi v25.4s, #4
    mov n0.16b, m0.16b
    mov n4.16b, m4.16b
    mov n6.16b, m8.16b  // n8, in a register that is still free
    add n12.4s, m12.4s, v25.4s
    .set next_scalar, 48
    .set due, 0
    .set beside, \blocks / 2 * 48 * 56 / 28
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
  .if \blocks == 2
    mov rounds, #4
  .else
    mov rounds, #9
  .endif
    b LOCAL(\name\()_diagonals)
LOCAL(\name\()_columns):
    .set beside, 24 * \blocks
    .set next_scalar, 0
    FOUR_QUARTERS m0, m4, m8, m12, m1, m5, m9, m13, n0, n4, n8, n12, n1, n5, n9, n13
    EXCHANGE M_8_9, N_8_9, M_10_11, N_10_11
    FOUR_QUARTERS m2, m6, m8, m14, m3, m7, m9, m15, n2, n6, n8, n14, n3, n7, n9, n15
LOCAL(\name\()_diagonals):
    FOUR_QUARTERS m0, m5, m8, m15, m1, m6, m9, m12, n0, n5, n8, n15, n1, n6, n9, n12
    EXCHANGE M_10_11, N_10_11, M_8_9, N_8_9
    FOUR_QUARTERS m2, m7, m8, m13, m3, m4, m9, m14, n2, n7, n8, n13, n3, n4, n9, n14
    subs rounds, rounds, #1
    b.hs LOCAL(\name\()_columns)
    .set beside, 0
  .if \blocks == 2
    SCALAR_FINISH
    eor used, used, #1 << SECOND_BLOCK
    tbz used, #SECOND_BLOCK, 1f
    SCALAR_LOAD
    mov rounds, #4
    b LOCAL(\name\()_columns)
1:
  .endif
.endm

// Four registers of a word each become four registers of a row (four words) of a block each, the
// first of block 1, then 0, 2, 3.
.macro TRANSPOSE w0, w1, w2, w3
    zip1 v24.4s, \w0\().4s, \w1\().4s   // w0[0] w1[0] w0[1] w1[1]
    zip2 \w1\().4s, \w0\().4s, \w1\().4s
    zip1 \w0\().4s, \w2\().4s, \w3\().4s
    zip2 \w3\().4s, \w2\().4s, \w3\().4s
    zip1 \w2\().2d, \w1\().2d, \w3\().2d
    zip2 \w3\().2d, \w1\().2d, \w3\().2d
    zip1 \w1\().2d, v24.2d, \w0\().2d
    zip2 \w0\().2d, v24.2d, \w0\().2d
.endm

.macro ADD_STATE a, b, c, d
    add \a\().4s, \a\().4s, v28.4s
    add \b\().4s, \b\().4s, v29.4s
    add \c\().4s, \c\().4s, v30.4s
    add \d\().4s, \d\().4s, v31.4s
.endm

// Xors the next 64 bytes with four consecutive registers.
.macro XOR_BLOCK a, b, c, d
    ld1 {v24.16b, v25.16b, v26.16b, v27.16b}, [src], #64
    eor \a\().16b, \a\().16b, v24.16b
    eor \b\().16b, \b\().16b, v25.16b
    eor \c\().16b, \c\().16b, v26.16b
    eor \d\().16b, \d\().16b, v27.16b
    st1 {\a\().16b, \b\().16b, \c\().16b, \d\().16b}, [dst], #64
.endm

// The same where the message ends in this block or a later one.
.macro XOR_LAST_BLOCK name, a, b, c, d
    cmp len, #64
    b.lo LOCAL(\name)
    XOR_BLOCK \a, \b, \c, \d
    subs len, len, #64
    b.eq LOCAL(done)
.endm

// Xors the next `bytes` bytes with the first of v24, if len has the bit, and moves the rest of it
// down.
.macro XOR_BYTES bit, bytes, register
    tbz len, #\bit, 1f
    ldr \register\()28, [src], #\bytes
    eor v28.16b, v28.16b, v24.16b
    str \register\()28, [dst], #\bytes
    ext v24.16b, v24.16b, v24.16b, #\bytes
1:
.endm

FUNCTION keystream_chacha20_xorKeyStreamBlocks_neon
    sub sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset FRAME_SIZE
    stp x19, x20, [sp, #SAVED_X]
    .cfi_offset x19, SAVED_X - FRAME_SIZE
    .cfi_offset x20, SAVED_X + 8 - FRAME_SIZE
    stp x21, x22, [sp, #SAVED_X + 16]
    .cfi_offset x21, SAVED_X + 16 - FRAME_SIZE
    .cfi_offset x22, SAVED_X + 24 - FRAME_SIZE
    stp x23, x24, [sp, #SAVED_X + 32]
    .cfi_offset x23, SAVED_X + 32 - FRAME_SIZE
    .cfi_offset x24, SAVED_X + 40 - FRAME_SIZE
    mov used, #0

LOCAL(next_pass):
    cmp len, #64
    b.ls LOCAL(scalar)
    cmp len, #768
    b.hi LOCAL(need_frame)
    cmp len, #256
    b.ls LOCAL(four)
    cmp len, #320
    b.ls LOCAL(four_1)
    cmp len, #640
    b.hi LOCAL(four_2)
    cmp len, #384
    b.ls LOCAL(four_2)
LOCAL(need_frame):
    tbnz used, #USED_FRAME, 1f
    stp d8, d9, [sp, #SAVED_D]
    stp d10, d11, [sp, #SAVED_D + 16]
    stp d12, d13, [sp, #SAVED_D + 32]
    stp d14, d15, [sp, #SAVED_D + 48]
    orr used, used, #1 << USED_VECTORS | 1 << USED_FRAME
1:
    cmp len, #512
    b.ls LOCAL(eight)

    EIGHT_PASS eight_2, 2
    b LOCAL(write_eight)

    EIGHT_PASS eight, 0
LOCAL(write_eight):
    // Set n waits in the frame: one set is written like the other. Its words 10 and 11 are there.
    stp q8, q9, [sp, #N_WORDS]
    stp q10, q11, [sp, #N_WORDS + 32]
    stp q12, q13, [sp, #N_WORDS + 64]
    stp q14, q15, [sp, #N_WORDS + 96]
    stp q6, q18, [sp, #N_WORDS + 128]
    stp q26, q27, [sp, #N_WORDS + 160]
    stp q28, q29, [sp, #N_WORDS + 192]
    ldp q6, q18, [sp, #M_10_11]
    mov w22, #1
    b LOCAL(write)

    FOUR_PASS four_2, 2
    mov w22, #0
    b LOCAL(write)

    FOUR_PASS four_1, 1
    mov w22, #0
    b LOCAL(write)

    FOUR_PASS four, 0
    mov w22, #0

    // Writes set m; w22: whether set n is still to come. Block 0 is now the one at counter.
LOCAL(write):
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
    cmp len, #256
    b.lo LOCAL(write_last)
    XOR_BLOCK v0, v1, v2, v3
    XOR_BLOCK v20, v21, v22, v23
    XOR_BLOCK v4, v5, v6, v7
    XOR_BLOCK v16, v17, v18, v19
    add counter, counter, #4
    sub len, len, #256
    cbz w22, LOCAL(written)
    mov w22, #0
    ldp q20, q0, [sp, #N_WORDS]
    ldp q4, q16, [sp, #N_WORDS + 32]
    ldp q21, q1, [sp, #N_WORDS + 64]
    ldp q5, q17, [sp, #N_WORDS + 96]
    ldp q22, q2, [sp, #N_WORDS + 128]
    ldp q6, q18, [sp, #N_10_11]
    ldp q23, q3, [sp, #N_WORDS + 160]
    ldp q7, q19, [sp, #N_WORDS + 192]
    b LOCAL(write)
LOCAL(written):
    cbnz len, LOCAL(next_pass)
    b LOCAL(done)

LOCAL(write_last):
    XOR_LAST_BLOCK last_0, v0, v1, v2, v3
    XOR_LAST_BLOCK last_1, v20, v21, v22, v23
    XOR_LAST_BLOCK last_2, v4, v5, v6, v7
    mov v24.16b, v16.16b
    mov v25.16b, v17.16b
    mov v26.16b, v18.16b
    mov v27.16b, v19.16b
    b LOCAL(last_bytes)
LOCAL(last_0):
    mov v24.16b, v0.16b
    mov v25.16b, v1.16b
    mov v26.16b, v2.16b
    mov v27.16b, v3.16b
    b LOCAL(last_bytes)
LOCAL(last_1):
    mov v24.16b, v20.16b
    mov v25.16b, v21.16b
    mov v26.16b, v22.16b
    mov v27.16b, v23.16b
    b LOCAL(last_bytes)
LOCAL(last_2):
    mov v24.16b, v4.16b
    mov v25.16b, v5.16b
    mov v26.16b, v6.16b
    mov v27.16b, v7.16b
    b LOCAL(last_bytes)

    // One block. Three double rounds at a time.
LOCAL(scalar):
    SCALAR_LOAD_FIRST
    mov rounds, #3
    b LOCAL(scalar_diagonals)
LOCAL(scalar_columns):
    .set next_scalar, 0
    .rept 5
    SCALAR_ROUND
    .endr
LOCAL(scalar_diagonals):
    .set next_scalar, 48
    SCALAR_ROUND
    subs rounds, rounds, #1
    b.hs LOCAL(scalar_columns)
    SCALAR_ADD_STATE
    tbz len, #6, LOCAL(scalar_last)
    SCALAR_XOR
    b LOCAL(done)
LOCAL(scalar_last):
    fmov d24, x5
    mov v24.d[1], x7
    fmov d25, x9
    mov v25.d[1], x11
    fmov d26, x13
    mov v26.d[1], x15
    fmov d27, x17
    mov v27.d[1], x20

    // The last len < 64 bytes, with v24-v27.
LOCAL(last_bytes):
    tbz len, #5, 1f
    ld1 {v28.16b, v29.16b}, [src], #32
    eor v28.16b, v28.16b, v24.16b
    eor v29.16b, v29.16b, v25.16b
    st1 {v28.16b, v29.16b}, [dst], #32
    mov v24.16b, v26.16b
    mov v25.16b, v27.16b
1:
    tbz len, #4, 1f
    ldr q28, [src], #16
    eor v28.16b, v28.16b, v24.16b
    str q28, [dst], #16
    mov v24.16b, v25.16b
1:
    XOR_BYTES 3, 8, d
    XOR_BYTES 2, 4, s
    XOR_BYTES 1, 2, h
    XOR_BYTES 0, 1, b
    .irp r, 24, 25, 26, 27, 28, 29
    movi v\r\().16b, #0
    .endr

LOCAL(done):
    tbz used, #USED_VECTORS, 1f
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    movi v\r\().16b, #0
    .endr
    tbz used, #USED_FRAME, 1f
    .irp place, 0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320
    stp q0, q0, [sp, #\place]
    .endr
    // The upper halves become zero.
    ldp d8, d9, [sp, #SAVED_D]
    ldp d10, d11, [sp, #SAVED_D + 16]
    ldp d12, d13, [sp, #SAVED_D + 32]
    ldp d14, d15, [sp, #SAVED_D + 48]
1:
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
END_FUNCTION keystream_chacha20_xorKeyStreamBlocks_neon
