// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
#include "internal/asm.h"
#include "chacha20/asm/chacha_amd64.h"

#define dst rdi
#define src rsi
#define len rdx
#define state rcx
#define counter r8d

// The frame of the passes that have a scalar block.
#define SPILL rsp        /* 64 bytes */
#define BLOCK rsp + 64   /* 64 bytes: the scalar block */
#define ROWS rsp + 128   /* 64 bytes: the state, 0 for word 12 */
#define DST rsp + 192
#define SRC rsp + 200
#define LEN rsp + 208
#define STATE rsp + 216
#define COUNTER rsp + 224
#define ROUNDS rsp + 228
#define FRAME 232

// A block of key stream on its way out.
#define ks0 xmm12
#define ks1 xmm13
#define ks2 xmm14
#define ks3 xmm15

RODATA 4
LOCAL(lanes): .long 0, 1, 2, 3
LOCAL(not_word_12): .long 0, -1, -1, -1
LOCAL(rotl_16): .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
LOCAL(rotl_8): .byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14

.macro XOR_16 at, row, t
    movdqu \t, [src + \at]
    pxor \t, \row
    movdqu [dst + \at], \t
.endm
.macro XOR_BLOCK i, r0, r1, r2, r3, t, tail, done
    cmp len, 64 * \i + 64
    jb \tail
    XOR_16 (64*\i), \r0, \t
    XOR_16 (64*\i+16), \r1, \t
    XOR_16 (64*\i+32), \r2, \t
    XOR_16 (64*\i+48), \r3, \t
    je \done
.endm

#define t0 xmm10
#define t1 xmm11
.macro ROWS_STEP_SHUFFLE a, b, d, rotl
    paddd \a, \b
    pxor \d, \a
    pshufb \d, [rip + \rotl]
.endm
.macro ROWS_STEP_SHIFT c, d, b, t, n
    paddd \c, \d
    pxor \b, \c
    movdqa \t, \b
    pslld \t, \n
    psrld \b, 32 - \n
    por \b, \t
.endm
.macro ROWS_FIRST a, b, c, d, t
    ROWS_STEP_SHUFFLE \a, \b, \d, LOCAL(rotl_16)
    ROWS_STEP_SHIFT \c, \d, \b, \t, 12
.endm
.macro ROWS_SECOND a, b, c, d, t, ra, rc
    ROWS_STEP_SHUFFLE \a, \b, \d, LOCAL(rotl_8)
    ROWS_STEP_SHIFT \c, \d, \b, \t, 7
    pshufd \a, \a, \ra
    pshufd \d, \d, 0x4e
    pshufd \c, \c, \rc
.endm
// adds the initial state to a block's rows; start is its fourth row
.macro XOR_ROWS i, a, b, c, d, start, free, tail, done
    movdqu ks0, [state]
    movdqu ks1, [state + 16]
    movdqu ks2, [state + 32]
    movdqa ks3, \start
    paddd ks0, \a
    paddd ks1, \b
    paddd ks2, \c
    paddd ks3, \d
    XOR_BLOCK \i, ks0, ks1, ks2, ks3, \free, \tail, \done
.endm
FUNCTION keystream_chacha20_xorKeyStreamBlocks_ssse3
    cmp len, 128
    ja LOCAL(many)
LOCAL(one_or_two):
    movdqu xmm0, [state]
    movdqu xmm1, [state + 16]
    movdqu xmm2, [state + 32]
    movq xmm3, [state + 48]
    movhps xmm3, [state + 56]
    pand xmm3, [rip + LOCAL(not_word_12)]
    movd xmm8, counter
    mov eax, 10
    cmp len, 64
    ja LOCAL(two)

    por xmm3, xmm8
    movdqa xmm10, xmm3
LOCAL(one_rounds):
    ROWS_FIRST xmm0, xmm1, xmm2, xmm3, xmm8
    ROWS_SECOND xmm0, xmm1, xmm2, xmm3, xmm8, 0x93, 0x39
    ROWS_FIRST xmm0, xmm1, xmm2, xmm3, xmm8
    ROWS_SECOND xmm0, xmm1, xmm2, xmm3, xmm8, 0x39, 0x93
    dec eax
    jnz LOCAL(one_rounds)
    XOR_ROWS 0, xmm0, xmm1, xmm2, xmm3, xmm10, xmm0, LOCAL(tail), LOCAL(done)

LOCAL(two):
    movdqa xmm4, xmm0
    movdqa xmm5, xmm1
    movdqa xmm6, xmm2
    movdqa xmm7, xmm3
    por xmm3, xmm8
    inc counter
    movd xmm9, counter
    por xmm7, xmm9
    movdqa xmm10, xmm3
    movdqa xmm11, xmm7
LOCAL(two_rounds):
    ROWS_FIRST xmm0, xmm1, xmm2, xmm3, xmm8
    ROWS_FIRST xmm4, xmm5, xmm6, xmm7, xmm9
    ROWS_SECOND xmm0, xmm1, xmm2, xmm3, xmm8, 0x93, 0x39
    ROWS_SECOND xmm4, xmm5, xmm6, xmm7, xmm9, 0x93, 0x39
    ROWS_FIRST xmm0, xmm1, xmm2, xmm3, xmm8
    ROWS_FIRST xmm4, xmm5, xmm6, xmm7, xmm9
    ROWS_SECOND xmm0, xmm1, xmm2, xmm3, xmm8, 0x39, 0x93
    ROWS_SECOND xmm4, xmm5, xmm6, xmm7, xmm9, 0x39, 0x93
    dec eax
    jnz LOCAL(two_rounds)
    XOR_ROWS 0, xmm0, xmm1, xmm2, xmm3, xmm10, xmm0, LOCAL(tail), LOCAL(done)
    XOR_ROWS 1, xmm4, xmm5, xmm6, xmm7, xmm11, xmm0, LOCAL(tail), LOCAL(done)

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
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    pxor xmm\i, xmm\i
    .endr
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
    movdqu xmm0, [state]
    movdqu xmm1, [state + 16]
    movdqu xmm2, [state + 32]
    movq xmm3, [state + 48]
    movhps xmm3, [state + 56]
    pand xmm3, [rip + LOCAL(not_word_12)]
    movdqa [ROWS], xmm0
    movdqa [ROWS + 16], xmm1
    movdqa [ROWS + 32], xmm2
    movdqa [ROWS + 48], xmm3
    mov [STATE], state
LOCAL(pass):
    mov [DST], dst
    mov [SRC], src
    mov [LEN], len
    mov [COUNTER], counter
    mov dword ptr [ROUNDS], 10
    cmp len, 192
    jbe LOCAL(rows2)
    cmp len, 256
    jbe LOCAL(rows3)
    cmp len, 320
    jbe LOCAL(columns)
    cmp len, 448
    jbe LOCAL(rows3)
    jmp LOCAL(columns)

.macro ARGUMENTS
    mov dst, [DST]
    mov src, [SRC]
    mov len, [LEN]
    mov state, [STATE]
    mov counter, [COUNTER]
.endm
.macro ROWS_LOAD lane, a, b, c, d
    movdqa \a, [ROWS]
    movdqa \b, [ROWS + 16]
    movdqa \c, [ROWS + 32]
    lea eax, [r8 + \lane]
    movd \d, eax
    por \d, [ROWS + 48]
    movdqa [SPILL + 16 * \lane], \d
.endm
.macro XOR_SCALAR_BLOCK i
    movdqa ks0, [BLOCK]
    movdqa ks1, [BLOCK + 16]
    movdqa ks2, [BLOCK + 32]
    movdqa ks3, [BLOCK + 48]
    paddd ks0, [ROWS]
    paddd ks1, [ROWS + 16]
    paddd ks2, [ROWS + 32]
    paddd ks3, [ROWS + 48]
    XOR_BLOCK \i, ks0, ks1, ks2, ks3, xmm0, LOCAL(leave_tail), LOCAL(leave_done)
.endm

LOCAL(rows2):
    ROWS_LOAD 0, xmm0, xmm1, xmm2, xmm3
    ROWS_LOAD 1, xmm4, xmm5, xmm6, xmm7
    SCALAR_LOAD 2, BLOCK
LOCAL(rows2_rounds):
    ROWS_FIRST xmm0, xmm1, xmm2, xmm3, xmm12
    ROWS_FIRST xmm4, xmm5, xmm6, xmm7, xmm13
    SCALAR_COLUMNS_01 BLOCK
    ROWS_SECOND xmm0, xmm1, xmm2, xmm3, xmm12, 0x93, 0x39
    ROWS_SECOND xmm4, xmm5, xmm6, xmm7, xmm13, 0x93, 0x39
    SCALAR_COLUMNS_23
    ROWS_FIRST xmm0, xmm1, xmm2, xmm3, xmm12
    ROWS_FIRST xmm4, xmm5, xmm6, xmm7, xmm13
    SCALAR_DIAGONALS_01 BLOCK
    ROWS_SECOND xmm0, xmm1, xmm2, xmm3, xmm12, 0x39, 0x93
    ROWS_SECOND xmm4, xmm5, xmm6, xmm7, xmm13, 0x39, 0x93
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(rows2_rounds)
    SCALAR_STORE COUNTER, 2, BLOCK
    ARGUMENTS
    XOR_ROWS 0, xmm0, xmm1, xmm2, xmm3, [SPILL+0], xmm8, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_ROWS 1, xmm4, xmm5, xmm6, xmm7, [SPILL+16], xmm8, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_SCALAR_BLOCK 2

LOCAL(rows3):
    ROWS_LOAD 0, xmm0, xmm1, xmm2, xmm3
    ROWS_LOAD 1, xmm4, xmm5, xmm6, xmm7
    ROWS_LOAD 2, xmm8, xmm9, xmm10, xmm11
    SCALAR_LOAD 3, BLOCK
LOCAL(rows3_rounds):
    ROWS_FIRST xmm0, xmm1, xmm2, xmm3, xmm12
    ROWS_FIRST xmm4, xmm5, xmm6, xmm7, xmm13
    ROWS_FIRST xmm8, xmm9, xmm10, xmm11, xmm14
    SCALAR_COLUMNS_01 BLOCK
    ROWS_SECOND xmm0, xmm1, xmm2, xmm3, xmm12, 0x93, 0x39
    ROWS_SECOND xmm4, xmm5, xmm6, xmm7, xmm13, 0x93, 0x39
    ROWS_SECOND xmm8, xmm9, xmm10, xmm11, xmm14, 0x93, 0x39
    SCALAR_COLUMNS_23
    ROWS_FIRST xmm0, xmm1, xmm2, xmm3, xmm12
    ROWS_FIRST xmm4, xmm5, xmm6, xmm7, xmm13
    ROWS_FIRST xmm8, xmm9, xmm10, xmm11, xmm14
    SCALAR_DIAGONALS_01 BLOCK
    ROWS_SECOND xmm0, xmm1, xmm2, xmm3, xmm12, 0x39, 0x93
    ROWS_SECOND xmm4, xmm5, xmm6, xmm7, xmm13, 0x39, 0x93
    ROWS_SECOND xmm8, xmm9, xmm10, xmm11, xmm14, 0x39, 0x93
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(rows3_rounds)
    SCALAR_STORE COUNTER, 3, BLOCK
    ARGUMENTS
    XOR_ROWS 0, xmm0, xmm1, xmm2, xmm3, [SPILL+0], xmm0, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_ROWS 1, xmm4, xmm5, xmm6, xmm7, [SPILL+16], xmm0, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_ROWS 2, xmm8, xmm9, xmm10, xmm11, [SPILL+32], xmm0, LOCAL(leave_tail), LOCAL(leave_done)
    XOR_SCALAR_BLOCK 3
    mov eax, 4
    jmp LOCAL(next)

#define v0 xmm0
#define v1 xmm1
#define v2 xmm2
#define v3 xmm3
#define v4 xmm4
#define v5 xmm5
#define v6 xmm6
#define v7 xmm7
#define vc0 xmm8
#define vc1 xmm9
#define v12 xmm12
#define v13 xmm13
#define v14 xmm14
#define v15 xmm15
.macro COLUMNS_STEP_SHUFFLE a, b, d, aa, bb, dd, rotl
    paddd \a, \b
    paddd \aa, \bb
    pxor \d, \a
    pxor \dd, \aa
    pshufb \d, [rip + \rotl]
    pshufb \dd, [rip + \rotl]
.endm
.macro COLUMNS_STEP_SHIFT a, b, d, aa, bb, dd, n
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
    COLUMNS_STEP_SHUFFLE \a, \b, \d, \aa, \bb, \dd, LOCAL(rotl_16)
    COLUMNS_STEP_SHIFT \c, \d, \b, \cc, \dd, \bb, 12
    COLUMNS_STEP_SHUFFLE \a, \b, \d, \aa, \bb, \dd, LOCAL(rotl_8)
    COLUMNS_STEP_SHIFT \c, \d, \b, \cc, \dd, \bb, 7
.endm
.macro TRANSPOSE r0, r1, r2, r3, t
    movdqa \t, \r0
    punpckldq \r0, \r1
    punpckhdq \t, \r1
    movdqa \r1, \r2
    punpckldq \r2, \r3
    punpckhdq \r1, \r3
    movdqa \r3, \r0
    punpcklqdq \r0, \r2
    punpckhqdq \r3, \r2
    movdqa \r2, \t
    punpcklqdq \r2, \r1
    punpckhqdq \t, \r1
.endm
.macro SPREAD row, r0, r1, r2, r3
    movdqa \r3, [ROWS + 16 * \row]
    pshufd \r0, \r3, 0x00
    pshufd \r1, \r3, 0x55
    pshufd \r2, \r3, 0xaa
    pshufd \r3, \r3, 0xff
.endm
.macro XOR_COLUMN i, r0, r1, r2, r3, t, tail
    paddd \r0, [ROWS]
    paddd \r1, [ROWS + 16]
    paddd \r2, [ROWS + 32]
    paddd \r3, [ROWS + 48]
    XOR_BLOCK \i, \r0, \r1, \r2, \r3, \t, \tail, LOCAL(leave_done)
.endm
.macro COLUMN_TAIL label, r0, r1, r2, r3
\label:
    movdqa xmm0, \r0
    movdqa xmm1, \r1
    movdqa xmm2, \r2
    movdqa ks3, \r3
    movdqa ks0, xmm0
    movdqa ks1, xmm1
    movdqa ks2, xmm2
    jmp LOCAL(leave_tail)
.endm
LOCAL(columns):
    SPREAD 2, vc0, vc1, v0, v1
    movdqa [SPILL + 32], v0
    movdqa [SPILL + 48], v1
    SPREAD 0, v0, v1, v2, v3
    SPREAD 1, v4, v5, v6, v7
    SPREAD 3, v12, v13, v14, v15
    movd v12, counter
    pshufd v12, v12, 0
    paddd v12, [rip + LOCAL(lanes)]
    SCALAR_LOAD 4, BLOCK
LOCAL(columns_rounds):
    QUARTERS v0, v4, vc0, v12, v1, v5, vc1, v13
    SCALAR_COLUMNS_01 BLOCK
    movdqa [SPILL], vc0
    movdqa [SPILL + 16], vc1
    movdqa vc0, [SPILL + 32]
    movdqa vc1, [SPILL + 48]
    QUARTERS v2, v6, vc0, v14, v3, v7, vc1, v15
    SCALAR_COLUMNS_23
    QUARTERS v0, v5, vc0, v15, v1, v6, vc1, v12
    SCALAR_DIAGONALS_01 BLOCK
    movdqa [SPILL + 32], vc0
    movdqa [SPILL + 48], vc1
    movdqa vc0, [SPILL]
    movdqa vc1, [SPILL + 16]
    QUARTERS v2, v7, vc0, v13, v3, v4, vc1, v14
    SCALAR_DIAGONALS_23
    dec dword ptr [ROUNDS]
    jnz LOCAL(columns_rounds)
    SCALAR_STORE COUNTER, 4, BLOCK
    ARGUMENTS
    movd t0, counter
    pshufd t0, t0, 0
    paddd t0, [rip + LOCAL(lanes)]
    paddd v12, t0
    TRANSPOSE v0, v1, v2, v3, t0      // blocks: v0 v3 v2 t0; v1 free
    TRANSPOSE v4, v5, v6, v7, v1      // v4 v7 v6 v1; v5 free
    TRANSPOSE v12, v13, v14, v15, v5  // v12 v15 v14 v5; v13 free
    movdqa [SPILL], t0
    movdqa [SPILL + 16], v1
    movdqa t0, [SPILL + 32]
    movdqa t1, [SPILL + 48]
    TRANSPOSE vc0, vc1, t0, t1, v13   // vc0 t1 t0 v13; vc1 free
    XOR_COLUMN 0, v0, v4, vc0, v12, v1, LOCAL(column_0)
    XOR_COLUMN 1, v3, v7, t1, v15, v1, LOCAL(column_1)
    XOR_COLUMN 2, v2, v6, t0, v14, v1, LOCAL(column_2)
    movdqa v0, [SPILL]
    movdqa v1, [SPILL + 16]
    XOR_COLUMN 3, v0, v1, v13, v5, v2, LOCAL(column_3)
    XOR_SCALAR_BLOCK 4
    mov eax, 5
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
    COLUMN_TAIL LOCAL(column_0), v0, v4, vc0, v12
    COLUMN_TAIL LOCAL(column_1), v3, v7, t1, v15
    COLUMN_TAIL LOCAL(column_2), v2, v6, t0, v14
    COLUMN_TAIL LOCAL(column_3), v0, v1, v13, v5

LOCAL(leave_done):
    xor r9d, r9d
    xor edx, edx
    jmp LOCAL(leave)
LOCAL(leave_tail):
    mov r9d, 1
LOCAL(leave):
    pxor xmm0, xmm0
    .irp i, 0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176
    movdqa [rsp + \i], xmm0
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
END_FUNCTION keystream_chacha20_xorKeyStreamBlocks_ssse3
