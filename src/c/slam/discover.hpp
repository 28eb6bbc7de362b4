// SPDX-License-Identifier: MIT
// New predicates from a path that is infeasible in C: the facts along it that show this.
#pragma once

#include <map>
#include <vector>

#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "c/slam/path.hpp"
#include "c/slam/predicates.hpp"
#include "c/slam/simulate.hpp"

namespace hardbop::slam {

/// By predicate: the step of the path before which it has to be known.
using Origins = std::map<ExprId, std::size_t>;

/// The conditions of which a proof consists that the guards of the steps in `core` cannot all be
/// passed, each known in some function or everywhere; in the order of the path, the last first.
/// Where they come from is added to `origins`, if it is not null.
[[nodiscard]] std::vector<ExprId> explain_infeasible(Procedures& procedures,
                                                     const Predicates& predicates, const Path& path,
                                                     const std::vector<std::size_t>& core,
                                                     smt::Solver& solver, Budget& budget,
                                                     Origins* origins = nullptr);

/// Likewise, but what these conditions are about, by the constant values that it has on the path.
[[nodiscard]] std::vector<ExprId> explain_by_constants(
    Procedures& procedures, const Predicates& predicates, const Path& path,
    const std::vector<std::size_t>& core, const Simulation& simulation, smt::Solver& solver,
    Budget& budget, Origins* origins = nullptr);

}  // namespace hardbop::slam
