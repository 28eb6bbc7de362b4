// SPDX-License-Identifier: MIT
// What the solver says of words read as integers is what they are.
#include <gtest/gtest.h>

#include "base/expression/integers.hpp"
#include "base/expression/substitute.hpp"
#include "base/smt/needs_z3.hpp"
#include "repetitions.hpp"

namespace hardbop::smt {
namespace {

using words::ExprId;
using words::Op;

/// Whether the solver knows a number for each of its nodes.
bool is_said(const words::Expressions& e, ExprId id) {
  bool out = true;
  words::for_each_node(e, {id}, [&](ExprId one) {
    const words::Node& node = e.node(one);
    const bool is_bitwise = node.op == Op::And || node.op == Op::Or || node.op == Op::Xor;
    const bool is_shift = node.op >= Op::ShiftLeft && node.op <= Op::ShiftRightSigned;
    const bool divides = node.op >= Op::DivideUnsigned && node.op <= Op::RemainderSigned;
    out = out && !is_shift && !(is_bitwise && node.width > 1) && !(divides && node.width == 1);
  });
  return out;
}

TEST(Solver, reads_words_as_integers) {
  NEEDS_Z3();
  std::mt19937_64 random(13);
  std::uint64_t said = 0;
  const std::uint64_t rounds = test::repetitions(600);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    words::Expressions e;
    e.keep_overflows();
    const std::vector<words::Width> widths{1, 3, 8, 8};
    test::RandomTerms terms(e, widths, {}, random);
    const ExprId term = terms.make(1, 3).id;
    const test::Leaves leaves = terms.leaves();
    const bool is_true = test::IntegerEvaluator(e, leaves)(term) != 0;
    std::vector<ExprId> constraints;
    for (words::VariableId v = 0; v < widths.size(); ++v)
      constraints.push_back(e.binary(Op::Equal, e.variable(v, widths[v]),
                                     e.constant(widths[v], leaves.variables[v])));
    constraints.push_back(is_true ? term : e.unary(Op::Not, term));
    const auto solver = make_solver(e, Integers::Unbounded);
    ASSERT_EQ(solver->check(constraints, usual_effort), Satisfiable::Yes) << "round " << round;
    for (words::VariableId v = 0; v < widths.size(); ++v)
      ASSERT_EQ(solver->value(e.variable(v, widths[v])), leaves.variables[v]);
    if (!is_said(e, term)) continue;
    ++said;
    constraints.back() = e.unary(Op::Not, constraints.back());
    ASSERT_EQ(solver->check(constraints, usual_effort), Satisfiable::No) << "round " << round;
  }
  EXPECT_GT(said, rounds / 4);
}

TEST(Solver, integers_without_bounds_do_not_wrap_and_have_variables_in_range) {
  NEEDS_Z3();
  words::Expressions e;
  e.keep_overflows();
  const ExprId x = e.variable(0, 32);
  const ExprId next = e.binary(Op::Add, x, e.constant(32, 1));
  const ExprId is_less = e.binary(Op::LessSigned, next, x);
  const ExprId product = e.binary(Op::Multiply, x, x);
  const ExprId least = e.constant(32, 0x80000000U);
  const auto check = [&](Integers integers, ExprId condition) {
    return make_solver(e, integers)->check({condition}, usual_effort);
  };
  EXPECT_EQ(check(Integers::Machine, is_less), Satisfiable::Yes);
  EXPECT_EQ(check(Integers::Unbounded, is_less), Satisfiable::No);
  EXPECT_EQ(check(Integers::Unbounded, e.binary(Op::LessSigned, product, e.constant(32, 0))),
            Satisfiable::No);
  EXPECT_EQ(check(Integers::Unbounded, e.binary(Op::Equal, x, least)), Satisfiable::Yes);
  EXPECT_EQ(check(Integers::Unbounded, e.binary(Op::LessSigned, next, e.constant(32, 0x80000001U))),
            Satisfiable::No);
}

TEST(Solver, nothing_is_said_of_bits_of_integers_but_masks) {
  NEEDS_Z3();
  words::Expressions e;
  e.keep_overflows();
  const ExprId x = e.variable(0, 32);
  const ExprId y = e.variable(1, 32);
  const auto solver = make_solver(e, Integers::Unbounded);
  const auto is = [&](ExprId word, std::uint64_t value) {
    return e.binary(Op::Equal, word, e.constant(32, value));
  };
  const ExprId both = e.binary(Op::And, x, y);
  EXPECT_EQ(solver->check({is(both, 4), is(x, 3)}, usual_effort), Satisfiable::Yes);
  const ExprId low = e.binary(Op::And, x, e.constant(32, 7));
  EXPECT_EQ(solver->check({is(low, 4), is(x, 3)}, usual_effort), Satisfiable::No);
  EXPECT_EQ(solver->check({is(low, 4), is(x, 0xfffffffcU)}, usual_effort), Satisfiable::Yes);
  const ExprId high = e.binary(Op::And, x, e.constant(32, 0xfffffff8U));
  EXPECT_EQ(solver->check({is(high, 0xfffffff8U), is(x, 0xfffffff3U)}, usual_effort),
            Satisfiable::No);
}

}  // namespace
}  // namespace hardbop::smt
