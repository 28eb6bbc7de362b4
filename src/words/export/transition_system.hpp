// SPDX-License-Identifier: MIT
// A graph as one transition relation, as model checkers of hardware read it: variables, what each
// of them is after a step, and which states are bad. The place of a run is a variable, too. Inputs
// of different blocks share an input, as only one block is executed at a time.
//
// A step for which no guard is true changes nothing, so that every state has a next one. The inputs
// are arbitrary again then: no state is reachable that was not.
#pragma once

#include <string>
#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::words {

/// A question: can a run arrive at one of these blocks?
struct Goal {
  std::string name;
  std::vector<BlockId> blocks;
};

struct TransitionSystem {
  struct Bad {
    std::string name;
    ExprId condition = 0;  // on variables
  };
  Expressions expressions;
  std::vector<Variable> variables;  // the place comes first
  std::vector<Width> inputs;
  std::vector<ExprId> next;  // by variable, over variables and inputs
  std::vector<Bad> bad;      // by goal
};

/// Of a graph without arrays. What no goal depends on is left out.
[[nodiscard]] TransitionSystem transition_system(const Graph& graph,
                                                 const std::vector<Goal>& goals);

/// The same, but every variable is zero at first. An input takes the place of an arbitrary first
/// value, and a further variable says whether there was a step.
[[nodiscard]] TransitionSystem starting_at_zero(TransitionSystem system);

/// A name without blanks, which end the names that other tools read.
[[nodiscard]] std::string symbol_text(const std::string& name);

}  // namespace hardbop::words
