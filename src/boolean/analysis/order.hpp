// SPDX-License-Identifier: MIT
// The order in which a fixed point over the graph should be iterated: callees before
// callers, and within a procedure what leads to a vertex before the vertex, loops before
// what follows them.
#pragma once

#include <vector>

#include "boolean/analysis/call_graph.hpp"

namespace hardbop::analysis {

/// By vertex: its place in the order; smaller ones first.
[[nodiscard]] std::vector<std::uint32_t> iteration_order(const bp::Graph& graph,
                                                         const CallGraph& calls);

}  // namespace hardbop::analysis
