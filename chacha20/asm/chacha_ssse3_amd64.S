// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// The ChaCha20 core for SSSE3.
//
//   void keystream_chacha20_xorKeyStreamBlocks_ssse3(uint8_t* dst, const uint8_t* src, size_t len,
//                                                    const State* state, uint32_t counter);
//
// The contract is in chacha20/core.h; first_round is not used. A pass makes up to so many blocks,
// in the shape that measured fastest for that many. Cycles on AMD Zen 4 for a double round, and for
// a whole call on that many blocks with the state set up for it:
//
//   blocks   shape                                            double round    call
//        1   rows of a block                                          32.0     321
//        2   rows of two blocks                                       37.2     402
//        3   rows of two blocks, and a scalar block                   39.6     438
//        4   rows of three blocks, and a scalar block                 45.0     508
//        5   columns of four blocks, and a scalar block               50.4     570
//        6   the same, and rows of a block                            64.4     712
//        7   the same, and rows of two blocks                         78.6     857
//
// More than seven blocks begin with passes of five, which cost 534 cycles each in a row.

#include "internal/asm.h"
#include "chacha20/asm/chacha_amd64.h"

// The frame of the passes with a scalar block. All down to DST has held secrets.
#define SPILL rsp         // 64 bytes: in columns, words 8-11; in rows, the initial fourth rows
#define BLOCK rsp + 64    // 64 bytes: the scalar block
#define START rsp + 128   // 64 bytes: the state, with 0 for word 12
#define FIRST rsp + 192   // 64 bytes: the state after a column round; column 0 is not used
#define ROWS_0 rsp + 256  // 64 bytes: the rows of the first block beside columns
#define ROWS_1 rsp + 320  // 64 bytes: and of the second
#define DST rsp + 384
#define SRC rsp + 392
#define LEN rsp + 400
#define STATE rsp + 408
#define COUNTER rsp + 416
#define ROUNDS rsp + 420
#define BESIDE rsp + 424  // how many blocks the last columns had beside them
#define FRAME_SIZE 428

// A block of key stream on its way out, a row in each.
#define ks0 xmm12
#define ks1 xmm13
#define ks2 xmm14
#define ks3 xmm15

RODATA 4
LOCAL(lanes): .long 0, 1, 2, 3
LOCAL(not_word_12): .long 0, -1, -1, -1
// For pshufb: rotates each doubleword left by 16 or by 8.
LOCAL(rotl_16): .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
LOCAL(rotl_8): .byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14

.macro XOR_16 at, row, t
    movdqu \t, [src + \at]
    pxor \t, \row
    movdqu [dst + \at], \t
.endm

// Xors block i of what is left, which is whole, with the key stream of r0 to r3.
.macro XOR_BLOCK i, r0, r1, r2, r3, t
    XOR_16 (64*\i), \r0, \t
    XOR_16 (64*\i+16), \r1, \t
    XOR_16 (64*\i+32), \r2, \t
    XOR_16 (64*\i+48), \r3, \t
.endm

// The same with ks0 to ks3 for a block that may be the last or less than whole: goes to `done`
// after it if nothing is left, or to `tail` instead with ks0 to ks3 to be used there.
.macro XOR_LAST_BLOCK i, t, tail, done
    cmp len, 64 * \i + 64
    jb \tail
    XOR_BLOCK \i, ks0, ks1, ks2, ks3, \t
    je \done
.endm

// Rows: a vector is a row of the state of one block. A quarter round of rows is one of all columns.
// For the diagonals, the lanes of the others move against row b, which is the last to be ready: so
// the shuffles (0x93 one lane to the right, 0x39 one to the left, 0x4e two) are off the critical
// path.
//
//   a    0  1  2  3          3  0  1  2
//   b    4  5  6  7    <->   4  5  6  7
//   c    8  9 10 11          9 10 11  8
//   d   12 13 14 15         14 15 12 13
//
#define rows0 xmm0, xmm1, xmm2, xmm3
#define rows1 xmm4, xmm5, xmm6, xmm7
#define rows2 xmm8, xmm9, xmm10, xmm11

// The first and the second half of a quarter round.
.macro QUARTER_16_12 a, b, c, d, t
    paddd \a, \b
    pxor \d, \a
    pshufb \d, [rip + LOCAL(rotl_16)]
    paddd \c, \d
    pxor \b, \c
    movdqa \t, \b
    pslld \t, 12
    psrld \b, 32 - 12
    por \b, \t
.endm

.macro QUARTER_8_7 a, b, c, d, t
    paddd \a, \b
    pxor \d, \a
    pshufb \d, [rip + LOCAL(rotl_8)]
    paddd \c, \d
    pxor \b, \c
    movdqa \t, \b
    pslld \t, 7
    psrld \b, 32 - 7
    por \b, \t
.endm

.macro TO_DIAGONALS a, b, c, d
    pshufd \a, \a, 0x93
    pshufd \d, \d, 0x4e
    pshufd \c, \c, 0x39
.endm

.macro TO_COLUMNS a, b, c, d
    pshufd \a, \a, 0x39
    pshufd \d, \d, 0x4e
    pshufd \c, \c, 0x93
.endm

// Adds the initial state to the rows of a block, for ks0 to ks3; initial_d is the fourth row as it
// was when the rounds began.
.macro ADD_ROWS a, b, c, d, initial_d
    movdqu ks0, [state]
    movdqu ks1, [state + 16]
    movdqu ks2, [state + 32]
    movdqa ks3, \initial_d
    paddd ks0, \a
    paddd ks1, \b
    paddd ks2, \c
    paddd ks3, \d
.endm

// The state, with 0 for word 12.
.macro LOAD_STATE a, b, c, d
    movdqu \a, [state]
    movdqu \b, [state + 16]
    movdqu \c, [state + 32]
    movq \d, [state + 48]
    movhps \d, [state + 56]
    pand \d, [rip + LOCAL(not_word_12)]
.endm

FUNCTION keystream_chacha20_xorKeyStreamBlocks_ssse3
    cmp len, 128
    ja LOCAL(many)

// At most two blocks, all or the last of a message. No frame: everything is in registers.
LOCAL(one_or_two):
    LOAD_STATE rows0
    movd xmm8, counter
    mov eax, 10
    cmp len, 64
    ja LOCAL(two)

    por xmm3, xmm8
    movdqa xmm10, xmm3
LOCAL(one_rounds):
    QUARTER_16_12 rows0, xmm8
    QUARTER_8_7 rows0, xmm8
    TO_DIAGONALS rows0
    QUARTER_16_12 rows0, xmm8
    QUARTER_8_7 rows0, xmm8
    TO_COLUMNS rows0
    dec eax
    jnz LOCAL(one_rounds)
    ADD_ROWS rows0, xmm10
    XOR_LAST_BLOCK 0, xmm0, LOCAL(tail), LOCAL(done)

LOCAL(two):
    movdqa xmm4, xmm0
    movdqa xmm5, xmm1
    movdqa xmm6, xmm2
    movdqa xmm7, xmm3
    inc counter
    movd xmm9, counter
    por xmm3, xmm8
    por xmm7, xmm9
    movdqa xmm10, xmm3
    movdqa xmm11, xmm7
LOCAL(two_rounds):
    QUARTER_16_12 rows0, xmm8
    QUARTER_16_12 rows1, xmm9
    QUARTER_8_7 rows0, xmm8
    TO_DIAGONALS rows0
    QUARTER_8_7 rows1, xmm9
    TO_DIAGONALS rows1
    QUARTER_16_12 rows0, xmm8
    QUARTER_16_12 rows1, xmm9
    QUARTER_8_7 rows0, xmm8
    TO_COLUMNS rows0
    QUARTER_8_7 rows1, xmm9
    TO_COLUMNS rows1
    dec eax
    jnz LOCAL(two_rounds)
    ADD_ROWS rows0, xmm10
    XOR_BLOCK 0, ks0, ks1, ks2, ks3, xmm0
    ADD_ROWS rows1, xmm11
    XOR_LAST_BLOCK 1, xmm0, LOCAL(tail), LOCAL(done)

// The last len % 64 bytes, by what len has of 32, 16, 8, 4, 2 and 1. The key stream stays in
// registers, so that there is nothing to wipe.
LOCAL(tail):
    mov eax, edx
    and eax, -64
    add src, rax
    add dst, rax
    test edx, 32
    jz 1f
    XOR_16 0, ks0, xmm0
    XOR_16 16, ks1, xmm0
    add src, 32
    add dst, 32
    movdqa ks0, ks2
    movdqa ks1, ks3
1:  test edx, 16
    jz 1f
    XOR_16 0, ks0, xmm0
    add src, 16
    add dst, 16
    movdqa ks0, ks1
1:  movq rax, ks0
    test edx, 8
    jz 1f
    xor rax, [src]
    mov [dst], rax
    add src, 8
    add dst, 8
    psrldq ks0, 8
    movq rax, ks0
1:  XOR_LAST_BYTES
LOCAL(done):
    xor eax, eax
    xor ecx, ecx
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    pxor xmm\i, xmm\i
    .endr
    ret

// More than two blocks.
LOCAL(many):
    OPEN_FRAME FRAME_SIZE
    LOAD_STATE rows0
    movdqa [START], xmm0
    movdqa [START + 16], xmm1
    movdqa [START + 32], xmm2
    movdqa [START + 48], xmm3
    mov [STATE], state
    mov dword ptr [BESIDE], 0
    cmp len, 4 * 64
    jbe LOCAL(pass)
    QUARTER_16_12 rows0, xmm4
    QUARTER_8_7 rows0, xmm4
    movdqa [FIRST], xmm0
    movdqa [FIRST + 16], xmm1
    movdqa [FIRST + 32], xmm2
    movdqa [FIRST + 48], xmm3

// A pass is taken for more blocks than the next smaller one makes: so all its blocks are whole but
// the last, or two in columns with others beside them. eax is for BESIDE.
LOCAL(pass):
    mov [DST], dst
    mov [SRC], src
    mov [LEN], len
    mov [COUNTER], counter
    mov dword ptr [ROUNDS], 10
    cmp len, 3 * 64
    jbe LOCAL(three)
    cmp len, 4 * 64
    jbe LOCAL(four)
    xor eax, eax
    cmp len, 5 * 64
    jbe LOCAL(columns)
    cmp len, 7 * 64
    ja LOCAL(columns)
    inc eax
    cmp len, 6 * 64
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

// Loads block counter + lane, and keeps its fourth row.
.macro LOAD_ROWS lane, a, b, c, d
    lea eax, [r8 + \lane]
    movd \d, eax
    por \d, [START + 48]
    movdqa [SPILL + 16 * \lane], \d
    movdqa \a, [START]
    movdqa \b, [START + 16]
    movdqa \c, [START + 32]
.endm

.macro ADD_START r0, r1, r2, r3
    paddd \r0, [START]
    paddd \r1, [START + 16]
    paddd \r2, [START + 32]
    paddd \r3, [START + 48]
.endm

.macro XOR_SCALAR_BLOCK i
    movdqa ks0, [BLOCK]
    movdqa ks1, [BLOCK + 16]
    movdqa ks2, [BLOCK + 32]
    movdqa ks3, [BLOCK + 48]
    ADD_START ks0, ks1, ks2, ks3
    XOR_LAST_BLOCK \i, xmm0, LOCAL(leave_tail), LOCAL(leave_done)
.endm

LOCAL(three):
    LOAD_ROWS 0, rows0
    LOAD_ROWS 1, rows1
    SCALAR_LOAD 2, BLOCK
LOCAL(three_rounds):
    QUARTER_16_12 rows0, xmm8
    QUARTER_16_12 rows1, xmm9
    SCALAR_COLUMNS_01 BLOCK
    QUARTER_8_7 rows0, xmm8
    TO_DIAGONALS rows0
    QUARTER_8_7 rows1, xmm9
    TO_DIAGONALS rows1
    SCALAR_COLUMNS_23
    QUARTER_16_12 rows0, xmm8
    QUARTER_16_12 rows1, xmm9
    SCALAR_DIAGONALS_01 BLOCK
    QUARTER_8_7 rows0, xmm8
    TO_COLUMNS rows0
    QUARTER_8_7 rows1, xmm9
    TO_COLUMNS rows1
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(three_rounds)

    SCALAR_STORE COUNTER, 2, BLOCK
    RELOAD_ARGUMENTS
    ADD_ROWS rows0, [SPILL]
    XOR_BLOCK 0, ks0, ks1, ks2, ks3, xmm0
    ADD_ROWS rows1, [SPILL+16]
    XOR_BLOCK 1, ks0, ks1, ks2, ks3, xmm0
    XOR_SCALAR_BLOCK 2  // the last of the message

LOCAL(four):
    LOAD_ROWS 0, rows0
    LOAD_ROWS 1, rows1
    LOAD_ROWS 2, rows2
    SCALAR_LOAD 3, BLOCK
LOCAL(four_rounds):
    QUARTER_16_12 rows0, xmm12
    QUARTER_16_12 rows1, xmm13
    QUARTER_16_12 rows2, xmm14
    SCALAR_COLUMNS_01 BLOCK
    QUARTER_8_7 rows0, xmm12
    TO_DIAGONALS rows0
    QUARTER_8_7 rows1, xmm13
    TO_DIAGONALS rows1
    QUARTER_8_7 rows2, xmm14
    TO_DIAGONALS rows2
    SCALAR_COLUMNS_23
    QUARTER_16_12 rows0, xmm12
    QUARTER_16_12 rows1, xmm13
    QUARTER_16_12 rows2, xmm14
    SCALAR_DIAGONALS_01 BLOCK
    QUARTER_8_7 rows0, xmm12
    TO_COLUMNS rows0
    QUARTER_8_7 rows1, xmm13
    TO_COLUMNS rows1
    QUARTER_8_7 rows2, xmm14
    TO_COLUMNS rows2
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(four_rounds)

    SCALAR_STORE COUNTER, 3, BLOCK
    RELOAD_ARGUMENTS
    ADD_ROWS rows0, [SPILL]
    XOR_BLOCK 0, ks0, ks1, ks2, ks3, xmm0
    ADD_ROWS rows1, [SPILL+16]
    XOR_BLOCK 1, ks0, ks1, ks2, ks3, xmm0
    ADD_ROWS rows2, [SPILL+32]
    XOR_BLOCK 2, ks0, ks1, ks2, ks3, xmm0
    XOR_SCALAR_BLOCK 3  // the last of the message

// Columns: vi holds word i of four blocks, block counter + j in lane j. The rounds need no shuffle
// but sixteen words and room to work, so that half of the third row is in memory, as in the scalar
// block and in step with it.
//
//    v0      v1      v2   v3
//    v4      v5      v6   v7
//    v8or10  v9or11            the other two at SPILL (words 8 and 9) or SPILL + 32 (10 and 11)
//    v12     v13     v14  v15
//
// At the end the words are made into blocks again by transpositions of 4 by 4 words.
#define v0 xmm0
#define v1 xmm1
#define v2 xmm2
#define v3 xmm3
#define v4 xmm4
#define v5 xmm5
#define v6 xmm6
#define v7 xmm7
#define v8or10 xmm8
#define v9or11 xmm9
#define v12 xmm12
#define v13 xmm13
#define v14 xmm14
#define v15 xmm15
#define t0 xmm10
#define t1 xmm11

// Two quarter rounds.
.macro STEPS_SHUFFLE a, b, d, aa, bb, dd, rotl
    paddd \a, \b
    paddd \aa, \bb
    pxor \d, \a
    pxor \dd, \aa
    pshufb \d, [rip + \rotl]
    pshufb \dd, [rip + \rotl]
.endm

.macro STEPS_SHIFT a, b, d, aa, bb, dd, n
    paddd \a, \b
    paddd \aa, \bb
    pxor \d, \a
    pxor \dd, \aa
    movdqa t0, \d
    movdqa t1, \dd
    pslld t0, \n
    pslld t1, \n
    psrld \d, 32 - \n
    psrld \dd, 32 - \n
    por \d, t0
    por \dd, t1
.endm

.macro QUARTERS a, b, c, d, aa, bb, cc, dd
    STEPS_SHUFFLE \a, \b, \d, \aa, \bb, \dd, LOCAL(rotl_16)
    STEPS_SHIFT \c, \d, \b, \cc, \dd, \bb, 12
    STEPS_SHUFFLE \a, \b, \d, \aa, \bb, \dd, LOCAL(rotl_8)
    STEPS_SHIFT \c, \d, \b, \cc, \dd, \bb, 7
.endm

.macro STORE_HALF_ROW at
    movdqa [SPILL + \at], v8or10
    movdqa [SPILL + \at + 16], v9or11
.endm

.macro LOAD_HALF_ROW at
    movdqa v8or10, [SPILL + \at]
    movdqa v9or11, [SPILL + \at + 16]
.endm

// A round of the blocks, as rows, that there may be beside the columns. They take the four
// registers that are free between the two macros above, and are kept in memory. Out of line, so
// that columns without them don't pay much for it.
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
    movdqa \a, [\rows]
    movdqa \b, [\rows + 16]
    movdqa \d, [\rows + 48]
    paddd \a, \b
    pxor \d, \a
    pshufb \d, [rip + LOCAL(rotl_16)]
    movdqa \t, [\rows + 32]
    paddd \t, \d
    movdqa [\rows + 32], \t
    pxor \b, \t
    movdqa \t, \b
    pslld \t, 12
    psrld \b, 32 - 12
    por \b, \t
    paddd \a, \b
    pxor \d, \a
    pshufd \a, \a, \rotate_a
    movdqa [\rows], \a
    pshufb \d, [rip + LOCAL(rotl_8)]
    movdqa \t, [\rows + 32]
    paddd \t, \d
    pshufd \d, \d, 0x4e
    movdqa [\rows + 48], \d
    pxor \b, \t
    pshufd \t, \t, \rotate_c
    movdqa [\rows + 32], \t
    movdqa \t, \b
    pslld \t, 7
    psrld \b, 32 - 7
    por \b, \t
    movdqa [\rows + 16], \b
.endm

// Puts block counter + lane there, with the first column round done.
.macro START_BESIDE lane, rows
    movdqa xmm0, [START]
    movdqa xmm1, [START + 16]
    movdqa xmm2, [START + 32]
    lea eax, [r8 + \lane]
    movd xmm3, eax
    por xmm3, [START + 48]
    QUARTER_16_12 rows0, xmm4
    QUARTER_8_7 rows0, xmm4
    TO_DIAGONALS rows0
    movdqa [\rows], xmm0
    movdqa [\rows + 16], xmm1
    movdqa [\rows + 32], xmm2
    movdqa [\rows + 48], xmm3
.endm

.macro XOR_BESIDE i, rows
    movdqa ks0, [\rows]
    movdqa ks1, [\rows + 16]
    movdqa ks2, [\rows + 32]
    lea eax, [r8 + \i]
    movd ks3, eax
    paddd ks3, [\rows + 48]
    ADD_START ks0, ks1, ks2, ks3
    XOR_LAST_BLOCK \i, xmm0, LOCAL(leave_tail), LOCAL(leave_done)
.endm

// The word at an address, to all lanes.
.macro BROADCAST v, at
    movd \v, dword ptr [\at]
    pshufd \v, \v, 0
.endm

// The last three words of a row of FIRST, each to all lanes.
.macro BROADCAST_FIRST row, v1st, v2nd, v3rd
    movdqa \v3rd, [FIRST + 16 * \row]
    pshufd \v1st, \v3rd, 0x55
    pshufd \v2nd, \v3rd, 0xaa
    pshufd \v3rd, \v3rd, 0xff
.endm

// From four words of four blocks, ri the word i, to four words of each block: of blocks 0 to 3 in
// r0, r3, r2 and t. r1 is free then.
.macro TRANSPOSE r0, r1, r2, r3, t
    movdqa \t, \r0
    punpckldq \r0, \r1   // words 0 1 of blocks 0 1
    punpckhdq \t, \r1    //                     2 3
    movdqa \r1, \r2
    punpckldq \r2, \r3   // words 2 3
    punpckhdq \r1, \r3
    movdqa \r3, \r0
    punpcklqdq \r0, \r2
    punpckhqdq \r3, \r2
    movdqa \r2, \t
    punpcklqdq \r2, \r1
    punpckhqdq \t, \r1
.endm

// The first column round is done for column 0, which has the counter, and taken from FIRST for the
// others: it saves 3 % of a pass.
LOCAL(columns):
    mov [BESIDE], eax
    cmp eax, 1
    jb LOCAL(columns_start)
    START_BESIDE 5, ROWS_0
    START_BESIDE 6, ROWS_1
LOCAL(columns_start):
    BROADCAST v0, state
    BROADCAST v4, state + 16
    BROADCAST v8or10, state + 32
    BROADCAST v12, COUNTER
    paddd v12, [rip + LOCAL(lanes)]
    QUARTER_16_12 v0, v4, v8or10, v12, t0
    QUARTER_8_7 v0, v4, v8or10, v12, t0
    movdqa [SPILL], v8or10
    BROADCAST_FIRST 2, t0, v8or10, v9or11
    movdqa [SPILL + 16], t0
    BROADCAST_FIRST 0, v1, v2, v3
    BROADCAST_FIRST 1, v5, v6, v7
    BROADCAST_FIRST 3, v13, v14, v15
    SCALAR_LOAD_FIRST 4, FIRST, BLOCK
LOCAL(columns_rounds):
    QUARTERS v0, v5, v8or10, v15, v1, v6, v9or11, v12
    SCALAR_DIAGONALS_01 BLOCK
    STORE_HALF_ROW 32
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
    LOAD_HALF_ROW 32
    QUARTERS v2, v6, v8or10, v14, v3, v7, v9or11, v15
    SCALAR_COLUMNS_23
    jmp LOCAL(columns_rounds)

    ROUND_BESIDE_OUT_OF_LINE 0x39, 0x93, LOCAL(diagonals_there), LOCAL(diagonals_back)
    ROUND_BESIDE_OUT_OF_LINE 0x93, 0x39, LOCAL(columns_there), LOCAL(columns_back)

LOCAL(columns_done):

    SCALAR_STORE COUNTER, 4, BLOCK
    RELOAD_ARGUMENTS
    BROADCAST t0, COUNTER
    paddd t0, [rip + LOCAL(lanes)]
    paddd v12, t0
    TRANSPOSE v0, v1, v2, v3, t0
    TRANSPOSE v4, v5, v6, v7, v1
    TRANSPOSE v12, v13, v14, v15, v5
    movdqa [SPILL], t0       // block 3, its first row
    movdqa t0, [SPILL + 32]  // word 10
    movdqa t1, [SPILL + 48]  // word 11
    TRANSPOSE v8or10, v9or11, t0, t1, v13
    ADD_START v0, v4, v8or10, v12
    XOR_BLOCK 0, v0, v4, v8or10, v12, v9or11
    ADD_START v3, v7, t1, v15
    XOR_BLOCK 1, v3, v7, t1, v15, v9or11
    ADD_START v2, v6, t0, v14
    XOR_BLOCK 2, v2, v6, t0, v14, v9or11
    movdqa v0, [SPILL]
    ADD_START v0, v1, v13, v5
    XOR_BLOCK 3, v0, v1, v13, v5, v9or11
    XOR_SCALAR_BLOCK 4
    cmp dword ptr [BESIDE], 0
    je LOCAL(next)
    XOR_BESIDE 5, ROWS_0  // the message ends in these
    XOR_BESIDE 6, ROWS_1

LOCAL(next):
    ADVANCE 5
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
    pxor xmm0, xmm0
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movdqa [rsp + 16 * \i], xmm0
    .endr
    cmp dword ptr [BESIDE], 0
    je LOCAL(close)
    .irp i, 16, 17, 18, 19, 20, 21, 22, 23
    movdqa [rsp + 16 * \i], xmm0
    .endr
LOCAL(close):
    CLOSE_FRAME
    test eax, eax
    jnz LOCAL(tail)
    test len, len
    jnz LOCAL(one_or_two)
    jmp LOCAL(done)
END_FUNCTION keystream_chacha20_xorKeyStreamBlocks_ssse3

PASSES keystream_chacha20_passes_ssse3
    PASS keystream_chacha20_xorKeyStreamBlocks_ssse3, one_rounds, 1
    PASS keystream_chacha20_xorKeyStreamBlocks_ssse3, two_rounds, 2
    PASS keystream_chacha20_xorKeyStreamBlocks_ssse3, three_rounds, 3
    PASS keystream_chacha20_xorKeyStreamBlocks_ssse3, four_rounds, 4
    PASS keystream_chacha20_xorKeyStreamBlocks_ssse3, columns_start, 5
    PASS keystream_chacha20_xorKeyStreamBlocks_ssse3, diagonals_there, beside
END_PASSES
