// SPDX-License-Identifier: MIT
#include "words/transform/without_arrays.hpp"

#include <gtest/gtest.h>

#include "repetitions.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::words {
namespace {

TEST(WithoutArrays, keeps_every_target_that_is_reached) {
  std::size_t made = 0;
  for (std::uint64_t seed = 1; seed <= test::repetitions(400); ++seed) {
    const Graph graph = test::random_graph_with_theories(seed);
    std::vector<BlockId> targets;
    for (BlockId b = 0; b < graph.blocks.size(); ++b)
      if (b % 3 == seed % 3 && b != graph.entry) targets.push_back(b);
    constexpr WatchedReads kinds[] = {WatchedReads::OfLastBlock, WatchedReads::OfAllBlocks,
                                      WatchedReads::OfAny};
    const auto without = without_arrays(graph, targets, kinds[seed % 3]);
    if (!without || without->meanings.size() > 6) continue;
    ++made;
    ASSERT_EQ(problem(without->graph), std::nullopt) << seed;
    ASSERT_TRUE(without->graph.arrays.empty());
    // What comes after a target does not matter: there, nothing is foretold any more.
    Graph ending = graph;
    for (const BlockId target : targets) ending.blocks[target].edges.clear();
    const std::vector<bool> expected = test::reachable_blocks(ending);
    const std::vector<bool> reached = test::reachable_blocks(without->graph);
    for (const BlockId b : targets)
      ASSERT_TRUE(reached[b] || !expected[b]) << "seed " << seed << '\n' << to_string(graph);
  }
  EXPECT_GT(made, 0U);
}

/// Fills five elements of an array with 2, then looks whether `number` of them are `expected`.
Graph filled(std::uint64_t number, std::uint64_t expected) {
  constexpr Width bits = 3;
  Graph graph;
  Expressions& e = graph.expressions;
  const ArraySort sort{bits, 2};
  graph.variables = {{"i", bits, 0}};
  graph.arrays = {{"a", sort, std::nullopt}};
  const ExprId i = e.variable(0, bits);
  const ExprId next = e.binary(Op::Add, i, e.constant(bits, 1));
  const auto below = [&](std::uint64_t end) {
    return e.binary(Op::LessUnsigned, i, e.constant(bits, end));
  };
  const ExprId is_right =
      e.binary(Op::Equal, e.select(e.array(0, sort), i), e.constant(2, expected));
  graph.blocks.resize(6);
  graph.blocks[0].edges = {{below(5), 1}, {e.unary(Op::Not, below(5)), 2}};
  graph.blocks[1].assignments = {{0, next}};
  graph.blocks[1].array_assignments = {{0, e.store(e.array(0, sort), i, e.constant(2, 2))}};
  graph.blocks[1].edges = {{e.truth(true), 0}};
  graph.blocks[2].assignments = {{0, e.constant(bits, 0)}};
  graph.blocks[2].edges = {{e.truth(true), 3}};
  graph.blocks[3].edges = {{below(number), 4}};
  graph.blocks[4].assignments = {{0, next}};
  graph.blocks[4].edges = {{is_right, 3}, {e.unary(Op::Not, is_right), 5}};
  return graph;
}

TEST(WithoutArrays, knows_what_is_true_of_all_elements) {
  constexpr BlockId error = 5;
  const auto is_reached = [](const Graph& graph) -> bool {
    const auto without = without_arrays(graph, {error}, WatchedReads::OfLastBlock);
    return test::reachable_blocks(without.value().graph)[error];
  };
  EXPECT_FALSE(is_reached(filled(5, 2)));
  EXPECT_TRUE(is_reached(filled(6, 2)));  // one more than was filled
  EXPECT_TRUE(is_reached(filled(5, 3)));
}

/// Looks for a zero from the first element on; there is one in a[4]. The target: it goes too far.
TEST(WithoutArrays, knows_what_was_read_last) {
  constexpr Width bits = 3;
  Graph graph;
  Expressions& e = graph.expressions;
  const ArraySort sort{bits, 1};
  graph.variables = {{"i", bits, 0}, {"c", 1, 1}};
  graph.arrays = {{"a", sort, std::nullopt}};
  const ExprId i = e.variable(0, bits);
  const ExprId a = e.array(0, sort);
  const ExprId goes_on = e.binary(Op::Equal, e.variable(1, 1), e.truth(true));
  const ExprId is_beyond = e.binary(Op::LessUnsigned, e.constant(bits, 4), i);
  graph.blocks.resize(5);
  graph.blocks[0].array_assignments = {{0, e.store(a, e.constant(bits, 4), e.truth(false))}};
  graph.blocks[0].edges = {{e.truth(true), 1}};
  graph.blocks[1].edges = {{is_beyond, 4}, {e.unary(Op::Not, is_beyond), 2}};
  graph.blocks[2].assignments = {{1, e.select(a, i)}};
  graph.blocks[2].edges = {{e.truth(true), 3}};
  graph.blocks[3].assignments = {{0, e.binary(Op::Add, i, e.constant(bits, 1))}};
  graph.blocks[3].edges = {{goes_on, 1}};
  EXPECT_FALSE(without_arrays(graph, {4}, WatchedReads::OfLastBlock));
  const auto without = without_arrays(graph, {4}, WatchedReads::OfAllBlocks);
  EXPECT_FALSE(test::reachable_blocks(without.value().graph)[4]);
  graph.blocks[0].array_assignments.clear();
  const auto wrong = without_arrays(graph, {4}, WatchedReads::OfAllBlocks);
  EXPECT_TRUE(test::reachable_blocks(wrong.value().graph)[4]);
}

/// What is assumed is true: that all elements below 5 are 2 after they were filled.
TEST(WithoutArrays, assumes_of_reads_what_is_true_of_all_elements) {
  constexpr BlockId error = 5;
  const auto is_reached = [](const Graph& graph, std::uint64_t filled_with) -> bool {
    auto without = without_arrays(graph, {error}, WatchedReads::OfAny).value();
    EXPECT_TRUE(test::reachable_blocks(without.graph)[error]) << "nothing is foretold";
    EXPECT_EQ(without.meanings.at(0).is_element, false);
    EXPECT_EQ(without.meanings.at(1).is_element, true);
    Expressions& e = without.graph.expressions;
    const ExprId is_beyond =
        e.unary(Op::Not, e.binary(Op::LessUnsigned, e.variable(1, 3), e.constant(3, 5)));
    const ExprId is_filled = e.binary(Op::Equal, e.variable(2, 2), e.constant(2, filled_with));
    assume_of_reads(without, {{4, e.binary(Op::Or, is_beyond, is_filled)}});
    EXPECT_EQ(problem(without.graph), std::nullopt);
    return test::reachable_blocks(without.graph)[error];
  };
  EXPECT_FALSE(is_reached(filled(5, 2), 2));
  EXPECT_TRUE(is_reached(filled(6, 2), 2));
  EXPECT_TRUE(is_reached(filled(5, 3), 2));
}

TEST(WithoutArrays, is_not_made_where_no_target_depends_on_an_array) {
  const Graph graph = filled(5, 2);
  EXPECT_FALSE(without_arrays(graph, {2}, WatchedReads::OfLastBlock));
}

}  // namespace
}  // namespace hardbop::words
