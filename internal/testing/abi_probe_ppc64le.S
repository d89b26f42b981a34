// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// void keystream_testing_abi_probe(void (*function)(), const uint64_t* arguments, Machine* machine)
//
// Fills the registers that a function has to keep with sentinels, zeroes those that it need not and
// the memory below the stack pointer, calls it with six arguments, and writes the machine as it is
// afterwards to *machine (abi_probe_ppc64le.cc has the layout). Nothing is written to the stack
// after the call, and where to write to is kept outside of it, since the stack pointer may be wrong:
// at the thread pointer, which takes no register to find.

#include "internal/asm.h"

// This is no C: clang-format would join the lines of the macros.
// clang-format off

#define function %r3
#define arguments %r4
#define machine %r5

#define KEPT 0
#define R1 144
#define R1_EXPECTED 152
#define R2 160
#define R2_EXPECTED 168
#define CR 176
#define FPSCR 184
#define FPSCR_EXPECTED 192
#define VOLATILES 200
#define XER 296
#define VECTORS 304
#define STACK 1328
#define STACK_BYTES 8192

#define CR_EXPECTED 0x005a6000  // CR2 to CR4

// The frame: 32 bytes for the function called, then what this one has to keep.
#define GENERAL 32
#define FLOATING 176
#define VECTOR 320
#define FRAME_SIZE 512

// For n from \from to \to: \op n, with a place of its own in \base, from \at on.
.macro EACH op, from, to, at, base
    .set n, \from
    .rept \to - \from + 1
    \op n, \at + 8 * (n - \from)(\base)
    .set n, n + 1
    .endr
.endm

.macro EACH_VECTOR op, from, to, at, base
    .set n, \from
    .rept \to - \from + 1
    li %r12, \at + 16 * (n - \from)
    \op n, \base, %r12
    .set n, n + 1
    .endr
.endm

FUNCTION keystream_testing_abi_probe
    mflr %r0
    std %r0, 16(%r1)
    mfcr %r0
    stw %r0, 8(%r1)
    stdu %r1, -FRAME_SIZE(%r1)
    .cfi_def_cfa_offset FRAME_SIZE
    .cfi_offset 65, 16  // the link register
    EACH std, 14, 31, GENERAL, %r1
    EACH stfd, 14, 31, FLOATING, %r1
    EACH_VECTOR stvx, 20, 31, VECTOR, %r1

    std machine, LOCAL(saved_machine)@tprel(%r13)
    std %r1, R1_EXPECTED(machine)
    std %r2, R2_EXPECTED(machine)
    mffs %f0
    stfd %f0, FPSCR_EXPECTED(machine)

    // The memory below the stack pointer.
    li %r0, STACK_BYTES / 8
    mtctr %r0
    li %r0, 0
    mr %r12, %r1
1:  stdu %r0, -8(%r12)
    bdnz 1b

    // Sentinels.
    lis %r14, 0xabad - 0x10000
    ori %r14, %r14, 0x1dea
    sldi %r14, %r14, 32
    oris %r14, %r14, 0xcafe
    ori %r14, %r14, 0xf00d
    .set n, 0
    .rept 64
    xxlxor n, n, n
    .set n, n + 1
    .endr
    .set n, 14
    .rept 18
    addi %r12, %r14, 18 + n - 14
    mtvsrd n, %r12
    .set n, n + 1
    .endr
    .set n, 20
    .rept 12
    addi %r12, %r14, 36 + n - 20
    mtvsrd 32 + n, %r12
    xxspltd 32 + n, 32 + n, 0
    .set n, n + 1
    .endr
    .set n, 15
    .rept 17
    addi n, %r14, n - 14
    .set n, n + 1
    .endr
    lis %r0, CR_EXPECTED >> 16
    ori %r0, %r0, CR_EXPECTED & 0xffff
    mtcrf 0x38, %r0

    mr %r12, function
    mr %r11, arguments
    EACH ld, 3, 8, 0, %r11
    li %r0, 0
    li %r9, 0
    li %r10, 0
    li %r11, 0
    mtctr %r12
    bctrl

    std %r12, LOCAL(saved_r12)@tprel(%r13)
    ld %r12, LOCAL(saved_machine)@tprel(%r13)
    std %r0, VOLATILES(%r12)
    EACH std, 3, 11, VOLATILES + 8, %r12
    mr %r11, %r12
    ld %r12, LOCAL(saved_r12)@tprel(%r13)
    std %r12, VOLATILES + 80(%r11)
    mfctr %r12
    std %r12, VOLATILES + 88(%r11)
    mfcr %r12
    std %r12, CR(%r11)
    mfxer %r12
    std %r12, XER(%r11)
    std %r1, R1(%r11)
    std %r2, R2(%r11)
    EACH std, 14, 31, KEPT, %r11
    EACH_VECTOR stxvd2x, 0, 63, VECTORS, %r11
    mffs %f0
    stfd %f0, FPSCR(%r11)
    ld %r1, R1_EXPECTED(%r11)
    ld %r2, R2_EXPECTED(%r11)
    li %r0, STACK_BYTES / 8
    mtctr %r0
    addi %r11, %r11, STACK - 8
    addi %r12, %r1, -STACK_BYTES - 8
1:  ldu %r0, 8(%r12)
    stdu %r0, 8(%r11)
    bdnz 1b

    EACH_VECTOR lvx, 20, 31, VECTOR, %r1
    EACH lfd, 14, 31, FLOATING, %r1
    EACH ld, 14, 31, GENERAL, %r1
    addi %r1, %r1, FRAME_SIZE
    .cfi_def_cfa_offset 0
    lwz %r0, 8(%r1)
    mtcrf 0x38, %r0
    ld %r0, 16(%r1)
    mtlr %r0
    .cfi_restore 65
    blr
END_FUNCTION keystream_testing_abi_probe

.section .tbss, "awT", %nobits
    .p2align 3
LOCAL(saved_machine): .space 8
LOCAL(saved_r12): .space 8
