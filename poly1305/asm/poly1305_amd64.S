// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Poly1305 in the general registers of x86-64, with 64-bit limbs.
//
// h = h0 + 2^64 h1 + 2^128 h2 and r = r0 + 2^64 r1, clamped. Modulo p, 2^130 is 5; r1 is a multiple
// of 4, so 2^128 r1 is 5/4 r1, a whole number: s1 = r1 + r1 / 4. A block is h += block, h *= r:
//
//   column 2^0     h0 r0 + h1 s1
//   column 2^64    h0 r1 + h1 r0 + h2 s1
//   column 2^128   h2 r0
//
// Bounds: h2 <= 4 between blocks and <= 6 in a product; r0, r1 < 2^60 and s1 < 5/4 * 2^60. So the
// upper half of the lowest column is below 9/4 * 2^60, and takes h2 s1 < 15/2 * 2^60 without a
// carry. What comes out as h2 is below 6 * 2^60 + 2^61 = 2^63. It is folded to at most 3 + 1:
//
//   c = 5 * (h2 >> 2), h2 = h2 & 3, h += c
//
// On Zen 4 a single chain waits for the latency from c through h0, h1 and a product to the next c:
// 14 cycles a block, and about one more if the next block is added after c. Two chains are bound by
// the multiplier: 11.3 cycles a block with MUL, which any machine has (ssse3), and 10.0 with MULX,
// which the avx2 tier promises. A single chain is no faster with MULX.

#include "internal/asm.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

// The offsets in State, and PowersForm::kChains.
#define STATE_H 0
#define STATE_R 24
#define STATE_FORM 56
#define STATE_POWERS 64
#define FORM_CHAINS 1

#define msg rsi
#define h0 r8
#define h1 r9
#define h2 r10
#define r0 r11
#define r1 r12
#define s1 r13
#define t r14
#define u rbx
#define v rbp
#define c rax

// (\h0, \h1, \h2) *= r, but for c, which ADD_CARRY adds. \r1 may be memory. Takes t, u, v and rdx.
// On Zen 4 the order of the instructions matters, by up to two cycles a block. These are the best
// of 14 (MUL, over one chain and two) and 167 (MULX, over two chains) that were measured.
.macro MULTIPLY_MUL h0, h1, h2, r1:vararg
    mov rax, \h0
    mul \r1
    mov v, rax
    mov u, rdx
    mov rax, \h0
    mul r0
    mov \h0, rax
    mov t, rdx
    mov rax, \h2
    imul rax, s1
    add t, rax
    imul \h2, r0
    mov rax, \h1
    mul s1
    add \h0, rax
    adc t, rdx
    add \h2, u
    mov rax, \h1
    mul r0
    mov \h1, rax
    add \h1, v
    adc \h2, rdx
    add \h1, t
    adc \h2, 0
    mov c, \h2
    shr c, 2
    lea c, [c + 4 * c]
    and \h2, 3
.endm

.macro MULTIPLY_MULX h0, h1, h2, r1:vararg
    mov rdx, \h0
    mulx t, \h0, r0
    mov u, \h2
    imul u, s1
    mulx v, rax, \r1
    imul \h2, r0
    add t, u
    mov rdx, \h1
    mulx u, \h1, s1
    add \h2, v
    add \h0, \h1
    adc t, u
    mulx v, \h1, r0
    add \h1, rax
    adc \h2, v
    add \h1, t
    adc \h2, 0
    mov c, \h2
    mov rdx, \h2
    shr c, 2
    and rdx, -4
    and \h2, 3
    add c, rdx
.endm

// h += c.
.macro ADD_CARRY h0, h1, h2
    add \h0, c
    adc \h1, 0
    adc \h2, 0
.endm

// h += the whole block at \at.
.macro ADD_BLOCK h0, h1, h2, at:vararg
    add \h0, [\at]
    adc \h1, [\at + 8]
    adc \h2, 1
.endm

// rdx:rax = the last rcx bytes of the message, at msg, and \one behind them; 0 < rcx < 16, and is
// lost. Each bit of rcx stands for a piece, and the last piece is loaded first.
.macro LOAD_TAIL one
    mov rax, \one
    xor edx, edx
    test ecx, 1
    jz 2f
    sub ecx, 1
    shl rax, 8
    mov al, [msg + rcx]
2:  test ecx, 2
    jz 4f
    sub ecx, 2
    shl rax, 16
    mov ax, [msg + rcx]
4:  test ecx, 4
    jz 8f
    sub ecx, 4
    shl rax, 32
    mov edx, [msg + rcx]
    or rax, rdx
    xor edx, edx
8:  test ecx, ecx
    jz 16f
    mov rdx, rax
    mov rax, [msg]
16:
.endm

// s1 from r1.
.macro SET_S1
    mov s1, r1
    shr s1, 2
    add s1, r1
.endm

// Takes the whole blocks of msg[0, rcx) into h; what is left is msg[0, rcx). Sets the zero flag if
// that is empty.
.macro WHOLE_BLOCKS product
    xor eax, eax
    sub rcx, 16
    jb 2f
    .p2align 5
1:  ADD_BLOCK h0, h1, h2, msg
    ADD_CARRY h0, h1, h2
    add msg, 16
    MULTIPLY_\product h0, h1, h2, r1
    sub rcx, 16
    jae 1b
2:  ADD_CARRY h0, h1, h2
    add rcx, 16
.endm

// Takes rdx:rax + 2^128 * \bit_128 into h.
.macro TAIL_BLOCK product, bit_128
    add h0, rax
    adc h1, rdx
    adc h2, \bit_128
    MULTIPLY_\product h0, h1, h2, r1
    ADD_CARRY h0, h1, h2
.endm

.macro SAVE registers:vararg
    .irp register, \registers
    push \register
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \register, 0
    .endr
.endm

.macro RESTORE registers:vararg
    .irp register, \registers
    pop \register
    .cfi_adjust_cfa_offset -8
    .cfi_restore \register
    .endr
.endm

// Leaves nothing in the registers that the caller does not expect to be kept.
.macro CLEAR
    .irp register, eax, ecx, edx, r8d, r9d, r10d, r11d
    xor \register, \register
    .endr
.endm

// void(uint8_t* tag, const uint8_t* msg, size_t len, const uint8_t* key): ShortSum of core.h.
.macro SHORT_SUM name, product
FUNCTION \name
    SAVE rbx, rbp, r12, r13, r14, r15
    mov r15, rcx
    mov rcx, rdx
    mov r0, 0x0ffffffc0fffffff
    lea r1, [r0 - 3]
    and r0, [r15]
    and r1, [r15 + 8]
    SET_S1
    xor h0, h0
    xor h1, h1
    xor h2, h2
    WHOLE_BLOCKS \product
    jz 3f
    LOAD_TAIL 1
    TAIL_BLOCK \product, 0
    // h mod p: h + 5 - 2^130, if h + 5 reaches 2^130. h < 2p, so once is enough.
3:  mov t, h0
    mov u, h1
    add t, 5
    adc u, 0
    adc h2, 0
    cmp h2, 4
    cmovae h0, t
    cmovae h1, u
    add h0, [r15 + 16]
    adc h1, [r15 + 24]
    mov [rdi], h0
    mov [rdi + 8], h1
    CLEAR
    RESTORE r15, r14, r13, r12, rbp, rbx
    ret
END_FUNCTION \name
.endm

// h = h * y for a y at state + STATE_POWERS. Both are within the bounds of h, below 5 * 2^128, so
// the product is below 25 * 2^256, in w0 to w4:
//
//   column 2^0     h0 y0
//   column 2^64    h0 y1 + h1 y0
//   column 2^128   h0 y2 + h1 y1 + h2 y0
//   column 2^192   h1 y2 + h2 y1
//   column 2^256   h2 y2
//
// With q for what lies above bit 130, it is congruent to the 130 bits below + 4 q + q, and 4 q is
// there already: w2 to w4 without two bits. The sum is below 2^134. Takes rax, rdx, rcx, u, v, t
// and r15.
#define state rdi
#define y0 qword ptr [state + STATE_POWERS]
#define y1 qword ptr [state + STATE_POWERS + 8]
#define y2 qword ptr [state + STATE_POWERS + 16]
#define w0 rcx
#define w1 u
#define w2 v
#define w3 t
#define w4 r15
.macro ADD_PRODUCT low, high, carry, x, y:vararg
    mov rax, \x
    mul \y
    add \low, rax
    adc \high, rdx
    .ifnb \carry
    adc \carry, 0
    .endif
.endm

.macro MULTIPLY_BY_POWER
    mov rax, h0
    mul y0
    mov w0, rax
    mov w1, rdx
    mov rax, h1
    mul y1
    mov w2, rax
    mov w3, rdx
    mov w4, h2
    imul w4, y2
    ADD_PRODUCT w1, w2, w3, h0, y1
    ADD_PRODUCT w1, w2, w3, h1, y0
    ADD_PRODUCT w2, w3, w4, h0, y2
    ADD_PRODUCT w2, w3, w4, h2, y0
    ADD_PRODUCT w3, w4, , h1, y2
    ADD_PRODUCT w3, w4, , h2, y1
    mov h0, w0
    mov h1, w1
    mov h2, w2
    and h2, 3
    mov rax, w2
    and rax, -4
    add h0, rax
    adc h1, w3
    adc h2, w4
    shrd w2, w3, 2
    shrd w3, w4, 2
    shr w4, 2
    add h0, w2
    adc h1, w3
    adc h2, w4
    FOLD
.endm

// Folds what h2 has above bit 130 into h.
.macro FOLD
    mov c, h2
    shr c, 2
    lea c, [c + 4 * c]
    and h2, 3
    ADD_CARRY h0, h1, h2
.endm

.macro LOAD_H
    mov h0, [state + STATE_H]
    mov h1, [state + STATE_H + 8]
    mov h2, [state + STATE_H + 16]
.endm

.macro STORE_H to
    mov [state + \to], h0
    mov [state + \to + 8], h1
    mov [state + \to + 16], h2
.endm

.macro LOAD_R
    mov r0, [state + STATE_R]
    mov r1, [state + STATE_R + 8]
    SET_S1
.endm

// void(State* state, const uint8_t* msg, size_t len, Tail tail): Update of core.h. A long message
// begins with two chains, both with the clamped r: h goes over the first half of the blocks and g,
// from zero, over the second. r^n joins them, n being the number of blocks of a chain. It stays in
// State::powers, for the next call of the same length:
//
//   msg   |<------- n blocks ------->|<------- n blocks ------->|<- less than two blocks ->|
//          h                          g                          h = h r^n + g
//
// The frame: what there are no registers for.
#define FRAME_R1 rsp       /* wiped at the end */
#define FRAME_END rsp + 8  /* of the first chain */
#define FRAME_LEN rsp + 16
#define FRAME_STATE rsp + 24
#define FRAME_TAIL rsp + 32
#define FRAME_SIZE 40
#define g0 r15
#define g1 rcx
#define g2 r12
#define stride rdi
.macro UPDATE name, product, chains_from
FUNCTION \name
    SAVE rbx, rbp, r12, r13, r14, r15
    sub rsp, FRAME_SIZE
    .cfi_adjust_cfa_offset FRAME_SIZE
    mov [FRAME_TAIL], rcx
    mov rcx, rdx
    LOAD_R
    cmp rcx, \chains_from
    jb 7f
    mov [FRAME_LEN], rcx
    shr rcx, 5
    cmp qword ptr [state + STATE_FORM], FORM_CHAINS
    jne 2f
    cmp [state + STATE_POWERS + 24], rcx
    je 5f

    // r^n, by squaring and multiplying from the bit below the highest one of n on; n is no secret.
2:  mov qword ptr [state + STATE_FORM], FORM_CHAINS
    mov [state + STATE_POWERS + 24], rcx
    mov h0, r0
    mov h1, r1
    xor h2, h2
    bsr rcx, rcx
    mov [FRAME_END], rcx  // not in use yet
3:  STORE_H STATE_POWERS
    sub qword ptr [FRAME_END], 1
    jb 5f
    MULTIPLY_BY_POWER
    mov rax, [FRAME_END]
    bt [state + STATE_POWERS + 24], rax
    jnc 3b
    MULTIPLY_\product h0, h1, h2, r1
    ADD_CARRY h0, h1, h2
    jmp 3b

5:  LOAD_H
    mov rax, [state + STATE_POWERS + 24]
    shl rax, 4
    mov [FRAME_STATE], state
    mov stride, rax
    add rax, msg
    mov [FRAME_END], rax
    mov [FRAME_R1], r1
    xor g0, g0
    xor g1, g1
    xor g2, g2
    .p2align 5
6:  ADD_BLOCK h0, h1, h2, msg
    MULTIPLY_\product h0, h1, h2, qword ptr [FRAME_R1]
    ADD_CARRY h0, h1, h2
    ADD_BLOCK g0, g1, g2, msg + stride
    MULTIPLY_\product g0, g1, g2, qword ptr [FRAME_R1]
    ADD_CARRY g0, g1, g2
    add msg, 16
    cmp msg, [FRAME_END]
    jne 6b
    add msg, stride
    mov [FRAME_R1], stride  // any number that is no secret
    mov state, [FRAME_STATE]
    mov r11, g0  // r is loaded again below
    mov r13, g1
    MULTIPLY_BY_POWER
    add h0, r11
    adc h1, r13
    adc h2, g2
    FOLD
    LOAD_R
    mov rcx, [FRAME_LEN]
    and ecx, 31
    jmp 8f

7:  LOAD_H
8:  WHOLE_BLOCKS \product
    jz 9f
    mov r15, [FRAME_TAIL]
    LOAD_TAIL r15
    xor r15d, 1  // a tail that is filled up with zeros counts as a whole block
    TAIL_BLOCK \product, r15
9:  STORE_H STATE_H
    CLEAR
    add rsp, FRAME_SIZE
    .cfi_adjust_cfa_offset -FRAME_SIZE
    RESTORE r15, r14, r13, r12, rbp, rbx
    ret
END_FUNCTION \name
.endm

// From so many bytes on, two chains save more than the power of r that joins them costs (Zen 4).
UPDATE keystream_poly1305_update_ssse3, MUL, 1536
UPDATE keystream_poly1305_update_avx2, MULX, 1024
SHORT_SUM keystream_poly1305_short_sum_amd64, MUL
