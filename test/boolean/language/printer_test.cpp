// SPDX-License-Identifier: MIT
#include "boolean/language/printer.hpp"

#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp::test {
namespace {

/// The text is its own canonical form.
void expect_canonical(const std::string& text) {
  EXPECT_EQ(formatted(text), text);
}

std::string expression(const std::string& text, Dialect dialect = Dialect::Standard) {
  const Parsed parsed(fmt::format("main() begin assert {}; end", text), dialect);
  if (!parsed.fine()) return parsed.errors().front();
  return print_expression(parsed.program, parsed.program.expressions.front());
}

TEST(Printer, every_construct_has_one_canonical_form) {
  EXPECT_EQ(formatted(R"(decl a,b:=T,c=?;dfs void f(){}
bool<1>g(x,y){return x&&y}bool<2>h(){return 1,0;}
thread t*2 begin decl l;main()begin atomic_begin;l=a;atomic_end;end_thread end end
main(){decl z;enforce a||b;L:M:7:skip;print(a,b);goto L,7;a,b=b,a constrain 'a!=b;_,z=h();call f();
if(a){skip}else if(b){f()}else{return}while a do if b then skip fi od
assert a;assume(b);constrain 'a;abortif a;dead a,b;start_thread f();start_thread goto L;a=choose(b,~c)})"),
            R"(decl a, b := T, c := *;

dfs void f() begin
end

bool g(x, y) begin
  return x & y;
end

bool<2> h() begin
  return T, F;
end

thread t * 2 begin
  decl l;

  main() begin
    atomic_begin;
    l := a;
    atomic_end;
    end_thread;
  end
end

main() begin
  decl z;
  enforce a | b;
  L: M: 7: skip;
  print(a, b);
  goto L, 7;
  a, b := b, a constrain 'a != b;
  _, z := h();
  f();
  if (a) then
    skip;
  elsif (b) then
    f();
  else
    return;
  fi
  while (a) do
    if (b) then
      skip;
    fi
  od
  assert(a);
  assume(b);
  assume(a);
  assume(!a);
  dead a, b;
  start_thread f();
  start_thread goto L;
  a := schoose[b, !c];
end
)");
}

TEST(Printer, comments_stay_where_they_stand) {
  expect_canonical(R"(// at the top
/* of the file */

decl a; // behind a declaration
decl b, /* among names */ c;

// before a procedure
void main(x, /* among formals */ y) begin // behind begin
  // before a statement
  a := b; // behind a statement
  a := /* before a value */ b & /* before an operand */ c;
  if (/* in a condition */ a) then // behind then
    // in an empty branch
  elsif (b) then /* behind elsif */
    skip;
    // at the end of a branch
  else // behind else
    skip;
  fi // behind fi

  // after a blank line
  while (a) do /* behind do */
    // in an empty loop
  od /* behind od */
  L: /* after a label */ skip;
  goto /* before a label */ L;
  f(/* before an argument */ a, b);
  // before end
end // behind end

// at the end of the file
)");
}

TEST(Printer, a_comment_up_to_the_line_end_within_a_statement_breaks_the_line) {
  EXPECT_EQ(formatted("main() begin a := b // one\n & c // two\n; // three\n end"),
            "main() begin\n  a := b // one\n      & c; // two\n  // three\nend\n");
}

TEST(Printer, comments_without_a_place_go_behind_the_line) {
  EXPECT_EQ(
      formatted(
          "void /* a */ main /* b */ ( /* c */ ) /* d */ begin /* e */ end /* f */ ; /* g */"),
      "void /* a */ main() begin /* b */ /* c */ /* d */ /* e */\nend /* f */ /* g */\n");
  EXPECT_EQ(
      formatted("main() begin skip /* a */ ; if (a) /* b */ then fi /* c */ ; return /* d */ end"),
      "main() begin\n  skip; /* a */\n  if (a) then /* b */\n  fi /* c */\n  return; /* d "
      "*/\nend\n");
}

TEST(Printer, a_comment_of_several_lines_keeps_them) {
  expect_canonical(
      "/* one\n     two\n three */\nmain() begin\n  /* four\n     five */\n  skip;\nend\n");
  EXPECT_EQ(formatted("/* one\r\n two */\r\n// three\r\ndecl a;\r\n"),
            "/* one\n two */\n// three\ndecl a;\n");
}

TEST(Printer, one_blank_line_is_kept_and_one_separates_procedures) {
  EXPECT_EQ(
      formatted("\n\ndecl a;\n\n\n\ndecl b;\ndecl c; f() begin\n\n\n  skip;\n\n\n  skip;\n\nend "
                "g() begin end\n\n\n"),
      "decl a;\n\ndecl b;\ndecl c;\n\nf() begin\n  skip;\n\n  skip;\nend\n\ng() begin\nend\n");
}

TEST(Printer, parentheses_stand_where_dialects_would_differ) {
  EXPECT_EQ(expression("a = b & c"), "(a = b) & c");
  EXPECT_EQ(expression("a = (b & c)"), "a = (b & c)");
  EXPECT_EQ(expression("a = b & c", Dialect::Satabs), "a = (b & c)");
  EXPECT_EQ(expression("a != b | c ^ d"), "(a != b) | c ^ d");
  EXPECT_EQ(expression("!(a = b) & c"), "!(a = b) & c");
}

TEST(Printer, no_other_parentheses_are_kept) {
  EXPECT_EQ(expression("(((a)))"), "a");
  EXPECT_EQ(expression("(a & b) | (c & d)"), "a & b | c & d");
  EXPECT_EQ(expression("(a | b) & !(c)"), "(a | b) & !c");
  EXPECT_EQ(expression("((a & b) & c) & (d & e)"), "a & b & c & (d & e)");
  EXPECT_EQ(expression("(a => b) => (c => d)"), "(a => b) => c => d");
  EXPECT_EQ(expression("(a ? b : c) ? (d ? e : f) : (g ? h : i)"),
            "(a ? b : c) ? (d ? e : f) : g ? h : i");
  EXPECT_EQ(expression("(a = b) != (c = d)"), "a = b != (c = d)");
  EXPECT_EQ(expression("schoose[(a | b), (c ? d : e)]"), "schoose[a | b, c ? d : e]");
}

/// An expression with all its parentheses over a, b and c: operators by number.
std::string nested(int outer, int inner, bool left) {
  static const std::vector<std::string> operators = {"&", "|", "^", "=", "!=", "=>", "?"};
  const auto apply = [](const std::string& sign, const std::string& a, const std::string& b) {
    return sign == "?" ? fmt::format("({} ? {} : {})", a, b, a)
                       : fmt::format("({} {} {})", a, sign, b);
  };
  const std::string& first = operators[static_cast<std::size_t>(outer)];
  const std::string& second = operators[static_cast<std::size_t>(inner)];
  return left ? apply(first, apply(second, "a", "b"), "c")
              : apply(first, "a", apply(second, "b", "c"));
}

TEST(Printer, every_mix_of_two_operators_reads_alike_in_both_dialects) {
  for (int outer = 0; outer < 7; ++outer)
    for (int inner = 0; inner < 7; ++inner)
      for (const bool left : {false, true}) {
        const std::string full =
            fmt::format("main() begin a := !{0}; b := {0}; end", nested(outer, inner, left));
        const Parsed original(full);
        const std::string printed = print_program(original.program);
        for (const Dialect dialect : {Dialect::Standard, Dialect::Satabs}) {
          const Parsed again(printed, dialect);
          EXPECT_TRUE(same_program(original.program, again.program)) << full << "\n" << printed;
          EXPECT_EQ(again.diagnostics.warnings(), 0U) << printed;
        }
      }
}

TEST(Printer, names_in_braces_are_written_as_they_are) {
  expect_canonical(
      "decl {x == y}, { /* no comment */ };\n\n"
      "main() begin\n  {L 1}: {x == y} := {a\nb};\nend\n");
}

TEST(Printer, deep_statements_are_indented_up_to_a_limit) {
  std::string text = "main() {";
  for (int i = 0; i < 100; ++i) text += "while (*) {";
  text += "skip;";
  for (int i = 0; i < 100; ++i) text += "}";
  const std::string printed = formatted(text + "}");
  EXPECT_NE(printed.find("\n" + std::string(100, ' ') + "skip;\n"), std::string::npos);
  expect_canonical(printed);
}

TEST(Printer, an_empty_program_prints_as_nothing) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted(" \n;\n"), "");
  EXPECT_EQ(formatted("\n\n// only this"), "// only this\n");
}

}  // namespace
}  // namespace hardbop::bp::test
