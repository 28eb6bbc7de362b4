// SPDX-License-Identifier: MIT
#include "base/sat/replay.hpp"

#include <fmt/format.h>

namespace hardbop::sat {

namespace {

constexpr std::size_t steps_per_poll = 64;

}  // namespace

Replay::Replay(const Clauses& formula, const ClausalProof& proof, Budget& budget)
    : formula_(formula),
      proof_(proof),
      budget_(budget),
      last_variable_(formula.last_variable()),
      propagation_(last_variable_, formula.size() + proof.size()) {}

RupVerdict Replay::poll(std::size_t number) {
  if (number % steps_per_poll != 0 || budget_.poll(number) == StopReason::None) return {};
  return {RupVerdict::Status::OutOfBudget, 0, budget_.reason()};
}

RupVerdict Replay::load() {
  for (std::size_t number = 0; number < formula_.size(); ++number) {
    RupVerdict verdict = poll(number);
    if (verdict.status != RupVerdict::Status::Valid) return verdict;
    const ClauseId clause = propagation_.store(formula_[number]);
    if (contradiction_ == Propagation::none) contradiction_ = propagation_.attach(clause);
  }
  last_given_ = propagation_.last();
  return {};
}

RupVerdict Replay::look_at(std::size_t number) {
  // The least Literal has no absolute value.
  for (const Literal literal : proof_[number].clause)
    if (literal == 0 || literal > last_variable_ || literal < -last_variable_)
      return invalid(number, fmt::format("the formula has no variable of literal {}", literal));
  return poll(number);
}

Replay::ClauseId Replay::add(std::span<const Literal> lemma) {
  const ClauseId clause = propagation_.store(lemma);
  contradiction_ = propagation_.attach(clause);
  return clause;
}

Replay::ClauseId Replay::remove(std::span<const Literal> literals) {
  const ClauseId clause = propagation_.find(literals);
  if (clause == Propagation::none || propagation_.is_reason(clause)) return Propagation::none;
  propagation_.detach(clause);
  return clause;
}

}  // namespace hardbop::sat
