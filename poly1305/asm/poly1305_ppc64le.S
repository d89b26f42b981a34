// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Poly1305 in the general registers of ppc64le, with 64-bit limbs: POWER8 and later, ELFv2.
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
// A block takes 30 instructions. By llvm-mca's models of POWER9 and POWER10, which are models and
// no measurements, a single chain waits for the latency of that, 24 and 25 cycles a block; of two
// chains (core.h) a block takes 13.1 and 14.6, and of three no less. In vectors, four blocks of
// limbs of 26 bits take 50 multiplications and 40 additions for the 40 multiplications here, and
// about as much around them: 40 instructions a block, for which the models are 21 and 12 cycles.

#include "internal/asm.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

// The offsets in State, and PowersForm::kChains.
#define STATE_H 0
#define STATE_R 24
#define STATE_FORM 56
#define STATE_POWERS 64
#define FORM_CHAINS 1

#define msg %r4
#define h0 %r7
#define h1 %r8
#define h2 %r9
#define r_0 %r10
#define r_1 %r11
#define s_1 %r12
#define t0 %r0
#define t1 %r3
#define t2 %r5
#define one %r6

// Below the stack pointer, where a function that calls no other has 288 bytes: arguments, for which
// there are no registers, and registers of the caller's, from 24 on.
#define ARGUMENT_1 -8(%r1)
#define ARGUMENT_LEN -16(%r1)
#define ARGUMENT_4 -24(%r1)
#define SAVED_24 -96

// The accumulator a times r, folded. Takes t0, t1 and t2.
.macro MULTIPLY a0, a1, a2
    mulld t0, \a1, s_1
    mulld t1, \a0, r_0
    mulhdu t2, \a1, s_1
    addc t0, t0, t1
    mulhdu t1, \a0, r_0
    adde t1, t1, t2
    mulld t2, \a2, s_1
    mulld \a2, \a2, r_0
    add t1, t1, t2
    mulld t2, \a1, r_0
    mulhdu \a1, \a1, r_0
    addc t1, t1, t2
    adde \a2, \a2, \a1
    mulld \a1, \a0, r_1
    mulhdu \a0, \a0, r_1
    addc \a1, \a1, t1
    adde \a2, \a2, \a0
    srdi t1, \a2, 2
    clrrdi t2, \a2, 2
    add t1, t1, t2
    clrldi \a2, \a2, 62
    addc \a0, t0, t1
    addze \a1, \a1
    addze \a2, \a2
.endm

// The whole block at \at into an accumulator.
.macro BLOCK a0, a1, a2, at
    ld t0, 0(\at)
    ld t1, 8(\at)
    addi \at, \at, 16
    addc \a0, \a0, t0
    adde \a1, \a1, t1
    adde \a2, \a2, one
    MULTIPLY \a0, \a1, \a2
.endm

.macro SET_S1
    srdi s_1, r_1, 2
    add s_1, s_1, r_1
.endm

// Takes the whole blocks of msg[0, ARGUMENT_LEN) into h. What is left is t2 bytes at msg, and the
// condition is "equal" if that is none.
.macro WHOLE_BLOCKS
    ld t2, ARGUMENT_LEN
    srdi. t0, t2, 4
    beq 2f
    mtctr t0
    li one, 1
    .p2align 5
1:  BLOCK h0, h1, h2, msg
    bdnz 1b
    ld t2, ARGUMENT_LEN
2:  andi. t2, t2, 15
.endm

// Takes the last t2 bytes, at msg, into h, 0 < t2 < 16: with a one behind them if one is 1, as a
// whole block if it is 0. Each bit of t2 stands for a piece, and the last piece is loaded first.
.macro TAIL_BLOCK
    mr t0, one
    li t1, 0
    add msg, msg, t2
    mtocrf 1, t2  // bits 28 to 31 of the condition register: 8, 4, 2 and 1 of t2
    bf 31, 1f
    lbzu t2, -1(msg)
    sldi t0, t0, 8
    or t0, t0, t2
1:  bf 30, 2f
    lhzu t2, -2(msg)
    sldi t0, t0, 16
    or t0, t0, t2
2:  bf 29, 4f
    lwzu t2, -4(msg)
    sldi t0, t0, 32
    or t0, t0, t2
4:  bf 28, 8f
    mr t1, t0
    ld t0, -8(msg)
8:  xori one, one, 1
    addc h0, h0, t0
    adde h1, h1, t1
    adde h2, h2, one
    MULTIPLY h0, h1, h2
.endm

// Leaves nothing in the registers that the caller does not expect to be kept.
.macro CLEAR
    .irp register, t0, t1, t2, one, h0, h1, h2, r_0, r_1, s_1
    li \register, 0
    .endr
.endm

// void(uint8_t* tag, const uint8_t* msg, size_t len, const uint8_t* key): ShortSum of core.h.
FUNCTION keystream_poly1305_short_sum_ppc64le
    std %r3, ARGUMENT_1
    std %r5, ARGUMENT_LEN
    std %r6, ARGUMENT_4
    ld r_0, 0(%r6)
    ld r_1, 8(%r6)
    li t0, 0
    rldimi r_0, t0, 28, 30  // clears bits 28 to 33
    rldimi r_1, t0, 28, 30
    clrldi r_0, r_0, 4
    clrldi r_1, r_1, 4
    clrrdi r_1, r_1, 2
    SET_S1
    li h0, 0
    li h1, 0
    li h2, 0
    WHOLE_BLOCKS
    beq 3f
    li one, 1
    TAIL_BLOCK
    // h mod p: h + 5 - 2^130, if h + 5 reaches 2^130. h < 2p, so once is enough.
3:  addic t0, h0, 5
    addze t1, h1
    addze t2, h2
    cmpldi t2, 4
    isel h0, h0, t0, 0  // the first if it is "less"
    isel h1, h1, t1, 0
    ld %r6, ARGUMENT_4
    ld t0, 16(%r6)
    ld t1, 24(%r6)
    ld %r6, ARGUMENT_1
    addc h0, h0, t0
    adde h1, h1, t1
    std h0, 0(%r6)
    std h1, 8(%r6)
    CLEAR
    blr
END_FUNCTION keystream_poly1305_short_sum_ppc64le

// From here on h0 to t2 are as above and the caller's registers have these names. First, h = h * y
// for a y within the bounds of h. With h and y below 5 * 2^128, the product is below 25 * 2^256, in
// w0 to w4:
//
//   column 2^0     h0 y0
//   column 2^64    h0 y1 + h1 y0
//   column 2^128   h0 y2 + h1 y1 + h2 y0
//   column 2^192   h1 y2 + h2 y1
//   column 2^256   h2 y2
//
// The four products without h2 and y2 come first: they are below 2^256, and carry nothing into w4.
// With q for what lies above bit 130, it is congruent to the 130 bits below + 4 q + q, and 4 q is
// there already: w2 to w4 without two bits. The sum is below 2^134.
#define y0 %r24
#define y1 %r25
#define y2 %r26
#define w0 %r27
#define w1 %r28
#define w2 %r29
#define w3 t2
#define w4 one
#define bits %r30
#define state %r31

.macro ADD_PRODUCT low, high, carry, x, y
    mulld t0, \x, \y
    mulhdu t1, \x, \y
    addc \low, \low, t0
    adde \high, \high, t1
    .ifnb \carry
    addze \carry, \carry
    .endif
.endm

.macro MULTIPLY_BY_Y
    mulld w0, h0, y0
    mulhdu w1, h0, y0
    mulld w2, h1, y1
    mulhdu w3, h1, y1
    mulld w4, h2, y2
    ADD_PRODUCT w1, w2, w3, h0, y1
    ADD_PRODUCT w1, w2, w3, h1, y0
    ADD_PRODUCT w2, w3, w4, h0, y2
    ADD_PRODUCT w2, w3, w4, h2, y0
    ADD_PRODUCT w3, w4, , h1, y2
    ADD_PRODUCT w3, w4, , h2, y1
    clrrdi t0, w2, 2
    addc h0, w0, t0
    adde h1, w1, w3
    clrldi h2, w2, 62
    adde h2, h2, w4
    srdi w2, w2, 2
    rldimi w2, w3, 62, 0
    srdi w3, w3, 2
    rldimi w3, w4, 62, 0
    srdi w4, w4, 2
    addc h0, h0, w2
    adde h1, h1, w3
    adde h2, h2, w4
    FOLD
.endm

// Folds what h2 has above bit 130 into h.
.macro FOLD
    srdi t0, h2, 2
    clrrdi t1, h2, 2
    add t0, t0, t1
    clrldi h2, h2, 62
    addc h0, h0, t0
    addze h1, h1
    addze h2, h2
.endm

.macro LOAD_H
    ld h0, STATE_H(%r3)
    ld h1, STATE_H + 8(%r3)
    ld h2, STATE_H + 16(%r3)
.endm

.macro LOAD_R from
    ld r_0, STATE_R(\from)
    ld r_1, STATE_R + 8(\from)
    SET_S1
.endm

.macro CALLERS_REGISTERS op
    .irp n, 24, 25, 26, 27, 28, 29, 30, 31
    \op \n, SAVED_24 + 8 * (\n - 24)(%r1)
    .endr
.endm

// void(State* state, const uint8_t* msg, size_t len, Tail tail): Update of core.h. A long message
// begins with two chains, both with the clamped r: h goes over the first half of the blocks and g,
// from zero, over the second. r^n joins them, n being the number of blocks of a chain. It stays in
// State::powers, for the next call of the same length:
//
//   msg   |<------- n blocks ------->|<------- n blocks ------->|<- less than two blocks ->|
//          h                          g                          h = h r^n + g
//
#define CHAINS_FROM 768  // where they save more than r^n costs, by the models
#define g0 y0
#define g1 y1
#define g2 y2
#define msg_g w0
FUNCTION keystream_poly1305_update_ppc64le
    std %r3, ARGUMENT_1
    std %r6, ARGUMENT_4
    cmpldi %r5, CHAINS_FROM
    bge LOCAL(chains)
    std %r5, ARGUMENT_LEN
    LOAD_R %r3
    LOAD_H
LOCAL(blocks):
    WHOLE_BLOCKS
    beq 3f
    ld one, ARGUMENT_4
    TAIL_BLOCK
3:  ld %r3, ARGUMENT_1
    std h0, STATE_H(%r3)
    std h1, STATE_H + 8(%r3)
    std h2, STATE_H + 16(%r3)
    CLEAR
    blr

LOCAL(chains):
    CALLERS_REGISTERS std
    .irp n, 24, 25, 26, 27, 28, 29, 30, 31
    .cfi_offset \n, SAVED_24 + 8 * (\n - 24)
    .endr
    mr state, %r3
    clrldi t0, %r5, 59
    std t0, ARGUMENT_LEN  // what the chains leave
    srdi bits, %r5, 5
    LOAD_R state
    ld t0, STATE_FORM(state)
    ld t1, STATE_POWERS + 24(state)
    cmpldi t0, FORM_CHAINS
    cmpld cr1, t1, bits
    bne 3f
    beq cr1, 7f

    // y = r^n, by squaring and multiplying from the bit below the highest one of n on; n is no
    // secret.
3:  li t0, FORM_CHAINS
    std t0, STATE_FORM(state)
    std bits, STATE_POWERS + 24(state)
    cntlzd t0, bits
    sld bits, bits, t0  // the highest one first
    subfic t0, t0, 63
    mtctr t0            // 2^63 > n >= CHAINS_FROM / 32: not 0
    mr h0, r_0
    mr h1, r_1
    li h2, 0
4:  mr y0, h0
    mr y1, h1
    mr y2, h2
    MULTIPLY_BY_Y
    sldi bits, bits, 1
    cmpdi bits, 0
    bge 5f
    MULTIPLY h0, h1, h2
5:  bdnz 4b
    std h0, STATE_POWERS(state)
    std h1, STATE_POWERS + 8(state)
    std h2, STATE_POWERS + 16(state)

7:  ld t0, STATE_POWERS + 24(state)
    mtctr t0
    sldi t0, t0, 4
    add msg_g, msg, t0
    mr %r3, state
    LOAD_H
    li g0, 0
    li g1, 0
    li g2, 0
    li one, 1
    .p2align 5
8:  BLOCK h0, h1, h2, msg
    BLOCK g0, g1, g2, msg_g
    bdnz 8b
    mr msg, msg_g
    mr r_0, g0  // r is loaded again below
    mr r_1, g1
    mr s_1, g2
    ld y0, STATE_POWERS(state)
    ld y1, STATE_POWERS + 8(state)
    ld y2, STATE_POWERS + 16(state)
    MULTIPLY_BY_Y
    addc h0, h0, r_0
    adde h1, h1, r_1
    adde h2, h2, s_1
    FOLD
    LOAD_R state
    CALLERS_REGISTERS ld
    .irp n, 24, 25, 26, 27, 28, 29, 30, 31
    .cfi_restore \n
    .endr
    b LOCAL(blocks)
END_FUNCTION keystream_poly1305_update_ppc64le
