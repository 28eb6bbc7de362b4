// SPDX-License-Identifier: MIT
// What `fmt` promises, on thousands of random texts.
#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"
#include "boolean/language/random_text.hpp"

namespace hardbop::bp::test {
namespace {

constexpr std::uint64_t texts = 5000;

/// The comments, with line breaks as the printer writes them.
std::string comments_of(const Program& program) {
  std::string out;
  for (const Comment& comment : program.comments) {
    for (const char c : program.source->text(comment.span)) {
      while (c == '\n' && out.back() == '\r') out.pop_back();
      out += c;
    }
    out += '\n';
  }
  return out;
}

void expect_print_is_faithful(const std::string& text, Dialect dialect) {
  const Parsed first(text, dialect);
  ASSERT_TRUE(first.fine()) << render(first.diagnostics.all().front(), *first.source);
  const std::string printed = print_program(first.program);
  for (const Dialect other : {Dialect::Standard, Dialect::Satabs}) {
    const Parsed second(printed, other);
    ASSERT_TRUE(second.fine()) << render(second.diagnostics.all().front(), *second.source);
    EXPECT_EQ(second.warnings(), std::vector<std::string>());
    EXPECT_TRUE(same_program(first.program, second.program)) << printed;
    EXPECT_EQ(comments_of(second.program), comments_of(first.program)) << printed;
    EXPECT_EQ(print_program(second.program), printed);
  }
}

TEST(Print, keeps_the_program_and_its_comments_and_is_its_own_print) {
  for (std::uint64_t seed = 0; seed < texts; ++seed) {
    const std::string text = random_text(seed);
    SCOPED_TRACE(fmt::format("seed {}:\n{}", seed, text));
    expect_print_is_faithful(text, seed % 2 == 0 ? Dialect::Standard : Dialect::Satabs);
    if (HasFailure()) break;
  }
}

TEST(Print, leaves_no_blanks_at_the_end_of_a_line_of_its_own) {
  for (std::uint64_t seed = 0; seed < texts; ++seed) {
    const std::string text = random_text(seed);
    const Parsed parsed(text);
    if (!parsed.program.comments.empty() || text.find("{a\nb}") != std::string::npos) continue;
    const std::string printed = print_program(parsed.program);
    EXPECT_EQ(printed.find(" \n"), std::string::npos) << printed;
    EXPECT_EQ(printed.find("\n\n\n"), std::string::npos) << printed;
    EXPECT_EQ(printed.find('\r'), std::string::npos) << printed;
  }
}

}  // namespace
}  // namespace hardbop::bp::test
