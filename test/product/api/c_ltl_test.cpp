// SPDX-License-Identifier: MIT
// Formulas and termination of C programs, decided by refinement.
#include <gtest/gtest.h>

#include "product/api/ask.hpp"

namespace hardbop {

namespace {

CAnswer ask_ltl(const std::string& text, const std::string& formula) {
  CQuestion c_question;
  Question question;
  question.traces = true;
  if (formula.empty())
    c_question.properties = {"termination"};
  else
    question.ltl = {formula};
  const std::string declarations =
      "extern void reach_error(void); extern void exit(int); extern int in(void); static int g;\n";
  return ask_slam(declarations + text, c_question, question);
}

Verdict ltl_verdict(const std::string& text, const std::string& formula) {
  return ask_ltl(text, formula).answer.results.at(0).verdict;
}

TEST(RefinedLtl, runs_that_end_stay_as_they_are) {
  NEEDS_BOTH();
  const std::string leaves =
      "void f(void) { g = 2; exit(0); } int main(void) { g = 1; f(); g = 3; }";
  EXPECT_EQ(ltl_verdict(leaves, "F G {g == 2}"), Verdict::Holds);
  EXPECT_EQ(ltl_verdict(leaves, "F terminated"), Verdict::Holds);
  EXPECT_EQ(ltl_verdict(leaves, "G !failed"), Verdict::Holds);
  EXPECT_EQ(ltl_verdict(leaves, "F {g == 3}"), Verdict::Violated);
  const std::string fails = "int main(void) { if (in()) { g = 1; reach_error(); } return 0; }";
  EXPECT_EQ(ltl_verdict(fails, "F (terminated | failed)"), Verdict::Holds);
  EXPECT_EQ(ltl_verdict(fails, "F terminated"), Verdict::Violated);
  EXPECT_EQ(ltl_verdict(fails, "G ({g == 1} -> F failed)"), Verdict::Holds);
}

TEST(RefinedLtl, runs_that_an_assumption_stops_are_none) {
  NEEDS_BOTH();
  const std::string program =
      "extern void __VERIFIER_assume(int); int main(void) { int x = in(); __VERIFIER_assume(x > 3);"
      " if (x > 2) g = 1; while (1) g = g; }";
  EXPECT_EQ(ltl_verdict(program, "F G {g == 1}"), Verdict::Holds);
  EXPECT_EQ(ltl_verdict(program, "G {g == 0}"), Verdict::Violated);
}

TEST(RefinedLtl, predicates_are_found_for_formulas) {
  NEEDS_BOTH();
  const std::string program = R"(
    void lock(void) { g = 1; }
    void unlock(void) { g = 0; }
    int main(void) {
      int old, n = 0;
      do {
        lock();
        old = n;
        if (in()) { unlock(); n++; }
      } while (n != old);
      unlock();
    })";
  EXPECT_EQ(ltl_verdict(program, "G ({g == 1} -> F {g == 0})"), Verdict::Holds);
  EXPECT_EQ(ltl_verdict(program, "G ((in(lock) & {g == 1}) -> X (in(main) & {g == 1}))"),
            Verdict::Holds);
  EXPECT_EQ(ltl_verdict(program, "F G {g == 1}"), Verdict::Violated);
  EXPECT_EQ(ltl_verdict(program, "G {main::n == 0}"), Verdict::Violated);
}

TEST(RefinedLtl, rounds_need_not_repeat_values) {
  NEEDS_BOTH();
  const CAnswer answer =
      ask_ltl("int main(void) { int n = 0; while (g == 0) n++; }", "F terminated");
  const PropertyResult& result = answer.answer.results.at(0);
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_TRUE(result.trace);
  EXPECT_TRUE(result.trace->loop);
  EXPECT_EQ(ltl_verdict("int main(void) { while (1) g++; }", "g"), Verdict::Violated);
  EXPECT_NE(ltl_verdict("int main(void) { unsigned n = 0; while (n < 4000000000U) n++; }",
                        "F terminated"),
            Verdict::Violated);
}

TEST(RefinedLtl, loops_with_few_rounds_end) {
  NEEDS_BOTH();
  EXPECT_EQ(ltl_verdict("int main(void) { for (int i = 0; i < 5; i++) g += i; }", ""),
            Verdict::Holds);
  EXPECT_EQ(ltl_verdict("int main(void) { for (int i = 0; i != 5; i += 2) g = 1; }", ""),
            Verdict::Unknown);  // but for wrapping around, which takes too long
  EXPECT_EQ(ltl_verdict("int main(void) { int x = in(); while (x > 3) g = x; }", ""),
            Verdict::Violated);
}

TEST(RefinedLtl, recursion_without_end_is_not_taken_for_a_round) {
  NEEDS_BOTH();
  const std::string program = "void f(int n) { g = n; f(n + 1); } int main(void) { f(0); }";
  EXPECT_NE(ltl_verdict(program, "F terminated"), Verdict::Holds);
  EXPECT_EQ(ltl_verdict(program, "G !terminated"), Verdict::Holds);
}

}  // namespace

}  // namespace hardbop
