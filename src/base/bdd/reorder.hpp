// SPDX-License-Identifier: MIT
// Changing the order of the variables under live diagrams. Handles keep their meaning:
// a node is rewritten in place and stays the same function.
#pragma once

#include <vector>

#include "base/bdd/options.hpp"
#include "base/bdd/types.hpp"

namespace hardbop::bdd {

class Kernel;

struct ReorderResult {
  std::size_t nodes_before = 0;
  std::size_t nodes_after = 0;
  std::size_t swaps = 0;
  double seconds = 0;
  bool complete = true;  // false where a limit ended it early
};

/// Rudell's sifting over groups and ungrouped variables.
ReorderResult sift(Kernel& kernel, const Sifting& options);

/// Makes this the order; it must name every variable once.
ReorderResult set_order(Kernel& kernel, const std::vector<Var>& vars);

}  // namespace hardbop::bdd
