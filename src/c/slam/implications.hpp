// SPDX-License-Identifier: MIT
// Whether conditions imply another one, with the known savings: answers are cached, and the solver
// is not asked if a state seen before already shows that the answer is no. For that, every state
// that the solver found is kept, and for every condition the states in which it is true.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/expression/evaluator.hpp"
#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "c/slam/procedures.hpp"

namespace hardbop::slam {

class Implications {
 public:
  Implications(Procedures& procedures, smt::Solver& solver, Budget& budget)
      : procedures_(procedures),
        solver_(solver),
        budget_(budget),
        evaluator_(procedures.expressions()) {}

  /// Whether all premises together imply the conclusion, whatever values variables and inputs
  /// have; of arrays that are never assigned the values are known. False also where the solver does
  /// not know, with the effort that is usual or a part.
  [[nodiscard]] bool holds(std::vector<ExprId> premises, ExprId conclusion, unsigned part = 1);
  [[nodiscard]] std::uint64_t asked() const { return asked_; }
  [[nodiscard]] std::uint64_t solved() const { return solved_; }

 private:
  using Question = std::pair<std::vector<ExprId>, ExprId>;
  /// By state, whether a condition is true there; of as many states as there were then.
  struct Truth {
    std::vector<std::uint64_t> bits;
    std::size_t known = 0;
  };

  Procedures& procedures_;
  smt::Solver& solver_;
  Budget& budget_;
  std::map<Question, bool> answers_;
  words::Evaluator evaluator_;
  std::vector<words::Point> states_;  // the block does not matter
  std::unordered_map<ExprId, Truth> truths_;
  std::uint64_t asked_ = 0;
  std::uint64_t solved_ = 0;

  const std::vector<std::uint64_t>& truth(ExprId condition);
  [[nodiscard]] std::optional<bool> by_constants(const Question& question);
  [[nodiscard]] bool is_refuted(const Question& question);
  void keep_state(const std::vector<ExprId>& constraints);
};

}  // namespace hardbop::slam
