// SPDX-License-Identifier: MIT
#include "c/verify/horn_engine.hpp"

#include <set>

#include "base/smt/solver.hpp"
#include "c/slam/proof.hpp"
#include "c/verify/bmc_engine.hpp"
#include "c/verify/board.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/signs.hpp"
#include "c/verify/watched_arrays.hpp"
#include "words/analysis/liveness.hpp"
#include "words/engine/horn/horn_engine.hpp"

namespace hardbop::verify {

namespace {

class HornCheck {
 public:
  HornCheck(const Task& task, slam::Procedures& procedures, Budget& budget)
      : task_(task),
        procedures_(procedures),
        budget_(budget),
        subject_(slam::proof_subject(procedures)) {
    for (const c::Sink& sink : procedures.model().sinks)
      if (sink.kind == c::Sink::Kind::Error && task.known.contains(place_of(sink.at)))
        subject_.sinks.erase(sink.block);
  }

  Finding run() {
    Statistics statistics;
    chc::Question question{subject_, procedures_.expressions(),
                           signed_variables(procedures_.program(), procedures_.model()),
                           [this](std::uint32_t rounds) { return is_run_found(rounds); }};
    if (task_.board != nullptr) {
      question.tell = [this](const std::vector<chc::Hint>& hints) { tell(hints); };
      question.suggestions = [this] { return suggestions(); };
    }
    const chc::Finding found = chc::run_horn(question, budget_, statistics);
    Finding out = unknown(found.reason);
    if (found.outcome == engine::Outcome::Reached) out = std::move(*seen_);
    if (found.outcome == engine::Outcome::Unknown && seen_ && !seen_->blocking.empty())
      out = std::move(*seen_);
    if (found.outcome == engine::Outcome::Unreachable) out = report_proof(*found.proof);
    out.statistics = std::move(statistics);
    return out;
  }

 private:
  const Task& task_;
  slam::Procedures& procedures_;
  Budget& budget_;
  words::Subject subject_;
  std::optional<Finding> seen_;    // when a run was looked for
  std::size_t read_ = 0;           // of the board
  std::set<words::ExprId> known_;  // what the board has of us, and we of the board

  void tell(const std::vector<chc::Hint>& hints) {
    std::vector<Hint> told;
    for (const chc::Hint& hint : hints)
      if (known_.insert(hint.condition).second)
        if (auto one =
                Hint::of(procedures_.model(), procedures_.expressions(),
                         {hint.block, hint.condition}, premises_of(task_, task_.bounds.heap)))
          told.push_back(*std::move(one));
    task_.board->put(std::move(told));
  }

  [[nodiscard]] std::vector<chc::Hint> suggestions() {
    std::vector<chc::Hint> out;
    for (const Hint& hint : task_.board->from(read_)) {
      ++read_;
      const auto guess = hint.as_guess(procedures_.model(), procedures_.expressions());
      if (!guess || !known_.insert(guess->condition).second) continue;
      out.push_back({guess->block,
                     words::variables_of(procedures_.expressions(), {guess->condition}),
                     guess->condition});
    }
    return out;
  }

  /// The run that Spacer found is one of integers. Whether there is one of words is for the engine
  /// that executes what it finds.
  [[nodiscard]] bool is_run_found(std::uint32_t rounds) {
    BmcOptions options;
    options.search.unwind = rounds;
    seen_ = decide_by_unrolling(task_, options, budget_);
    return seen_->outcome == Outcome::Violated;
  }

  [[nodiscard]] Finding report_proof(const words::Proof& proof) const {
    Finding out{Outcome::Holds};
    if (task_.wanted.certificate)
      out.proof.certificate =
          words::write_proof(make_claim(task_, task_.bounds.heap), subject_, proof);
    return out;
  }
};

/// For a proof about arrays, which the clauses say nothing about.
constexpr double first_seconds = 6;

}  // namespace

Finding decide_by_clauses(const Task& task, Budget& budget) {
  if (!smt::has_solver()) return unknown(smt::why_no_solver());
  if (auto proved = prove_with_watched_arrays(task, first_seconds, budget))
    return *std::move(proved);
  if (budget.poll() != StopReason::None) return unknown(budget.reason());
  if (task.property.defects().has_ends())
    return unknown("no invariants were found that show what the program has when it ends");
  budget.enter("building the model");
  c::Model model = c::lower(
      task.program,
      slam::model_bounds(task.bounds.heap, smt::Integers::Machine, task.property.defects()),
      c::Pointers::Direct, &budget);
  if (budget.poll() != StopReason::None) return unknown(budget.reason());
  slam::Procedures procedures(task.program, std::move(model));
  return HornCheck(task, procedures, budget).run();
}

}  // namespace hardbop::verify
