// SPDX-License-Identifier: MIT
// A step of the Boolean program that no state of C can take: predicates are abstracted one by one,
// so that a step may well be possible for each of them, but not for all together. What was seen to
// be impossible is excluded from then on (the "constrain" of Das and Dill, in SLAM).
#pragma once

#include "slam/path.hpp"
#include "slam/predicates.hpp"
#include "slam/solver.hpp"
#include "util/budget.hpp"

namespace hardbop::slam {

/// Looks at the path's steps up to `last`; whether there was anything new to exclude.
bool exclude_steps(Procedures& procedures, const Predicates& predicates, const Path& path,
                   std::size_t last, Solver& solver, Budget& budget, Exclusions& exclusions);

}  // namespace hardbop::slam
