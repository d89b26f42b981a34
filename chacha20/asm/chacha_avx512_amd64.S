// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// ChaCha20 for AVX-512 (F, BW, DQ, VL) and BMI2: one function for any length, in passes of fourteen
// shapes.
//
//   void keystream_chacha20_xorKeyStreamBlocks_avx512(uint8_t* dst, const uint8_t* src, size_t len,
//                                                     const State* state, uint32_t counter)
//
// A block can be computed in three ways, and the instructions of several can share a pass:
//
//   rows     a register holds a row of the state, of a block in each 128-bit lane:
//
//                       lane 0: block 0      lane 1: block 1
//                a  |  0   1   2   3   |   0   1   2   3   | ...     a column round is a quarter
//                b  |  4   5   6   7   |   4   5   6   7   |         round of whole registers; for
//                c  |  8   9  10  11   |   8   9  10  11   |         the diagonal round rows a, c
//                d  | 12  13  14  15   |  12  13  14  15   |         and d are turned by 3, 1 and 2
//
//            It is b that stays where it is, as it is finished last.
//   columns  register i holds word i, of a block in each 32-bit element; 8 blocks in ymm or 16 in
//            zmm. No shuffles in the rounds; a transpose at the end. It turns every group of four
//            registers into four rows, as above, so both kinds leave through the same macros.
//   scalar   a block in general registers. Beside vectors it costs next to nothing, as long as they
//            take longer than it does: 34 cycles for a double round.
//
// Every length ends in a single pass, whose last block is loaded and stored under a mask. Scalar
// blocks come first in a pass, then columns, then rows. The passes, by blocks of message, and the
// cycles of a call on Zen 4 (calls back to back, each setting up its state). A pass costs the same
// for all of its lengths; what it is worth is what the next one costs more:
//
//   1, 2     2 rows, in ymm, the rotates early                               270-295
//   3, 4     4 rows (two sets in ymm)                                            350
//   5        1 scalar, 4 rows                                                    389
//   6        6 rows                                                              425
//   7, 8     8 columns                                                           443
//   9        1 scalar, 8 columns                                                 457
//   10, 11   1 scalar, 8 columns, 2 rows                                         514
//   12, 13   1 scalar, 8 columns, 4 rows                                         568
//   14-17    1 scalar, 2 x 8 columns                                             646
//   18, 19   1 scalar, 16 columns, 2 rows                                        764
//   20-22    2 scalars, 16 columns, 4 rows in zmm                                838
//   23, 24   2 scalars, 16 columns, 4 rows in zmm, 2 in ymm                      929
//   25, 26   2 scalars, 16 columns, 8 rows in zmm                                979
//   27-34    2 scalars, 2 x 16 columns                                     1150-1175
//
// More than 34 blocks run 34 at a time until 34 or fewer are left.
//
// Measured and left out, as they gain less than 3 %: 2 x 8 columns without a scalar block (16
// blocks, 636), 6 rows and a scalar block (7 blocks, 437), 16 columns and 12 rows (30 blocks,
// 1143). Slower: 8 columns and 4 rows in zmm (12 blocks, 570), 16 columns in zmm (680), 16 columns
// and 2 scalar blocks (18 blocks, 777). The last pass takes 1190 cycles without its scalar blocks,
// for 32, and 1290 with three of them, for 35: the third finds no idle slots.
//
// The order of instructions matters more than their dependences suggest: the same instruction for
// two quarter rounds side by side, then the next one, is up to 10 % faster than for four at a time
// or one after another.
//
// The first column round leaves words 1-3, 5-7, 9-11 and 13-15 the same in all blocks. The longest
// pass makes use of that (3 %): it computes them once, as rows, and starts with the diagonals. In
// shorter ones it gains nothing, and State::first_round would cost more to set up than it saves.

#include "internal/asm.h"

// Arguments, and a mask with a bit for each byte of the last block.
#define DST rdi
#define SRC rsi
#define LEN rdx
#define STATE rcx
#define COUNTER r8d
#define LAST_BYTES k1

// Vector registers by number: xmm, ymm or zmm is a parameter of the macros.
#define COLUMNS_A 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define COLUMNS_B 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
#define WORD_PARAMETERS x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15
#define WORDS \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7, \x8, \x9, \x10, \x11, \x12, \x13, \x14, \x15
#define ROWS_A 16, 17, 18, 19
#define ROWS_B 20, 21, 22, 23
#define ROWS_C 24, 25, 26, 27
#define ROW_D 28    // the initial row d of the first block of the pass, in each lane
#define SCRATCH 29
#define SCRATCH_2 30
#define B_WORD_15 31

// The scalar block. Words 8 to 11 share two registers: two of them are in memory at any time.
#define S0 eax
#define S1 ebx
#define S2 ecx
#define S3 edx
#define S4 esi
#define S5 edi
#define S6 r8d
#define S7 r9d
#define S12 r10d
#define S13 r11d
#define S14 r12d
#define S15 r13d
#define SC0 r14d  // word 8 or 10
#define SC1 r15d  // word 9 or 11
#define LOOPS ebp
#define POINTER rbp    // outside the loops
#define POINTER_2 rcx  // when S2 and S3 are done with
#define POINTER_3 rdx

// The frame of passes with scalar blocks.
#define S8_MEMORY dword ptr [rsp]
#define S9_MEMORY dword ptr [rsp + 4]
#define S10_MEMORY dword ptr [rsp + 8]
#define S11_MEMORY dword ptr [rsp + 12]
#define SAVED_DST qword ptr [rsp + 16]
#define SAVED_SRC qword ptr [rsp + 24]
#define SAVED_LEN qword ptr [rsp + 32]
#define SAVED_STATE qword ptr [rsp + 40]
#define SAVED_COUNTER dword ptr [rsp + 48]
#define SCALARS_LEFT dword ptr [rsp + 52]
#define FIRST_ROUND rsp + 64
#define SPILLED [rsp + 128]  // up to a zmm
#define FRAME_SIZE 200       // with the return address and six registers, a multiple of 16

RODATA 6
// The block in each element of columns, such that a group of four registers, transposed, has blocks
// in ascending order in its lanes: elements i, i + 4, i + 8, i + 12 become the lanes of register i.
LOCAL(columns_of_16):
    .long 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15
LOCAL(next_columns_of_16):
    .long 16, 20, 24, 28, 17, 21, 25, 29, 18, 22, 26, 30, 19, 23, 27, 31
LOCAL(columns_of_8):
    .long 0, 2, 4, 6, 1, 3, 5, 7
LOCAL(next_columns_of_8):
    .long 8, 10, 12, 14, 9, 11, 13, 15
// What to add to row d of the first block for block 0, 1, ...
LOCAL(rows):
    .irp block, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
    .long   \block, 0, 0, 0
    .endr

// ---- Rounds. A quarter round is four steps: a += b, d = rotl(d ^ a, 16); c += d,
// b = rotl(b ^ c, 12); and again with 8 and 7. STEP is one of them, for one, two or three quarter
// rounds.

.macro STEP v, n, a, b, d
    vpaddd  \v\a, \v\a, \v\b
    vpxord  \v\d, \v\d, \v\a
    vprold  \v\d, \v\d, \n
.endm

.macro STEP_2 v, n, a0, b0, d0, a1, b1, d1
    vpaddd  \v\a0, \v\a0, \v\b0
    vpaddd  \v\a1, \v\a1, \v\b1
    vpxord  \v\d0, \v\d0, \v\a0
    vpxord  \v\d1, \v\d1, \v\a1
    vprold  \v\d0, \v\d0, \n
    vprold  \v\d1, \v\d1, \n
.endm

.macro STEP_3 v, n, a0, b0, d0, a1, b1, d1, a2, b2, d2
    vpaddd  \v\a0, \v\a0, \v\b0
    vpaddd  \v\a1, \v\a1, \v\b1
    vpaddd  \v\a2, \v\a2, \v\b2
    vpxord  \v\d0, \v\d0, \v\a0
    vpxord  \v\d1, \v\d1, \v\a1
    vpxord  \v\d2, \v\d2, \v\a2
    vprold  \v\d0, \v\d0, \n
    vprold  \v\d1, \v\d1, \n
    vprold  \v\d2, \v\d2, \n
.endm

// STEP with the rotate, whose latency is 2, off the critical path: rotl(d ^ a, n) is
// rotl(d, n) ^ (a << n) ^ (a >> (32 - n)), and d is known before a. 24 rather than 32 cycles for a
// double round, but with two sets of rows or more the additional instructions cost more.
.macro STEP_EARLY v, n, a, b, d, left, right
    vprold  \v\d, \v\d, \n
    vpaddd  \v\a, \v\a, \v\b
    vpslld  \v\left, \v\a, \n
    vpsrld  \v\right, \v\a, 32 - \n
    vpternlogd \v\d, \v\left, \v\right, 0x96  // the exclusive or of the three
.endm

// Turns rows for the diagonal round (half 0), and back (half 1).
.macro TURN half, v, there, back, rows:vararg
    .irp row, \rows
  .if \half == 0
    vpshufd \v\row, \v\row, \there
  .else
    vpshufd \v\row, \v\row, \back
  .endif
    .endr
.endm
#define BY_1 0x39  // element i takes the place of i - 1
#define BY_2 0x4e
#define BY_3 0x93

// From here to ROUND: one step, 0 to 3, of the column round (half 0) or of the diagonal round
// (half 1) of one shape. ROUND interleaves shapes step by step.

.macro ROWS_STEP half, step, v, a, b, c, d
  .if \step == 0
    STEP    \v, 16, \a, \b, \d
  .elseif \step == 1
    STEP    \v, 12, \c, \d, \b
  .elseif \step == 2
    STEP    \v, 8, \a, \b, \d
    TURN    \half, \v, BY_3, BY_1, \a
  .else
    STEP    \v, 7, \c, \d, \b
    TURN    \half, \v, BY_1, BY_3, \c
    TURN    \half, \v, BY_2, BY_2, \d
  .endif
.endm

.macro ROWS_STEP_EARLY half, step, v, a, b, c, d, left, right
  .if \step == 0
    STEP_EARLY \v, 16, \a, \b, \d, \left, \right
  .elseif \step == 1
    STEP_EARLY \v, 12, \c, \d, \b, \left, \right
  .elseif \step == 2
    STEP_EARLY \v, 8, \a, \b, \d, \left, \right
    TURN    \half, \v, BY_3, BY_1, \a
  .else
    STEP_EARLY \v, 7, \c, \d, \b, \left, \right
    TURN    \half, \v, BY_1, BY_3, \c
    TURN    \half, \v, BY_2, BY_2, \d
  .endif
.endm

.macro ROWS_STEP_2 half, step, v, a0, b0, c0, d0, a1, b1, c1, d1
  .if \step == 0
    STEP_2  \v, 16, \a0, \b0, \d0, \a1, \b1, \d1
  .elseif \step == 1
    STEP_2  \v, 12, \c0, \d0, \b0, \c1, \d1, \b1
  .elseif \step == 2
    STEP_2  \v, 8, \a0, \b0, \d0, \a1, \b1, \d1
    TURN    \half, \v, BY_3, BY_1, \a0, \a1
  .else
    STEP_2  \v, 7, \c0, \d0, \b0, \c1, \d1, \b1
    TURN    \half, \v, BY_1, BY_3, \c0, \c1
    TURN    \half, \v, BY_2, BY_2, \d0, \d1
  .endif
.endm

.macro ROWS_STEP_3 half, step, v, a0, b0, c0, d0, a1, b1, c1, d1, a2, b2, c2, d2
  .if \step == 0
    STEP_3  \v, 16, \a0, \b0, \d0, \a1, \b1, \d1, \a2, \b2, \d2
  .elseif \step == 1
    STEP_3  \v, 12, \c0, \d0, \b0, \c1, \d1, \b1, \c2, \d2, \b2
  .elseif \step == 2
    STEP_3  \v, 8, \a0, \b0, \d0, \a1, \b1, \d1, \a2, \b2, \d2
    TURN    \half, \v, BY_3, BY_1, \a0, \a1, \a2
  .else
    STEP_3  \v, 7, \c0, \d0, \b0, \c1, \d1, \b1, \c2, \d2, \b2
    TURN    \half, \v, BY_1, BY_3, \c0, \c1, \c2
    TURN    \half, \v, BY_2, BY_2, \d0, \d1, \d2
  .endif
.endm

.macro STEP_4 v, n, a0, b0, d0, a1, b1, d1, a2, b2, d2, a3, b3, d3
    STEP_2  \v, \n, \a0, \b0, \d0, \a1, \b1, \d1
    STEP_2  \v, \n, \a2, \b2, \d2, \a3, \b3, \d3
.endm

.macro COLUMNS_STEP half, step, v, WORD_PARAMETERS
  .if \half == 0
    .if \step == 0
    STEP_4  \v, 16, \x0, \x4, \x12, \x1, \x5, \x13, \x2, \x6, \x14, \x3, \x7, \x15
    .elseif \step == 1
    STEP_4  \v, 12, \x8, \x12, \x4, \x9, \x13, \x5, \x10, \x14, \x6, \x11, \x15, \x7
    .elseif \step == 2
    STEP_4  \v, 8, \x0, \x4, \x12, \x1, \x5, \x13, \x2, \x6, \x14, \x3, \x7, \x15
    .else
    STEP_4  \v, 7, \x8, \x12, \x4, \x9, \x13, \x5, \x10, \x14, \x6, \x11, \x15, \x7
    .endif
  .else
    .if \step == 0
    STEP_4  \v, 16, \x0, \x5, \x15, \x1, \x6, \x12, \x2, \x7, \x13, \x3, \x4, \x14
    .elseif \step == 1
    STEP_4  \v, 12, \x10, \x15, \x5, \x11, \x12, \x6, \x8, \x13, \x7, \x9, \x14, \x4
    .elseif \step == 2
    STEP_4  \v, 8, \x0, \x5, \x15, \x1, \x6, \x12, \x2, \x7, \x13, \x3, \x4, \x14
    .else
    STEP_4  \v, 7, \x10, \x15, \x5, \x11, \x12, \x6, \x8, \x13, \x7, \x9, \x14, \x4
    .endif
  .endif
.endm

.macro SCALAR_STEP n, a0, b0, d0, a1, b1, d1
    add     \a0, \b0
    add     \a1, \b1
    xor     \d0, \a0
    xor     \d1, \a1
    rol     \d0, \n
    rol     \d1, \n
.endm

// Eighth n, 0 to 7, of a double round: half of two quarter rounds.
.macro SCALAR_EIGHTH n
  .if (\n) == 0
    SCALAR_STEP 16, S0, S4, S12, S1, S5, S13
    SCALAR_STEP 12, SC0, S12, S4, SC1, S13, S5
  .elseif (\n) == 1
    SCALAR_STEP 8, S0, S4, S12, S1, S5, S13
    SCALAR_STEP 7, SC0, S12, S4, SC1, S13, S5
    mov     S8_MEMORY, SC0
    mov     S9_MEMORY, SC1
    mov     SC0, S10_MEMORY
    mov     SC1, S11_MEMORY
  .elseif (\n) == 2
    SCALAR_STEP 16, S2, S6, S14, S3, S7, S15
    SCALAR_STEP 12, SC0, S14, S6, SC1, S15, S7
  .elseif (\n) == 3
    SCALAR_STEP 8, S2, S6, S14, S3, S7, S15
    SCALAR_STEP 7, SC0, S14, S6, SC1, S15, S7
  .elseif (\n) == 4
    SCALAR_STEP 16, S0, S5, S15, S1, S6, S12
    SCALAR_STEP 12, SC0, S15, S5, SC1, S12, S6
  .elseif (\n) == 5
    SCALAR_STEP 8, S0, S5, S15, S1, S6, S12
    SCALAR_STEP 7, SC0, S15, S5, SC1, S12, S6
    mov     S10_MEMORY, SC0
    mov     S11_MEMORY, SC1
    mov     SC0, S8_MEMORY
    mov     SC1, S9_MEMORY
  .elseif (\n) == 6
    SCALAR_STEP 16, S2, S7, S13, S3, S4, S14
    SCALAR_STEP 12, SC0, S13, S7, SC1, S14, S4
  .else
    SCALAR_STEP 8, S2, S7, S13, S3, S4, S14
    SCALAR_STEP 7, SC0, S13, S7, SC1, S14, S4
  .endif
.endm

.macro YMM_ROWS_EARLY half, step
    ROWS_STEP_EARLY \half, \step, ymm, ROWS_A, SCRATCH, SCRATCH_2
.endm
.macro YMM_ROWS half, step
    ROWS_STEP \half, \step, ymm, ROWS_A
.endm
.macro YMM_ROWS_2 half, step
    ROWS_STEP_2 \half, \step, ymm, ROWS_A, ROWS_B
.endm
.macro YMM_ROWS_3 half, step
    ROWS_STEP_3 \half, \step, ymm, ROWS_A, ROWS_B, ROWS_C
.endm
.macro YMM_ROWS_B half, step
    ROWS_STEP \half, \step, ymm, ROWS_B
.endm
.macro ZMM_ROWS half, step
    ROWS_STEP \half, \step, zmm, ROWS_A
.endm
.macro ZMM_ROWS_2 half, step
    ROWS_STEP_2 \half, \step, zmm, ROWS_A, ROWS_B
.endm
.macro YMM_COLUMNS_A half, step
    COLUMNS_STEP \half, \step, ymm, COLUMNS_A
.endm
.macro YMM_COLUMNS_B half, step
    COLUMNS_STEP \half, \step, ymm, COLUMNS_B
.endm
.macro ZMM_COLUMNS_A half, step
    COLUMNS_STEP \half, \step, zmm, COLUMNS_A
.endm
.macro ZMM_COLUMNS_B half, step
    COLUMNS_STEP \half, \step, zmm, COLUMNS_B
.endm
// One double round of a scalar block to one of the others ...
.macro SCALAR half, step
    SCALAR_EIGHTH (4 * \half + \step)
.endm
// ... and two, for two scalar blocks one after another.
.macro SCALAR_TWICE half, step
    SCALAR_EIGHTH (2 * \step)
    SCALAR_EIGHTH (2 * \step + 1)
.endm

.macro ROUND half, shapes:vararg
    .irp step, 0, 1, 2, 3
    .irp shape, \shapes
    \shape  \half, \step
    .endr
    .endr
.endm

.macro TWENTY_ROUNDS name, shapes:vararg
    mov     eax, 10
    .p2align 5
LOCAL(rounds_\name):
    ROUND   0, \shapes
    ROUND   1, \shapes
    dec     eax
    jnz     LOCAL(rounds_\name)
.endm

// ---- Rows: in and out.

// Word by word: a wider load would wait for the stores, if the caller has just set up the nonce in
// parts.
.macro ROW_D_LOAD v
    vmovd   xmm\()ROW_D, COUNTER
    vpinsrd xmm\()ROW_D, xmm\()ROW_D, dword ptr [STATE + 52], 1
    vpinsrd xmm\()ROW_D, xmm\()ROW_D, dword ptr [STATE + 56], 2
    vpinsrd xmm\()ROW_D, xmm\()ROW_D, dword ptr [STATE + 60], 3
    vshufi32x4 \v\()ROW_D, \v\()ROW_D, \v\()ROW_D, 0
.endm

// The two or four blocks of a pass from the given one on.
.macro ROWS_LOAD v, block, a, b, c, d
    vbroadcasti32x4 \v\a, [STATE]
    vbroadcasti32x4 \v\b, [STATE + 16]
    vbroadcasti32x4 \v\c, [STATE + 32]
    vpaddd  \v\d, \v\()ROW_D, [rip + LOCAL(rows) + 16 * \block]
.endm

.macro ROWS_ADD_STATE v, block, a, b, c, d
    vbroadcasti32x4 \v\()SCRATCH, [STATE]
    vpaddd  \v\a, \v\a, \v\()SCRATCH
    vbroadcasti32x4 \v\()SCRATCH, [STATE + 16]
    vpaddd  \v\b, \v\b, \v\()SCRATCH
    vbroadcasti32x4 \v\()SCRATCH, [STATE + 32]
    vpaddd  \v\c, \v\c, \v\()SCRATCH
    vpaddd  \v\()SCRATCH, \v\()ROW_D, [rip + LOCAL(rows) + 16 * \block]
    vpaddd  \v\d, \v\d, \v\()SCRATCH
.endm

// The message of a pass, in blocks, ends somewhere in block from, ..., to (counted from 1, without
// scalar blocks); NEVER if there may be more. Says to the macros below where to look for the end.
.macro PASS_ENDS from, to
    .set MAY_END_IN, \from - 1
    .set ENDS_AT_LATEST_IN, \to - 1
.endm
#define NEVER 1000

// Block number block is in zmm x, or in ymm x and y; t is free.
.macro XOR_LAST block, x, t
    vmovdqu8 zmm\t{LAST_BYTES}{z}, [SRC + 64 * (\block)]
    vpxord  zmm\x, zmm\x, zmm\t
    vmovdqu8 [DST + 64 * (\block)]{LAST_BYTES}, zmm\x
    jmp     LOCAL(wipe)
.endm

.macro XOR_ZMM block, x, t
  .if (\block) >= MAY_END_IN
    .if (\block) < ENDS_AT_LATEST_IN
    cmp     LEN, 64 * (\block + 1)
    ja      LOCAL(whole\@)
    .endif
    XOR_LAST (\block), \x, \t
LOCAL(whole\@):
  .endif
  .if (\block) < ENDS_AT_LATEST_IN
    vpxord  zmm\x, zmm\x, [SRC + 64 * (\block)]
    vmovdqu32 [DST + 64 * (\block)], zmm\x
  .endif
.endm

// Four blocks. Where none of them may be the last, each is read before the one ahead of it is
// written: on Zen 4 a load takes a store before it for one to the same place, and waits for it, if
// their addresses nearly agree in bits 0-11 and agree in a hash of those above. With dst 62 or 63
// bytes further into its page than src, where the hashes meet, 1350 bytes took 1.5 times as long as
// elsewhere; with this they take 1.2 times as long.
.macro XOR_FOUR_ZMM block, a, b, c, d, t
  .if (\block + 3) < MAY_END_IN
    vpxord  zmm\a, zmm\a, [SRC + 64 * (\block)]
    vpxord  zmm\b, zmm\b, [SRC + 64 * (\block + 1)]
    vmovdqu32 [DST + 64 * (\block)], zmm\a
    vpxord  zmm\c, zmm\c, [SRC + 64 * (\block + 2)]
    vmovdqu32 [DST + 64 * (\block + 1)], zmm\b
    vpxord  zmm\d, zmm\d, [SRC + 64 * (\block + 3)]
    vmovdqu32 [DST + 64 * (\block + 2)], zmm\c
    vmovdqu32 [DST + 64 * (\block + 3)], zmm\d
  .else
    XOR_ZMM (\block), \a, \t
    XOR_ZMM (\block + 1), \b, \t
    XOR_ZMM (\block + 2), \c, \t
    XOR_ZMM (\block + 3), \d, \t
  .endif
.endm

.macro XOR_YMM_PAIR block, x, y, t
  .if (\block) >= MAY_END_IN
    .if (\block) < ENDS_AT_LATEST_IN
    cmp     LEN, 64 * (\block + 1)
    ja      LOCAL(whole\@)
    .endif
    vinserti64x4 zmm\x, zmm\x, ymm\y, 1
    XOR_LAST (\block), \x, \t
LOCAL(whole\@):
  .endif
  .if (\block) < ENDS_AT_LATEST_IN
    vpxord  ymm\x, ymm\x, [SRC + 64 * (\block)]
    vpxord  ymm\y, ymm\y, [SRC + 64 * (\block) + 32]
    vmovdqu32 [DST + 64 * (\block)], ymm\x
    vmovdqu32 [DST + 64 * (\block) + 32], ymm\y
  .endif
.endm

// Block 0 or 1 of two as two registers.
.macro YMM_ROWS_BLOCK block, low, high, a, b, c, d
    vshufi32x4 ymm\low, ymm\a, ymm\b, 3 * \block
    vshufi32x4 ymm\high, ymm\c, ymm\d, 3 * \block
.endm

// From rows of two or four blocks to the blocks; t is free.
.macro YMM_ROWS_XOR block, t, a, b, c, d
    vshufi32x4 ymm\t, ymm\a, ymm\b, 0
    vshufi32x4 ymm\a, ymm\a, ymm\b, 3
    vshufi32x4 ymm\b, ymm\c, ymm\d, 0
    vshufi32x4 ymm\c, ymm\c, ymm\d, 3
    XOR_YMM_PAIR (\block), \t, \b, \d
    XOR_YMM_PAIR (\block + 1), \a, \c, \d
.endm

.macro ZMM_ROWS_XOR block, t, a, b, c, d
    vshufi32x4 zmm\t, zmm\a, zmm\b, 0x44  // lanes 0 and 1 of each
    vshufi32x4 zmm\a, zmm\a, zmm\b, 0xee  // lanes 2 and 3
    vshufi32x4 zmm\b, zmm\c, zmm\d, 0x44
    vshufi32x4 zmm\c, zmm\c, zmm\d, 0xee
    vshufi32x4 zmm\d, zmm\t, zmm\b, 0x88  // lanes 0 and 2
    vshufi32x4 zmm\t, zmm\t, zmm\b, 0xdd  // lanes 1 and 3
    vshufi32x4 zmm\b, zmm\a, zmm\c, 0x88
    vshufi32x4 zmm\c, zmm\a, zmm\c, 0xdd
    XOR_FOUR_ZMM (\block), \d, \t, \b, \c, \a
.endm

// ---- Columns: in and out. blocks is the table of the block in each element.

.macro COLUMNS_LOAD v, blocks, WORD_PARAMETERS
    vpbroadcastd \v\x12, COUNTER
    vpaddd  \v\x12, \v\x12, [rip + LOCAL(\blocks)]
    vpbroadcastd \v\x0, dword ptr [STATE]
    vpbroadcastd \v\x4, dword ptr [STATE + 16]
    vpbroadcastd \v\x1, dword ptr [STATE + 4]
    vpbroadcastd \v\x5, dword ptr [STATE + 20]
    vpbroadcastd \v\x2, dword ptr [STATE + 8]
    vpbroadcastd \v\x6, dword ptr [STATE + 24]
    vpbroadcastd \v\x3, dword ptr [STATE + 12]
    vpbroadcastd \v\x7, dword ptr [STATE + 28]
    vpbroadcastd \v\x13, dword ptr [STATE + 52]
    vpbroadcastd \v\x14, dword ptr [STATE + 56]
    vpbroadcastd \v\x15, dword ptr [STATE + 60]
    vpbroadcastd \v\x8, dword ptr [STATE + 32]
    vpbroadcastd \v\x9, dword ptr [STATE + 36]
    vpbroadcastd \v\x10, dword ptr [STATE + 40]
    vpbroadcastd \v\x11, dword ptr [STATE + 44]
.endm

// size is the number of elements in v; t is free.
.macro COLUMNS_ADD_STATE v, size, blocks, t, WORD_PARAMETERS
    vpaddd  \v\x0, \v\x0, dword ptr [STATE]{1to\size}
    vpaddd  \v\x1, \v\x1, dword ptr [STATE + 4]{1to\size}
    vpaddd  \v\x2, \v\x2, dword ptr [STATE + 8]{1to\size}
    vpaddd  \v\x3, \v\x3, dword ptr [STATE + 12]{1to\size}
    vpaddd  \v\x4, \v\x4, dword ptr [STATE + 16]{1to\size}
    vpaddd  \v\x5, \v\x5, dword ptr [STATE + 20]{1to\size}
    vpaddd  \v\x6, \v\x6, dword ptr [STATE + 24]{1to\size}
    vpaddd  \v\x7, \v\x7, dword ptr [STATE + 28]{1to\size}
    vpaddd  \v\x8, \v\x8, dword ptr [STATE + 32]{1to\size}
    vpaddd  \v\x9, \v\x9, dword ptr [STATE + 36]{1to\size}
    vpaddd  \v\x10, \v\x10, dword ptr [STATE + 40]{1to\size}
    vpaddd  \v\x11, \v\x11, dword ptr [STATE + 44]{1to\size}
    vpbroadcastd \v\t, COUNTER
    vpaddd  \v\t, \v\t, [rip + LOCAL(\blocks)]
    vpaddd  \v\x12, \v\x12, \v\t
    vpaddd  \v\x13, \v\x13, dword ptr [STATE + 52]{1to\size}
    vpaddd  \v\x14, \v\x14, dword ptr [STATE + 56]{1to\size}
    vpaddd  \v\x15, \v\x15, dword ptr [STATE + 60]{1to\size}
.endm

// Four words of the blocks, in w, x, y, z, to four rows, in z, t, x, y; w is free then.
.macro TRANSPOSE v, t, w, x, y, z
    vpunpckldq \v\t, \v\w, \v\x
    vpunpckhdq \v\w, \v\w, \v\x
    vpunpckldq \v\x, \v\y, \v\z
    vpunpckhdq \v\y, \v\y, \v\z
    vpunpcklqdq \v\z, \v\t, \v\x
    vpunpckhqdq \v\t, \v\t, \v\x
    vpunpcklqdq \v\x, \v\w, \v\y
    vpunpckhqdq \v\y, \v\w, \v\y
.endm

.macro COLUMNS_TRANSPOSE v, t, WORD_PARAMETERS
    TRANSPOSE \v, \t, \x0, \x1, \x2, \x3
    TRANSPOSE \v, \x0, \x4, \x5, \x6, \x7
    TRANSPOSE \v, \x4, \x8, \x9, \x10, \x11
    TRANSPOSE \v, \x8, \x12, \x13, \x14, \x15
.endm

.macro YMM_COLUMNS_XOR block, blocks, t, WORD_PARAMETERS
    COLUMNS_ADD_STATE ymm, 8, \blocks, \t, WORDS
    COLUMNS_TRANSPOSE ymm, \t, WORDS
    YMM_ROWS_XOR \block, \x12, \x3, \x7, \x11, \x15
    YMM_ROWS_XOR (\block + 2), \x12, \t, \x0, \x4, \x8
    YMM_ROWS_XOR (\block + 4), \x12, \x1, \x5, \x9, \x13
    YMM_ROWS_XOR (\block + 6), \x12, \x2, \x6, \x10, \x14
.endm

.macro ZMM_COLUMNS_XOR block, blocks, t, WORD_PARAMETERS
    COLUMNS_ADD_STATE zmm, 16, \blocks, \t, WORDS
    COLUMNS_TRANSPOSE zmm, \t, WORDS
    ZMM_ROWS_XOR \block, \x12, \x3, \x7, \x11, \x15
    ZMM_ROWS_XOR (\block + 4), \x12, \t, \x0, \x4, \x8
    ZMM_ROWS_XOR (\block + 8), \x12, \x1, \x5, \x9, \x13
    ZMM_ROWS_XOR (\block + 12), \x12, \x2, \x6, \x10, \x14
.endm

// ---- Scalar blocks.

// Makes the frame for that many scalar blocks, and leaves LEN and COUNTER for the rest of the pass.
.macro ENTER_FRAME scalars
    .irp register, rbx, rbp, r12, r13, r14, r15
    push    \register
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \register, 0
    .endr
    sub     rsp, FRAME_SIZE
    .cfi_adjust_cfa_offset FRAME_SIZE
    sub     LEN, 64 * \scalars
    mov     SAVED_DST, DST
    mov     SAVED_SRC, SRC
    mov     SAVED_LEN, LEN
    mov     SAVED_STATE, STATE
    mov     SAVED_COUNTER, COUNTER
    mov     SCALARS_LEFT, \scalars
    add     COUNTER, \scalars
.endm

.macro SCALAR_LOAD
    mov     POINTER, SAVED_STATE
    mov     S0, [POINTER + 40]
    mov     S1, [POINTER + 44]
    mov     S10_MEMORY, S0
    mov     S11_MEMORY, S1
    mov     S0, [POINTER]
    mov     S1, [POINTER + 4]
    mov     S2, [POINTER + 8]
    mov     S3, [POINTER + 12]
    mov     S4, [POINTER + 16]
    mov     S5, [POINTER + 20]
    mov     S6, [POINTER + 24]
    mov     S7, [POINTER + 28]
    mov     SC0, [POINTER + 32]
    mov     SC1, [POINTER + 36]
    mov     S12, SAVED_COUNTER
    mov     S13, [POINTER + 52]
    mov     S14, [POINTER + 56]
    mov     S15, [POINTER + 60]
.endm

.macro SCALAR_XOR
    mov     POINTER, SAVED_STATE
    add     S0, [POINTER]
    add     S1, [POINTER + 4]
    add     S2, [POINTER + 8]
    add     S3, [POINTER + 12]
    add     S4, [POINTER + 16]
    add     S5, [POINTER + 20]
    add     S6, [POINTER + 24]
    add     S7, [POINTER + 28]
    add     SC0, [POINTER + 32]
    add     SC1, [POINTER + 36]
    add     S12, SAVED_COUNTER
    add     S13, [POINTER + 52]
    add     S14, [POINTER + 56]
    add     S15, [POINTER + 60]
    mov     POINTER, SAVED_SRC
    xor     S0, [POINTER]
    xor     S1, [POINTER + 4]
    xor     S2, [POINTER + 8]
    xor     S3, [POINTER + 12]
    xor     S4, [POINTER + 16]
    xor     S5, [POINTER + 20]
    xor     S6, [POINTER + 24]
    xor     S7, [POINTER + 28]
    xor     SC0, [POINTER + 32]
    xor     SC1, [POINTER + 36]
    xor     S12, [POINTER + 48]
    xor     S13, [POINTER + 52]
    xor     S14, [POINTER + 56]
    xor     S15, [POINTER + 60]
    mov     POINTER, SAVED_DST
    mov     [POINTER], S0
    mov     [POINTER + 4], S1
    mov     [POINTER + 8], S2
    mov     [POINTER + 12], S3
    mov     [POINTER + 16], S4
    mov     [POINTER + 20], S5
    mov     [POINTER + 24], S6
    mov     [POINTER + 28], S7
    mov     [POINTER + 32], SC0
    mov     [POINTER + 36], SC1
    mov     [POINTER + 48], S12
    mov     [POINTER + 52], S13
    mov     [POINTER + 56], S14
    mov     [POINTER + 60], S15
    mov     POINTER_2, SAVED_STATE
    mov     POINTER_3, SAVED_SRC
    mov     SC0, S10_MEMORY
    mov     SC1, S11_MEMORY
    add     SC0, [POINTER_2 + 40]
    add     SC1, [POINTER_2 + 44]
    xor     SC0, [POINTER_3 + 40]
    xor     SC1, [POINTER_3 + 44]
    mov     [POINTER + 40], SC0
    mov     [POINTER + 44], SC1
    add     SAVED_DST, 64
    add     SAVED_SRC, 64
    inc     SAVED_COUNTER
.endm

// All rounds of the scalar blocks and of the rest of the pass. It may be entered at the diagonals.
.macro TWENTY_ROUNDS_AND_SCALARS name, scalars, shapes:vararg
LOCAL(scalar_\name):
    SCALAR_LOAD
    mov     LOOPS, 10 / \scalars
    .p2align 5
LOCAL(rounds_\name):
    ROUND   0, \shapes
LOCAL(diagonals_\name):
    ROUND   1, \shapes
    dec     LOOPS
    jnz     LOCAL(rounds_\name)
    SCALAR_XOR
    dec     SCALARS_LEFT
    jnz     LOCAL(scalar_\name)
    mov     DST, SAVED_DST
    mov     SRC, SAVED_SRC
    mov     LEN, SAVED_LEN
    mov     STATE, SAVED_STATE
    mov     COUNTER, SAVED_COUNTER
.endm

.macro LEAVE_FRAME
    xor     eax, eax
    xor     r9d, r9d
    xor     r10d, r10d
    xor     r11d, r11d
    mov     [rsp], rax
    mov     [rsp + 8], rax
    add     rsp, FRAME_SIZE
    .cfi_adjust_cfa_offset -FRAME_SIZE
    .irp register, r15, r14, r13, r12, rbp, rbx
    pop     \register
    .cfi_adjust_cfa_offset -8
    .cfi_restore \register
    .endr
.endm

// ---- The function.

FUNCTION keystream_chacha20_xorKeyStreamBlocks_avx512
    // The last block has 64 - (-LEN mod 64) bytes; shrx counts modulo 64.
    mov     eax, edx
    neg     eax
    or      r9, -1
    shrx    r9, r9, rax
    kmovq   LAST_BYTES, r9

LOCAL(next_pass):
    cmp     LEN, 64 * 2
    ja      LOCAL(more_than_2)

    ROW_D_LOAD ymm
    ROWS_LOAD ymm, 0, ROWS_A
    TWENTY_ROUNDS 2, YMM_ROWS_EARLY
    ROWS_ADD_STATE ymm, 0, ROWS_A
    YMM_ROWS_BLOCK 0, SCRATCH, SCRATCH_2, ROWS_A
    cmp     LEN, 64
    jbe     LOCAL(one_block)
    PASS_ENDS 2, 2
    XOR_YMM_PAIR 0, SCRATCH, SCRATCH_2, ROW_D
    YMM_ROWS_BLOCK 1, SCRATCH, SCRATCH_2, ROWS_A
    add     SRC, 64
    add     DST, 64
LOCAL(one_block):
    PASS_ENDS 1, 1
    XOR_YMM_PAIR 0, SCRATCH, SCRATCH_2, ROW_D

LOCAL(more_than_2):
    cmp     LEN, 64 * 8
    ja      LOCAL(more_than_8)
    cmp     LEN, 64 * 6
    ja      LOCAL(columns_8)
    cmp     LEN, 64 * 4
    ja      LOCAL(more_than_4)

    ROW_D_LOAD ymm
    ROWS_LOAD ymm, 0, ROWS_A
    ROWS_LOAD ymm, 2, ROWS_B
    TWENTY_ROUNDS 4, YMM_ROWS_2
LOCAL(xor_rows):
    PASS_ENDS 3, 6
    ROWS_ADD_STATE ymm, 0, ROWS_A
    YMM_ROWS_XOR 0, SCRATCH, ROWS_A
    ROWS_ADD_STATE ymm, 2, ROWS_B
    YMM_ROWS_XOR 2, SCRATCH, ROWS_B
    ROWS_ADD_STATE ymm, 4, ROWS_C
    YMM_ROWS_XOR 4, SCRATCH, ROWS_C

LOCAL(more_than_4):
    cmp     LEN, 64 * 5
    ja      LOCAL(rows_6)
    ENTER_FRAME 1
    ROW_D_LOAD ymm
    ROWS_LOAD ymm, 0, ROWS_A
    ROWS_LOAD ymm, 2, ROWS_B
    TWENTY_ROUNDS_AND_SCALARS 5, 1, SCALAR, YMM_ROWS_2
    LEAVE_FRAME
    jmp     LOCAL(xor_rows)

LOCAL(rows_6):
    ROW_D_LOAD ymm
    ROWS_LOAD ymm, 0, ROWS_A
    ROWS_LOAD ymm, 2, ROWS_B
    ROWS_LOAD ymm, 4, ROWS_C
    TWENTY_ROUNDS 6, YMM_ROWS_3
    jmp     LOCAL(xor_rows)

LOCAL(columns_8):
    COLUMNS_LOAD ymm, columns_of_8, COLUMNS_A
    TWENTY_ROUNDS 8, YMM_COLUMNS_A
LOCAL(xor_columns_8):
    PASS_ENDS 7, 12
    YMM_COLUMNS_XOR 0, columns_of_8, SCRATCH, COLUMNS_A
    ROWS_ADD_STATE ymm, 8, ROWS_A
    YMM_ROWS_XOR 8, SCRATCH, ROWS_A
    ROWS_ADD_STATE ymm, 10, ROWS_B
    YMM_ROWS_XOR 10, SCRATCH, ROWS_B

LOCAL(more_than_8):
    cmp     LEN, 64 * 17
    ja      LOCAL(more_than_17)
    ENTER_FRAME 1
    COLUMNS_LOAD ymm, columns_of_8, COLUMNS_A
    cmp     LEN, 64 * (13 - 1)
    ja      LOCAL(columns_2x8)
    ROW_D_LOAD ymm
    ROWS_LOAD ymm, 8, ROWS_A
    cmp     LEN, 64 * (9 - 1)
    ja      LOCAL(more_than_9)
    TWENTY_ROUNDS_AND_SCALARS 9, 1, YMM_COLUMNS_A, SCALAR
    .cfi_remember_state
    LEAVE_FRAME
    jmp     LOCAL(xor_columns_8)

LOCAL(more_than_9):
    .cfi_restore_state
    cmp     LEN, 64 * (11 - 1)
    ja      LOCAL(more_than_11)
    TWENTY_ROUNDS_AND_SCALARS 11, 1, YMM_COLUMNS_A, YMM_ROWS, SCALAR
    .cfi_remember_state
    LEAVE_FRAME
    jmp     LOCAL(xor_columns_8)

LOCAL(more_than_11):
    .cfi_restore_state
    ROWS_LOAD ymm, 10, ROWS_B
    TWENTY_ROUNDS_AND_SCALARS 13, 1, YMM_COLUMNS_A, YMM_ROWS_2, SCALAR
    .cfi_remember_state
    LEAVE_FRAME
    jmp     LOCAL(xor_columns_8)

LOCAL(columns_2x8):
    .cfi_restore_state
    COLUMNS_LOAD ymm, next_columns_of_8, COLUMNS_B
    TWENTY_ROUNDS_AND_SCALARS 17, 1, YMM_COLUMNS_A, YMM_COLUMNS_B, SCALAR
    PASS_ENDS 13, 16
    // All registers hold key stream: the transpose of A borrows one of B.
    vmovdqu32 SPILLED, ymm31
    YMM_COLUMNS_XOR 0, columns_of_8, B_WORD_15, COLUMNS_A
    vpxor   xmm0, xmm0, xmm0
    vmovdqu32 ymm31, SPILLED
    vmovdqu32 SPILLED, ymm0
    LEAVE_FRAME
    YMM_COLUMNS_XOR 8, next_columns_of_8, 0, COLUMNS_B

LOCAL(more_than_17):
    cmp     LEN, 64 * 26
    ja      LOCAL(more_than_26)
    cmp     LEN, 64 * 19
    ja      LOCAL(more_than_19)
    ENTER_FRAME 1
    COLUMNS_LOAD zmm, columns_of_16, COLUMNS_A
    ROW_D_LOAD zmm
    ROWS_LOAD ymm, 16, ROWS_A
    TWENTY_ROUNDS_AND_SCALARS 19, 1, ZMM_COLUMNS_A, YMM_ROWS, SCALAR
    LEAVE_FRAME
LOCAL(xor_columns_16):
    // Where the last rows are only two blocks, in ymm, lanes 2 and 3 hold none and are not reached.
    PASS_ENDS 17, 24
    ZMM_COLUMNS_XOR 0, columns_of_16, SCRATCH, COLUMNS_A
    ROWS_ADD_STATE zmm, 16, ROWS_A
    ZMM_ROWS_XOR 16, SCRATCH, ROWS_A
    ROWS_ADD_STATE zmm, 20, ROWS_B
    ZMM_ROWS_XOR 20, SCRATCH, ROWS_B

LOCAL(more_than_19):
    ENTER_FRAME 2
    COLUMNS_LOAD zmm, columns_of_16, COLUMNS_A
    ROW_D_LOAD zmm
    ROWS_LOAD zmm, 16, ROWS_A
    cmp     LEN, 64 * (22 - 2)
    ja      LOCAL(more_than_22)
    TWENTY_ROUNDS_AND_SCALARS 22, 2, ZMM_COLUMNS_A, ZMM_ROWS, SCALAR_TWICE
    .cfi_remember_state
    LEAVE_FRAME
    jmp     LOCAL(xor_columns_16)

LOCAL(more_than_22):
    .cfi_restore_state
    ROWS_LOAD zmm, 20, ROWS_B
    cmp     LEN, 64 * (24 - 2)
    ja      LOCAL(more_than_24)
    TWENTY_ROUNDS_AND_SCALARS 24, 2, ZMM_COLUMNS_A, ZMM_ROWS, YMM_ROWS_B, SCALAR_TWICE
    .cfi_remember_state
    LEAVE_FRAME
    jmp     LOCAL(xor_columns_16)

LOCAL(more_than_24):
    .cfi_restore_state
    TWENTY_ROUNDS_AND_SCALARS 26, 2, ZMM_COLUMNS_A, ZMM_ROWS_2, SCALAR_TWICE
    LEAVE_FRAME
    jmp     LOCAL(xor_columns_16)

LOCAL(more_than_26):
    ENTER_FRAME 2
    // The first column round, as rows, to memory. Column 0 of it is not used: word 12 is not the
    // counter.
    vmovdqu xmm0, [STATE]
    vmovdqu xmm1, [STATE + 16]
    vmovdqu xmm2, [STATE + 32]
    vmovdqu xmm3, [STATE + 48]
    STEP    xmm, 16, 0, 1, 3
    STEP    xmm, 12, 2, 3, 1
    STEP    xmm, 8, 0, 1, 3
    STEP    xmm, 7, 2, 3, 1
    vmovdqu [FIRST_ROUND], xmm0
    vmovdqu [FIRST_ROUND + 16], xmm1
    vmovdqu [FIRST_ROUND + 32], xmm2
    vmovdqu [FIRST_ROUND + 48], xmm3
    // Column 0 of all blocks.
    vpbroadcastd zmm28, COUNTER
    vpaddd  zmm12, zmm28, [rip + LOCAL(columns_of_16)]
    vpaddd  zmm28, zmm28, [rip + LOCAL(next_columns_of_16)]
    vpbroadcastd zmm0, dword ptr [STATE]
    vpbroadcastd zmm4, dword ptr [STATE + 16]
    vpbroadcastd zmm8, dword ptr [STATE + 32]
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm20, zmm4
    vmovdqa64 zmm24, zmm8
    STEP_2  zmm, 16, 0, 4, 12, 16, 20, 28
    STEP_2  zmm, 12, 8, 12, 4, 24, 28, 20
    STEP_2  zmm, 8, 0, 4, 12, 16, 20, 28
    STEP_2  zmm, 7, 8, 12, 4, 24, 28, 20
    .irp word, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15
    vpbroadcastd zmm\word, dword ptr [FIRST_ROUND + 4 * \word]
    .endr
    vmovdqa64 zmm17, zmm1
    vmovdqa64 zmm18, zmm2
    vmovdqa64 zmm19, zmm3
    vmovdqa64 zmm21, zmm5
    vmovdqa64 zmm22, zmm6
    vmovdqa64 zmm23, zmm7
    vmovdqa64 zmm25, zmm9
    vmovdqa64 zmm26, zmm10
    vmovdqa64 zmm27, zmm11
    vmovdqa64 zmm29, zmm13
    vmovdqa64 zmm30, zmm14
    vmovdqa64 zmm31, zmm15
    // The double round of the scalar block that the skipped half of the loop would have done.
    SCALAR_LOAD
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    SCALAR_EIGHTH \n
    .endr
    mov     LOOPS, 5
    jmp     LOCAL(diagonals_34)
    TWENTY_ROUNDS_AND_SCALARS 34, 2, ZMM_COLUMNS_A, ZMM_COLUMNS_B, SCALAR_TWICE
    PASS_ENDS 25, NEVER
    vmovdqu32 SPILLED, zmm31
    ZMM_COLUMNS_XOR 0, columns_of_16, B_WORD_15, COLUMNS_A
    vpxor   xmm0, xmm0, xmm0
    vmovdqu32 zmm31, SPILLED
    vmovdqu32 SPILLED, zmm0
    vmovdqu32 [FIRST_ROUND], zmm0
    LEAVE_FRAME
    ZMM_COLUMNS_XOR 16, next_columns_of_16, 0, COLUMNS_B
    add     DST, 64 * 32
    add     SRC, 64 * 32
    add     COUNTER, 32
    sub     LEN, 64 * 32
    jmp     LOCAL(next_pass)

LOCAL(wipe):
    vzeroall  // registers 0 to 15
    .irp i, COLUMNS_B
    vpxord  xmm\i, xmm\i, xmm\i
    .endr
    ret
END_FUNCTION keystream_chacha20_xorKeyStreamBlocks_avx512

PASSES keystream_chacha20_passes_avx512
    .irp name, 2, 4, 5, 6, 8, 9, 11, 13, 17, 19, 22, 24, 26, 34
    PASS keystream_chacha20_xorKeyStreamBlocks_avx512, rounds_\name, \name
    .endr
END_PASSES
