// SPDX-License-Identifier: MIT
#include "c/slam/known_answers.hpp"

#include <gtest/gtest.h>

namespace hardbop::slam {
namespace {

using smt::Satisfiable;
using words::ExprId;
using words::Op;

class Forms : public ::testing::Test {
 protected:
  ExprId less(words::VariableId a, words::VariableId b) {
    return e_.binary(Op::LessSigned, e_.variable(a, 32), e_.variable(b, 32));
  }
  ExprId equals(words::VariableId a, std::uint64_t value) {
    return e_.binary(Op::Equal, e_.variable(a, 32), e_.constant(32, value));
  }
  [[nodiscard]] Digest form(const std::vector<ExprId>& constraints, std::uint64_t setting = 1) {
    return form_of(e_, constraints, setting).digest;
  }

  words::Expressions e_;
};

TEST_F(Forms, names_and_order_do_not_matter) {
  const Digest one = form({less(1, 2), equals(1, 7)});
  EXPECT_EQ(one, form({equals(8, 7), less(8, 3)}));
}

TEST_F(Forms, what_is_said_and_of_whom_matters) {
  const Digest one = form({less(1, 2), equals(1, 7)});
  EXPECT_NE(one, form({less(1, 2), equals(2, 7)}));
  EXPECT_NE(one, form({less(1, 2), equals(3, 7)}));
  EXPECT_NE(one, form({less(1, 2), equals(1, 8)}));
  EXPECT_NE(one, form({less(1, 2), equals(1, 7)}, 2));
  EXPECT_NE(form({equals(1, 7)}),
            form({e_.binary(Op::Equal, e_.variable(1, 16), e_.constant(16, 7))}));
  EXPECT_NE(form({equals(1, 7)}),
            form({e_.binary(Op::Equal, e_.input(1, 32), e_.constant(32, 7))}));
}

TEST_F(Forms, leaves_and_constraints_are_those_of_the_question) {
  const QuestionForm form = form_of(e_, {less(4, 5), equals(5, 1)}, 1);
  EXPECT_EQ(form.constraints.size(), 2U);
  EXPECT_EQ(form.leaves.size(), 2U);
}

TEST(KnownAnswers, are_read_as_they_were_written) {
  KnownAnswers first;
  first.keep({1, 2}, {Satisfiable::No, {0, 3}});
  first.keep({3, 4}, {Satisfiable::Unknown, {}});
  const std::string bytes = first.to_bytes();
  KnownAnswers second;
  second.add(bytes);
  EXPECT_FALSE(second.has_new());
  ASSERT_NE(second.find({1, 2}), nullptr);
  EXPECT_EQ(second.find({1, 2})->possible, Satisfiable::No);
  EXPECT_EQ(second.find({1, 2})->numbers, (std::vector<std::uint64_t>{0, 3}));
  EXPECT_EQ(second.find({5, 6}), nullptr);
  KnownAnswers third;  // keeps what was of use
  third.add(second.to_bytes());
  EXPECT_NE(third.find({1, 2}), nullptr);
  EXPECT_EQ(third.find({3, 4}), nullptr);
}

TEST(KnownAnswers, a_part_of_a_file_is_no_problem) {
  KnownAnswers first;
  first.keep({1, 2}, {Satisfiable::No, {0, 3}});
  const std::string bytes = first.to_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    KnownAnswers part;
    part.add(std::string_view(bytes).substr(0, size));
    EXPECT_EQ(part.find({1, 2}), nullptr);
  }
}

}  // namespace
}  // namespace hardbop::slam
