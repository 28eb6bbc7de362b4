// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <numeric>
#include <random>

#include "flow/ltg_lasso.hpp"
#include "flow/ltg_liveness.hpp"
#include "flow/ltg_order.hpp"
#include "flow/ltg_ranges.hpp"
#include "flow/ltg_reduce.hpp"
#include "ltg/print.hpp"
#include "ltg/random_expression.hpp"
#include "ltg/random_graph.hpp"
#include "repetitions.hpp"

namespace hardbop::flow {
namespace {

using ltg::BlockId;
using ltg::Expressions;
using ltg::ExprId;
using ltg::Op;

std::vector<BlockId> all_blocks(const ltg::Graph& graph) {
  std::vector<BlockId> out(graph.blocks.size());
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

TEST(Range, operators_keep_every_value) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 4000; ++round) {
    Expressions expressions;
    test::RandomTerms terms(expressions, {4, 5}, {}, random);
    const test::Term term = terms.make(static_cast<ltg::Width>(1 + random() % 8), 1 + random() % 2);
    // What two small boxes of values are mapped to.
    std::uint64_t low[2] = {random() % 16, random() % 32};
    std::uint64_t high[2] = {low[0] + random() % (16 - low[0]), low[1] + random() % (32 - low[1])};
    std::vector<Range> ranges;
    for (ExprId id = 0; id < expressions.size(); ++id) {
      const ltg::Node& node = expressions.node(id);
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

TEST(LtgRanges, every_state_is_within_them) {
  for (std::uint64_t seed = 1; seed <= test::repetitions(500); ++seed) {
    const ltg::Graph graph = test::random_graph(seed);
    const LtgLiveness liveness(graph);
    const LtgRanges ranges(graph, liveness);
    for (const std::vector<std::uint64_t>& state : test::reachable_states(graph)) {
      const auto b = static_cast<BlockId>(state.front());
      ASSERT_TRUE(ranges.reached(b)) << seed;
      for (ltg::VariableId v = 0; v < graph.variables.size(); ++v) {
        ASSERT_TRUE(ranges.at(b, v).contains(state[v + 1])) << "seed " << seed;
        ASSERT_TRUE(!liveness.live(b, v) || ranges.anywhere(v).contains(state[v + 1]));
      }
    }
  }
}

/// for (i = 0; i < limit; i++);
ltg::Graph loop(std::uint64_t limit) {
  ltg::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"i", 32, std::nullopt}};
  const ExprId i = e.variable(0, 32);
  const ExprId less = e.binary(Op::LessSigned, i, e.constant(32, limit));
  graph.blocks.resize(4);
  graph.blocks[0] = {{{0, e.constant(32, 0)}}, {{e.truth(true), 1}}, {}};
  graph.blocks[1].edges = {{less, 2}, {e.unary(Op::Not, less), 3}};
  graph.blocks[2] = {{{0, e.binary(Op::Add, i, e.constant(32, 1))}}, {{e.truth(true), 1}}, {}};
  return graph;
}

TEST(LtgRanges, a_counting_loop_stays_within_its_limit) {
  const ltg::Graph graph = loop(1000);
  const LtgRanges ranges(graph, LtgLiveness(graph));
  EXPECT_EQ(ranges.at(1, 0), Range::unsigned_between(32, 0, 1000));
  EXPECT_EQ(ranges.at(2, 0), Range::unsigned_between(32, 0, 999));
  EXPECT_EQ(ranges.anywhere(0), Range::unsigned_between(32, 0, 1000));
}

TEST(LtgLiveness, what_only_feeds_itself_is_dead) {
  ltg::Graph graph = loop(1000);
  Expressions& e = graph.expressions;
  graph.variables.push_back({"s", 32, 0});
  graph.blocks[2].assignments.push_back(
      {1, e.binary(Op::Add, e.variable(1, 32), e.variable(0, 32))});
  const LtgLiveness liveness(graph);
  EXPECT_TRUE(liveness.live(1, 0));
  EXPECT_FALSE(liveness.live(0, 0));
  for (BlockId b = 0; b < 4; ++b) EXPECT_FALSE(liveness.live(b, 1));
}

TEST(LtgOrder, loops_stand_together_after_their_heads) {
  // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 1, 1 -> 4.
  ltg::Graph graph;
  const ExprId yes = graph.expressions.truth(true);
  graph.blocks.resize(5);
  graph.blocks[0].edges = {{yes, 1}};
  graph.blocks[1].edges = {{yes, 4}, {yes, 2}};
  graph.blocks[2].edges = {{yes, 3}};
  graph.blocks[3].edges = {{yes, 1}, {yes, 2}};
  const LtgOrder order = weak_topological_order(graph);
  EXPECT_EQ(order.blocks, (std::vector<BlockId>{0, 1, 2, 3, 4}));
  EXPECT_EQ(order.is_head, (std::vector<bool>{false, true, true, false, false}));
}

TEST(Reduction, keeps_which_targets_can_be_reached) {
  for (std::uint64_t seed = 1; seed <= test::repetitions(500); ++seed) {
    const ltg::Graph graph = test::random_graph(seed);
    const std::vector<bool> expected = test::reachable_blocks(graph);
    std::vector<BlockId> targets;
    for (const BlockId b : all_blocks(graph))
      if (b % 3 == seed % 3) targets.push_back(b);
    const Reduction reduction = reduce(graph, targets, {});
    ASSERT_EQ(ltg::problem(reduction.graph), std::nullopt) << seed;
    const std::vector<bool> reached = test::reachable_blocks(reduction.graph);
    for (const BlockId b : targets) ASSERT_EQ(reached[b], expected[b]) << "seed " << seed;
  }
}

TEST(Reduction, makes_a_loop_one_block) {
  const ltg::Graph graph = loop(10);
  const Reduction reduction = reduce(graph, {3}, {});
  EXPECT_EQ(reduction.blocks, (std::vector<BlockId>{0, 2, 3})) << to_string(reduction.graph);
}

/// Callers 0 to n-1, each of which goes on to the next, and a function that looks at a parameter:
/// it fails, or returns to who called.
ltg::Graph calls(ltg::BlockId n) {
  ltg::Graph graph;
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
  const ltg::Graph graph = calls(40);
  const Reduction reduction = reduce(graph, {43, 40}, {});
  for (const BlockId b : reduction.blocks) {
    EXPECT_TRUE(b != 41 && b != 42) << to_string(reduction.graph);
    for (const ltg::Assignment& assignment : reduction.graph.blocks[b].assignments)
      EXPECT_NE(assignment.variable, 1U);
  }
  EXPECT_EQ(test::reachable_blocks(reduction.graph)[43], true);
  EXPECT_EQ(test::reachable_blocks(reduction.graph)[40], true);
}

TEST(Lasso, closes_where_a_run_goes_on_for_ever) {
  std::size_t endless = 0;
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    ltg::Graph graph = test::random_graph(seed);
    if (test::reachable_states(graph).size() > 300) continue;
    const bool expected = test::has_endless_run(graph);
    const Lasso lasso = add_lasso(graph);
    ASSERT_EQ(ltg::problem(graph), std::nullopt) << seed;
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
}  // namespace hardbop::flow
