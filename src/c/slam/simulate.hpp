// SPDX-License-Identifier: MIT
// Executes a path symbolically, as SLAM's Newton does: is the path feasible in the C program?
#pragma once

#include <string>
#include <vector>

#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "c/slam/path.hpp"

namespace hardbop::slam {

struct Simulation {
  smt::Satisfiable feasible = smt::Satisfiable::Unknown;
  std::string reason;  // of Unknown, where it is not the budget
  /// Of Yes: a run that goes this way; of its last point nothing but the block matters. Of a path
  /// without end: one that can be repeated from the round on, which ends with the last point, if
  /// not with the same values then by the same choices; none where that is not seen.
  words::Run run;
  /// Of No: sets of steps, each ascending, whose guards cannot all be passed.
  std::vector<std::vector<std::size_t>> cores;
  /// By step: what it assigns to whose variables, in terms of unknown values.
  struct Assigned {
    VariableId variable = 0;
    std::size_t activation = 0;
    ExprId value = 0;
  };
  std::vector<std::vector<Assigned>> assigned;
};

/// Unknown also where the budget is spent. Of a path without end it is executed with one round. A
/// run is always one of machine words: where the solver reads words as unbounded integers, and they
/// could go this way, words are asked, too.
[[nodiscard]] Simulation simulate(Procedures& procedures, const Path& path, smt::Solver& solver,
                                  Budget& budget);

}  // namespace hardbop::slam
