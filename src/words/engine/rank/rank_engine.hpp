// SPDX-License-Identifier: MIT
// Termination by ranks: a program ends if in every loop, and in every recursion, something gets
// less that cannot get less for ever.
//
// The program is cut at the heads of its loops and at the entries of its procedures (Segments).
// Invariants of the cut points are guessed and proved (Invariants); then each loop and each
// recursion gets a rank of its own (find_ranks). What is proved is a proof that others can check.
#pragma once

#include <optional>
#include <string>

#include "base/util/budget.hpp"
#include "base/util/statistics.hpp"
#include "words/certify/termination.hpp"

namespace hardbop::rank {

struct Finding {
  std::optional<words::TerminationProof> proof;
  std::string reason;  // where there is none
  /// Where there is none: a loop or a procedure that may run for ever, or a sink that a run may
  /// arrive at.
  std::optional<words::BlockId> at;
  std::vector<std::size_t> recursion{};  // procedures that may call each other for ever
};

/// There must be a solver (smt::has_solver).
[[nodiscard]] Finding prove_termination(const words::Subject& subject, Budget& budget,
                                        Statistics& statistics);

}  // namespace hardbop::rank
