// SPDX-License-Identifier: MIT
// Executes a path with given values: the run that it is.
#pragma once

#include <variant>
#include <vector>

#include "base/expression/evaluator.hpp"
#include "c/slam/path.hpp"

namespace hardbop::slam {

/// Of a word or of an array.
using Value = std::variant<std::uint64_t, words::ArrayValue>;

/// What is arbitrary on a path, and what it is.
struct Choices {
  /// A variable before anything is assigned to it; of one that is everybody's, whose does not
  /// matter.
  struct First {
    std::size_t activation = 0;
    VariableId variable = 0;
    Value value;
  };
  struct Chosen {
    std::size_t step = 0;
    ExprId input = 0;
    Value value;
  };
  std::vector<First> first;
  std::vector<Chosen> inputs;
};

/// Guards are not looked at. The last point is where the path ends.
[[nodiscard]] words::Run execute(const Procedures& procedures, const Path& path,
                                 const Choices& choices);

/// Whether a condition is true at a point of a run.
[[nodiscard]] bool is_true(words::Evaluator& evaluator, ExprId condition,
                           const words::Point& point);

}  // namespace hardbop::slam
