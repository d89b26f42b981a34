// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// What chacha_ssse3_amd64.S and chacha_avx2_amd64.S share: the arguments of a core, the frame of
// its longer passes, the last bytes of a message, and a block in the general registers.

#ifndef KEYSTREAM_CHACHA20_ASM_CHACHA_AMD64_H_
#define KEYSTREAM_CHACHA20_ASM_CHACHA_AMD64_H_

// This is no C: clang-format would join the lines of the macros.
// clang-format off

#define dst rdi
#define src rsi
#define len rdx
#define state rcx
#define counter r8d

// Opens a frame of `size` bytes at rsp, aligned to 64, and saves the registers of the caller. rbp
// stays the frame pointer, so that one rule for the CFA holds throughout.
.macro OPEN_FRAME size
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    mov rbp, rsp
    .cfi_def_cfa_register rbp
    push rbx
    .cfi_offset rbx, -24
    push r12
    .cfi_offset r12, -32
    push r13
    .cfi_offset r13, -40
    push r14
    .cfi_offset r14, -48
    push r15
    .cfi_offset r15, -56
    sub rsp, \size
    and rsp, -64
.endm

// Undoes OPEN_FRAME, and clears the registers of the scalar block that it doesn't restore, but for
// eax and those of the arguments, which have been set again since.
.macro CLOSE_FRAME
    xor r9d, r9d
    xor r10d, r10d
    xor r11d, r11d
    lea rsp, [rbp - 40]
    pop r15
    .cfi_restore r15
    pop r14
    .cfi_restore r14
    pop r13
    .cfi_restore r13
    pop r12
    .cfi_restore r12
    pop rbx
    .cfi_restore rbx
    pop rbp
    .cfi_def_cfa rsp, 8
    .cfi_restore rbp
.endm

// Moves the arguments on by so many whole blocks.
.macro ADVANCE blocks
    add dst, 64 * \blocks
    add src, 64 * \blocks
    sub len, 64 * \blocks
    add counter, \blocks
.endm

// Xors the last len % 8 bytes with those of rax.
.macro XOR_LAST_BYTES
    test edx, 4
    jz LOCAL(last_2)
    mov ecx, eax
    xor ecx, [src]
    mov [dst], ecx
    add src, 4
    add dst, 4
    shr rax, 32
LOCAL(last_2):
    test edx, 2
    jz LOCAL(last_1)
    movzx ecx, word ptr [src]
    xor ecx, eax
    mov [dst], cx
    add src, 2
    add dst, 2
    shr eax, 16
LOCAL(last_1):
    test edx, 1
    jz LOCAL(last_0)
    xor al, [src]
    mov [dst], al
LOCAL(last_0):
.endm

// One block in the general registers, to run beside vector blocks. Those are bound by the latency
// of a quarter round and by the two ports that shift vectors, so the scalar block costs next to
// nothing: on AMD Zen 4 a double round of eight blocks in columns takes 50.4 cycles with it and
// without it.
//
//     0   1   2   3        s0      s1      s2   s3
//     4   5   6   7        s4      s5      s6   s7
//     8   9  10  11        s8or10  s9or11            the other two words wait in memory
//    12  13  14  15        s12     s13     s14  s15
//
// The columns 0 and 1 use words 8 and 9, the columns 2 and 3 use 10 and 11, with which the
// diagonals 0 and 1 go on, and the diagonals 2 and 3 use 8 and 9 again: two exchanges in a double
// round.
//
// Only rsp and rbp are left, so the includer's arguments wait in its frame. `block` is the address
// of 64 bytes there; while the rounds run, the third row of them is where the words wait.

#define s0 eax
#define s1 ebx
#define s2 ecx
#define s3 edx
#define s4 esi
#define s5 edi
#define s6 r15d
#define s7 r8d
#define s8or10 r9d
#define s9or11 r10d
#define s12 r11d
#define s13 r12d
#define s14 r13d
#define s15 r14d

// Loads block counter + lane of the state.
.macro SCALAR_LOAD lane, block
    lea s12, [r8 + \lane]
    mov s8or10, [state + 40]
    mov s9or11, [state + 44]
    mov [\block + 40], s8or10
    mov [\block + 44], s9or11
    mov s0, [state]
    mov s1, [state + 4]
    mov s3, [state + 12]
    mov s4, [state + 16]
    mov s5, [state + 20]
    mov s6, [state + 24]
    mov s7, [state + 28]
    mov s8or10, [state + 32]
    mov s9or11, [state + 36]
    mov s13, [state + 52]
    mov s14, [state + 56]
    mov s15, [state + 60]
    mov s2, [state + 8]  // state is s2
.endm

// The same after the first column round. Only column 0 sees the counter; the other columns of all
// blocks are alike, and `first` is the address of 64 bytes that have them.
.macro SCALAR_LOAD_FIRST lane, first, block
    lea s12, [r8 + \lane]
    mov s0, [state]
    mov s4, [state + 16]
    mov s8or10, [state + 32]
    SCALAR_STEP s0, s4, s12, 16
    SCALAR_STEP s8or10, s12, s4, 12
    SCALAR_STEP s0, s4, s12, 8
    SCALAR_STEP s8or10, s12, s4, 7
    mov s9or11, [\first + 36]
    mov [\block + 32], s8or10
    mov [\block + 36], s9or11
    mov s1, [\first + 4]
    mov s2, [\first + 8]
    mov s3, [\first + 12]
    mov s5, [\first + 20]
    mov s6, [\first + 24]
    mov s7, [\first + 28]
    mov s8or10, [\first + 40]
    mov s9or11, [\first + 44]
    mov s13, [\first + 52]
    mov s14, [\first + 56]
    mov s15, [\first + 60]
.endm

.macro SCALAR_STEP a, b, d, n
    add \a, \b
    xor \d, \a
    rol \d, \n
.endm

// Two quarter rounds.
.macro SCALAR_QUARTERS a, b, c, d, aa, bb, cc, dd
    SCALAR_STEP \a, \b, \d, 16
    SCALAR_STEP \aa, \bb, \dd, 16
    SCALAR_STEP \c, \d, \b, 12
    SCALAR_STEP \cc, \dd, \bb, 12
    SCALAR_STEP \a, \b, \d, 8
    SCALAR_STEP \aa, \bb, \dd, 8
    SCALAR_STEP \c, \d, \b, 7
    SCALAR_STEP \cc, \dd, \bb, 7
.endm

// A double round, in four parts for the includer to put between its own.
.macro SCALAR_COLUMNS_01 block
    SCALAR_QUARTERS s0, s4, s8or10, s12, s1, s5, s9or11, s13
    mov [\block + 32], s8or10
    mov [\block + 36], s9or11
    mov s8or10, [\block + 40]
    mov s9or11, [\block + 44]
.endm

.macro SCALAR_COLUMNS_23
    SCALAR_QUARTERS s2, s6, s8or10, s14, s3, s7, s9or11, s15
.endm

.macro SCALAR_DIAGONALS_01 block
    SCALAR_QUARTERS s0, s5, s8or10, s15, s1, s6, s9or11, s12
    mov [\block + 40], s8or10
    mov [\block + 44], s9or11
    mov s8or10, [\block + 32]
    mov s9or11, [\block + 36]
.endm

.macro SCALAR_DIAGONALS_23
    SCALAR_QUARTERS s2, s7, s8or10, s13, s3, s4, s9or11, s14
.endm

// Stores the block to `block`, with its counter, first + lane, added to word 12. The rest of the
// initial state is still to be added.
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
    mov [\block + 32], s8or10
    mov [\block + 36], s9or11
    mov [\block + 48], s12
    mov [\block + 52], s13
    mov [\block + 56], s14
    mov [\block + 60], s15
.endm

#endif  // KEYSTREAM_CHACHA20_ASM_CHACHA_AMD64_H_
