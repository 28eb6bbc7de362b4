// SPDX-License-Identifier: MIT
#include "words/engine/bmc/induction.hpp"

#include <algorithm>

#include "words/analysis/liveness.hpp"
#include "words/analysis/order.hpp"
#include "words/analysis/ranges.hpp"
#include "words/engine/bmc/bmc_engine.hpp"
#include "words/engine/bmc/houdini.hpp"

namespace hardbop::bmc {

namespace {

constexpr std::uint32_t largest_k = 32;
/// More guesses than this are no quick question.
constexpr std::size_t most_guessed = 4000;
constexpr std::size_t most_at_head = 600;
/// What was too hard is tried again with more effort, before k gets larger than this.
constexpr std::uint32_t small_k = 3;
constexpr int more_effort = 8;
constexpr int most_effort = 512;

bool is_kept_by_all_runs(const words::InductiveCase& question, Budget& budget) {
  Statistics statistics;
  const Program program = whole_graph(question.graph);
  const Findings found = run_bmc(program, {{question.broken}}, {}, budget, statistics);
  return found.findings.front().outcome == engine::Outcome::Unreachable;
}

}  // namespace

bool is_inductive(const words::Graph& graph, const words::InductiveClaim& claim, Budget& budget) {
  return is_kept_by_all_runs(words::step_case(graph, claim), budget) &&
         is_kept_by_all_runs(words::base_case(graph, claim), budget);
}

Induction::Induction(words::Graph graph, std::vector<words::BlockId> targets)
    : graph_(std::move(graph)), targets_(std::move(targets)) {
  const words::Order order = words::weak_topological_order(graph_);
  for (const words::BlockId b : order.blocks)
    if (order.is_head[b]) heads_.push_back(b);
}

void Induction::guess(Budget& budget) {
  budget.enter("guessing invariants");
  const words::Liveness liveness(graph_, &budget);
  const words::Ranges ranges(graph_, liveness, &budget);
  if (budget.stopped() != StopReason::None) return;
  const auto samples = words::sample(graph_, liveness, heads_);
  const std::size_t most = most_guessed / std::max<std::size_t>(heads_.size(), 1);
  guesses_ = words::guess_invariants(graph_, samples, ranges, std::min(most_at_head, most));
  std::ranges::copy(suggested_, std::back_inserter(*guesses_));
  guessed_ = guesses_->size();
  std::ranges::copy_if(*guesses_, std::back_inserter(given_up_), &words::Guess::is_hard);
  std::erase_if(*guesses_, &words::Guess::is_hard);
}

void Induction::find_invariants(Budget& budget) {
  if (!guesses_) guess(budget);
  if (!guesses_) return;
  Kept kept = keep_inductive(graph_, heads_, *std::move(guesses_), budget, effort_);
  guesses_ = std::move(kept.guesses);
  std::ranges::copy(kept.given_up, std::back_inserter(given_up_));
  if (budget.stopped() != StopReason::None) return;
  if (!kept.are_inductive) guesses_->clear();
  claim_.emplace();
  claim_->targets = targets_;
  for (const words::BlockId head : heads_)
    claim_->invariants[head] = graph_.expressions.truth(true);
  for (const words::Guess& one : *guesses_) {
    ExprId& all = claim_->invariants[one.block];
    all = graph_.expressions.binary(words::Op::And, all, one.condition);
  }
}

void Induction::suggest(std::vector<words::Guess> guesses) {
  std::erase_if(guesses, [&](const words::Guess& guess) {
    const auto is_it = [&](const words::Guess& other) {
      return other.block == guess.block && other.condition == guess.condition;
    };
    return std::ranges::find(heads_, guess.block) == heads_.end() ||
           std::ranges::any_of(suggested_, is_it) ||
           (guesses_ && std::ranges::any_of(*guesses_, is_it));
  });
  if (guesses.empty()) return;
  suggested_.insert(suggested_.end(), guesses.begin(), guesses.end());
  guessed_ += guesses.size();
  if (guesses_) std::ranges::copy(guesses, std::back_inserter(*guesses_));
  claim_.reset();
  is_done_ = false;
}

std::vector<words::Guess> Induction::invariants() const {
  return claim_ ? *guesses_ : std::vector<words::Guess>();
}

std::optional<words::InductiveClaim> Induction::try_next(Budget& budget) {
  if (!claim_) find_invariants(budget);
  if (!claim_) return std::nullopt;
  budget.enter("proving by induction");
  if (is_inductive(graph_, *claim_, budget)) return claim_;
  if (budget.stopped() != StopReason::None) return std::nullopt;
  if (claim_->k == small_k && !given_up_.empty() && effort_ < most_effort) {
    try_harder();
    return std::nullopt;
  }
  claim_->k = claim_->k < small_k ? claim_->k + 1 : claim_->k * 2;
  is_done_ = heads_.empty() || claim_->k > largest_k;
  return std::nullopt;
}

void Induction::try_harder() {
  std::ranges::copy(given_up_, std::back_inserter(*guesses_));
  given_up_.clear();
  effort_ *= more_effort;
  claim_.reset();
}

void Induction::tell(Statistics& statistics) const {
  statistics.set("bmc.guesses", guessed_);
  if (!claim_) return;
  statistics.set("bmc.invariants", std::uint64_t{guesses_->size()});
  statistics.set("bmc.k", std::uint64_t{claim_->k});
}

}  // namespace hardbop::bmc
