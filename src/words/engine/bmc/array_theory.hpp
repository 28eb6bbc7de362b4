// SPDX-License-Identifier: MIT
// Questions about words that stand for elements of arrays, put to Z3: it is told what they stand
// for, with the arrays as arrays.
#pragma once

#include <memory>
#include <vector>

#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "words/engine/bmc/array_terms.hpp"
#include "words/engine/bmc/completion.hpp"

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
  static constexpr std::size_t nothing = ~std::size_t{0};

  Terms& terms_;
  const Arrays& arrays_;
  Budget& budget_;
  ArrayTerms array_terms_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t questions_ = 0;
  std::vector<std::size_t> stands_for_;  // by input: which placeholder it is, or `nothing`
  std::size_t listed_ = 0;               // placeholders
  // Of the last question:
  std::vector<ExprId> words_;   // inputs
  std::vector<ExprId> inputs_;  // that are arrays

  void list_placeholders();
  /// With the definitions of all words that matter; empty if they are too large.
  [[nodiscard]] std::vector<ExprId> constraints(ExprId condition);
};

}  // namespace hardbop::bmc
