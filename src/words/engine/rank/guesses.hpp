// SPDX-License-Identifier: MIT
// Guesses of what gets less, and of what is always true: read off the comparisons of a program. A
// loop that ends because something gets less mostly compares it with something.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "words/engine/rank/ranking.hpp"

namespace hardbop::rank {

/// Two words that a program compares.
struct Compared {
  ExprId a = 0;
  ExprId b = 0;
  bool is_signed = false;
  bool is_equality = false;
  auto operator<=>(const Compared&) const = default;
};

/// Those in these expressions that are not too large, and neither about arrays nor about numbers of
/// IEEE 754.
[[nodiscard]] std::set<Compared> comparisons(const words::Expressions& expressions,
                                             const std::vector<ExprId>& roots);
/// Whether they are about variables alone, all of which are `usable`.
[[nodiscard]] bool is_about(const words::Expressions& expressions, const Compared& compared,
                            const std::function<bool(words::VariableId)>& is_usable);
/// What is compared on the way to a state, in terms of the variables there: of what was chosen on
/// the way, a variable may still know.
[[nodiscard]] std::set<Compared> in_terms_of(words::Expressions& expressions,
                                             const std::set<Compared>& compared,
                                             const Values& state);

/// Variables on which it depends whether these transitions can be gone again and again.
[[nodiscard]] std::set<words::VariableId> deciding_variables(
    Segments& segments, const std::vector<Transition>& transitions);

/// Words that may get less, the likeliest first: what is compared, the variables, and sums of few
/// of them. Each is to be used at all nodes.
[[nodiscard]] std::vector<ExprId> guess_words(Segments& segments,
                                              const std::set<Compared>& compared,
                                              const std::set<words::VariableId>& variables);

/// Conditions on two compared words.
[[nodiscard]] std::vector<ExprId> guess_conditions(words::Expressions& expressions,
                                                   const Compared& compared);

}  // namespace hardbop::rank
