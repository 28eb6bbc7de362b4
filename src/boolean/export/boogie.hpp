// SPDX-License-Identifier: MIT
// A program in Boogie: an assertion of it can fail if and only if a run arrives at a target. Boogie
// looks at procedures one by one; Corral and `boogie /inline` at the whole program.
#pragma once

#include "boolean/export/problem.hpp"

namespace hardbop::exporting {

[[nodiscard]] std::string to_boogie(const Problem& problem);

}  // namespace hardbop::exporting
