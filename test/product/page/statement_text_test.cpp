// SPDX-License-Identifier: MIT
#include "product/page/statement_text.hpp"

#include <gtest/gtest.h>

namespace hardbop::page {
namespace {

std::string_view shown(std::string_view line, std::uint32_t first, std::uint32_t last = 0) {
  return statement_text(line, first, last == 0 ? first : last);
}

TEST(StatementText, a_line_has_several_statements) {
  const std::string_view line = "static void lock(void) { assert(!locked); locked = 1; }";
  EXPECT_EQ(shown(line, 26), "assert(!locked);");
  EXPECT_EQ(shown(line, 33), "assert(!locked)");
  EXPECT_EQ(shown(line, 50), "locked = 1;");
  EXPECT_EQ(shown(line, 26, 50), "assert(!locked); locked = 1;");
  EXPECT_EQ(shown(line, 55), "}");
}

TEST(StatementText, conditions_are_apart_from_what_depends_on_them) {
  EXPECT_EQ(shown("  while (count-- > 0) transmit(count);", 15), "while (count-- > 0)");
  EXPECT_EQ(shown("  while (count-- > 0) transmit(count);", 23), "transmit(count);");
  EXPECT_EQ(shown("for (i = 0; i < 3; i++) sum += i;", 13), "i < 3;");
  EXPECT_EQ(shown("for (i = 0; i < 3; i++) sum += i;", 6), "for (i = 0;");
  EXPECT_EQ(shown("for (i = 0; i < 3; i++) sum += i;", 20), "i++");
  EXPECT_EQ(shown("for (i = 0; i < 3; i++) sum += i;", 29), "sum += i;");
  EXPECT_EQ(shown("  if (last) then drained := T; fi", 3), "if (last) then");
  EXPECT_EQ(shown("  while (*) do x := F; od", 3), "while (*) do");
  EXPECT_EQ(shown("  if (last) then drained := T; fi", 18), "drained := T;");
  EXPECT_EQ(shown("  } else if (a) b();", 17), "b();");
}

TEST(StatementText, each_choice_of_a_condition_is_apart) {
  const std::string_view line = "  x > 30 ? (a = 5) : (b = 6);";
  EXPECT_EQ(shown(line, 3), "x > 30 ? (a = 5) : (b = 6);");
  EXPECT_EQ(shown(line, 13), "(a = 5)");
  EXPECT_EQ(shown(line, 23), "(b = 6)");
  EXPECT_EQ(shown("y = (c ? f(1) : g(2)) + h();", 10), "f(1)");
  EXPECT_EQ(shown("y = (c ? f(1) : g(2)) + h();", 17), "g(2)");
  EXPECT_EQ(shown("y = (c ? f(1) : g(2)) + h();", 25), "y = (c ? f(1) : g(2)) + h();");
  EXPECT_EQ(shown("  case 1: f();", 11), "case 1: f();");
}

TEST(StatementText, labels_belong_to_their_statements) {
  EXPECT_EQ(shown("    R: skip;", 8), "R: skip;");
  EXPECT_EQ(shown("    done = 1;", 10), "done = 1;");
}

TEST(StatementText, braces_may_hold_a_name_or_values) {
  EXPECT_EQ(shown("  {x == 0} := {y < 1}; skip;", 12), "{x == 0} := {y < 1};");
  EXPECT_EQ(shown("  {x == 0} := {y < 1}; skip;", 24), "skip;");
  EXPECT_EQ(shown("  int a[2] = {0, 1}; f();", 7), "int a[2] = {0, 1};");
  EXPECT_EQ(shown("if (a) { b(); }", 10), "b();");
}

TEST(StatementText, the_rest_of_a_line_is_what_a_step_executes) {
  const std::string_view lock = "static void lock(void) { assert(!locked); locked = 1; }";
  EXPECT_EQ(rest_of_line(lock, 26), "assert(!locked); locked = 1;");
  EXPECT_EQ(rest_of_line(lock, 50), "locked = 1;");
  EXPECT_EQ(rest_of_line(lock, 1), lock);
  EXPECT_EQ(rest_of_line("  if (deliver(size) < 0) return -1;", 22),
            "if (deliver(size) < 0) return -1;");
  EXPECT_EQ(rest_of_line("  if (deliver(size) < 0) return -1;", 26), "return -1;");
  EXPECT_EQ(rest_of_line("  for (i = 0; i < 3; i++) {", 15), "for (i = 0; i < 3; i++) {");
  EXPECT_EQ(rest_of_line("static void retry(int k) { for (int i = 0; i < k; i++) op(i); }", 51),
            "for (int i = 0; i < k; i++) op(i);");
  EXPECT_EQ(rest_of_line("  }", 3), "}");
  EXPECT_EQ(rest_of_line("", 7), "");
}

TEST(StatementText, values_may_hold_values) {
  EXPECT_EQ(shown("  struct packet p = {in(), 'a', {1, 2}};", 22),
            "struct packet p = {in(), 'a', {1, 2}};");
  EXPECT_EQ(rest_of_line("  struct packet p = {in(), 'a', {1, 2}};", 22),
            "struct packet p = {in(), 'a', {1, 2}};");
  EXPECT_EQ(shown("if (a) { if (b) { c(); } }", 19), "c();");
}

TEST(StatementText, a_block_shows_the_step_of_a_loop_behind_its_body) {
  const std::string_view line = "  for (i = 0; i < 3; i++) sum += f(i);";
  EXPECT_EQ(block_text(line, 22, 31), "sum += f(i); i++");
  EXPECT_EQ(block_text(line, 22, 22), "i++");
  EXPECT_EQ(block_text(line, 27, 31), "sum += f(i);");
  EXPECT_EQ(block_text("a = 1; b = 2;", 1, 8), "a = 1; b = 2;");
}

TEST(StatementText, any_line_and_column_will_do) {
  EXPECT_EQ(shown("", 1), "");
  EXPECT_EQ(shown("x", 9), "x");
  EXPECT_EQ(shown("))) {", 3), ")))");
  EXPECT_EQ(shown("if", 0), "if");
}

}  // namespace
}  // namespace hardbop::page
