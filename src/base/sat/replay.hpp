// SPDX-License-Identifier: MIT
// What the checker and the trimmer of proofs have in common: a formula to which steps are applied.
#pragma once

#include "base/sat/propagation.hpp"
#include "base/sat/rup.hpp"

namespace hardbop::sat {

class Replay {
 public:
  using ClauseId = Propagation::ClauseId;

  Replay(const Clauses& formula, const ClausalProof& proof, Budget& budget);

  /// Adds the formula. Like the steps, this may spend the budget.
  [[nodiscard]] RupVerdict load();
  /// Whether a step can be applied: there is time, and it is about the formula's variables.
  [[nodiscard]] RupVerdict look_at(std::size_t number);

  /// Returns the clause that was added. Must not be called after a contradiction.
  ClauseId add(std::span<const Literal> lemma);
  /// Returns the clause that was removed, or none where the deletion is ignored.
  ClauseId remove(std::span<const Literal> literals);

  [[nodiscard]] Propagation& propagation() { return propagation_; }
  /// A clause of which all literals are false by propagation alone, or none.
  [[nodiscard]] ClauseId contradiction() const { return contradiction_; }
  /// Whether a clause is of the formula, and no lemma.
  [[nodiscard]] bool is_given(ClauseId clause) const { return clause <= last_given_; }

  [[nodiscard]] RupVerdict poll(std::size_t number);
  [[nodiscard]] static RupVerdict invalid(std::size_t number, std::string reason) {
    return {RupVerdict::Status::Invalid, number + 1, std::move(reason)};
  }

 private:
  const Clauses& formula_;
  const ClausalProof& proof_;
  Budget& budget_;
  Literal last_variable_;
  Propagation propagation_;
  ClauseId last_given_ = Propagation::none;
  ClauseId contradiction_ = Propagation::none;
};

}  // namespace hardbop::sat
