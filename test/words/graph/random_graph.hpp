// SPDX-License-Identifier: MIT
// Small random graphs, and which of their blocks a run can reach, state by state.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::test {

[[nodiscard]] words::Graph random_graph(std::uint64_t seed);
/// With arrays and operations of IEEE 754, too.
[[nodiscard]] words::Graph random_graph_with_theories(std::uint64_t seed);

/// One of at most so many points, with random choices.
[[nodiscard]] words::Run random_run(const words::Graph& graph, std::size_t points,
                                    std::mt19937_64& random);

/// Every state that a run can be in: the block, then the values, then the elements of arrays.
[[nodiscard]] std::set<std::vector<std::uint64_t>> reachable_states(const words::Graph& graph);

/// Of one such state.
[[nodiscard]] std::set<std::vector<std::uint64_t>> successors(
    const words::Graph& graph, const std::vector<std::uint64_t>& state);

/// Those in which runs start.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> initial_states(const words::Graph& graph);

/// Whether some run goes on for ever.
[[nodiscard]] bool has_endless_run(const words::Graph& graph);

/// By block.
[[nodiscard]] std::vector<bool> reachable_blocks(const words::Graph& graph);

}  // namespace hardbop::test
