// SPDX-License-Identifier: MIT
#include "c/verify/inductive.hpp"

#include "c/verify/certificate.hpp"
#include "c/verify/sinks.hpp"
#include "c/verify/unrollable.hpp"
#include "words/engine/bmc/inductive_proof.hpp"
#include "words/transform/reduce.hpp"

namespace hardbop::verify {

bool InductiveProof::try_again() {
  const std::optional<double> seconds = gave_up_ ? std::nullopt : attempts_.begin();
  if (!seconds) return false;
  const bool out = try_within(*seconds);
  budget_.end_attempt();
  attempts_.end();
  return out;
}

/// A certificate is about the program as it is.
void InductiveProof::prepare() {
  budget_.enter("building the model");
  c::Model model =
      unrollable_model_without_calls(task_.program, task_.property, task_.bounds.heap, &budget_);
  std::vector<words::BlockId> targets;
  for (const auto& sinks : sink_targets(task_, model))
    targets.insert(targets.end(), sinks.begin(), sinks.end());
  if (!task_.wanted.certificate) {
    words::ReduceOptions options;
    options.budget = &budget_;
    model.graph = words::reduce(model.graph, targets, options).graph;
  }
  if (budget_.poll() == StopReason::None)
    induction_.emplace(std::move(model.graph), std::move(targets));
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

bool InductiveProof::try_within(double seconds) {
  budget_.begin_attempt(seconds);
  if (!induction_) prepare();
  while (induction_ && !induction_->is_done()) {
    shown_ = induction_->try_next(budget_);
    if (shown_) return true;
    if (budget_.poll() != StopReason::None) return false;
  }
  gave_up_ = induction_.has_value();
  return false;
}

void InductiveProof::tell(Statistics& statistics) const {
  if (induction_) induction_->tell(statistics);
}

}  // namespace hardbop::verify
