# Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
"""bool_setting: a flag that can be given on the command line and asked for in a config_setting."""

def _bool_setting_impl(_ctx):
    return []

bool_setting = rule(
    implementation = _bool_setting_impl,
    build_setting = config.bool(flag = True),
)
