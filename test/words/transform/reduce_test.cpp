// SPDX-License-Identifier: MIT
#include "words/transform/reduce.hpp"

#include <gtest/gtest.h>
#include <random>

#include "repetitions.hpp"
#include "words/graph/loop.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"
#include "words/transform/lasso.hpp"

namespace hardbop::words {
namespace {

TEST(Reduction, keeps_which_targets_can_be_reached) {
  for (std::uint64_t seed = 1; seed <= test::repetitions(500); ++seed) {
    const Graph graph = test::random_graph(seed);
    const std::vector<bool> expected = test::reachable_blocks(graph);
    std::vector<BlockId> targets;
    for (const BlockId b : all_blocks(graph))
      if (b % 3 == seed % 3) targets.push_back(b);
    const Reduction reduction = reduce(graph, targets, {});
    ASSERT_EQ(problem(reduction.graph), std::nullopt) << seed;
    const std::vector<bool> reached = test::reachable_blocks(reduction.graph);
    for (const BlockId b : targets) ASSERT_EQ(reached[b], expected[b]) << "seed " << seed;
  }
}

TEST(Reduction, makes_a_loop_one_block) {
  const Graph graph = loop(10);
  const Reduction reduction = reduce(graph, {3}, {});
  EXPECT_EQ(reduction.blocks, (std::vector<BlockId>{0, 2, 3})) << to_string(reduction.graph);
}

/// Callers 0 to n-1, each of which goes on to the next, and a function that looks at a parameter:
/// it fails, or returns to who called.
Graph calls(BlockId n) {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"parameter", 1, 0}, {"caller", 8, 0}, {"x", 8, std::nullopt}};
  const ExprId parameter = e.variable(0, 1);
  const BlockId function = n + 1;
  graph.blocks.resize(n + 4);  // callers, where the last returns to, the function, its end, error
  for (BlockId b = 0; b < n; ++b) {
    const ExprId condition = e.binary(Op::Equal, e.variable(2, 8), e.constant(8, b));
    graph.blocks[b].assignments = {{0, condition}, {1, e.constant(8, b)}};
    graph.blocks[b].edges = {{e.truth(true), function}};
    const ExprId is_it = e.binary(Op::Equal, e.variable(1, 8), e.constant(8, b));
    graph.blocks[function + 1].edges.push_back({is_it, b + 1});
  }
  graph.blocks[function].edges = {{parameter, n + 3}, {e.unary(Op::Not, parameter), function + 1}};
  return graph;
}

TEST(Reduction, a_function_that_only_looks_is_written_where_it_is_called) {
  const Graph graph = calls(40);
  const Reduction reduction = reduce(graph, {43, 40}, {});
  for (const BlockId b : reduction.blocks) {
    EXPECT_TRUE(b != 41 && b != 42) << to_string(reduction.graph);
    for (const Assignment& assignment : reduction.graph.blocks[b].assignments)
      EXPECT_NE(assignment.variable, 1U);
  }
  EXPECT_EQ(test::reachable_blocks(reduction.graph)[43], true);
  EXPECT_EQ(test::reachable_blocks(reduction.graph)[40], true);
}

TEST(Lasso, closes_where_a_run_goes_on_for_ever) {
  std::size_t endless = 0;
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Graph graph = test::random_graph(seed);
    if (test::reachable_states(graph).size() > 300) continue;
    const bool expected = test::has_endless_run(graph);
    const Lasso lasso = add_lasso(graph);
    ASSERT_EQ(problem(graph), std::nullopt) << seed;
    ASSERT_EQ(test::reachable_blocks(graph)[lasso.closed], expected) << "seed " << seed << '\n'
                                                                     << to_string(graph);
    ++compared;
    endless += expected ? 1 : 0;
  }
  EXPECT_GT(compared, 100U);
  EXPECT_GT(endless, 20U);
  EXPECT_LT(endless, compared);
}

}  // namespace
}  // namespace hardbop::words
