// SPDX-License-Identifier: MIT
#include "c/verify/inductive.hpp"

#include <algorithm>

#include "c/verify/sinks.hpp"
#include "c/verify/unrollable.hpp"
#include "words/transform/reduce.hpp"

namespace hardbop::verify {

namespace {

/// Copies of a function that calls itself: no induction goes over its depth.
constexpr std::uint32_t few_copies = 2;
constexpr double shortest_attempt = 0.5;

}  // namespace

bool InductiveProof::try_again() {
  const double start = budget_.seconds();
  if (gave_up_ || start < next_) return false;
  const bool out = try_within(std::max(shortest_attempt, start / 2));
  budget_.begin_question(1);  // if only the attempt's time is over, work goes on
  next_ = budget_.seconds() + (budget_.seconds() - start);
  return out;
}

void InductiveProof::prepare() {
  budget_.enter("building the model");
  const c::Model model =
      unrollable_model_without_calls(task_.program, task_.property, few_copies, &budget_);
  std::vector<words::BlockId> targets;
  for (const auto& sinks : sink_targets(task_, model))
    targets.insert(targets.end(), sinks.begin(), sinks.end());
  words::ReduceOptions options;
  options.budget = &budget_;
  words::Reduction reduction = words::reduce(model.graph, targets, options);
  if (budget_.poll() == StopReason::None)
    induction_.emplace(std::move(reduction.graph), std::move(targets));
}

bool InductiveProof::try_within(double seconds) {
  budget_.begin_question(1, seconds);
  if (!induction_) prepare();
  while (induction_ && !induction_->is_done()) {
    if (induction_->try_next(budget_)) return true;
    if (budget_.poll() != StopReason::None) return false;
  }
  gave_up_ = induction_.has_value();
  return false;
}

void InductiveProof::tell(Statistics& statistics) const {
  if (induction_) induction_->tell(statistics);
}

}  // namespace hardbop::verify
