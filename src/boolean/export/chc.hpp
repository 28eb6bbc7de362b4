// SPDX-License-Identifier: MIT
// A program as constrained Horn clauses in SMT-LIB (logic HORN), as Z3's Spacer, Eldarica and Golem
// read them: `sat`, a solution exists, if no run arrives at a target; `unsat` if one does.
#pragma once

#include "boolean/export/problem.hpp"

namespace hardbop::exporting {

[[nodiscard]] std::string to_chc(const Problem& problem);

}  // namespace hardbop::exporting
