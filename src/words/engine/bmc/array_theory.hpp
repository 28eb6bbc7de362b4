// SPDX-License-Identifier: MIT
// Questions about words that stand for elements of arrays, put to Z3: it is told what they stand
// for, with the arrays as arrays.
#pragma once

#include <memory>

#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "words/engine/bmc/array_terms.hpp"
#include "words/engine/bmc/completion.hpp"
#include "words/engine/bmc/cone.hpp"

namespace hardbop::bmc {

class ArrayTheory {
 public:
  ArrayTheory(Terms& terms, const Arrays& arrays, Budget& budget)
      : terms_(terms), arrays_(arrays), budget_(budget), array_terms_(terms, arrays) {}

  /// Whether the condition can be true. Unknown also if there is no Z3, the question is too large,
  /// or the budget runs out.
  [[nodiscard]] smt::Satisfiable ask(ExprId condition);
  /// After Yes: values with which it is, not complete.
  [[nodiscard]] InputValues values();
  [[nodiscard]] std::uint64_t questions() const { return questions_; }

 private:
  Terms& terms_;
  const Arrays& arrays_;
  Budget& budget_;
  ArrayTerms array_terms_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t questions_ = 0;
  Cone cone_;  // of the last question
};

}  // namespace hardbop::bmc
