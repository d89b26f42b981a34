// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The ChaCha20 core for AVX2.
//
//   void keystream_chacha20_xorKeyStreamBlocks_avx2(uint8_t* dst, const uint8_t* src, size_t len,
//                                                   const State* state, uint32_t counter);
//
// The contract is in chacha20/core.h; first_round is not used. A pass makes up to so many blocks,
// in the shape that measured fastest for that many. Cycles on AMD Zen 4 for a double round, and for
// a whole call on that many blocks with the state set up for it:
//
//   blocks   shape                                                 double round    call
//        1   wide rows: a block in four ymm registers                      28.6     287
//        2   rows: two blocks in four ymm registers                        32.0     323
//        5   rows of two pairs of blocks, and a scalar block               38.2     421
//        7   rows of three pairs of blocks, and a scalar block             44.5     496
//        9   columns of eight blocks, and a scalar block                   50.4     566
//       11   the same, and rows of a pair of blocks                        64.0     715
//       13   the same, and rows of two pairs of blocks                     77.5     852
//
// More than thirteen blocks begin with passes of nine, which cost 523 cycles each in a row. Two
// sets of columns in one pass, with all words in memory, were 5 % faster per block in their rounds
// alone: not worth their length.

#include "internal/asm.h"
#include "chacha20/asm/chacha_amd64.h"

// The frame of the passes with a scalar block. All down to DST has held secrets.
#define SPILL rsp         // 128 bytes: in columns, words 8-11; in rows, the initial fourth rows
#define BLOCK rsp + 128   // 64 bytes: the scalar block
#define HIGH rsp + 192    // 32 bytes: words 8-15 of the state, with 0 for word 12
#define FIRST rsp + 224   // 64 bytes: the state after a column round; column 0 is not used
#define ROWS_0 rsp + 288  // 128 bytes: the rows of the first pair of blocks beside columns
#define ROWS_1 rsp + 416  // 128 bytes: and of the second
#define DST rsp + 544
#define SRC rsp + 552
#define LEN rsp + 560
#define STATE rsp + 568
#define COUNTER rsp + 576
#define ROUNDS rsp + 580
#define BESIDE rsp + 584  // how many pairs of blocks the last columns had beside them
#define FRAME_SIZE 588

// A block of key stream on its way out, words 0-7 and 8-15.
#define ks_low ymm14
#define ks_high ymm15

RODATA 5
LOCAL(lanes): .long 0, 1, 2, 3, 4, 5, 6, 7
LOCAL(add_0_1): .long 0, 0, 0, 0, 1, 0, 0, 0  // to the counters in the fourth rows of two blocks
LOCAL(add_2_2): .long 2, 0, 0, 0, 2, 0, 0, 0
// For vpshufb: rotates each doubleword left by 16 or by 8.
LOCAL(rotl_16): .rept 2
    .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
    .endr
LOCAL(rotl_8): .rept 2
    .byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
    .endr
// The same for the lower doubleword of each quadword, to both halves of it.
LOCAL(rotl_16_twice): .rept 2
    .byte 2, 3, 0, 1, 2, 3, 0, 1, 10, 11, 8, 9, 10, 11, 8, 9
    .endr
LOCAL(rotl_8_twice): .rept 2
    .byte 3, 0, 1, 2, 3, 0, 1, 2, 11, 8, 9, 10, 11, 8, 9, 10
    .endr

// Xors block i of what is left, which is whole.
.macro XOR_BLOCK i
    vpxor ks_low, ks_low, [src + 64 * \i]
    vpxor ks_high, ks_high, [src + 64 * \i + 32]
    vmovdqu [dst + 64 * \i], ks_low
    vmovdqu [dst + 64 * \i + 32], ks_high
.endm

// The same for a block that may be the last or less than whole: goes to `done` after it if nothing
// is left, or to `tail` instead with ks_low and ks_high to be used there.
.macro XOR_LAST_BLOCK i, tail, done
    cmp len, 64 * \i + 64
    jb \tail
    XOR_BLOCK \i
    je \done
.endm

// Rows: a vector is a row of the state, of one block in its lower half and of the next in its upper
// half. A quarter round of rows is one of all columns. For the diagonals, the lanes of the others
// move against row b, which is the last to be ready: so the shuffles (0x93 one lane to the right,
// 0x39 one to the left, 0x4e two) are off the critical path.
//
//   a    0  1  2  3  |  0  1  2  3          3  0  1  2  |  3  0  1  2
//   b    4  5  6  7  |  4  5  6  7    <->   4  5  6  7  |  4  5  6  7
//   c    8  9 10 11  |  8  9 10 11          9 10 11  8  |  9 10 11  8
//   d   12 13 14 15  | 12 13 14 15         14 15 12 13  | 14 15 12 13
//
#define rows01 ymm0, ymm1, ymm2, ymm3
#define rows23 ymm4, ymm5, ymm6, ymm7
#define rows45 ymm8, ymm9, ymm10, ymm11

// The first and the second half of a quarter round.
.macro QUARTER_16_12 a, b, c, d, t
    vpaddd \a, \a, \b
    vpxor \d, \d, \a
    vpshufb \d, \d, [rip + LOCAL(rotl_16)]
    vpaddd \c, \c, \d
    vpxor \b, \b, \c
    vpslld \t, \b, 12
    vpsrld \b, \b, 32 - 12
    vpor \b, \b, \t
.endm

.macro QUARTER_8_7 a, b, c, d, t
    vpaddd \a, \a, \b
    vpxor \d, \d, \a
    vpshufb \d, \d, [rip + LOCAL(rotl_8)]
    vpaddd \c, \c, \d
    vpxor \b, \b, \c
    vpslld \t, \b, 7
    vpsrld \b, \b, 32 - 7
    vpor \b, \b, \t
.endm

.macro TO_DIAGONALS a, b, c, d
    vpshufd \a, \a, 0x93
    vpshufd \d, \d, 0x4e
    vpshufd \c, \c, 0x39
.endm

.macro TO_COLUMNS a, b, c, d
    vpshufd \a, \a, 0x39
    vpshufd \d, \d, 0x4e
    vpshufd \c, \c, 0x93
.endm

.macro LOAD_ROWS a, b, c, d
    vbroadcasti128 \a, [state]
    vbroadcasti128 \b, [state + 16]
    vbroadcasti128 \c, [state + 32]
.endm

// initial_d is the fourth row as it was when the rounds began.
.macro ADD_ROWS a, b, c, d, initial_d
    vbroadcasti128 ks_low, [state]
    vbroadcasti128 ks_high, [state + 16]
    vpaddd \a, \a, ks_low
    vpaddd \b, \b, ks_high
    vbroadcasti128 ks_low, [state + 32]
    vpaddd \c, \c, ks_low
    vpaddd \d, \d, \initial_d
.endm

// Blocks i and i + 1.
.macro XOR_ROWS i, a, b, c, d
    vperm2i128 ks_low, \a, \b, 0x20
    vperm2i128 ks_high, \c, \d, 0x20
    XOR_BLOCK \i
    vperm2i128 ks_low, \a, \b, 0x31
    vperm2i128 ks_high, \c, \d, 0x31
    XOR_BLOCK (\i+1)
.endm

.macro XOR_LAST_ROWS i, a, b, c, d, tail, done
    vperm2i128 ks_low, \a, \b, 0x20
    vperm2i128 ks_high, \c, \d, 0x20
    XOR_LAST_BLOCK \i, \tail, \done
    vperm2i128 ks_low, \a, \b, 0x31
    vperm2i128 ks_high, \c, \d, 0x31
    XOR_LAST_BLOCK (\i+1), \tail, \done
.endm

// Wide rows: a quadword for each word of one block, with the word in its lower half. Where both
// halves hold it, a logical shift of the quadword to the right by 32 - n leaves the word rotated
// left by n in the lower half: one instruction where two shifts and an or take two cycles. It takes
// rows that are kept twice (c, and b_twice, off the critical path); vpshufb makes d so for nothing.
//
//   a, b, d       0  .   1  .   2  .   3  .       . is not used
//   b_twice, c    0  0   1  1   2  2   3  3
//
// The critical path of a double round is 28 cycles against 32. With two blocks that way, the ports
// for shuffles and shifts are too busy (36 cycles).
#define wa ymm0
#define wb ymm1
#define wb_twice ymm2
#define wc ymm3
#define wd ymm4
#define start_high ymm5
#define rotl_16_twice ymm6
#define rotl_8_twice ymm7

.macro WIDE_QUARTER_16_12
    vpaddd wa, wa, wb
    vpxor wd, wd, wa
    vpshufb wd, wd, rotl_16_twice
    vpaddd wc, wc, wd
    vpxor wb, wb_twice, wc
    vpsrlq wb, wb, 32 - 12
    vpshufd wb_twice, wb, 0xa0
.endm

// With the rotation of the lanes for the next round: a and c by one, d by two.
.macro WIDE_QUARTER_8_7 rotate_a, rotate_c
    vpaddd wa, wa, wb
    vpxor wd, wd, wa
    vpermq wa, wa, \rotate_a
    vpshufb wd, wd, rotl_8_twice
    vpaddd wc, wc, wd
    vperm2i128 wd, wd, wd, 0x01
    vpxor wb, wb_twice, wc
    vpermq wc, wc, \rotate_c
    vpsrlq wb, wb, 32 - 7
    vpshufd wb_twice, wb, 0xa0
.endm

FUNCTION keystream_chacha20_xorKeyStreamBlocks_avx2
    cmp len, 128
    ja LOCAL(many)

// At most two blocks, all or the last of a message. No frame: everything is in registers.
LOCAL(one_or_two):
    vmovq xmm9, [state + 48]
    vmovhps xmm9, xmm9, [state + 56]
    vmovd xmm8, counter
    vpblendd xmm8, xmm9, xmm8, 1  // the fourth row of the first block
    cmp len, 64
    ja LOCAL(two)

    vmovdqu xmm10, [state + 32]
    vinserti128 start_high, ymm10, xmm8, 1
    vpmovzxdq wa, [state]
    vpmovzxdq wb, [state + 16]
    vpmovzxdq wc, [state + 32]
    vpmovzxdq wd, xmm8
    vpshufd wb_twice, wb, 0xa0
    vpshufd wc, wc, 0xa0
    vmovdqa rotl_16_twice, [rip + LOCAL(rotl_16_twice)]
    vmovdqa rotl_8_twice, [rip + LOCAL(rotl_8_twice)]
    mov eax, 10
LOCAL(one_rounds):
    WIDE_QUARTER_16_12
    WIDE_QUARTER_8_7 0x93, 0x39
    WIDE_QUARTER_16_12
    WIDE_QUARTER_8_7 0x39, 0x93
    dec eax
    jnz LOCAL(one_rounds)

    vshufps wa, wa, wb, 0x88  // words 0 1 4 5 | 2 3 6 7
    vshufps wc, wc, wd, 0x88
    vpermq wa, wa, 0xd8       // words 0 1 2 3 | 4 5 6 7
    vpermq wc, wc, 0xd8
    vpaddd ks_low, wa, [state]
    vpaddd ks_high, wc, start_high
    XOR_LAST_BLOCK 0, LOCAL(tail), LOCAL(done)

LOCAL(two):
    inc counter
    vmovd xmm10, counter
    vpblendd xmm9, xmm9, xmm10, 1
    vinserti128 ymm3, ymm8, xmm9, 1
    vmovdqa ymm4, ymm3
    LOAD_ROWS rows01
    mov eax, 10
LOCAL(two_rounds):
    QUARTER_16_12 rows01, ymm5
    QUARTER_8_7 rows01, ymm5
    TO_DIAGONALS rows01
    QUARTER_16_12 rows01, ymm5
    QUARTER_8_7 rows01, ymm5
    TO_COLUMNS rows01
    dec eax
    jnz LOCAL(two_rounds)

    ADD_ROWS rows01, ymm4
    XOR_LAST_ROWS 0, rows01, LOCAL(tail), LOCAL(done)

// The last len % 64 bytes, by what len has of 32, 16, 8, 4, 2 and 1. The key stream stays in
// registers, so that there is nothing to wipe.
LOCAL(tail):
    mov eax, edx
    and eax, -64
    add src, rax
    add dst, rax
    test edx, 32
    jz 1f
    vpxor ks_low, ks_low, [src]
    vmovdqu [dst], ks_low
    add src, 32
    add dst, 32
    vmovdqa ks_low, ks_high
1:  test edx, 16
    jz 1f
    vpxor xmm0, xmm14, [src]  // xmm14 is the lower half of ks_low
    vmovdqu [dst], xmm0
    add src, 16
    add dst, 16
    vextracti128 xmm14, ks_low, 1
1:  vmovq rax, xmm14
    test edx, 8
    jz 1f
    xor rax, [src]
    mov [dst], rax
    add src, 8
    add dst, 8
    vpextrq rax, xmm14, 1
1:  XOR_LAST_BYTES
LOCAL(done):
    xor eax, eax
    xor ecx, ecx
    vzeroall
    ret

// More than two blocks.
LOCAL(many):
    OPEN_FRAME FRAME_SIZE
    vmovdqu xmm2, [state + 32]
    vmovq xmm3, [state + 48]
    vmovhps xmm3, xmm3, [state + 56]
    vpxor xmm4, xmm4, xmm4
    vpblendd xmm3, xmm3, xmm4, 1
    vmovdqa [HIGH], xmm2
    vmovdqa [HIGH + 16], xmm3
    mov [STATE], state
    mov dword ptr [BESIDE], 0
    cmp len, 7 * 64
    jbe LOCAL(pass)
    vmovdqu xmm0, [state]
    vmovdqu xmm1, [state + 16]
    QUARTER_16_12 xmm0, xmm1, xmm2, xmm3, xmm4
    QUARTER_8_7 xmm0, xmm1, xmm2, xmm3, xmm4
    vmovdqa [FIRST], xmm0
    vmovdqa [FIRST + 16], xmm1
    vmovdqa [FIRST + 32], xmm2
    vmovdqa [FIRST + 48], xmm3

// A pass is taken for more blocks than the next smaller one makes: so its first blocks are whole,
// and only the others are checked for the end. eax is for BESIDE.
LOCAL(pass):
    mov [DST], dst
    mov [SRC], src
    mov [LEN], len
    mov [COUNTER], counter
    mov dword ptr [ROUNDS], 10
    cmp len, 5 * 64
    jbe LOCAL(five)
    cmp len, 7 * 64
    jbe LOCAL(seven)
    xor eax, eax
    cmp len, 9 * 64
    jbe LOCAL(columns)
    cmp len, 13 * 64
    ja LOCAL(columns)
    inc eax
    cmp len, 11 * 64
    jbe LOCAL(columns)
    inc eax
    jmp LOCAL(columns)

.macro RELOAD_ARGUMENTS
    mov dst, [DST]
    mov src, [SRC]
    mov len, [LEN]
    mov state, [STATE]
    mov counter, [COUNTER]
.endm

// The fourth row of blocks counter and counter + 1.
.macro LOAD_ROW_D d, t, xmm_t
    vmovd \xmm_t, counter
    vinserti128 \t, \t, \xmm_t, 1
    vbroadcasti128 \d, [HIGH + 16]
    vpaddd \d, \d, \t
    vpaddd \d, \d, [rip + LOCAL(add_0_1)]
.endm

.macro ADD_STATE low, high
    vpaddd ks_low, \low, [state]
    vpaddd ks_high, \high, [HIGH]
.endm

.macro XOR_SCALAR_BLOCK i
    vmovdqa ks_low, [BLOCK]
    vmovdqa ks_high, [BLOCK + 32]
    ADD_STATE ks_low, ks_high
    XOR_LAST_BLOCK \i, LOCAL(leave_tail), LOCAL(leave_done)
.endm

LOCAL(five):
    LOAD_ROW_D ymm3, ymm12, xmm12
    vpaddd ymm7, ymm3, [rip + LOCAL(add_2_2)]
    vmovdqa [SPILL], ymm3
    vmovdqa [SPILL + 32], ymm7
    LOAD_ROWS rows01
    LOAD_ROWS rows23
    SCALAR_LOAD 4, BLOCK
LOCAL(five_rounds):
    QUARTER_16_12 rows01, ymm12
    QUARTER_16_12 rows23, ymm13
    SCALAR_COLUMNS_01 BLOCK
    QUARTER_8_7 rows01, ymm12
    TO_DIAGONALS rows01
    QUARTER_8_7 rows23, ymm13
    TO_DIAGONALS rows23
    SCALAR_COLUMNS_23
    QUARTER_16_12 rows01, ymm12
    QUARTER_16_12 rows23, ymm13
    SCALAR_DIAGONALS_01 BLOCK
    QUARTER_8_7 rows01, ymm12
    TO_COLUMNS rows01
    QUARTER_8_7 rows23, ymm13
    TO_COLUMNS rows23
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(five_rounds)

    SCALAR_STORE COUNTER, 4, BLOCK
    RELOAD_ARGUMENTS
    ADD_ROWS rows01, [SPILL]
    XOR_ROWS 0, rows01
    ADD_ROWS rows23, [SPILL + 32]
    XOR_LAST_ROWS 2, rows23, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_SCALAR_BLOCK 4  // the last of the message

LOCAL(seven):
    LOAD_ROW_D ymm3, ymm12, xmm12
    vpaddd ymm7, ymm3, [rip + LOCAL(add_2_2)]
    vpaddd ymm11, ymm7, [rip + LOCAL(add_2_2)]
    vmovdqa [SPILL], ymm3
    vmovdqa [SPILL + 32], ymm7
    vmovdqa [SPILL + 64], ymm11
    LOAD_ROWS rows01
    LOAD_ROWS rows23
    LOAD_ROWS rows45
    SCALAR_LOAD 6, BLOCK
LOCAL(seven_rounds):
    QUARTER_16_12 rows01, ymm12
    QUARTER_16_12 rows23, ymm13
    QUARTER_16_12 rows45, ymm14
    SCALAR_COLUMNS_01 BLOCK
    QUARTER_8_7 rows01, ymm12
    TO_DIAGONALS rows01
    QUARTER_8_7 rows23, ymm13
    TO_DIAGONALS rows23
    QUARTER_8_7 rows45, ymm14
    TO_DIAGONALS rows45
    SCALAR_COLUMNS_23
    QUARTER_16_12 rows01, ymm12
    QUARTER_16_12 rows23, ymm13
    QUARTER_16_12 rows45, ymm14
    SCALAR_DIAGONALS_01 BLOCK
    QUARTER_8_7 rows01, ymm12
    TO_COLUMNS rows01
    QUARTER_8_7 rows23, ymm13
    TO_COLUMNS rows23
    QUARTER_8_7 rows45, ymm14
    TO_COLUMNS rows45
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(seven_rounds)

    SCALAR_STORE COUNTER, 6, BLOCK
    RELOAD_ARGUMENTS
    ADD_ROWS rows01, [SPILL]
    XOR_ROWS 0, rows01
    ADD_ROWS rows23, [SPILL + 32]
    XOR_ROWS 2, rows23
    ADD_ROWS rows45, [SPILL + 64]
    XOR_LAST_ROWS 4, rows45, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_SCALAR_BLOCK 6  // the last of the message

// Columns: vi holds word i of eight blocks, block counter + j in lane j. The rounds need no shuffle
// but sixteen words and room to work, so that half of the third row is in memory, as in the scalar
// block and in step with it.
//
//    v0      v1      v2   v3
//    v4      v5      v6   v7
//    v8or10  v9or11            the other two at SPILL (words 8 and 9) or SPILL + 64 (10 and 11)
//    v12     v13     v14  v15
//
// At the end the words are made into blocks again by two transpositions of 8 by 8 words; then v3
// and v14 are free to be ks_low and ks_high.
#define v0 ymm0
#define v1 ymm1
#define v2 ymm2
#define v3 ymm14
#define v4 ymm4
#define v5 ymm5
#define v6 ymm6
#define v7 ymm7
#define v8or10 ymm8
#define v9or11 ymm9
#define v12 ymm12
#define v13 ymm13
#define v14 ymm15
#define v15 ymm3
#define t0 ymm10
#define t1 ymm11

// Two quarter rounds.
.macro STEPS_SHUFFLE a, b, d, aa, bb, dd, rotl
    vpaddd \a, \a, \b
    vpaddd \aa, \aa, \bb
    vpxor \d, \d, \a
    vpxor \dd, \dd, \aa
    vpshufb \d, \d, [rip + \rotl]
    vpshufb \dd, \dd, [rip + \rotl]
.endm

.macro STEPS_SHIFT a, b, d, aa, bb, dd, n
    vpaddd \a, \a, \b
    vpaddd \aa, \aa, \bb
    vpxor \d, \d, \a
    vpxor \dd, \dd, \aa
    vpslld t0, \d, \n
    vpslld t1, \dd, \n
    vpsrld \d, \d, 32 - \n
    vpsrld \dd, \dd, 32 - \n
    vpor \d, \d, t0
    vpor \dd, \dd, t1
.endm

.macro QUARTERS a, b, c, d, aa, bb, cc, dd
    STEPS_SHUFFLE \a, \b, \d, \aa, \bb, \dd, LOCAL(rotl_16)
    STEPS_SHIFT \c, \d, \b, \cc, \dd, \bb, 12
    STEPS_SHUFFLE \a, \b, \d, \aa, \bb, \dd, LOCAL(rotl_8)
    STEPS_SHIFT \c, \d, \b, \cc, \dd, \bb, 7
.endm

.macro STORE_HALF_ROW at
    vmovdqa [SPILL + \at], v8or10
    vmovdqa [SPILL + \at + 32], v9or11
.endm

.macro LOAD_HALF_ROW at
    vmovdqa v8or10, [SPILL + \at]
    vmovdqa v9or11, [SPILL + \at + 32]
.endm

// A round of the pairs of blocks that there may be beside the columns. They take the four registers
// that are free between the two macros above, and are kept in memory. Out of line, so that columns
// without them don't pay for it.
.macro ROUND_BESIDE there, back
    cmp dword ptr [BESIDE], 1
    jae \there
\back:
.endm

.macro ROUND_BESIDE_OUT_OF_LINE rotate_a, rotate_c, there, back
\there:
    ROUND_IN_MEMORY ROWS_0, \rotate_a, \rotate_c, t0, t1, v8or10, v9or11
    je \back  // BESIDE is 1
    ROUND_IN_MEMORY ROWS_1, \rotate_a, \rotate_c, t0, t1, v8or10, v9or11
    jmp \back
.endm

.macro ROUND_IN_MEMORY rows, rotate_a, rotate_c, a, b, d, t
    vmovdqa \b, [\rows + 32]
    vpaddd \a, \b, [\rows]
    vpxor \d, \a, [\rows + 96]
    vpshufb \d, \d, [rip + LOCAL(rotl_16)]
    vpaddd \t, \d, [\rows + 64]
    vmovdqa [\rows + 64], \t
    vpxor \b, \b, \t
    vpslld \t, \b, 12
    vpsrld \b, \b, 32 - 12
    vpor \b, \b, \t
    vpaddd \a, \a, \b
    vpxor \d, \d, \a
    vpshufd \a, \a, \rotate_a
    vmovdqa [\rows], \a
    vpshufb \d, \d, [rip + LOCAL(rotl_8)]
    vpaddd \t, \d, [\rows + 64]
    vpshufd \d, \d, 0x4e
    vmovdqa [\rows + 96], \d
    vpxor \b, \b, \t
    vpshufd \t, \t, \rotate_c
    vmovdqa [\rows + 64], \t
    vpslld \t, \b, 7
    vpsrld \b, \b, 32 - 7
    vpor \b, \b, \t
    vmovdqa [\rows + 32], \b
.endm

// Puts blocks counter and counter + 1 there, with the first column round done.
.macro START_BESIDE rows
    LOAD_ROWS rows01
    LOAD_ROW_D ymm3, ymm4, xmm4
    QUARTER_16_12 rows01, ymm4
    QUARTER_8_7 rows01, ymm4
    TO_DIAGONALS rows01
    vmovdqa [\rows], ymm0
    vmovdqa [\rows + 32], ymm1
    vmovdqa [\rows + 64], ymm2
    vmovdqa [\rows + 96], ymm3
.endm

.macro XOR_BESIDE rows
    vmovdqa ymm0, [\rows]
    vmovdqa ymm1, [\rows + 32]
    vmovdqa ymm2, [\rows + 64]
    vmovdqa ymm3, [\rows + 96]
    LOAD_ROW_D ymm4, ymm5, xmm5  // again as it was
    ADD_ROWS rows01, ymm4
    XOR_LAST_ROWS 0, rows01, LOCAL(leave_tail), LOCAL(leave_done)
.endm

// From eight words of eight blocks, ri the word i, to eight words of each block: of blocks 0 to 7
// in r0, r7, t, r2, r5, r4, r1 and r3. r6 is free then.
.macro TRANSPOSE r0, r1, r2, r3, r4, r5, r6, r7, t
    vpunpckhdq \t, \r0, \r1    // words 0 1 of blocks 2 3 | 6 7
    vpunpckldq \r0, \r0, \r1   //               blocks 0 1 | 4 5
    vpunpckhdq \r1, \r2, \r3   // words 2 3
    vpunpckldq \r2, \r2, \r3
    vpunpckhdq \r3, \r4, \r5   // words 4 5
    vpunpckldq \r4, \r4, \r5
    vpunpckhdq \r5, \r6, \r7   // words 6 7
    vpunpckldq \r6, \r6, \r7
    vpunpckhqdq \r7, \r0, \r2  // words 0-3 of blocks 1 | 5
    vpunpcklqdq \r0, \r0, \r2  //                     0 | 4
    vpunpckhqdq \r2, \t, \r1   //                     3 | 7
    vpunpcklqdq \t, \t, \r1    //                     2 | 6
    vpunpckhqdq \r1, \r4, \r6  // words 4-7 of blocks 1 | 5
    vpunpcklqdq \r4, \r4, \r6  //                     0 | 4
    vpunpckhqdq \r6, \r3, \r5  //                     3 | 7
    vpunpcklqdq \r3, \r3, \r5  //                     2 | 6
    vperm2i128 \r5, \r0, \r4, 0x31
    vperm2i128 \r0, \r0, \r4, 0x20
    vperm2i128 \r4, \r7, \r1, 0x31
    vperm2i128 \r7, \r7, \r1, 0x20
    vperm2i128 \r1, \t, \r3, 0x31
    vperm2i128 \t, \t, \r3, 0x20
    vperm2i128 \r3, \r2, \r6, 0x31
    vperm2i128 \r2, \r2, \r6, 0x20
.endm

// The first column round is done for column 0, which has the counter, and taken from FIRST for the
// others: it saves 3 % of a pass.
LOCAL(columns):
    mov [BESIDE], eax
    cmp eax, 1
    jb LOCAL(columns_start)
    add counter, 9
    START_BESIDE ROWS_0
    add counter, 2
    START_BESIDE ROWS_1
    sub counter, 11
LOCAL(columns_start):
    vpbroadcastd v12, [COUNTER]
    vpbroadcastd v0, [state]
    vpbroadcastd v4, [state + 16]
    vpbroadcastd v8or10, [state + 32]
    vpaddd v12, v12, [rip + LOCAL(lanes)]
    QUARTER_16_12 v0, v4, v8or10, v12, t0
    QUARTER_8_7 v0, v4, v8or10, v12, t0
    vpbroadcastd v9or11, [FIRST + 36]
    vmovdqa [SPILL], v8or10
    vmovdqa [SPILL + 32], v9or11
    vpbroadcastd v1, [FIRST + 4]
    vpbroadcastd v2, [FIRST + 8]
    vpbroadcastd v3, [FIRST + 12]
    vpbroadcastd v5, [FIRST + 20]
    vpbroadcastd v6, [FIRST + 24]
    vpbroadcastd v7, [FIRST + 28]
    vpbroadcastd v8or10, [FIRST + 40]
    vpbroadcastd v9or11, [FIRST + 44]
    vpbroadcastd v13, [FIRST + 52]
    vpbroadcastd v14, [FIRST + 56]
    vpbroadcastd v15, [FIRST + 60]
    SCALAR_LOAD_FIRST 8, FIRST, BLOCK
LOCAL(columns_rounds):
    QUARTERS v0, v5, v8or10, v15, v1, v6, v9or11, v12
    SCALAR_DIAGONALS_01 BLOCK
    STORE_HALF_ROW 64
    ROUND_BESIDE LOCAL(diagonals_there), LOCAL(diagonals_back)
    LOAD_HALF_ROW 0
    QUARTERS v2, v7, v8or10, v13, v3, v4, v9or11, v14
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jz LOCAL(columns_done)
    QUARTERS v0, v4, v8or10, v12, v1, v5, v9or11, v13
    SCALAR_COLUMNS_01 BLOCK
    STORE_HALF_ROW 0
    ROUND_BESIDE LOCAL(columns_there), LOCAL(columns_back)
    LOAD_HALF_ROW 64
    QUARTERS v2, v6, v8or10, v14, v3, v7, v9or11, v15
    SCALAR_COLUMNS_23
    jmp LOCAL(columns_rounds)

    ROUND_BESIDE_OUT_OF_LINE 0x39, 0x93, LOCAL(diagonals_there), LOCAL(diagonals_back)
    ROUND_BESIDE_OUT_OF_LINE 0x93, 0x39, LOCAL(columns_there), LOCAL(columns_back)

LOCAL(columns_done):

    SCALAR_STORE COUNTER, 8, BLOCK
    RELOAD_ARGUMENTS
    vpbroadcastd t0, [COUNTER]
    vpaddd t0, t0, [rip + LOCAL(lanes)]
    vpaddd v12, v12, t0
    TRANSPOSE v0, v1, v2, v3, v4, v5, v6, v7, t0
    vmovdqa [SPILL], v1       // block 6
    vmovdqa [SPILL + 32], v3  // block 7
    vmovdqa v6, [SPILL + 64]  // word 10
    vmovdqa t1, [SPILL + 96]  // word 11
    TRANSPOSE v8or10, v9or11, v6, t1, v12, v13, v14, v15, v1
    ADD_STATE v0, v8or10
    XOR_BLOCK 0
    ADD_STATE v7, v15
    XOR_BLOCK 1
    ADD_STATE t0, v1
    XOR_BLOCK 2
    ADD_STATE v2, v6
    XOR_BLOCK 3
    ADD_STATE v5, v13
    XOR_BLOCK 4
    ADD_STATE v4, v12
    XOR_BLOCK 5
    vmovdqa v0, [SPILL]
    ADD_STATE v0, v9or11
    XOR_BLOCK 6
    vmovdqa v0, [SPILL + 32]
    ADD_STATE v0, t1
    XOR_LAST_BLOCK 7, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_SCALAR_BLOCK 8
    ADVANCE 9
    cmp dword ptr [BESIDE], 0
    je LOCAL(next)
    XOR_BESIDE ROWS_0  // the message ends in these
    ADVANCE 2
    XOR_BESIDE ROWS_1

LOCAL(next):
    xor eax, eax
    cmp len, 128
    ja LOCAL(pass)
    jmp LOCAL(leave)
LOCAL(leave_done):
    xor eax, eax
    xor edx, edx
    jmp LOCAL(leave)
LOCAL(leave_tail):
    mov eax, 1
LOCAL(leave):  // with a block for LOCAL(tail) if eax is 1, and len bytes to go
    vpxor xmm0, xmm0, xmm0
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    vmovdqa [rsp + 32 * \i], ymm0
    .endr
    cmp dword ptr [BESIDE], 0
    je LOCAL(close)
    .irp i, 9, 10, 11, 12, 13, 14, 15, 16
    vmovdqa [rsp + 32 * \i], ymm0
    .endr
LOCAL(close):
    CLOSE_FRAME
    test eax, eax
    jnz LOCAL(tail)
    test len, len
    jnz LOCAL(one_or_two)
    jmp LOCAL(done)
END_FUNCTION keystream_chacha20_xorKeyStreamBlocks_avx2

PASSES keystream_chacha20_passes_avx2
    PASS keystream_chacha20_xorKeyStreamBlocks_avx2, one_rounds, 1
    PASS keystream_chacha20_xorKeyStreamBlocks_avx2, two_rounds, 2
    PASS keystream_chacha20_xorKeyStreamBlocks_avx2, five_rounds, 5
    PASS keystream_chacha20_xorKeyStreamBlocks_avx2, seven_rounds, 7
    PASS keystream_chacha20_xorKeyStreamBlocks_avx2, columns_start, 9
    PASS keystream_chacha20_xorKeyStreamBlocks_avx2, diagonals_there, beside
END_PASSES
