// SPDX-License-Identifier: MIT
#include "boolean/language/checker.hpp"

#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp::test {
namespace {

using Strings = std::vector<std::string>;

Strings errors(const std::string& text) {
  return Checked(text).errors();
}

Strings warnings(const std::string& text) {
  return Checked(text).warnings();
}

/// The hint of the first error.
std::string hint(const std::string& text) {
  const Checked checked(text);
  return checked.hints().empty() ? "no error" : checked.hints().front();
}

TEST(Checker, a_name_must_be_declared) {
  EXPECT_EQ(errors("main() begin x := T; end"), Strings{"1:14: 'x' is not declared"});
  EXPECT_EQ(errors("decl a; main() begin a := a & b; end"), Strings{"1:31: 'b' is not declared"});
  EXPECT_EQ(errors("decl a := b;"), Strings{"1:11: 'b' is not declared"});
  EXPECT_EQ(errors("f() begin decl l; l := T; end main() begin l := T; end"),
            Strings{"1:44: 'l' is not declared"});
  EXPECT_EQ(
      errors("main() begin if (a) then elsif (b) then fi while (c) do od dead d; print(e); end")
          .size(),
      5U);
  EXPECT_EQ(errors("main() begin decl a; a := * constrain 'b; enforced(); end").size(), 2U);
}

TEST(Checker, an_undeclared_name_is_reported_once_a_procedure) {
  EXPECT_EQ(errors("f() begin x := x; x := T; end main() begin x := T; end"),
            (Strings{"1:11: 'x' is not declared", "1:44: 'x' is not declared"}));
}

TEST(Checker, similar_names_are_offered) {
  EXPECT_EQ(hint("decl flag; main() begin flga := T; end"), "did you mean 'flag'?");
  EXPECT_EQ(hint("decl L; main() begin l := T; end"), "did you mean 'L'?");
  EXPECT_EQ(hint("decl xyz; main() begin abc := T; end"), "");
  EXPECT_EQ(hint("main() begin goto Erorr; Error: skip; end"), "did you mean 'Error'?");
  EXPECT_EQ(hint("lock() begin end main() begin lokc(); end"), "did you mean 'lock'?");
}

TEST(Checker, a_name_is_declared_once_in_its_scope) {
  EXPECT_EQ(errors("decl a;\ndecl b, a;"), Strings{"2:9: 'a' is declared twice"});
  EXPECT_EQ(hint("decl a;\ndecl b, a;"), "first declared in line 1");
  EXPECT_EQ(errors("f(a, a) begin end"), Strings{"1:6: 'a' is declared twice"});
  EXPECT_EQ(errors("f(a) begin decl a; end"), Strings{"1:17: 'a' is declared twice"});
  EXPECT_EQ(errors("f() begin if (*) then decl a; else decl a; fi end"),
            Strings{"1:41: 'a' is declared twice"});
  EXPECT_EQ(errors("decl a; thread t begin decl a; main(a) begin end end f() begin decl a; end"),
            Strings());
}

TEST(Checker, a_variable_is_assigned_once_a_statement) {
  EXPECT_EQ(errors("decl a, b; main() begin a, b, a := T, F, T; end"),
            Strings{"1:31: 'a' is assigned twice in one statement"});
  EXPECT_EQ(errors("decl a; bool<2> f() begin end main() begin a, a := f(); end"),
            Strings{"1:47: 'a' is assigned twice in one statement"});
  EXPECT_EQ(errors("decl a; main() begin dead a, a; end"),
            Strings{"1:30: 'a' is assigned twice in one statement"});
  EXPECT_EQ(errors("decl a; bool<3> f() begin end main() begin _, a, _ := f(); end"), Strings());
}

TEST(Checker, a_label_stands_on_one_statement_of_its_procedure) {
  EXPECT_EQ(errors("main() begin\nL: skip;\nL: skip;\nend"),
            Strings{"3:1: label 'L' is defined twice"});
  EXPECT_EQ(hint("main() begin\nL: skip;\nL: skip;\nend"), "the first one is in line 2");
  EXPECT_EQ(errors("main() begin L: L: M: L: skip; end f() begin L: skip; end"), Strings());
}

TEST(Checker, labels_and_procedures_must_exist) {
  EXPECT_EQ(
      errors("main() begin L: goto L, M; end f() begin M: goto L; end"),
      (Strings{"1:25: no label 'M' in this procedure", "1:50: no label 'L' in this procedure"}));
  EXPECT_EQ(errors("main() begin f(); start_thread g(); start_thread goto N; end"),
            (Strings{"1:14: no procedure 'f'", "1:32: no procedure 'g'",
                     "1:55: no label 'N' in this procedure"}));
  EXPECT_EQ(errors("main() begin f(); end\nf() begin end\nf() begin end"),
            Strings{"3:1: procedure 'f' is defined twice"});
}

TEST(Checker, counts_must_agree) {
  EXPECT_EQ(errors("decl a, b; main() begin a, b := T; a := T, F; end"),
            (Strings{"1:25: 2 variables but 1 value", "1:36: 1 variable but 2 values"}));
  EXPECT_EQ(errors("f(a) begin end main() begin f(); f(T, F); call f(T); end"),
            (Strings{"1:29: 'f' takes 1 argument, but 0 are given here",
                     "1:34: 'f' takes 1 argument, but 2 are given here"}));
  EXPECT_EQ(errors("f(a, b) begin end main() begin f(T); end"),
            Strings{"1:32: 'f' takes 2 arguments, but 1 is given here"});
  EXPECT_EQ(errors("decl x, y; bool f() begin return T, F; end main() begin x, y := f(); end"),
            (Strings{"1:27: 'f' has 1 result, but 2 are returned here",
                     "1:57: 'f' has 1 result, but 2 are assigned here"}));
  EXPECT_EQ(errors("decl x; void f() begin end main() begin x := f(); end"),
            Strings{"1:41: 'f' has 0 results, but 1 is assigned here"});
  EXPECT_EQ(errors("decl x; main() begin x := T constrain 'x; end"), Strings());
}

TEST(Checker, an_untyped_procedure_has_as_many_results_as_its_returns_give) {
  EXPECT_EQ(errors("decl x, y; f() begin if (*) then return; fi return T, F; end "
                   "main() begin x, y := f(); f(); end"),
            Strings());
  EXPECT_EQ(errors("f() begin return T, F; return T; return; end"),
            Strings{"1:24: 'f' has 2 results, but 1 is returned here"});
  EXPECT_EQ(errors("bool f() begin return; end bool<2> g() begin end"), Strings());
}

TEST(Checker, the_underscore_only_discards) {
  EXPECT_EQ(errors("decl _;"), Strings{"1:6: '_' cannot be declared"});
  EXPECT_EQ(errors("decl a; main() begin a := _; end"), Strings{"1:27: '_' has no value"});
  EXPECT_EQ(errors("main() begin _ := T; end"), Strings());
}

TEST(Checker, threads_need_a_main_and_names_of_their_own) {
  EXPECT_EQ(errors("thread t begin f() begin end end"),
            Strings{"1:8: thread 't' has no procedure 'main'"});
  EXPECT_EQ(errors("thread t begin main() begin end end thread t begin main() begin end end"),
            Strings{"1:44: thread 't' is defined twice"});
}

TEST(Checker, a_thread_sees_its_own_names_first_and_then_the_programs) {
  const Checked checked(R"(decl a, b;
f() begin end
g() begin end
thread t begin
  decl b, c;
  f(x) begin skip; end
  main() begin a := b & c; f(T); g(); end
end
thread u begin main() begin a := b; f(); end end
)");
  EXPECT_EQ(checked.errors(), Strings());
}

TEST(Checker, what_needs_threads_is_noticed_where_it_first_stands) {
  const auto line = [](const std::string& text) {
    const Checked checked(text);
    EXPECT_EQ(checked.errors(), Strings());
    return checked.symbols.concurrent
               ? checked.source->locate(checked.symbols.concurrent->begin).line
               : 0;
  };
  EXPECT_EQ(line("main() begin atomic_begin; atomic_end; end"), 0U);
  EXPECT_EQ(line("main() begin\nstart_thread main();\nend"), 2U);
  EXPECT_EQ(line("main() begin\nL: skip;\nstart_thread goto L;\nend"), 3U);
  EXPECT_EQ(line("main() begin\n\nASYNC_1: main();\nend"), 3U);
  EXPECT_EQ(line("main() begin ASYNC_1: skip; end"), 0U);
  EXPECT_EQ(line("init() begin end\n\nthread0() begin end thread1() begin end"), 3U);
  EXPECT_EQ(line("main() begin end\n\nthread0() begin end"), 0U);
  EXPECT_EQ(line("\nthread t begin main() begin end end"), 2U);
}

TEST(Checker, a_dollar_behind_a_declared_name_means_the_copy_of_another_thread) {
  const Checked checked("decl x;\nmain() begin\n  assume x$ & x;\nend");
  EXPECT_EQ(checked.errors(), Strings());
  ASSERT_TRUE(checked.symbols.foreign.has_value());
  EXPECT_EQ(checked.source->locate(checked.symbols.foreign->begin), (LineColumn{3, 10}));
  EXPECT_FALSE(Checked("decl x$; main() begin x$ := T; end").symbols.foreign.has_value());
  EXPECT_EQ(errors("main() begin y$ := T; end"), Strings{"1:14: 'y$' is not declared"});
}

TEST(Checker, a_variable_nothing_mentions_is_a_warning) {
  EXPECT_EQ(warnings("decl g, h; main() begin decl l, m; h := T; m := h; end"),
            (Strings{"1:6: global 'g' is never used", "1:30: local 'l' is never used"}));
  EXPECT_EQ(warnings("thread t begin decl g; main() begin end end"),
            Strings{"1:21: global 'g' is never used"});
  EXPECT_EQ(warnings("decl a; main(x) begin dead a; end"), Strings());
  EXPECT_EQ(warnings("decl a; main() begin decl a; a := T; end"),
            Strings{"1:6: global 'a' is never used"});
}

TEST(Checker, a_statement_after_one_that_leaves_is_a_warning) {
  const std::string text = "this statement can never be reached";
  EXPECT_EQ(warnings("main() begin return; skip; end"), Strings{"1:22: " + text});
  EXPECT_EQ(warnings("main() begin L: goto L; if (*) then skip; fi end"), Strings{"1:25: " + text});
  EXPECT_EQ(warnings("main() begin while (*) do end_thread; skip; od end"),
            Strings{"1:39: " + text});
  EXPECT_EQ(warnings("main() begin return; if (*) then skip; else skip; M: skip; fi goto M; end"),
            Strings());
  EXPECT_EQ(warnings("main() begin return; while (*) do while (*) do M: skip; od od end"),
            Strings());
  EXPECT_EQ(warnings("main() begin return; if (*) then skip; elsif (*) then M: skip; fi end"),
            Strings());
  EXPECT_EQ(warnings("main() begin if (*) then return; fi skip; end"), Strings());
  EXPECT_EQ(warnings("main() begin return; L: skip; end"), Strings());
  EXPECT_EQ(warnings("decl a; main() begin return; decl b; a := b; end"), Strings());
  EXPECT_EQ(warnings("main() begin return; decl b := T; b := b; end"), Strings{"1:22: " + text});
  EXPECT_EQ(warnings("main() begin return; if (*) then skip; fi L: skip; end"),
            Strings{"1:22: " + text});
}

TEST(Checker, what_is_merely_unusual_is_no_warning) {
  EXPECT_EQ(warnings("main() begin L: skip; end f() begin end g(a, b) begin end"), Strings());
  EXPECT_EQ(warnings("main() begin if (T) then else fi while (F) do od end"), Strings());
  EXPECT_EQ(warnings("bool f() begin return T; end main() begin f(); end"), Strings());
}

TEST(Checker, messages_come_in_the_order_of_the_text) {
  EXPECT_EQ(
      errors("decl a, a;\nmain() begin b := T; f(); goto L; end\nmain() begin end"),
      (Strings{"1:9: 'a' is declared twice", "2:14: 'b' is not declared", "2:22: no procedure 'f'",
               "2:32: no label 'L' in this procedure", "3:1: procedure 'main' is defined twice"}));
}

TEST(Checker, every_use_of_a_variable_is_resolved) {
  const Checked checked("decl a, b; f(c) begin decl a; a, b, _ := c, a, b; end");
  ASSERT_EQ(checked.errors(), Strings());
  const Statement& assign = *body_of(checked.program)[1];
  using Scope = VariableRef::Scope;
  const auto left = [&](std::uint32_t i) {
    return checked.symbols.ref_variables[assign.names.first + i];
  };
  EXPECT_EQ(left(0), VariableRef(Scope::Local, 1));
  EXPECT_EQ(left(1), VariableRef(Scope::Shared, 1));
  EXPECT_EQ(left(2), VariableRef(Scope::Discard, 0));
  const auto right = [&](std::uint32_t i) {
    return checked.symbols.node_variables[checked.program.expressions[assign.exprs.first + i].root];
  };
  EXPECT_EQ(right(0), VariableRef(Scope::Local, 0));
  EXPECT_EQ(right(1), VariableRef(Scope::Local, 1));
  EXPECT_EQ(right(2), VariableRef(Scope::Shared, 1));
}

}  // namespace
}  // namespace hardbop::bp::test
