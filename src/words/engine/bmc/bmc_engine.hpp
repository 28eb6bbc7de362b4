// SPDX-License-Identifier: MIT
// Bounded model checking [biere99]: whether a run of limited length reaches a target is a question
// to a SAT solver. The limits grow where a run meets them; where none does, the answer is about all
// runs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "base/util/statistics.hpp"
#include "boolean/engine/engine.hpp"
#include "words/engine/bmc/unroll.hpp"

namespace hardbop::bmc {

struct Options {
  /// Rounds of each loop, and activations of each procedure above one another, where it depends on
  /// inputs whether there are more; without it, as many as there can be.
  std::optional<std::uint32_t> unwind;
  Arrays::Limits arrays{};
  /// Asked where runs meet limits, before these grow: whether the answer is known by other means.
  std::function<bool()> is_known{};
};

/// Of one set of targets.
struct Finding {
  engine::Outcome outcome = engine::Outcome::Unknown;
  std::string reason;             // of Unknown
  std::vector<BlockId> reached;   // of its targets, those that are known to be
  std::optional<words::Run> run;  // to the first of these
};

struct Findings {
  std::vector<Finding> findings;  // by set of targets; Unreachable is about all runs, or
  bool is_bounded = false;        // about those within the bound that was given
  bool is_known = false;          // by other means, which say more
  Depths depths;                  // how far the program was unrolled
};

/// Whether a run gets to a block of each set; a run ends at the first target that it gets to. The
/// first set is what is asked: once one of it is reached, nothing is known of the others.
[[nodiscard]] Findings run_bmc(const Program& program,
                               const std::vector<std::vector<BlockId>>& targets,
                               const Options& options, Budget& budget, Statistics& statistics);

}  // namespace hardbop::bmc
