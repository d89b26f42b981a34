// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Poly1305 for arm64: with 64-bit limbs in the general registers, and for long messages with 26-bit
// limbs, eight blocks at a time, in the vector registers. poly1305_arm64.h has the former.

#include "internal/asm.h"

// The length from which on the vector registers are worth the powers of r; at least 32 + 128. By
// the models of llvm-mca 19 (tools/loop_cycles), not measured, a block takes
//
//                 general registers   vector registers   the powers
//   Neoverse N1   36 cycles           13                 250
//   Neoverse V1   17                  6.5                120
//   Cortex-A72    19                  13                 130
#define VECTORS_FROM 384

#define state x0
#define msg x1
#define len x2
#define tail x3
#define h0 x4
#define h1 x5
#define h2 x6
#define r0 x7
#define r1 x8
#define s1 x9
#include "poly1305/asm/poly1305_arm64.h"

// The next whole block. tail is free then, and is 1.
.macro BLOCK
    ldp x10, x11, [msg], #16
    ADD_BLOCK x3
    MULTIPLY
.endm

// Takes the whole blocks of msg[0, len) into h; what is left is msg[0, len), and the zero flag is
// set if that is empty. x3 must be 1.
.macro WHOLE_BLOCKS
    subs len, len, #32
    b.lo 2f
1:  BLOCK
    BLOCK
    subs len, len, #32
    b.hs 1b
2:  tbz len, #4, 3f
    BLOCK
3:  ands len, len, #15
.endm

// x10, x11 = the last len bytes of the message, at msg, and \one behind them; 0 < len < 16, and is
// lost. Each bit of len stands for a piece, and the last piece is loaded first.
.macro LOAD_TAIL one
    mov x10, \one
    mov x11, #0
    tbz len, #0, 2f
    sub len, len, #1
    ldrb w12, [msg, len]
    orr x10, x12, x10, lsl #8
2:  tbz len, #1, 4f
    sub len, len, #2
    ldrh w12, [msg, len]
    orr x10, x12, x10, lsl #16
4:  tbz len, #2, 8f
    sub len, len, #4
    ldr w12, [msg, len]
    orr x10, x12, x10, lsl #32
8:  tbz len, #3, 16f
    mov x11, x10
    ldr x10, [msg]
16:
.endm

// Leaves nothing in the registers that the caller does not expect to be kept.
.macro CLEAR
    .irp r, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    mov x\r, #0
    .endr
    CLEAR_FLAGS
.endm

// void(uint8_t* tag, const uint8_t* msg, size_t len, const uint8_t* key): ShortSum of core.h.
FUNCTION keystream_poly1305_short_sum_arm64
    ldp r0, r1, [x3]
    ldp x12, x13, [x3, #16]
    mov x10, #0x0fffffff
    movk x10, #0xfffc, lsl #32
    movk x10, #0x0fff, lsl #48
    and r0, r0, x10
    and x10, x10, #~3
    and r1, r1, x10
    SET_S1
    mov h0, #0
    mov h1, #0
    mov h2, #0
    // s waits in vector registers.
    fmov d0, x12
    fmov d1, x13
    mov x3, #1
    WHOLE_BLOCKS
    b.eq 5f
    LOAD_TAIL #1
    ADD_BLOCK xzr
    MULTIPLY
    // h mod p: h + 5 - 2^130, if h + 5 reaches 2^130. h < 2p, so once is enough.
5:  adds x10, h0, #5
    adcs x11, h1, xzr
    adc x12, h2, xzr
    cmp x12, #4
    csel h0, x10, h0, hs
    csel h1, x11, h1, hs
    fmov x10, d0
    fmov x11, d1
    adds h0, h0, x10
    adc h1, h1, x11
    stp h0, h1, [x0]
    movi v0.16b, #0
    movi v1.16b, #0
    CLEAR
    ret
END_FUNCTION keystream_poly1305_short_sum_arm64

// ---- The vector registers.
//
// Two sums side by side, of the blocks with even and with odd numbers, in the two lanes of five
// registers, a limb each. Eight blocks are
//
//   lane 0   h = h r^8 + b0 r^6 + b2 r^4 + b4 r^2 + b6
//   lane 1   h = h r^8 + b1 r^6 + b3 r^4 + b5 r^2 + b7
//
// and one carry. They begin with a block each instead of 0, to the first of which the accumulator
// is added, and end as the one sum that they are parts of: (lane 0 * r + lane 1) * r.
//
// The powers are factors by element. For r^8, r^6, r^4, r^2, in this order, with limbs p0 to p4:
//
//   v0-v3   p0, p1, p2, p3      v4-v7   5 times that
//   v8      p4 of each of them  v9      5 times that
//
// v10-v14   products, a column each, in two 64-bit lanes
// v15-v19   h
// v20-v23   four blocks, a word each; then v20 and v24-v27 are their limbs
// v28       intermediate results
// v30       the lower 26 bits of 64

// x10-x14 = the limbs of h.
.macro SPLIT
    and x10, h0, #0x3ffffff
    ubfx x11, h0, #26, #26
    extr x12, h1, h0, #52
    and x12, x12, #0x3ffffff
    ubfx x13, h1, #14, #26
    extr x14, h2, h1, #40
.endm

// Puts the power that h is to its place.
.macro SET_POWER n, v, five_v
    SPLIT
    fmov s\v, w10
    mov v\v\().s[1], w11
    mov v\v\().s[2], w12
    mov v\v\().s[3], w13
    mov v8.s[\n], w14
    shl v\five_v\().4s, v\v\().4s, #2
    add v\five_v\().4s, v\five_v\().4s, v\v\().4s
.endm

// h = lane \lane.
.macro JOIN lane
    mov w10, v15.s[\lane]
    mov w11, v16.s[\lane]
    mov w12, v17.s[\lane]
    mov w13, v18.s[\lane]
    mov w14, v19.s[\lane]
    add x10, x10, x11, lsl #26
    lsl x13, x13, #14
    adds x10, x10, x12, lsl #52
    lsr x12, x12, #12
    adc x11, x13, x12
    lsr x13, x14, #24
    adds x11, x11, x14, lsl #40
    adc x12, x13, xzr
.endm

// The four blocks at msg, in limbs.
//
//   word     3                    2                    1                    0
//       |---------|---------|---------|---------|
//   limb  4 (24)     3 (26)     2 (26)     1 (26)     0 (26 bits)
.macro LOAD_4_BLOCKS
    ld4 {v20.4s, v21.4s, v22.4s, v23.4s}, [msg], #64
    ushr v24.4s, v20.4s, #26
    ushr v25.4s, v21.4s, #20
    ushr v26.4s, v22.4s, #14
    ushr v27.4s, v23.4s, #8
    sli v24.4s, v21.4s, #6
    sli v25.4s, v22.4s, #12
    sli v26.4s, v23.4s, #18
    bic v20.4s, #0xfc, lsl #24
    bic v24.4s, #0xfc, lsl #24
    bic v25.4s, #0xfc, lsl #24
    bic v26.4s, #0xfc, lsl #24
    orr v27.4s, #1, lsl #24
.endm

// The columns v10-v14 += (x0 to x4) * power \n, by \mul; the first of the products by \first. \mul
// is umlal and \t is 2s for the lower two lanes of four, umlal2 and 4s for the upper two.
//
//   v10     x0 p0 + 5 x1 p4 + 5 x2 p3 + 5 x3 p2 + 5 x4 p1
//   v11     x0 p1 +   x1 p0 + 5 x2 p4 + 5 x3 p3 + 5 x4 p2
//   v12     x0 p2 +   x1 p1 +   x2 p0 + 5 x3 p4 + 5 x4 p3
//   v13     x0 p3 +   x1 p2 +   x2 p1 +   x3 p0 + 5 x4 p4
//   v14     x0 p4 +   x1 p3 +   x2 p2 +   x3 p1 +   x4 p0
.macro MULTIPLY_BY_POWER first, mul, t, x0, x1, x2, x3, x4, n, v, five_v
    \first v10.2d, \x0\().\t, v\v\().s[0]
    \first v11.2d, \x0\().\t, v\v\().s[1]
    \first v12.2d, \x0\().\t, v\v\().s[2]
    \first v13.2d, \x0\().\t, v\v\().s[3]
    \first v14.2d, \x0\().\t, v8.s[\n]
    \mul v10.2d, \x1\().\t, v9.s[\n]
    \mul v11.2d, \x1\().\t, v\v\().s[0]
    \mul v12.2d, \x1\().\t, v\v\().s[1]
    \mul v13.2d, \x1\().\t, v\v\().s[2]
    \mul v14.2d, \x1\().\t, v\v\().s[3]
    \mul v10.2d, \x2\().\t, v\five_v\().s[3]
    \mul v11.2d, \x2\().\t, v9.s[\n]
    \mul v12.2d, \x2\().\t, v\v\().s[0]
    \mul v13.2d, \x2\().\t, v\v\().s[1]
    \mul v14.2d, \x2\().\t, v\v\().s[2]
    \mul v10.2d, \x3\().\t, v\five_v\().s[2]
    \mul v11.2d, \x3\().\t, v\five_v\().s[3]
    \mul v12.2d, \x3\().\t, v9.s[\n]
    \mul v13.2d, \x3\().\t, v\v\().s[0]
    \mul v14.2d, \x3\().\t, v\v\().s[1]
    \mul v10.2d, \x4\().\t, v\five_v\().s[1]
    \mul v11.2d, \x4\().\t, v\five_v\().s[2]
    \mul v12.2d, \x4\().\t, v\five_v\().s[3]
    \mul v13.2d, \x4\().\t, v9.s[\n]
    \mul v14.2d, \x4\().\t, v\v\().s[0]
.endm

// h = the columns, carried, in limbs of 26 bits; limb 1 may exceed that by 2^8 and limb 4 by 2^8.
//
// Bounds: the limbs of a power are below 2^26, but for a p4 of up to 2^26 + 2^24; five times that
// is below 2^29. Those of blocks and of h are below 2^26 + 2^8, but for limb 4 of the first h,
// which is below 7 * 2^24. A column has 15 products and 5 of h, 20 of at most 2^55.1 or, that
// limb's, of 2^55.9, and a sixteenth block: below 2^60. So what is carried is below 2^34. The
// highest column has no power times five: it is below 2^57, and what is carried out of it below
// 2^31; five times that, with limb 0, is below 2^34, and carries less than 2^8 into limb 1.
.macro CARRY
    usra v11.2d, v10.2d, #26
    usra v14.2d, v13.2d, #26
    and v10.16b, v10.16b, v30.16b
    and v13.16b, v13.16b, v30.16b
    ushr v28.2d, v14.2d, #26
    usra v12.2d, v11.2d, #26
    and v14.16b, v14.16b, v30.16b
    and v11.16b, v11.16b, v30.16b
    add v10.2d, v10.2d, v28.2d
    shl v28.2d, v28.2d, #2
    usra v13.2d, v12.2d, #26
    and v12.16b, v12.16b, v30.16b
    add v10.2d, v10.2d, v28.2d
    usra v14.2d, v13.2d, #26
    and v13.16b, v13.16b, v30.16b
    usra v11.2d, v10.2d, #26
    and v10.16b, v10.16b, v30.16b
    xtn v17.2s, v12.2d
    xtn v18.2s, v13.2d
    xtn v19.2s, v14.2d
    xtn v15.2s, v10.2d
    xtn v16.2s, v11.2d
.endm

#define FRAME_SIZE 64  // d8-d15

// void(State* state, const uint8_t* msg, size_t len, Tail tail): Update of core.h.
FUNCTION keystream_poly1305_update_neon
    LOAD_R state
    cmp len, #VECTORS_FROM
    b.hs LOCAL(vectors)
    LOAD_H state
LOCAL(blocks):
    // tail gives its register to the 1 of whole blocks.
    fmov d0, tail
    mov x3, #1
    WHOLE_BLOCKS
    b.eq 5f
    fmov x17, d0
    LOAD_TAIL x17
    eor x17, x17, #1
    ADD_BLOCK x17
    MULTIPLY
5:  STORE_H state
    CLEAR
    ret

LOCAL(vectors):
    sub sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset FRAME_SIZE
    SAVE_D8_TO_D15 0, FRAME_SIZE

    mov h0, r0
    mov h1, r1
    mov h2, #0
    MULTIPLY
    SET_POWER 3, 3, 7
    MULTIPLY
    MULTIPLY
    SET_POWER 2, 2, 6
    MULTIPLY
    MULTIPLY
    SET_POWER 1, 1, 5
    MULTIPLY
    MULTIPLY
    SET_POWER 0, 0, 4
    shl v9.4s, v8.4s, #2
    add v9.4s, v9.4s, v8.4s

    // The first two blocks.
    LOAD_H state
    ldp x10, x11, [msg], #16
    mov x17, #1
    ADD_BLOCK x17
    SPLIT
    fmov s15, w10
    fmov s16, w11
    fmov s17, w12
    fmov s18, w13
    fmov s19, w14
    ldp h0, h1, [msg], #16
    mov h2, #1
    SPLIT
    mov v15.s[1], w10
    mov v16.s[1], w11
    mov v17.s[1], w12
    mov v18.s[1], w13
    mov v19.s[1], w14
    sub len, len, #32 + 128
    mov x10, #0x3ffffff
    dup v30.2d, x10

LOCAL(eight_blocks):
    LOAD_4_BLOCKS
    MULTIPLY_BY_POWER umull, umlal, 2s, v20, v24, v25, v26, v27, 1, 1, 5
    MULTIPLY_BY_POWER umlal2, umlal2, 4s, v20, v24, v25, v26, v27, 2, 2, 6
    LOAD_4_BLOCKS
    MULTIPLY_BY_POWER umlal, umlal, 2s, v20, v24, v25, v26, v27, 3, 3, 7
    uaddw2 v10.2d, v10.2d, v20.4s
    uaddw2 v11.2d, v11.2d, v24.4s
    uaddw2 v12.2d, v12.2d, v25.4s
    uaddw2 v13.2d, v13.2d, v26.4s
    uaddw2 v14.2d, v14.2d, v27.4s
    MULTIPLY_BY_POWER umlal, umlal, 2s, v15, v16, v17, v18, v19, 0, 0, 4
    CARRY
    subs len, len, #128
    b.hs LOCAL(eight_blocks)
    add len, len, #128

    JOIN 0
    mov h0, x10
    mov h1, x11
    mov h2, x12
    MULTIPLY
    JOIN 1
    ADD_BLOCK x12
    MULTIPLY

    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28
    movi v\r\().16b, #0
    .endr
    LOAD_D8_TO_D15 0
    D8_TO_D15_ARE_RESTORED
    add sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset 0
    cbnz len, LOCAL(blocks)
    STORE_H state
    CLEAR
    ret
END_FUNCTION keystream_poly1305_update_neon
