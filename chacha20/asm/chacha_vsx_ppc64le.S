// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The ChaCha20 core for VSX: POWER8 and later (Power ISA 2.07), little-endian, ELFv2.
//
//   void keystream_chacha20_xorKeyStreamBlocks_vsx(uint8_t* dst, const uint8_t* src, size_t len,
//                                                  const State* state, uint32_t counter);
//
// The contract is in chacha20/core.h; first_round is not used. The passes, by how many blocks they
// make, with the instructions of a double round and of a whole call on that many blocks, and the
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

#include "internal/asm.h"
#include "chacha20/asm/chacha_ppc64le.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

// Rows alone, of up to three blocks. row_c is xored last in a call of any length: the only block
// that may be less than whole.
#define row_a x1, x5, x9, x13
#define row_b x2, x6, x10, x14
#define row_c x3, x7, x11, x15

// The state is in x0, x4, x8 and x12, the last with the counter of the first block.
.macro START_ROWS control, a, b, c, d
    MOVE(VSX(\a), VSX(x0))
    MOVE(VSX(\b), VSX(x4))
    MOVE(VSX(\c), VSX(x8))
    xxswapd VSX(\d), VSX(x12)
.endm

.macro ADD_ROWS a, b, c, d
    xxswapd VSX(\d), VSX(\d)
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
    MOVE(VSX(rotl_16), lane_0_one)
    vsubuwm x12, x12, rotl_16
.endm

// A pass of columns, but for the output: START_BLOCKS to FINISH_BLOCKS.
.macro MAKE_BLOCKS n, seven, d_a, d_b, d_c, rows:vararg
    START_BLOCKS \n, \seven, \d_a, \d_b, \d_c, \rows
    li t0, 10
    mtctr t0
    b 2f

    .p2align 5
1:  ROUND \n, \seven, IN_COLUMNS, TO_DIAGONALS, \rows
2:  ROUND \n, \seven, IN_DIAGONALS, TO_COLUMNS, \rows
    bdnz 1b
    FINISH_BLOCKS \n, \d_a, \d_b, \d_c
.endm

.macro MOVE_TO_LAST a, b, c, d
    MOVE(VSX(x3), VSX(\a))
    MOVE(VSX(x7), VSX(\b))
    MOVE(VSX(x11), VSX(\c))
    MOVE(VSX(x15), VSX(\d))
.endm

FUNCTION keystream_chacha20_xorKeyStreamBlocks_vsx
    SET_CONSTANTS
    cmpldi cr1, len, 64
    cmpldi len, 3 * 64
    bgt LOCAL(many)

// At most three blocks, all of a message. The rows of the state are in x0, x4, x8 and x12.
    SET_ROTL_16_ROWS rotl_16
    lwz t0, 52(state)
    rldimi t0, counter, 32, 0
    mtvsrd u0, t0
    lxvw4x u1, state, at_48
    xxpermdi VSX(x12), u0, u1, 1
    lxvw4x VSX(x0), 0, state
    lxvw4x VSX(x4), state, at_16
    lxvw4x VSX(x8), state, at_32
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
    MOVE(lane_0_one, VSX(x3))
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

// The last block, in row_c. len is what is left, and at most 64.
LOCAL(last):
    cmpldi len, 64
    blt LOCAL(tail)
    XOR_BLOCK row_c
LOCAL(done):
    CLEAR_ONE_BLOCK
    blelr cr1  // one block
    CLEAR_MORE_BLOCKS
    blr

// The last 1 to 63 bytes, by what len has of 32, 16, 8, 4, 2 and 1, which are bits 26 to 31 of the
// condition register. The key stream stays in registers, so that there is nothing to wipe.
LOCAL(tail):
    mtocrf 2, len
    mtocrf 1, len
    bf 26, 1f
    lxvw4x u0, 0, src
    lxvw4x u1, src, at_16
    xxlxor u0, u0, VSX(x3)
    xxlxor u1, u1, VSX(x7)
    stxvw4x u0, 0, dst
    stxvw4x u1, dst, at_16
    addi src, src, 32
    addi dst, dst, 32
    MOVE(VSX(x3), VSX(x11))
    MOVE(VSX(x7), VSX(x15))
1:  bf 27, 1f
    lxvw4x u0, 0, src
    xxlxor u0, u0, VSX(x3)
    stxvw4x u0, 0, dst
    addi src, src, 16
    addi dst, dst, 16
    MOVE(VSX(x3), VSX(x7))
1:  mfvsrd t0, VSX(x3)
    rotldi t0, t0, 32  // the words in the order of memory
    bf 28, 1f
    ld t1, 0(src)
    xor t1, t1, t0
    std t1, 0(dst)
    addi src, src, 8
    addi dst, dst, 8
    xxswapd VSX(x3), VSX(x3)
    mfvsrd t0, VSX(x3)
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
    LOAD_COLUMNS

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
    MAKE_BLOCKS 1, by_7, VSX(29), , , beside_a
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
    XOR_BLOCK row_c
    NEXT_COUNTERS 4
    addi len, len, -4 * 64
    b LOCAL(pass)

3:  RESTORE_VECTORS
    addi len, len, -3 * 64
    b LOCAL(last)
    .cfi_restore_state

LOCAL(six):
    .cfi_remember_state
    MAKE_BLOCKS 2, by_7, VSX(29), VSX(30), , beside_a, beside_b
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
