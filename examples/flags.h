// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#ifndef KEYSTREAM_EXAMPLES_FLAGS_H_
#define KEYSTREAM_EXAMPLES_FLAGS_H_

#include <getopt.h>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace keystream::examples {

// Sets values[i], null before, to the value that the command line has for flags[i], or to the
// argument itself if the flag takes none. flags ends with an empty row; flag and val of each are
// null and 0. Errors name the flag alone: its value may be a key.
inline absl::Status ParseFlags(int argc, char** argv, const option* flags, char** values) {
  opterr = 0;
  while (true) {
    char* const argument = optind < argc ? argv[optind] : nullptr;
    int i = 0;
    const int result = getopt_long(argc, argv, "+:", flags, &i);
    if (result == -1 && optind == argc) return absl::OkStatus();
    if (result == 0 && values[i] == nullptr) {
      values[i] = flags[i].has_arg == no_argument ? argument : optarg;
      continue;
    }
    const absl::string_view name =
        absl::string_view(argument).substr(0, absl::string_view(argument).find('='));
    absl::string_view problem = "is not a flag, is short for several, or takes no value";
    if (result == 0) problem = "is given twice";
    if (result == ':') problem = "needs a value";
    if (result == -1) problem = "is not a flag";
    return absl::InvalidArgumentError(absl::StrCat("'", name, "' ", problem, "; see --help"));
  }
}

}  // namespace keystream::examples

#endif  // KEYSTREAM_EXAMPLES_FLAGS_H_
