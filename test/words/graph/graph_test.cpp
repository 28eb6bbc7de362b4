// SPDX-License-Identifier: MIT
#include "words/graph/graph.hpp"

#include <gtest/gtest.h>
#include <random>

#include "base/expression/random_expression.hpp"
#include "words/graph/condition_text.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"

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

/// a[i] := a[i] + 1.0, while that is less than 2.0; then the target.
Graph float_counter() {
  Graph graph;
  Expressions& e = graph.expressions;
  const ArraySort sort{4, 32};
  graph.variables = {{"i", 4, 3}};
  graph.arrays = {{"a", sort, ArrayValue(4, 0)}};
  const ExprId a = e.array(0, sort);
  const ExprId i = e.variable(0, 4);
  const ExprId sum = e.floating(Op::FloatAdd, 32, Rounding::NearestEven, e.select(a, i),
                                e.constant(32, 0x3F800000));
  const ExprId less = e.floating(Op::FloatLess, 1, Rounding::NearestEven, e.select(a, i),
                                 e.constant(32, 0x40000000));
  graph.blocks.resize(2);
  graph.blocks[0].array_assignments = {{0, e.store(a, i, sum)}};
  graph.blocks[0].edges = {{less, 0}, {e.unary(Op::Not, less), 1}};
  return graph;
}

TEST(Graph, replay_follows_arrays_and_floats) {
  const Graph graph = float_counter();
  ASSERT_FALSE(problem(graph));
  const auto point = [](BlockId b, std::uint64_t number) {
    ArrayValue value(4, 0);
    value.write(3, number);
    return Point{b, {3}, {}, {value}, {}};
  };
  const words::Run run{point(0, 0), point(0, 0x3F800000), point(0, 0x40000000),
                       point(1, 0x40400000)};
  EXPECT_EQ(replay(graph, run), std::nullopt);
  words::Run wrong = run;
  wrong[2] = point(0, 0x40000001);
  EXPECT_EQ(replay(graph, wrong), "point 2: 'a' has another value");
  wrong = {run[1]};
  EXPECT_EQ(replay(graph, wrong), "point 0: 'a' does not start with its values");
  wrong = {run[0], run[3]};
  EXPECT_EQ(replay(graph, wrong), "point 1: no guard from block 0 to 1 is true");
  wrong = {run[0]};
  wrong[0].arrays.clear();
  EXPECT_EQ(replay(graph, wrong), "point 0: a value of an array is missing");
}

TEST(Graph, replay_accepts_what_an_execution_makes) {
  std::mt19937_64 random(31);
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Graph graph = test::random_graph_with_theories(seed);
    ASSERT_EQ(problem(graph), std::nullopt) << seed;
    const words::Run run = test::random_run(graph, 12, random);
    ASSERT_EQ(replay(graph, run), std::nullopt) << "seed " << seed << '\n' << to_string(graph);
    EXPECT_NE(to_dot(graph), "");
  }
}

TEST(Graph, theories_are_those_that_blocks_use) {
  EXPECT_EQ(theories(counter(3)).array, std::nullopt);
  EXPECT_FALSE(theories(counter(3)).has_floats);
  Graph graph = float_counter();
  EXPECT_EQ(theories(graph).array, "a");
  EXPECT_TRUE(theories(graph).has_floats);
  graph.blocks[0] = {};
  EXPECT_EQ(theories(graph).array, std::nullopt);
  EXPECT_FALSE(theories(graph).has_floats);
}

TEST(Graph, problems_of_arrays_are_found) {
  Graph graph = float_counter();
  graph.blocks[0].array_assignments.push_back(graph.blocks[0].array_assignments[0]);
  EXPECT_EQ(problem(graph), "block 0 assigns 'a' twice");
  graph = float_counter();
  graph.blocks[0].array_assignments[0].value = graph.expressions.variable(0, 4);
  EXPECT_EQ(problem(graph), "block 0 takes a word for an array, or an array for a word");
  graph = float_counter();
  graph.arrays[0].sort.index = 5;
  EXPECT_EQ(problem(graph), "block 0 reads array 0 wrongly");
}

TEST(Graph, text_shows_blocks_assignments_and_guards) {
  EXPECT_EQ(to_string(counter(3)),
            "0 (entry):\n  (x <u 3) -> 1\n  ~(x <u 3) -> 2\n1:\n  x := (x + unsigned8(input0))\n"
            "  1 -> 0\n2:\n");
  EXPECT_NE(to_dot(counter(3)).find("0 -> 1 [label=\"(x <u 3)\"]"), std::string::npos);
  EXPECT_EQ(to_string(float_counter()),
            "0 (entry):\n  a := a{i := (a[i] +. 1065353216)}\n  (a[i] <. 1073741824) -> 0\n"
            "  ~(a[i] <. 1073741824) -> 1\n1:\n");
  EXPECT_NE(to_dot(float_counter()).find("a := a{i := (a[i] +. 1065353216)}"), std::string::npos);
}

TEST(ConditionText, says_the_same_when_it_is_read_again) {
  std::mt19937_64 random(7);
  std::size_t written = 0;
  for (int round = 0; round < 500; ++round) {
    Graph graph;
    graph.variables = {{"a", 8, {}}, {"b", 13, {}}, {"c", 64, {}}};
    test::RandomTerms terms(graph.expressions, {8, 13, 64}, {}, random);
    const test::Term term = terms.make(1, static_cast<unsigned>(1 + random() % 5));
    const auto text = condition_text(graph.expressions, term.id);
    if (!text) continue;
    ++written;
    Graph other;
    other.variables = graph.variables;
    const auto read = read_condition(other, *text);
    ASSERT_TRUE(read.has_value()) << *text;
    for (int i = 0; i < 20; ++i) {
      const std::vector<std::uint64_t> values{random() & mask(8), random() & mask(13), random()};
      EXPECT_EQ(other.expressions.evaluate(*read, values, {}), term.value({values, {}})) << *text;
    }
  }
  EXPECT_GT(written, 300U);
}

TEST(ConditionText, tells_of_elements) {
  Graph graph;
  graph.variables = {{"i", 8, {}}};
  graph.arrays = {{"a", {8, 16}, {}}, {"b", {8, 16}, {}}};
  Expressions& e = graph.expressions;
  const ExprId element = e.select(e.array(1, {8, 16}), e.variable(0, 8));
  const ExprId is_zero = e.binary(Op::Equal, element, e.constant(16, 0));
  const auto text = condition_text(e, is_zero);
  ASSERT_EQ(text, "(equal (select a1 v0) 0:16)");
  EXPECT_EQ(read_condition(graph, *text), is_zero);
  for (const std::string_view wrong :
       {"a0", "(equal a0 a1)", "(equal (select a2 v0) 0:16)", "(equal (select v0 a0) 0:16)",
        "(equal (select a0 0:16) 0:16)", "(equal (select a0 a0) 0:16)", "(not a0)"})
    EXPECT_FALSE(read_condition(graph, wrong).has_value()) << wrong;
}

TEST(ConditionText, refuses_what_is_no_condition) {
  Graph graph;
  graph.variables = {{"a", 8, {}}};
  for (const std::string_view text :
       {"", "v0", "v1", "(", ")", "(equal v0)", "(equal v0 3:8", "(equal v0 3:9)",
        "(equal v0 256:8)", "(equal v0 3:8))", "(not (equal v0 3:65))", "(extract 9 1 v0)",
        "(extract 0 0 v0)", "(zero-extend 4 v0)", "(concatenate 1:64 1:1)", "(equal  v0 3:8)",
        "(input 3)", "-1:1"})
    EXPECT_FALSE(read_condition(graph, text).has_value()) << text;
  EXPECT_FALSE(read_condition(graph, std::string(100'000, '(')).has_value());
  EXPECT_TRUE(read_condition(graph, "(equal (extract 0 1 v0) 1:1)").has_value());
}

}  // namespace
}  // namespace hardbop::words
