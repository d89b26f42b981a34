// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// For assembly that weaves two computations: instructions of the general registers, one at a time,
// between those of the vector registers, so that a processor that looks ahead a few dozen
// instructions sees both. Before it includes this file, a file that weaves names the macro that
// puts down the next of the former:
//
//   #define NEXT_BESIDE SCALAR_NEXT
//
//   BESIDE 48, 56   // from here on, 48 of them for every 56 of the others
//   V add v0.4s, v0.4s, v1.4s
//   ...
//   BESIDE 0, 1     // none

#ifndef KEYSTREAM_INTERNAL_WEAVE_H_
#define KEYSTREAM_INTERNAL_WEAVE_H_

#include "internal/asm.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

#define weave_beside LOCAL(weave_beside)
#define weave_among LOCAL(weave_among)
#define weave_due LOCAL(weave_due)

.macro BESIDE instructions, vectors
    .set weave_beside, \instructions
    .set weave_among, \vectors
    .set weave_due, 0
.endm
    BESIDE 0, 1

// A vector instruction, and those that fall due beside it.
.macro V instruction:vararg
    \instruction
    .set weave_due, weave_due + weave_beside
    DUE
.endm

.macro DUE
  .if weave_due >= weave_among
    NEXT_BESIDE
    .set weave_due, weave_due - weave_among
    DUE
  .endif
.endm

#endif  // KEYSTREAM_INTERNAL_WEAVE_H_
