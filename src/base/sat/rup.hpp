// SPDX-License-Identifier: MIT
// A checker of clausal proofs that shares nothing with the solver that finds them. Each lemma must
// follow by reverse unit propagation (RUP): if all of its literals are false, unit propagation ends
// in a contradiction.
#pragma once

#include <cstdint>
#include <string>

#include "base/sat/clausal_proof.hpp"
#include "base/util/budget.hpp"

namespace hardbop::sat {

struct RupVerdict {
  enum class Status : std::uint8_t { Valid, Invalid, OutOfBudget };

  Status status = Status::Valid;
  std::size_t step = 0;  // the invalid one, counted from 1; one more than there are at the end
  std::string reason;    // why it is invalid, or what of the budget is spent
};

/// Whether the proof shows that the formula is unsatisfiable. What comes after the empty clause is
/// not looked at. A deletion is ignored if there is no such clause, or if it made a literal true.
[[nodiscard]] RupVerdict check_rup(const Clauses& formula, const ClausalProof& proof,
                                   Budget& budget);

}  // namespace hardbop::sat
