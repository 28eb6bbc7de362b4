// SPDX-License-Identifier: MIT
// Whether a condition on inputs can be true, by intervals of IEEE 754: the set of all inputs is a
// box, the condition is computed with intervals, and a box in which it may be true is cut in two.
//
// Circuits of products and quotients of numbers are hard for SAT solvers, and such a condition is
// mostly about how large a result can get. Every operation rounds correctly, so it is monotone: its
// results between the corners of a box are between the results at the corners, as they are rounded.
#pragma once

#include <vector>

#include "base/expression/expression.hpp"
#include "base/util/budget.hpp"

namespace hardbop::words {

/// A product, a quotient or a root of numbers.
[[nodiscard]] constexpr bool is_product_of_numbers(Op op) {
  return op == Op::FloatMultiply || op == Op::FloatDivide || op == Op::FloatSquareRoot;
}

/// Whether no inputs make the condition true. False where that is not known after so many
/// evaluations of a node, or the budget is spent.
[[nodiscard]] bool is_false_in_boxes(const Expressions& expressions, ExprId condition,
                                     std::uint64_t most, Budget& budget);

}  // namespace hardbop::words
