// SPDX-License-Identifier: MIT
#include "base/expression/array_value.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>

#include "base/expression/evaluator.hpp"
#include "base/expression/random_expression.hpp"
#include "base/expression/substitute.hpp"
#include "repetitions.hpp"

namespace hardbop::words {
namespace {

TEST(ArrayValue, is_read_as_it_was_written) {
  std::mt19937_64 random(5);
  for (unsigned width = 1; width <= 64; ++width) {
    const std::uint64_t fill = random() % 3;
    ArrayValue value(width, fill);
    std::map<std::uint64_t, std::uint64_t> expected;
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t index = random() >> (random() % 64) & mask(static_cast<Width>(width));
      expected[index] = random() % 4;
      value.write(index, expected[index]);
    }
    for (const auto& [index, word] : expected) ASSERT_EQ(value.read(index), word);
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t index = random() & mask(static_cast<Width>(width));
      const auto found = expected.find(index);
      ASSERT_EQ(value.read(index), found == expected.end() ? fill : found->second);
    }
    std::erase_if(expected, [&](const auto& one) { return one.second == fill; });
    std::map<std::uint64_t, std::uint64_t> others;
    value.for_each_other([&](std::uint64_t index, std::uint64_t word) { others[index] = word; });
    EXPECT_EQ(others, expected);
  }
}

TEST(ArrayValue, a_copy_does_not_see_later_writes) {
  ArrayValue a(32, 7);
  a.write(1000, 1);
  const ArrayValue copy = a;
  a.write(1000, 2);
  a.write(5, 3);
  EXPECT_EQ(copy.read(1000), 1U);
  EXPECT_EQ(copy.read(5), 7U);
  EXPECT_FALSE(copy == a);
  a.write(1000, 1);
  a.write(5, 7);
  EXPECT_TRUE(copy == a);
}

TEST(ArrayValue, equality_is_that_of_all_elements) {
  for (unsigned width = 1; width <= 9; ++width) {
    ArrayValue written(width, 0);
    const ArrayValue filled(width, 5);
    for (std::uint64_t i = 0; i < std::uint64_t{1} << width; ++i) {
      EXPECT_FALSE(written == filled);
      EXPECT_FALSE(filled == written);
      written.write(i, 5);
    }
    EXPECT_TRUE(written == filled) << width;
    EXPECT_TRUE(filled == written) << width;
  }
}

const std::vector<ArraySort> sorts{{3, 8}, {1, 1}, {32, 8}, {3, 8}, {5, 32}, {64, 64}};

/// The expression's value is that of the term as it was drawn.
void expect_drawn(const Expressions& e, ExprId id, const test::Term& term,
                  const test::Leaves& leaves) {
  Evaluator evaluator(e);
  evaluator.enter(leaves.variables, leaves.inputs);
  evaluator.enter_arrays(leaves.arrays, leaves.array_inputs);
  ASSERT_EQ(evaluator.value(id), term.value(leaves));
}

TEST(Arrays, simplification_keeps_the_value) {
  std::mt19937_64 random(17);
  for (std::uint64_t round = 0; round < test::repetitions(3000); ++round) {
    Expressions e;
    if (round % 3 == 0) e.keep_overflows();
    test::RandomTerms terms(e, {1, 3, 8, 32}, {1, 8}, random,
                            {sorts, {{3, 8}, {32, 8}}, round % 2 == 0});
    const auto width = static_cast<Width>(round % 4 == 0 ? 1 : 1 + random() % 64);
    const test::Term term = terms.make(width, static_cast<unsigned>(1 + random() % 5));
    ASSERT_EQ(e.width(term.id), width);
    for (int i = 0; i < 6; ++i) expect_drawn(e, term.id, term, terms.leaves());
  }
}

TEST(Arrays, an_array_is_its_elements) {
  std::mt19937_64 random(18);
  for (std::uint64_t round = 0; round < test::repetitions(1000); ++round) {
    Expressions e;
    test::RandomTerms terms(e, {1, 3, 8}, {}, random, {sorts, {{3, 8}}});
    const test::ArrayTerm term = terms.make_array({3, 8}, static_cast<unsigned>(random() % 6));
    const test::Leaves leaves = terms.leaves();
    Evaluator evaluator(e);
    evaluator.enter(leaves.variables, leaves.inputs);
    evaluator.enter_arrays(leaves.arrays, leaves.array_inputs);
    const ArrayValue value = evaluator.array(term.id);
    for (std::uint64_t i = 0; i < 8; ++i) ASSERT_EQ(value.read(i), term.value(leaves, i));
  }
}

TEST(Arrays, leaves_are_replaced_by_what_has_their_values) {
  std::mt19937_64 random(19);
  for (std::uint64_t round = 0; round < test::repetitions(1500); ++round) {
    Expressions e;
    const std::vector<ArraySort> small{{3, 8}, {1, 1}, {3, 8}};
    test::RandomTerms terms(e, {1, 3, 8, 32}, {1, 8}, random, {small, small, true});
    const test::Term term = terms.make(static_cast<Width>(1 + random() % 32), 4);
    const test::Leaves leaves = terms.leaves();
    Substituter substitute(e, [&](ExprId leaf) {
      const Node node = e.node(leaf);
      switch (node.op) {
        case Op::Variable: return e.constant(node.width, leaves.variables[node.value]);
        case Op::Input: return e.constant(node.width, leaves.inputs[node.value]);
        case Op::Array: return e.constant_array(e.sort(leaf), leaves.arrays[node.value]);
        default: return e.constant_array(e.sort(leaf), leaves.array_inputs[node.value]);
      }
    });
    const ExprId made = substitute(term.id);
    ASSERT_EQ(e.node(made).value, term.value(leaves));
    ASSERT_TRUE(e.is_constant(made));
  }
}

TEST(Arrays, reading_what_was_stored_needs_no_array) {
  Expressions e;
  const ArraySort sort{8, 32};
  const ExprId a = e.array(0, sort);
  const ExprId i = e.variable(0, 8);
  const ExprId x = e.variable(1, 32);
  EXPECT_EQ(e.select(e.store(a, i, x), i), x);
  const ExprId elsewhere = e.store(e.store(a, e.constant(8, 3), x), e.constant(8, 4), x);
  EXPECT_EQ(e.select(elsewhere, e.constant(8, 7)), e.select(a, e.constant(8, 7)));
  EXPECT_EQ(e.select(elsewhere, e.constant(8, 3)), x);
  EXPECT_EQ(e.node(e.select(elsewhere, i)).a, elsewhere);
  EXPECT_EQ(e.store(e.store(a, i, x), i, e.constant(32, 1)), e.store(a, i, e.constant(32, 1)));
  EXPECT_EQ(e.select(e.fill(x, 8), i), x);
}

}  // namespace
}  // namespace hardbop::words
