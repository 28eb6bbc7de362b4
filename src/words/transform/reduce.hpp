// SPDX-License-Identifier: MIT
// Makes a graph smaller for a question about targets, and turns runs of the result into runs of the
// original.
//
// Variables, arrays and blocks keep their numbers. Blocks that cannot lead to a target are removed,
// variables and arrays that no guard depends on are no longer assigned, constant values are written
// as constants, and blocks that follow one another are merged.
#pragma once

#include <utility>
#include <vector>

#include "base/util/budget.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

struct ReduceOptions {
  bool slice = true;         // leave out what no guard on the way to a target depends on
  bool ranges = true;        // write constants, leave out guards that cannot be true
  bool merge = true;         // make blocks that follow one another one
  std::size_t weight = 200;  // how large expressions of a merged block may be
  Budget* budget = nullptr;  // where it runs out, what is left of the work is left out
};

/// A block of the original that one of the reduced graph has taken in, and its inputs: the
/// original's numbers and those of the reduced graph.
struct Passed {
  BlockId block = 0;
  std::vector<std::pair<InputId, InputId>> inputs;
  std::vector<std::pair<ArrayInputId, ArrayInputId>> array_inputs;
};

struct Reduction {
  Graph graph;
  std::vector<BlockId> blocks;  // that are left, in weak topological order
  /// By block and edge: what is passed between the block and the edge's.
  std::vector<std::vector<std::vector<Passed>>> via;
};

/// Targets are blocks; arriving at them is what counts.
[[nodiscard]] Reduction reduce(const Graph& graph, const std::vector<BlockId>& targets,
                               const ReduceOptions& options);

/// The run of the original graph that a run of the reduced one stands for.
[[nodiscard]] Run expand(const Graph& original, const Reduction& reduction, const Run& run);

}  // namespace hardbop::words
