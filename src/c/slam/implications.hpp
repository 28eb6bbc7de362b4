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
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/expression/evaluator.hpp"
#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "c/slam/known_answers.hpp"
#include "c/slam/procedures.hpp"

namespace hardbop::slam {

/// What it depends on whether the solver gives up.
enum class Asking : std::uint8_t {
  InTurn,  // on all that it was asked before: one solver is asked everything, which is the fastest
  Alone,   // on the question: a new solver is asked, with less effort
};

class Implications {
 public:
  /// `known` is what earlier runs found out, and gets what is found out now.
  Implications(Procedures& procedures, smt::Solver& solver, Budget& budget,
               KnownAnswers* known = nullptr, Asking asking = Asking::InTurn);

  /// Whether all premises together imply the conclusion, whatever values variables and inputs
  /// have; of arrays that are never assigned the values are known. False also where the solver does
  /// not know.
  [[nodiscard]] bool holds(const std::vector<ExprId>& premises, ExprId conclusion);
  /// The same of a premise and a literal.
  [[nodiscard]] bool holds(ExprId premise, ExprId literal, ExprId conclusion);
  /// What is said after the budget is spent may be less than what is true.
  [[nodiscard]] bool is_cut_off() const { return budget_.stopped() != StopReason::None; }
  /// From here on, what is impossible is not concluded from questions before this.
  void begin();
  /// All answers, as if nothing had been asked yet.
  void forget();
  [[nodiscard]] std::uint64_t asked() const { return asked_; }
  [[nodiscard]] std::uint64_t solved() const { return solved_; }

 private:
  using Constraints = std::vector<ExprId>;  // ascending
  struct Hash {
    std::size_t operator()(const Constraints& constraints) const;
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
  Asking asking_;
  std::unique_ptr<smt::Solver> last_;                           // that was asked alone
  std::unordered_map<Constraints, bool, Hash> answers_;         // whether they are impossible
  std::unordered_map<Constraints, bool, Hash> simple_;          // by premise, literal, conclusion
  std::unordered_map<ExprId, std::vector<Constraints>> cores_;  // by the highest
  std::unordered_map<ExprId, std::vector<ExprId>> leaves_;
  words::Evaluator evaluator_;
  std::vector<words::Point> states_;  // the block does not matter
  std::unordered_map<ExprId, Truth> truths_;
  std::uint64_t asked_ = 0;
  std::uint64_t solved_ = 0;

  [[nodiscard]] bool is_impossible(const Constraints& constraints);
  [[nodiscard]] bool is_part_impossible(const Constraints& constraints);
  [[nodiscard]] bool find_impossible(const Constraints& constraints);
  [[nodiscard]] std::vector<Constraints> parts(const Constraints& constraints);
  [[nodiscard]] const std::vector<ExprId>& leaves(ExprId id);
  [[nodiscard]] bool has_core(const Constraints& constraints) const;
  [[nodiscard]] std::optional<bool> by_constants(const Constraints& constraints);
  [[nodiscard]] bool is_refuted(const Constraints& constraints);
  const std::vector<std::uint64_t>& truth(ExprId condition);
  [[nodiscard]] bool ask_impossible(const Constraints& constraints);
  [[nodiscard]] KnownAnswers::Answer solve(const QuestionForm& form);
  [[nodiscard]] KnownAnswers::Answer solve(smt::Solver& solver, const QuestionForm& form) const;
  void add_value(smt::Solver& solver, ExprId leaf, std::vector<std::uint64_t>& numbers) const;
  void learn(const QuestionForm& form, const KnownAnswers::Answer& answer);
  void keep_state(const std::vector<ExprId>& leaves, const std::vector<std::uint64_t>& numbers);
};

}  // namespace hardbop::slam
