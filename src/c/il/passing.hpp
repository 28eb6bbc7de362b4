// SPDX-License-Identifier: MIT
// Whether a call passes numbers as its function takes them.
#pragma once

#include <algorithm>

#include "c/il/il.hpp"

namespace hardbop::c {

/// Machines pass floats and doubles elsewhere than other words: where types differ, nobody knows
/// what a function gets. True where no argument or result is one.
[[nodiscard]] inline bool passes_floats_alike(const Program& program, const Statement& call,
                                              const Function& function) {
  const auto is_alike = [](Type a, Type b) {
    return a.is_float == b.is_float && (!a.is_float || a.bits == b.bits);
  };
  const std::size_t given = call.values.size() - (call.callee.is_none() ? 1 : 0);
  for (std::size_t k = 0; k < std::min(given, function.parameters.size()); ++k)
    if (!is_alike(program.exprs[call.values[k]].type, function.parameters[k].type)) return false;
  for (std::size_t k = 0; k < std::min(call.places.size(), function.results.size()); ++k)
    if (!is_alike(call.places[k].type, function.results[k])) return false;
  return true;
}

}  // namespace hardbop::c
