// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "base/smt/needs_z3.hpp"
#include "repetitions.hpp"
#include "words/certify/check.hpp"
#include "words/engine/rank/rank_engine.hpp"
#include "words/engine/rank/ranking.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::rank {
namespace {

using words::Expressions;
using words::ExprId;
using words::Graph;
using words::Op;
using words::Subject;

Finding prove(const Subject& subject) {
  Budget budget;
  Statistics statistics;
  return prove_termination(subject, budget, statistics);
}

bool is_certified(const Subject& subject, const words::TerminationProof& proof) {
  const std::string text =
      write_termination({{{"test", "11aa"}}, {}, {"all runs end"}}, subject, proof);
  const certify::ScriptResult read = certify::read_script(text, {});
  return read.script && check_termination(subject, *read.script, text).status ==
                            certify::Validation::Status::Valid;
}

/// While a condition is true, a word of 8 bits gets another value.
struct Counting {
  Graph graph;
  ExprId x = 0;

  Counting() {
    graph.variables = {{"x", 8, std::nullopt}};
    graph.blocks.resize(2);
    x = graph.expressions.variable(0, 8);
  }
  ExprId number(std::uint64_t value) { return graph.expressions.constant(8, value); }
  void goes_on(ExprId condition, ExprId next) {
    graph.blocks[0].assignments = {{0, next}};
    graph.blocks[0].edges = {{condition, 0}, {graph.expressions.unary(Op::Not, condition), 1}};
  }
  bool is_proved() {
    const Subject subject = single_procedure(graph, {});
    const Finding found = prove(subject);
    EXPECT_EQ(found.proof.has_value(), !test::has_endless_run(graph));
    EXPECT_TRUE(!found.proof || is_certified(subject, *found.proof));
    return found.proof.has_value();
  }
};

TEST(Rank, a_counter_ends) {
  NEEDS_Z3();
  for (const Op op : {Op::LessSigned, Op::LessUnsigned}) {
    Counting up;
    Expressions& e = up.graph.expressions;
    up.goes_on(e.binary(op, up.x, up.number(100)), e.binary(Op::Add, up.x, up.number(1)));
    EXPECT_TRUE(up.is_proved());
  }
}

TEST(Rank, what_wraps_is_no_rank) {
  NEEDS_Z3();
  Counting up;
  Expressions& e = up.graph.expressions;
  up.goes_on(e.binary(Op::LessUnsigned, up.x, up.number(255)),
             e.binary(Op::Add, up.x, up.number(2)));
  EXPECT_FALSE(up.is_proved());
  Counting down;
  Expressions& f = down.graph.expressions;
  const ExprId is_zero = f.binary(Op::Equal, down.x, down.number(0));
  down.goes_on(f.unary(Op::Not, is_zero), f.binary(Op::Subtract, down.x, down.number(1)));
  EXPECT_TRUE(down.is_proved());
}

TEST(Rank, what_is_halved_ends) {
  NEEDS_Z3();
  Counting half;
  Expressions& e = half.graph.expressions;
  half.goes_on(e.binary(Op::LessSigned, half.number(1), half.x),
               e.binary(Op::DivideSigned, half.x, half.number(2)));
  EXPECT_TRUE(half.is_proved());
}

/// Ranks of a word of 8 bits, whose transitions are given, made of one guess.
struct OneGuess {
  Graph graph;
  Subject subject;
  Budget budget;
  words::Segments segments;
  Questions questions;
  Expressions& e;
  ExprId x;
  std::vector<Transition> transitions{};

  OneGuess()
      : graph(of_one_word()),
        subject(single_procedure(graph, {})),
        segments(subject),
        questions(segments, budget),
        e(segments.expressions()),
        x(segments.variable(0)) {}

  static Graph of_one_word() {
    Graph out;
    out.variables = {{"x", 8, std::nullopt}};
    out.blocks.resize(1);
    return out;
  }
  void add(ExprId condition, ExprId next) {
    words::Values after;
    after.variables[0] = next;
    transitions.push_back({0, 0, {condition}, {}, after, transitions.size()});
  }
  bool is_rank(ExprId guess) {
    return find_ranks(1, transitions, {{{guess}}, {}}, questions).has_value();
  }
};

TEST(Rank, is_compared_as_an_unsigned_number) {
  NEEDS_Z3();
  OneGuess down;
  Expressions& e = down.e;
  const ExprId is_zero = e.binary(Op::Equal, down.x, e.constant(8, 0));
  down.add(e.unary(Op::Not, is_zero), e.binary(Op::Subtract, down.x, e.constant(8, 1)));
  EXPECT_TRUE(down.is_rank(e.extend(Op::ZeroExtend, down.x, rank_width)));
  // 128 is less than 127 as a signed number, and in no other transition does it get greater.
  const ExprId top = e.constant(rank_width, std::uint64_t{1} << (rank_width - 1));
  const ExprId number = e.extend(Op::SignExtend, down.x, rank_width);
  EXPECT_FALSE(down.is_rank(e.binary(Op::Xor, number, top)));
}

TEST(Rank, that_stays_as_it_is_for_one_value_is_none) {
  NEEDS_Z3();
  for (const std::uint64_t value :
       {3U, 77U, 200U}) {  // the solver does not begin with each of them
    OneGuess down;
    Expressions& e = down.e;
    const ExprId less = e.binary(Op::Subtract, down.x, e.constant(8, 1));
    const ExprId stays = e.binary(Op::Equal, down.x, e.constant(8, value));
    const ExprId is_zero = e.binary(Op::Equal, down.x, e.constant(8, 0));
    down.add(e.unary(Op::Not, is_zero), e.conditional(stays, down.x, less));
    EXPECT_FALSE(down.is_rank(e.extend(Op::ZeroExtend, down.x, rank_width))) << value;
  }
}

/// What is proved of random graphs is so, and its certificate is valid.
TEST(Rank, never_claims_that_an_endless_run_ends) {
  NEEDS_Z3();
  std::size_t proved = 0;
  std::size_t loops = 0;
  for (std::uint64_t seed = 0; seed < test::repetitions(150); ++seed) {
    const Graph graph = test::random_graph(seed);
    const Subject subject = single_procedure(graph, {});
    const Finding found = prove(subject);
    if (!found.proof) continue;
    ++proved;
    if (!found.proof->loops.empty()) ++loops;
    ASSERT_FALSE(test::has_endless_run(graph)) << "seed " << seed << '\n'
                                               << words::to_string(graph);
    ASSERT_TRUE(is_certified(subject, *found.proof)) << "seed " << seed;
  }
  EXPECT_GT(proved, 5);
  EXPECT_GT(loops, 1);
}

}  // namespace
}  // namespace hardbop::rank
