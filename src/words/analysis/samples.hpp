// SPDX-License-Identifier: MIT
// States in which runs arrive at blocks, seen in runs with random inputs: what is not true of them
// is no invariant. Where no run arrives in time, those of a graph with smaller numbers: what is
// true of them may be an invariant, and bounds are other ones.
#pragma once

#include <map>
#include <vector>

#include "base/util/budget.hpp"
#include "words/analysis/liveness.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

/// At one block.
struct Sampled {
  std::vector<VariableId> variables;                // that are live there
  std::vector<std::vector<std::uint64_t>> states;   // their values
  std::vector<ArrayId> arrays{};                    // that are live there
  std::vector<std::vector<ArrayValue>> contents{};  // theirs, by state
  bool has_smaller_numbers = false;                 // than the graph
};

struct SampleLimits {
  std::uint64_t steps = 40'000;
  std::uint64_t run = 2'000;  // steps of one
  double seconds = 0.2;
  std::size_t states = 300;  // at each block
  std::size_t variables = 60;
  std::size_t arrays = 12;
};

/// By block of `where`. The same graph gives the same runs.
[[nodiscard]] std::map<BlockId, Sampled> sample(const Graph& graph, const Liveness& liveness,
                                                const std::vector<BlockId>& where,
                                                const SampleLimits& limits = {});

}  // namespace hardbop::words
