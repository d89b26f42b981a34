# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
"""What keystream depends on where there is no MODULE.bazel: call keystream_dependencies().

Where a library comes from is decided by the environment variable KEYSTREAM_DEPS:

  auto    Debian's package where it is installed, else the pinned archive (the default)
  debian  Debian's package, or an error that says so
  pinned  the archive

A repository that the caller has defined before the call stays as it is.
"""

def _keystream_repository_impl(ctx):
    mode = ctx.os.environ.get("KEYSTREAM_DEPS", "auto")
    if mode not in ["auto", "debian", "pinned"]:
        fail("KEYSTREAM_DEPS is %s; it must be auto, debian or pinned" % repr(mode))
    installed = ctx.path(ctx.attr.probe).exists
    if mode == "debian" and not installed:
        fail("%s: there is no %s; tools/setup installs it" % (ctx.name, ctx.attr.probe))
    if ctx.attr.urls and (mode == "pinned" or not installed):
        ctx.download_and_extract(
            sha256 = ctx.attr.sha256,
            stripPrefix = ctx.attr.strip_prefix,
            url = ctx.attr.urls,
        )
        return

    # An absolute path stays as it is; any other is relative to this directory.
    here = ctx.path(Label("//tools/deps:deps.bzl")).dirname
    for entry in ctx.path(str(here) + "/" + ctx.attr.overlay if ctx.attr.overlay[0] != "/" else ctx.attr.overlay).readdir():
        ctx.symlink(entry, entry.basename)

_keystream_repository = repository_rule(
    implementation = _keystream_repository_impl,
    attrs = {
        "overlay": attr.string(
            mandatory = True,
            doc = "The directory of BUILD files that stands for the installed library.",
        ),
        "probe": attr.string(
            default = "/",
            doc = "A file that is there if and only if the library is installed.",
        ),
        "sha256": attr.string(),
        "strip_prefix": attr.string(),
        "urls": attr.string_list(doc = "The pinned archive. Without one it is always the overlay."),
    },
    environ = ["KEYSTREAM_DEPS"],
)

def _maybe(name, **kwargs):
    if not native.existing_rule(name):
        _keystream_repository(name = name, **kwargs)

def keystream_dependencies():
    """Defines the repositories that keystream, its tests and its benchmarks use."""
    _maybe(
        name = "com_google_absl",
        overlay = "debian/com_google_absl",
        probe = "/usr/include/absl/base/options.h",
        sha256 = "91ac87d30cc6d79f9ab974c51874a704de9c2647c40f6932597329a282217ba8",
        strip_prefix = "abseil-cpp-20220623.1",
        urls = ["https://github.com/abseil/abseil-cpp/archive/refs/tags/20220623.1.tar.gz"],
    )
    _maybe(
        name = "com_google_googletest",
        overlay = "debian/com_google_googletest",
        probe = "/usr/include/gmock/gmock.h",
        sha256 = "81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2",
        strip_prefix = "googletest-release-1.12.1",
        urls = ["https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz"],
    )
    _maybe(
        name = "com_google_benchmark",
        overlay = "debian/com_google_benchmark",
        probe = "/usr/include/benchmark/benchmark.h",
        sha256 = "6430e4092653380d9dc4ccb45a1e2dc9259d581f4866dc0759713126056bc1d7",
        strip_prefix = "benchmark-1.7.1",
        urls = ["https://github.com/google/benchmark/archive/refs/tags/v1.7.1.tar.gz"],
    )
    _maybe(
        name = "platforms",
        overlay = "/usr/share/bazel/tools/platforms",
        probe = "/usr/share/bazel/tools/platforms/BUILD",
        sha256 = "5308fc1d8865406a49427ba24a9ab53087f17f5266a7aabbfc28823f3916e1ca",
        urls = ["https://github.com/bazelbuild/platforms/releases/download/0.0.6/platforms-0.0.6.tar.gz"],
    )

    # The archive of abseil loads it; nothing else does.
    _maybe(
        name = "bazel_skylib",
        overlay = "/usr/share/bazel/tools/skylib",
        probe = "/usr/share/bazel/tools/skylib/lib.bzl",
        sha256 = "74d544d96f4a5bb630d465ca8bbcfe231e3594e5aae57e1edbf17a6eb3ca2506",
        urls = ["https://github.com/bazelbuild/bazel-skylib/releases/download/1.3.0/bazel-skylib-1.3.0.tar.gz"],
    )

    # A released Bazel downloads its own of these. Debian's, which has no version number, refers to
    # directories that Debian doesn't have.
    if not native.bazel_version:
        for name in ["rules_cc", "rules_java", "remote_coverage_tools"]:
            _maybe(name = name, overlay = "native/" + name)
        _maybe(name = "rules_python", overlay = "/usr/share/bazel/rules/python")  # Bazel 7
