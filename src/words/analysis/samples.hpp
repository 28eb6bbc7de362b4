// SPDX-License-Identifier: MIT
// States in which runs arrive at blocks, seen in runs with random inputs: what is not true of them
// is no invariant.
#pragma once

#include <map>
#include <vector>

#include "base/util/budget.hpp"
#include "words/analysis/liveness.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

/// At one block.
struct Sampled {
  std::vector<VariableId> variables;               // that are live there
  std::vector<std::vector<std::uint64_t>> states;  // their values
};

struct SampleLimits {
  std::uint64_t steps = 40'000;
  std::uint64_t run = 2'000;  // steps of one
  double seconds = 0.2;
  std::size_t states = 300;  // at each block
  std::size_t variables = 60;
};

/// By block of `where`. The same graph gives the same runs.
[[nodiscard]] std::map<BlockId, Sampled> sample(const Graph& graph, const Liveness& liveness,
                                                const std::vector<BlockId>& where,
                                                const SampleLimits& limits = {});

}  // namespace hardbop::words
