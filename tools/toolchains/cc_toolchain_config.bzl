# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
"""debian_cross_toolchain: a platform, and the toolchain of Debian's g++-TRIPLET for it."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load(
    "@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl",
    "feature",
    "flag_group",
    "flag_set",
    "tool_path",
    "with_feature_set",
)
load("@rules_cc//cc:defs.bzl", "cc_toolchain")

_COMPILE = [
    ACTION_NAMES.assemble,
    ACTION_NAMES.preprocess_assemble,
    ACTION_NAMES.c_compile,
    ACTION_NAMES.cpp_compile,
]

_LINK = [
    ACTION_NAMES.cpp_link_executable,
    ACTION_NAMES.cpp_link_dynamic_library,
    ACTION_NAMES.cpp_link_nodeps_dynamic_library,
]

def _flags(actions, flags, mode = None):
    return flag_set(
        actions = actions,
        flag_groups = [flag_group(flags = flags)],
        with_features = [with_feature_set(features = [mode])] if mode else [],
    )

def _cross_toolchain_config_impl(ctx):
    triplet = ctx.attr.triplet
    libraries = "/usr/local/" + triplet  # tools/toolchains/install_libraries
    tools = ["ar", "cpp", "gcc", "gcov", "ld", "nm", "objcopy", "objdump", "strip"]
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        abi_libc_version = "glibc",
        abi_version = "unknown",
        compiler = "gcc",
        cxx_builtin_include_directories = [
            "/usr/include",
            "/usr/lib/gcc-cross/" + triplet,
            "/usr/" + triplet,
            libraries,
        ],
        # Without supports_dynamic_linker, so that Bazel makes no shared libraries, and with
        # -static: an emulator then needs no libraries of the other architecture at run time.
        features = [
            feature(name = "dbg"),
            feature(name = "opt"),
            feature(name = "supports_pic", enabled = True),
            feature(
                name = "default_flags",
                enabled = True,
                flag_sets = [
                    _flags(_COMPILE, [
                        "-isystem",
                        libraries + "/include",
                        "-no-canonical-prefixes",
                        "-Wno-builtin-macro-redefined",
                        "-D__DATE__=\"redacted\"",
                        "-D__TIMESTAMP__=\"redacted\"",
                        "-D__TIME__=\"redacted\"",
                    ]),
                    _flags(_COMPILE, ["-g"], mode = "dbg"),
                    # As Bazel's own toolchain for the host has it.
                    _flags(_COMPILE, [
                        "-g0",
                        "-O2",
                        "-DNDEBUG",
                        "-ffunction-sections",
                        "-fdata-sections",
                    ], mode = "opt"),
                    _flags(_LINK, [
                        "-static",
                        "-L" + libraries + "/lib",
                        "-labsl",
                        "-lstdc++",
                        "-lm",
                    ]),
                    _flags(_LINK, ["-Wl,--gc-sections"], mode = "opt"),
                ],
            ),
        ],
        host_system_name = "local",
        target_cpu = triplet,
        target_libc = "glibc",
        target_system_name = triplet,
        tool_paths = [
            tool_path(name = tool, path = "/usr/bin/%s-%s" % (triplet, tool))
            for tool in tools
        ],
        toolchain_identifier = triplet,
    )

_cross_toolchain_config = rule(
    implementation = _cross_toolchain_config_impl,
    attrs = {"triplet": attr.string(mandatory = True)},
    provides = [CcToolchainConfigInfo],
)

def debian_cross_toolchain(name, cpu, triplet):
    """Defines platform :name, for --platforms, and :name_toolchain, for --extra_toolchains.

    Args:
      name: what the architecture is called in the names of configurations.
      cpu: its constraint_value.
      triplet: what Debian's tools for it begin with.
    """
    constraints = [cpu, "@platforms//os:linux"]
    native.platform(
        name = name,
        constraint_values = constraints,
    )
    native.filegroup(name = name + "_no_files")
    _cross_toolchain_config(
        name = name + "_config",
        triplet = triplet,
    )
    cc_toolchain(
        name = name + "_cc",
        all_files = name + "_no_files",
        compiler_files = name + "_no_files",
        dwp_files = name + "_no_files",
        linker_files = name + "_no_files",
        objcopy_files = name + "_no_files",
        strip_files = name + "_no_files",
        toolchain_config = name + "_config",
    )
    native.toolchain(
        name = name + "_toolchain",
        target_compatible_with = constraints,
        toolchain = name + "_cc",
        toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
    )
