// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Poly1305 in the general registers of ppc64le: POWER8 and later, ELFv2. poly1305_ppc64le.h has the
// arithmetic.
//
// By llvm-mca's models of POWER9 and POWER10, which are models and no measurements, a single chain
// of blocks waits for the latency of a multiplication, 24 and 25 cycles a block; of two chains
// (core.h) a block takes 13.1 and 14.6, and of three no less. In vectors, four blocks of limbs of
// 26 bits take 50 multiplications and 40 additions for the 40 multiplications here, and about as
// much around them: 40 instructions a block, where one takes 30 here, and by the models 21 and 12
// cycles.

#include "internal/asm.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

// The offsets in State, and PowersForm::kChains.
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
#define p0 %r0
#define p1 %r3
#define p2 %r5
#define one %r6

// Below the stack pointer, where a function that calls no other has 288 bytes: arguments, for which
// there are no registers, and registers of the caller's, from 24 on.
#define ARGUMENT_1 -8(%r1)
#define ARGUMENT_LEN -16(%r1)
#define ARGUMENT_4 -24(%r1)
#define SAVED_24 -96

#include "poly1305/asm/poly1305_ppc64le.h"

// The whole block at \at into an accumulator.
.macro BLOCK a0, a1, a2, at
    .irp i, 0, 1, 2, 3, 4, 5
    ADD_INSTRUCTION \i, \a0, \a1, \a2, \at
    .endr
    MULTIPLY \a0, \a1, \a2
.endm

// Takes the whole blocks of msg[0, ARGUMENT_LEN) into h. What is left is p2 bytes at msg, and the
// condition is "equal" if that is none.
.macro WHOLE_BLOCKS
    ld p2, ARGUMENT_LEN
    srdi. p0, p2, 4
    beq 2f
    mtctr p0
    li one, 1
    .p2align 5
1:  BLOCK h0, h1, h2, msg
    bdnz 1b
    ld p2, ARGUMENT_LEN
2:  andi. p2, p2, 15
.endm

// Takes the last p2 bytes, at msg, into h, 0 < p2 < 16: with a one behind them if one is 1, as a
// whole block if it is 0. Each bit of p2 stands for a piece, and the last piece is loaded first.
.macro TAIL_BLOCK
    mr p0, one
    li p1, 0
    add msg, msg, p2
    mtocrf 1, p2  // bits 28 to 31 of the condition register: 8, 4, 2 and 1 of p2
    bf 31, 1f
    lbzu p2, -1(msg)
    sldi p0, p0, 8
    or p0, p0, p2
1:  bf 30, 2f
    lhzu p2, -2(msg)
    sldi p0, p0, 16
    or p0, p0, p2
2:  bf 29, 4f
    lwzu p2, -4(msg)
    sldi p0, p0, 32
    or p0, p0, p2
4:  bf 28, 8f
    mr p1, p0
    ld p0, -8(msg)
8:  xori one, one, 1
    addc h0, h0, p0
    adde h1, h1, p1
    adde h2, h2, one
    MULTIPLY h0, h1, h2
.endm

// Leaves nothing in the registers that the caller does not expect to be kept.
.macro CLEAR
    .irp register, p1, p2, one, h0, h1, h2, r_0, r_1, s_1
    li \register, 0
    .endr
    CLEAR_CARRY
.endm

// void(uint8_t* tag, const uint8_t* msg, size_t len, const uint8_t* key): ShortSum of core.h.
FUNCTION keystream_poly1305_short_sum_ppc64le
    std %r3, ARGUMENT_1
    std %r5, ARGUMENT_LEN
    std %r6, ARGUMENT_4
    ld r_0, 0(%r6)
    ld r_1, 8(%r6)
    li p0, 0
    rldimi r_0, p0, 28, 30  // clears bits 28 to 33
    rldimi r_1, p0, 28, 30
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
3:  addic p0, h0, 5
    addze p1, h1
    addze p2, h2
    cmpldi p2, 4
    isel h0, h0, p0, 0  // the first if it is "less"
    isel h1, h1, p1, 0
    ld %r6, ARGUMENT_4
    ld p0, 16(%r6)
    ld p1, 24(%r6)
    ld %r6, ARGUMENT_1
    addc h0, h0, p0
    adde h1, h1, p1
    std h0, 0(%r6)
    std h1, 8(%r6)
    CLEAR
    blr
END_FUNCTION keystream_poly1305_short_sum_ppc64le

// From here on h0 to p2 are as above and the caller's registers have these names. First, h = h * y
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
#define w3 p2
#define w4 one
#define bits %r30
#define state %r31

.macro ADD_PRODUCT low, high, carry, x, y
    mulld p0, \x, \y
    mulhdu p1, \x, \y
    addc \low, \low, p0
    adde \high, \high, p1
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
    clrrdi p0, w2, 2
    addc h0, w0, p0
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
    srdi p0, h2, 2
    clrrdi p1, h2, 2
    add p0, p0, p1
    clrldi h2, h2, 62
    addc h0, h0, p0
    addze h1, h1
    addze h2, h2
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
    LOAD_H %r3
LOCAL(blocks):
    WHOLE_BLOCKS
    beq 3f
    ld one, ARGUMENT_4
    TAIL_BLOCK
3:  ld %r3, ARGUMENT_1
    STORE_H %r3
    CLEAR
    blr

LOCAL(chains):
    SAVE_REGISTERS
    mr state, %r3
    clrldi p0, %r5, 59
    std p0, ARGUMENT_LEN  // what the chains leave
    srdi bits, %r5, 5
    LOAD_R state
    ld p0, STATE_FORM(state)
    ld p1, STATE_POWERS + 24(state)
    cmpldi p0, FORM_CHAINS
    cmpld cr1, p1, bits
    bne 3f
    beq cr1, 7f

    // y = r^n, by squaring and multiplying from the bit below the highest one of n on; n is no
    // secret.
3:  li p0, FORM_CHAINS
    std p0, STATE_FORM(state)
    std bits, STATE_POWERS + 24(state)
    cntlzd p0, bits
    sld bits, bits, p0  // the highest one first
    subfic p0, p0, 63
    mtctr p0            // 2^63 > n >= CHAINS_FROM / 32: not 0
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

7:  ld p0, STATE_POWERS + 24(state)
    mtctr p0
    sldi p0, p0, 4
    add msg_g, msg, p0
    mr %r3, state
    LOAD_H %r3
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
    RESTORE_REGISTERS
    b LOCAL(blocks)
END_FUNCTION keystream_poly1305_update_ppc64le
