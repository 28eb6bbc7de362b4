// SPDX-License-Identifier: MIT
#include <atomic>
#include <gtest/gtest.h>

#include "repetitions.hpp"
#include "words/engine/bmc_support.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::bmc {
namespace {

using test::find;
using test::Loop;
using words::Expressions;
using words::ExprId;
using words::Op;

TEST(Bmc, agrees_with_states_one_by_one) {
  for (std::uint64_t seed = 1; seed <= test::repetitions(20); ++seed) {
    const words::Graph graph = test::random_graph(seed);
    const std::vector<bool> expected = test::reachable_blocks(graph);
    for (BlockId b = 0; b < graph.blocks.size(); ++b) {
      const Findings found = find(whole_graph(graph), {{b}}, 1 + seed % 2);
      const Finding& finding = found.findings.front();
      ASSERT_NE(finding.outcome, engine::Outcome::Unknown) << finding.reason;
      const bool is_reached = finding.outcome == engine::Outcome::Reached;
      ASSERT_TRUE(is_reached ? expected[b] : found.is_bounded || !expected[b])
          << "seed " << seed << ", block " << b << '\n'
          << to_string(graph);
      if (!is_reached) continue;
      ASSERT_EQ(words::replay(graph, *finding.run), std::nullopt) << "seed " << seed;
      EXPECT_EQ(finding.run->back().block, b);
    }
  }
}

TEST(Bmc, finds_out_how_many_rounds_there_are) {
  const Loop loop(21, 21);
  const Findings found = find(loop.program(), {{4}});
  ASSERT_EQ(found.findings[0].outcome, engine::Outcome::Reached);
  EXPECT_EQ(words::replay(loop.graph, *found.findings[0].run), std::nullopt);
  EXPECT_EQ(found.findings[0].run->back().variables, (std::vector<std::uint64_t>{21, 21}));
  const Loop safe(21, 22);
  const Findings none = find(safe.program(), {{4}});
  EXPECT_EQ(none.findings[0].outcome, engine::Outcome::Unreachable);
  EXPECT_FALSE(none.is_bounded);
}

/// Either while (x < n) x := x + 1, or the same with y and m; a target behind each, where x or y is
/// 21. Both n and m are at most that.
words::Graph one_of_two_loops() {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 8, 0}, {"n", 8, std::nullopt}, {"y", 8, 0}, {"m", 8, std::nullopt}};
  graph.inputs = {1};
  graph.blocks.resize(9);
  graph.blocks[0].inputs = {0};
  graph.blocks[0].edges = {{e.input(0, 1), 1}, {e.unary(Op::Not, e.input(0, 1)), 5}};
  const ExprId last = e.constant(8, 21);
  for (const BlockId head : {1U, 5U}) {
    const words::VariableId counter = head == 1 ? 0 : 2;
    const ExprId x = e.variable(counter, 8);
    const ExprId is_less = e.binary(Op::LessUnsigned, x, e.variable(counter + 1, 8));
    const ExprId goes_on = e.binary(Op::And, is_less, e.binary(Op::LessUnsigned, x, last));
    graph.blocks[head].edges = {{goes_on, head + 1}, {e.unary(Op::Not, goes_on), head + 2}};
    graph.blocks[head + 1].assignments = {{counter, e.binary(Op::Add, x, e.constant(8, 1))}};
    graph.blocks[head + 1].edges = {{e.truth(true), head}};
    graph.blocks[head + 2].edges = {{e.binary(Op::Equal, x, last), head + 3}};
  }
  return graph;
}

TEST(Bmc, that_one_loop_has_more_rounds_says_nothing_about_another) {
  const words::Graph graph = one_of_two_loops();
  ASSERT_EQ(words::problem(graph), std::nullopt);
  for (const BlockId target : {4U, 8U}) {
    const Findings found = find(whole_graph(graph), {{target}});
    ASSERT_EQ(found.findings[0].outcome, engine::Outcome::Reached) << target;
    EXPECT_EQ(words::replay(graph, *found.findings[0].run), std::nullopt);
  }
}

TEST(Bmc, a_bound_is_exact) {
  const Loop loop(5, 9);
  for (std::uint32_t unwind = 1; unwind < 9; ++unwind) {
    const Findings found = find(loop.program(), {{4}}, unwind);
    EXPECT_EQ(found.findings[0].outcome, engine::Outcome::Unreachable);
    EXPECT_EQ(found.is_bounded, unwind < 5) << unwind;
  }
  const Loop reached(5, 4);
  EXPECT_EQ(find(reached.program(), {{4}}, 3).findings[0].outcome, engine::Outcome::Unreachable);
  EXPECT_EQ(find(reached.program(), {{4}}, 4).findings[0].outcome, engine::Outcome::Reached);
}

/// f(n): if (n > 0) f(n - 1); sum := sum + n. The target is where main finds that the sum is that
/// of all numbers from n on; n is an input of at most 5.
struct Recursion {
  words::Graph graph;

  Recursion() {
    Expressions& e = graph.expressions;
    graph.variables = {{"sum", 8, 0}, {"n", 8, std::nullopt}, {"kept", 8, std::nullopt}};
    const ExprId sum = e.variable(0, 8);
    const ExprId n = e.variable(1, 8);
    const ExprId is_zero = e.binary(Op::Equal, n, e.constant(8, 0));
    graph.blocks.resize(8);
    // main: 0 calls f, 1 goes on, 2 is the target
    graph.blocks[0].assignments = {{2, n}};
    graph.blocks[0].edges = {{e.binary(Op::LessUnsigned, n, e.constant(8, 6)), 3}};
    graph.blocks[1].edges = {{e.binary(Op::Equal, sum, e.constant(8, 15)), 2}};
    // f: 3 branches, 4 calls f, 5 goes on and adds, 6 leaves
    graph.blocks[3].edges = {{is_zero, 5}, {e.unary(Op::Not, is_zero), 4}};
    graph.blocks[4].assignments = {{1, e.binary(Op::Subtract, n, e.constant(8, 1))}};
    graph.blocks[4].edges = {{e.truth(true), 3}};
    graph.blocks[5].assignments = {{0, e.binary(Op::Add, sum, n)}};
    graph.blocks[5].edges = {{e.truth(true), 6}};
  }
  [[nodiscard]] Program program() const {
    return {graph, {{0, {}, {}}, {3, {1}, {}}}, {{0, 1, 1}, {4, 1, 5}}, {6}};
  }
};

TEST(Bmc, every_activation_has_variables_of_its_own) {
  const Recursion recursion;
  const Findings found = find(recursion.program(), {{2}});
  ASSERT_EQ(found.findings[0].outcome, engine::Outcome::Reached) << found.findings[0].reason;
  EXPECT_EQ(found.findings[0].run->front().variables[1], 5U);
  const Findings bounded = find(recursion.program(), {{2}}, 2);
  EXPECT_EQ(bounded.findings[0].outcome, engine::Outcome::Unreachable);
  EXPECT_TRUE(bounded.is_bounded);
}

TEST(Bmc, rounds_that_repeat_the_last_are_all_there_is) {
  words::Graph graph;  // while (true) x := input; reads nothing of it
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 32, 0}, {"y", 32, 7}};
  graph.inputs = {32};
  graph.blocks.resize(3);
  graph.blocks[0].inputs = {0};
  graph.blocks[0].assignments = {{0, e.input(0, 32)}};
  graph.blocks[0].edges = {{e.truth(true), 1}};
  const ExprId is_seven = e.binary(Op::Equal, e.variable(1, 32), e.constant(32, 8));
  const ExprId is_large = e.binary(Op::LessUnsigned, e.constant(32, 9), e.variable(0, 32));
  graph.blocks[1].edges = {{e.binary(Op::And, is_large, is_seven), 2},
                           {e.unary(Op::Not, e.binary(Op::And, is_large, is_seven)), 0}};
  const Findings found = find({graph, {{0}}}, {{2}});
  EXPECT_EQ(found.findings[0].outcome, engine::Outcome::Unreachable);
  EXPECT_FALSE(found.is_bounded);
}

/// One way can be gone if x, the other if y; behind both, targets where the condition of the way
/// taken is not true.
TEST(Bmc, ways_that_meet_keep_their_conditions) {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"way", 1, std::nullopt}, {"x", 1, std::nullopt}, {"y", 1, std::nullopt}};
  const ExprId way = e.variable(0, 1);
  const ExprId not_way = e.unary(Op::Not, way);
  graph.blocks.resize(6);
  graph.blocks[0].edges = {{way, 1}, {not_way, 2}};
  graph.blocks[1].edges = {{e.variable(1, 1), 3}};
  graph.blocks[2].edges = {{e.variable(2, 1), 3}};
  graph.blocks[3].edges = {{e.binary(Op::And, way, e.unary(Op::Not, e.variable(1, 1))), 4},
                           {e.binary(Op::And, not_way, e.unary(Op::Not, e.variable(2, 1))), 5}};
  const Program program{graph, {{graph.entry}}};  // without choices, the guards are opposite
  EXPECT_EQ(find(program, {{3}}).findings[0].outcome, engine::Outcome::Reached);
  for (const BlockId target : {4U, 5U})
    EXPECT_EQ(find(program, {{target}}).findings[0].outcome, engine::Outcome::Unreachable);
}

/// main: while (true) f(). f: n := n + 1; the target is where n is `last`.
TEST(Bmc, what_a_procedure_keeps_between_calls_matters_to_its_caller) {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"n", 8, 0}};
  const ExprId n = e.variable(0, 8);
  const ExprId is_last = e.binary(Op::Equal, n, e.constant(8, 10));
  graph.blocks.resize(6);
  graph.blocks[0].edges = {{e.truth(true), 2}};  // calls f, and goes on at 1
  graph.blocks[1].edges = {{e.truth(true), 0}};
  graph.blocks[2].assignments = {{0, e.binary(Op::Add, n, e.constant(8, 1))}};
  graph.blocks[2].edges = {{e.truth(true), 3}};
  graph.blocks[3].edges = {{is_last, 5}, {e.unary(Op::Not, is_last), 4}};
  const Findings found = find({graph, {{0}, {2}}, {{0, 1, 1}}, {4}}, {{5}});
  EXPECT_EQ(found.findings[0].outcome, engine::Outcome::Reached);
}

TEST(Bmc, stops_where_it_is_told_to) {
  const Loop loop(200, 201);
  std::atomic<bool> cancel = true;
  Limits limits;
  limits.cancel = &cancel;
  Budget budget(limits);
  Statistics statistics;
  const Findings found = run_bmc(loop.program(), {{4}}, {}, budget, statistics);
  EXPECT_EQ(found.findings[0].outcome, engine::Outcome::Unknown);
  EXPECT_FALSE(found.findings[0].reason.empty());
}

}  // namespace
}  // namespace hardbop::bmc
