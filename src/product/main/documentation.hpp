// SPDX-License-Identifier: MIT
// Where the examples and the manual are.
#pragma once

#include <string>

namespace hardbop::cli {

/// The folder of the installed examples and manual; empty for a program that is not installed.
[[nodiscard]] std::string documentation_folder();

/// The path of an example, for --help.
[[nodiscard]] std::string example(const std::string& name);

}  // namespace hardbop::cli
