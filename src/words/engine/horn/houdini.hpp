// SPDX-License-Identifier: MIT
// Which of many guesses are true (words/engine/houdini.hpp): those that some clause does not keep
// are dropped, until all that is left follows from itself. All over words, as the machine computes.
#pragma once

#include <memory>
#include <optional>

#include "base/smt/solver.hpp"
#include "words/engine/horn/clauses.hpp"

namespace hardbop::chc {

class Houdini {
 public:
  /// The solver is one of the expressions.
  Houdini(const Clauses& clauses, words::Expressions& expressions, smt::Solver& solver,
          Budget& budget)
      : clauses_(clauses), expressions_(expressions), solver_(solver), budget_(budget) {}

  /// The largest part of the guesses that is inductive, as far as the solver can say. Nothing where
  /// the budget runs out.
  [[nodiscard]] Conditions keep(Conditions guesses);
  /// Of inductive conditions that exclude targets, a part that does, too.
  [[nodiscard]] Conditions needed_part(const Conditions& known);
  /// Whether no clause concludes that a target is reached, where these conditions are true.
  [[nodiscard]] bool excludes_targets(const Conditions& known);

 private:
  const Clauses& clauses_;
  words::Expressions& expressions_;
  smt::Solver& solver_;
  Budget& budget_;

  [[nodiscard]] std::vector<ExprId> assumptions(const Clause& clause, const Conditions& known);
  /// Which conditions an inference needs; nothing where the solver cannot say.
  struct Need {
    std::size_t predicate = 0;
    ExprId condition = 0;
  };
  [[nodiscard]] std::optional<std::vector<Need>> needs(const Clause& clause,
                                                       std::optional<ExprId> conclusion,
                                                       const Conditions& known);
  bool drop_unkept(const Clause& clause, Conditions& known);
};

}  // namespace hardbop::chc
