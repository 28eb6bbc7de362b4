// SPDX-License-Identifier: MIT
#include "words/analysis/random_walk.hpp"

#include <gtest/gtest.h>

namespace hardbop::words {
namespace {

/// Counts up to an input, one by one; block 3 is where it gets to if that is above a limit.
Graph counting(std::uint64_t limit) {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"i", 32, 0}, {"n", 32, std::nullopt}};
  const ExprId i = e.variable(0, 32);
  const ExprId goes_on = e.binary(Op::LessUnsigned, i, e.variable(1, 32));
  const ExprId is_far = e.binary(Op::LessUnsigned, e.constant(32, limit), i);
  graph.blocks.resize(4);
  graph.blocks[0].edges = {{e.truth(true), 1}};
  graph.blocks[1].edges = {{is_far, 3}, {e.binary(Op::And, e.unary(Op::Not, is_far), goes_on), 2}};
  graph.blocks[2].assignments = {{0, e.binary(Op::Add, i, e.constant(32, 1))}};
  graph.blocks[2].edges = {{e.truth(true), 1}};
  return graph;
}

TEST(RandomRuns, are_runs_to_a_target) {
  const Graph graph = counting(20'000);
  RandomRuns runs(graph, {3});
  Budget budget;
  const std::optional<words::Run> found = runs.search(budget);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 40'005U);
  EXPECT_EQ(found->back().block, 3U);
  EXPECT_EQ(replay(graph, *found), std::nullopt);
}

TEST(RandomRuns, go_on_behind_the_run_that_was_found) {
  const Graph graph = counting(100);
  RandomRuns runs(graph, {3});
  Budget budget;
  const std::optional<words::Run> first = runs.search(budget);
  const std::uint64_t tried = runs.tried();
  const std::optional<words::Run> second = runs.search(budget);
  ASSERT_TRUE(first && second);
  EXPECT_GT(runs.tried(), tried);
}

TEST(RandomRuns, count_walks_that_end_at_a_bound) {
  Graph graph = counting(100);
  graph.blocks.emplace_back();
  RandomRuns runs(graph, {4}, {3});
  Budget budget;
  budget.begin_attempt(0.05);
  EXPECT_FALSE(runs.search(budget));
  EXPECT_GT(runs.ended(), 0U);
  EXPECT_LT(runs.ended(), runs.tried());
}

TEST(RandomRuns, go_on_with_a_walk_that_was_interrupted) {
  const Graph graph = counting(20'000);
  RandomRuns runs(graph, {3});
  std::optional<words::Run> found;
  std::size_t calls = 0;
  for (; !found && calls < 1000; ++calls) {
    std::atomic<bool> is_over = false;
    std::size_t polls = 0;
    Limits limits;
    limits.cancel = &is_over;
    limits.rest = [&] {
      is_over = ++polls > 170;  // enough for the run itself, and for walks before it not
      return false;
    };
    Budget budget(limits);
    found = runs.search(budget);
  }
  ASSERT_TRUE(found);
  EXPECT_GT(calls, 1U);
  EXPECT_EQ(replay(graph, *found), std::nullopt);
}

TEST(RandomRuns, end_with_the_time) {
  const Graph graph = counting(0xffffffff);  // which no number is above
  RandomRuns runs(graph, {3});
  Budget budget;
  budget.begin_attempt(0.05);
  EXPECT_FALSE(runs.search(budget));
  EXPECT_TRUE(budget.end_attempt());
}

}  // namespace
}  // namespace hardbop::words
