// SPDX-License-Identifier: MIT
// Runs that show the truth of CTL formulas. Private to the layer.
#pragma once

#include <optional>
#include <vector>

#include "boolean/temporal/ctl_solver.hpp"
#include "boolean/trace/trace.hpp"

namespace hardbop::temporal {

/// The LTL formula that says of all runs what a CTL formula (`negated`: its negation) with
/// A-quantifiers alone says: without them. A run that violates it shows that the CTL formula is
/// violated. Nothing where there are E-quantifiers; nodes are added to `formula`.
[[nodiscard]] std::optional<NodeId> strip(Formula& formula, NodeId id, bool negated);

/// A shortest trace to a configuration that satisfies the formula, which the solver knows.
/// Nothing where there is none, or the budget ended the search.
[[nodiscard]] std::optional<trace::Trace> find_trace(CtlSolver& solver,
                                                     const std::vector<bp::ProcedureId>& entries,
                                                     NodeId goal, Budget& budget);

}  // namespace hardbop::temporal
