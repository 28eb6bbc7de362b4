// SPDX-License-Identifier: MIT
// Which statements of a function its control flow can reach.
#pragma once

#include <set>
#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// From the function's entry, whatever its conditions are.
[[nodiscard]] inline std::set<StatementId> statements_reached(const Program& program,
                                                              const Function& function) {
  std::set<StatementId> reached;
  std::vector<StatementId> open{function.entry};
  while (!open.empty()) {
    const StatementId id = open.back();
    open.pop_back();
    if (id == none || !reached.insert(id).second) continue;
    open.push_back(program.statements[id].next);
    open.push_back(program.statements[id].otherwise);
  }
  return reached;
}

}  // namespace hardbop::c
