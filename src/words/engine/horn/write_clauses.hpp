// SPDX-License-Identifier: MIT
// Clauses as SMT-LIB, for solvers of Horn clauses. Predicates are called after their blocks, at0,
// at1, ..., and what is asked is whether `goal` follows.
#pragma once

#include <string>

#include "words/engine/horn/integers.hpp"

namespace hardbop::chc {

constexpr const char* goal_name = "goal";
[[nodiscard]] std::string predicate_name(const Predicate& predicate);

/// What is said of predicates beside the clauses.
struct Said {
  Conditions known;    // true, and said with the predicates
  Conditions guesses;  // the same, and what contradicts one leads to the goal
};

/// Declarations and clauses over integers.
[[nodiscard]] std::string integer_clauses(const words::Graph& graph,
                                          words::Expressions& expressions, const Clauses& clauses,
                                          const Signs& signs, Overflow overflow, const Said& said);

/// The same over bit-vectors and arrays, exactly.
[[nodiscard]] std::string word_clauses(const words::Graph& graph,
                                       const words::Expressions& expressions,
                                       const Clauses& clauses);

}  // namespace hardbop::chc
