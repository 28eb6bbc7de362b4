// SPDX-License-Identifier: MIT
// Where the paths of a program are cut, see clauses.hpp.
#pragma once

#include <vector>

#include "words/engine/horn/needed.hpp"

namespace hardbop::chc {

struct Cuts {
  std::vector<bool> is_cut;      // by block
  std::vector<bool> is_reached;  // by block: along edges and calls from where the program starts
};

[[nodiscard]] Cuts find_cuts(const words::Subject& subject, Needed& needed);

/// Whether an input occurs in an expression.
[[nodiscard]] bool has_inputs(const words::Expressions& expressions, ExprId id);

}  // namespace hardbop::chc
