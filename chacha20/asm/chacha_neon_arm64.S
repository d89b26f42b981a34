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
// There is no pass of rows (a block in four registers): each of its quarter rounds takes as long as
// one of columns, and three shuffles more make a diagonal round of it, so it is no faster than four
// blocks in columns; and a block in the general registers takes about half as long.

#include "internal/asm.h"

#define NEXT_BESIDE SCALAR_NEXT
#include "chacha20/asm/chacha_arm64.h"

// The block in the general registers: word i is w(5 + i) up to word 12, then w(6 + i), because w18
// is the platform's.
//
//    0   1   2   3        w5   w6   w7   w8
//    4   5   6   7        w9   w10  w11  w12
//    8   9  10  11        w13  w14  w15  w16
//   12  13  14  15        w17  w19  w20  w21

#define used w24        // a flag for each of these:
#define USED_VECTORS 0  // v0-v7 and v16-v31 hold something
#define USED_FRAME 1    // so do v8-v15 and the frame
#define SECOND_BLOCK 2  // the second scalar block of the pass is on its way

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
    BESIDE \blocks / 2 * 48, 14
    QUARTER m0, m4, m8, m12
  .if \blocks == 2
    mov rounds, #4
  .else
    mov rounds, #9
  .endif
    b LOCAL(\name\()_diagonals)
LOCAL(\name\()_columns):
    BESIDE 48 * \blocks, 56
    .set next_scalar, 0
    FOUR_COLUMNS
LOCAL(\name\()_diagonals):
    FOUR_DIAGONALS
    subs rounds, rounds, #1
    b.hs LOCAL(\name\()_columns)
    BESIDE 0, 1
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

// The same for eight blocks. The four half rounds of a double round take a round each of the two
// scalar blocks.
.macro EIGHT_PASS name, blocks
LOCAL(\name):
  .if \blocks == 2
    SCALAR_LOAD_FIRST
  .endif
    COLUMNS_LOAD \blocks
    .set next_scalar, 48
    BESIDE \blocks / 2 * 48, 28
    EIGHT_FIRST_COLUMNS
  .if \blocks == 2
    mov rounds, #4
  .else
    mov rounds, #9
  .endif
    b LOCAL(\name\()_diagonals)
LOCAL(\name\()_columns):
    BESIDE 24 * \blocks, 56
    .set next_scalar, 0
    EIGHT_COLUMNS
LOCAL(\name\()_diagonals):
    EIGHT_DIAGONALS
    subs rounds, rounds, #1
    b.hs LOCAL(\name\()_columns)
    BESIDE 0, 1
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

// XOR_BLOCK where the message ends in this block or a later one.
.macro XOR_LAST_BLOCK name, a, b, c, d
    cmp len, #64
    b.lo LOCAL(\name)
    XOR_BLOCK \a, \b, \c, \d
    subs len, len, #64
    b.eq LOCAL(done)
.endm

// The key stream of the last bytes, less than a block, goes to v24-v27.
.macro LAST_BLOCK a, b, c, d
    mov v24.16b, \a\().16b
    mov v25.16b, \b\().16b
    mov v26.16b, \c\().16b
    mov v27.16b, \d\().16b
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
    ENTER
    mov used, #0

LOCAL(next_pass):
    cmp len, #64
    b.ls LOCAL(scalar)
    cmp len, #768
    b.hi LOCAL(use_frame)
    cmp len, #256
    b.ls LOCAL(four)
    cmp len, #320
    b.ls LOCAL(four_1)
    cmp len, #640
    b.hi LOCAL(four_2)
    cmp len, #384
    b.ls LOCAL(four_2)
LOCAL(use_frame):
    orr used, used, #1 << USED_VECTORS | 1 << USED_FRAME
    cmp len, #512
    b.ls LOCAL(eight)

    EIGHT_PASS eight_2, 2
    b LOCAL(write_eight)

    EIGHT_PASS eight, 0
LOCAL(write_eight):
    PARK_N
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
    KEY_STREAM_M
    cmp len, #256
    b.lo LOCAL(write_last)
    XOR_M
    add counter, counter, #4
    sub len, len, #256
    cbz w22, LOCAL(written)
    mov w22, #0
    N_TO_M
    b LOCAL(write)
LOCAL(written):
    cbnz len, LOCAL(next_pass)
    b LOCAL(done)

LOCAL(write_last):
    XOR_LAST_BLOCK last_0, v0, v1, v2, v3
    XOR_LAST_BLOCK last_1, v20, v21, v22, v23
    XOR_LAST_BLOCK last_2, v4, v5, v6, v7
    LAST_BLOCK v16, v17, v18, v19
    b LOCAL(last_bytes)
LOCAL(last_0):
    LAST_BLOCK v0, v1, v2, v3
    b LOCAL(last_bytes)
LOCAL(last_1):
    LAST_BLOCK v20, v21, v22, v23
    b LOCAL(last_bytes)
LOCAL(last_2):
    LAST_BLOCK v4, v5, v6, v7
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
    CLEAR_VECTORS
    tbz used, #USED_FRAME, 1f
    CLEAR_FRAME
1:
    LEAVE
END_FUNCTION keystream_chacha20_xorKeyStreamBlocks_neon
