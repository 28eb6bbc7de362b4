// SPDX-License-Identifier: MIT
// Proofs as small as they can easily be made: solvers learn much that they do not need.
#pragma once

#include "base/sat/rup.hpp"

namespace hardbop::sat {

struct Trimmed {
  RupVerdict verdict;
  ClausalProof proof;  // where that is valid
};

/// Only the lemmas that the empty clause needs, each deleted after its last use. It is in the proof
/// also where `proof` leaves it out, as solvers may. Lemmas that are not needed are not checked.
[[nodiscard]] Trimmed trim(const Clauses& formula, const ClausalProof& proof, Budget& budget);

}  // namespace hardbop::sat
