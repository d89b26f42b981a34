// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The ChaCha20 core for VSX: POWER8 and later (Power ISA 2.07), little-endian, ELFv2.
//
//   void keystream_chacha20_xorKeyStreamBlocks_vsx(uint8_t* dst, const uint8_t* src, size_t len,
//                                                  const State* state, uint32_t counter);
//
// The contract is in chacha20/core.h; first_round is not used. A pass makes up to so many blocks.
// Below are the instructions of a double round and of a whole call on that many blocks, and the
// cycles that llvm-mca's models of POWER9 and POWER10 give a double round: models, no measurements.
//
//   blocks   shape                                      double round   POWER9   POWER10   call
//        1   rows                                                 24       44        44    319
//        2   rows of two blocks                                   48       44        44    609
//        3   rows of three blocks                                 72       44        44    877
//        4   columns                                              80       44        44   1033
//        5   columns, and rows of one block beside               104       53        44   1305
//        6   columns, and rows of two blocks beside              128       64        44   1573
//        7   columns, and rows of three blocks beside            156       78        44   1876
//
// More than seven blocks begin with a pass of six, which takes 1456 instructions in a row of them,
// or, where that would leave less than four, with one of four. Passes of four alone would take 5 %
// fewer instructions, but wait for the latency of the rounds; passes of seven would take 4 % more,
// and more cycles on POWER9.
//
// vpermxor (new in ISA 2.07) xors two vectors of which it takes the bytes in any order: it is the
// xor and the rotation by 16 or by 8 in one, so that a quarter round has ten instructions, not
// twelve. In rows it moves the lanes of row d as well. The other rotations are vrlw's.
//
// There is no table of contents (r2) and no data: the constants are made from immediates.

#include "internal/asm.h"

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
// 0 to 63: V() is for these. Of 0 to 31, halves of 14 to 31 are the caller's. Lanes and bytes count
// from the left, which is how lxvw4x and stxvw4x see words in memory, in either byte order.
#define V(register) 32+register
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

// For vpermxor and vrlw. rotl_16_rows moves the first operand by two lanes, too. With three rows
// beside columns, by_7 belongs to a row and by_12 is 12 and 7 by turns.
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

// What is xored last in a call, the only block that may be less than whole.
#define last_block x3, x7, x11, x15

// Xors the next block, which is whole, with the rows of a block of key stream.
.macro XOR_BLOCK r0, r1, r2, r3
    lxvw4x u0, 0, src
    lxvw4x u1, src, at_16
    lxvw4x u2, src, at_32
    lxvw4x u3, src, at_48
    xxlxor u0, u0, V(\r0)
    xxlxor u1, u1, V(\r1)
    xxlxor u2, u2, V(\r2)
    xxlxor u3, u3, V(\r3)
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
    vadduwm \a, \a, \b
.endm
.macro XOR_A_AND_ROTATE control, a, b, c, d
    vpermxor \d, \d, \a, \control
.endm
.macro ADD_D control, a, b, c, d
    vadduwm \c, \c, \d
.endm
.macro XOR_C control, a, b, c, d
    vxor \b, \b, \c
.endm
.macro ROTATE control, a, b, c, d
    vrlw \b, \b, \control
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
#define row_a x1, x5, x9, x13  // of up to three blocks without columns; the last block is row_c
#define row_b x2, x6, x10, x14
#define row_c x3, x7, x11, x15
#define beside_a 21, 22, 23, 24  // and beside columns
#define beside_b 25, 26, 27, 28
#define beside_c 29, 30, 31, by_7

.macro TO_DIAGONALS control, a, b, c, d
    xxsldwi V(\a), V(\a), V(\a), 3
    xxsldwi V(\c), V(\c), V(\c), 1
.endm
.macro TO_COLUMNS control, a, b, c, d
    xxsldwi V(\a), V(\a), V(\a), 1
    xxsldwi V(\c), V(\c), V(\c), 3
.endm

.macro SWAP_D control, a, b, c, d
    xxswapd V(\d), V(\d)
.endm

// From what rotates columns, what rotates rows.
.macro SET_ROTL_16_ROWS to
    vspltisb x1, -1
    vslb x1, x1, x1  // 0x80 in each byte: two lanes on in the first operand
    vxor \to, x1, rotl_16
.endm

// Rows alone. The state is in x0, x4, x8 and x12, the last with the counter of the first block.
.macro START_ROWS control, a, b, c, d
    MOVE(V(\a), V(x0))
    MOVE(V(\b), V(x4))
    MOVE(V(\c), V(x8))
    xxswapd V(\d), V(x12)
.endm

.macro ADD_ROWS a, b, c, d
    xxswapd V(\d), V(\d)
    vadduwm \a, \a, x0
    vadduwm \b, \b, x4
    vadduwm \c, \c, x8
    vadduwm \d, \d, x12
.endm

.macro ROWS_ROUNDS rows:vararg
    li t0, 10
    mtctr t0
    .p2align 5
1:
    .irp move, TO_DIAGONALS, TO_COLUMNS
    HALVES_BY_BYTES rotl_16, \rows
    HALVES_BY_BITS by_12, \rows
    HALVES_BY_BYTES rotl_8, \rows
    HALVES_BY_BITS by_7, \rows
    FOR_EACH \move, 0, \rows
    .endr
    bdnz 1b
.endm

// x12 for the block before, after the rounds.
#define lane_0_one first0  // 1, 0, 0, 0
.macro PREVIOUS_COUNTER
    MOVE(V(rotl_16), lane_0_one)
    vsubuwm x12, x12, rotl_16
.endm

// Columns: no lanes move in the rounds. At the end four words of four blocks become a row of each
// block, four times, by transpositions of 4 by 4 words.
#define columns x0, x4, x8, x12, x1, x5, x9, x13, x2, x6, x10, x14, x3, x7, x11, x15
#define diagonals x0, x5, x10, x15, x1, x6, x11, x12, x2, x7, x8, x13, x3, x4, x9, x14

#define column_0 x0, x4, x8, x12

// The state after the first column round, but for column 0, the only one in which the blocks
// differ: that one is after the first of its four additions and the rotation by 16.
.macro START_COLUMNS
    xxspltw V(x0), k0, 0
    xxspltw V(x4), k1, 0
    xxspltw V(x8), k2, 0
    .irp i, 1, 2, 3
    xxspltw V(x0+\i), first0, \i
    xxspltw V(x4+\i), first1, \i
    xxspltw V(x8+\i), first2, \i
    xxspltw V(x12+\i), first3, \i
    .endr
    MOVE(V(x12), counters)
    vadduwm x0, x0, x4
    vpermxor x12, x12, x0, rotl_16
.endm

// A row of the result of all blocks, the columns' by a transposition. by_12 holds the row of the
// state meanwhile. \beside is the register of the row in beside_a; those in the others follow.
.macro FINISH_ROW n, row, beside, r0, r1, r2, r3
    xxmrghw u0, V(\r0), V(\r1)  // words 0 1 of blocks 0 1
    xxmrghw u1, V(\r2), V(\r3)  // words 2 3
    xxmrglw u2, V(\r0), V(\r1)  // words 0 1 of blocks 2 3
    xxmrglw u3, V(\r2), V(\r3)  // words 2 3
    xxpermdi V(\r0), u0, u1, 0
    xxpermdi V(\r1), u0, u1, 3
    xxpermdi V(\r2), u2, u3, 0
    xxpermdi V(\r3), u2, u3, 3
    MOVE(V(by_12), \row)
    .irp r, \r0, \r1, \r2, \r3
    vadduwm \r, \r, by_12
    .endr
    .ifnb \beside
    .set r, \beside
    .rept \n
    vadduwm r, r, by_12
    .set r, r + 4
    .endr
    .endif
.endm

.macro START_ROWS_BESIDE initial_d, a, b, c, d
    MOVE(V(\a), k0)
    MOVE(V(\b), k1)
    MOVE(V(\c), k2)
    xxswapd V(\d), \initial_d
.endm

.macro FINISH_D initial_d, a, b, c, d
    xxswapd V(\d), V(\d)
    MOVE(V(by_12), \initial_d)
    vadduwm \d, \d, by_12
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

// A pass of four blocks in columns and \n in \rows, but for the output, which is left in x0 x4 x8
// x12 to x3 x7 x11 x15 and in \rows. \seven is where by_7 is, \d_a to \d_c where the fourth rows
// stay as they were when the rounds began.
.macro MAKE_BLOCKS n, seven, d_a, d_b, d_c, rows:vararg
    START_COLUMNS
    .if \n >= 1
    MOVE(V(21), counters)
    vspltisw 22, 4
    vadduwm 21, 21, 22
    xxsel \d_a, k3, V(21), lane_0
    .endif
    .if \n >= 2
    xxsldwi u0, V(21), V(21), 1
    xxsel \d_b, k3, u0, lane_0
    START_ROWS_BESIDE \d_b, beside_b
    .endif
    .if \n >= 3
    xxsldwi u0, V(21), V(21), 2
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
    li t0, 10
    mtctr t0
    b 2f

    .p2align 5
1:  ROUND \n, \seven, IN_COLUMNS, TO_DIAGONALS, \rows
2:  ROUND \n, \seven, IN_DIAGONALS, TO_COLUMNS, \rows
    bdnz 1b

    MOVE(V(by_12), counters)
    vadduwm x12, x12, by_12
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
    MOVE(V(x1), counters)
    vadduwm x0, x0, x1
    MOVE(counters, V(x0))
.endm

.macro XOR_COLUMNS
    XOR_BLOCK x0, x4, x8, x12
    XOR_BLOCK x1, x5, x9, x13
    XOR_BLOCK x2, x6, x10, x14
    XOR_BLOCK x3, x7, x11, x15
.endm

.macro MOVE_TO_LAST a, b, c, d
    MOVE(V(x3), V(\a))
    MOVE(V(x7), V(\b))
    MOVE(V(x11), V(\c))
    MOVE(V(x15), V(\d))
.endm

// The caller's vector registers are kept in 192 bytes below the stack pointer, where a function
// that calls no other has 288.
.macro CALLERS_VECTORS op
    addi t0, %r1, -192
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

FUNCTION keystream_chacha20_xorKeyStreamBlocks_vsx
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
    cmpldi cr1, len, 64
    cmpldi len, 3 * 64
    bgt LOCAL(many)

// At most three blocks, all of a message. The rows of the state are in x0, x4, x8 and x12.
    SET_ROTL_16_ROWS rotl_16
    lwz t0, 52(state)
    rldimi t0, counter, 32, 0
    mtvsrd u0, t0
    lxvw4x u1, state, at_48
    xxpermdi V(x12), u0, u1, 1
    lxvw4x V(x0), 0, state
    lxvw4x V(x4), state, at_16
    lxvw4x V(x8), state, at_32
    bgt cr1, LOCAL(two_or_three)

LOCAL(one):
    START_ROWS 0, row_c
    ROWS_ROUNDS row_c
    ADD_ROWS row_c
    b LOCAL(last)

LOCAL(two_or_three):
    vspltisw x3, 1
    vxor x2, x2, x2
    vsldoi x3, x3, x2, 12  // 1, 0, 0, 0
    MOVE(lane_0_one, V(x3))
    cmpldi len, 128
    bgt LOCAL(three)

LOCAL(two):
    START_ROWS 0, row_b
    vadduwm x12, x12, x3
    START_ROWS 0, row_c
    ROWS_ROUNDS row_b, row_c
    ADD_ROWS row_c
    PREVIOUS_COUNTER
    ADD_ROWS row_b
    XOR_BLOCK row_b
    addi len, len, -64
    b LOCAL(last)

LOCAL(three):
    START_ROWS 0, row_a
    vadduwm x12, x12, x3
    START_ROWS 0, row_b
    vadduwm x12, x12, x3
    START_ROWS 0, row_c
    ROWS_ROUNDS row_a, row_b, row_c
    ADD_ROWS row_c
    PREVIOUS_COUNTER
    ADD_ROWS row_b
    PREVIOUS_COUNTER
    ADD_ROWS row_a
    XOR_BLOCK row_a
    XOR_BLOCK row_b
    addi len, len, -128

// The last block, in last_block. len is what is left, and at most 64.
LOCAL(last):
    cmpldi len, 64
    blt LOCAL(tail)
    XOR_BLOCK last_block
LOCAL(done):
    .irp secret, V(x0), V(x4), V(x8), V(x3), V(x7), V(x11), V(x15), u0, u1, u2, u3
    xxlxor \secret, \secret, \secret
    .endr
    blelr cr1  // one block
    .irp secret, V(x1), V(x2), V(x5), V(x6), V(x9), V(x10), V(x12), V(x13), V(x14), V(by_7)
    xxlxor \secret, \secret, \secret
    .endr
    .irp secret, first0, first1, first2, first3, k0, k1, k2
    xxlxor \secret, \secret, \secret
    .endr
    blr

// The last 1 to 63 bytes, by what len has of 32, 16, 8, 4, 2 and 1, which are bits 26 to 31 of the
// condition register. The key stream stays in registers, so that there is nothing to wipe.
LOCAL(tail):
    mtocrf 2, len
    mtocrf 1, len
    bf 26, 1f
    lxvw4x u0, 0, src
    lxvw4x u1, src, at_16
    xxlxor u0, u0, V(x3)
    xxlxor u1, u1, V(x7)
    stxvw4x u0, 0, dst
    stxvw4x u1, dst, at_16
    addi src, src, 32
    addi dst, dst, 32
    MOVE(V(x3), V(x11))
    MOVE(V(x7), V(x15))
1:  bf 27, 1f
    lxvw4x u0, 0, src
    xxlxor u0, u0, V(x3)
    stxvw4x u0, 0, dst
    addi src, src, 16
    addi dst, dst, 16
    MOVE(V(x3), V(x7))
1:  mfvsrd t0, V(x3)
    rotldi t0, t0, 32  // the words in the order of memory
    bf 28, 1f
    ld t1, 0(src)
    xor t1, t1, t0
    std t1, 0(dst)
    addi src, src, 8
    addi dst, dst, 8
    xxswapd V(x3), V(x3)
    mfvsrd t0, V(x3)
    rotldi t0, t0, 32
1:  bf 29, 1f
    lwz t1, 0(src)
    xor t1, t1, t0
    stw t1, 0(dst)
    addi src, src, 4
    addi dst, dst, 4
    srdi t0, t0, 32
1:  bf 30, 1f
    lhz t1, 0(src)
    xor t1, t1, t0
    sth t1, 0(dst)
    addi src, src, 2
    addi dst, dst, 2
    srdi t0, t0, 16
1:  bf 31, 1f
    lbz t1, 0(src)
    xor t1, t1, t0
    stb t1, 0(dst)
1:  li t0, 0
    li t1, 0
    b LOCAL(done)

// More than three blocks.
LOCAL(many):
    SAVE_VECTORS
    SET_ROTL_16_ROWS rotl_16_rows
    lxvw4x V(x0), 0, state
    lxvw4x V(x1), state, at_16
    lxvw4x V(x2), state, at_32
    lxvw4x V(x3), state, at_48
    MOVE(k0, V(x0))
    MOVE(k1, V(x1))
    MOVE(k2, V(x2))
    vspltisw x4, -1
    vxor x5, x5, x5
    vsldoi x4, x4, x5, 12
    MOVE(lane_0, V(x4))
    xxsel V(x3), V(x3), V(x5), lane_0
    MOVE(k3, V(x3))
    HALVES_BY_BYTES rotl_16, x0, x1, x2, x3
    HALVES_BY_BITS by_12, x0, x1, x2, x3
    HALVES_BY_BYTES rotl_8, x0, x1, x2, x3
    HALVES_BY_BITS by_7, x0, x1, x2, x3
    MOVE(first0, V(x0))
    MOVE(first1, V(x1))
    MOVE(first2, V(x2))
    MOVE(first3, V(x3))
    mtvsrwz u0, counter
    xxspltw V(x0), u0, 1
    lvsl x1, 0, %r1
    vmrghb x1, x5, x1
    vmrghh x1, x5, x1  // 0, 1, 2, 3
    vadduwm x0, x0, x1
    MOVE(counters, V(x0))

// Up to seven blocks are one pass, the last. More begin with one of six, eight and nine with one of
// four: so there are never less than four left, and the blocks of a pass are whole but for the last
// one of the last.
LOCAL(pass):
    cmpldi len, 6 * 64
    bgt LOCAL(more_than_six)
    cmpldi len, 4 * 64
    ble LOCAL(four)
    cmpldi len, 5 * 64
    bgt LOCAL(six)

LOCAL(five):
    .cfi_remember_state
    MAKE_BLOCKS 1, by_7, V(29), , , beside_a
    XOR_COLUMNS
    MOVE_TO_LAST beside_a
    RESTORE_VECTORS
    addi len, len, -4 * 64
    b LOCAL(last)
    .cfi_restore_state

LOCAL(more_than_six):
    cmpldi len, 9 * 64
    bgt LOCAL(six)
    cmpldi len, 7 * 64
    ble LOCAL(seven)

LOCAL(four):
    .cfi_remember_state
    MAKE_BLOCKS 0, by_7
    XOR_BLOCK x0, x4, x8, x12
    XOR_BLOCK x1, x5, x9, x13
    XOR_BLOCK x2, x6, x10, x14
    cmpldi len, 4 * 64
    ble 3f
    XOR_BLOCK last_block
    NEXT_COUNTERS 4
    addi len, len, -4 * 64
    b LOCAL(pass)

3:  RESTORE_VECTORS
    addi len, len, -3 * 64
    b LOCAL(last)
    .cfi_restore_state

LOCAL(six):
    .cfi_remember_state
    MAKE_BLOCKS 2, by_7, V(29), V(30), , beside_a, beside_b
    XOR_COLUMNS
    XOR_BLOCK beside_a
    cmpldi len, 6 * 64
    ble 3f
    XOR_BLOCK beside_b
    NEXT_COUNTERS 6
    addi len, len, -6 * 64
    b LOCAL(pass)

3:  MOVE_TO_LAST beside_b
    RESTORE_VECTORS
    addi len, len, -5 * 64
    b LOCAL(last)
    .cfi_restore_state

LOCAL(seven):
    MAKE_BLOCKS 3, by_12, first0, first1, first2, beside_a, beside_b, beside_c
    XOR_COLUMNS
    XOR_BLOCK beside_a
    XOR_BLOCK beside_b
    MOVE_TO_LAST beside_c
    RESTORE_VECTORS
    addi len, len, -6 * 64
    b LOCAL(last)
END_FUNCTION keystream_chacha20_xorKeyStreamBlocks_vsx
