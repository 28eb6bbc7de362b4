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

TEST(Reduction, keeps_which_targets_can_be_reached_with_arrays_and_floats) {
  std::mt19937_64 random(41);
  for (std::uint64_t seed = 1; seed <= test::repetitions(500); ++seed) {
    const Graph graph = test::random_graph_with_theories(seed);
    const std::vector<bool> expected = test::reachable_blocks(graph);
    std::vector<BlockId> targets;
    for (const BlockId b : all_blocks(graph))
      if (b % 3 == seed % 3) targets.push_back(b);
    const Reduction reduction = reduce(graph, targets, {});
    ASSERT_EQ(problem(reduction.graph), std::nullopt) << seed;
    const std::vector<bool> reached = test::reachable_blocks(reduction.graph);
    for (const BlockId b : targets) ASSERT_EQ(reached[b], expected[b]) << "seed " << seed;
    const words::Run run = test::random_run(reduction.graph, 10, random);
    ASSERT_EQ(replay(reduction.graph, run), std::nullopt) << seed;
    const words::Run expanded = expand(graph, reduction, run);
    ASSERT_EQ(replay(graph, expanded), std::nullopt) << "seed " << seed << to_string(graph);
    EXPECT_EQ(expanded.back().block, run.back().block);
  }
}

TEST(Reduction, leaves_out_arrays_that_no_guard_depends_on) {
  Graph graph = loop(10);
  Expressions& e = graph.expressions;
  const ArraySort sort{8, 32};
  graph.arrays = {{"dead", sort, ArrayValue(8)}, {"read", sort, ArrayValue(8)}};
  const ExprId index = e.extract(e.variable(0, 32), 0, 8);
  for (ArrayId a = 0; a < 2; ++a)
    graph.blocks[2].array_assignments.push_back(
        {a, e.store(e.array(a, sort), index, e.select(e.array(0, sort), index))});
  graph.blocks[1].edges[1].guard =
      e.binary(Op::And, graph.blocks[1].edges[1].guard,
               e.binary(Op::Equal, e.select(e.array(1, sort), index), e.constant(32, 0)));
  EXPECT_EQ(theories(reduce(graph, {3}, {}).graph).array.has_value(), true);
  graph.blocks[2].array_assignments[1].value = e.store(e.array(1, sort), index, e.constant(32, 1));
  const Reduction reduction = reduce(graph, {3}, {});
  for (const Block& block : reduction.graph.blocks)
    for (const ArrayAssignment& assignment : block.array_assignments)
      EXPECT_EQ(assignment.array, 1U) << to_string(reduction.graph);
}

TEST(Lasso, loops_that_change_arrays_are_refused) {
  Graph graph = loop(10);
  EXPECT_EQ(why_no_lasso(graph), std::nullopt);
  const ArraySort sort{8, 8};
  graph.arrays = {{"bytes", sort, ArrayValue(8)}};
  EXPECT_EQ(why_no_lasso(graph), std::nullopt);
  graph.blocks[2].array_assignments = {
      {0, graph.expressions.fill(graph.expressions.constant(8, 1), 8)}};
  EXPECT_EQ(why_no_lasso(graph),
            "loops that change arrays ('bytes') cannot be followed without end");
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
  for (std::uint64_t seed = 1; seed <= test::repetitions(400); ++seed) {
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
  EXPECT_GT(compared, test::repetitions(100));
  EXPECT_GT(endless, test::repetitions(20));
  EXPECT_LT(endless, compared);
}

}  // namespace
}  // namespace hardbop::words
