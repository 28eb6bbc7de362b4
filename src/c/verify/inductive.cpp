// SPDX-License-Identifier: MIT
#include "c/verify/inductive.hpp"

#include "c/verify/board.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/sinks.hpp"
#include "c/verify/unrollable.hpp"
#include "words/engine/bmc/inductive_proof.hpp"
#include "words/transform/reduce.hpp"

namespace hardbop::verify {

bool InductiveProof::try_again() {
  const bool is_news = task_.board != nullptr && task_.board->size() > read_;
  const std::optional<double> seconds = gave_up_ && !is_news ? std::nullopt : attempts_.begin();
  if (!seconds) return false;
  const bool out = try_within(*seconds);
  budget_.end_attempt();
  attempts_.end();
  return out;
}

/// A certificate is about the program as it is.
void InductiveProof::prepare() {
  budget_.enter("building the model");
  model_ =
      unrollable_model_without_calls(task_.program, task_.property, task_.bounds.heap, &budget_);
  if (budget_.poll() != StopReason::None) return;
  std::vector<words::BlockId> targets;
  for (const auto& sinks : sink_targets(task_, model_))
    targets.insert(targets.end(), sinks.begin(), sinks.end());
  if (!task_.wanted.certificate) {
    assume_facts();
    words::ReduceOptions options;
    options.budget = &budget_;
    model_.graph = words::reduce(model_.graph, targets, options).graph;
  }
  if (budget_.poll() == StopReason::None) induction_.emplace(model_.graph, std::move(targets));
}

/// Where a fact is not true, no run arrives. A certificate would have to prove it again.
void InductiveProof::assume_facts() {
  if (task_.board == nullptr) return;
  words::Expressions& e = model_.graph.expressions;
  for (const Hint& hint : task_.board->from(0))
    if (const auto fact = hint.as_fact(model_, e, premises_of(task_, task_.bounds.heap)))
      for (words::Edge& edge : model_.graph.blocks[fact->get().block].edges)
        edge.guard = e.binary(words::Op::And, edge.guard, fact->get().condition);
}

/// What others say is a guess, however they came to it: the graph here is a slice.
void InductiveProof::read_board() {
  if (task_.board == nullptr) return;
  std::vector<words::Guess> guesses;
  for (const Hint& hint : task_.board->from(read_)) {
    ++read_;
    if (const auto guess = hint.as_guess(model_, induction_->expressions()))
      guesses.push_back({guess->block, guess->condition});
  }
  induction_->suggest(std::move(guesses));
}

void InductiveProof::tell_board() {
  if (task_.board == nullptr || has_told_) return;
  std::vector<Hint> told;
  const Premises premises =
      premises_of(task_, task_.bounds.heap,
                  task_.wanted.certificate ? Premises::Slice::Whole : Premises::Slice::Target);
  for (const words::Guess& one : induction_->invariants())
    if (auto hint =
            Hint::of(model_, induction_->expressions(), {one.block, one.condition}, premises))
      told.push_back(*std::move(hint));
  has_told_ = !told.empty();
  task_.board->put(std::move(told));
}

void InductiveProof::certify(Proof& out) {
  const certify::Claim claim = make_claim(task_, task_.bounds.heap);
  c::Model model =
      unrollable_model_without_calls(task_.program, task_.property, task_.bounds.heap, &budget_);
  bmc::WrittenProof written = bmc::write_inductive_proof(claim, std::move(model.graph),
                                                         {induction_->graph(), *shown_}, budget_);
  out.certificate = std::move(written.text);
  out.no_certificate = std::move(written.reason);
}

Finding InductiveProof::finding() {
  Finding out{Outcome::Holds};
  if (task_.wanted.certificate) certify(out.proof);
  return out;
}

bool InductiveProof::try_within(double seconds) {
  budget_.begin_attempt(seconds);
  return prove();
}

bool InductiveProof::prove() {
  if (!induction_) prepare();
  if (induction_) read_board();
  while (induction_ && !induction_->is_done()) {
    shown_ = induction_->try_next(budget_);
    if (shown_) return true;
    tell_board();
    if (budget_.poll() != StopReason::None) return false;
  }
  gave_up_ = induction_ && induction_->is_done();
  return false;
}

void InductiveProof::tell(Statistics& statistics) const {
  if (induction_) induction_->tell(statistics);
}

Finding decide_by_induction(const Task& task, Budget& budget) {
  InductiveProof proof(task, budget);
  const bool is_proved = proof.prove();
  Finding out = is_proved ? proof.finding() : unknown("no invariants were found by induction");
  if (!is_proved && budget.stopped() != StopReason::None) out.reason = budget.reason();
  proof.tell(out.statistics);
  return out;
}

}  // namespace hardbop::verify
