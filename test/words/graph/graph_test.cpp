// SPDX-License-Identifier: MIT
#include "words/graph/graph.hpp"

#include <gtest/gtest.h>

#include "words/graph/print.hpp"

namespace hardbop::words {
namespace {

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
  const words::Run run{{0, {0}, {0}}, {1, {0}, {3}}, {0, {3}, {0}}, {2, {3}, {0}}};
  EXPECT_FALSE(replay(graph, run));
  words::Run wrong = run;
  wrong[1].inputs[0] = 2;
  EXPECT_EQ(replay(graph, wrong), "point 2: 'x' should be 2, not 3");
  wrong = {run[0], run[3]};
  EXPECT_EQ(replay(graph, wrong), "point 1: no guard from block 0 to 2 is true");
  wrong = {run[2]};
  EXPECT_EQ(replay(graph, wrong), "point 0: 'x' does not start with 0");
  EXPECT_TRUE(replay(graph, words::Run{}));
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
}  // namespace hardbop::words
