// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// One ChaCha20 block in the general registers of x86-64, to run beside the vector blocks of
// chacha_ssse3_amd64.S and chacha_avx2_amd64.S. Those two are bound by the latency of a quarter
// round and by the ports for vector shifts, so the scalar block costs next to nothing.
//
//    0   1   2   3        s0   s1   s2   s3
//    4   5   6   7        s4   s5   s6   s7
//    8   9  10  11        sc0  sc1         of the third row the half that is being worked on;
//   12  13  14  15        s12  s13  s14  s15     the other half is in memory
//
// A double round changes the halves twice: the columns 0 and 1 take words 8 and 9, the columns 2
// and 3 take 10 and 11, which the diagonals 0 and 1 go on with, and the diagonals 2 and 3 take 8 and
// 9 again.
//
// rsp and rbp are all that is left: the includer's pointers wait in its frame. `block` is the
// address of 64 bytes there; while the rounds run, the third row of them is in use.

#ifndef KEYSTREAM_CHACHA20_ASM_CHACHA_AMD64_H_
#define KEYSTREAM_CHACHA20_ASM_CHACHA_AMD64_H_

// This is no C: clang-format would join the lines of the macros.
// clang-format off

#define s0 eax
#define s1 ebx
#define s2 ecx
#define s3 edx
#define s4 esi
#define s5 edi
#define s6 r15d
#define s7 r8d
#define sc0 r9d
#define sc1 r10d
#define s12 r11d
#define s13 r12d
#define s14 r13d
#define s15 r14d

// Loads the state that rcx points to; the counter is r8d + lane.
.macro SCALAR_LOAD lane, block
    lea s12, [r8 + \lane]
    mov sc0, [rcx + 40]
    mov sc1, [rcx + 44]
    mov [\block + 40], sc0
    mov [\block + 44], sc1
    mov s0, [rcx]
    mov s1, [rcx + 4]
    mov s3, [rcx + 12]
    mov s4, [rcx + 16]
    mov s5, [rcx + 20]
    mov s6, [rcx + 24]
    mov s7, [rcx + 28]
    mov sc0, [rcx + 32]
    mov sc1, [rcx + 36]
    mov s13, [rcx + 52]
    mov s14, [rcx + 56]
    mov s15, [rcx + 60]
    mov s2, [rcx + 8]
.endm

.macro SCALAR_STEP a, b, d, aa, bb, dd, n
    add \a, \b
    add \aa, \bb
    xor \d, \a
    xor \dd, \aa
    rol \d, \n
    rol \dd, \n
.endm

// Two quarter rounds.
.macro SCALAR_QUARTERS a, b, c, d, aa, bb, cc, dd
    SCALAR_STEP \a, \b, \d, \aa, \bb, \dd, 16
    SCALAR_STEP \c, \d, \b, \cc, \dd, \bb, 12
    SCALAR_STEP \a, \b, \d, \aa, \bb, \dd, 8
    SCALAR_STEP \c, \d, \b, \cc, \dd, \bb, 7
.endm

// A double round in four parts, for the includer to put between its own.
.macro SCALAR_COLUMNS_01 block
    SCALAR_QUARTERS s0, s4, sc0, s12, s1, s5, sc1, s13
    mov [\block + 32], sc0
    mov [\block + 36], sc1
    mov sc0, [\block + 40]
    mov sc1, [\block + 44]
.endm

.macro SCALAR_COLUMNS_23
    SCALAR_QUARTERS s2, s6, sc0, s14, s3, s7, sc1, s15
.endm

.macro SCALAR_DIAGONALS_01 block
    SCALAR_QUARTERS s0, s5, sc0, s15, s1, s6, sc1, s12
    mov [\block + 40], sc0
    mov [\block + 44], sc1
    mov sc0, [\block + 32]
    mov sc1, [\block + 36]
.endm

.macro SCALAR_DIAGONALS_23
    SCALAR_QUARTERS s2, s7, sc0, s13, s3, s4, sc1, s14
.endm

// Stores the block. The counter (`first`, in memory, + lane) has been added to word 12; the other
// words of the initial state have not been added yet.
.macro SCALAR_STORE first, lane, block
    add s12, [\first]
    add s12, \lane
    mov [\block], s0
    mov [\block + 4], s1
    mov [\block + 8], s2
    mov [\block + 12], s3
    mov [\block + 16], s4
    mov [\block + 20], s5
    mov [\block + 24], s6
    mov [\block + 28], s7
    mov [\block + 32], sc0
    mov [\block + 36], sc1
    mov [\block + 48], s12
    mov [\block + 52], s13
    mov [\block + 56], s14
    mov [\block + 60], s15
.endm

#endif  // KEYSTREAM_CHACHA20_ASM_CHACHA_AMD64_H_
