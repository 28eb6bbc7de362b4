// SPDX-License-Identifier: MIT
#include "words/analysis/boxes.hpp"

#include <bit>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "repetitions.hpp"

namespace hardbop::words {
namespace {

constexpr std::uint64_t most = 3'000'000;

class Numbers {
 public:
  Expressions e{};

  [[nodiscard]] ExprId number(float value) {
    return e.constant(32, std::bit_cast<std::uint32_t>(value));
  }
  [[nodiscard]] ExprId input(InputId i) { return e.input(i, 32); }
  [[nodiscard]] ExprId make(Op op, ExprId a, ExprId b, Rounding rounding = Rounding::NearestEven) {
    return e.floating(op, 32, rounding, a, b);
  }
  [[nodiscard]] ExprId less(ExprId a, ExprId b) {
    return e.floating(Op::FloatLess, 1, Rounding::NearestEven, a, b);
  }
  /// Between two numbers, and the condition.
  [[nodiscard]] bool is_false(ExprId x, float low, float high, ExprId condition) {
    const ExprId within = e.binary(Op::And, less(number(low), x), less(x, number(high)));
    Budget budget;
    return is_false_in_boxes(e, e.binary(Op::And, within, condition), most, budget);
  }
};

TEST(Boxes, know_how_large_a_polynomial_gets) {
  Numbers n;
  const ExprId x = n.input(0);
  const ExprId cube = n.make(Op::FloatMultiply, n.make(Op::FloatMultiply, x, x), x);
  const ExprId sine = n.make(Op::FloatSubtract, x, n.make(Op::FloatDivide, cube, n.number(6.0F)));
  EXPECT_TRUE(n.is_false(x, -1.5F, 1.5F, n.less(n.number(1.1F), sine)));
  EXPECT_FALSE(n.is_false(x, -1.5F, 1.5F, n.less(n.number(0.9F), sine)));
  const ExprId within =
      n.e.binary(Op::And, n.less(n.number(-1.1F), sine), n.less(sine, n.number(1.1F)));
  EXPECT_TRUE(n.is_false(x, -1.5F, 1.5F, n.e.unary(Op::Not, within)));
}

TEST(Boxes, know_nothing_of_what_is_not_a_number) {
  Numbers n;
  const ExprId x = n.input(0);
  const ExprId zero = n.make(Op::FloatSubtract, x, x);
  const ExprId is_equal = n.e.floating(Op::FloatEqual, 1, Rounding::NearestEven, zero, zero);
  Budget budget;
  const ExprId differs = n.e.unary(Op::Not, is_equal);
  EXPECT_FALSE(is_false_in_boxes(n.e, differs, most, budget)) << "infinity minus infinity";
}

TEST(Boxes, know_that_a_quotient_by_zero_is_large) {
  Numbers n;
  const ExprId x = n.input(0);
  const ExprId quotient = n.make(Op::FloatDivide, n.number(1.0F), x);
  EXPECT_FALSE(n.is_false(x, -1.0F, 1.0F, n.less(n.number(1e30F), quotient)));
  EXPECT_TRUE(n.is_false(x, 1.0F, 2.0F, n.less(n.number(1e30F), quotient)));
}

TEST(Boxes, look_at_all_corners_of_a_product) {
  Numbers n;
  const ExprId x = n.input(0);
  const ExprId y = n.input(1);
  const ExprId product = n.make(Op::FloatMultiply, x, y);
  const ExprId within = n.e.binary(Op::And, n.less(n.number(-2.0F), y), n.less(y, n.number(2.0F)));
  const auto is_false = [&](ExprId asked) {
    return n.is_false(x, -2.0F, 2.0F, n.e.binary(Op::And, within, asked));
  };
  EXPECT_FALSE(is_false(n.less(product, n.number(-3.0F))));
  EXPECT_FALSE(is_false(n.less(n.number(3.0F), product)));
  EXPECT_TRUE(is_false(n.less(n.number(5.0F), product)));
}

TEST(Boxes, know_that_infinity_minus_infinity_is_no_number) {
  Numbers n;
  const ExprId infinity = n.number(std::numeric_limits<float>::infinity());
  const auto is_number = [&](ExprId id) {
    return n.e.floating(Op::FloatLessEqual, 1, Rounding::NearestEven, id, infinity);
  };
  const ExprId difference = n.make(Op::FloatSubtract, n.input(0), n.input(1));
  const ExprId inputs = n.e.binary(Op::And, is_number(n.input(0)), is_number(n.input(1)));
  Budget budget;
  EXPECT_FALSE(is_false_in_boxes(
      n.e, n.e.binary(Op::And, inputs, n.e.unary(Op::Not, is_number(difference))), most, budget));
}

/// A condition on two inputs that some values make true is not said to be false.
TEST(Boxes, never_deny_what_some_inputs_make_true) {
  std::mt19937_64 random(7);
  constexpr Op binary[] = {Op::FloatAdd, Op::FloatSubtract, Op::FloatMultiply, Op::FloatDivide};
  constexpr Rounding roundings[] = {Rounding::NearestEven, Rounding::TowardZero, Rounding::Up,
                                    Rounding::Down};
  const auto any_word = [&]() -> std::uint64_t {
    switch (random() % 4) {
      case 0: return random() & mask(32);
      case 1: return std::bit_cast<std::uint32_t>(static_cast<float>(random() % 9) - 4.0F);
      case 2: return (random() % 2) << 31U;
      default: return 0x7F80'0000U | (random() % 2) << 31U;
    }
  };
  for (int i = 0; i < static_cast<int>(test::repetitions(400)); ++i) {
    Numbers n;
    std::vector<ExprId> all{n.input(0), n.input(1), n.e.constant(32, any_word())};
    const auto any = [&] { return all[random() % all.size()]; };
    for (int k = 0; k < 5; ++k)
      all.push_back(random() % 6 == 0
                        ? n.e.binary(Op::Xor, any(), n.e.constant(32, 1ULL << 31U))
                        : n.make(binary[random() % 4], any(), any(), roundings[random() % 4]));
    const std::vector<std::uint64_t> inputs{any_word(), any_word()};
    ExprId condition = n.e.truth(true);
    for (int k = 0; k < 3; ++k) {
      constexpr Op compare[] = {Op::FloatLess, Op::FloatLessEqual, Op::FloatEqual};
      ExprId one = n.e.floating(compare[random() % 3], 1, Rounding::NearestEven, any(), any());
      if (n.e.evaluate(one, {}, inputs) == 0) one = n.e.unary(Op::Not, one);
      condition = n.e.binary(Op::And, condition, one);
    }
    if (n.e.is_constant(condition)) continue;
    Budget budget;
    EXPECT_FALSE(is_false_in_boxes(n.e, condition, 20'000, budget)) << i;
  }
}

}  // namespace
}  // namespace hardbop::words
