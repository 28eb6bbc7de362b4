// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "ltg/evaluator.hpp"
#include "ltg/graph.hpp"
#include "ltg/print.hpp"
#include "ltg/random_expression.hpp"

namespace hardbop::ltg {
namespace {

TEST(Expressions, simplification_keeps_the_value) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 3000; ++round) {
    Expressions expressions;
    test::RandomTerms terms(expressions, {1, 3, 8, 32, 64}, {1, 4, 8}, random);
    const auto width = static_cast<Width>(round % 4 == 0 ? 1 : 1 + random() % 64);
    const test::Term term = terms.make(width, static_cast<unsigned>(1 + random() % 5));
    ASSERT_EQ(expressions.width(term.id), width);
    Evaluator evaluator(expressions);
    for (int i = 0; i < 12; ++i) {
      const test::Leaves leaves = terms.leaves();
      const std::uint64_t expected = term.value(leaves);
      ASSERT_EQ(expressions.evaluate(term.id, leaves.variables, leaves.inputs), expected);
      evaluator.enter(leaves.variables, leaves.inputs);
      ASSERT_EQ(evaluator.value(term.id), expected);
    }
  }
}

TEST(Expressions, equal_expressions_are_one_node) {
  Expressions e;
  const ExprId x = e.variable(0, 8);
  const ExprId y = e.variable(1, 8);
  EXPECT_EQ(e.binary(Op::Add, x, y), e.binary(Op::Add, y, x));
  EXPECT_EQ(e.binary(Op::Subtract, x, e.constant(8, 1)), e.binary(Op::Add, e.constant(8, 255), x));
}

TEST(Expressions, a_converted_comparison_becomes_the_comparison) {
  // ((int)(x < y) != 0), as C has it.
  Expressions e;
  const ExprId less = e.binary(Op::LessSigned, e.variable(0, 32), e.variable(1, 32));
  const ExprId word = e.extend(Op::ZeroExtend, less, 32);
  EXPECT_EQ(e.unary(Op::Not, e.binary(Op::Equal, word, e.constant(32, 0))), less);
}

TEST(Expressions, comparing_an_extended_word_needs_the_word_only) {
  Expressions e;
  const ExprId small = e.variable(0, 8);
  const ExprId word = e.extend(Op::ZeroExtend, small, 32);
  EXPECT_TRUE(e.is_constant(e.binary(Op::LessSigned, word, e.constant(32, 256)), 1));
  EXPECT_EQ(e.binary(Op::LessSigned, word, e.constant(32, 7)),
            e.binary(Op::LessUnsigned, small, e.constant(8, 7)));
}

TEST(Expressions, depth_does_not_matter) {
  Expressions e;
  ExprId sum = e.variable(0, 32);
  for (std::uint32_t i = 1; i < 300'000; ++i)
    sum = e.binary(Op::Xor, e.unary(Op::Negate, sum), e.variable(1, 32));
  const std::vector<std::uint64_t> values{5, 0};
  EXPECT_EQ(e.evaluate(sum, values, {}), mask(32) - 4);
  Evaluator evaluator(e);
  evaluator.enter(values, {});
  EXPECT_EQ(evaluator.value(sum), mask(32) - 4);
}

/// x := 0; while (x < limit) x := x + input.
Graph counter(std::uint64_t limit) {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 8, 0}};
  graph.inputs = {2};
  const ExprId x = e.variable(0, 8);
  const ExprId step = e.extend(Op::ZeroExtend, e.input(0, 2), 8);
  const ExprId less = e.binary(Op::LessUnsigned, x, e.constant(8, limit));
  graph.blocks.resize(3);
  graph.blocks[0].edges = {{less, 1}, {e.unary(Op::Not, less), 2}};
  graph.blocks[1] = {{{0, e.binary(Op::Add, x, step)}}, {{e.truth(true), 0}}, {0}};
  return graph;
}

TEST(Graph, replay_accepts_a_run_and_says_what_is_wrong_with_others) {
  const Graph graph = counter(3);
  ASSERT_FALSE(problem(graph));
  const ltg::Run run{{0, {0}, {0}}, {1, {0}, {3}}, {0, {3}, {0}}, {2, {3}, {0}}};
  EXPECT_FALSE(replay(graph, run));
  ltg::Run wrong = run;
  wrong[1].inputs[0] = 2;
  EXPECT_EQ(replay(graph, wrong), "point 2: 'x' should be 2, not 3");
  wrong = {run[0], run[3]};
  EXPECT_EQ(replay(graph, wrong), "point 1: no guard from block 0 to 2 is true");
  wrong = {run[2]};
  EXPECT_EQ(replay(graph, wrong), "point 0: 'x' does not start with 0");
  EXPECT_TRUE(replay(graph, ltg::Run{}));
}

TEST(Graph, problems_are_found) {
  Graph graph = counter(3);
  graph.blocks[1].inputs.clear();
  EXPECT_EQ(problem(graph), "block 1 reads input 0, which is not its own");
  graph = counter(3);
  graph.blocks[1].assignments.push_back(graph.blocks[1].assignments[0]);
  EXPECT_EQ(problem(graph), "block 1 assigns 'x' twice");
  graph = counter(3);
  graph.blocks[0].edges[0].to = 3;
  EXPECT_EQ(problem(graph), "block 0 leads nowhere");
  graph = counter(3);
  graph.blocks[0].edges[0].guard = graph.expressions.variable(0, 8);
  EXPECT_EQ(problem(graph), "an expression of block 0 has 8 bits instead of 1");
}

TEST(Graph, text_shows_blocks_assignments_and_guards) {
  EXPECT_EQ(to_string(counter(3)),
            "0 (entry):\n  (x <u 3) -> 1\n  ~(x <u 3) -> 2\n1:\n  x := (x + unsigned8(input0))\n"
            "  1 -> 0\n2:\n");
  EXPECT_NE(to_dot(counter(3)).find("0 -> 1 [label=\"(x <u 3)\"]"), std::string::npos);
}

}  // namespace
}  // namespace hardbop::ltg
