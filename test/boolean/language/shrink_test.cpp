// SPDX-License-Identifier: MIT
#include "boolean/language/shrink/shrink.hpp"

#include <gtest/gtest.h>

#include "boolean/language/generate_random.hpp"
#include "support.hpp"

namespace hardbop::bp {
namespace {

Shrunk shrink_while(const std::string& text, const std::function<bool(const std::string&)>& keep) {
  Budget budget;
  return shrink(text, keep, budget);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Shrink, leaves_what_must_stay_and_nothing_else) {
  const Shrunk shrunk = shrink_while(hardbop::test::figure_1, [](const std::string& text) {
    return has(text, "R:") && has(text, "main");
  });
  EXPECT_EQ(shrunk.text, "main() begin\n  R: skip;\nend\n");
  EXPECT_TRUE(shrunk.is_minimal);
}

TEST(Shrink, takes_variables_out_of_expressions_assignments_and_calls) {
  const Shrunk shrunk =
      shrink_while(R"(decl a, b, c;
bool<2> f(x, y) begin a, x := b, x & y; return x, y; end
void main() begin decl u, v; u, v := f(a, c); dead v, u; assert(u | v); end)",
                   [](const std::string& text) {
                     return has(text, "f(") && has(text, "main") && has(text, "assert");
                   });
  EXPECT_EQ(shrunk.text, "void f() begin\nend\n\nvoid main() begin\n  assert(F);\nend\n");
}

TEST(Shrink, puts_a_body_in_the_place_of_a_conditional_or_loop) {
  const Shrunk shrunk = shrink_while(R"(decl a;
void main() begin
  if (a) then skip; elsif (*) then while (a) do if (*) then skip; else print(a); fi od else skip; fi
end)",
                                     [](const std::string& text) { return has(text, "print(a)"); });
  EXPECT_EQ(shrunk.text, "decl a;\n\nvoid main() begin\n  print(a);\nend\n");
}

TEST(Shrink, makes_expressions_as_simple_as_they_can_be) {
  const Shrunk shrunk = shrink_while(
      "decl a, b; void main() begin assume((a ? b : !a) & schoose[a, * ^ b] => (a = T)); end",
      [](const std::string& text) { return has(text, "schoose"); });
  EXPECT_EQ(shrunk.text, "void main() begin\n  assume(schoose[F, F]);\nend\n");
}

TEST(Shrink, candidates_are_free_of_errors_and_ever_smaller) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::size_t last = SIZE_MAX / 2;
    std::uint64_t number = 0;
    const Shrunk shrunk = shrink_while(generate_random(seed), [&](const std::string& text) {
      const hardbop::test::Sample sample(text);  // throws where there are errors
      EXPECT_NE(sample.procedure("main"), no_index - 1);
      const bool keeps = ++number % 3 == 0;
      if (keeps) {
        EXPECT_LE(text.size(), last + 8) << text;
        last = text.size();
      }
      return keeps;
    });
    EXPECT_TRUE(shrunk.is_minimal);
    EXPECT_EQ(shrunk.tried, number);
  }
}

TEST(Shrink, a_stopped_one_gives_the_smallest_so_far) {
  std::atomic<bool> stop = false;
  Limits limits;
  limits.cancel = &stop;
  Budget budget(limits);
  std::uint64_t kept = 0;
  const auto keep = [&](const std::string&) {
    if (++kept == 2) stop = true;
    return true;
  };
  const Shrunk shrunk = shrink(generate_random(3), keep, budget);
  EXPECT_FALSE(shrunk.is_minimal);
  EXPECT_GE(shrunk.kept, 2U);
}

}  // namespace
}  // namespace hardbop::bp
