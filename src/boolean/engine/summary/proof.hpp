// SPDX-License-Identifier: MIT
// The least fixed point of path edges as an invariant that others can check.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/trace/invariant.hpp"

namespace hardbop::engine {

struct Proof {
  std::optional<trace::Invariant> invariant;
  std::string reason;  // why there is none
};

/// What runs from these entries can reach, of the whole program. It proves every property that
/// holds, whatever engine found so.
[[nodiscard]] Proof prove(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries,
                          Budget& budget);

/// The states in which runs from these entries arrive at each vertex: exactly these, of all
/// variables in scope there, dead ones among them. There are no summaries.
[[nodiscard]] Proof reachable_states(const bp::Graph& graph,
                                     const std::vector<bp::ProcedureId>& entries, Budget& budget);

}  // namespace hardbop::engine
