// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <random>

#include "base/smt/solver.hpp"
#include "repetitions.hpp"
#include "words/engine/bmc/bmc_engine.hpp"
#include "words/engine/bmc/proof.hpp"
#include "words/engine/bmc/sums.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::bmc {
namespace {

using words::Expressions;
using words::ExprId;
using words::Op;

Findings find(const Program& program, const std::vector<std::vector<BlockId>>& targets,
              std::optional<std::uint32_t> unwind = {}) {
  Budget budget;
  Statistics statistics;
  return run_bmc(program, targets, {unwind}, budget, statistics);
}

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

/// while (x < limit) x := x + 1, with x up to an input; then the target, where x is `last`.
struct Loop {
  words::Graph graph;

  Loop(std::uint64_t limit, std::uint64_t last) {
    Expressions& e = graph.expressions;
    graph.variables = {{"x", 8, 0}, {"n", 8, std::nullopt}};
    const ExprId x = e.variable(0, 8);
    const ExprId n = e.variable(1, 8);
    const ExprId goes_on = e.binary(Op::LessUnsigned, x, n);
    const ExprId is_last = e.binary(Op::Equal, x, e.constant(8, last));
    graph.blocks.resize(5);
    graph.blocks[0].edges = {{e.binary(Op::LessEqualUnsigned, n, e.constant(8, limit)), 1}};
    graph.blocks[1].edges = {{goes_on, 2}, {e.unary(Op::Not, goes_on), 3}};
    graph.blocks[2].assignments = {{0, e.binary(Op::Add, x, e.constant(8, 1))}};
    graph.blocks[2].edges = {{e.truth(true), 1}};
    graph.blocks[3].edges = {{is_last, 4}};
  }
  [[nodiscard]] Program program() const { return {graph, {{graph.entry}}}; }
};

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

/// Either while (x < n) x := x + 1, or the same with y and m; a target behind each, where 21 rounds
/// were made.
words::Graph one_of_two_loops() {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 8, 0}, {"n", 8, std::nullopt}, {"y", 8, 0}, {"m", 8, std::nullopt}};
  graph.inputs = {1};
  graph.blocks.resize(7);
  graph.blocks[0].inputs = {0};
  graph.blocks[0].edges = {{e.input(0, 1), 1}, {e.unary(Op::Not, e.input(0, 1)), 4}};
  for (const BlockId head : {1U, 4U}) {
    const words::VariableId counter = head == 1 ? 0 : 2;
    const ExprId x = e.variable(counter, 8);
    const ExprId limit = e.variable(counter + 1, 8);
    const ExprId goes_on = e.binary(Op::And, e.binary(Op::LessUnsigned, x, limit),
                                    e.binary(Op::LessUnsigned, x, e.constant(8, 21)));
    graph.blocks[head].edges = {
        {goes_on, head + 1},
        {e.binary(Op::And, e.unary(Op::Not, goes_on), e.binary(Op::Equal, x, e.constant(8, 21))),
         head + 2}};
    graph.blocks[head + 1].assignments = {{counter, e.binary(Op::Add, x, e.constant(8, 1))}};
    graph.blocks[head + 1].edges = {{e.truth(true), head}};
  }
  return graph;
}

TEST(Bmc, that_one_loop_has_more_rounds_says_nothing_about_another) {
  const words::Graph graph = one_of_two_loops();
  ASSERT_EQ(words::problem(graph), std::nullopt);
  for (const BlockId target : {3U, 6U}) {
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

TEST(Bmc, stores_at_unknown_places_are_followed) {
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

TEST(Bmc, an_array_that_nobody_knows_has_one_word_at_a_place) {
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
  const Findings found = find(whole_graph(graph), {{1}, {2}});
  EXPECT_EQ(found.findings[0].outcome, engine::Outcome::Unreachable);
  ASSERT_EQ(found.findings[1].outcome, engine::Outcome::Reached);
  EXPECT_EQ(words::replay(graph, *found.findings[1].run), std::nullopt);
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

TEST(Bmc, an_array_may_have_thousands_of_stores_at_unknown_places) {
  const words::Graph stored = many_stores(5000, 1);
  const Findings found = find(whole_graph(stored), {{3}});
  ASSERT_EQ(found.findings[0].outcome, engine::Outcome::Reached);
  EXPECT_EQ(words::replay(stored, *found.findings[0].run), std::nullopt);
  const words::Graph other = many_stores(5000, 2);
  EXPECT_EQ(find(whole_graph(other), {{3}}).findings[0].outcome, engine::Outcome::Unreachable);
}

TEST(Bmc, z3_is_asked_about_arrays_where_comparisons_are_too_many) {
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

TEST(Bmc, the_time_limit_holds_while_z3_works) {
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

TEST(Bmc, arrays_are_the_same_with_comparisons_at_once_later_and_by_z3) {
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

TEST(Bmc, equations_between_sums_have_one_form) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 300; ++round) {
    Expressions e;
    const std::vector<ExprId> leaves{e.input(0, 6), e.input(1, 6), e.input(2, 6)};
    const auto sum = [&] {
      ExprId out = e.constant(6, random() % 64);
      for (int i = 0; i < 1 + round % 2; ++i) {
        const Op op = random() % 2 == 0 ? Op::Add : Op::Subtract;
        const ExprId part =
            e.binary(Op::Multiply, e.constant(6, random() % 4), leaves[random() % 3]);
        out = e.binary(op, out, random() % 3 == 0 ? e.unary(Op::Negate, part) : part);
      }
      return out;
    };
    const ExprId a = sum();
    const ExprId b = sum();
    const ExprId equal = equal_sums(e, a, b);
    for (int i = 0; i < 20; ++i) {
      const std::vector<std::uint64_t> inputs{random() % 64, random() % 64, random() % 64};
      ASSERT_EQ(e.evaluate(equal, {}, inputs),
                e.evaluate(a, {}, inputs) == e.evaluate(b, {}, inputs) ? 1U : 0U);
    }
    const ExprId more = e.binary(Op::Add, leaves[0], e.constant(6, 7));
    const ExprId both = equal_sums(e, e.binary(Op::Add, a, more), e.binary(Op::Add, more, b));
    EXPECT_TRUE(both == equal || round % 2 == 1);  // longer sums are too long
  }
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

// Proofs

struct Proved {
  Loop loop{21, 22};
  certify::Claim claim;
  std::string text;

  Proved() {
    claim.files = {{"loop.c", certify::sha256("loop")}};
    claim.properties = {"p"};
    Budget budget;
    const MadeProof made =
        make_proof(loop.program(), {4}, find(loop.program(), {{4}}).depths, budget);
    if (made.proof) text = write_proof(claim, loop.program(), {4}, *made.proof, budget);
  }

  [[nodiscard]] certify::Validation::Status check(const std::string& certificate) const {
    const std::vector<std::string_view> keys = proof_keys();
    const certify::ScriptResult read = certify::read_script(certificate, keys);
    if (!read.script) return certify::Validation::Status::BadInput;
    Budget budget;
    return check_proof(loop.program(), {4}, *read.script, certificate, budget).status;
  }
};

TEST(BmcProof, of_a_complete_unrolling_is_valid) {
  const Proved proved;
  ASSERT_FALSE(proved.text.empty());
  EXPECT_EQ(proved.check(proved.text), certify::Validation::Status::Valid);
}

TEST(BmcProof, is_neither_written_nor_judged_without_time) {
  const Proved proved;
  const std::atomic<bool> cancel = true;
  Limits limits;
  limits.cancel = &cancel;
  Budget budget(limits);
  EXPECT_NE(budget.poll(), StopReason::None);
  const Program program = proved.loop.program();
  EXPECT_EQ(write_proof(proved.claim, program, {4}, {first_depths(program), {}}, budget), "");
  const certify::ScriptResult read = certify::read_script(proved.text, proof_keys());
  Budget late(limits);  // is not polled before the circuit is made
  EXPECT_EQ(check_proof(program, {4}, *read.script, proved.text, late).status,
            certify::Validation::Status::Unknown);
}

TEST(BmcProof, without_a_line_is_not_valid) {
  const Proved proved;
  std::size_t refused = 0;
  std::size_t lines = 0;
  for (std::size_t start = 0; start < proved.text.size(); ++lines) {
    const std::size_t end = proved.text.find('\n', start) + 1;
    std::string spoilt = proved.text;
    const std::string line = spoilt.substr(start, end - start);
    spoilt.erase(start, end - start);
    const bool is_valid = proved.check(spoilt) == certify::Validation::Status::Valid;
    if (!is_valid) ++refused;
    // A lemma may be one that others make superfluous. The claim is somebody else's business.
    EXPECT_TRUE(!is_valid || line.find("lemma") != std::string::npos ||
                line.find("property") != std::string::npos)
        << line;
    start = end;
  }
  EXPECT_GT(refused * 2, lines);
}

TEST(BmcProof, of_too_short_an_unrolling_is_not_valid) {
  const Proved proved;
  const std::size_t at = proved.text.find("unrolled-loop \"1 ");
  ASSERT_NE(at, std::string::npos);
  std::string spoilt = proved.text;
  const std::size_t number = at + std::string("unrolled-loop \"1 ").size();
  spoilt.replace(number, spoilt.find('"', number) - number, "8");
  EXPECT_EQ(proved.check(spoilt), certify::Validation::Status::Invalid);
}

}  // namespace
}  // namespace hardbop::bmc
