// SPDX-License-Identifier: MIT
// A graph whose calls are kept as calls: a block that calls enters a procedure by its edge to the
// procedure's entry, and where the procedure is left the run goes on at the call's continuation.
#pragma once

#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::bmc {

using words::BlockId;

struct Procedure {
  BlockId entry = 0;
  /// What each activation has of its own. Only who calls itself, by whatever detour, needs to say.
  std::vector<words::VariableId> locals{};
  std::vector<words::ArrayId> local_arrays{};
};

struct Call {
  BlockId block = 0;
  std::uint32_t callee = 0;  // of the procedures
  BlockId continuation = 0;
};

/// The first procedure is the one that the graph's entry is in.
struct Program {
  const words::Graph& graph;
  std::vector<Procedure> procedures;
  std::vector<Call> calls{};
  std::vector<BlockId> leaves{};  // where procedures are left: blocks without edges
  /// Whether two guards of a block can be true at once.
  bool has_choices = false;
};

/// A graph without procedures.
[[nodiscard]] inline Program whole_graph(const words::Graph& graph) {
  return {graph, {{graph.entry}}, {}, {}, true};
}

}  // namespace hardbop::bmc
