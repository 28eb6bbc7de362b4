// SPDX-License-Identifier: MIT
#include "words/engine/bmc/induction.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <sstream>

#include "repetitions.hpp"
#include "words/engine/bmc/houdini.hpp"
#include "words/engine/bmc/inductive_proof.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::bmc {
namespace {

using words::BlockId;
using words::Expressions;
using words::ExprId;
using words::Op;

bool is_proved(const words::Graph& graph, BlockId target) {
  Budget budget;
  Induction induction(graph, {target});
  for (int attempt = 0; attempt < 3; ++attempt)
    if (induction.try_next(budget)) return true;
  return false;
}

TEST(Induction, proves_nothing_of_what_is_reached) {
  std::size_t proved = 0;
  for (std::uint64_t seed = 1; seed <= test::repetitions(60); ++seed) {
    const words::Graph graph =
        seed % 3 == 0 ? test::random_graph_with_theories(seed) : test::random_graph(seed);
    const std::vector<bool> expected = test::reachable_blocks(graph);
    const auto last = static_cast<BlockId>(graph.blocks.size() - 1);
    if (!is_proved(graph, last)) continue;
    ++proved;
    ASSERT_FALSE(expected[last]) << "seed " << seed << '\n' << to_string(graph);
  }
  EXPECT_GT(proved, 0U);
}

/// x and y start with these values and get more by these for ever; the target: x is not y.
words::Graph two_counters(std::uint64_t x_start, std::uint64_t x_more, std::uint64_t y_more) {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 32, x_start}, {"y", 32, 0}};
  const ExprId x = e.variable(0, 32);
  const ExprId y = e.variable(1, 32);
  const ExprId is_same = e.binary(Op::Equal, x, y);
  graph.blocks.resize(3);
  graph.blocks[0].edges = {{is_same, 1}, {e.unary(Op::Not, is_same), 2}};
  graph.blocks[1].assignments = {{0, e.binary(Op::Add, x, e.constant(32, x_more))},
                                 {1, e.binary(Op::Add, y, e.constant(32, y_more))}};
  graph.blocks[1].edges = {{e.truth(true), 0}};
  return graph;
}

TEST(Induction, proves_what_guesses_say_of_loops_without_end) {
  EXPECT_TRUE(is_proved(two_counters(0, 1, 1), 2));
  EXPECT_TRUE(is_proved(two_counters(0, 7, 7), 2));
  EXPECT_FALSE(is_proved(two_counters(0, 1, 2), 2));
  EXPECT_FALSE(is_proved(two_counters(1, 1, 1), 2));
}

TEST(Induction, does_not_believe_what_is_suggested) {
  words::Graph graph = two_counters(0, 1, 2);
  Expressions& e = graph.expressions;
  const ExprId is_same = e.binary(Op::Equal, e.variable(0, 32), e.variable(1, 32));
  Budget budget;
  Induction induction(graph, {2});
  induction.suggest({{0, is_same}});
  EXPECT_FALSE(induction.try_next(budget));
  for (const words::Guess& one : induction.invariants()) EXPECT_NE(one.condition, is_same);
}

/// x: 0 to 0, else up to 3, which is the target.
words::Graph chain() {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 2, 0}};
  const ExprId x = e.variable(0, 2);
  const ExprId is_last = e.binary(Op::Equal, x, e.constant(2, 3));
  const ExprId is_first = e.binary(Op::Equal, x, e.constant(2, 0));
  graph.blocks.resize(3);
  graph.blocks[0].edges = {{is_last, 2}, {e.unary(Op::Not, is_last), 1}};
  graph.blocks[1].assignments = {
      {0, e.conditional(is_first, x, e.binary(Op::Add, x, e.constant(2, 1)))}};
  graph.blocks[1].edges = {{e.truth(true), 0}};
  return graph;
}

TEST(Induction, takes_as_many_rounds_as_it_needs) {
  words::Graph graph = chain();
  words::InductiveClaim claim{{2}, {{0, graph.expressions.truth(true)}}, 0, {}};
  Budget budget;
  for (claim.k = 0; claim.k < 3; ++claim.k)  // 1, 2 and 3 can be passed before the target
    EXPECT_FALSE(is_inductive(graph, claim, budget)) << claim.k;
  EXPECT_TRUE(is_inductive(graph, claim, budget));
  graph.variables[0].initial = 1;  // now the base case is broken, whatever k is
  for (claim.k = 0; claim.k < 6; ++claim.k)
    EXPECT_FALSE(is_inductive(graph, claim, budget)) << claim.k;
}

TEST(Induction, asks_whether_runs_keep_an_invariant) {
  words::Graph graph = chain();
  Expressions& e = graph.expressions;
  const ExprId x = e.variable(0, 2);
  const ExprId zero = e.binary(Op::Equal, x, e.constant(2, 0));
  const ExprId small = e.binary(Op::LessUnsigned, x, e.constant(2, 2));
  Budget budget;
  EXPECT_TRUE(is_inductive(graph, {{2}, {{0, zero}}, 0, {}}, budget));
  EXPECT_FALSE(is_inductive(graph, {{2}, {{0, small}}, 0, {}}, budget));
  EXPECT_FALSE(is_inductive(graph, {{2}, {{0, e.truth(false)}}, 0, {}}, budget));
}

TEST(Induction, takes_arrays_for_arbitrary_that_loops_change) {
  words::Graph graph;  // a[0] := a[0] + 1 for ever; the target: a[0] is 5
  Expressions& e = graph.expressions;
  const words::ArraySort sort{4, 8};
  graph.arrays = {{"a", sort, words::ArrayValue(4, 0)}};
  const ExprId a = e.array(0, sort);
  const ExprId first = e.select(a, e.constant(4, 0));
  const ExprId is_five = e.binary(Op::Equal, first, e.constant(8, 5));
  graph.blocks.resize(3);
  graph.blocks[0].edges = {{is_five, 2}, {e.unary(Op::Not, is_five), 1}};
  graph.blocks[1].array_assignments = {
      {0, e.store(a, e.constant(4, 0), e.binary(Op::Add, first, e.constant(8, 1)))}};
  graph.blocks[1].edges = {{e.truth(true), 0}};
  Budget budget;
  EXPECT_FALSE(is_inductive(graph, {{2}, {{0, e.truth(true)}}, 0, {}}, budget));
  EXPECT_FALSE(is_inductive(graph, {{2}, {{0, e.truth(true)}}, 3, {}}, budget));
}

TEST(Induction, says_nothing_without_time) {
  words::Graph graph = chain();
  const std::atomic<bool> cancel = true;
  Limits limits;
  limits.cancel = &cancel;
  Budget budget(limits);
  EXPECT_NE(budget.poll(), StopReason::None);
  EXPECT_FALSE(is_inductive(graph, {{2}, {{0, graph.expressions.truth(true)}}, 3, {}}, budget));
}

TEST(Houdini, keeps_what_is_inductive_together) {
  words::Graph graph = two_counters(0, 2, 2);
  Expressions& e = graph.expressions;
  const ExprId x = e.variable(0, 32);
  const ExprId y = e.variable(1, 32);
  const ExprId is_even = e.binary(Op::Equal, e.extract(x, 0, 1), e.constant(1, 0));
  const ExprId is_below = e.binary(Op::LessUnsigned, x, e.constant(32, 1000));
  const ExprId is_same = e.binary(Op::Equal, x, y);
  const ExprId is_one = e.binary(Op::Equal, y, e.constant(32, 1));
  Budget budget;
  const Kept kept =
      keep_inductive(graph, {0}, {{0, is_even}, {0, is_below}, {0, is_same}, {0, is_one}}, budget);
  EXPECT_TRUE(kept.are_inductive);
  ASSERT_EQ(kept.guesses.size(), 2U);
  EXPECT_EQ(kept.guesses[0].condition, is_even);
  EXPECT_EQ(kept.guesses[1].condition, is_same);
}

// Certificates

using Status = certify::Validation::Status;

/// That x is y, which needs the invariant that x is y, of a graph in which that is so.
struct Certified {
  words::Graph graph = two_counters(0, 3, 3);
  std::string text;

  Certified() {
    certify::Claim claim;
    claim.files = {{"loop.c", certify::sha256("loop")}};
    claim.properties = {"p"};
    words::Graph with_guess = graph;
    Expressions& e = with_guess.expressions;
    const ExprId is_same = e.binary(Op::Equal, e.variable(0, 32), e.variable(1, 32));
    const words::InductiveClaim shown{{2}, {{0, is_same}}, 1, {}};
    Budget budget;
    text = write_inductive_proof(claim, graph, {with_guess, shown}, budget).text;
  }

  [[nodiscard]] Status check(const std::string& certificate, const words::Graph& of) const {
    const certify::ScriptResult read = certify::read_script(certificate, inductive_keys());
    if (!read.script) return Status::BadInput;
    Budget budget;
    return check_inductive_proof(of, {2}, *read.script, certificate, budget).status;
  }

  /// With something else instead of what the text has.
  [[nodiscard]] Status check_with(const std::string& from, const std::string& to) const {
    std::string spoilt = text;
    const std::size_t at = spoilt.find(from);
    if (at == std::string::npos) return Status::Valid;
    spoilt.replace(at, from.size(), to);
    return check(spoilt, graph);
  }
};

TEST(InductiveProof, is_valid_of_its_graph_alone) {
  const Certified certified;
  ASSERT_FALSE(certified.text.empty());
  EXPECT_EQ(certified.check(certified.text, certified.graph), Status::Valid);
  EXPECT_EQ(certified.check(certified.text, two_counters(0, 3, 4)), Status::Invalid);
  EXPECT_EQ(certified.check(certified.text, two_counters(3, 3, 3)), Status::Invalid);
}

TEST(InductiveProof, of_another_claim_is_not_valid) {
  const Certified certified;
  for (const std::string invariant :
       {"(equal v0 v0)", "(equal v0 v7)", "(equal v0 1:2)", "(equal v0", "(equal v0 v1) ", "v0",
        "(not (equal v0 v1))", "(fly v0 v1)", "(extract 31 2 v0)", "0:1", ""})
    EXPECT_EQ(certified.check_with("(equal v0 v1)", invariant), Status::Invalid) << invariant;
  EXPECT_EQ(certified.check_with("induction \"1\"", "induction \"0\""), Status::Invalid);
  EXPECT_EQ(certified.check_with("induction \"1\"", "induction \"1000\""), Status::Invalid);
  EXPECT_EQ(certified.check_with("loop-head \"0\"", "loop-head \"1\""), Status::Invalid);
  EXPECT_EQ(certified.check_with("loop-head \"0\"", "loop-head \"9\""), Status::Invalid);
}

TEST(InductiveProof, of_what_is_not_inductive_is_not_written) {
  words::Graph graph = two_counters(0, 3, 3);
  const words::InductiveClaim shown{{2}, {{0, graph.expressions.truth(true)}}, 0, {}};
  Budget budget;
  const WrittenProof written = write_inductive_proof({}, graph, {graph, shown}, budget);
  EXPECT_EQ(written.text, "");
  EXPECT_NE(written.reason, "");
}

TEST(InductiveProof, without_a_head_is_not_valid) {
  const Certified certified;
  std::string spoilt;
  std::istringstream lines(certified.text);
  for (std::string line; std::getline(lines, line);)
    if (line.find("loop-") == std::string::npos) spoilt += line + '\n';
  EXPECT_EQ(certified.check(spoilt, certified.graph), Status::Invalid);
}

}  // namespace
}  // namespace hardbop::bmc
