// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <random>

#include "base/expression/float.hpp"
#include "repetitions.hpp"
#include "words/engine/bmc/blaster.hpp"
#include "words/engine/bmc/cnf.hpp"

namespace hardbop::bmc {
namespace {

using words::Expressions;
using words::Op;
using words::Rounding;
using words::Width;

/// What the gates are, for given inputs.
class Gates {
 public:
  Gates(const Aig& aig, const Blaster& blaster, const std::vector<std::uint64_t>& inputs)
      : values_(aig.size()) {
    for (words::InputId i = 0; i < inputs.size(); ++i) {
      const std::span<const Edge> bits = blaster.input(i);
      for (std::size_t k = 0; k < bits.size(); ++k)
        values_[Aig::node(bits[k])] = (inputs[i] >> k & 1U) != 0;
    }
    for (std::uint32_t node = 1; node < aig.size(); ++node)
      if (!aig.is_input(node)) values_[node] = value(aig[node].a) && value(aig[node].b);
  }

  [[nodiscard]] bool value(Edge edge) const {
    return values_[Aig::node(edge)] != Aig::is_negated(edge);
  }
  [[nodiscard]] std::uint64_t word(const Bits& bits) const {
    std::uint64_t out = 0;
    for (std::size_t k = 0; k < bits.size(); ++k)
      if (value(bits[k])) out |= std::uint64_t{1} << k;
    return out;
  }

 private:
  std::vector<bool> values_;
};

/// A word that numbers are often wrong about: zero, infinite, subnormal, not a number, one bit from
/// something else.
std::uint64_t odd_number(Width width, std::mt19937_64& random) {
  const words::FloatFormat format = words::float_format(width);
  const std::uint64_t highest = words::mask(format.exponent);
  const std::uint64_t bias = highest >> 1U;
  const std::uint64_t exponents[] = {0,
                                     1,
                                     2,
                                     highest,
                                     highest - 1,
                                     bias,
                                     bias - 1,
                                     bias + 1,
                                     bias + 3,
                                     bias + format.fraction,
                                     bias + 31,
                                     bias + 32,
                                     random() & highest};
  const std::uint64_t all = words::mask(format.fraction);
  const std::uint64_t fractions[] = {
      0, 1, all, all - 1, all / 2, all / 2 + 1, random() & all, random() & all & ~std::uint64_t{7}};
  const std::uint64_t sign = random() & 1U;
  return sign << (width - 1U) | exponents[random() % std::size(exponents)] << format.fraction |
         fractions[random() % std::size(fractions)];
}

struct FloatCase {
  Op op;
  Width from;
  Width to;
};

std::vector<FloatCase> float_cases() {
  std::vector<FloatCase> out;
  for (const Width width : {Width{32}, Width{64}}) {
    for (const Op op : {Op::FloatAdd, Op::FloatSubtract, Op::FloatMultiply, Op::FloatDivide,
                        Op::FloatSquareRoot, Op::FloatRound})
      out.push_back({op, width, width});
    for (const Op op : {Op::FloatEqual, Op::FloatLess, Op::FloatLessEqual})
      out.push_back({op, width, 1});
    out.push_back({Op::FloatConvert, width, static_cast<Width>(96 - width)});
    for (const Width integer : {Width{8}, Width{16}, Width{32}, Width{64}}) {
      out.push_back({Op::FloatToSigned, width, integer});
      out.push_back({Op::FloatToUnsigned, width, integer});
      out.push_back({Op::FloatFromSigned, integer, width});
      out.push_back({Op::FloatFromUnsigned, integer, width});
    }
  }
  return out;
}

bool may_round_away(Op op) {
  return op == Op::FloatRound || op == Op::FloatToSigned || op == Op::FloatToUnsigned;
}

TEST(Circuits, of_numbers_compute_what_the_machine_does) {
  std::mt19937_64 random(1);
  for (const FloatCase& one : float_cases()) {
    for (int mode = 0; mode < 5; ++mode) {
      const auto rounding = static_cast<Rounding>(mode);
      if (rounding == Rounding::NearestAway && !may_round_away(one.op)) continue;
      Expressions e;
      const words::ExprId made =
          e.floating(one.op, one.to, rounding, e.input(0, one.from), e.input(1, one.from));
      Aig aig;
      Blaster blaster(e, aig);
      Budget budget;
      const Bits bits = blaster.bits(made, budget);
      for (std::uint64_t i = 0; i < test::repetitions(150); ++i) {
        const bool is_integer = one.op == Op::FloatFromSigned || one.op == Op::FloatFromUnsigned;
        const auto operand = [&] {
          return is_integer ? random() >> (random() % 64) & words::mask(one.from)
                            : odd_number(one.from, random);
        };
        const std::vector<std::uint64_t> inputs{operand(), operand()};
        ASSERT_EQ(Gates(aig, blaster, inputs).word(bits), e.evaluate(made, {}, inputs))
            << "operator " << static_cast<int>(one.op) << " of " << int{one.from} << " bits to "
            << int{one.to} << ", rounding " << mode << ", of " << std::hex << inputs[0] << " and "
            << inputs[1];
      }
    }
  }
}

constexpr Width all_widths[] = {1, 2, 3, 8, 13, 32, 33, 63, 64};

/// Small, large, or a word that sums and comparisons are often wrong about.
std::uint64_t odd_word(Width width, std::mt19937_64& random) {
  const std::uint64_t highest = std::uint64_t{1} << (width - 1U);
  const std::uint64_t edges[] = {0, 1, highest, highest - 1, highest + 1, words::mask(width)};
  const std::uint64_t out =
      random() % 4 == 0 ? edges[random() % std::size(edges)] : random() >> (random() % 64);
  return out & words::mask(width);
}

/// Asks the gates of an expression and the expression itself, which has the inputs of these widths.
void compare_with_meaning(const Expressions& e, words::ExprId made,
                          const std::vector<Width>& widths, std::uint64_t repetitions,
                          std::mt19937_64& random) {
  Aig aig;
  Blaster blaster(e, aig);
  Budget budget;
  const Bits bits = blaster.bits(made, budget);
  for (std::uint64_t i = 0; i < repetitions; ++i) {
    std::vector<std::uint64_t> inputs;
    for (const Width width : widths) inputs.push_back(odd_word(width, random));
    ASSERT_EQ(Gates(aig, blaster, inputs).word(bits), e.evaluate(made, {}, inputs))
        << "operator " << static_cast<int>(e.node(made).op) << " of " << int{widths[0]}
        << " bits to " << int{e.width(made)} << ", of " << ::testing::PrintToString(inputs);
  }
}

constexpr Op binary_operators[] = {Op::And,
                                   Op::Or,
                                   Op::Xor,
                                   Op::Add,
                                   Op::Subtract,
                                   Op::Multiply,
                                   Op::DivideUnsigned,
                                   Op::DivideSigned,
                                   Op::RemainderUnsigned,
                                   Op::RemainderSigned,
                                   Op::ShiftLeft,
                                   Op::ShiftRight,
                                   Op::ShiftRightSigned,
                                   Op::Equal,
                                   Op::LessUnsigned,
                                   Op::LessSigned,
                                   Op::LessEqualUnsigned,
                                   Op::LessEqualSigned};

/// Those of products and quotients have thousands of gates, and take their time.
std::uint64_t repetitions_of(Op op, Width width) {
  const bool is_large = op >= Op::Multiply && op <= Op::RemainderSigned && width > 16;
  return test::repetitions(is_large ? 60 : 200);
}

TEST(Circuits, of_words_compute_what_expressions_mean) {
  std::mt19937_64 random(2);
  for (const Op op : binary_operators) {
    for (const Width width : all_widths) {
      Expressions e;
      const words::ExprId made = e.binary(op, e.input(0, width), e.input(1, width));
      compare_with_meaning(e, made, {width, width}, repetitions_of(op, width), random);
      if (HasFatalFailure()) return;
    }
  }
}

// A product looks for the operand with more constants; the others lose gates.
TEST(Circuits, with_a_known_operand_compute_the_same) {
  std::mt19937_64 random(3);
  for (const Op op : binary_operators) {
    for (const Width width : all_widths) {
      for (int known = 0; known < 8; ++known) {
        Expressions e;
        const words::ExprId constant = e.constant(width, odd_word(width, random));
        const words::ExprId made = known % 2 == 0 ? e.binary(op, constant, e.input(0, width))
                                                  : e.binary(op, e.input(0, width), constant);
        compare_with_meaning(e, made, {width}, repetitions_of(op, width) / 10, random);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Circuits, of_one_word_compute_what_expressions_mean) {
  std::mt19937_64 random(4);
  for (const Width width : all_widths) {
    Expressions e;
    const words::ExprId a = e.input(0, width);
    std::vector<words::ExprId> all{e.unary(Op::Not, a), e.unary(Op::Negate, a)};
    for (const Width other : all_widths) {
      if (other > width)
        for (const Op op : {Op::ZeroExtend, Op::SignExtend}) all.push_back(e.extend(op, a, other));
      if (other < width)
        for (const int lowest : {0, (width - other) / 2, width - other})
          all.push_back(e.extract(a, static_cast<Width>(lowest), other));
    }
    for (const words::ExprId made : all) {
      compare_with_meaning(e, made, {width}, test::repetitions(100), random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Circuits, of_choices_and_joined_words_compute_what_expressions_mean) {
  std::mt19937_64 random(5);
  for (const Width width : all_widths) {
    Expressions e;
    const words::ExprId a = e.input(0, width);
    const words::ExprId choice = e.conditional(e.input(2, 1), a, e.input(1, width));
    compare_with_meaning(e, choice, {width, width, 1}, test::repetitions(100), random);
    for (const Width other : all_widths) {
      if (width + other > 64) continue;
      const words::ExprId both = e.concatenate(a, e.input(3, other));
      compare_with_meaning(e, both, {width, width, 1, other}, test::repetitions(100), random);
    }
    if (HasFatalFailure()) return;
  }
}

TEST(Circuits, stop_at_the_number_of_gates_or_clauses_that_fit) {
  Expressions e;
  words::ExprId product = e.input(0, 64);
  for (words::InputId i = 1; i < 50; ++i) product = e.binary(Op::Multiply, product, e.input(i, 64));
  constexpr std::size_t most_gates = 100'000;
  Aig aig;
  Blaster blaster(e, aig, most_gates);
  Budget budget;
  EXPECT_EQ(blaster.bits(product, budget), Bits(64, Aig::never));
  EXPECT_GT(aig.size(), most_gates);
  EXPECT_LT(aig.size(), 2 * most_gates);

  FormulaSink sink;
  Cnf cnf(aig, sink);
  const auto last = static_cast<Edge>((aig.size() - 1) << 1U);
  EXPECT_EQ(cnf.literal(last, 1000), std::nullopt);
  EXPECT_LT(cnf.clauses(), 1010U);
  const sat::Literal literal = cnf.literal(last);  // goes on where it stopped
  EXPECT_EQ(cnf.known(last), literal);
}

TEST(Aig, equal_gates_are_one_and_constants_are_found) {
  Aig aig;
  const Edge a = aig.input();
  const Edge b = aig.input();
  const Edge both = aig.conjunction(a, b);
  EXPECT_EQ(both, aig.conjunction(b, a));
  EXPECT_EQ(aig.conjunction(both, a), both);
  EXPECT_EQ(aig.conjunction(both, Aig::negation(b)), Aig::never);
  EXPECT_EQ(aig.conjunction(a, Aig::negation(both)), aig.conjunction(a, Aig::negation(b)));
  EXPECT_EQ(aig.choice(a, b, b), b);
  EXPECT_EQ(aig.exclusive(a, a), Aig::never);
}

}  // namespace
}  // namespace hardbop::bmc
