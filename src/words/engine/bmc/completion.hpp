// SPDX-License-Identifier: MIT
// Values of inputs that a solver found, made whole: each word that stands for an element gets the
// value that this element has. Then they are those of a run, whether or not the solver knew what
// the words stand for.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "words/engine/bmc/arrays.hpp"

namespace hardbop::bmc {

/// Values of the inputs of an unrolling.
struct InputValues {
  std::vector<std::uint64_t> words;  // by number
  std::unordered_map<BaseId, words::ArrayValue> arrays{};
};

struct CompleteValues {
  InputValues values;
  /// By element of an input, the placeholder that decided about it.
  std::map<std::pair<BaseId, std::uint64_t>, std::size_t> deciders;
};

/// What is found decides about arrays that it has; of others, the first word that stands for an
/// element.
[[nodiscard]] CompleteValues complete(const Terms& terms, const Arrays& arrays, InputValues found);

}  // namespace hardbop::bmc
