#!/usr/bin/env python3
# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
"""Makes edge_*.txt and digests.txt, the test vectors of our own.

Every record is computed by OpenSSL's libcrypto and by libsodium, and some by Botan too; one on
which two of them disagree ends the run. What one of the libraries lacks is put together from what
it has: OpenSSL's HChaCha20 is a ChaCha20 block without the last addition. Refusals for wrong sizes
and for counters that run out follow from the algorithms' definitions; forgeries are shown to both
libraries, which have to refuse them.

  make_edge_vectors.py           writes the files beside this script
  make_edge_vectors.py --check   compares them with what it makes; exit status 1 if one differs

Debian's packages: libssl3 libsodium23 libbotan-2-19.
"""

import ctypes
import hashlib
import os
import struct
import sys

HEADER = """\
# Made by make_edge_vectors.py: each output was computed by OpenSSL and by libsodium, some also by
# Botan. README.md says what the fields mean.
"""
BLOCKS = 1 << 32  # of a key stream
STREAM_END = 1 << 38  # in bytes


crypto = ctypes.CDLL("libcrypto.so.3")
sodium = ctypes.CDLL("libsodium.so.23")
botan = ctypes.CDLL("libbotan-2.so.19")


class Disagreement(Exception):
    pass


def pointer(function):
    """Declares that a function returns a pointer."""
    function.restype = ctypes.c_void_p
    return function


def check(ok, what):
    if not ok:
        raise Disagreement(what)


class OpenSSL:
    name = "OpenSSL"
    _new = pointer(crypto.EVP_CIPHER_CTX_new)
    _chacha20 = pointer(crypto.EVP_chacha20)
    _aead = pointer(crypto.EVP_chacha20_poly1305)
    _mac_fetch = pointer(crypto.EVP_MAC_fetch)
    _mac_new = pointer(crypto.EVP_MAC_CTX_new)
    _context = ctypes.c_void_p(_new())
    _mac_context = ctypes.c_void_p(_mac_new(ctypes.c_void_p(_mac_fetch(None, b"POLY1305", None))))
    GET_TAG, SET_TAG = 0x10, 0x11

    def chacha20(self, key, nonce, ctr, data):
        iv = struct.pack("<I", ctr) + nonce
        out, n = ctypes.create_string_buffer(len(data) + 1), ctypes.c_int()
        cipher = ctypes.c_void_p(self._chacha20())
        check(crypto.EVP_EncryptInit_ex(self._context, cipher, None, key, iv) == 1, "init")
        if data:
            check(crypto.EVP_EncryptUpdate(self._context, out, ctypes.byref(n), data,
                                           len(data)) == 1, "update")
        return out.raw[:len(data)]

    def hchacha20(self, key, nonce):
        ctr = struct.unpack("<I", nonce[:4])[0]
        block = struct.unpack("<16I", self.chacha20(key, nonce[4:], ctr, bytes(64)))
        state = struct.unpack("<16I", b"expand 32-byte k" + key + nonce)
        words = [(x - y) % 2**32 for x, y in zip(block, state)]
        return struct.pack("<8I", *(words[:4] + words[12:]))

    def xchacha20(self, key, nonce, ctr, data):
        return self.chacha20(self.hchacha20(key, nonce[:16]), bytes(4) + nonce[16:], ctr, data)

    def poly1305(self, key, data):
        out, n = ctypes.create_string_buffer(16), ctypes.c_size_t()
        check(crypto.EVP_MAC_init(self._mac_context, key, ctypes.c_size_t(len(key)), None) == 1
              and crypto.EVP_MAC_update(self._mac_context, data, ctypes.c_size_t(len(data))) == 1
              and crypto.EVP_MAC_final(self._mac_context, out, ctypes.byref(n),
                                       ctypes.c_size_t(16)) == 1, "Poly1305")
        return out.raw

    def seal(self, key, nonce, aad, data):
        c, n = self._context, ctypes.c_int()
        out, tag = ctypes.create_string_buffer(len(data) + 1), ctypes.create_string_buffer(16)
        ok = crypto.EVP_EncryptInit_ex(c, ctypes.c_void_p(self._aead()), None, key, nonce) == 1
        if aad:
            ok &= crypto.EVP_EncryptUpdate(c, None, ctypes.byref(n), aad, len(aad)) == 1
        if data:
            ok &= crypto.EVP_EncryptUpdate(c, out, ctypes.byref(n), data, len(data)) == 1
        ok &= crypto.EVP_EncryptFinal_ex(c, out, ctypes.byref(n)) == 1
        ok &= crypto.EVP_CIPHER_CTX_ctrl(c, self.GET_TAG, 16, tag) == 1
        check(ok, "seal")
        return out.raw[:len(data)], tag.raw

    def open(self, key, nonce, aad, data, tag):
        c, n = self._context, ctypes.c_int()
        out = ctypes.create_string_buffer(len(data) + 1)
        ok = crypto.EVP_DecryptInit_ex(c, ctypes.c_void_p(self._aead()), None, key, nonce) == 1
        ok &= crypto.EVP_CIPHER_CTX_ctrl(c, self.SET_TAG, 16, tag) == 1
        if aad:
            ok &= crypto.EVP_DecryptUpdate(c, None, ctypes.byref(n), aad, len(aad)) == 1
        if data:
            ok &= crypto.EVP_DecryptUpdate(c, out, ctypes.byref(n), data, len(data)) == 1
        check(ok, "open")
        return crypto.EVP_DecryptFinal_ex(c, out, ctypes.byref(n)) == 1

    def xseal(self, key, nonce, aad, data):
        return self.seal(self.hchacha20(key, nonce[:16]), bytes(4) + nonce[16:], aad, data)

    def xopen(self, key, nonce, aad, data, tag):
        return self.open(self.hchacha20(key, nonce[:16]), bytes(4) + nonce[16:], aad, data, tag)


class Sodium:
    name = "libsodium"

    def __init__(self):
        check(sodium.sodium_init() >= 0, "sodium_init")

    def chacha20(self, key, nonce, ctr, data):
        out = ctypes.create_string_buffer(len(data) + 1)
        check(sodium.crypto_stream_chacha20_ietf_xor_ic(
            out, data, ctypes.c_ulonglong(len(data)), nonce, ctypes.c_uint32(ctr), key) == 0, "xor")
        return out.raw[:len(data)]

    def hchacha20(self, key, nonce):
        out = ctypes.create_string_buffer(32)
        check(sodium.crypto_core_hchacha20(out, nonce, key, None) == 0, "hchacha20")
        return out.raw

    def xchacha20(self, key, nonce, ctr, data):
        out = ctypes.create_string_buffer(len(data) + 1)
        check(sodium.crypto_stream_xchacha20_xor_ic(
            out, data, ctypes.c_ulonglong(len(data)), nonce, ctypes.c_uint64(ctr), key) == 0, "xor")
        return out.raw[:len(data)]

    def poly1305(self, key, data):
        out = ctypes.create_string_buffer(16)
        check(sodium.crypto_onetimeauth_poly1305(
            out, data, ctypes.c_ulonglong(len(data)), key) == 0, "Poly1305")
        return out.raw

    def _seal(self, function, key, nonce, aad, data):
        out, tag = ctypes.create_string_buffer(len(data) + 1), ctypes.create_string_buffer(16)
        check(function(out, tag, None, data, ctypes.c_ulonglong(len(data)), aad,
                       ctypes.c_ulonglong(len(aad)), None, nonce, key) == 0, "seal")
        return out.raw[:len(data)], tag.raw

    def _open(self, function, key, nonce, aad, data, tag):
        out = ctypes.create_string_buffer(len(data) + 1)
        return function(out, None, data, ctypes.c_ulonglong(len(data)), tag, aad,
                        ctypes.c_ulonglong(len(aad)), nonce, key) == 0

    def seal(self, *arguments):
        return self._seal(sodium.crypto_aead_chacha20poly1305_ietf_encrypt_detached, *arguments)

    def open(self, *arguments):
        return self._open(sodium.crypto_aead_chacha20poly1305_ietf_decrypt_detached, *arguments)

    def xseal(self, *arguments):
        return self._seal(sodium.crypto_aead_xchacha20poly1305_ietf_encrypt_detached, *arguments)

    def xopen(self, *arguments):
        return self._open(sodium.crypto_aead_xchacha20poly1305_ietf_decrypt_detached, *arguments)


class Botan:
    """Only the AEAD and XChaCha20 from a block that can be reached: its C interface can't seek."""
    name = "Botan"
    FINAL = 1

    def _run(self, algorithm, key, nonce, aad, data):
        cipher, written, read = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_size_t()
        out = ctypes.create_string_buffer(len(data) + 64)
        check(botan.botan_cipher_init(ctypes.byref(cipher), algorithm, 0) == 0
              and botan.botan_cipher_set_key(cipher, key, ctypes.c_size_t(len(key))) == 0, "key")
        if aad:
            check(botan.botan_cipher_set_associated_data(
                cipher, aad, ctypes.c_size_t(len(aad))) == 0, "additional data")
        check(botan.botan_cipher_start(cipher, nonce, ctypes.c_size_t(len(nonce))) == 0, "nonce")
        check(botan.botan_cipher_update(
            cipher, ctypes.c_uint32(self.FINAL), out, ctypes.c_size_t(len(out)),
            ctypes.byref(written), data, ctypes.c_size_t(len(data)), ctypes.byref(read)) == 0,
            "update")
        botan.botan_cipher_destroy(cipher)
        return out.raw[:written.value]

    def xchacha20(self, key, nonce, ctr, data):
        return self._run(b"ChaCha(20)", key, nonce, b"", bytes(64 * ctr) + data)[64 * ctr:]

    def seal(self, key, nonce, aad, data):
        out = self._run(b"ChaCha20Poly1305", key, nonce, aad, data)
        return out[:-16], out[-16:]

    xseal = seal


OPENSSL, SODIUM, BOTAN = OpenSSL(), Sodium(), Botan()
BOTH = [OPENSSL, SODIUM]


def agreed(operation, *arguments, by=BOTH):
    """What all implementations give for an operation."""
    results = [getattr(implementation, operation)(*arguments) for implementation in by]
    check(all(result == results[0] for result in results),
          "%s: %s disagree" % (operation, ", ".join(i.name for i in by)))
    return results[0]


def expand(value):
    """The bytes of a field: the terms of README.md."""
    out = b""
    for term in value.split("+") if value else []:
        if term[0] == "@":
            a, b, n = (int(x) for x in term[1:].split(":"))
            period = bytes((a * i + b) % 251 for i in range(251))
            out += (period * (n // 251 + 1))[:n]
        elif term[0] == "*":
            unit, n = bytes.fromhex(term[1:].split(":")[0]), int(term.split(":")[1])
            out += (unit * (n // len(unit) + 1))[:n]
        else:
            out += bytes.fromhex(term)
    return out


class File:
    """A file of records in the making."""

    def __init__(self, about=""):
        self.text = HEADER + about
        self.count = 0

    def add(self, op, prefix, result, **fields):
        """A line; ids are made of a prefix and a running number."""
        self.count += 1
        self.text += " ".join(["op=" + op, "id=%s-%d" % (prefix, self.count), "result=" + result] +
                              ["%s=%s" % field for field in fields.items()]) + "\n"

    def valid(self, op, prefix, out, tag=None, **fields):
        if len(out) <= 256:
            fields["out"] = out.hex()
        else:
            fields["out_sha256"] = hashlib.sha256(out).hexdigest()
        if tag is not None:
            fields["tag"] = tag.hex()
        self.add(op, prefix, "valid", **fields)

    def stream(self, op, prefix, key, nonce, ctr, data):
        """A record of chacha20 or xchacha20."""
        key_bytes, nonce_bytes, data_bytes = expand(key), expand(nonce), expand(data)
        fields = {"key": key, "nonce": nonce, "ctr": ctr, "in": data}
        if ctr + (len(data_bytes) + 63) // 64 > BLOCKS:
            self.add(op, prefix, "invalid", **fields)
            return
        by = BOTH + [BOTAN] if op == "xchacha20" and ctr < 1024 else BOTH
        self.valid(op, prefix, agreed(op, key_bytes, nonce_bytes, ctr, data_bytes, by=by), **fields)

    def seek(self, prefix, key, nonce, pos, size):
        fields = {"key": key, "nonce": nonce, "pos": pos, "len": size}
        if pos + size > STREAM_END:
            self.add("seek", prefix, "invalid", **fields)
            return
        out = b""
        if size:
            skip = pos % 64
            zeros = bytes(skip + size)
            out = agreed("chacha20", expand(key), expand(nonce), pos // 64, zeros)[skip:]
        self.valid("seek", prefix, out, **fields)

    def mac(self, prefix, key, data):
        tag = agreed("poly1305", expand(key), expand(data))
        self.add("poly1305", prefix, "valid", **{"key": key, "in": data, "tag": tag.hex()})
        return tag

    def aead(self, op, prefix, key, nonce, aad, data):
        """A record of aead or xaead."""
        out, tag = agreed({"aead": "seal", "xaead": "xseal"}[op], expand(key), expand(nonce),
                          expand(aad), expand(data), by=BOTH + [BOTAN])
        self.valid(op, prefix, out, tag, **{"key": key, "nonce": nonce, "aad": aad, "in": data})
        return out, tag

    def forged(self, op, prefix, key, nonce, aad, data, out, tag):
        """A ciphertext that no one must open: out and tag are the forgery."""
        if len(tag) == 16:
            opened = agreed({"aead": "open", "xaead": "xopen"}[op], expand(key), expand(nonce),
                            expand(aad), out, tag)
            check(not opened, "a forgery is genuine")
        self.add(op, prefix, "invalid", **{
            "key": key, "nonce": nonce, "aad": aad, "in": data, "out": out.hex(), "tag": tag.hex()})


KEY, NONCE, NONCE_X = "@7:3:32", "@11:5:12", "@5:1:24"


def text(n):
    return "@13:5:%d" % n


def one_bit(size):
    """Byte strings with a single bit set, a different one in each byte."""
    for i in range(size):
        parts = ["*00:%d" % i if i else "", "%02x" % (1 << i % 8),
                 "*00:%d" % (size - 1 - i) if i < size - 1 else ""]
        yield "+".join(part for part in parts if part)


def flip(data, i):
    return data[:i] + bytes([data[i] ^ 1 << i % 8]) + data[i + 1:]


def make_stream():
    f = File()
    for op, nonce, multiples in (("chacha20", NONCE, range(1, 41)),
                                 ("xchacha20", NONCE_X, (1, 2, 3, 4, 8, 16, 17, 32))):
        size = len(expand(nonce))
        for n in (0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48):
            f.stream(op, "short", KEY, nonce, 1, text(n))
        for m in multiples:
            for n in (64 * m - 1, 64 * m, 64 * m + 1):
                f.stream(op, "blocks", KEY, nonce, 1, text(n))
        # The end of the key stream: as much as there is, one byte less, and one byte more.
        for left in (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33):
            for n in (64 * left - 63, 64 * left - 1, 64 * left, 64 * left + 1, 64 * left + 64):
                f.stream(op, "end", KEY, nonce, BLOCKS - left, text(n))
        f.stream(op, "end", KEY, nonce, BLOCKS - 1, "")
        # Counters whose sums with a lane number change sign or carry between bytes.
        for ctr in (0x7ffffffe, 0x7fffffff, 0x80000000, 0xfffe, 0xff, 0xfffffe, 0xffffff00):
            f.stream(op, "counter", KEY, nonce, ctr, text(20 * 64 + 1))
        for key in ("*00:32", "*ff:32", "*80:32"):
            for n in ("*00:%d" % size, "*ff:%d" % size, "*80:%d" % size):
                for ctr in (0, 1, BLOCKS - 3):
                    f.stream(op, "uniform", key, n, ctr, "*00:129" if ctr else "*ff:192")
        for key in one_bit(32):
            f.stream(op, "key-bit", key, "*00:%d" % size, 1, "*00:64")
        for n in one_bit(size):
            f.stream(op, "nonce-bit", "*00:32", n, 1, "*00:64")
        for data in (text(4095), text(4097), text(16384), text(65535), text(65536), "*00:1048576",
                     "*a5:1048575", "@13:5:1048577", "*0102030405:65537+@1:0:65536+ff",
                     "*00:500+" + text(1000) + "+0badcafe+*ff:500"):
            f.stream(op, "long", KEY, nonce, 1, data)
        f.stream(op, "long", KEY, nonce, BLOCKS - 16384, text(1 << 20))
        for n in (0, 1, 16, 31, 33, 64):
            f.add(op, "key-size", "invalid", **{
                "key": "@7:3:%d" % n, "nonce": nonce, "ctr": 0, "in": text(64)})
        for n in (0, 1, 8, 11, 13, 16, 23, 25, 32):
            f.add(op, "nonce-size", "invalid", **{
                "key": KEY, "nonce": "@11:5:%d" % n, "ctr": 0, "in": text(64)})

    # A core that adds lane numbers with 64-bit adds is wrong in these runs (carry.txt).
    carry_key = bytes(range(32)).hex()
    for nonce, ctr in (("00000000000000002005e533", 2), ("00000000000000000ff2bd2e", 5),
                       ("0000000000000000976d8c05", 14), ("*00:12", 826131956),
                       ("*00:12", 4066161939)):
        for lane in range(min(ctr, 15) + 1):
            f.stream("chacha20", "carry", carry_key, nonce, ctr - lane, "*00:2048")

    for pos in (0, 1, 63, 64, 65, 127, 4095, 4096, (1 << 31) - 1, 1 << 31, (1 << 32) - 65,
                (1 << 32) - 1, 1 << 32, (1 << 32) + 1, (1 << 37) - 1, 1 << 37, STREAM_END - 1024):
        for size in (0, 1, 65, 1024):
            f.seek("seek", KEY, NONCE, pos, size)
    for pos, size in ((-1, 1), (-64, 64), (-65, 65), (-63, 0), (0, 0), (-1, 2), (-64, 65),
                      (-1024, 1025), (-63, 64), (0, 1), (1, 0), (64, 0), (64, 64), (1 << 37, 1)):
        f.seek("seek-end", KEY, NONCE, STREAM_END + pos, size)
    return f


def make_blocks():
    """hchacha20, poly1305_keygen and quic_hp: what is made of one block."""
    f = File()
    for key in ["*00:32", "*ff:32", "*80:32", KEY] + list(one_bit(32)):
        f.valid("hchacha20", "key", agreed("hchacha20", expand(key), expand("@5:1:16")), key=key,
                nonce="@5:1:16")
    for nonce in ["*00:16", "*ff:16", "*80:16"] + list(one_bit(16)):
        f.valid("hchacha20", "nonce", agreed("hchacha20", expand(KEY), expand(nonce)), key=KEY,
                nonce=nonce)
    for key, nonce in ((31, 16), (33, 16), (0, 16), (16, 16), (32, 0), (32, 12), (32, 15), (32, 17),
                       (32, 24)):
        f.add("hchacha20", "size", "invalid", key="@7:3:%d" % key, nonce="@5:1:%d" % nonce)
    for key in ("*00:32", "*ff:32", KEY):
        for nonce in ("*00:12", "*ff:12", NONCE):
            out = agreed("chacha20", expand(key), expand(nonce), 0, bytes(32))
            f.valid("poly1305_keygen", "keygen", out, key=key, nonce=nonce)
    for key in ("*00:32", KEY):
        for sample in ("*00:16", "*ff:16", "@3:9:16", "00000080+*ff:12", "ffffffff+*00:12",
                       "ffffff7f+@1:1:12"):
            data = expand(sample)
            out = agreed("chacha20", expand(key), data[4:], struct.unpack("<I", data[:4])[0],
                         bytes(5))
            f.valid("quic_hp", "mask", out, key=key, sample=sample)
    return f


def le(value, size=16):
    return value.to_bytes(size, "little").hex()


def make_poly1305():
    f = File()
    r_max = "ffffff0ffcffff0ffcffff0ffcffff0f"
    for r in (r_max, "*ff:16", "*00:16", le(1), le(4 << 32), "@7:3:16"):
        for n in list(range(0, 34)) + [47, 48, 49, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511,
                                       512, 513, 1023, 1024, 1025]:
            f.mac("length", r + "+*ff:16", "*ff:%d" % n)
    for n in (4096, 65537, 1 << 20):
        f.mac("long", r_max + "+*ff:16", "*ff:%d" % n)
        f.mac("long", "@7:3:32", text(n))

    # With r = 1 the accumulator is the sum of the blocks, each with its 2^128: here a multiple of
    # 2^130 - 5, or of 2^130, and its neighbours.
    for k in range(1, 5):
        for base in (k * (2**130 - 5), k * 2**130):
            for d in range(-6, 7):
                blocks = (base + d) >> 128
                rest, message = base + d - (blocks << 128), ""
                for i in range(blocks):
                    part = min(rest, 2**128 - 1)
                    message += le(part)
                    rest -= part
                check(rest == 0, "the sum is out of reach")
                for s in ("*00:16", "*ff:16"):
                    f.mac("sum", le(1) + "+" + s, message)
    # Sums that are all ones up to a limb's end, so that the last addition carries through it.
    for bits in (8, 22, 24, 26, 32, 44, 48, 51, 52, 56, 63, 64, 65, 78, 88, 96, 104, 112, 127, 128):
        f.mac("carry", le(1) + "+" + le(1), le(2**bits - 1))
        f.mac("carry", le(1) + "+" + le(2**bits - 1), le(1))
        f.mac("carry", le(1) + "+" + le(2**128 - 2**bits), le(2**bits % 2**128))
    # r with one bit, wherever clamping leaves one beside the end of a limb of some kind.
    for bit in (0, 1, 22, 24, 26, 27, 34, 43, 44, 51, 52, 53, 63, 66, 78, 79, 88, 91, 98, 104, 106,
                114, 123):
        f.mac("r-bit", le(1 << bit) + "+*00:16", "*ff:48")
        f.mac("r-bit", le(1 << bit) + "+*ff:16", "*ff:15+*00:32+*ff:17")
    # What clamping clears makes no difference.
    f.mac("clamp", "*ff:32", text(100))
    f.mac("clamp", r_max + "+*ff:16", text(100))
    f.mac("clamp", le((2**128 - 1) ^ int.from_bytes(bytes.fromhex(r_max), "little")) + "+*00:16",
          text(100))

    for key, data in (("@7:3:32", text(100)), (r_max + "+*ff:16", ""), ("*00:32", "*00:64")):
        tag = agreed("poly1305", expand(key), expand(data))
        forgeries = [flip(tag, i) for i in range(16)] + [tag[:15], tag[:8], b"", tag + b"\0"]
        forgeries += [bytes(16), b"\xff" * 16, tag[1:] + tag[:1], tag + tag]
        for forgery in forgeries:
            if forgery != tag:
                f.add("poly1305", "forged", "invalid",
                      **{"key": key, "in": data, "tag": forgery.hex()})
    return f


def make_aead():
    f = File()
    lengths = list(range(0, 18)) + [31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256,
                                    257, 511, 512, 513, 1023, 1024, 1025, 1350, 2047, 2048, 2049,
                                    4095, 4096, 4097, 8192, 16384, 65536, 1 << 20]
    for op, nonce in (("aead", NONCE), ("xaead", NONCE_X)):
        size = len(expand(nonce))
        for n in lengths:
            f.aead(op, "length", KEY, nonce, "@11:7:13", text(n))
            if n in (0, 1, 16, 17, 64, 1350, 16384):
                f.aead(op, "no-aad", KEY, nonce, "", text(n))
        for n in (0, 1, 5, 8, 12, 15, 16, 17, 31, 32, 33, 64, 65, 255, 1000, 4096, 16385, 1 << 20):
            for m in (0, 10, 64):
                f.aead(op, "aad", KEY, nonce, "@11:7:%d" % n, text(m))
        for key in ("*00:32", "*ff:32"):
            for n in ("*00:%d" % size, "*ff:%d" % size):
                for m in (0, 1, 15, 16, 130):
                    f.aead(op, "uniform", key, n, "*ff:%d" % m, "*00:%d" % m)
        for n in one_bit(size):
            f.aead(op, "nonce-bit", "*00:32", n, "", "*00:16")

        for n, m in ((0, 0), (0, 20), (1, 0), (64, 13), (200, 17)):
            aad, data = "@11:7:%d" % m, text(n)
            out, tag = f.aead(op, "genuine", KEY, nonce, aad, data)
            common = (op, "forged", KEY, nonce)
            for i in range(16):
                f.forged(*common, aad, data, out, flip(tag, i))
            for i in sorted({0, n // 2, n - 1}) if n else ():
                f.forged(*common, aad, data, flip(out, i), tag)
            for i in sorted({0, m // 2, m - 1}) if m else ():
                f.forged(*common, flip(expand(aad), i).hex(), data, out, tag)
            f.forged(*common, aad + "+00", data, out, tag)
            f.forged(*common, aad, data, out + b"\0", tag)
            if n:
                f.forged(*common, aad, data, out[:-1], tag)
                f.forged(*common, aad + "+%02x" % out[0], data, out[1:], tag)
            if m:
                f.forged(*common, "@11:7:%d" % (m - 1), data, out, tag)
            f.forged(*common, aad, data, out, bytes(16))
            f.forged(*common, aad, data, out, b"\xff" * 16)
            for short in (tag[:15], tag[:12], tag[:1], b"", tag + b"\0"):
                f.forged(*common, aad, data, out, short)
            wrong = flip(expand(nonce), size - 1).hex()
            f.forged(op, "forged", KEY, wrong, aad, data, out, tag)
            f.forged(op, "forged", flip(expand(KEY), 31).hex(), nonce, aad, data, out, tag)

            combined = op + "_combined"
            sealed = out + tag
            fields = {"key": KEY, "nonce": nonce, "aad": aad}
            f.valid(combined, "combined", expand(data), **fields, **{"in": sealed.hex()})
            f.add(combined, "combined", "invalid", **fields, **{"in": sealed[:-1].hex()})
            f.add(combined, "combined", "invalid", **fields, **{"in": (sealed + b"\0").hex()})
        for n in range(16):
            f.add(op + "_combined", "combined-short", "invalid", **{
                "key": KEY, "nonce": nonce, "aad": "", "in": "*00:%d" % n})

    for n in (0, 1, 16, 64, 256, 512, 1024, 1420, 8192):
        for aad in ("*00:8", "@11:7:12"):
            salt, iv = "@9:1:4", "@3:2:8"
            out, tag = agreed("seal", expand(KEY), expand(salt) + expand(iv), expand(aad),
                              expand(text(n)), by=BOTH + [BOTAN])
            f.valid("esp", "esp", out, tag, **{
                "key": KEY, "salt": salt, "iv": iv, "aad": aad, "in": text(n)})
    return f


def make_digests():
    f = File("# Each line is the SHA-256 of many outputs, one after the other.\n")

    def digest(outputs):
        sha256 = hashlib.sha256()
        for out in outputs:
            sha256.update(out)
        return sha256.hexdigest()

    key, r_max = expand(KEY), bytes.fromhex("ffffff0ffcffff0ffcffff0ffcffff0f")
    text_bytes, aad_bytes = expand(text(1100)), expand("@11:7:200")
    for op, nonce, by in (("chacha20", NONCE, BOTH), ("xchacha20", NONCE_X, BOTH + [BOTAN])):
        f.add(op + "_lengths", op, "valid", **{
            "key": KEY, "nonce": nonce, "ctr": 1, "in_gen": "@13:5", "last": 1100,
            "out_sha256": digest(agreed(op, key, expand(nonce), 1, text_bytes[:n], by=by)
                                 for n in range(1101))})
    f.add("poly1305_lengths", "poly1305", "valid", **{
        "key": r_max.hex() + "+*ff:16", "in_gen": "*ff", "last": 2100,
        "out_sha256": digest(agreed("poly1305", r_max + b"\xff" * 16, b"\xff" * n)
                             for n in range(2101))})
    f.add("poly1305_lengths", "poly1305", "valid", **{
        "key": KEY, "in_gen": "@13:5", "last": 2100,
        "out_sha256": digest(agreed("poly1305", key, expand(text(n))) for n in range(2101))})

    for op, seal, nonce in (("aead", "seal", NONCE), ("xaead", "xseal", NONCE_X)):
        fields = {"key": KEY, "nonce": nonce, "aad_gen": "@11:7", "in_gen": "@13:5"}
        rows = [b"".join(b"".join(agreed(seal, key, expand(nonce), aad_bytes[:a], text_bytes[:m]))
                         for m in range(201)) for a in range(201)]
        f.add(op + "_grid", op, "valid", **fields, aadlen=200, last=200, out_sha256=digest(rows))
        for a, row in enumerate(rows):
            f.add(op + "_grid_row", op, "valid", **fields, aadlen=a, last=200,
                  out_sha256=digest([row]))
    return f


FILES = {
    "edge_stream.txt": make_stream,
    "edge_blocks.txt": make_blocks,
    "edge_poly1305.txt": make_poly1305,
    "edge_aead.txt": make_aead,
    "digests.txt": make_digests,
}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    differ = 0
    for name, make in FILES.items():
        made, path = make(), os.path.join(here, name)
        if sys.argv[1:] == ["--check"]:
            with open(path, encoding="ascii") as f:
                same = f.read() == made.text
            print("%s: %d records, %s" % (name, made.count, "same" if same else "DIFFERENT"))
            differ |= not same
        else:
            with open(path, "w", encoding="ascii") as f:
                f.write(made.text)
            print("%s: %d records" % (name, made.count))
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
