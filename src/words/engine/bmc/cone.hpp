// SPDX-License-Identifier: MIT
// What a question depends on, through words that stand for elements of arrays as well.
#pragma once

#include <functional>
#include <vector>

#include "words/engine/bmc/arrays.hpp"

namespace hardbop::bmc {

struct Cone {
  std::vector<ExprId> constraints;          // the question, then definitions
  std::vector<std::size_t> placeholders{};  // by their places among all
  std::vector<ExprId> words{};              // inputs
  std::vector<ExprId> arrays{};             // inputs
  std::size_t size = 0;                     // expressions
};

/// Conditions that are true of a placeholder; none where it may be anything.
using Define = std::function<std::vector<ExprId>(std::size_t placeholder)>;

/// Stops when it is larger than `most`.
[[nodiscard]] Cone cone_of(ExprId question, const Terms& terms, const Arrays& arrays,
                           const Define& define, std::size_t most);

}  // namespace hardbop::bmc
