#!/usr/bin/env python3
# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
"""The format of encrypt_file, written a second time, on libsodium, for its test.

usage: encrypt_file_libsodium.py {encrypt|decrypt} KEY_FILE [--empty_end] <INPUT >OUTPUT

KEY_FILE is 32 bytes. --empty_end adds an empty chunk, which encrypt_file does not do.
Exit status 77: there is no libsodium.
"""
import ctypes
import ctypes.util
import os
import sys

MAGIC = b"kstream\x01"
NONCE_SIZE, TAG_SIZE = 16, 16
CHUNK_SIZE = 1 << 16

library = ctypes.util.find_library("sodium")
if library is None:
    sys.exit(77)
sodium = ctypes.CDLL(library)


def bytes_of(data):
    return data, ctypes.c_ulonglong(len(data))


def hchacha20(key, nonce):
    out = ctypes.create_string_buffer(32)
    sodium.crypto_core_hchacha20(out, nonce, key, None)
    return out.raw


def seal(key, nonce, text):
    out = ctypes.create_string_buffer(len(text) + TAG_SIZE)
    sodium.crypto_aead_chacha20poly1305_ietf_encrypt(
        out, None, *bytes_of(text), *bytes_of(b""), None, nonce, key
    )
    return out.raw


def open_(key, nonce, sealed):
    out = ctypes.create_string_buffer(len(sealed))
    if sodium.crypto_aead_chacha20poly1305_ietf_decrypt(
        out, None, None, *bytes_of(sealed), *bytes_of(b""), nonce, key
    ):
        sys.exit("not authentic")
    return out.raw[: len(sealed) - TAG_SIZE]


def each_chunk(function, key, data, size, empty_end=False):
    chunks = [data[i : i + size] for i in range(0, max(len(data), 1), size)]
    if empty_end:
        chunks.append(b"")
    return b"".join(
        function(key, i.to_bytes(11, "big") + bytes([i == len(chunks) - 1]), chunk)
        for i, chunk in enumerate(chunks)
    )


operation, key_file = sys.argv[1:3]
with open(key_file, "rb") as file:
    user_key = file.read()
data = sys.stdin.buffer.read()
if operation == "encrypt":
    header = MAGIC + os.urandom(NONCE_SIZE)
    file_key = hchacha20(user_key, header[-NONCE_SIZE:])
    empty_end = "--empty_end" in sys.argv
    result = header + each_chunk(seal, file_key, data, CHUNK_SIZE, empty_end)
else:
    header, payload = data[: len(MAGIC) + NONCE_SIZE], data[len(MAGIC) + NONCE_SIZE :]
    assert header.startswith(MAGIC)
    file_key = hchacha20(user_key, header[-NONCE_SIZE:])
    result = each_chunk(open_, file_key, payload, CHUNK_SIZE + TAG_SIZE)
sys.stdout.buffer.write(result)
