// SPDX-License-Identifier: MIT
// Guesses about a graph that was made of another one, and has variables for elements of its arrays
// (without_arrays.hpp): those that a run of the other one shows to be false are dropped, before
// anything is asked of a solver.
#pragma once

#include <vector>

#include "base/util/budget.hpp"
#include "words/analysis/guesses.hpp"

namespace hardbop::words {

/// What variables behind those of the original stand for.
struct StandIns {
  struct Twin {
    VariableId variable = 0;
    VariableId of = 0;  // whose values it has most often
  };
  struct Element {
    VariableId variable = 0;
    ArrayId array = 0;
    ExprId index = 0;  // in terms of other variables
  };
  std::vector<Twin> twins;        // may have any value
  std::vector<Element> elements;  // are what the array has there
};

/// Those that no random run of the original shows to be false. `expressions` are the guesses', and
/// have `variables` variables; a guess about one that is none of these is kept.
[[nodiscard]] std::vector<Guess> not_refuted(const Graph& original, const Expressions& expressions,
                                             std::size_t variables, const StandIns& stand_ins,
                                             std::vector<Guess> guesses, Budget& budget);

}  // namespace hardbop::words
