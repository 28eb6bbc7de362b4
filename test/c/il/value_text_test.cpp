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

TEST(ValueText, characters_and_enumerators_are_written_as_in_c) {
  Program program;
  program.enumerations.push_back({{{"OFF", 0}, {"IDLE", 4}}});
  Cell mode{0, {32, false, false, false}, ""};
  mode.enumeration = 0;
  EXPECT_EQ(value_text(program, mode, 4), "IDLE");
  EXPECT_EQ(value_text(program, mode, 3), "3");
  Cell letter{0, {8, true, false, false}, ""};
  letter.is_character = true;
  EXPECT_EQ(value_text(program, letter, 'x'), "'x'");
  EXPECT_EQ(value_text(program, letter, '\''), "'\\''");
  EXPECT_EQ(value_text(program, letter, '\n'), "'\\n'");
  EXPECT_EQ(value_text(program, letter, 0), "'\\0'");
  EXPECT_EQ(value_text(program, letter, 0xFF), "-1");
}

/// struct { char name[2]; struct { short a, b; } in; }, twice.
Object pairs() {
  const Type byte{8, true, false, false};
  const Type half{16, true, false, false};
  Object out;
  out.name = "x";
  out.size = 12;
  for (const std::uint32_t at : {0U, 6U}) {
    const std::string element = at == 0 ? "[0]" : "[1]";
    out.cells.push_back({at, byte, element + ".name[0]"});
    out.cells.push_back({at + 1, byte, element + ".name[1]"});
    out.cells.push_back({at + 2, half, element + ".in.a"});
    out.cells.push_back({at + 4, half, element + ".in.b"});
  }
  return out;
}

TEST(ValueText, places_are_as_large_as_what_a_pointer_is_to) {
  EXPECT_EQ(place_text(pairs(), 0, 12), "x");
  EXPECT_EQ(place_text(pairs(), 0, 6), "x[0]");
  EXPECT_EQ(place_text(pairs(), 6, 2), "x[1].name");
  EXPECT_EQ(place_text(pairs(), 6, 1), "x[1].name[0]");
  EXPECT_EQ(place_text(pairs(), 8, 4), "x[1].in");
  EXPECT_EQ(place_text(pairs(), 8, 2), "x[1].in.a");
  EXPECT_EQ(place_text(pairs(), 10, 4), "x[1].in.b");
}

TEST(ValueText, places_where_nothing_starts_are_counted_from_the_object) {
  EXPECT_EQ(place_text(pairs(), 12, 6), "x[2]");
  EXPECT_EQ(place_text(pairs(), -6, 6), "x[-1]");
  EXPECT_EQ(place_text(pairs(), 3, 1), "x+3");
  Object number;
  number.name = "n";
  number.size = 4;
  number.cells.push_back({0, {32, true, false, false}, ""});
  EXPECT_EQ(place_text(number, 0, 4), "n");
  EXPECT_EQ(place_text(number, 4, 4), "n+4");
  Object one;
  one.name = "u";
  one.size = 2;
  one.cells.push_back({0, {8, false, false, false}, "{0}"});
  one.cells.push_back({1, {8, false, false, false}, "{1}"});
  EXPECT_EQ(place_text(one, 0, 2), "u");
  EXPECT_EQ(place_text(one, 1, 1), "u+1");
}

}  // namespace

}  // namespace hardbop::c
