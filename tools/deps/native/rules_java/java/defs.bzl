# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
"""The rules that are built into Bazel, where Bazel's own BUILD files load them from."""

java_binary = native.java_binary
java_import = native.java_import
java_library = native.java_library
java_proto_library = native.java_proto_library
java_runtime = native.java_runtime
java_test = native.java_test
java_toolchain = native.java_toolchain
