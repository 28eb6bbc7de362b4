// SPDX-License-Identifier: MIT
// Executes a path symbolically, as SLAM's Newton does: can the C program go this way?
#pragma once

#include <vector>

#include "slam/path.hpp"
#include "slam/solver.hpp"

namespace hardbop::slam {

struct Simulation {
  Satisfiable feasible = Satisfiable::Unknown;
  /// Of Yes: a run that goes this way; of its last point nothing but the block matters.
  ltg::Run run;
  /// Of No: steps whose guards cannot all be passed, ascending.
  std::vector<std::size_t> core;
};

[[nodiscard]] Simulation simulate(Procedures& procedures, const Path& path, Solver& solver);

}  // namespace hardbop::slam
