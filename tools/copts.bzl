# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
"""The warnings that keystream's own targets are clean under. None of them reaches a dependent."""

KEYSTREAM_COPTS = [
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
]
