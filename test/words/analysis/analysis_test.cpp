// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <random>

#include "base/expression/random_expression.hpp"
#include "repetitions.hpp"
#include "words/analysis/liveness.hpp"
#include "words/analysis/order.hpp"
#include "words/analysis/ranges.hpp"
#include "words/graph/loop.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::words {
namespace {

TEST(Range, operators_keep_every_value) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 4000; ++round) {
    Expressions expressions;
    test::RandomTerms terms(expressions, {4, 5}, {}, random);
    const test::Term term = terms.make(static_cast<Width>(1 + random() % 8), 1 + random() % 2);
    // What two small boxes of values are mapped to.
    std::uint64_t low[2] = {random() % 16, random() % 32};
    std::uint64_t high[2] = {low[0] + random() % (16 - low[0]), low[1] + random() % (32 - low[1])};
    std::vector<Range> ranges;
    for (ExprId id = 0; id < expressions.size(); ++id) {
      const Node& node = expressions.node(id);
      if (node.op == Op::Variable) {
        ranges.push_back(Range::unsigned_between(node.width, low[node.value], high[node.value]));
      } else {
        ranges.push_back(apply(node, ranges.empty() ? Range() : ranges[node.a],
                               ranges.empty() ? Range() : ranges[node.b],
                               ranges.empty() ? Range() : ranges[node.c]));
      }
    }
    for (std::uint64_t a = low[0]; a <= high[0]; ++a)
      for (std::uint64_t b = low[1]; b <= high[1]; ++b)
        ASSERT_TRUE(ranges[term.id].contains(term.value({{a, b}, {}})));
  }
}

TEST(Ranges, every_state_is_within_them) {
  for (std::uint64_t seed = 1; seed <= test::repetitions(500); ++seed) {
    const Graph graph = test::random_graph(seed);
    const Liveness liveness(graph);
    const Ranges ranges(graph, liveness);
    for (const std::vector<std::uint64_t>& state : test::reachable_states(graph)) {
      const auto b = static_cast<BlockId>(state.front());
      ASSERT_TRUE(ranges.reached(b)) << seed;
      for (VariableId v = 0; v < graph.variables.size(); ++v) {
        ASSERT_TRUE(ranges.at(b, v).contains(state[v + 1])) << "seed " << seed;
        ASSERT_TRUE(!liveness.live(b, v) || ranges.anywhere(v).contains(state[v + 1]));
      }
    }
  }
}

TEST(Ranges, every_state_is_within_them_with_arrays_and_floats) {
  for (std::uint64_t seed = 1; seed <= test::repetitions(300); ++seed) {
    const Graph graph = test::random_graph_with_theories(seed);
    const Liveness liveness(graph);
    const Ranges ranges(graph, liveness);
    for (const std::vector<std::uint64_t>& state : test::reachable_states(graph)) {
      const auto b = static_cast<BlockId>(state.front());
      ASSERT_TRUE(ranges.reached(b)) << seed;
      for (VariableId v = 0; v < graph.variables.size(); ++v)
        ASSERT_TRUE(ranges.at(b, v).contains(state[v + 1])) << "seed " << seed;
    }
  }
}

TEST(Liveness, an_array_is_live_where_its_elements_are_read_later) {
  Graph graph = loop(1000);
  Expressions& e = graph.expressions;
  const ArraySort sort{8, 32};
  graph.arrays = {{"a", sort, std::nullopt}, {"b", sort, std::nullopt}, {"c", sort, std::nullopt}};
  const ExprId index = e.extract(e.variable(0, 32), 0, 8);
  graph.blocks[2].array_assignments = {{1, e.array(2, sort)}, {2, e.array(2, sort)}};
  graph.blocks[1].edges[1].guard =
      e.binary(Op::Equal, e.select(e.array(1, sort), index), e.constant(32, 0));
  const Liveness liveness(graph);
  EXPECT_FALSE(liveness.array_live(0, 0));
  EXPECT_TRUE(liveness.array_live(0, 1));
  EXPECT_TRUE(liveness.array_live(0, 2));
  EXPECT_FALSE(liveness.array_live(2, 1));
  EXPECT_TRUE(liveness.array_live_after(2, 1));
  EXPECT_TRUE(liveness.array_live(2, 2));
  EXPECT_TRUE(liveness.live(1, 0));
  EXPECT_EQ(arrays_of(e, {graph.blocks[1].edges[1].guard}), std::vector<ArrayId>{1});
  const Liveness all = Liveness::everywhere(graph);
  EXPECT_FALSE(all.array_live(3, 0));
  EXPECT_TRUE(all.array_live(3, 2));
}

TEST(Ranges, a_counting_loop_stays_within_its_limit) {
  const Graph graph = loop(1000);
  const Ranges ranges(graph, Liveness(graph));
  EXPECT_EQ(ranges.at(1, 0), Range::unsigned_between(32, 0, 1000));
  EXPECT_EQ(ranges.at(2, 0), Range::unsigned_between(32, 0, 999));
  EXPECT_EQ(ranges.anywhere(0), Range::unsigned_between(32, 0, 1000));
}

TEST(Liveness, what_only_feeds_itself_is_dead) {
  Graph graph = loop(1000);
  Expressions& e = graph.expressions;
  graph.variables.push_back({"s", 32, 0});
  graph.blocks[2].assignments.push_back(
      {1, e.binary(Op::Add, e.variable(1, 32), e.variable(0, 32))});
  const Liveness liveness(graph);
  EXPECT_TRUE(liveness.live(1, 0));
  EXPECT_FALSE(liveness.live(0, 0));
  for (BlockId b = 0; b < 4; ++b) EXPECT_FALSE(liveness.live(b, 1));
}

TEST(Order, loops_stand_together_after_their_heads) {
  // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 1, 1 -> 4.
  Graph graph;
  const ExprId yes = graph.expressions.truth(true);
  graph.blocks.resize(5);
  graph.blocks[0].edges = {{yes, 1}};
  graph.blocks[1].edges = {{yes, 4}, {yes, 2}};
  graph.blocks[2].edges = {{yes, 3}};
  graph.blocks[3].edges = {{yes, 1}, {yes, 2}};
  const Order order = weak_topological_order(graph);
  EXPECT_EQ(order.blocks, (std::vector<BlockId>{0, 1, 2, 3, 4}));
  EXPECT_EQ(order.is_head, (std::vector<bool>{false, true, true, false, false}));
}

}  // namespace
}  // namespace hardbop::words
