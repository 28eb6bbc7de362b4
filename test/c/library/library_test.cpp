// SPDX-License-Identifier: MIT
#include "c/library/library.hpp"

#include <gtest/gtest.h>
#include <utility>

#include "c/library/models.hpp"

namespace hardbop::c {

namespace {

TEST(Library, each_function_has_its_support) {
  const std::pair<const char*, Support> table[] = {
      {"malloc", Support::Modelled}, {"memcpy", Support::Modelled},
      {"strlen", Support::Modelled}, {"printf", Support::Harmless},
      {"puts", Support::Harmless},   {"longjmp", Support::Unsupported},
      {"qsort", Support::Modelled},  {"pthread_create", Support::Modelled},
      {"fopen", Support::Modelled},
  };
  for (const auto& [name, support] : table) {
    const auto found = library_function(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->support, support) << name;
  }
}

TEST(Library, what_is_not_its_own_is_not_known) {
  for (const char* const name : {"", "my_function", "malloc2", "Malloc", "__VERIFIER_nondet_int"})
    EXPECT_FALSE(library_function(name)) << name;
}

TEST(Library, results_of_harmless_functions_are_in_a_range) {
  const auto putchar = library_function("putchar");
  ASSERT_TRUE(putchar);
  EXPECT_TRUE(putchar->gives_back);
  const auto printf = library_function("printf");
  ASSERT_TRUE(printf);
  EXPECT_EQ(printf->format, 0U);
  EXPECT_LE(printf->least, printf->most);
}

TEST(Library, macros_of_its_own_text_are_no_functions) {
  EXPECT_NE(file_of_model("sscanf"), nullptr);
  EXPECT_EQ(file_of_model("RETURN_WITH_LIST"), nullptr);
}

TEST(Library, variables_are_known) {
  EXPECT_TRUE(is_library_variable("environ"));
  EXPECT_FALSE(is_library_variable("my_variable"));
}

}  // namespace

}  // namespace hardbop::c
