// SPDX-License-Identifier: MIT
#include "words/analysis/execution.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "repetitions.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::words {
namespace {

void expect_at(const Graph& graph, Execution& execution, const Point& expected) {
  ASSERT_EQ(execution.block(), expected.block);
  ASSERT_EQ(execution.point().variables, expected.variables);
  for (ArrayId a = 0; a < graph.arrays.size(); ++a)
    for (std::uint64_t i = 0; i < 8 && i <= mask(graph.arrays[a].sort.index); ++i)
      ASSERT_EQ(execution.array(a).read(i), expected.arrays[a].read(i)) << "array " << a;
}

TEST(Execution, goes_where_runs_go) {
  std::mt19937_64 random(20);
  std::size_t steps = 0;
  for (std::uint64_t seed = 0; seed < test::repetitions(1000); ++seed) {
    const Graph graph = test::random_graph_with_theories(seed);
    const words::Run run = test::random_run(graph, 30, random);
    Execution execution(graph);
    execution.start(run.front());
    for (std::size_t i = 0; i + 1 < run.size(); ++i, ++steps) {
      expect_at(graph, execution, run[i]);
      execution.point().inputs = run[i].inputs;
      execution.point().array_inputs = run[i].array_inputs;
      const std::vector<BlockId>& ways = execution.ways();
      ASSERT_NE(std::ranges::find(ways, run[i + 1].block), ways.end());
      execution.go(run[i + 1].block);
    }
    expect_at(graph, execution, run.back());
  }
  EXPECT_GT(steps, test::repetitions(1000));
}

TEST(Execution, starts_again_as_if_nothing_had_been) {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.arrays = {{"a", {8, 8}, ArrayValue(8, 3)}};
  const ExprId a = e.array(0, {8, 8});
  graph.blocks.resize(2);
  graph.blocks[0].array_assignments = {{0, e.store(a, e.constant(8, 200), e.constant(8, 7))}};
  graph.blocks[0].edges = {{e.truth(true), 1}};
  Point first;
  first.arrays = {ArrayValue(8, 3)};
  Execution execution(graph);
  execution.start(first);
  ASSERT_EQ(execution.ways(), std::vector<BlockId>{1});
  execution.go(1);
  EXPECT_EQ(execution.array(0).read(200), 7U);
  EXPECT_EQ(execution.array(0).read(8), 3U);
  execution.start(first);
  EXPECT_EQ(execution.array(0).read(200), 3U);
}

}  // namespace
}  // namespace hardbop::words
