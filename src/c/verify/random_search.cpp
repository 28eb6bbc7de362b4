// SPDX-License-Identifier: MIT
#include "c/verify/random_search.hpp"

#include "c/verify/runs.hpp"
#include "c/verify/sinks.hpp"
#include "c/verify/unrollable.hpp"

namespace hardbop::verify {

namespace {

constexpr std::uint32_t most_pieces_of_walks = 256;

}  // namespace

std::optional<Finding> RandomSearch::try_again() {
  const std::optional<double> seconds = attempts_.begin();
  if (!seconds) return std::nullopt;
  std::optional<Finding> out = try_within(*seconds);
  attempts_.end();
  return out;
}

std::optional<Finding> RandomSearch::try_at_last() {
  if (budget_.stopped() != StopReason::None) return std::nullopt;
  return try_within(attempts_.passed() / 2);
}

void RandomSearch::prepare() {
  budget_.enter("building the model");
  model_ = unrollable_model_without_calls(task_.program, task_.property, pieces_, &budget_);
  if (budget_.poll() != StopReason::None) return;
  const auto targets = sink_targets(task_, *model_);
  runs_.emplace(model_->graph, targets[ErrorSinks], targets[BoundSinks]);
}

/// If most walks come to an end for want of them: what is behind is not seen else.
void RandomSearch::take_more_pieces() {
  const bool are_too_few = runs_ && 2 * runs_->ended() > runs_->tried();
  if (!are_too_few || task_.bounds.are_given || pieces_ >= most_pieces_of_walks) return;
  tried_ += runs_->tried();
  runs_.reset();
  pieces_ *= 4;
}

/// A run counts only if C follows it.
std::optional<Finding> RandomSearch::try_within(double seconds) {
  take_more_pieces();
  if (!runs_) prepare();
  budget_.begin_attempt(seconds);
  budget_.enter("trying random runs");
  const std::optional<words::Run> run = runs_ ? runs_->search(budget_) : std::nullopt;
  budget_.end_attempt();
  if (!run) return std::nullopt;
  Finding found = report_error(task_, *model_, *run);
  if (found.outcome != Outcome::Violated) return std::nullopt;
  return found;
}

void RandomSearch::tell(Statistics& statistics) const {
  if (runs_) statistics.set("bmc.random_runs", tried_ + runs_->tried());
}

}  // namespace hardbop::verify
