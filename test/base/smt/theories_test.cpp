// SPDX-License-Identifier: MIT
// What Z3 says of arrays and of numbers of IEEE 754 is what the library computes; and so is what
// SMT-LIB's text says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/expression/evaluator.hpp"
#include "base/expression/float.hpp"
#include "base/expression/random_expression.hpp"
#include "base/smt/needs_z3.hpp"
#include "base/smt/smt_terms.hpp"
#include "repetitions.hpp"

namespace hardbop::smt {
namespace {

using words::ArraySort;
using words::Expressions;
using words::ExprId;
using words::Node;
using words::Op;
using words::Rounding;
using words::Width;

/// Numbers that are near others, and those that are none.
std::uint64_t draw_number(Width width, std::mt19937_64& random) {
  const auto [exponent, fraction] = words::float_format(width);
  const std::uint64_t sign = random() % 2 << (width - 1U);
  const std::uint64_t infinity = words::mask(exponent) << fraction;
  const std::uint64_t part = random() >> (random() % 64) & words::mask(fraction);
  switch (random() % 6) {
    case 0: return sign | infinity | (random() % 2 == 0 ? part : 0);
    case 1: return sign | (random() % 2 == 0 ? part : 0);
    case 2: return words::power_of_two(width, static_cast<int>(random() % 66), sign != 0) | part;
    case 3: return sign | (infinity - 1 - random() % 3);
    default: return random() & words::mask(width);
  }
}

/// An operation, and the width of its operands.
struct Drawn {
  Node node;
  Width operands = 32;
};

Drawn draw_operation(Op op, std::mt19937_64& random) {
  Drawn out;
  const auto number = static_cast<Width>(random() % 2 == 0 ? 32 : 64);
  const auto integer = static_cast<Width>(1 + random() % 64);
  const bool to_integer = op == Op::FloatToSigned || op == Op::FloatToUnsigned;
  const bool from_integer = op == Op::FloatFromSigned || op == Op::FloatFromUnsigned;
  out.node.op = op;
  out.node.value = random() % (to_integer || op == Op::FloatRound ? 5 : 4);
  out.node.width = to_integer ? integer : number;
  if (op == Op::FloatConvert) out.node.width = static_cast<Width>(96 - number);
  if (op >= Op::FloatEqual) out.node.width = 1;
  out.operands = from_integer ? integer : number;
  return out;
}

std::uint64_t draw_operand(const Drawn& drawn, std::mt19937_64& random) {
  const bool is_integer =
      drawn.node.op == Op::FloatFromSigned || drawn.node.op == Op::FloatFromUnsigned;
  if (is_integer) return random() >> (random() % 64) & words::mask(drawn.operands);
  return draw_number(drawn.operands, random);
}

/// x and y with values, and the operation on them.
struct Question {
  Expressions e{};
  std::vector<ExprId> equations{};
  ExprId made = 0;
  std::uint64_t expected = 0;
  std::string text{};
};

Question ask(const Drawn& drawn, std::uint64_t a, std::uint64_t b) {
  Question out;
  Expressions& e = out.e;
  const ExprId x = e.variable(0, drawn.operands);
  const ExprId y = e.variable(1, drawn.operands);
  out.equations = {e.binary(Op::Equal, x, e.constant(drawn.operands, a)),
                   e.binary(Op::Equal, y, e.constant(drawn.operands, b))};
  out.made =
      e.floating(drawn.node.op, drawn.node.width, static_cast<Rounding>(drawn.node.value), x, y);
  out.expected = words::apply(drawn.node, drawn.operands, a, b, 0);
  out.text = fmt::format("operator {}, rounding {}, {} to {} bits: {:x} {:x} gives {:x}",
                         static_cast<int>(drawn.node.op), drawn.node.value, drawn.operands,
                         drawn.node.width, a, b, out.expected);
  return out;
}

/// Z3 has arithmetic of its own for constants.
TEST(Theories, numbers_are_rounded_as_z3_rounds_them) {
  NEEDS_Z3();
  std::mt19937_64 random(21);
  for (auto op = Op::FloatAdd; op <= Op::FloatLessEqual;
       op = static_cast<Op>(static_cast<int>(op) + 1))
    for (std::uint64_t i = 0; i < test::repetitions(60); ++i) {
      const Drawn drawn = draw_operation(op, random);
      const std::uint64_t a = draw_operand(drawn, random);
      const Question question = ask(drawn, a, i % 3 == 0 ? a : draw_operand(drawn, random));
      const auto solver = make_solver(question.e);
      ASSERT_EQ(solver->check(question.equations, usual_effort), Satisfiable::Yes);
      ASSERT_EQ(solver->value(question.made), question.expected) << question.text;
    }
}

TEST(Theories, the_solver_reasons_about_numbers) {
  NEEDS_Z3();
  std::mt19937_64 random(20);
  for (const Op op : {Op::FloatAdd, Op::FloatSubtract, Op::FloatMultiply, Op::FloatRound,
                      Op::FloatConvert, Op::FloatFromSigned, Op::FloatFromUnsigned,
                      Op::FloatToSigned, Op::FloatToUnsigned, Op::FloatEqual, Op::FloatLess})
    for (std::uint64_t i = 0; i < test::repetitions(5); ++i) {
      Drawn drawn = draw_operation(op, random);
      Question question = ask(drawn, draw_operand(drawn, random), draw_operand(drawn, random));
      const ExprId is_it = question.e.binary(
          Op::Equal, question.made, question.e.constant(drawn.node.width, question.expected));
      std::vector<ExprId> constraints = question.equations;
      constraints.push_back(is_it);
      const auto solver = make_solver(question.e);
      EXPECT_EQ(solver->check(constraints, 10 * usual_effort), Satisfiable::Yes) << question.text;
      constraints.back() = question.e.unary(Op::Not, is_it);
      EXPECT_EQ(solver->check(constraints, 10 * usual_effort), Satisfiable::No) << question.text;
    }
}

/// Variables, arrays and inputs are what the leaves say.
std::vector<ExprId> equations(Expressions& e, const std::vector<Width>& widths,
                              const std::vector<ArraySort>& sorts, const test::Leaves& leaves) {
  std::vector<ExprId> out;
  for (words::VariableId v = 0; v < widths.size(); ++v)
    out.push_back(
        e.binary(Op::Equal, e.variable(v, widths[v]), e.constant(widths[v], leaves.variables[v])));
  for (words::ArrayId a = 0; a < sorts.size(); ++a)
    for (std::uint64_t i = 0; i <= words::mask(sorts[a].index); ++i)
      out.push_back(e.binary(Op::Equal,
                             e.select(e.array(a, sorts[a]), e.constant(sorts[a].index, i)),
                             e.constant(sorts[a].element, leaves.arrays[a].read(i))));
  return out;
}

const std::vector<Width> widths{1, 3, 8, 32};
const std::vector<ArraySort> sorts{{2, 8}, {1, 32}, {2, 8}, {3, 1}};

TEST(Theories, expressions_have_their_values) {
  NEEDS_Z3();
  std::mt19937_64 random(22);
  for (std::uint64_t round = 0; round < test::repetitions(150); ++round) {
    Expressions e;
    test::RandomTerms terms(e, widths, {}, random, {sorts, {}, round % 3 == 0});
    const test::Term term = terms.make(1, 3);
    const test::Leaves leaves = terms.leaves();
    std::vector<ExprId> constraints = equations(e, widths, sorts, leaves);
    const bool is_true = term.value(leaves) != 0;
    constraints.push_back(is_true ? term.id : e.unary(Op::Not, term.id));
    const auto solver = make_solver(e);
    ASSERT_EQ(solver->check(constraints, 10 * usual_effort), Satisfiable::Yes) << round;
    for (words::ArrayId a = 0; a < sorts.size(); ++a)
      ASSERT_TRUE(solver->array_value(e.array(a, sorts[a])) == leaves.arrays[a]) << round;
    constraints.back() = e.unary(Op::Not, constraints.back());
    ASSERT_EQ(solver->check(constraints, 10 * usual_effort), Satisfiable::No) << round;
    EXPECT_EQ(solver->core().empty(), false);
  }
}

TEST(Theories, a_model_of_arrays_satisfies_the_constraints) {
  NEEDS_Z3();
  std::mt19937_64 random(23);
  std::uint64_t satisfied = 0;
  for (std::uint64_t round = 0; round < test::repetitions(150); ++round) {
    Expressions e;
    const std::vector<ArraySort> wide{{2, 8}, {32, 8}, {64, 64}};
    test::RandomTerms terms(e, widths, {}, random, {wide, wide, false});
    std::vector<ExprId> constraints{terms.make(1, 4).id, terms.make(1, 3).id};
    const auto solver = make_solver(e);
    if (solver->check(constraints, usual_effort) != Satisfiable::Yes) continue;
    test::Leaves leaves;
    for (words::VariableId v = 0; v < widths.size(); ++v)
      leaves.variables.push_back(solver->value(e.variable(v, widths[v])));
    for (words::ArrayId a = 0; a < wide.size(); ++a) {
      leaves.arrays.push_back(solver->array_value(e.array(a, wide[a])));
      leaves.array_inputs.push_back(solver->array_value(e.array_input(a, wide[a])));
    }
    words::Evaluator evaluator(e);
    evaluator.enter(leaves.variables, leaves.inputs);
    evaluator.enter_arrays(leaves.arrays, leaves.array_inputs);
    for (const ExprId constraint : constraints) ASSERT_EQ(evaluator.value(constraint), 1U) << round;
    ++satisfied;
  }
  EXPECT_GT(satisfied, test::repetitions(50));
}

TEST(Theories, text_means_the_same) {
  NEEDS_Z3();
  std::mt19937_64 random(24);
  const auto leaf = [](const Node& node) {
    return fmt::format("{}{}", node.op == Op::Array ? "a" : "v", node.value);
  };
  for (std::uint64_t round = 0; round < test::repetitions(100); ++round) {
    Expressions e;
    test::RandomTerms terms(e, widths, {}, random, {sorts, {}, round % 2 == 0});
    const test::Term term = terms.make(static_cast<Width>(round % 2 == 0 ? 32 : 1), 3);
    const test::Leaves leaves = terms.leaves();
    std::string script;
    for (std::size_t v = 0; v < widths.size(); ++v)
      script += fmt::format("(define-fun v{} () {} {})\n", v, smt_sort(widths[v]),
                            smt_constant(widths[v], leaves.variables[v]));
    for (std::size_t a = 0; a < sorts.size(); ++a)
      script += fmt::format("(define-fun a{} () {} {})\n", a, smt_sort(sorts[a]),
                            smt_constant(sorts[a], leaves.arrays[a]));
    script += fmt::format("(assert (= {} {}))\n(check-sat)\n", smt_term(e, term.id, leaf),
                          smt_constant(term.width, term.value(leaves)));
    ASSERT_EQ(run_script(script), "sat\n") << script;
  }
}

TEST(Theories, elements_and_numbers_are_unknown_integers) {
  NEEDS_Z3();
  Expressions e;
  e.keep_overflows();
  const ExprId x = e.variable(0, 32);
  const ExprId y = e.variable(1, 32);
  const ExprId a = e.array(0, {8, 32});
  const ExprId i = e.variable(2, 8);
  const auto solver = make_solver(e, Integers::Unbounded);
  const auto check = [&](ExprId one, ExprId other) {
    return solver->check({one, other}, usual_effort);
  };
  const ExprId sum = e.floating(Op::FloatAdd, 32, Rounding::NearestEven, x, y);
  const ExprId less = e.floating(Op::FloatLess, 1, Rounding::NearestEven, sum, x);
  EXPECT_EQ(check(less, e.binary(Op::Equal, sum, x)), Satisfiable::Yes);
  EXPECT_EQ(check(less, e.unary(Op::Not, less)), Satisfiable::No);
  const ExprId element = e.select(a, i);
  EXPECT_EQ(check(e.binary(Op::LessSigned, element, x), e.binary(Op::LessSigned, x, element)),
            Satisfiable::No);
  const ExprId stored = e.select(e.store(a, i, e.binary(Op::Add, x, y)), e.variable(3, 8));
  EXPECT_EQ(check(e.binary(Op::Equal, stored, x), e.binary(Op::Equal, i, e.variable(3, 8))),
            Satisfiable::Yes);
  const ExprId chosen = e.conditional(less, a, e.fill(y, 8));
  EXPECT_EQ(check(e.binary(Op::Equal, e.select(chosen, i), y), less), Satisfiable::Yes);
  EXPECT_TRUE(solver->array_value(a) == words::ArrayValue(8));
}

}  // namespace
}  // namespace hardbop::smt
