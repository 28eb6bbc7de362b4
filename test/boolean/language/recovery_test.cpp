// SPDX-License-Identifier: MIT
// One run reports every independent slip, each at its place, once, with a hint where one is
// likely right.
#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp::test {
namespace {

using Strings = std::vector<std::string>;

Strings syntax_errors(const std::string& text) {
  return Parsed(text).errors();
}

TEST(Recovery, independent_errors_are_all_reported_in_the_order_of_the_text) {
  const Parsed parsed(R"(decl a b;
decl c,;
void main()
begin
  decl d
  a := ;
  if a | then skip; fi
  skip skip;
  goto ;
  a := (b;
  x y := 1;
  while do skip; od
  return 1;
end
decl 5;
)");
  EXPECT_EQ(parsed.errors(), (Strings{
                                 "1:8: expected ';', found 'b'",
                                 "2:8: expected a variable, found ';'",
                                 "6:3: expected ';', found 'a'",
                                 "7:10: expected an expression, found 'then'",
                                 "8:8: expected ';', found 'skip'",
                                 "9:8: expected a label, found ';'",
                                 "10:10: expected ')', found ';'",
                                 "11:5: expected ':=', '(' or ':' after 'x', found 'y'",
                                 "12:9: expected an expression, found 'do'",
                                 "15:6: expected a variable, found '5'",
                             }));
}

TEST(Recovery, an_error_in_a_condition_does_not_lose_its_block) {
  EXPECT_EQ(
      syntax_errors("main() begin if & then x := ; else y := ; fi z := ; end"),
      (Strings{"1:17: expected an expression, found '&'", "1:29: expected an expression, found ';'",
               "1:41: expected an expression, found ';'",
               "1:51: expected an expression, found ';'"}));
  EXPECT_EQ(syntax_errors("main() begin if a then skip; elsif ) then x := ; fi end").size(), 2U);
}

TEST(Recovery, a_block_without_parentheses_before_it_is_read_as_a_block) {
  EXPECT_EQ(
      syntax_errors("main() { if a { skip; } else if b { skip; } else { x := ; } while a { } }"),
      (Strings{"1:15: the condition before a '{' must be in parentheses",
               "1:35: the condition before a '{' must be in parentheses",
               "1:57: expected an expression, found ';'",
               "1:69: the condition before a '{' must be in parentheses"}));
}

TEST(Recovery, a_missing_closer_is_one_message_that_says_what_is_open) {
  const Parsed parsed("main() begin\n  if a then\n    while b do\n      skip;\n  fi\nend\n");
  EXPECT_EQ(parsed.errors(), Strings{"5:3: expected 'od', found 'fi'"});
  EXPECT_EQ(parsed.hints(), Strings{"to close the 'while' of line 3"});
}

TEST(Recovery, after_a_missing_end_the_next_procedure_is_still_read) {
  const Parsed parsed(
      "void f() begin\n  skip;\nvoid g() begin\n  x := ;\nend\nbool h( begin y := ; end\n");
  EXPECT_EQ(parsed.errors(),
            (Strings{"3:1: expected 'end', found 'void'", "4:8: expected an expression, found ';'",
                     "6:9: expected a formal, found 'begin'",
                     "6:20: expected an expression, found ';'"}));
  EXPECT_EQ(parsed.hints().front(), "to close the 'begin' of line 1");
}

TEST(Recovery, after_an_error_in_a_header_the_body_is_read) {
  EXPECT_EQ(syntax_errors("main(a b) begin decl c; x := ; end f() begin y := ; end"),
            (Strings{"1:8: expected ')' after the formals, found 'b'",
                     "1:30: expected an expression, found ';'",
                     "1:51: expected an expression, found ';'"}));
  EXPECT_EQ(syntax_errors("void main(a b) { skip; x := ; }"),
            (Strings{"1:13: expected ')' after the formals, found 'b'",
                     "1:29: expected an expression, found ';'"}));
  EXPECT_EQ(syntax_errors("bool<99999999999> f() begin end bool<x> g() begin skip; end"),
            (Strings{"1:6: the count of results can be at most 10000",
                     "1:38: expected a number: the count of results, found 'x'"}));
}

TEST(Recovery, a_missing_begin_costs_one_message) {
  EXPECT_EQ(syntax_errors("main() decl x; skip; x := ; end f() begin y := ; end"),
            (Strings{"1:8: expected 'begin' or '{' before the body, found 'decl'",
                     "1:27: expected an expression, found ';'",
                     "1:48: expected an expression, found ';'"}));
}

TEST(Recovery, closing_words_that_close_nothing_are_one_message) {
  EXPECT_EQ(syntax_errors("main() begin skip; fi fi od skip; x := ; end"),
            (Strings{"1:20: unexpected 'fi'", "1:40: expected an expression, found ';'"}));
  EXPECT_EQ(syntax_errors("main() begin if a then skip; else skip; else skip; fi end"),
            Strings{"1:41: 'else' comes after the 'else' of this 'if'"});
  EXPECT_EQ(syntax_errors("main() begin if a then else x := ; elsif b then y := ; fi z := ; end"),
            (Strings{"1:34: expected an expression, found ';'",
                     "1:36: 'elsif' comes after the 'else' of this 'if'",
                     "1:54: expected an expression, found ';'",
                     "1:64: expected an expression, found ';'"}));
  EXPECT_EQ(syntax_errors("main() begin if a then if b then skip; else skip; else skip; fi end"),
            Strings{"1:51: expected 'fi', found 'else'"});
}

TEST(Recovery, statements_outside_of_procedures_are_one_message) {
  EXPECT_EQ(syntax_errors("decl a;\nskip; skip; a := 1;\ndecl b\n;decl ;"),
            (Strings{"2:1: expected a declaration, procedure or thread, found 'skip'",
                     "4:7: expected a variable, found ';'"}));
}

TEST(Recovery, unknown_bytes_do_not_cause_a_second_message) {
  EXPECT_EQ(syntax_errors("main() begin a := @; b := @ @ c; skip; c := ; end"),
            (Strings{"1:19: unexpected character '@'", "1:27: unexpected character '@'",
                     "1:29: unexpected character '@'", "1:45: expected an expression, found ';'"}));
}

TEST(Recovery, threads_recover_by_item) {
  EXPECT_EQ(
      syntax_errors(
          "thread begin end\nthread t begin decl ; skip; decl a; main() begin x := ; end end "
          "decl ;"),
      (Strings{"1:8: expected a thread's name, found 'begin'",
               "2:21: expected a variable, found ';'",
               "2:23: expected a declaration, a procedure or 'end', found 'skip'",
               "2:55: expected an expression, found ';'", "2:70: expected a variable, found ';'"}));
}

TEST(Recovery, hints_are_given_where_one_is_likely_right) {
  const auto hint = [](const std::string& statements) {
    const Parsed parsed(fmt::format("main() begin {} end", statements));
    return parsed.fine() ? "no error" : parsed.hints().front();
  };
  EXPECT_EQ(hint("asert (x) y;"), "did you mean 'assert'?");
  EXPECT_EQ(hint("skp;"), "did you mean 'skip'?");
  EXPECT_EQ(hint("retrun x;"), "did you mean 'return'?");
  EXPECT_EQ(hint("if a then skip; elif b then skip; fi"), "did you mean 'elsif'?");
  EXPECT_EQ(hint("if a then skip; endif"), "did you mean 'fi'?");
  EXPECT_EQ(hint("while a do skip; done"), "did you mean 'od'?");
  EXPECT_EQ(hint("x == y;"), "'==' compares; ':=' assigns");
  EXPECT_EQ(hint("end := T;"), "");
  EXPECT_EQ(hint("decl do;"), "'do' is a keyword; '{do}' can be a name");
  EXPECT_EQ(hint("a := 2;"), "use 0 or 1");
  EXPECT_EQ(hint("a := 'b;"), "remove the '''");
  EXPECT_EQ(hint("{ skip; }"),
            "a '{' here begins a name; a block follows 'if (...)' or 'while (...)'");
  EXPECT_EQ(hint("a := (b | (c & d;"), "to close the bracket of line 1, column 24");
}

TEST(Recovery, start_thread_goes_to_one_label) {
  EXPECT_EQ(syntax_errors("main() begin start_thread goto L, M; end"),
            Strings{"1:33: expected ';', found ','"});
}

TEST(Recovery, each_message_shows_its_line_and_a_caret) {
  const Parsed parsed("main() begin\n  x := y &;\nend\n");
  ASSERT_EQ(parsed.diagnostics.all().size(), 1U);
  EXPECT_EQ(render(parsed.diagnostics.all().front(), *parsed.source),
            "test.bp:2:11: error: expected an expression, found ';'\n"
            "    x := y &;\n"
            "            ^\n");
}

}  // namespace
}  // namespace hardbop::bp::test
