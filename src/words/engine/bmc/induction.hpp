// SPDX-License-Identifier: MIT
// Proofs by k-induction at the heads of loops [sheeran00], with invariants that were guessed and
// proved. What is found is a claim whose two cases, base and step, no run breaks.
#pragma once

#include <optional>
#include <vector>

#include "base/util/budget.hpp"
#include "base/util/statistics.hpp"
#include "words/analysis/guesses.hpp"
#include "words/transform/induction.hpp"

namespace hardbop::bmc {

/// Goes on from where it stopped.
class Induction {
 public:
  /// Of a graph without calls, and targets that no run should arrive at.
  Induction(words::Graph graph, std::vector<words::BlockId> targets);

  /// Tries the next k, and before the first of them looks for invariants. Nothing where it did not
  /// find a proof, or the budget ran out.
  [[nodiscard]] std::optional<words::InductiveClaim> try_next(Budget& budget);
  /// Conditions of heads that may be true, beside what is guessed. Begins anew.
  void suggest(std::vector<words::Guess> guesses);
  /// What is known to be true at heads, as soon as that is.
  [[nodiscard]] std::vector<words::Guess> invariants() const;
  /// Whether there is no use in trying on.
  [[nodiscard]] bool is_done() const { return is_done_; }
  [[nodiscard]] const words::Graph& graph() const { return graph_; }
  [[nodiscard]] words::Expressions& expressions() { return graph_.expressions; }
  void tell(Statistics& statistics) const;

 private:
  words::Graph graph_;
  std::vector<words::BlockId> targets_;
  std::vector<words::BlockId> heads_;
  std::optional<std::vector<words::Guess>> guesses_;  // that are left
  std::vector<words::Guess> suggested_;
  std::vector<words::Guess> given_up_;  // with the effort so far, or not yet tried
  int effort_ = 1;
  std::optional<words::InductiveClaim> claim_;  // with those that are inductive
  std::uint64_t guessed_ = 0;
  bool is_done_ = false;

  void guess(Budget& budget);
  void find_invariants(Budget& budget);
  void try_harder();
};

/// Whether no run breaks either case.
[[nodiscard]] bool is_inductive(const words::Graph& graph, const words::InductiveClaim& claim,
                                Budget& budget);

}  // namespace hardbop::bmc
