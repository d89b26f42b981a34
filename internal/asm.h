// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// What an assembly file of keystream needs to be the same file for ELF and Mach-O, gcc and clang.
// Include it first, by its path from the root, in a .S file (the C preprocessor runs over it, then
// the assembler's macros):
//
//   #include "internal/asm.h"
//   RODATA 6                        // constants, aligned to 2^6 bytes
//   LOCAL(counters): .long 0, 1, 2, 3
//   FUNCTION keystream_package_what_isa
//       ...                         // the arguments are in the registers of the platform's C ABI
//       ret
//   END_FUNCTION keystream_package_what_isa
//   PASSES keystream_package_passes_isa       // optional: for tests, see below
//   PASS keystream_package_what_isa, label, name
//   END_PASSES
//
// FUNCTION opens a 64-byte aligned global function in the text section, starts its CFI and puts
// down the landing pad that indirect calls need under branch tracking (endbr64, bti c), since cores
// are called through a table. END_FUNCTION closes it. LOCAL(name) is a label that the object file
// does not keep. On x86-64 the syntax is Intel's, without register prefixes.

#ifndef KEYSTREAM_INTERNAL_ASM_H_
#define KEYSTREAM_INTERNAL_ASM_H_

// This is no C: clang-format would join the lines of the macros.
// clang-format off

#if defined(__APPLE__)
#define LOCAL(name) L##name
#else
#define LOCAL(name) .L##name
#endif

#if defined(__x86_64__)
#if defined(__ILP32__) || defined(_WIN32)
#error "the x86-64 assembly is for the System V ABI with pointers of 64 bits; set generic_only"
#endif
.intel_syntax noprefix
#endif

.macro LANDING_PAD
#if defined(__x86_64__)
    endbr64
#elif defined(__aarch64__)
    hint #34  // bti c, spelt so that an assembler for armv8.0 takes it
#endif
.endm

#if defined(__aarch64__)
// The address of LOCAL(label).
.macro LOCAL_ADDRESS register, label
#if defined(__APPLE__)
    adrp \register, L\label@PAGE
    add \register, \register, L\label@PAGEOFF
#else
    adrp \register, .L\label
    add \register, \register, :lo12:.L\label
#endif
.endm

// The lower halves of v8 to v15, which are the caller's, from sp + \place on, in a frame of \size
// bytes. What restores them clears the upper halves.
.macro SAVE_D8_TO_D15 place, size
    stp d8, d9, [sp, #\place]
    stp d10, d11, [sp, #\place + 16]
    stp d12, d13, [sp, #\place + 32]
    stp d14, d15, [sp, #\place + 48]
    .irp i, 8, 9, 10, 11, 12, 13, 14, 15
    .cfi_offset d\i, \place + 8 * (\i - 8) - (\size)
    .endr
.endm

.macro LOAD_D8_TO_D15 place
    ldp d8, d9, [sp, #\place]
    ldp d10, d11, [sp, #\place + 16]
    ldp d12, d13, [sp, #\place + 32]
    ldp d14, d15, [sp, #\place + 48]
.endm

// Where they are the caller's again on every way.
.macro D8_TO_D15_ARE_RESTORED
    .irp i, 8, 9, 10, 11, 12, 13, 14, 15
    .cfi_restore d\i
    .endr
.endm
#endif

#if defined(__APPLE__)

.macro RODATA log2_align
    .section __TEXT,__const
    .p2align \log2_align
.endm

.macro FUNCTION name
    .text
    .p2align 6
    .globl _\name
_\name:
    .cfi_startproc
    LANDING_PAD
.endm

.macro END_FUNCTION name
    .cfi_endproc
.endm

#else  // ELF

.macro RODATA log2_align
    .section .rodata
    .p2align \log2_align
.endm

.macro FUNCTION name
    .text
    .p2align 6
    .globl \name
    .type \name, %function
\name:
    .cfi_startproc
    LANDING_PAD
.endm

.macro END_FUNCTION name
    .cfi_endproc
    .size \name, . - \name
.endm

// The stack stays non-executable, and a linker may mark the whole image for branch tracking (IBT or
// BTI) and, on x86-64, for shadow stacks: one absent note in one object would switch them off for
// all.
.section .note.GNU-stack, "", %progbits
#if defined(__x86_64__)
.section .note.gnu.property, "a", %note
    .p2align 3
    .long 4, 16, 5  // sizes of the name and of the descriptor; NT_GNU_PROPERTY_TYPE_0
    .asciz "GNU"
    .long 0xc0000002, 4  // GNU_PROPERTY_X86_FEATURE_1_AND, four bytes:
    .long 3, 0           // IBT and SHSTK; padding
#elif defined(__aarch64__)
.section .note.gnu.property, "a", %note
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000000, 4  // GNU_PROPERTY_AARCH64_FEATURE_1_AND, four bytes:
    .long 3, 0           // BTI and PAC; padding
#endif

#endif  // ELF

// A table, under a global name, of where the passes of a core begin, so that a test can say which
// of them ran: for each one of the function's labels, by the name inside LOCAL(), as its distance
// from the start of the function, and what the pass is called, in up to 11 characters. A distance
// of 0 ends it. Pass in internal/pass.h is a row of it in C++.
.macro PASSES name
    RODATA 2
#if defined(__APPLE__)
    .globl _\name
_\name:
#else
    .globl \name
\name:
#endif
.endm

.macro PASS function, label, name
#if defined(__APPLE__)
    .long L\label - _\function
#else
    .long .L\label - \function
#endif
91: .asciz "\name"
    .fill 12 - (. - 91b), 1, 0
.endm

.macro END_PASSES
    .fill 16, 1, 0
    .text
.endm

.text

#endif  // KEYSTREAM_INTERNAL_ASM_H_
