// SPDX-License-Identifier: MIT
#include "words/analysis/guesses.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "words/analysis/linear.hpp"
#include "words/graph/print.hpp"

namespace hardbop::words {
namespace {

TEST(Linear, finds_the_equations_of_points) {
  const auto found = equations_of({{0, 0, 5}, {1, 2, 5}, {2, 4, 5}, {7, 14, 5}});
  ASSERT_EQ(found.size(), 2U);
  for (const LinearEquation& equation : found)
    for (const std::vector<std::int64_t>& point :
         {std::vector<std::int64_t>{3, 6, 5}, std::vector<std::int64_t>{-9, -18, 5}}) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < point.size(); ++i) sum += equation.coefficients[i] * point[i];
      EXPECT_EQ(sum, equation.constant);
    }
}

TEST(Linear, finds_none_where_points_are_all_over_the_place) {
  EXPECT_TRUE(equations_of({{0, 0}, {1, 0}, {0, 1}}).empty());
  EXPECT_TRUE(equations_of({}).empty());
}

TEST(Linear, gives_up_on_large_numbers) {
  const std::int64_t large = INT64_MAX;
  EXPECT_TRUE(equations_of({{large, 3, 7}, {5, large - 2, 11}, {13, 17, large - 6}}).size() <= 1);
}

/// i and j: 0, 0 to n, 2 n; n is an input that is at most 100.
Graph doubling() {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"i", 32, 0}, {"j", 32, 0}, {"n", 32, std::nullopt}};
  const ExprId i = e.variable(0, 32);
  const ExprId j = e.variable(1, 32);
  const ExprId n = e.variable(2, 32);
  const ExprId goes_on = e.binary(Op::LessSigned, i, n);
  graph.blocks.resize(4);
  graph.blocks[0].edges = {{e.binary(Op::LessEqualUnsigned, n, e.constant(32, 100)), 1}};
  graph.blocks[1].edges = {{goes_on, 2}, {e.unary(Op::Not, goes_on), 3}};
  graph.blocks[2].assignments = {{0, e.binary(Op::Add, i, e.constant(32, 1))},
                                 {1, e.binary(Op::Add, j, e.constant(32, 2))}};
  graph.blocks[2].edges = {{e.truth(true), 1}};
  return graph;
}

TEST(Samples, are_states_of_runs) {
  const Graph graph = doubling();
  const auto samples = sample(graph, Liveness::everywhere(graph), {1});
  const Sampled& seen = samples.at(1);
  ASSERT_EQ(seen.variables, (std::vector<VariableId>{0, 1, 2}));
  EXPECT_GT(seen.states.size(), 20U);
  for (const std::vector<std::uint64_t>& state : seen.states) {
    EXPECT_EQ(state[1], 2 * state[0]);
    EXPECT_LE(state[0], state[2]);
    EXPECT_LE(state[2], 100U);
  }
}

TEST(Guesses, are_true_of_what_was_seen) {
  Graph graph = doubling();
  const Liveness liveness = Liveness::everywhere(graph);
  const auto samples = sample(graph, liveness, {1});
  const auto guesses = guess_invariants(graph, samples, Ranges(graph, liveness));
  ASSERT_FALSE(guesses.empty());
  for (const Guess& guess : guesses)
    for (const std::vector<std::uint64_t>& state : samples.at(1).states)
      EXPECT_EQ(graph.expressions.evaluate(guess.condition, state, {}), 1U)
          << to_string(graph, guess.condition);
}

TEST(Guesses, name_equations_and_which_of_two_is_greater) {
  Graph graph = doubling();
  const Liveness liveness = Liveness::everywhere(graph);
  const auto samples = sample(graph, liveness, {1});
  const auto guesses = guess_invariants(graph, samples, Ranges(graph, liveness));
  // Each of these states should be excluded by one.
  for (const std::vector<std::uint64_t>& state :
       {std::vector<std::uint64_t>{3, 5, 9}, {7, 14, 6}, {5, 10, 101}})
    EXPECT_TRUE(std::ranges::any_of(guesses,
                                    [&](const Guess& guess) {
                                      return graph.expressions.evaluate(guess.condition, state,
                                                                        {}) == 0;
                                    }))
        << state[0] << ' ' << state[1] << ' ' << state[2];
}

/// A string of 1 to 16 characters and a zero in an array of bytes, which a loop goes through.
Graph string() {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"at", 32, 0}, {"size", 32, std::nullopt}};
  graph.arrays = {{"text", {24, 8}, std::nullopt}};
  const ExprId at = e.variable(0, 32);
  const ExprId size = e.variable(1, 32);
  const ExprId text = e.array(0, {24, 8});
  const ExprId last = e.binary(Op::Subtract, size, e.constant(32, 1));
  const ExprId is_last =
      e.binary(Op::Equal, e.select(text, e.extract(at, 0, 24)), e.constant(8, 0));
  graph.blocks.resize(3);
  graph.blocks[0].edges = {{e.binary(Op::LessUnsigned, last, e.constant(32, 16)), 1}};
  graph.blocks[0].array_assignments = {
      {0, e.store(e.fill(e.constant(8, 65), 24), e.extract(last, 0, 24), e.constant(8, 0))}};
  graph.blocks[1].edges = {{e.unary(Op::Not, is_last), 1}, {is_last, 2}};
  graph.blocks[1].assignments = {{0, e.binary(Op::Add, at, e.constant(32, 1))}};
  return graph;
}

TEST(Guesses, name_the_element_that_ends_a_string) {
  Graph graph = string();
  const Liveness liveness = Liveness::everywhere(graph);
  const auto samples = sample(graph, liveness, {1});
  const auto guesses = guess_invariants(graph, samples, Ranges(graph, liveness));
  Expressions& e = graph.expressions;
  const ExprId end = e.extract(e.variable(1, 32), 0, 24);
  const ExprId last = e.binary(Op::Subtract, end, e.constant(24, 1));
  const ExprId is_zero = e.binary(Op::Equal, e.select(e.array(0, {24, 8}), last), e.constant(8, 0));
  EXPECT_TRUE(
      std::ranges::any_of(guesses, [&](const Guess& one) { return one.condition == is_zero; }));
}

}  // namespace
}  // namespace hardbop::words
