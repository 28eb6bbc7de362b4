// SPDX-License-Identifier: MIT
// A program without recursion in Promela, for SPIN: one process, whose targets are failing
// assertions. Claims of linear time can name:
//
//   g_x       the global x, by the rules of names.hpp
//   l2_x      the local x of procedure 2 (counted from 0), while that procedure is active
//   pc        the vertex at which the run is
//   at_2_L    pc is at label L of procedure 2
//   starting  a value of pc: before the first values are chosen
//   ended     a value of pc: after the end
//   dropped   a value of pc: after a step that the program does not have; such a run is not one of
//             the program's runs
//
// A step of the program changes all of these at once. With a formula, the model ends with a claim.
#pragma once

#include "boolean/export/problem.hpp"
#include "boolean/logic/formula.hpp"

namespace hardbop::exporting {

/// There must be no recursive call. `claim`: a formula without X that all runs should satisfy, or
/// null.
[[nodiscard]] std::string to_promela(const Problem& problem, const temporal::Formula* claim);

[[nodiscard]] bool has_next(const temporal::Formula& formula);

}  // namespace hardbop::exporting
