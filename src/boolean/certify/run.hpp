// SPDX-License-Identifier: MIT
// A run as the JSON form of a trace shows it, and its check by the interpreter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boolean/language/graph.hpp"
#include "boolean/language/targets.hpp"
#include "boolean/language/valuation.hpp"

namespace hardbop::certify {

/// Where a run is, and the values of the variables in scope there.
struct ShownState {
  std::uint32_t depth = 0;
  bp::VertexId vertex = bp::no_index;
  bp::Valuation frame;  // hidden globals and results are 0
};

/// The states before each executed statement, and the one where the run arrives.
using ShownRun = std::vector<ShownState>;

/// Why this is no run that starts in one of `entries` and arrives at `target`; nothing where it
/// is. What the states do not show (globals that are hidden, values at a procedure's exit) may be
/// anything that makes it one.
[[nodiscard]] std::optional<std::string> check_run(const bp::Graph& graph, const ShownRun& run,
                                                   const std::vector<bp::ProcedureId>& entries,
                                                   const bp::Target& target);

}  // namespace hardbop::certify
