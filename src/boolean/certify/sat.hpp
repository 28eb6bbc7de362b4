// SPDX-License-Identifier: MIT
// Obligations decided by a SAT solver.
#pragma once

#include <memory>

#include "base/sat/solver.hpp"
#include "boolean/certify/branching_obligations.hpp"
#include "boolean/certify/obligations.hpp"

namespace hardbop::certify {

using sat::Satisfiable;

/// Obligations that share diagrams should share a Sat: each node is translated once.
class Sat {
 public:
  Sat(Obligations& obligations, const trace::Invariant& invariant, Budget& budget);
  Sat(const Sat&) = delete;
  Sat& operator=(const Sat&) = delete;
  ~Sat();

  /// Whether the obligation has a model; it is met if not.
  [[nodiscard]] Satisfiable solve(const Obligation& obligation);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

[[nodiscard]] Satisfiable solve(const BranchingObligation& obligation, const horn::Terms& terms,
                                Budget& budget);

}  // namespace hardbop::certify
