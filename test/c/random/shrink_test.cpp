// SPDX-License-Identifier: MIT
#include "c/random/shrink.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace hardbop::c {
namespace {

/// Whether brackets match: of what is kept, so that structure is not lost.
bool is_balanced(const std::string& text) {
  std::string open;
  for (const char c : text) {
    if (c == '(' || c == '{' || c == '[') open += c;
    if (c != ')' && c != '}' && c != ']') continue;
    if (open.empty()) return false;
    open.pop_back();
  }
  return open.empty();
}

std::string shrunk(const std::string& text, const std::string& needed) {
  Budget budget;
  const Shrunk out = shrink(
      text, [&](const std::string& one) { return one.find(needed) != std::string::npos; }, budget);
  EXPECT_TRUE(out.is_minimal);
  return out.text;
}

constexpr const char* program = R"(// A comment with a { in it.
struct s { int low : 3; } s;
char text[] = "}";
int f(int n) { if (n > 0) return f(n - 1) + 1; else { n = 2; } return n; }
int main(void) {
  int a = 0;
  for (int i = 0; i < 3; i++) {
    while (a < 2) { a++; }
    switch (a) { case 0: a = 1; break; default: a = 2; }
  }
  do a += f(a); while (a < 9 && a != 7);
  if (a == 4) reach_error();
end: return 0;
}
)";

TEST(Shrink, only_what_is_needed_is_left) {
  constexpr const char* comment = "// A comment with a { in it.\n";
  EXPECT_EQ(shrunk(program, "a++;"), comment + std::string("int main() {\n  a++;\n}\n"));
  EXPECT_EQ(shrunk(program, "while (a"),
            comment + std::string("int main() {\n  do ; while (a  );\n}\n"));
}

TEST(Shrink, every_edit_makes_the_text_smaller_and_keeps_brackets_matched) {
  for (const TextEdit& edit : smaller_texts(program)) {
    ASSERT_LT(edit.with.size(), edit.end - edit.begin);
    const std::string part = std::string(program).substr(edit.begin, edit.end - edit.begin);
    if (part.find('"') == std::string::npos && part.find("//") == std::string::npos) {
      EXPECT_TRUE(is_balanced(part)) << part;
    }
    EXPECT_TRUE(is_balanced(edit.with)) << edit.with;
  }
}

TEST(Shrink, a_loop_becomes_its_body_and_a_branch_one_of_its_ways) {
  const std::string text = "int main(void) { if (x) { y = 1; } else { z = 2; } }";
  std::vector<std::string> made;
  for (const TextEdit& edit : smaller_texts(text))
    made.push_back(text.substr(0, edit.begin) + edit.with + text.substr(edit.end));
  const auto has = [&](const std::string& one) {
    return std::ranges::find(made, one) != made.end();
  };
  EXPECT_TRUE(has("int main(void) { y = 1; }"));
  EXPECT_TRUE(has("int main(void) { z = 2; }"));
  EXPECT_TRUE(has("int main(void) { if (x) { y = 1; }  }"));
  EXPECT_TRUE(has("int main(void) {  }"));
}

TEST(Shrink, bad_texts_do_no_harm) {
  for (const char* const text :
       {"", "}", "(((", "if", "if (", "do", "case", "a ? b :", "\"", "'\\", "#"})
    static_cast<void>(smaller_texts(text));
}

}  // namespace
}  // namespace hardbop::c
