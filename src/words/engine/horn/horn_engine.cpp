// SPDX-License-Identifier: MIT
// Spacer is asked twice: once about runs without overflow, for which invariants are simple, and
// once about words that wrap, for which they are right. Each has a slice of time, and slices grow.
// What was proved on the way is said to Spacer the next time.
#include "words/engine/horn/horn_engine.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/smt/horn_solver.hpp"
#include "base/smt/watch.hpp"
#include "base/util/processor_time.hpp"
#include "words/analysis/liveness.hpp"
#include "words/engine/horn/houdini.hpp"
#include "words/engine/horn/invariant_proof.hpp"
#include "words/engine/horn/range_guesses.hpp"
#include "words/engine/horn/to_words.hpp"
#include "words/engine/horn/write_clauses.hpp"

namespace hardbop::chc {

namespace {

using std::chrono::milliseconds;
using Answer = smt::HornAnswer;

constexpr milliseconds first_slice{4000};
/// A run that is longer is not looked for.
constexpr std::uint32_t most_rounds = 4096;

std::vector<bool> target_marks(const words::Subject& subject) {
  std::vector<bool> out(subject.graph.blocks.size());
  for (const auto& [block, text] : subject.sinks) out[block] = true;
  return out;
}

class HornSearch {
 public:
  HornSearch(const Question& question, Budget& budget, Statistics& statistics)
      : question_(question),
        subject_(question.subject),
        e_(question.expressions),
        budget_(budget),
        statistics_(statistics),
        is_target_(target_marks(subject_)),
        needed_(subject_, is_target_, Arrays::Unknown),
        signs_(find_signs(subject_.graph, question.is_signed)) {}

  Finding run() {
    budget_.enter("writing clauses", "clauses");
    clauses_ = make_clauses(subject_, e_, needed_, is_target_, budget_);
    if (!clauses_.problem.empty()) return {engine::Outcome::Unknown, clauses_.problem};
    known_.resize(clauses_.predicates.size());
    statistics_.set("horn.predicates", std::uint64_t{clauses_.predicates.size()});
    statistics_.set("horn.clauses", std::uint64_t{clauses_.clauses.size()});
    solver_ = smt::make_solver(e_);
    if (!solver_) return {engine::Outcome::Unknown, smt::why_no_solver()};
    Finding out = decide();
    out.hints = hints_of(known_);
    out.guesses = hints_of(said_);
    statistics_.set("horn.questions", questions_);
    statistics_.set("horn.hints", std::uint64_t{out.hints.size()});
    budget_.set_stage("");
    return out;
  }

 private:
  /// One way to ask Spacer.
  struct Attempt {
    Overflow overflow;
    milliseconds slice = first_slice;
    std::optional<std::string> outcome{};  // why it is not decided, once there was an answer
  };

  const Question& question_;
  const words::Subject& subject_;
  words::Expressions& e_;
  Budget& budget_;
  Statistics& statistics_;
  std::vector<bool> is_target_;
  Needed needed_;
  Signs signs_;
  Clauses clauses_;
  Conditions known_;  // by predicate; proved
  Conditions said_;   // by Spacer the last time
  std::unique_ptr<smt::Solver> solver_;
  double start_ = processor_seconds_of_thread();
  std::uint64_t questions_ = 0;
  std::uint32_t rounds_looked_at_ = 0;

  Finding decide() {
    if (auto proved = prove()) return *std::move(proved);  // where there is little to prove
    learn_ranges();
    if (auto proved = prove()) return *std::move(proved);
    if (take_suggestions())
      if (auto proved = prove()) return *std::move(proved);
    Attempt attempts[] = {{Overflow::Ends}, {Overflow::Wraps}};
    while (budget_.poll() == StopReason::None && !is_late()) {
      Attempt* next = nullptr;  // with the smallest slice of those that are not decided
      for (Attempt& one : attempts)
        if (!one.outcome && (next == nullptr || one.slice < next->slice)) next = &one;
      if (next == nullptr) break;
      if (auto found = ask(*next)) return *std::move(found);
      next->slice *= 4;
    }
    if (budget_.stopped() != StopReason::None) return {engine::Outcome::Unknown, budget_.reason()};
    return {engine::Outcome::Unknown, attempts[1].outcome.value_or("")};
  }

  [[nodiscard]] bool is_late() const {
    return question_.seconds && processor_seconds_of_thread() - start_ > *question_.seconds;
  }

  std::optional<Finding> ask(Attempt& attempt) {
    const bool wraps = attempt.overflow == Overflow::Wraps;
    budget_.set_stage(
        fmt::format("attempt {}, {} overflow", questions_ + 1, wraps ? "with" : "without"));
    if (take_suggestions())
      if (auto proved = prove()) return proved;
    const auto start = std::chrono::steady_clock::now();
    if (question_.seconds)
      attempt.slice =
          std::min(attempt.slice,
                   milliseconds(static_cast<int>(
                       1000 * (*question_.seconds - (processor_seconds_of_thread() - start_)))));
    const Answer answer = solve(attempt, Conditions(known_.size()), true);
    switch (answer.kind) {
      case Answer::Kind::Unknown:
        if (question_.effort || std::chrono::steady_clock::now() - start < attempt.slice)
          attempt.outcome = "Spacer gave up: " + answer.reason;
        return std::nullopt;
      case Answer::Kind::Solved:
        attempt.outcome = "the invariants that were found are not true of words that wrap";
        return learn(attempt, answer);
      case Answer::Kind::Derived: break;
    }
    attempt.outcome = "a run was found that the program does not have";
    return look_for_run(answer);
  }

  Answer solve(const Attempt& attempt, const Conditions& guesses, bool may_inline) {
    budget_.enter("guessing invariants");
    ++questions_;
    const std::string text =
        integer_clauses(subject_.graph, e_, clauses_, signs_, attempt.overflow, {known_, guesses});
    const std::unique_ptr<smt::HornSolver> spacer = smt::make_horn_solver();
    const unsigned effort = question_.effort.value_or(smt::unlimited_effort);
    const auto at_most = question_.effort ? std::nullopt : std::optional(attempt.slice);
    Answer out;
    (void)smt::work_within(
        budget_, [&] { out = spacer->solve(text, goal_name, may_inline, effort); },
        [&] { spacer->interrupt(); }, at_most);
    return out;
  }

  // Invariants

  /// Words that are far from the ends of their type do not wrap.
  void learn_ranges() {
    budget_.enter("proving ranges", "clauses");
    Conditions kept = Houdini(clauses_, e_, *solver_, budget_)
                          .keep(guess_ranges(subject_, e_, clauses_, budget_));
    if (budget_.stopped() != StopReason::None) return;
    known_ = std::move(kept);
    if (question_.tell) question_.tell(hints_of(known_));
  }

  /// Spacer says what is true at heads of loops. With that, it can easily say the same of places
  /// that it has inlined.
  std::optional<Finding> learn(const Attempt& attempt, const Answer& answer) {
    Conditions guesses(known_.size());
    add_guesses(answer, guesses);
    const Answer more = solve(attempt, guesses, false);
    if (more.kind == Answer::Kind::Solved) {
      add_guesses(more, guesses);
      for (std::size_t p = 0; p < guesses.size(); ++p)
        if (!more.solution.contains(predicate_name(clauses_.predicates[p])))
          guesses[p].push_back(e_.truth(false));
    }
    said_ = guesses;
    for (std::size_t p = 0; p < guesses.size(); ++p)
      guesses[p].insert(guesses[p].end(), known_[p].begin(), known_[p].end());
    budget_.enter("proving invariants", "clauses");
    Conditions kept = Houdini(clauses_, e_, *solver_, budget_).keep(std::move(guesses));
    if (budget_.stopped() != StopReason::None) return std::nullopt;
    known_ = std::move(kept);
    if (question_.tell) question_.tell(hints_of(known_));
    return prove();
  }

  /// Keeps what is true of the conditions that others suggest; whether there were some.
  bool take_suggestions() {
    if (!question_.suggestions) return false;
    Conditions guesses = known_;
    bool is_more = false;
    for (const Hint& hint : question_.suggestions()) {
      const auto at = clauses_.at.find(hint.block);
      if (at == clauses_.at.end() || !is_about(clauses_.predicates[at->second], hint)) continue;
      guesses[at->second].push_back(hint.condition);
      is_more = true;
    }
    if (!is_more) return false;
    budget_.enter("proving what others suggest", "clauses");
    Conditions kept = Houdini(clauses_, e_, *solver_, budget_).keep(std::move(guesses));
    if (budget_.stopped() == StopReason::None) known_ = std::move(kept);
    return budget_.stopped() == StopReason::None;
  }

  /// Whether the predicate is about all variables of the condition.
  [[nodiscard]] bool is_about(const Predicate& predicate, const Hint& hint) const {
    return std::ranges::all_of(hint.variables, [&](VariableId v) {
      const ExprId leaf = e_.variable(v, subject_.graph.variables[v].width);
      return std::ranges::find(predicate.arguments, leaf) != predicate.arguments.end();
    });
  }

  void add_guesses(const Answer& answer, Conditions& guesses) {
    for (std::size_t p = 0; p < guesses.size(); ++p) {
      const auto found = answer.solution.find(predicate_name(clauses_.predicates[p]));
      if (found == answer.solution.end()) continue;
      for (const ExprId one : candidates(answer.formulas, found->second, clauses_.predicates[p],
                                         subject_.graph, e_, signs_))
        if (std::ranges::find(guesses[p], one) == guesses[p].end()) guesses[p].push_back(one);
    }
  }

  /// What is known as a proof, if it is enough.
  std::optional<Finding> prove() {
    budget_.enter("proving invariants");
    Houdini houdini(clauses_, e_, *solver_, budget_);
    if (!houdini.excludes_targets(known_)) return std::nullopt;
    Finding out{engine::Outcome::Unreachable};
    out.proof = invariant_proof(subject_, e_, needed_, clauses_, houdini.needed_part(known_));
    if (!is_accepted(*out.proof)) return std::nullopt;
    return out;
  }

  /// The obligations that a certificate would have are the last word.
  /// Interruptions do not reach Z3 where it reads scripts: so it gets limits that grow, and ours
  /// are looked at between two of them.
  [[nodiscard]] bool is_unsatisfiable(smt::ScriptRunner& runner, std::string assertions) {
    for (unsigned limit = 100; budget_.poll() == StopReason::None; limit *= 2) {
      const std::string answer =
          runner.run(fmt::format("{}\n(set-option :timeout {})\n(check-sat)\n", assertions, limit));
      if (answer == "unsat\n") return true;
      if (answer != "unknown\n" && answer != "timeout\n") return false;
      assertions.clear();
    }
    return false;
  }

  [[nodiscard]] bool is_accepted(const words::Proof& proof) {
    budget_.enter("checking obligations");
    const std::string script = words::write_proof({}, subject_, proof);
    const std::unique_ptr<smt::ScriptRunner> runner = smt::make_script_runner();
    constexpr std::string_view question = "\n(check-sat)";
    std::size_t count = 0;
    std::size_t at = 0;
    for (std::size_t found = script.find(question); found != std::string::npos; ++count) {
      if (!is_unsatisfiable(*runner, script.substr(at, found - at))) return false;
      at = found + question.size();
      found = script.find(question, at);
    }
    return count == certify::claimed_count(script);
  }

  [[nodiscard]] std::vector<Hint> hints_of(const Conditions& conditions) const {
    std::vector<Hint> out;
    for (std::size_t p = 0; p < conditions.size(); ++p)
      for (const ExprId condition : conditions[p]) {
        Hint hint{clauses_.predicates[p].block, {}, condition};
        bool is_of_now = true;
        for (const VariableId v : words::variables_of(e_, {condition})) {
          is_of_now = is_of_now && v < subject_.graph.variables.size();
          hint.variables.push_back(v);
        }
        if (is_of_now) out.push_back(std::move(hint));
      }
    return out;
  }

  // Runs

  /// With as many rounds as there are facts about one place.
  std::optional<Finding> look_for_run(const Answer& answer) {
    std::uint32_t rounds = 1;
    for (const auto& [name, count] : answer.facts) rounds = std::max(rounds, count);
    if (rounds > most_rounds || rounds <= rounds_looked_at_) return std::nullopt;
    rounds_looked_at_ = rounds;
    if (!question_.look_for_run(rounds)) return std::nullopt;
    return Finding{engine::Outcome::Reached};
  }
};

}  // namespace

Finding run_horn(const Question& question, Budget& budget, Statistics& statistics) {
  return HornSearch(question, budget, statistics).run();
}

}  // namespace hardbop::chc
