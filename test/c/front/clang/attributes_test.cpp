// SPDX-License-Identifier: MIT
#include "c/front/clang/attributes.hpp"

#include <gtest/gtest.h>

namespace hardbop::c {

namespace {

constexpr const char* names_of_clang[] = {
#define ATTR(NAME) #NAME,
#include <clang/Basic/AttrList.inc>
};

TEST(Attributes, each_that_clang_accepts_is_in_a_row) {
  EXPECT_GT(std::size(names_of_clang), 300U);
  for (const char* const name : names_of_clang)
    EXPECT_NE(find_attribute(name), nullptr) << name << " is in no row of attributes.cpp";
}

TEST(Attributes, all_spellings_are_one) {
  EXPECT_NE(find_attribute("NoInstrumentFunction"), nullptr);
  EXPECT_EQ(find_attribute("__no_instrument_function__"), find_attribute("NoInstrumentFunction"));
  EXPECT_EQ(find_attribute("gnu::noclone"), find_attribute("__noclone__"));
  EXPECT_EQ(plain_attribute("gnu::__noclone__"), "noclone");
}

TEST(Attributes, what_is_in_no_row_is_not_harmless) {
  EXPECT_FALSE(is_followed("frobnicate"));
  EXPECT_FALSE(is_ignored_safely("frobnicate"));
}

TEST(Attributes, an_attribute_with_a_meaning_may_not_be_ignored) {
  EXPECT_TRUE(is_followed("destructor"));
  EXPECT_FALSE(is_ignored_safely("destructor"));
  EXPECT_FALSE(is_followed("scalar_storage_order"));
  EXPECT_TRUE(is_ignored_safely("optimize"));
}

}  // namespace
}  // namespace hardbop::c
