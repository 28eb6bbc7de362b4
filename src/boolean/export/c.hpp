// SPDX-License-Identifier: MIT
// A program in C, by the conventions of the competition on software verification (SV-COMP): a
// run that arrives at a target calls reach_error, one that the program does not have aborts.
#pragma once

#include "boolean/export/problem.hpp"

namespace hardbop::exporting {

[[nodiscard]] std::string to_c(const Problem& problem);

}  // namespace hardbop::exporting
