// SPDX-License-Identifier: MIT
#include "boolean/language/generate.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp {
namespace {

using test::Checked;

std::vector<std::string> all_families(std::uint64_t seed, Form form) {
  return {
      generate_tn(9, form),
      generate_drivers(10'000, seed, form),
      generate_drivers(100, seed, form),
      generate_stepped_counter(14, form),
      generate_stepped_counter(1, form),
      generate_doubled_counter(64, form),
      generate_doubled_counter(1, form),
      generate_wide(100, seed, form),
      generate_wide(4, seed, form),
      generate_recursion(20, seed, form),
      generate_recursion(1, seed, form),
      generate_hard(10, seed, form),
      generate_hard(2, seed, form),
  };
}

TEST(Generate, every_family_is_free_of_errors_and_warnings) {
  for (const Form form : {Form::Unsafe, Form::Safe}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      for (const std::string& text : all_families(seed, form)) {
        const Checked checked(text);
        EXPECT_EQ(checked.errors(), std::vector<std::string>()) << text;
        EXPECT_EQ(checked.warnings(), std::vector<std::string>()) << text.substr(0, 2000);
      }
    }
  }
}

TEST(Generate, the_same_arguments_give_the_same_text_and_other_seeds_another) {
  EXPECT_EQ(all_families(3, Form::Safe), all_families(3, Form::Safe));
  EXPECT_NE(generate_drivers(1000, 1, Form::Safe), generate_drivers(1000, 2, Form::Safe));
  EXPECT_NE(generate_wide(30, 1, Form::Safe), generate_wide(30, 2, Form::Safe));
  EXPECT_NE(generate_recursion(9, 1, Form::Safe), generate_recursion(9, 2, Form::Safe));
  EXPECT_NE(generate_hard(9, 1, Form::Safe), generate_hard(9, 2, Form::Safe));
}

struct Proportions {
  std::size_t lines = 0;
  std::size_t procedures = 0;
  std::size_t globals = 0;
  std::size_t locals = 0;  // formals among them
  std::uint32_t most_locals = 0;
};

Proportions proportions(const std::string& text) {
  const Checked checked(text);
  Proportions found;
  found.lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  found.procedures = checked.program.procedures.size();
  found.globals = checked.symbols.shared.size();
  for (const auto& procedure : checked.symbols.procedures) {
    found.locals += procedure.locals.count;
    found.most_locals = std::max(found.most_locals, procedure.locals.count);
  }
  return found;
}

TEST(Generate, drivers_have_the_proportions_of_drivers) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Proportions found = proportions(generate_drivers(10'000, seed, Form::Safe));
    EXPECT_NEAR(static_cast<double>(found.lines), 10'000, 300);
    EXPECT_NEAR(static_cast<double>(found.procedures), 150, 5);
    EXPECT_LE(found.globals, 6U);
    EXPECT_LE(found.most_locals, 21U);
    EXPECT_LE(found.locals, 500U);
  }
}

TEST(Generate, hard_has_the_proportions_of_terminator_b) {
  const Proportions found = proportions(generate_hard(9, 0, Form::Safe));
  EXPECT_EQ(found.globals, 14U);
  EXPECT_EQ(found.most_locals, 42U);
  EXPECT_EQ(found.procedures, 4U);
  EXPECT_NEAR(static_cast<double>(found.lines), 300, 50);
}

TEST(Generate, wide_has_as_many_globals_as_asked_for) {
  for (std::uint32_t globals = 4; globals < 20; ++globals)
    EXPECT_EQ(proportions(generate_wide(globals, 0, Form::Safe)).globals, globals);
}

}  // namespace
}  // namespace hardbop::bp
