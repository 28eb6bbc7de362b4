// SPDX-License-Identifier: MIT
// Whether conditions imply another one. Rounds ask the same again and again, or nearly the same, so
// the solver is the last to be asked:
//
// - answers are kept, and each part of a question that shares no variable with the rest is a
//   question of its own, which does not change when predicates about something else are found;
// - constraints that are impossible together are kept: with more constraints they still are;
// - a state that the solver found is kept, and for every condition the states in which it is true:
//   one such state shows that an implication does not hold;
// - answers of earlier runs may be known (known_answers).
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/expression/evaluator.hpp"
#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "c/slam/known_answers.hpp"
#include "c/slam/procedures.hpp"

namespace hardbop::slam {

class Implications {
 public:
  /// `known` is what earlier runs found out, and gets what is found out now.
  Implications(Procedures& procedures, smt::Solver& solver, Budget& budget,
               KnownAnswers* known = nullptr);

  /// Whether all premises together imply the conclusion, whatever values variables and inputs
  /// have; of arrays that are never assigned the values are known. False also where the solver does
  /// not know, with the effort that is usual or a part.
  [[nodiscard]] bool holds(const std::vector<ExprId>& premises, ExprId conclusion,
                           unsigned part = 1);
  /// The same of a premise and a literal.
  [[nodiscard]] bool holds(ExprId premise, ExprId literal, ExprId conclusion);
  /// What is said after the budget is spent may be less than what is true.
  [[nodiscard]] bool is_cut_off() const { return budget_.stopped() != StopReason::None; }
  /// All answers, as if nothing had been asked yet.
  void forget();
  [[nodiscard]] std::uint64_t asked() const { return asked_; }
  [[nodiscard]] std::uint64_t solved() const { return solved_; }

 private:
  using Constraints = std::vector<ExprId>;  // ascending
  struct Hash {
    std::size_t operator()(const Constraints& constraints) const;
  };
  /// Whether constraints can be true together. If that is not known, more effort may tell.
  struct Reply {
    smt::Satisfiable possible = smt::Satisfiable::Unknown;
    unsigned part = 1;  // of the usual effort, with which it was asked
  };
  /// By state, whether a condition is true there; of as many states as there were then.
  struct Truth {
    std::vector<std::uint64_t> bits;
    std::size_t known = 0;
  };

  Procedures& procedures_;
  smt::Solver& solver_;
  Budget& budget_;
  KnownAnswers* known_;
  std::unordered_map<Constraints, Reply, Hash> answers_;
  std::unordered_map<Constraints, bool, Hash> simple_;          // by premise, literal, conclusion
  std::unordered_map<ExprId, std::vector<Constraints>> cores_;  // by the highest
  std::unordered_map<ExprId, std::vector<ExprId>> leaves_;
  words::Evaluator evaluator_;
  std::vector<words::Point> states_;  // the block does not matter
  std::unordered_map<ExprId, Truth> truths_;
  std::uint64_t asked_ = 0;
  std::uint64_t solved_ = 0;

  [[nodiscard]] const Reply* known(const Constraints& constraints, unsigned part) const;
  [[nodiscard]] bool is_impossible(const Constraints& constraints, unsigned part);
  [[nodiscard]] smt::Satisfiable is_part_possible(const Constraints& constraints, unsigned part);
  [[nodiscard]] smt::Satisfiable find_possible(const Constraints& constraints, unsigned part);
  [[nodiscard]] std::vector<Constraints> parts(const Constraints& constraints);
  [[nodiscard]] const std::vector<ExprId>& leaves(ExprId id);
  [[nodiscard]] bool has_core(const Constraints& constraints) const;
  [[nodiscard]] std::optional<bool> by_constants(const Constraints& constraints);
  [[nodiscard]] bool is_refuted(const Constraints& constraints);
  const std::vector<std::uint64_t>& truth(ExprId condition);
  [[nodiscard]] smt::Satisfiable ask(const Constraints& constraints, unsigned part);
  [[nodiscard]] KnownAnswers::Answer solve(const QuestionForm& form, unsigned effort);
  void add_value(ExprId leaf, std::vector<std::uint64_t>& numbers);
  void learn(const QuestionForm& form, const KnownAnswers::Answer& answer);
  void keep_state(const std::vector<ExprId>& leaves, const std::vector<std::uint64_t>& numbers);
};

}  // namespace hardbop::slam
