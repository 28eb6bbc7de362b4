// SPDX-License-Identifier: MIT
// Why a CTL formula is true of all initial states, or false of one, for others to check: by sets of
// configurations of the program without calls (logic/branching.hpp).
#pragma once

#include <optional>
#include <string>

#include "base/util/budget.hpp"
#include "boolean/logic/branching.hpp"

namespace hardbop::temporal {

struct BranchingAttempt {
  std::optional<BranchingProof> proof;
  std::string reason;  // why there is none
};

/// Of a claim that is so.
[[nodiscard]] BranchingAttempt prove_branching(const horn::FlatProgram& program,
                                               const BranchingClaim& claim, Budget& budget);

}  // namespace hardbop::temporal
