// SPDX-License-Identifier: MIT
// Formulas over integers, as Spacer finds them, as conditions on words.
//
// Sums are computed in words that are wide enough for every value they can have, each variable
// extended by its own sign; so a condition says of words exactly what the formula says of integers.
// Where no word is wide enough, sums wrap. An equation is also tried in the width of its variables:
// where sums of the program wrap, it may be true in that form alone. Conditions are guesses, which
// have to be proved.
#pragma once

#include <vector>

#include "base/smt/horn_solver.hpp"
#include "words/engine/horn/integers.hpp"

namespace hardbop::chc {

/// Conditions on a predicate's arguments that may be true of it, from a formula about these.
[[nodiscard]] std::vector<ExprId> candidates(const smt::IntegerFormulas& formulas,
                                             std::uint32_t root, const Predicate& predicate,
                                             const words::Graph& graph,
                                             words::Expressions& expressions, const Signs& signs);

}  // namespace hardbop::chc
