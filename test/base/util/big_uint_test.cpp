// SPDX-License-Identifier: MIT
#include "base/util/big_uint.hpp"

#include <gtest/gtest.h>

#include "base/util/invariant.hpp"

namespace hardbop {
namespace {

TEST(BigUint, zero_prints_as_zero) {
  EXPECT_EQ(BigUint().to_string(), "0");
  EXPECT_EQ(BigUint(0), BigUint());
}

TEST(BigUint, large_powers_of_two_are_exact) {
  EXPECT_EQ(BigUint::power_of_two(64).to_string(), "18446744073709551616");
  EXPECT_EQ(BigUint::power_of_two(100).to_string(), "1267650600228229401496703205376");
}

TEST(BigUint, addition_carries_and_subtraction_borrows) {
  const BigUint big = BigUint::power_of_two(96);
  EXPECT_EQ((big - BigUint(1)) + BigUint(1), big);
  EXPECT_EQ((big - BigUint(1)).to_string(), "79228162514264337593543950335");
  EXPECT_THROW(BigUint(1) - BigUint(2), InternalError);
}

TEST(BigUint, shifts_undo_each_other) {
  for (const std::size_t bits : {0U, 1U, 31U, 32U, 33U, 64U, 95U})
    EXPECT_EQ((BigUint(12345678901234567ULL) << bits) >> bits, BigUint(12345678901234567ULL));
  EXPECT_EQ(BigUint(7) >> 1000, BigUint(0));
}

TEST(BigUint, order_follows_size_before_digits) {
  EXPECT_LT(BigUint(5), BigUint::power_of_two(64));
  EXPECT_GT(BigUint(6), BigUint(5));
}

TEST(BigUint, conversion_tells_whether_it_fits) {
  EXPECT_EQ(BigUint(UINT64_MAX).to_uint64(), UINT64_MAX);
  EXPECT_EQ(BigUint::power_of_two(64).to_uint64(), std::nullopt);
  EXPECT_DOUBLE_EQ(BigUint::power_of_two(80).to_double(), 1208925819614629174706176.0);
}

}  // namespace
}  // namespace hardbop
