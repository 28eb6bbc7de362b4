// SPDX-License-Identifier: MIT
#include "words/engine/bmc/houdini.hpp"

#include <map>
#include <optional>

#include "base/expression/evaluator.hpp"
#include "words/engine/bmc/questions.hpp"
#include "words/engine/bmc/run.hpp"
#include "words/engine/bmc/unroll.hpp"
#include "words/engine/houdini.hpp"
#include "words/transform/induction.hpp"

namespace hardbop::bmc {

namespace {

using words::Guess;

/// How long a question about all guesses is tried, and one about a single guess.
constexpr int effort_for_all = 500;
constexpr int effort_for_one = 1000;

/// Two variables that no run changes say of each guess whether it is taken for true at the start,
/// and whether it is asked for: one unrolling serves all questions.
class Houdini {
 public:
  Houdini(const words::Graph& graph, const std::vector<BlockId>& heads, std::vector<Guess> guesses,
          Budget& budget, int effort)
      : graph_(graph),
        guesses_(std::move(guesses)),
        is_kept_(guesses_.size(), true),
        first_switch_(static_cast<words::VariableId>(graph.variables.size())),
        budget_(budget),
        effort_(effort) {
    for (const BlockId head : heads)
      claim_.invariants[head] = claim_.asked[head] = graph_.expressions.truth(true);
    for (const Guess& guess : guesses_) {
      add_switched(guess, claim_.invariants);
      add_switched(guess, claim_.asked);
    }
  }

  Kept run() {
    Kept out;
    out.are_inductive = drop_broken(words::base_case(graph_, claim_)) &&
                        drop_broken(words::step_case(graph_, claim_));
    out.guesses = words::kept_of(guesses_, is_kept_);
    for (const std::size_t i : given_up_) out.given_up.push_back(guesses_[i]);
    return out;
  }

 private:
  words::Graph graph_;
  std::vector<Guess> guesses_;
  std::vector<bool> is_kept_;  // by guess
  words::VariableId first_switch_;
  Budget& budget_;
  int effort_;
  words::InductiveClaim claim_;
  std::vector<std::size_t> given_up_;

  void add_switched(const Guess& guess, std::map<BlockId, ExprId>& conditions) {
    const auto number = static_cast<words::VariableId>(graph_.variables.size());
    graph_.variables.push_back({"", 1, std::nullopt});
    words::Expressions& expressions = graph_.expressions;
    const ExprId is_off = expressions.unary(words::Op::Not, expressions.variable(number, 1));
    ExprId& all = conditions.at(guess.block);
    all = expressions.binary(words::Op::And, all,
                             expressions.binary(words::Op::Or, is_off, guess.condition));
  }

  /// A case, unrolled, with all that questions about it need.
  struct Opened {
    const words::InductiveCase& question;
    Program program;
    std::vector<bool> is_target;
    Unrolling unrolling;
    Value broken;
  };

  /// Whether nothing is broken any more; else something got too large.
  bool drop_broken(const words::InductiveCase& question) {
    budget_.enter("proving guesses");
    Questions questions({}, budget_);
    Opened opened{question,
                  whole_graph(question.graph),
                  std::vector<bool>(question.graph.blocks.size()),
                  {},
                  no};
    opened.is_target[question.broken] = true;
    Unroller unroller(opened.program, opened.is_target, questions.terms(), questions.arrays());
    opened.unrolling = unroller.run(first_depths(opened.program), budget_);
    const Unrolling& unrolling = opened.unrolling;
    if (budget_.stopped() != StopReason::None || unrolling.is_too_large || !unrolling.cuts.empty())
      return false;
    for (const std::uint32_t i : unrolling.reached)
      opened.broken =
          questions.terms().disjunction(opened.broken, unrolling.instances[i].condition);
    return drop_all(opened, questions);
  }

  /// Again and again, as what was dropped may have been a reason for what was kept.
  bool drop_all(const Opened& opened, Questions& questions) {
    words::Evaluator values(graph_.expressions);
    words::Point arrival;  // where a run that was found arrives at a head
    const auto ask = [&](words::Part part) {
      const auto found =
          questions.ask_assuming(opened.broken, switches(questions.terms(), part),
                                 effort_ * (part.is_one() ? effort_for_one : effort_for_all));
      if (found == sat::Satisfiable::Unknown && part.is_one() &&
          budget_.stopped() == StopReason::None)
        given_up_.push_back(part.begin);
      if (found != sat::Satisfiable::Yes) return found;
      const auto run = make_run(opened.program, opened.is_target, opened.unrolling,
                                questions.terms(), questions.arrays(), questions.values());
      if (!run) return sat::Satisfiable::Unknown;
      arrival = (*run)[run->size() - 2];
      values.enter(arrival.variables, {});
      values.enter_arrays(arrival.arrays, {});
      return found;
    };
    const auto is_false = [&](std::size_t i) {
      return guesses_[i].block == opened.question.heads.at(arrival.block) &&
             values.value(guesses_[i].condition) == 0;
    };
    const auto is_over = [&] { return budget_.stopped() != StopReason::None; };
    while (!words::drop_false(is_kept_, words::CandidateQuestions{ask, is_false, is_over}))
      if (is_over()) return false;
    return true;
  }

  /// What is kept is taken for true; what is kept of the part is asked for.
  [[nodiscard]] std::vector<Value> switches(Terms& terms, words::Part part) const {
    std::vector<Value> out;
    const auto turn = [&](std::size_t which, bool is_on) {
      const auto variable = first_switch_ + static_cast<words::VariableId>(which);
      const Value input = terms.input(Unroller::start_name(variable), 1);
      out.push_back(is_on ? input : terms.negation(input));
    };
    for (std::size_t i = 0; i < guesses_.size(); ++i) {
      turn(2 * i, is_kept_[i]);
      turn(2 * i + 1, part.contains(i) && is_kept_[i]);
    }
    return out;
  }
};

}  // namespace

Kept keep_inductive(const words::Graph& graph, const std::vector<words::BlockId>& heads,
                    std::vector<Guess> guesses, Budget& budget, int effort) {
  return Houdini(graph, heads, std::move(guesses), budget, effort).run();
}

}  // namespace hardbop::bmc
