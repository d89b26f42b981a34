// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// void keystream_testing_abi_probe(void (*function)(), const uint64_t* arguments,
//                                  Machine* machine, int vector_bytes)
//
// Fills the registers that a function has to keep with sentinels, zeroes those that it need not and
// the memory below the stack pointer, calls it with six arguments, and writes the machine as it is
// afterwards to *machine (abi_probe_amd64.cc has the layout). Nothing is pushed after the call, and
// where to write to is kept outside the stack, since the stack pointer may be wrong.

#include "internal/asm.h"

#define function rdi
#define arguments rsi
#define machine rdx
#define vector_bytes ecx

#define KEPT 0
#define RSP 48
#define RSP_EXPECTED 56
#define VOLATILES 64
#define RFLAGS 136
#define MXCSR 144
#define MXCSR_BEFORE 148
#define MASKS 152
#define VECTORS 256
#define STACK 2304
#define STACK_BYTES 8192

.macro FOR_EACH_ZMM16_31 op
    .irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    \op zmm\n, \n
    .endr
.endm

.macro ZERO register, n
    vpxord \register, \register, \register
.endm

.macro STORE register, n
    vmovdqu64 [rax + VECTORS + 64 * \n], \register
.endm

FUNCTION keystream_testing_abi_probe
    .irp r, rbx, rbp, r12, r13, r14, r15
    push \r
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \r, 0
    .endr
    sub rsp, 8
    .cfi_adjust_cfa_offset 8

    mov [rip + LOCAL(saved_machine)], machine
    mov [rip + LOCAL(saved_vector_bytes)], vector_bytes
    mov [machine + RSP_EXPECTED], rsp
    stmxcsr [machine + MXCSR_BEFORE]

    // Vector registers.
    pxor xmm0, xmm0
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    pxor xmm\n, xmm\n
    .endr
    cmp vector_bytes, 32
    jb 1f
    vzeroall
    je 1f
    FOR_EACH_ZMM16_31 ZERO
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    kxorq k\n, k\n, k\n
    .endr
1:
    // The memory below the stack pointer.
    mov r10, function
    mov r11, arguments
    lea rdi, [rsp - STACK_BYTES]
    mov ecx, STACK_BYTES / 8
    xor eax, eax
    rep stosq

    mov rbx, [rip + LOCAL(sentinel)]
    lea rbp, [rbx + 1]
    lea r12, [rbx + 2]
    lea r13, [rbx + 3]
    lea r14, [rbx + 4]
    lea r15, [rbx + 5]
    mov rdi, [r11]
    mov rsi, [r11 + 8]
    mov rdx, [r11 + 16]
    mov rcx, [r11 + 24]
    mov r8, [r11 + 32]
    mov r9, [r11 + 40]
    call r10

    mov [rip + LOCAL(saved_rax)], rax
    mov rax, [rip + LOCAL(saved_machine)]
    mov [rax + RSP], rsp
    mov rsp, [rax + RSP_EXPECTED]
    .set place, 0
    .irp r, rbx, rbp, r12, r13, r14, r15
    mov [rax + KEPT + place], \r
    .set place, place + 8
    .endr
    .set place, 8
    .irp r, rcx, rdx, rsi, rdi, r8, r9, r10, r11
    mov [rax + VOLATILES + place], \r
    .set place, place + 8
    .endr
    mov rcx, [rip + LOCAL(saved_rax)]
    mov [rax + VOLATILES], rcx
    stmxcsr [rax + MXCSR]

    cmp dword ptr [rip + LOCAL(saved_vector_bytes)], 32
    ja 4f
    je 3f
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movdqu [rax + VECTORS + 64 * \n], xmm\n
    .endr
    jmp 5f
3:
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqu [rax + VECTORS + 64 * \n], ymm\n
    .endr
    vzeroupper
    jmp 5f
4:
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    STORE zmm\n, \n
    .endr
    FOR_EACH_ZMM16_31 STORE
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    kmovq [rax + MASKS + 8 * \n], k\n
    .endr
    vzeroupper
5:
    // The flags go through the stack, over the eight bytes that held the return address.
    pushfq
    pop rdx
    mov [rax + RFLAGS], rdx
    cld
    lea rsi, [rsp - STACK_BYTES]
    lea rdi, [rax + STACK]
    mov ecx, STACK_BYTES / 8
    rep movsq

    add rsp, 8
    .cfi_adjust_cfa_offset -8
    .irp r, r15, r14, r13, r12, rbp, rbx
    pop \r
    .cfi_adjust_cfa_offset -8
    .cfi_restore \r
    .endr
    ret
END_FUNCTION keystream_testing_abi_probe

.data
    .p2align 3
LOCAL(sentinel): .quad 0xabad1deacafef00d
LOCAL(saved_machine): .quad 0
LOCAL(saved_rax): .quad 0
LOCAL(saved_vector_bytes): .quad 0
