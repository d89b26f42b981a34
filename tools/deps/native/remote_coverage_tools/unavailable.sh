#!/bin/sh
# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
echo "bazel coverage needs a Bazel with its coverage tools; Debian's has none" >&2
exit 1
