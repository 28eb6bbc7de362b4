// SPDX-License-Identifier: MIT
// The picture that the SLAM IV lecture [slam4] draws on the blackboard.
#pragma once

#include <string>
#include <vector>

#include "bp/graph.hpp"
#include "util/budget.hpp"

namespace hardbop::engine {

struct Drawing {
  std::string dot;    // empty where there is an error
  std::string error;  // the program is too large to be looked at
};

/// For each procedure a row per statement and a column per valuation of the visible variables,
/// a point where a run can be there with it; blue arrows for steps, green ones for calls and
/// black ones for returns. Positions are fixed, for `neato -n`.
[[nodiscard]] Drawing draw_points(const bp::Graph& graph,
                                  const std::vector<bp::ProcedureId>& entries, Budget& budget);

}  // namespace hardbop::engine
