// SPDX-License-Identifier: MIT
// What simplification may say where overflows are kept: nothing that is not true of integers.
#include "base/expression/integers.hpp"

#include <gtest/gtest.h>
#include <memory>

#include "repetitions.hpp"

namespace hardbop::words {
namespace {

using test::Integer;

/// A tree that nobody has simplified.
struct Tree {
  Node node;
  std::vector<Tree> operands;
};

class RandomTrees {
 public:
  explicit RandomTrees(std::mt19937_64& random) : random_(random) {}

  Tree make(Width width, unsigned depth) {
    if (depth == 0 || below(8) == 0) return leaf(width);
    switch (below(8)) {
      case 0: return tree(below(2) == 0 ? Op::Not : Op::Negate, width, {make(width, depth - 1)});
      case 1:
        return tree(Op::Conditional, width,
                    {make(1, depth - 1), make(width, depth - 1), make(width, depth - 1)});
      case 2: return converted(width, depth - 1);
      case 3: return width == 1 ? comparison(depth - 1) : concatenation(width, depth - 1);
      default: break;
    }
    if (width == 1 && below(2) == 0) return comparison(depth - 1);
    constexpr std::array often{Op::Add, Op::Subtract, Op::Multiply};
    constexpr auto first = static_cast<std::uint64_t>(Op::And);
    constexpr auto last = static_cast<std::uint64_t>(Op::ShiftRightSigned);
    const Op op =
        below(2) == 0 ? often[below(3)] : static_cast<Op>(first + below(last - first + 1));
    return tree(op, width, {make(width, depth - 1), make(width, depth - 1)});
  }

 private:
  std::mt19937_64& random_;

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  static Tree tree(Op op, Width width, std::vector<Tree> operands) {
    return {{op, width, 0, 0, 0, 0}, std::move(operands)};
  }

  Tree leaf(Width width) {
    const std::uint64_t half = std::uint64_t{1} << (width - 1U);
    const std::array constants{std::uint64_t{0}, std::uint64_t{1}, half,     half - 1,
                               mask(width),      std::uint64_t{2}, random_()};
    if (below(2) == 0)
      return {{Op::Constant, width, 0, 0, 0, constants[below(constants.size())] & mask(width)}, {}};
    return {{Op::Variable, width, 0, 0, 0, width * 2U + below(2)}, {}};
  }

  Tree comparison(unsigned depth) {
    const auto width = static_cast<Width>(1 + below(6));
    constexpr auto first = static_cast<std::uint64_t>(Op::Equal);
    return tree(static_cast<Op>(first + below(5)), 1, {make(width, depth), make(width, depth)});
  }

  Tree converted(Width width, unsigned depth) {
    const auto from = static_cast<Width>(1 + below(8));
    if (from < width)
      return tree(below(2) == 0 ? Op::ZeroExtend : Op::SignExtend, width, {make(from, depth)});
    Tree out = tree(Op::Extract, width, {make(from, depth)});
    if (from == width) return std::move(out.operands[0]);
    out.node.value = below(from - width + 1U);
    return out;
  }

  Tree concatenation(Width width, unsigned depth) {
    const auto lower = static_cast<Width>(1 + below(width - 1U));
    return tree(Op::Concatenate, width,
                {make(static_cast<Width>(width - lower), depth), make(lower, depth)});
  }
};

ExprId build(Expressions& e, const Tree& tree) {
  std::array<ExprId, 3> made{};
  for (std::size_t i = 0; i < tree.operands.size(); ++i) made[i] = build(e, tree.operands[i]);
  const Node& node = tree.node;
  switch (node.op) {
    case Op::Constant: return e.constant(node.width, node.value);
    case Op::Variable: return e.variable(static_cast<VariableId>(node.value), node.width);
    case Op::Not:
    case Op::Negate: return e.unary(node.op, made[0]);
    case Op::ZeroExtend:
    case Op::SignExtend: return e.extend(node.op, made[0], node.width);
    case Op::Extract: return e.extract(made[0], static_cast<Width>(node.value), node.width);
    case Op::Concatenate: return e.concatenate(made[0], made[1]);
    case Op::Conditional: return e.conditional(made[0], made[1], made[2]);
    default: return e.binary(node.op, made[0], made[1]);
  }
}

/// The same without simplification: each operator is applied to the numbers of its operands.
Integer drawn_number(const Tree& tree, const test::Leaves& leaves) {
  Node node = tree.node;
  if (node.op == Op::Variable || node.op == Op::Constant) {
    const std::uint64_t word = node.op == Op::Constant ? node.value : leaves.variables[node.value];
    return node.width == 1 ? Integer{word} : Integer{as_signed(word, node.width)};
  }
  const auto operand = [&](std::size_t i) { return drawn_number(tree.operands[i], leaves); };
  const Width width = tree.operands[0].node.width;
  const auto with_sign = [&](Integer bit) { return width == 1 ? -bit : bit; };
  switch (node.op) {
    case Op::Conditional: return operand(operand(0) != 0 ? 1 : 2);
    case Op::ZeroExtend: return test::rest(operand(0), test::power(width));
    case Op::SignExtend: return with_sign(operand(0));
    case Op::Extract: {
      const Integer rest = operand(0) >> node.value;
      return node.width == 1 ? rest & 1 : test::cut(rest, node.width);
    }
    case Op::Concatenate: {
      const Width lower = tree.operands[1].node.width;
      return with_sign(operand(0)) * test::power(lower) +
             test::rest(operand(1), test::power(lower));
    }
    default: break;
  }
  const Integer b = tree.operands.size() > 1 ? operand(1) : 0;
  return width == 1 ? test::apply_to_bits(node.op, operand(0), b)
                    : test::apply_to_integers(node.op, width, operand(0), b);
}

std::string text(const Tree& tree) {
  const Node& node = tree.node;
  if (node.op == Op::Constant) return std::to_string(node.value) + ":" + std::to_string(node.width);
  if (node.op == Op::Variable) return "v" + std::to_string(node.value);
  std::string out = "op" + std::to_string(static_cast<int>(node.op)) + "(";
  for (const Tree& operand : tree.operands) out += text(operand) + ", ";
  return out + "):" + std::to_string(node.width);
}

TEST(Integers, simplification_keeps_the_number_where_overflows_are_kept) {
  std::mt19937_64 random(11);
  RandomTrees trees(random);
  for (std::uint64_t round = 0; round < test::repetitions(30000); ++round) {
    Expressions e;
    e.keep_overflows();
    const auto width = static_cast<Width>(1 + random() % 6);
    const Tree tree = trees.make(width, static_cast<unsigned>(1 + random() % 4));
    const ExprId id = build(e, tree);
    for (int i = 0; i < 8; ++i) {
      test::Leaves leaves;
      for (unsigned v = 0; v < 20; ++v)
        leaves.variables.push_back(random() & mask(static_cast<Width>(std::max(1U, v / 2))));
      const Integer simplified = test::IntegerEvaluator(e, leaves)(id);
      ASSERT_EQ(static_cast<std::int64_t>(simplified),
                static_cast<std::int64_t>(drawn_number(tree, leaves)))
          << text(tree);
      ASSERT_TRUE(!e.is_in_range(id) || width == 1 || test::is_in_range(simplified, width))
          << "round " << round;
    }
  }
}

TEST(Integers, words_keep_their_values_where_overflows_are_kept) {
  std::mt19937_64 random(12);
  for (std::uint64_t round = 0; round < test::repetitions(3000); ++round) {
    Expressions e;
    e.keep_overflows();
    test::RandomTerms terms(e, {1, 3, 8, 32, 64}, {1, 4, 8}, random);
    const test::Term term = terms.make(static_cast<Width>(1 + random() % 64), 3);
    const test::Leaves leaves = terms.leaves();
    ASSERT_EQ(e.evaluate(term.id, leaves.variables, leaves.inputs), term.value(leaves));
  }
}

TEST(Integers, overflowing_constants_stay) {
  Expressions e;
  e.keep_overflows();
  const ExprId greatest = e.constant(32, 0x7fffffffU);
  EXPECT_FALSE(e.is_constant(e.binary(Op::Add, greatest, e.constant(32, 1))));
  EXPECT_TRUE(e.is_constant(e.binary(Op::Add, greatest, e.constant(32, mask(32))), 0x7ffffffeU));
  const ExprId x = e.variable(0, 32);
  EXPECT_FALSE(e.is_constant(e.binary(Op::LessSigned, greatest, e.binary(Op::Add, x, x))));
  EXPECT_TRUE(e.is_constant(e.binary(Op::LessSigned, greatest, x), 0));
}

}  // namespace
}  // namespace hardbop::words
