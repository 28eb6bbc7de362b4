// SPDX-License-Identifier: MIT
// Arithmetic of IEEE 754 against words that the standard gives: ties, overflow, subnormal numbers
// and what is not a number, under each rounding. For random operands, see floats/gcc.py and
// test/base/smt/theories_test.cpp.
#include "base/expression/float.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hardbop::words {
namespace {

constexpr auto even = Rounding::NearestEven;
constexpr auto zero = Rounding::TowardZero;
constexpr auto up = Rounding::Up;
constexpr auto down = Rounding::Down;
constexpr auto away = Rounding::NearestAway;

struct Case {
  Op op;
  Rounding rounding;
  std::uint64_t a;
  std::uint64_t b;
  std::uint64_t expected;
};

/// `operands` and `result` are widths.
void expect_all(Width operands, Width result, const std::vector<Case>& cases) {
  Expressions e;
  for (const Case& one : cases) {
    const Node node{one.op, result, 0, 0, 0, static_cast<std::uint64_t>(one.rounding)};
    const std::string text =
        fmt::format("operator {}, rounding {}: {:x} {:x}", static_cast<int>(one.op),
                    static_cast<int>(one.rounding), one.a, one.b);
    EXPECT_EQ(apply(node, operands, one.a, one.b, 0), one.expected) << text;
    const ExprId folded = e.floating(one.op, result, one.rounding, e.constant(operands, one.a),
                                     e.constant(operands, one.b));
    EXPECT_TRUE(e.is_constant(folded, one.expected)) << text;
  }
}

TEST(Floats, sums_are_rounded_and_overflow) {
  expect_all(32, 32,
             {
                 {Op::FloatAdd, even, 0x3F800000, 0x3F800000, 0x40000000},  // 1 + 1
                 {Op::FloatAdd, even, 0x3F800000, 0x33800000, 0x3F800000},  // 1 + 2^-24, a tie
                 {Op::FloatAdd, zero, 0x3F800000, 0x33800000, 0x3F800000},
                 {Op::FloatAdd, up, 0x3F800000, 0x33800000, 0x3F800001},
                 {Op::FloatAdd, down, 0x3F800000, 0x33800000, 0x3F800000},
                 {Op::FloatAdd, even, 0x3F800001, 0x33800000, 0x3F800002},  // to the even one
                 {Op::FloatAdd, zero, 0x3F800001, 0x33800000, 0x3F800001},
                 {Op::FloatAdd, up, 0xBF800000, 0xB3800000, 0xBF800000},  // -1 - 2^-24
                 {Op::FloatAdd, down, 0xBF800000, 0xB3800000, 0xBF800001},
                 {Op::FloatAdd, zero, 0xBF800000, 0xB3800000, 0xBF800000},
                 {Op::FloatAdd, even, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F800000},  // the greatest twice
                 {Op::FloatAdd, zero, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F7FFFFF},
                 {Op::FloatAdd, up, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F800000},
                 {Op::FloatAdd, down, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F7FFFFF},
                 {Op::FloatAdd, up, 0xFF7FFFFF, 0xFF7FFFFF, 0xFF7FFFFF},
                 {Op::FloatAdd, down, 0xFF7FFFFF, 0xFF7FFFFF, 0xFF800000},
                 {Op::FloatAdd, even, 0x007FFFFF, 0x00000001, 0x00800000},  // no longer subnormal
                 {Op::FloatSubtract, even, 0x00800000, 0x00000001, 0x007FFFFF},
             });
  expect_all(64, 64,
             {
                 {Op::FloatAdd, even, 0x3FF0000000000000, 0x3CA0000000000000, 0x3FF0000000000000},
                 {Op::FloatAdd, up, 0x3FF0000000000000, 0x3CA0000000000000, 0x3FF0000000000001},
                 {Op::FloatAdd, even, 0x3FB999999999999A, 0x3FC999999999999A, 0x3FD3333333333334},
                 {Op::FloatAdd, even, 0x7FEFFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000},
                 {Op::FloatSubtract, even, 0x0010000000000000, 1, 0x000FFFFFFFFFFFFF},
             });
}

TEST(Floats, zeros_have_signs) {
  constexpr std::uint64_t minus = 0x80000000;
  expect_all(32, 32,
             {
                 {Op::FloatAdd, even, 0x3F800000, 0xBF800000, 0},
                 {Op::FloatAdd, up, 0x3F800000, 0xBF800000, 0},
                 {Op::FloatAdd, down, 0x3F800000, 0xBF800000, minus},
                 {Op::FloatAdd, even, 0, minus, 0},
                 {Op::FloatAdd, down, 0, minus, minus},
                 {Op::FloatAdd, up, minus, minus, minus},
                 {Op::FloatSubtract, even, 0, 0, 0},
                 {Op::FloatSubtract, down, 0, 0, minus},
                 {Op::FloatMultiply, even, 0xBF800000, 0, minus},
                 {Op::FloatDivide, even, 0x3F800000, 0xFF800000, minus},  // 1 / -infinity
                 {Op::FloatSquareRoot, even, minus, 0, minus},
                 {Op::FloatRound, even, 0xBF000000, 0, minus},  // -0.5
             });
}

TEST(Floats, what_is_not_a_number_is_always_the_same_word) {
  constexpr std::uint64_t nan = 0x7FC00000;
  expect_all(32, 32,
             {
                 {Op::FloatAdd, even, 0x7F800000, 0xFF800000, nan},  // infinity - infinity
                 {Op::FloatAdd, even, 0x7F800001, 0x3F800000, nan},
                 {Op::FloatAdd, even, 0x3F800000, 0xFFC12345, nan},
                 {Op::FloatMultiply, even, 0x7F800000, 0, nan},
                 {Op::FloatDivide, even, 0, 0x80000000, nan},
                 {Op::FloatDivide, even, 0x7F800000, 0x7F800000, nan},
                 {Op::FloatSquareRoot, even, 0xBF800000, 0, nan},
                 {Op::FloatRound, up, 0xFFFFFFFF, 0, nan},
             });
  expect_all(32, 64, {{Op::FloatConvert, even, 0xFFC00001, 0, 0x7FF8000000000000}});
  expect_all(64, 32, {{Op::FloatConvert, even, 0xFFF0000000000001, 0, nan}});
  expect_all(
      64, 64,
      {{Op::FloatSubtract, even, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000}});
}

TEST(Floats, products_quotients_and_roots_are_rounded) {
  expect_all(32, 32,
             {
                 {Op::FloatMultiply, even, 0x00000001, 0x3F000000, 0},  // half the least: a tie
                 {Op::FloatMultiply, up, 0x00000001, 0x3F000000, 1},
                 {Op::FloatMultiply, zero, 0x00000001, 0x3F000000, 0},
                 {Op::FloatMultiply, even, 0x80000001, 0x3F000000, 0x80000000},
                 {Op::FloatMultiply, down, 0x80000001, 0x3F000000, 0x80000001},
                 {Op::FloatMultiply, even, 0x00000003, 0x3F000000, 2},  // 1.5 of the least
                 {Op::FloatMultiply, down, 0x00000003, 0x3F000000, 1},
                 {Op::FloatMultiply, even, 0x7F7FFFFF, 0x40000000, 0x7F800000},
                 {Op::FloatMultiply, zero, 0x7F7FFFFF, 0x40000000, 0x7F7FFFFF},
                 {Op::FloatDivide, even, 0x3F800000, 0x40400000, 0x3EAAAAAB},  // 1 / 3
                 {Op::FloatDivide, zero, 0x3F800000, 0x40400000, 0x3EAAAAAA},
                 {Op::FloatDivide, up, 0x3F800000, 0x40400000, 0x3EAAAAAB},
                 {Op::FloatDivide, down, 0x3F800000, 0x40400000, 0x3EAAAAAA},
                 {Op::FloatDivide, up, 0xBF800000, 0x40400000, 0xBEAAAAAA},
                 {Op::FloatDivide, down, 0xBF800000, 0x40400000, 0xBEAAAAAB},
                 {Op::FloatDivide, even, 0x3F800000, 0, 0x7F800000},
                 {Op::FloatDivide, even, 0x3F800000, 0x80000000, 0xFF800000},
                 {Op::FloatSquareRoot, even, 0x40000000, 0, 0x3FB504F3},
                 {Op::FloatSquareRoot, down, 0x40000000, 0, 0x3FB504F3},
                 {Op::FloatSquareRoot, up, 0x40000000, 0, 0x3FB504F4},
                 {Op::FloatSquareRoot, even, 0x40800000, 0, 0x40000000},
                 {Op::FloatSquareRoot, even, 0x00000001, 0, 0x1A3504F3},
                 {Op::FloatSquareRoot, even, 0x7F800000, 0, 0x7F800000},
             });
  expect_all(
      64, 64,
      {
          {Op::FloatDivide, even, 0x3FF0000000000000, 0x4008000000000000, 0x3FD5555555555555},
          {Op::FloatDivide, up, 0x3FF0000000000000, 0x4008000000000000, 0x3FD5555555555556},
          {Op::FloatSquareRoot, even, 0x4000000000000000, 0, 0x3FF6A09E667F3BCD},
          {Op::FloatSquareRoot, zero, 0x4000000000000000, 0, 0x3FF6A09E667F3BCC},
      });
}

TEST(Floats, rounding_to_an_integer_is_done_in_five_ways) {
  constexpr std::uint64_t one = 0x3F800000;
  constexpr std::uint64_t two = 0x40000000;
  expect_all(32, 32,
             {
                 {Op::FloatRound, even, 0x3F000000, 0, 0},  // 0.5
                 {Op::FloatRound, zero, 0x3F000000, 0, 0},
                 {Op::FloatRound, up, 0x3F000000, 0, one},
                 {Op::FloatRound, down, 0x3F000000, 0, 0},
                 {Op::FloatRound, away, 0x3F000000, 0, one},
                 {Op::FloatRound, away, 0x3EFFFFFF, 0, 0},           // just below 0.5
                 {Op::FloatRound, even, 0x3FC00000, 0, two},         // 1.5
                 {Op::FloatRound, zero, 0x3FC00000, 0, one},         //
                 {Op::FloatRound, even, 0x40200000, 0, two},         // 2.5
                 {Op::FloatRound, away, 0x40200000, 0, 0x40400000},  //
                 {Op::FloatRound, away, 0xBF000000, 0, 0xBF800000},  // -0.5
                 {Op::FloatRound, up, 0xBF000000, 0, 0x80000000},
                 {Op::FloatRound, down, 0xBF000000, 0, 0xBF800000},
                 {Op::FloatRound, up, 0x00000001, 0, one},
                 {Op::FloatRound, even, 0x4B000001, 0, 0x4B000001},
                 {Op::FloatRound, even, 0xFF800000, 0, 0xFF800000},
             });
}

TEST(Floats, numbers_are_converted_to_the_other_width) {
  expect_all(32, 64,
             {
                 {Op::FloatConvert, even, 0x3F800000, 0, 0x3FF0000000000000},
                 {Op::FloatConvert, even, 0x00000001, 0, 0x36A0000000000000},
                 {Op::FloatConvert, even, 0xFF800000, 0, 0xFFF0000000000000},
             });
  expect_all(64, 32,
             {
                 {Op::FloatConvert, even, 0x3FF0000010000000, 0, 0x3F800000},  // a tie
                 {Op::FloatConvert, up, 0x3FF0000010000000, 0, 0x3F800001},
                 {Op::FloatConvert, even, 0x3FB999999999999A, 0, 0x3DCCCCCD},  // 0.1
                 {Op::FloatConvert, even, 0x7E37E43C8800759C, 0, 0x7F800000},  // 1e300
                 {Op::FloatConvert, zero, 0x7E37E43C8800759C, 0, 0x7F7FFFFF},
                 {Op::FloatConvert, even, 0x3690000000000000, 0, 0},  // 2^-150
                 {Op::FloatConvert, up, 0x3690000000000000, 0, 1},
                 {Op::FloatConvert, even, 0x8000000000000001, 0, 0x80000000},
             });
}

TEST(Floats, integers_become_numbers) {
  expect_all(32, 32,
             {
                 {Op::FloatFromSigned, even, 0x01000001, 0, 0x4B800000},  // 2^24 + 1
                 {Op::FloatFromSigned, up, 0x01000001, 0, 0x4B800001},
                 {Op::FloatFromSigned, even, 0xFFFFFFFF, 0, 0xBF800000},
                 {Op::FloatFromUnsigned, even, 0xFFFFFFFF, 0, 0x4F800000},
                 {Op::FloatFromUnsigned, zero, 0xFFFFFFFF, 0, 0x4F7FFFFF},
                 {Op::FloatFromUnsigned, down, 0, 0, 0},
                 {Op::FloatFromSigned, down, 0, 0, 0},
             });
  expect_all(64, 64,
             {
                 {Op::FloatFromUnsigned, even, mask(64), 0, 0x43F0000000000000},
                 {Op::FloatFromUnsigned, zero, mask(64), 0, 0x43EFFFFFFFFFFFFF},
                 {Op::FloatFromSigned, even, 0x8000000000000000, 0, 0xC3E0000000000000},
                 {Op::FloatFromUnsigned, down, 0, 0, 0},
             });
  // Just above a tie: to double first, it would be one.
  expect_all(64, 32, {{Op::FloatFromUnsigned, even, 0x8000008000000001, 0, 0x5F000001}});
  expect_all(1, 32,
             {
                 {Op::FloatFromSigned, even, 1, 0, 0xBF800000},
                 {Op::FloatFromUnsigned, even, 1, 0, 0x3F800000},
             });
}

TEST(Floats, what_is_no_integer_of_the_width_is_the_highest_bit) {
  expect_all(32, 32,
             {
                 {Op::FloatToSigned, zero, 0x3FC00000, 0, 1},           // 1.5
                 {Op::FloatToSigned, zero, 0xBFC00000, 0, 0xFFFFFFFF},  // -1.5
                 {Op::FloatToSigned, even, 0x40200000, 0, 2},           // 2.5
                 {Op::FloatToSigned, away, 0x40200000, 0, 3},
                 {Op::FloatToSigned, zero, 0x7FC00000, 0, 0x80000000},
                 {Op::FloatToSigned, zero, 0x7F800000, 0, 0x80000000},
                 {Op::FloatToSigned, zero, 0x4F000000, 0, 0x80000000},  // 2^31
                 {Op::FloatToSigned, zero, 0xCF000000, 0, 0x80000000},  // -2^31
                 {Op::FloatToSigned, zero, 0x4EFFFFFF, 0, 0x7FFFFF80},
                 {Op::FloatToUnsigned, zero, 0x4F000000, 0, 0x80000000},
                 {Op::FloatToUnsigned, zero, 0x4F7FFFFF, 0, 0xFFFFFF00},
                 {Op::FloatToUnsigned, zero, 0xBF000000, 0, 0},           // -0.5
                 {Op::FloatToUnsigned, down, 0xBF000000, 0, 0x80000000},  // -1 is none
                 {Op::FloatToUnsigned, zero, 0xFFC00000, 0, 0x80000000},
             });
  expect_all(32, 8,
             {
                 {Op::FloatToSigned, zero, 0x42FF0000, 0, 0x7F},  // 127.5
                 {Op::FloatToSigned, even, 0x42FF0000, 0, 0x80},
                 {Op::FloatToSigned, even, 0xC3008000, 0, 0x80},  // -128.5
                 {Op::FloatToSigned, zero, 0xC2FE0000, 0, 0x81},  // -127
                 {Op::FloatToUnsigned, zero, 0x437F8000, 0, 0xFF},
                 {Op::FloatToUnsigned, zero, 0x43800000, 0, 0x80},
             });
  expect_all(64, 64,
             {
                 {Op::FloatToUnsigned, zero, 0x43EFFFFFFFFFFFFF, 0, 0xFFFFFFFFFFFFF800},
                 {Op::FloatToUnsigned, zero, 0x43F0000000000000, 0, 0x8000000000000000},
                 {Op::FloatToSigned, zero, 0xC3E0000000000000, 0, 0x8000000000000000},
                 {Op::FloatToSigned, zero, 0x43DFFFFFFFFFFFFF, 0, 0x7FFFFFFFFFFFFC00},
             });
}

TEST(Floats, comparisons_know_zeros_and_what_is_not_a_number) {
  constexpr std::uint64_t nan = 0x7FC00000;
  constexpr std::uint64_t infinity = 0x7F800000;
  expect_all(32, 1,
             {
                 {Op::FloatEqual, even, nan, nan, 0},
                 {Op::FloatEqual, even, 0, 0x80000000, 1},
                 {Op::FloatLess, even, 0x80000000, 0, 0},
                 {Op::FloatLessEqual, even, 0, 0x80000000, 1},
                 {Op::FloatLess, even, 0x3F800000, 0x40000000, 1},
                 {Op::FloatLess, even, 0xBF800000, 0xC0000000, 0},
                 {Op::FloatLess, even, 0, 1, 1},
                 {Op::FloatLessEqual, even, infinity, infinity, 1},
                 {Op::FloatLessEqual, even, nan, nan, 0},
                 {Op::FloatLess, even, 0x7F800001, infinity, 0},
                 {Op::FloatLess, even, 0xFF800000, 0xFF7FFFFF, 1},
             });
}

}  // namespace
}  // namespace hardbop::words
