// SPDX-License-Identifier: MIT
#include "c/il/value_text.hpp"

#include <bit>
#include <gtest/gtest.h>
#include <limits>

namespace hardbop::c {

namespace {

constexpr Type single{32, false, false, false, true};
constexpr Type twofold{64, false, false, false, true};

std::string text(float number) {
  return value_text(std::bit_cast<std::uint32_t>(number), single);
}

std::string text(double number) {
  return value_text(std::bit_cast<std::uint64_t>(number), twofold);
}

TEST(ValueText, numbers_are_written_as_c_does) {
  EXPECT_EQ(text(1.5F), "1.5f");
  EXPECT_EQ(text(1.0F), "1.0f");
  EXPECT_EQ(text(-0.0), "-0.0");
  EXPECT_EQ(text(0.1F), "0.1f");
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(1e30), "1e+30");
  EXPECT_EQ(text(2147483648.0F), "2147483648.0f");
  EXPECT_EQ(text(std::numeric_limits<float>::denorm_min()), "1e-45f");
  EXPECT_EQ(text(std::numeric_limits<float>::max()), "3.4028235e+38f");
  EXPECT_EQ(text(-std::numeric_limits<double>::infinity()), "-INFINITY");
  EXPECT_EQ(text(std::numeric_limits<float>::quiet_NaN()), "NAN");
}

TEST(ValueText, integers_are_decimal) {
  EXPECT_EQ(value_text(0xFFFF'FFFFU, {32, true, false, false}), "-1");
  EXPECT_EQ(value_text(0xFFFF'FFFFU, {32, false, false, false}), "4294967295");
}

}  // namespace

}  // namespace hardbop::c
