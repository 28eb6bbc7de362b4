// SPDX-License-Identifier: MIT
// A program in Remopla, the language of the model checker Moped [schwoon02], recursion included:
// label ERROR is reachable if and only if a run arrives at a target.
#pragma once

#include "boolean/export/problem.hpp"

namespace hardbop::exporting {

[[nodiscard]] std::string to_moped(const Problem& problem);

}  // namespace hardbop::exporting
