// SPDX-License-Identifier: MIT
// A labelled transition graph with a tableau beside it. The obligations are variables, and each
// step of the graph is also a step of the tableau. An endless run of the product that meets every
// until infinitely often is a run of the graph that violates the formula.
#pragma once

#include <functional>
#include <vector>

#include "boolean/temporal/tableau.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

/// What formulas are about.
struct Configurations {
  std::vector<bool> counts;  // by block: runs make a step of the formula's there
  /// A proposition's atom where a run arrives at a block: a word of width 1.
  std::function<ExprId(const temporal::Atom& atom, BlockId block)> atom;
};

/// Adds variables and inputs to the graph, behind those that it has. Conditions on the result: that
/// each is true again and again (lasso.hpp).
[[nodiscard]] std::vector<ExprId> add_tableau(Graph& graph, const temporal::Formula& formula,
                                              const temporal::Tableau& tableau,
                                              const Configurations& configurations);

/// The most obligations of which the sets are few enough to be ways.
constexpr std::size_t most_bits_of_ways = 6;

struct TableauWays {
  std::vector<ExprId> fairness;
  std::vector<BlockId> moved;  // by block: the one that does what it did
};

/// Likewise, but what is chosen is a way to go, for who follows paths: a block that counts becomes
/// one from which there is a way for each set of obligations, and all lead to a block that does
/// what it did. Not for tableaux of more bits than that.
[[nodiscard]] TableauWays add_tableau_ways(Graph& graph, const temporal::Formula& formula,
                                           const temporal::Tableau& tableau,
                                           const Configurations& configurations);

}  // namespace hardbop::words
