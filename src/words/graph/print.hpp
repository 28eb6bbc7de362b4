// SPDX-License-Identifier: MIT
// Graphs and expressions as text, for people.
#pragma once

#include <string>
#include <string_view>

#include "words/graph/graph.hpp"

namespace hardbop::words {

/// Of a binary operator, "<u" for one without signs, "<." for one of numbers of IEEE 754; empty for
/// others.
[[nodiscard]] std::string_view symbol(Op op);
/// In C's notation, as far as it goes. One that is written out with more than `most` nodes ends in
/// "...".
[[nodiscard]] std::string to_string(const Graph& graph, ExprId id, std::size_t most = 200);
/// One block after the other.
[[nodiscard]] std::string to_string(const Graph& graph);
/// For Graphviz.
[[nodiscard]] std::string to_dot(const Graph& graph);

}  // namespace hardbop::words
