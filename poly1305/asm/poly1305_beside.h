// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// Blocks of Poly1305 in the general registers beside the vector instructions of internal/weave.h,
// for the kernels of the AEAD. poly1305_<architecture>.h has what differs: POLY1305_STEPS, and
// POLY1305_STEP i, which is step i of taking the whole block at mac_src into the accumulator.
//
// Before it includes anything that includes internal/weave.h, a kernel has
//
//   #define NEXT_BESIDE POLY1305_NEXT
//
// Between POLY1305_BEGIN and POLY1305_END no other instruction writes the carry, mac_src, h, r or
// what poly1305_<architecture>.h has for intermediate results.

#ifndef KEYSTREAM_POLY1305_ASM_POLY1305_BESIDE_H_
#define KEYSTREAM_POLY1305_ASM_POLY1305_BESIDE_H_

#include "internal/weave.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

// steps_left counts the steps of all blocks that are to be taken before POLY1305_END.
#define steps_left LOCAL(steps_left)
.set steps_left, 0
.macro POLY1305_NEXT
  .if steps_left > 0
    .set LOCAL(step), (POLY1305_STEPS - steps_left % POLY1305_STEPS) % POLY1305_STEPS
    .set steps_left, steps_left - 1
    POLY1305_STEP LOCAL(step)
  .endif
.endm

// Takes `blocks` blocks beside what follows up to POLY1305_END, which is `vectors` vector
// instructions; if it is less, the rest comes at the end.
.macro POLY1305_BEGIN blocks, vectors
    .set steps_left, \blocks * POLY1305_STEPS
    BESIDE \blocks * POLY1305_STEPS, \vectors
.endm

.macro POLY1305_END
    BESIDE 0, 1
    .rept steps_left
    POLY1305_NEXT
    .endr
.endm

#endif  // KEYSTREAM_POLY1305_ASM_POLY1305_BESIDE_H_
