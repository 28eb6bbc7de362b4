// SPDX-License-Identifier: MIT
// Reachability of blocks of a labelled transition graph by images of sets of states [wang07].
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/image/options.hpp"
#include "ltg/graph.hpp"

namespace hardbop::engine {

struct ImageFinding {
  Outcome outcome = Outcome::Unknown;
  std::string reason;           // of Unknown
  ltg::BlockId reached = 0;     // of Reached: which of the target's blocks
  std::optional<ltg::Run> run;  // of Reached, where wanted; it has been replayed
};

/// One finding per target, which is a set of blocks. The graph must be well formed.
[[nodiscard]] std::vector<ImageFinding> run_image(
    const ltg::Graph& graph, const std::vector<std::vector<ltg::BlockId>>& targets, bool want_runs,
    const ImageOptions& options, Budget& budget, Statistics& statistics);

}  // namespace hardbop::engine
