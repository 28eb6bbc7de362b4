// SPDX-License-Identifier: MIT
// Infinite words that repeat, and the truth of LTL formulas of them.
#pragma once

#include <vector>

#include "boolean/logic/formula.hpp"

namespace hardbop::temporal {

/// A run that repeats from `loop` on: by configuration, the truth of each atom of the formula.
struct Word {
  std::vector<std::vector<bool>> letters;
  std::size_t loop = 0;
};

/// The truth of an LTL formula of it.
[[nodiscard]] bool holds_on(const Word& word, const Formula& formula, NodeId root);

}  // namespace hardbop::temporal
