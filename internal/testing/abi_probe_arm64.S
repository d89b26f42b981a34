// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// void keystream_testing_abi_probe(void (*function)(), const uint64_t* arguments,
//                                  Machine* machine)
//
// Fills the registers that a function has to keep with sentinels, zeroes those that it need not and
// the memory below the stack pointer, calls it with six arguments, and writes the machine as it is
// afterwards to *machine (abi_probe_arm64.cc has the layout). Where to write to is kept outside the
// stack, since the stack pointer may be wrong; the way to it goes through x30, which holds nothing
// but the return address.

#include "internal/asm.h"

#define function x0
#define arguments x1
#define machine x2

#define KEPT 0
#define KEPT_VECTORS 96
#define SP 160
#define SP_EXPECTED 168
#define FPCR 176
#define FPCR_BEFORE 184
#define VOLATILES 192
#define NZCV 336
#define VECTORS 344
#define STACK 856
#define STACK_BYTES 8192

#define FRAME_SIZE 176
#define SAVED_X18 160

.macro SAVE_PAIR class, i, j, place
    stp \class\i, \class\j, [sp, #\place]
    .cfi_offset \class\i, \place - FRAME_SIZE
    .cfi_offset \class\j, \place + 8 - FRAME_SIZE
.endm

.macro RESTORE_PAIR class, i, j, place
    ldp \class\i, \class\j, [sp, #\place]
    .cfi_restore \class\i
    .cfi_restore \class\j
.endm

.macro FOR_EACH_PAIR op
    \op x, 29, 30, 0
    \op x, 19, 20, 16
    \op x, 21, 22, 32
    \op x, 23, 24, 48
    \op x, 25, 26, 64
    \op x, 27, 28, 80
    \op d, 8, 9, 96
    \op d, 10, 11, 112
    \op d, 12, 13, 128
    \op d, 14, 15, 144
.endm

FUNCTION keystream_testing_abi_probe
    sub sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset FRAME_SIZE
    FOR_EACH_PAIR SAVE_PAIR
    str x18, [sp, #SAVED_X18]

    LOCAL_ADDRESS x9, saved_machine
    str machine, [x9]
    mov x9, sp
    str x9, [machine, #SP_EXPECTED]
    mrs x9, fpcr
    str x9, [machine, #FPCR_BEFORE]

    // The memory below the stack pointer.
    sub x9, sp, #STACK_BYTES
1:
    stp xzr, xzr, [x9], #16
    cmp sp, x9
    b.ne 1b

    mov x30, function
    mov x17, arguments
    LOCAL_ADDRESS x16, sentinel
    ldr x16, [x16]
    // x18 is the platform's. Only where it is no more than reserved does it get a sentinel.
#if !defined(__APPLE__)
    mov x18, x16
#endif
    .set LOCAL(i), 1
    .irp r, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29
    add \r, x16, #LOCAL(i)
    .set LOCAL(i), LOCAL(i) + 1
    .endr
    .irp r, d8, d9, d10, d11, d12, d13, d14, d15  // the upper halves become zero
    add x15, x16, #LOCAL(i)
    fmov \r, x15
    .set LOCAL(i), LOCAL(i) + 1
    .endr
    .irp r, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    movi v\r\().16b, #0
    .endr
    ldp x0, x1, [x17]
    ldp x2, x3, [x17, #16]
    ldp x4, x5, [x17, #32]
    .irp r, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17
    mov \r, #0
    .endr
    blr x30

    LOCAL_ADDRESS x30, saved_machine
    ldr x30, [x30]
    .set LOCAL(place), VOLATILES
    .irp r, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, x16, x17
    str \r, [x30, #LOCAL(place)]
    .set LOCAL(place), LOCAL(place) + 8
    .endr
    .set LOCAL(place), KEPT
    .irp r, x18, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29
    str \r, [x30, #LOCAL(place)]
    .set LOCAL(place), LOCAL(place) + 8
    .endr
    .irp r, d8, d9, d10, d11, d12, d13, d14, d15
    str \r, [x30, #LOCAL(place)]
    .set LOCAL(place), LOCAL(place) + 8
    .endr
    mrs x10, nzcv
    str x10, [x30, #NZCV]
    mov x9, sp
    str x9, [x30, #SP]
    mrs x10, fpcr
    str x10, [x30, #FPCR]
    ldr x9, [x30, #SP_EXPECTED]
    mov sp, x9

    add x10, x30, #VECTORS
    .irp r, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
    str q\r, [x10], #32
    .endr
    add x10, x30, #VECTORS + 16
    .irp r, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
    str q\r, [x10], #32
    .endr

    sub x9, sp, #STACK_BYTES
    add x10, x30, #STACK
1:
    ldp x11, x12, [x9], #16
    stp x11, x12, [x10], #16
    cmp sp, x9
    b.ne 1b

    ldr x18, [sp, #SAVED_X18]
    FOR_EACH_PAIR RESTORE_PAIR
    add sp, sp, #FRAME_SIZE
    .cfi_def_cfa_offset 0
    ret
END_FUNCTION keystream_testing_abi_probe

.data
    .p2align 3
LOCAL(sentinel): .quad 0xabad1deacafef00d
LOCAL(saved_machine): .quad 0
