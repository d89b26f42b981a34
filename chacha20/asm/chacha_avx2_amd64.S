// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
#include "internal/asm.h"
#include "chacha20/asm/chacha_amd64.h"

#define dst rdi
#define src rsi
#define len rdx
#define state rcx
#define counter r8d

// The frame of the passes that have a scalar block.
#define SPILL rsp        /* 128 bytes: */
#define BLOCK rsp + 128  /* 64 bytes: the scalar block */
#define HIGH rsp + 192   /* 32 bytes: words 8-15 of the state, 0 for word 12 */
#define DST rsp + 224
#define SRC rsp + 232
#define LEN rsp + 240
#define STATE rsp + 248
#define COUNTER rsp + 256
#define ROUNDS rsp + 260
#define FRAME 264

// A block of key stream on its way out.
#define ks_low ymm14
#define ks_high ymm15

RODATA 5
LOCAL(lanes): .long 0, 1, 2, 3, 4, 5, 6, 7
LOCAL(lane_0_1): .long 0, 0, 0, 0, 1, 0, 0, 0
LOCAL(lane_2): .long 2, 0, 0, 0, 2, 0, 0, 0
LOCAL(rotl_16): .rept 2
    .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
    .endr
LOCAL(rotl_8): .rept 2
    .byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
    .endr
LOCAL(rotl_16_twice): .rept 2
    .byte 2, 3, 0, 1, 2, 3, 0, 1, 10, 11, 8, 9, 10, 11, 8, 9
    .endr
LOCAL(rotl_8_twice): .rept 2
    .byte 3, 0, 1, 2, 3, 0, 1, 2, 11, 8, 9, 10, 11, 8, 9, 10
    .endr

.macro XOR_BLOCK i, tail, done
    cmp len, 64 * \i + 64
    jb \tail
    vpxor ks_low, ks_low, [src + 64 * \i]
    vpxor ks_high, ks_high, [src + 64 * \i + 32]
    vmovdqu [dst + 64 * \i], ks_low
    vmovdqu [dst + 64 * \i + 32], ks_high
    je \done
.endm

// blocks i and i + 1 from rows
.macro XOR_ROWS i, a, b, c, d, tail, done
    vperm2i128 ks_low, \a, \b, 0x20
    vperm2i128 ks_high, \c, \d, 0x20
    XOR_BLOCK \i, \tail, \done
    vperm2i128 ks_low, \a, \b, 0x31
    vperm2i128 ks_high, \c, \d, 0x31
    XOR_BLOCK (\i+1), \tail, \done
.endm

#define t0 ymm10
#define t1 ymm11
.macro ROWS_STEP_SHUFFLE a, b, d, rotl
    vpaddd \a, \a, \b
    vpxor \d, \d, \a
    vpshufb \d, \d, [rip + \rotl]
.endm
.macro ROWS_STEP_SHIFT c, d, b, t, n
    vpaddd \c, \c, \d
    vpxor \b, \b, \c
    vpslld \t, \b, \n
    vpsrld \b, \b, 32 - \n
    vpor \b, \b, \t
.endm
.macro ROWS_FIRST a, b, c, d, t
    ROWS_STEP_SHUFFLE \a, \b, \d, LOCAL(rotl_16)
    ROWS_STEP_SHIFT \c, \d, \b, \t, 12
.endm
.macro ROWS_SECOND a, b, c, d, t, ra, rc
    ROWS_STEP_SHUFFLE \a, \b, \d, LOCAL(rotl_8)
    ROWS_STEP_SHIFT \c, \d, \b, \t, 7
    vpshufd \a, \a, \ra
    vpshufd \d, \d, 0x4e
    vpshufd \c, \c, \rc
.endm
.macro ROWS_LOAD a, b, c
    vbroadcasti128 \a, [state]
    vbroadcasti128 \b, [state + 16]
    vbroadcasti128 \c, [state + 32]
.endm
.macro ROWS_ADD a, b, c, d, first
    vbroadcasti128 ks_low, [state]
    vbroadcasti128 ks_high, [state + 16]
    vpaddd \a, \a, ks_low
    vpaddd \b, \b, ks_high
    vbroadcasti128 ks_low, [state + 32]
    vpaddd \c, \c, ks_low
    vpaddd \d, \d, \first
.endm

#define wa ymm0
#define wb ymm1
#define wb_twice ymm2
#define wc ymm3
#define wd ymm4

// rotl_16, 12, and the same with 8, 7
.macro WIDE_FIRST
    vpaddd wa, wa, wb
    vpxor wd, wd, wa
    vpshufb wd, wd, ymm12
    vpaddd wc, wc, wd
    vpxor wb, wb_twice, wc
    vpsrlq wb, wb, 32 - 12
    vpshufd wb_twice, wb, 0xa0
.endm
.macro WIDE_SECOND ra, rc
    vpaddd wa, wa, wb
    vpxor wd, wd, wa
    vpermq wa, wa, \ra
    vpshufb wd, wd, ymm13
    vpaddd wc, wc, wd
    vperm2i128 wd, wd, wd, 0x01
    vpxor wb, wb_twice, wc
    vpermq wc, wc, \rc
    vpsrlq wb, wb, 32 - 7
    vpshufd wb_twice, wb, 0xa0
.endm

FUNCTION keystream_chacha20_xorKeyStreamBlocks_avx2
    cmp len, 128
    ja LOCAL(many)
LOCAL(one_or_two):
    vmovq xmm5, [state + 48]
    vmovhps xmm5, xmm5, [state + 56]
    vmovd xmm4, counter
    vpblendd xmm4, xmm5, xmm4, 1
    cmp len, 64
    ja LOCAL(two)

    vmovdqu xmm6, [state + 32]
    vinserti128 ymm5, ymm6, xmm4, 1
    vpmovzxdq wd, xmm4
    vpmovzxdq wa, [state]
    vpmovzxdq wb, [state + 16]
    vpmovzxdq wc, [state + 32]
    vpshufd wb_twice, wb, 0xa0
    vpshufd wc, wc, 0xa0
    vmovdqa ymm12, [rip + LOCAL(rotl_16_twice)]
    vmovdqa ymm13, [rip + LOCAL(rotl_8_twice)]
    mov eax, 10
LOCAL(one_rounds):
    WIDE_FIRST
    WIDE_SECOND 0x93, 0x39
    WIDE_FIRST
    WIDE_SECOND 0x39, 0x93
    dec eax
    jnz LOCAL(one_rounds)
    vshufps wa, wa, wb, 0x88
    vshufps wc, wc, wd, 0x88
    vpermq wa, wa, 0xd8
    vpermq wc, wc, 0xd8
    vpaddd ks_low, wa, [state]
    vpaddd ks_high, wc, ymm5
    XOR_BLOCK 0, LOCAL(tail), LOCAL(done)

LOCAL(two):
    inc counter
    vmovd xmm6, counter
    vpblendd xmm5, xmm5, xmm6, 1
    vinserti128 ymm3, ymm4, xmm5, 1
    vmovdqa ymm6, ymm3
    ROWS_LOAD ymm0, ymm1, ymm2
    mov eax, 10
LOCAL(two_rounds):
    ROWS_FIRST ymm0, ymm1, ymm2, ymm3, ymm4
    ROWS_SECOND ymm0, ymm1, ymm2, ymm3, ymm4, 0x93, 0x39
    ROWS_FIRST ymm0, ymm1, ymm2, ymm3, ymm4
    ROWS_SECOND ymm0, ymm1, ymm2, ymm3, ymm4, 0x39, 0x93
    dec eax
    jnz LOCAL(two_rounds)
    ROWS_ADD ymm0, ymm1, ymm2, ymm3, ymm6
    XOR_ROWS 0, ymm0, ymm1, ymm2, ymm3, LOCAL(tail), LOCAL(done)

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
    vpxor xmm0, xmm14, [src]
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
1:  test edx, 4
    jz 1f
    mov ecx, eax
    xor ecx, [src]
    mov [dst], ecx
    add src, 4
    add dst, 4
    shr rax, 32
1:  test edx, 2
    jz 1f
    movzx ecx, word ptr [src]
    xor ecx, eax
    mov [dst], cx
    add src, 2
    add dst, 2
    shr eax, 16
1:  test edx, 1
    jz LOCAL(done)
    xor al, [src]
    mov [dst], al
LOCAL(done):
    xor eax, eax
    xor ecx, ecx
    vzeroall
    ret

LOCAL(many):
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    mov rbp, rsp
    .cfi_def_cfa_register rbp
    push rbx
    .cfi_offset rbx, -24
    push r12
    .cfi_offset r12, -32
    push r13
    .cfi_offset r13, -40
    push r14
    .cfi_offset r14, -48
    push r15
    .cfi_offset r15, -56
    sub rsp, FRAME
    and rsp, -64
    vmovdqu xmm0, [state + 32]
    vmovq xmm1, [state + 48]
    vmovhps xmm1, xmm1, [state + 56]
    vpxor xmm2, xmm2, xmm2
    vpblendd xmm1, xmm1, xmm2, 1
    vinserti128 ymm0, ymm0, xmm1, 1
    vmovdqa [HIGH], ymm0
    mov [STATE], state
LOCAL(pass):
    mov [DST], dst
    mov [SRC], src
    mov [LEN], len
    mov [COUNTER], counter
    mov dword ptr [ROUNDS], 10
    cmp len, 320
    jbe LOCAL(rows2)
    cmp len, 448
    jbe LOCAL(rows3)
    cmp len, 576
    jbe LOCAL(columns)
    cmp len, 640
    jbe LOCAL(rows2)
    cmp len, 896
    jbe LOCAL(rows3)
    jmp LOCAL(columns)

.macro ARGUMENTS
    mov dst, [DST]
    mov src, [SRC]
    mov len, [LEN]
    mov state, [STATE]
    mov counter, [COUNTER]
.endm
.macro XOR_SCALAR_BLOCK i
    vmovdqa ks_low, [BLOCK]
    vmovdqa ks_high, [BLOCK + 32]
    vpaddd ks_low, ks_low, [state]
    vpaddd ks_high, ks_high, [HIGH]
    XOR_BLOCK \i, LOCAL(leave_tail), LOCAL(leave_done)
.endm
// row d for block 0, 1 to d
.macro ROW_D d
    vmovd xmm12, counter
    vbroadcasti128 \d, [HIGH + 16]
    vinserti128 ymm12, ymm12, xmm12, 1
    vpaddd \d, \d, ymm12
    vpaddd \d, \d, [rip + LOCAL(lane_0_1)]
.endm

LOCAL(rows2):
    ROW_D ymm3
    vpaddd ymm7, ymm3, [rip + LOCAL(lane_2)]
    vmovdqa [SPILL], ymm3
    vmovdqa [SPILL + 32], ymm7
    ROWS_LOAD ymm0, ymm1, ymm2
    vmovdqa ymm4, ymm0
    vmovdqa ymm5, ymm1
    vmovdqa ymm6, ymm2
    SCALAR_LOAD 4, BLOCK
LOCAL(rows2_rounds):
    ROWS_FIRST ymm0, ymm1, ymm2, ymm3, ymm12
    ROWS_FIRST ymm4, ymm5, ymm6, ymm7, ymm13
    SCALAR_COLUMNS_01 BLOCK
    ROWS_SECOND ymm0, ymm1, ymm2, ymm3, ymm12, 0x93, 0x39
    ROWS_SECOND ymm4, ymm5, ymm6, ymm7, ymm13, 0x93, 0x39
    SCALAR_COLUMNS_23
    ROWS_FIRST ymm0, ymm1, ymm2, ymm3, ymm12
    ROWS_FIRST ymm4, ymm5, ymm6, ymm7, ymm13
    SCALAR_DIAGONALS_01 BLOCK
    ROWS_SECOND ymm0, ymm1, ymm2, ymm3, ymm12, 0x39, 0x93
    ROWS_SECOND ymm4, ymm5, ymm6, ymm7, ymm13, 0x39, 0x93
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(rows2_rounds)
    SCALAR_STORE COUNTER, 4, BLOCK
    ARGUMENTS
    ROWS_ADD ymm0, ymm1, ymm2, ymm3, [SPILL]
    ROWS_ADD ymm4, ymm5, ymm6, ymm7, [SPILL + 32]
    XOR_ROWS 0, ymm0, ymm1, ymm2, ymm3, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_ROWS 2, ymm4, ymm5, ymm6, ymm7, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_SCALAR_BLOCK 4
    mov eax, 5
    jmp LOCAL(next)

LOCAL(rows3):
    ROW_D ymm3
    vpaddd ymm7, ymm3, [rip + LOCAL(lane_2)]
    vpaddd ymm11, ymm7, [rip + LOCAL(lane_2)]
    vmovdqa [SPILL], ymm3
    vmovdqa [SPILL + 32], ymm7
    vmovdqa [SPILL + 64], ymm11
    ROWS_LOAD ymm0, ymm1, ymm2
    vmovdqa ymm4, ymm0
    vmovdqa ymm5, ymm1
    vmovdqa ymm6, ymm2
    vmovdqa ymm8, ymm0
    vmovdqa ymm9, ymm1
    vmovdqa ymm10, ymm2
    SCALAR_LOAD 6, BLOCK
LOCAL(rows3_rounds):
    ROWS_FIRST ymm0, ymm1, ymm2, ymm3, ymm12
    ROWS_FIRST ymm4, ymm5, ymm6, ymm7, ymm13
    ROWS_FIRST ymm8, ymm9, ymm10, ymm11, ymm14
    SCALAR_COLUMNS_01 BLOCK
    ROWS_SECOND ymm0, ymm1, ymm2, ymm3, ymm12, 0x93, 0x39
    ROWS_SECOND ymm4, ymm5, ymm6, ymm7, ymm13, 0x93, 0x39
    ROWS_SECOND ymm8, ymm9, ymm10, ymm11, ymm14, 0x93, 0x39
    SCALAR_COLUMNS_23
    ROWS_FIRST ymm0, ymm1, ymm2, ymm3, ymm12
    ROWS_FIRST ymm4, ymm5, ymm6, ymm7, ymm13
    ROWS_FIRST ymm8, ymm9, ymm10, ymm11, ymm14
    SCALAR_DIAGONALS_01 BLOCK
    ROWS_SECOND ymm0, ymm1, ymm2, ymm3, ymm12, 0x39, 0x93
    ROWS_SECOND ymm4, ymm5, ymm6, ymm7, ymm13, 0x39, 0x93
    ROWS_SECOND ymm8, ymm9, ymm10, ymm11, ymm14, 0x39, 0x93
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(rows3_rounds)
    SCALAR_STORE COUNTER, 6, BLOCK
    ARGUMENTS
    ROWS_ADD ymm0, ymm1, ymm2, ymm3, [SPILL]
    ROWS_ADD ymm4, ymm5, ymm6, ymm7, [SPILL + 32]
    ROWS_ADD ymm8, ymm9, ymm10, ymm11, [SPILL + 64]
    XOR_ROWS 0, ymm0, ymm1, ymm2, ymm3, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_ROWS 2, ymm4, ymm5, ymm6, ymm7, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_ROWS 4, ymm8, ymm9, ymm10, ymm11, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_SCALAR_BLOCK 6
    mov eax, 7
    jmp LOCAL(next)

#define v0 ymm0
#define v1 ymm1
#define v2 ymm2
#define v3 ymm14
#define v4 ymm4
#define v5 ymm5
#define v6 ymm6
#define v7 ymm7
#define vc0 ymm8
#define vc1 ymm9
#define v12 ymm12
#define v13 ymm13
#define v14 ymm15
#define v15 ymm3
.macro COLUMNS_STEP_SHUFFLE a, b, d, aa, bb, dd, rotl
    vpaddd \a, \a, \b
    vpaddd \aa, \aa, \bb
    vpxor \d, \d, \a
    vpxor \dd, \dd, \aa
    vpshufb \d, \d, [rip + \rotl]
    vpshufb \dd, \dd, [rip + \rotl]
.endm
.macro COLUMNS_STEP_SHIFT a, b, d, aa, bb, dd, n
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
    COLUMNS_STEP_SHUFFLE \a, \b, \d, \aa, \bb, \dd, LOCAL(rotl_16)
    COLUMNS_STEP_SHIFT \c, \d, \b, \cc, \dd, \bb, 12
    COLUMNS_STEP_SHUFFLE \a, \b, \d, \aa, \bb, \dd, LOCAL(rotl_8)
    COLUMNS_STEP_SHIFT \c, \d, \b, \cc, \dd, \bb, 7
.endm
.macro TRANSPOSE r0, r1, r2, r3, r4, r5, r6, r7, t
    vpunpckhdq \t, \r0, \r1
    vpunpckldq \r0, \r0, \r1
    vpunpckhdq \r1, \r2, \r3
    vpunpckldq \r2, \r2, \r3
    vpunpckhdq \r3, \r4, \r5
    vpunpckldq \r4, \r4, \r5
    vpunpckhdq \r5, \r6, \r7
    vpunpckldq \r6, \r6, \r7
    vpunpckhqdq \r7, \r0, \r2
    vpunpcklqdq \r0, \r0, \r2
    vpunpckhqdq \r2, \t, \r1
    vpunpcklqdq \t, \t, \r1
    vpunpckhqdq \r1, \r4, \r6
    vpunpcklqdq \r4, \r4, \r6
    vpunpckhqdq \r6, \r3, \r5
    vpunpcklqdq \r3, \r3, \r5
    vperm2i128 \r5, \r0, \r4, 0x31
    vperm2i128 \r0, \r0, \r4, 0x20
    vperm2i128 \r4, \r7, \r1, 0x31
    vperm2i128 \r7, \r7, \r1, 0x20
    vperm2i128 \r1, \t, \r3, 0x31
    vperm2i128 \t, \t, \r3, 0x20
    vperm2i128 \r3, \r2, \r6, 0x31
    vperm2i128 \r2, \r2, \r6, 0x20
.endm
.macro XOR_COLUMN i, lo, hi
    vpaddd ks_low, \lo, [state]
    vpaddd ks_high, \hi, [HIGH]
    XOR_BLOCK \i, LOCAL(leave_tail), LOCAL(leave_done)
.endm
LOCAL(columns):
    vpbroadcastd t0, [state + 40]
    vpbroadcastd t1, [state + 44]
    vmovdqa [SPILL + 64], t0
    vmovdqa [SPILL + 96], t1
    vpbroadcastd v0, [state]
    vpbroadcastd v1, [state + 4]
    vpbroadcastd v2, [state + 8]
    vpbroadcastd v3, [state + 12]
    vpbroadcastd v4, [state + 16]
    vpbroadcastd v5, [state + 20]
    vpbroadcastd v6, [state + 24]
    vpbroadcastd v7, [state + 28]
    vpbroadcastd vc0, [state + 32]
    vpbroadcastd vc1, [state + 36]
    vpbroadcastd v12, [COUNTER]
    vpaddd v12, v12, [rip + LOCAL(lanes)]
    vpbroadcastd v13, [state + 52]
    vpbroadcastd v14, [state + 56]
    vpbroadcastd v15, [state + 60]
    SCALAR_LOAD 8, BLOCK
LOCAL(columns_rounds):
    QUARTERS v0, v4, vc0, v12, v1, v5, vc1, v13
    SCALAR_COLUMNS_01 BLOCK
    vmovdqa [SPILL], vc0
    vmovdqa [SPILL + 32], vc1
    vmovdqa vc0, [SPILL + 64]
    vmovdqa vc1, [SPILL + 96]
    QUARTERS v2, v6, vc0, v14, v3, v7, vc1, v15
    SCALAR_COLUMNS_23
    QUARTERS v0, v5, vc0, v15, v1, v6, vc1, v12
    SCALAR_DIAGONALS_01 BLOCK
    vmovdqa [SPILL + 64], vc0
    vmovdqa [SPILL + 96], vc1
    vmovdqa vc0, [SPILL]
    vmovdqa vc1, [SPILL + 32]
    QUARTERS v2, v7, vc0, v13, v3, v4, vc1, v14
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(columns_rounds)
    SCALAR_STORE COUNTER, 8, BLOCK
    ARGUMENTS
    vpbroadcastd t0, [COUNTER]
    vpaddd t0, t0, [rip + LOCAL(lanes)]
    vpaddd v12, v12, t0
    TRANSPOSE v0, v1, v2, v3, v4, v5, v6, v7, t0
    // blocks 0 to 7: v0 v7 t0 v2 v5 v4 v1 v3
    vmovdqa [SPILL], v1
    vmovdqa [SPILL + 32], v3
    vmovdqa v6, [SPILL + 64]
    vmovdqa t1, [SPILL + 96]
    TRANSPOSE vc0, vc1, v6, t1, v12, v13, v14, v15, v1
    // blocks 0 to 7: vc0 v15 v1 v6 v13 v12 vc1 t1
    XOR_COLUMN 0, v0, vc0
    XOR_COLUMN 1, v7, v15
    XOR_COLUMN 2, t0, v1
    XOR_COLUMN 3, v2, v6
    XOR_COLUMN 4, v5, v13
    XOR_COLUMN 5, v4, v12
    vmovdqa v4, [SPILL]
    XOR_COLUMN 6, v4, vc1
    vmovdqa v4, [SPILL + 32]
    XOR_COLUMN 7, v4, t1
    XOR_SCALAR_BLOCK 8
    mov eax, 9

LOCAL(next):
    add counter, eax
    shl eax, 6
    add src, rax
    add dst, rax
    sub len, rax
    xor r9d, r9d
    cmp len, 128
    ja LOCAL(pass)
    jmp LOCAL(leave)
LOCAL(leave_done):
    xor r9d, r9d
    xor edx, edx
    jmp LOCAL(leave)
LOCAL(leave_tail):
    mov r9d, 1
LOCAL(leave):
    vpxor xmm0, xmm0, xmm0
    .irp i, 0, 32, 64, 96, 128, 160, 192
    vmovdqa [rsp + \i], ymm0
    .endr
    xor r10d, r10d
    xor r11d, r11d
    mov rbx, [rbp - 8]
    mov r12, [rbp - 16]
    mov r13, [rbp - 24]
    mov r14, [rbp - 32]
    mov r15, [rbp - 40]
    mov rsp, rbp
    pop rbp
    .cfi_def_cfa rsp, 8
    .cfi_restore rbp
    .cfi_restore rbx
    .cfi_restore r12
    .cfi_restore r13
    .cfi_restore r14
    .cfi_restore r15
    test r9d, r9d
    jnz LOCAL(tail)
    test len, len
    jnz LOCAL(one_or_two)
    jmp LOCAL(done)
END_FUNCTION keystream_chacha20_xorKeyStreamBlocks_avx2
