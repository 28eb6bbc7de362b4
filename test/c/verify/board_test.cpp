// SPDX-License-Identifier: MIT
#include "c/verify/board.hpp"

#include <gtest/gtest.h>
#include <type_traits>

#include "c/programs.hpp"
#include "c/verify/unrollable.hpp"

namespace hardbop::verify {

namespace {

using words::Op;

// Nobody but a hint makes a fact, and a hint does not show its condition.
static_assert(!std::is_default_constructible_v<Fact>);
static_assert(!std::is_constructible_v<Fact, Condition>);
static_assert(!std::is_constructible_v<Fact, Guess>);
static_assert(!std::is_convertible_v<Guess, Fact>);
static_assert(!std::is_default_constructible_v<Hint>);

constexpr const char* counts =
    "int n;\n"
    "int main(void) { n = 1; while (n < 9) n = n + 2; return n; }\n";

/// A program with the same text, read in one of several ways.
struct Counting {
  Sources sources{std::vector<c::Source>{{"input.c", counts}}};
  c::ParseOptions reading{};
  c::Program program = c::parsed(counts);
  Property property = find_property("assertions")->property;
  Task task{sources, reading, program, property};
  c::Model model = unrollable_model(program, property, 4);

  c::StatementId sum = c::none;  // of the hint

  /// n is odd where it gets more.
  [[nodiscard]] std::optional<Hint> odd(const Premises& premises) {
    words::Expressions& e = model.graph.expressions;
    for (words::BlockId b = 0; b < model.blocks.size(); ++b) {
      const words::Block& block = model.graph.blocks[b];
      if (block.assignments.size() != 1 || e.node(block.assignments[0].value).op != Op::Add)
        continue;
      const words::VariableId n = block.assignments[0].variable;
      const auto width = model.graph.variables[n].width;
      sum = model.blocks[b].statement;
      return Hint::of(model, e, {b, e.extract(e.variable(n, width), 0, 1)}, premises);
    }
    return std::nullopt;
  }
};

}  // namespace

TEST(Board, a_hint_is_a_fact_only_under_the_premises_it_was_proved_under) {
  NEEDS_CLANG();
  Counting asked;
  const Premises proved = premises_of(asked.task, 4);
  const std::optional<Hint> hint = asked.odd(proved);
  ASSERT_TRUE(hint);
  words::Expressions& e = asked.model.graph.expressions;
  EXPECT_TRUE(hint->as_fact(asked.model, e, proved));
  EXPECT_FALSE(hint->as_fact(asked.model, e, premises_of(asked.task, 16)));
  EXPECT_FALSE(hint->as_fact(asked.model, e, premises_of(asked.task, 4, Premises::Slice::Target)));
  Task other = asked.task;
  other.known.insert({0, 1, 1});
  EXPECT_FALSE(hint->as_fact(asked.model, e, premises_of(other, 4)));
  c::ParseOptions careful;
  careful.undefined = c::Undefined::Refuse;
  const Task read_otherwise{asked.sources, careful, asked.program, asked.property};
  EXPECT_FALSE(hint->as_fact(asked.model, e, premises_of(read_otherwise, 4)));
  EXPECT_TRUE(hint->as_guess(asked.model, e)) << "which is to be proved";
}

TEST(Board, a_hint_says_the_same_of_the_same_statement_in_another_model) {
  NEEDS_CLANG();
  Counting asked;
  const std::optional<Hint> hint = asked.odd(premises_of(asked.task, 4));
  ASSERT_TRUE(hint);
  c::Model other = unrollable_model_without_calls(asked.program, asked.property, 4);
  const auto guess = hint->as_guess(other, other.graph.expressions);
  ASSERT_TRUE(guess);
  EXPECT_EQ(other.blocks[guess->block].statement, asked.sum);
  const words::Node& part = other.graph.expressions.node(guess->condition);
  ASSERT_EQ(part.op, Op::Extract);
  const auto n = static_cast<words::VariableId>(other.graph.expressions.node(part.a).value);
  EXPECT_EQ(other.variables[n].object, c::find_object(asked.program, "n"));
}

TEST(Board, what_is_not_about_variables_of_the_program_is_no_hint) {
  NEEDS_CLANG();
  Counting asked;
  words::Expressions& e = asked.model.graph.expressions;
  for (words::BlockId b = 0; b < asked.model.blocks.size(); ++b)
    EXPECT_FALSE(Hint::of(asked.model, e, {b, e.input(0, 1)}, premises_of(asked.task, 4)));
}

TEST(Board, tells_what_is_new) {
  NEEDS_CLANG();
  Counting asked;
  const std::optional<Hint> hint = asked.odd(premises_of(asked.task, 4));
  ASSERT_TRUE(hint);
  Board board;
  board.put({*hint, *hint});
  board.put({*hint});
  EXPECT_EQ(board.size(), 3U);
  EXPECT_EQ(board.from(2).size(), 1U);
  EXPECT_TRUE(board.from(3).empty());
}

}  // namespace hardbop::verify
