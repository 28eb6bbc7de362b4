// SPDX-License-Identifier: MIT
// What can lead to the targets of a question.
#pragma once

#include <vector>

#include "boolean/analysis/call_graph.hpp"

namespace hardbop::analysis {

/// By vertex: whether a path of the graph goes from it to a target, through calls, out of
/// them and past them. The rest cannot influence the answer.
[[nodiscard]] std::vector<bool> leads_to(const bp::Graph& graph, const CallGraph& calls,
                                         const std::vector<bp::VertexId>& targets);

}  // namespace hardbop::analysis
