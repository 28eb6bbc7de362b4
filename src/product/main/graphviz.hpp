// SPDX-License-Identifier: MIT
// Asks Graphviz for layouts.
#pragma once

#include <optional>
#include <string>

namespace hardbop::cli {

/// What `dot` makes of graphs in its language, in the format: "svg", "plain". Nothing where it
/// cannot be run, or takes longer than so many seconds.
[[nodiscard]] std::optional<std::string> run_dot(const std::string& graphs,
                                                 const std::string& format, int seconds = 0);

}  // namespace hardbop::cli
