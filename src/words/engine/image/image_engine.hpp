// SPDX-License-Identifier: MIT
// Reachability of blocks of a labelled transition graph by images of sets of states [wang07].
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "boolean/engine/engine.hpp"
#include "words/engine/image/options.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::image {

struct ImageFinding {
  engine::Outcome outcome = engine::Outcome::Unknown;
  std::string reason;          // of Unknown
  words::BlockId reached = 0;  // of Reached: which of the target's blocks was first
  /// Which of the target's blocks were reached before the search ended; all that can be, if some
  /// target that is wanted is Unreachable.
  std::vector<words::BlockId> all_reached;
  std::optional<words::Run> run;  // of Reached, where wanted; it has been replayed
};

/// One finding per target, which is a set of blocks. The graph must be well formed.
[[nodiscard]] std::vector<ImageFinding> run_image(
    const words::Graph& graph, const std::vector<std::vector<words::BlockId>>& targets,
    bool want_runs, const ImageOptions& options, Budget& budget, Statistics& statistics);

}  // namespace hardbop::image
