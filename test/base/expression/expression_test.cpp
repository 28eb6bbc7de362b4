// SPDX-License-Identifier: MIT
#include "base/expression/expression.hpp"

#include <gtest/gtest.h>

#include "base/expression/evaluator.hpp"
#include "base/expression/random_expression.hpp"

namespace hardbop::words {
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

}  // namespace
}  // namespace hardbop::words
