// SPDX-License-Identifier: MIT
// Bounded model checking of programs with arrays.
#include <gtest/gtest.h>
#include <random>

#include "base/smt/solver.hpp"
#include "repetitions.hpp"
#include "words/engine/bmc/proof.hpp"
#include "words/engine/bmc_support.hpp"
#include "words/graph/print.hpp"

namespace hardbop::bmc {
namespace {

using test::find;
using words::Expressions;
using words::ExprId;
using words::Op;

/// An array of 2^index bytes: two stores at unknown places, then a read; the target is where the
/// read has the second word although the places differ.
struct Stores {
  words::Graph graph;

  Stores(words::Width index, bool same_place) {
    Expressions& e = graph.expressions;
    graph.variables = {{"i", index, std::nullopt}, {"j", index, std::nullopt}, {"k", 8, 0}};
    graph.arrays = {{"a", {index, 8}, std::nullopt}};
    const ExprId i = e.variable(0, index);
    const ExprId j = e.variable(1, index);
    const ExprId a = e.array(0, {index, 8});
    const ExprId first = e.store(a, i, e.constant(8, 1));
    graph.blocks.resize(4);
    graph.blocks[0].array_assignments = {{0, e.store(first, j, e.constant(8, 2))}};
    graph.blocks[0].edges = {{e.truth(true), 1}};
    graph.blocks[1].assignments = {{2, e.select(a, i)}};
    graph.blocks[1].edges = {{e.truth(true), 2}};
    const ExprId is_second = e.binary(Op::Equal, e.variable(2, 8), e.constant(8, 2));
    const ExprId same = e.binary(Op::Equal, i, j);
    graph.blocks[2].edges = {
        {e.binary(Op::And, is_second, same_place ? same : e.unary(Op::Not, same)), 3}};
  }
};

TEST(BmcArrays, stores_at_unknown_places_are_followed) {
  for (const words::Width index : {words::Width{3}, words::Width{6}, words::Width{9}}) {
    const Stores differ(index, false);
    ASSERT_EQ(words::problem(differ.graph), std::nullopt);
    EXPECT_EQ(find(whole_graph(differ.graph), {{3}}).findings[0].outcome,
              engine::Outcome::Unreachable);
    const Stores same(index, true);
    const Findings found = find(whole_graph(same.graph), {{3}});
    ASSERT_EQ(found.findings[0].outcome, engine::Outcome::Reached);
    EXPECT_EQ(words::replay(same.graph, *found.findings[0].run), std::nullopt);
  }
}

/// An element is 1 on one way and 2 on the other, at a place that is known or not; then targets
/// where it is what the way stored, and what it did not.
words::Graph ways_with_stores(bool place_is_known) {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"way", 1, std::nullopt}, {"i", 9, std::nullopt}};
  graph.arrays = {{"a", {9, 8}, words::ArrayValue(9, 0)}};
  const ExprId way = e.variable(0, 1);
  const ExprId place = place_is_known ? e.constant(9, 5) : e.variable(1, 9);
  const ExprId a = e.array(0, {9, 8});
  graph.blocks.resize(7);
  graph.blocks[0].edges = {{way, 1}, {e.unary(Op::Not, way), 2}};
  for (const BlockId b : {1U, 2U}) {
    graph.blocks[b].array_assignments = {{0, e.store(a, place, e.constant(8, b))}};
    graph.blocks[b].edges = {{e.truth(true), 3}};
  }
  const ExprId is_one = e.binary(Op::Equal, e.select(a, place), e.constant(8, 1));
  const ExprId is_two = e.binary(Op::Equal, e.select(a, place), e.constant(8, 2));
  const ExprId as_stored = e.conditional(way, is_one, is_two);
  graph.blocks[3].edges = {{e.binary(Op::And, way, as_stored), 4},
                           {e.binary(Op::And, e.unary(Op::Not, way), as_stored), 5},
                           {e.unary(Op::Not, as_stored), 6}};
  return graph;
}

TEST(BmcArrays, ways_that_meet_bring_their_arrays) {
  for (const bool place_is_known : {true, false}) {
    const words::Graph graph = ways_with_stores(place_is_known);
    ASSERT_EQ(words::problem(graph), std::nullopt);
    for (const BlockId target : {4U, 5U})
      EXPECT_EQ(find(whole_graph(graph), {{target}}).findings[0].outcome, engine::Outcome::Reached)
          << target;
    EXPECT_EQ(find(whole_graph(graph), {{6}}).findings[0].outcome, engine::Outcome::Unreachable);
  }
}

/// Two reads of an unknown array: target 1 is where they differ although the places are the same,
/// target 2 where they differ.
words::Graph two_reads() {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"i", 16, std::nullopt}, {"j", 16, std::nullopt}};
  graph.arrays = {{"a", {16, 8}, std::nullopt}};
  const ExprId a = e.array(0, {16, 8});
  const ExprId differ = e.unary(
      Op::Not, e.binary(Op::Equal, e.select(a, e.variable(0, 16)), e.select(a, e.variable(1, 16))));
  const ExprId same = e.binary(Op::Equal, e.variable(0, 16), e.variable(1, 16));
  graph.blocks.resize(3);
  graph.blocks[0].edges = {{e.binary(Op::And, differ, same), 1}, {differ, 2}};
  return graph;
}

TEST(BmcArrays, an_array_that_nobody_knows_has_one_word_at_a_place) {
  const words::Graph graph = two_reads();
  const Findings found = find(whole_graph(graph), {{1}, {2}});
  EXPECT_EQ(found.findings[0].outcome, engine::Outcome::Unreachable);
  ASSERT_EQ(found.findings[1].outcome, engine::Outcome::Reached);
  EXPECT_EQ(words::replay(graph, *found.findings[1].run), std::nullopt);
}

// A search finds out later if equal places have different words. A proof has only what is said at
// once.
TEST(BmcArrays, a_proof_knows_that_equal_places_have_equal_words) {
  const words::Graph graph = two_reads();
  const Program program = whole_graph(graph);
  Budget budget;
  const MadeProof made = make_proof(program, {1}, first_depths(program), budget);
  EXPECT_TRUE(made.proof.has_value()) << made.reason;
  EXPECT_FALSE(make_proof(program, {2}, first_depths(program), budget).proof.has_value());
}

TEST(BmcArrays, a_round_that_changes_an_array_alone_repeats_none) {
  words::Graph graph;  // while (a[3] != 9) a[3] := a[3] + 1
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 8, 0}};
  graph.arrays = {{"a", {9, 8}, words::ArrayValue(9, 0)}};
  const ExprId a = e.array(0, {9, 8});
  const ExprId place = e.constant(9, 3);
  const ExprId is_last = e.binary(Op::Equal, e.select(a, place), e.constant(8, 9));
  graph.blocks.resize(3);
  graph.blocks[0].edges = {{is_last, 2}, {e.unary(Op::Not, is_last), 1}};
  graph.blocks[1].array_assignments = {
      {0, e.store(a, place, e.binary(Op::Add, e.select(a, place), e.constant(8, 1)))}};
  graph.blocks[1].edges = {{e.truth(true), 0}};
  const Findings found = find(whole_graph(graph), {{2}});
  ASSERT_EQ(found.findings[0].outcome, engine::Outcome::Reached);
  EXPECT_EQ(found.findings[0].run->size(), 20U);
}

/// Stores of 1 at unknown places, and a target where an element is `word` after them.
words::Graph many_stores(std::uint64_t count, std::uint64_t word) {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 16, 0}};
  graph.arrays = {{"a", {16, 8}, words::ArrayValue(16, 0)}};
  graph.inputs = {16};
  const ExprId x = e.variable(0, 16);
  const ExprId a = e.array(0, {16, 8});
  const ExprId goes_on = e.binary(Op::LessUnsigned, x, e.constant(16, count));
  graph.blocks.resize(4);
  graph.blocks[0].edges = {{goes_on, 1}, {e.unary(Op::Not, goes_on), 2}};
  graph.blocks[1].inputs = {0};
  graph.blocks[1].assignments = {{0, e.binary(Op::Add, x, e.constant(16, 1))}};
  graph.blocks[1].array_assignments = {{0, e.store(a, e.input(0, 16), e.constant(8, 1))}};
  graph.blocks[1].edges = {{e.truth(true), 0}};
  graph.blocks[2].edges = {
      {e.binary(Op::Equal, e.select(a, e.constant(16, 7)), e.constant(8, word)), 3}};
  return graph;
}

/// Nothing is compared at once; later, as many gates as this.
Options compares_later(std::size_t gates) {
  return {{}, {0, 0, gates}};
}
constexpr std::size_t enough_gates = 9'000'000;

TEST(BmcArrays, an_array_may_have_thousands_of_stores_at_unknown_places) {
  const words::Graph stored = many_stores(5000, 1);
  const Findings found = find(whole_graph(stored), {{3}});
  ASSERT_EQ(found.findings[0].outcome, engine::Outcome::Reached);
  EXPECT_EQ(words::replay(stored, *found.findings[0].run), std::nullopt);
  const words::Graph other = many_stores(5000, 2);
  EXPECT_EQ(find(whole_graph(other), {{3}}).findings[0].outcome, engine::Outcome::Unreachable);
}

TEST(BmcArrays, z3_is_asked_about_arrays_where_comparisons_are_too_many) {
  const words::Graph graph = many_stores(20, 2);
  Budget budget;
  Statistics statistics;
  const Findings found = run_bmc(whole_graph(graph), {{3}}, compares_later(0), budget, statistics);
  if (smt::has_solver()) {
    EXPECT_EQ(found.findings[0].outcome, engine::Outcome::Unreachable);
    EXPECT_EQ(statistics.entries().back(),
              Statistics::Entry("bmc.array-questions", std::uint64_t{1}));
  } else {
    EXPECT_EQ(found.findings[0].reason, "an array is accessed at too many unknown places");
  }
}

TEST(BmcArrays, the_time_limit_holds_while_z3_works) {
  if (!smt::has_solver()) GTEST_SKIP() << "there is no Z3";
  const words::Graph graph = many_stores(5000, 2);
  Limits limits;
  limits.seconds = 0.1;
  Budget budget(limits);
  Statistics statistics;
  const Findings found = run_bmc(whole_graph(graph), {{3}}, compares_later(0), budget, statistics);
  EXPECT_EQ(found.findings[0].outcome, engine::Outcome::Unknown);
  EXPECT_EQ(found.findings[0].reason.substr(0, 10), "time limit");
  EXPECT_LT(budget.seconds(), 30);
}

/// A random program over two arrays, one of them unknown: stores and swaps of elements at unknown
/// places, then a target where elements are as some run may have them, or none.
words::Graph random_accesses(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto any = [&](std::uint64_t end) { return random() % end; };
  words::Graph graph;
  Expressions& e = graph.expressions;
  constexpr words::Width index = 7;
  constexpr words::Width element = 3;
  graph.arrays = {{"a", {index, element}, std::nullopt},
                  {"b", {index, element}, words::ArrayValue(index, any(8))}};
  graph.inputs = {index, index, element};
  graph.variables = {{"x", element, 0}, {"y", index, std::nullopt}};
  const std::size_t steps = 2 + any(5);
  graph.blocks.resize(steps + 2);
  const ExprId x = e.variable(0, element);
  const ExprId y = e.variable(1, index);
  const auto place = [&] {
    const ExprId choices[] = {e.input(0, index), e.input(1, index), y, e.constant(index, any(4)),
                              e.extend(Op::ZeroExtend, x, index)};
    return choices[any(5)];
  };
  const auto array = [&] { return e.array(static_cast<words::ArrayId>(any(2)), {index, element}); };
  for (std::size_t b = 0; b < steps; ++b) {
    words::Block& block = graph.blocks[b];
    block.inputs = {0, 1, 2};
    const auto target = static_cast<words::ArrayId>(any(2));
    const ExprId old = e.array(target, {index, element});
    const ExprId word = any(2) == 0 ? e.select(array(), place()) : e.input(2, element);
    const ExprId stored = e.store(old, place(), word);
    const ExprId condition = e.binary(Op::LessUnsigned, x, e.input(2, element));
    block.array_assignments = {
        {target, any(3) == 0 ? e.conditional(condition, stored, array()) : stored}};
    block.assignments = {
        {0, e.binary(any(2) == 0 ? Op::Add : Op::And, x, e.select(array(), place()))}};
    block.edges = {{e.truth(true), static_cast<BlockId>(b + 1)}};
  }
  ExprId condition = e.truth(true);
  for (int i = 0; i < 4; ++i) {
    const ExprId other = any(2) == 0 ? e.select(array(), y) : e.constant(element, any(8));
    const ExprId equal = e.binary(Op::Equal, e.select(array(), place()), other);
    condition = e.binary(Op::And, condition, any(2) == 0 ? equal : e.unary(Op::Not, equal));
  }
  graph.blocks[steps].inputs = {0, 1, 2};
  graph.blocks[steps].edges = {{condition, static_cast<BlockId>(steps + 1)}};
  return graph;
}

TEST(BmcArrays, arrays_are_the_same_with_comparisons_at_once_later_and_by_z3) {
  for (std::uint64_t seed = 1; seed <= test::repetitions(40); ++seed) {
    const words::Graph graph = random_accesses(seed);
    ASSERT_EQ(words::problem(graph), std::nullopt);
    const auto last = static_cast<BlockId>(graph.blocks.size() - 1);
    const Findings expected = find(whole_graph(graph), {{last}});
    ASSERT_NE(expected.findings[0].outcome, engine::Outcome::Unknown);
    for (const std::size_t gates : {enough_gates, std::size_t{0}}) {
      if (gates == 0 && !smt::has_solver()) continue;
      Budget budget;
      Statistics statistics;
      const Findings found =
          run_bmc(whole_graph(graph), {{last}}, compares_later(gates), budget, statistics);
      ASSERT_EQ(found.findings[0].outcome, expected.findings[0].outcome)
          << "seed " << seed << ", gates " << gates << '\n'
          << to_string(graph);
      if (!found.findings[0].run) continue;
      EXPECT_EQ(words::replay(graph, *found.findings[0].run), std::nullopt) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace hardbop::bmc
