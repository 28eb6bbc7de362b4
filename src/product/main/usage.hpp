// SPDX-License-Identifier: MIT
// Which options have an effect on which input, and which files a command reads. An option that has
// no effect is a mistake of the user, who believes that it has one: it is reported, never ignored.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

namespace hardbop::cli {

/// Reports options and files that do not fit the rest of the command line; the exit status then.
/// `has_threads`: whether the program has, once it has been read.
[[nodiscard]] std::optional<int> report_misuse(const CLI::App& command,
                                               std::optional<bool> has_threads = {});

}  // namespace hardbop::cli
