// SPDX-License-Identifier: MIT
// What Boolean programs of small C programs tell: predicates that are enough, and some that are
// not.
#include <gtest/gtest.h>

#include "product/api/ask.hpp"

namespace hardbop {

namespace {

std::string abstraction(const std::string& program, const std::string& predicates) {
  const std::string declarations =
      "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";
  const FormatResult result =
      abstract_c({{"input.c", declarations + program}}, {}, {{{"predicates", predicates}}});
  for (const Message& message : result.messages) ADD_FAILURE() << message.to_string();
  return result.text.value_or("");
}

/// Whether no assertion of the abstraction can fail.
bool proves(const std::string& program, const std::string& predicates) {
  const std::string text = abstraction(program, predicates);
  const ParseResult parsed = parse(text, {.name = "abstraction.bp"});
  EXPECT_TRUE(parsed.program) << text;
  if (!parsed.program) return false;
  const Answer answer = check(*parsed.program, {});
  EXPECT_FALSE(answer.results.empty()) << text;
  for (const PropertyResult& result : answer.results)
    if (result.verdict != Verdict::Holds) return false;
  return true;
}

TEST(Abstraction, without_predicates_is_the_control_flow) {
  NEEDS_BOTH();
  EXPECT_FALSE(proves("int main(void) { int a = 1; if (a > 5) reach_error(); }", ""));
}

TEST(Abstraction, follows_assignments_and_conditions) {
  NEEDS_BOTH();
  const std::string program = "int main(void) { int a = 1; if (a > 5) reach_error(); }";
  EXPECT_TRUE(proves(program, "main: a > 5"));
  EXPECT_FALSE(proves(program, "main: a > 3 && a < 5"));
}

TEST(Abstraction, needs_several_predicates_for_one) {
  NEEDS_BOTH();
  const std::string program =
      "int x; int main(void) { x = 4; if (x == 4) x = x + 1; if (x != 5) reach_error(); }";
  EXPECT_FALSE(proves(program, "x == 5"));
  EXPECT_TRUE(proves(program, "x == 5\nx == 4"));
}

TEST(Abstraction, parameters_and_results_are_passed) {
  NEEDS_BOTH();
  const std::string program = R"(
    int next(int n) { return n + 1; }
    int main(void) { int a = 4; a = next(a); if (a != 5) reach_error(); })";
  EXPECT_TRUE(proves(program, "main: a == 4\nmain: a == 5\nnext: n == 4\nnext: return == 5"));
  EXPECT_FALSE(proves(program, "main: a == 4\nmain: a == 5\nnext: n == 4"));
  EXPECT_FALSE(proves(program, "main: a == 4\nmain: a == 5\nnext: return == 5"));
}

TEST(Abstraction, a_callee_changes_globals) {
  NEEDS_BOTH();
  const std::string program = R"(
    int lock;
    void take(void) { if (lock == 1) reach_error(); lock = 1; }
    void leave(void) { lock = 0; }
    int main(void) { while (__VERIFIER_nondet_int()) { take(); WHAT; } })";
  const auto with = [&](const std::string& what) {
    std::string out = program;
    return out.replace(out.find("WHAT"), 4, what);
  };
  EXPECT_TRUE(proves(with("leave()"), "lock == 1"));
  EXPECT_FALSE(proves(with("take()"), "lock == 1"));
  EXPECT_FALSE(proves(with("leave()"), "lock == 3"));
}

TEST(Abstraction, what_a_caller_knows_of_globals_is_forgotten) {
  NEEDS_BOTH();
  const std::string program = R"(
    int g;
    void change(void) { g = 2; }
    int main(void) { int a = 1; g = 1; change(); if (a != g) reach_error(); })";
  EXPECT_FALSE(proves(program, "main: a == g\nmain: a == 1\ng == 1\ng == 2"));
}

TEST(Abstraction, recursion_keeps_each_callers_locals) {
  NEEDS_BOTH();
  const std::string program = R"(
    int g;
    void down(int n) {
      int kept = n > 0;
      if (n > 0) { g = 0; down(n - 1); }
      if (kept == 1 && g != 1) WHAT;
      g = 1;
    }
    int main(void) { down(__VERIFIER_nondet_int()); if (g != 1) reach_error(); })";
  const auto with = [&](const std::string& what) {
    std::string out = program;
    return out.replace(out.find("WHAT"), 4, what);
  };
  EXPECT_TRUE(proves(with("reach_error()"), "g == 1\ndown: kept == 1\ndown: n > 0"));
  EXPECT_FALSE(proves(with("reach_error()"), "down: kept == 1"));
}

TEST(Abstraction, pointers_may_change_what_they_point_to) {
  NEEDS_BOTH();
  const std::string program = R"(
    void set(int *p, int v) { *p = v; }
    int main(void) { int a = 1, b = 1; set(&a, WHAT); set(&b, 1); if (a != 1) reach_error(); })";
  const auto with = [&](const std::string& what) {
    std::string out = program;
    return out.replace(out.find("WHAT"), 4, what);
  };
  EXPECT_FALSE(proves(with("2"), "main::a == 1\nset: v == 1\nset: v == 2"));
  EXPECT_FALSE(proves(with("1"), "main::a == 1"));
  EXPECT_TRUE(proves(with("1"), "main::a == 1\nset: v == 1"));
}

TEST(Abstraction, names_its_source_and_predicates) {
  NEEDS_BOTH();
  const std::string text =
      abstraction("int main(void) {\n  int a = 1;\n  if (a > 5) reach_error();\n}", "main: a > 5");
  EXPECT_TRUE(
      text.starts_with("// Boolean program of input.c, with the predicates\n"
                       "//   main: a > 5\n"))
      << text;
  EXPECT_NE(text.find("// 3: int a = 1;"), std::string::npos) << text;
  EXPECT_NE(text.find("{a > 5} := F"), std::string::npos) << text;
  EXPECT_NE(text.find("assert F"), std::string::npos) << text;
}

TEST(Abstraction, problems_are_messages) {
  NEEDS_BOTH();
  const FormatResult no_main = abstract_c({{"input.c", "int f(void) { return 1; }"}}, {}, {});
  EXPECT_EQ(no_main.errors, 1U);
  EXPECT_FALSE(no_main.text);
  const FormatResult wrong =
      abstract_c({{"input.c", "int main(void) {}"}}, {}, {{{"some", "x == 1"}, {"more", "y =="}}});
  EXPECT_EQ(wrong.errors, 2U);
  EXPECT_EQ(wrong.messages.at(0).at.file, "some");
  EXPECT_EQ(wrong.messages.at(1).at.file, "more");
  EXPECT_FALSE(wrong.text);
}

}  // namespace

}  // namespace hardbop
