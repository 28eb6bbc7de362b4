// SPDX-License-Identifier: MIT
// C programs with integers read as unbounded: what holds is about runs without overflow, what is
// violated is a run of the machine.
#include <gtest/gtest.h>

#include "product/api/ask.hpp"

namespace hardbop {

namespace {

CAnswer ask_integers(const std::string& text, bool unbounded) {
  CQuestion c_question;
  c_question.slam.unbounded = unbounded;
  const std::string declarations =
      "extern void reach_error(void); extern int in(void); extern unsigned natural(void);\n"
      "extern unsigned char byte(void); extern signed char letter(void);\n";
  return ask_slam(declarations + text, c_question, {});
}

Verdict integer_verdict(const std::string& text, bool unbounded) {
  return ask_integers("int main(void) { " + text + " return 0; }", unbounded)
      .answer.results.at(0)
      .verdict;
}

struct IntegerCase {
  const char* text;
  Verdict machine;
  Verdict unbounded;
};

TEST(Unbounded, differs_from_words_where_something_overflows) {
  NEEDS_BOTH();
  for (const IntegerCase& one : {
           IntegerCase{"int x = in(); if (x > 0 && x + 1 <= 0) reach_error();", Verdict::Violated,
                       Verdict::HoldsBounded},
           IntegerCase{"int x = in(), y = in(); if (x > 1 && y > 1 && x * y < x) reach_error();",
                       Verdict::Violated, Verdict::HoldsBounded},
           IntegerCase{"int x = in(); if (x < 0 && -x < 0) reach_error();", Verdict::Violated,
                       Verdict::HoldsBounded},
       }) {
    EXPECT_EQ(integer_verdict(one.text, false), one.machine) << one.text;
    EXPECT_EQ(integer_verdict(one.text, true), one.unbounded) << one.text;
  }
}

TEST(Unbounded, agrees_where_nothing_overflows) {
  NEEDS_BOTH();
  for (const IntegerCase& one : {
           // Sums of constants are not taken together where they overflow.
           IntegerCase{
               "int x = in(); if (x < 0) { x = x + 2147483647 + 1; if (x >= 0) reach_error(); }",
               Verdict::Violated, Verdict::Violated},
           // What would overflow is not executed.
           IntegerCase{"int x = in(); if (x > 0) { if (x < 2147483647) x = x + 1;"
                       " if (x == 2147483647) reach_error(); }",
                       Verdict::Violated, Verdict::Violated},
           IntegerCase{"int x = in(); if (x > 0) { if (x < 2147483647) x = x + 1;"
                       " if (x < 0) reach_error(); }",
                       Verdict::Holds, Verdict::HoldsBounded},
           // Comparisons without sign, and going below zero.
           IntegerCase{"unsigned x = natural(), y = natural();"
                       " if (x > 3000000000u && y > x && y <= 3000000000u) reach_error();",
                       Verdict::Holds, Verdict::HoldsBounded},
           IntegerCase{"unsigned x = natural(); if (x == 0 && x - 1 < 10) reach_error();",
                       Verdict::Holds, Verdict::HoldsBounded},
           IntegerCase{"unsigned x = natural(); if (x - 1 > x) reach_error();", Verdict::Violated,
                       Verdict::Violated},
           IntegerCase{"unsigned x = natural(); if (x / 2 > 2147483647u) reach_error();",
                       Verdict::Holds, Verdict::HoldsBounded},
           IntegerCase{"unsigned x = natural(); if (x % 10 == 9 && x > 4294967290u) reach_error();",
                       Verdict::Holds, Verdict::HoldsBounded},
           // Characters are numbers of int until they are stored, and cut exactly.
           IntegerCase{
               "unsigned char c = byte(); if (c >= 100) { c = c + 100; if (c < 100) reach_error();"
               " }",
               Verdict::Violated, Verdict::Violated},
           IntegerCase{
               "unsigned char c = byte(); if (c == 127) { c++; if (c != 128) reach_error(); }",
               Verdict::Holds, Verdict::HoldsBounded},
           IntegerCase{
               "signed char c = letter(); if (c == 127) { c++; if (c != -128) reach_error(); }",
               Verdict::Holds, Verdict::HoldsBounded},
           // Division as C has it, masks, shifts.
           IntegerCase{"int x = in(); if (x == -7 && (x / 2 != -3 || x % 2 != -1)) reach_error();",
                       Verdict::Holds, Verdict::HoldsBounded},
           IntegerCase{"int x = in(); if (x % 2 == 1 && (x & 1) == 0) reach_error();",
                       Verdict::Holds, Verdict::HoldsBounded},
           IntegerCase{
               "unsigned x = natural(); if (x >> 31 != 0 && x < 2147483648u) reach_error();",
               Verdict::Holds, Verdict::HoldsBounded},
       }) {
    EXPECT_EQ(integer_verdict(one.text, false), one.machine) << one.text;
    EXPECT_EQ(integer_verdict(one.text, true), one.unbounded) << one.text;
  }
}

TEST(Unbounded, a_violation_is_a_run_of_words) {
  NEEDS_BOTH();
  // As integers, the path needs a number that no sum of words is.
  const char* text =
      "int x = in(), y = in(); if (x > 0 && y > 0 && (x + y) / 2 > 1073741823) reach_error();";
  EXPECT_EQ(integer_verdict(text, false), Verdict::Holds);
  const CAnswer answer =
      ask_integers(std::string("int main(void) { ") + text + " return 0; }", true);
  EXPECT_EQ(answer.answer.results.at(0).verdict, Verdict::Unknown);
  EXPECT_TRUE(answer.answer.results.at(0).reason.starts_with(
      "a path is feasible with unbounded integers, but not with machine words"));
}

TEST(Unbounded, a_run_without_end_is_one_of_words) {
  NEEDS_BOTH();
  CQuestion c_question;
  c_question.slam.unbounded = true;
  Question question;
  question.engine = "slam";
  question.ltl = {"F {x < 0}"};
  const auto decide = [&](const std::string& text) {
    return check_c({{"input.c", text}}, {}, c_question, question).answer.results.at(0).verdict;
  };
  EXPECT_NE(decide("int x; int main(void) { while (x >= 0) x = x + 1; }"), Verdict::Violated);
  EXPECT_EQ(decide("int x; int main(void) { while (x >= 0) x = 1 - x; }"), Verdict::Violated);
  EXPECT_EQ(decide("int x; int main(void) { x = -1; }"), Verdict::HoldsBounded);
}

TEST(Unbounded, bits_that_matter_are_unknown_not_wrong) {
  NEEDS_BOTH();
  EXPECT_EQ(
      integer_verdict("int x = in(), y = in(); if ((x & y) == 3 && x == 4) reach_error();", true),
      Verdict::Unknown);
  EXPECT_EQ(
      integer_verdict("int x = in(), y = in(); if ((x & y) == 3 && x != y) reach_error();", true),
      Verdict::Violated);
}

TEST(Unbounded, the_answer_says_so) {
  NEEDS_BOTH();
  const CAnswer answer = ask_integers(
      "int main(int n, char **v) { if (n > 5 && n < 3) reach_error(); return 0; }", true);
  const PropertyResult& result = answer.answer.results.at(0);
  EXPECT_EQ(result.verdict, Verdict::HoldsBounded);
  EXPECT_NE(result.reason.find("for runs without overflow"), std::string::npos);
  EXPECT_EQ(exit_status(answer.answer), 0);
  for (const std::string& text :
       {to_text(answer.answer, {}), to_json(answer.answer), to_sarif(answer.answer)})
    EXPECT_NE(text.find("for runs without overflow (CSlamOptions::unbounded)"), std::string::npos)
        << text;
}

}  // namespace

}  // namespace hardbop
