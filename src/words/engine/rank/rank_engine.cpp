// SPDX-License-Identifier: MIT
#include "words/engine/rank/rank_engine.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/smt/smt_terms.hpp"
#include "words/analysis/liveness.hpp"
#include "words/engine/rank/invariants.hpp"
#include "words/engine/rank/ranking.hpp"

namespace hardbop::rank {

using smt::Satisfiable;
using words::Condition;
using words::Op;
using words::VariableId;

namespace {

constexpr std::size_t most_combinations = 20'000;  // of words of several procedures

class Prover {
 public:
  Prover(const words::Subject& subject, Guessing guessing, Budget& budget)
      : subject_(subject),
        budget_(budget),
        segments_(subject),
        e_(segments_.expressions()),
        questions_(segments_, budget),
        invariants_(questions_, guessing) {}

  Finding run() {
    budget_.enter("looking for invariants", "questions");
    if (!invariants_.find()) return {std::nullopt, budget_.reason(), {}, {}};
    budget_.enter("looking for ranks", "questions");
    Finding out;
    const bool is_proved = prove_sinks(out) && prove_loops(out) && prove_recursions(out);
    if (questions_.is_over()) return {std::nullopt, budget_.reason(), {}, {}};
    if (!is_proved) return out;
    add_invariants();
    out.proof = proof_;
    return out;
  }

  void report(Statistics& statistics) const {
    statistics.set("rank.questions", questions_.asked());
    statistics.set("rank.loops", std::uint64_t{proof_.loops.size()});
    statistics.set("rank.recursions", std::uint64_t{proof_.recursions.size()});
  }

 private:
  const words::Subject& subject_;
  Budget& budget_;
  Segments segments_;
  words::Expressions& e_;
  Questions questions_;
  Invariants invariants_;
  words::TerminationProof proof_;

  template <typename Visit>
  void for_each_segment(std::size_t procedure, const Visit& visit) {
    for (const BlockId cut : segments_.cuts(procedure))
      if (invariants_.is_reached(cut))
        for (const Segment& one : invariants_.from(cut)) visit(one);
  }

  bool prove_sinks(Finding& out) {
    for (std::size_t p = 0; p < subject_.procedures.size(); ++p)
      for_each_segment(p, [&](const Segment& one) {
        if (out.at || one.kind != Segment::Kind::Sink) return;
        if (questions_.check(invariants_.conditions(one)) == Satisfiable::No) return;
        out.at = one.to;
        out.reason = subject_.sinks.at(one.to);
      });
    return !out.at;
  }

  // Loops

  bool prove_loops(Finding& out) {
    for (std::size_t p = 0; p < subject_.procedures.size(); ++p)
      for (const std::vector<BlockId>& loop : segments_.loops(p)) {
        if (prove_loop(p, loop)) continue;
        out.at = loop.front();
        out.reason = "no rank was found for a loop";
        return false;
      }
    return true;
  }

  bool prove_loop(std::size_t procedure, const std::vector<BlockId>& loop) {
    const auto node = [&](BlockId cut) {
      return static_cast<std::size_t>(std::ranges::find(loop, cut) - loop.begin());
    };
    std::vector<Transition> transitions;
    for_each_segment(procedure, [&](const Segment& one) {
      const bool is_in = one.kind == Segment::Kind::Cut && node(one.from) < loop.size() &&
                         node(one.to) < loop.size();
      if (is_in)
        transitions.push_back({node(one.from),
                               node(one.to),
                               invariants_.conditions(one),
                               {},
                               one.after,
                               transitions.size()});
    });
    Guesses guesses;
    for (const ExprId word : guess_words(segments_, compared_in(transitions),
                                         deciding_variables(segments_, transitions)))
      guesses.words.emplace_back(loop.size(), word);
    add_splits(procedure, loop.size(), guesses);
    const auto ranks = find_ranks(loop.size(), transitions, guesses, questions_);
    if (!ranks) return false;
    for (std::size_t i = 0; i < loop.size(); ++i) proof_.loops[loop[i]] = to_ranks((*ranks)[i]);
    return true;
  }

  [[nodiscard]] std::set<Compared> compared_in(const std::vector<Transition>& transitions) const {
    std::vector<ExprId> roots;
    for (const Transition& one : transitions)
      roots.insert(roots.end(), one.conditions.begin(), one.conditions.end());
    return comparisons(e_, roots);
  }

  void add_splits(std::size_t procedure, std::size_t nodes, Guesses& guesses) {
    for (const Compared& one : invariants_.compared(procedure))
      for (const ExprId condition : guess_conditions(e_, one)) {
        guesses.splits.push_back(condition);
        const ExprId word = e_.extend(Op::ZeroExtend, condition, rank_width);
        guesses.words.emplace_back(nodes, word);
      }
  }

  // Recursion

  bool prove_recursions(Finding& out) {
    for (const std::vector<std::size_t>& recursion : segments_.recursions()) {
      if (prove_recursion(recursion)) continue;
      out.at = subject_.procedures[recursion.front()].entry;
      out.reason = "no rank was found for a recursion";
      out.recursion = recursion;
      return false;
    }
    return true;
  }

  bool prove_recursion(const std::vector<std::size_t>& recursion) {
    std::vector<Transition> transitions;
    for (std::size_t i = 0; i < recursion.size(); ++i)
      for_each_segment(recursion[i], [&](const Segment& one) {
        if (one.kind != Segment::Kind::Call) return;
        const auto to = std::ranges::find(recursion, subject_.call(one.to)->callee);
        if (to == recursion.end()) return;
        transitions.push_back({i, static_cast<std::size_t>(to - recursion.begin()),
                               invariants_.conditions(one), segments_.at_entry(one.from), one.after,
                               transitions.size()});
      });
    Guesses guesses;
    guesses.words = recursion_words(recursion, transitions);
    const auto ranks = find_ranks(recursion.size(), transitions, guesses, questions_);
    if (!ranks) return false;
    for (std::size_t i = 0; i < recursion.size(); ++i)
      proof_.recursions[recursion[i]] = to_ranks((*ranks)[i]);
    return true;
  }

  /// Words of each procedure's parameters and of globals; of several procedures, each with each.
  std::vector<std::vector<ExprId>> recursion_words(const std::vector<std::size_t>& recursion,
                                                   const std::vector<Transition>& transitions) {
    std::vector<std::vector<ExprId>> out{{}};
    for (const std::size_t p : recursion) {
      const std::vector<ExprId> words = words_at_entry(p, transitions);
      if (out.size() * words.size() > most_combinations) return {};
      std::vector<std::vector<ExprId>> longer;
      for (const std::vector<ExprId>& one : out)
        for (const ExprId word : words) {
          longer.push_back(one);
          longer.back().push_back(word);
        }
      out = std::move(longer);
    }
    return out;
  }

  std::vector<ExprId> words_at_entry(std::size_t procedure,
                                     const std::vector<Transition>& transitions) {
    const std::set<VariableId>& parameters = subject_.procedures[procedure].parameters;
    const auto is_known = [&](VariableId v) {
      return subject_.is_global[v] || parameters.contains(v);
    };
    std::set<VariableId> variables;
    for (const VariableId v : deciding_variables(segments_, transitions))
      if (is_known(v)) variables.insert(v);
    std::set<Compared> compared = compared_in(transitions);
    std::erase_if(compared, [&](const Compared& one) { return !is_about(e_, one, is_known); });
    std::vector<ExprId> out = guess_words(segments_, compared, variables);
    for (const Compared& one : compared)
      for (const ExprId condition : guess_conditions(e_, one))
        out.push_back(e_.extend(Op::ZeroExtend, condition, rank_width));
    return out;
  }

  // What others check

  Condition to_condition(ExprId id) {
    Condition out;
    out.variables = words::variables_of(e_, {id});
    out.body = smt::smt_term(
        e_, id, [](const words::Node& leaf) { return fmt::format("v{}", leaf.value); });
    return out;
  }

  std::vector<Condition> to_ranks(const std::vector<ExprId>& words) {
    std::vector<Condition> out;
    for (const ExprId word : words) out.push_back(to_condition(word));
    return out;
  }

  Condition to_invariant(bool is_reached, const std::vector<ExprId>& known) {
    if (!is_reached) return {{}, "false"};
    ExprId all = e_.truth(true);
    for (const ExprId one : known) all = e_.binary(Op::And, all, one);
    Condition out = to_condition(all);
    out.body = fmt::format("(= #b1 {})", out.body);
    return out;
  }

  void add_invariants() {
    for (std::size_t p = 0; p < subject_.procedures.size(); ++p) {
      for (const BlockId cut : segments_.cuts(p))
        proof_.invariants[cut] = to_invariant(invariants_.is_reached(cut), invariants_.at(cut));
      proof_.exits[p] = to_invariant(invariants_.is_left(p), invariants_.at_exit(p));
    }
  }
};

}  // namespace

Finding prove_termination(const words::Subject& subject, Budget& budget, Statistics& statistics) {
  Finding out;
  for (const Guessing guessing : {Guessing::Few, Guessing::Many}) {
    Prover prover(subject, guessing, budget);
    out = prover.run();
    prover.report(statistics);
    if (out.proof || budget.stopped() != StopReason::None) break;
  }
  return out;
}

}  // namespace hardbop::rank
