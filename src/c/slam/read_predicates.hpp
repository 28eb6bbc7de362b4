// SPDX-License-Identifier: MIT
// Reads predicates: one per line, in C's syntax, `x == 5`, or `f: x < y + 1` with the variables of
// the function f. See names.hpp for the names of variables. Comments start with // or, if no name
// continues there, with #.
#pragma once

#include <vector>

#include "base/util/diagnostic.hpp"
#include "c/slam/procedures.hpp"

namespace hardbop::slam {

/// Those without errors, which go to `diagnostics`.
[[nodiscard]] std::vector<ExprId> read_predicates(const SourceFile& file, Procedures& procedures,
                                                  Diagnostics& diagnostics);

}  // namespace hardbop::slam
