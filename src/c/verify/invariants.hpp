// SPDX-License-Identifier: MIT
// Loop invariants of a C program.
#pragma once

#include <vector>

#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "boolean/engine/summary/proof.hpp"
#include "c/lower/lower.hpp"
#include "c/lower/waypoints.hpp"
#include "c/slam/boolean_program.hpp"
#include "c/slam/procedures.hpp"

namespace hardbop::verify {

/// An abstraction that reaches no sink, its Boolean program, and what is true in that.
struct ProvedAbstraction {
  slam::Procedures& procedures;
  const slam::Abstraction& abstraction;
  const slam::BooleanProgram& program;
  const engine::Proof& proof;
};

/// Ranges of variables where the conditions of loops are evaluated, as expressions of C; of loops
/// of which nothing is known, none. Of a model that is so large that this would take long, none.
[[nodiscard]] std::vector<c::Waypoint> loop_invariants(const c::Program& program,
                                                       const c::Model& model);

/// What the proof says of loops, and ranges where no function calls itself.
[[nodiscard]] std::vector<c::Waypoint> loop_invariants(const ProvedAbstraction& proved,
                                                       smt::Solver& solver, std::uint32_t heap,
                                                       Budget& budget);

}  // namespace hardbop::verify
