// SPDX-License-Identifier: MIT
// Pictures in Graphviz' language.
#pragma once

#include <string>
#include <string_view>

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

/// The control-flow graph: one cluster per procedure, blue arrows within procedures, green
/// ones from calls to entries, black ones from exits to where the calls go on.
[[nodiscard]] std::string graph_dot(const Graph& graph);

/// Text as a quoted string of Graphviz, cut where it is very long.
[[nodiscard]] std::string dot_string(std::string_view text);

}  // namespace hardbop::bp
