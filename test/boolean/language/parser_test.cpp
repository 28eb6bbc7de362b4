// SPDX-License-Identifier: MIT
// Every construct in every spelling: a text in one of them is the same program as the text in
// the plain spelling beside it.
#include "boolean/language/parser.hpp"

#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp::test {
namespace {

using Strings = std::vector<std::string>;

void expect_same(const std::string& text, const std::string& plain,
                 Dialect dialect = Dialect::Standard) {
  SCOPED_TRACE(text);
  const Parsed a(text, dialect);
  const Parsed b(plain);
  EXPECT_EQ(a.errors(), Strings());
  EXPECT_EQ(b.errors(), Strings());
  EXPECT_TRUE(same_program(a.program, b.program)) << print_program(a.program);
}

void expect_different(const std::string& a, const std::string& b) {
  EXPECT_FALSE(same_program(Parsed(a).program, Parsed(b).program)) << a << "\n" << b;
}

std::string in_main(const std::string& statements) {
  return fmt::format("main() begin {} end", statements);
}

void expect_same_statements(const std::string& text, const std::string& plain) {
  expect_same(in_main(text), in_main(plain));
}

std::string sign_of(Op op) {
  switch (op) {
    case Op::And: return "&";
    case Op::Or: return "|";
    case Op::Xor: return "^";
    case Op::Equal: return "=";
    case Op::NotEqual: return "!=";
    case Op::Implies: return "=>";
    default: return ",";
  }
}

/// Applies a node to the texts of its operands on the stack.
void group(const Program& program, const Expr& node, std::vector<std::string>& stack) {
  const auto pop = [&] {
    std::string top = stack.back();
    stack.pop_back();
    return top;
  };
  switch (node.op) {
    case Op::False: stack.emplace_back("F"); break;
    case Op::True: stack.emplace_back("T"); break;
    case Op::Star: stack.emplace_back("*"); break;
    case Op::Name: stack.emplace_back(program.text(node.name())); break;
    case Op::NextName: stack.push_back(fmt::format("'{}", program.text(node.name()))); break;
    case Op::Not: stack.push_back(fmt::format("!{}", pop())); break;
    case Op::Conditional: {
      const std::string b = pop();
      const std::string a = pop();
      stack.push_back(fmt::format("({}?{}:{})", pop(), a, b));
      break;
    }
    default: {
      const std::string b = pop();
      stack.push_back(fmt::format("({}{}{})", pop(), sign_of(node.op), b));
    }
  }
}

/// An expression with all parentheses, as read in the dialect.
std::string grouped(const std::string& expression, Dialect dialect = Dialect::Standard) {
  const Parsed parsed(in_main(fmt::format("assert {};", expression)), dialect);
  if (!parsed.fine()) return parsed.errors().front();
  const ExprRange range = parsed.program.expressions.front();
  std::vector<std::string> stack;
  for (std::uint32_t i = range.first; i <= range.root; ++i)
    group(parsed.program, parsed.program.nodes[i], stack);
  return stack.size() == 1 ? stack.back() : "not one value";
}

TEST(Parser, reads_the_example_of_the_paper) {
  const Parsed parsed(R"(decl g;
main() begin
  decl h;
  h := !g;
  A(g,h);
  skip;
  A(g,h);
  if (g) then R: skip; else S: skip; fi
end
A(a1,a2) begin
  if (a1) then A(a2,a1); skip; else g := a2; fi
end
)");
  EXPECT_EQ(parsed.errors(), Strings());
  EXPECT_EQ(parsed.warnings(), Strings());
  ASSERT_EQ(parsed.program.procedures.size(), 2U);
  EXPECT_EQ(body_of(parsed.program, 0).size(), 6U);
  EXPECT_EQ(body_of(parsed.program, 1).size(), 1U);
  EXPECT_EQ(parsed.program.procedures[1].formals.count, 2U);
}

TEST(Parser, braces_and_words_are_one) {
  expect_same("main() { skip; }", "main() begin skip; end");
  expect_same("main() { if (a) { skip; } else { f(); } }", in_main("if a then skip; else f(); fi"));
  expect_same("main() { if (a) { } else if (b) { skip; } else if (c) { } else { f(); } }",
              in_main("if a then elsif b then skip; elsif c then else f(); fi"));
  expect_same("main() begin while (a) { skip; } while (b) do skip; od end",
              in_main("while a do skip; od while b do skip; od"));
  expect_same("main() begin if ((a)) { while (b) { } } skip; end",
              in_main("if a then while b do od fi skip;"));
}

TEST(Parser, a_name_in_braces_stands_wherever_a_name_may) {
  const Parsed parsed(R"(decl {x==y}, {p->q} := {x==y};
bool<2> {f g}({a 1}, {a 2}) { return {a 1}, {a 2}; }
thread {t 1} begin main() begin end end
main() {
  {L 1}: {x==y} := {p->q};
  {x==y}, {p->q} := {f g}({x==y}, {p->q});
  {x==y} := {p->q} & {x==y};
  {f g}({x==y}, T);
  call {f g}(T, {x==y});
  if ({x==y}) { {x==y} := F; }
  if {x==y} then skip; fi
  while ({x==y}) { {L 2}: skip; }
  goto {L 1}, {L 2};
  dead {x==y}, {p->q};
  {x==y} := * constrain '{x==y} | {p->q};
  assert {x==y} ? {p->q} : {x==y};
  start_thread {f g}(T, F);
  start_thread goto {L 1};
})");
  EXPECT_EQ(parsed.errors(), Strings());
  EXPECT_EQ(Parsed("decl { x }, {x}, {};").program.refs.size(), 3U);
}

TEST(Parser, names_in_braces_are_compared_character_by_character) {
  expect_different("decl {x};", "decl { x};");
  expect_different("decl {x};", "decl x;");
  EXPECT_EQ(Checked("decl {x}, { x}, x;").errors(), Strings());
  EXPECT_EQ(Parsed("decl {a /* b */ // c }, {d\ne};").program.comments.size(), 0U);
}

TEST(Parser, conditions_need_no_parentheses_before_words) {
  expect_same_statements("if a & b then skip; fi", "if (a & b) then skip; fi");
  expect_same_statements("while ! a do od", "while (!a) do od");
  expect_same_statements("if (a) & (b) then skip; fi", "if ((a) & (b)) then skip; fi");
  expect_same_statements("if choose(a, b) { skip; }", "if (schoose[a, b]) then skip; fi");
  expect_same_statements("assert(a); assume (a); constrain(a);", "assert a; assume a; assume a;");
}

TEST(Parser, semicolons_are_optional_after_and_before_closing_words) {
  expect_same_statements("if a then skip fi", "if a then skip; fi;");
  expect_same_statements("while a do skip od skip", "while a do skip; od; skip;");
  expect_same("main() { if (a) { skip } f() }", "main() begin if (a) then skip; fi f(); end");
  expect_same("main() begin if a then skip elsif b then f() else return fi end;",
              in_main("if a then skip; elsif b then f(); else return; fi"));
  expect_same_statements(";; skip;;; skip;", "skip; skip;");
  expect_same(";decl a;; main() begin end; f() begin end",
              "decl a; main() begin end f() begin end");
  expect_same_statements("return", "return;");
}

TEST(Parser, both_signs_assign) {
  expect_same_statements("a = b; a, b = b, a; a = f(); a = b = c;",
                         "a := b; a, b := b, a; a := f(); a := b = c;");
  expect_same("decl a = b, c = T;", "decl a := b, c := T;");
}

TEST(Parser, calls_are_known_by_the_parenthesis_after_the_name) {
  const Parsed parsed(in_main("f(); call f(); x := f /* c */ (a); x, _ := f(); x := (f); x := f;"));
  ASSERT_EQ(parsed.errors(), Strings());
  std::vector<StatementKind> kinds;
  for (const Statement* statement : body_of(parsed.program)) kinds.push_back(statement->kind);
  using enum StatementKind;
  EXPECT_EQ(kinds, (std::vector{Call, Call, Call, Call, Assign, Assign}));
}

TEST(Parser, assumptions_have_four_spellings) {
  expect_same_statements("constrain a & 'b;", "assume a & b;");
  expect_same_statements("abortif a | b;", "assume !(a | b);");
  expect_same_statements("abortif a;", "assume(!a);");
}

TEST(Parser, labels_may_be_several_equal_and_numbers) {
  const Parsed parsed(in_main("L: M: L: 7: 007: skip; goto 7, L, 007; 3: if a then 4: skip; fi"));
  ASSERT_EQ(parsed.errors(), Strings());
  const auto body = body_of(parsed.program);
  EXPECT_EQ(body[0]->labels.count, 5U);
  EXPECT_EQ(body[1]->names.count, 3U);
  EXPECT_EQ(body[2]->labels.count, 1U);
}

TEST(Parser, constants_have_three_spellings_and_choices_two) {
  expect_same_statements("a, b, c := T, true, 1;", "a, b, c := 1, 1, 1;");
  expect_same_statements("a, b, c := F, false, 0;", "a, b, c := 0, 0, 0;");
  expect_same_statements("a := ?; b := * ? ? : *; c := ? ? ? : ?;",
                         "a := *; b := * ? * : *; c := * ? * : *;");
  expect_same_statements("a := choose(b, c) | choose[b, c];",
                         "a := schoose[b, c] | schoose(b, c);");
}

TEST(Parser, every_result_type_is_read) {
  const Parsed parsed(
      "a() begin end void b() begin end bool c() begin end bool<3> d() begin end "
      "dfs e() begin end dfs bool<2> f() begin end");
  ASSERT_EQ(parsed.errors(), Strings());
  const auto& procedures = parsed.program.procedures;
  const auto shape = [&](std::size_t i) {
    return fmt::format("{} {} {}", procedures[i].is_dfs, procedures[i].is_typed,
                       procedures[i].results);
  };
  EXPECT_EQ(shape(0), "false false 0");
  EXPECT_EQ(shape(1), "false true 0");
  EXPECT_EQ(shape(2), "false true 1");
  EXPECT_EQ(shape(3), "false true 3");
  EXPECT_EQ(shape(4), "true false 0");
  EXPECT_EQ(shape(5), "true true 2");
}

TEST(Parser, operators_bind_as_the_manual_says) {
  EXPECT_EQ(grouped("a => b | c ^ d & e = !f"), "(a=>(b|(c^(d&(e=!f)))))");
  EXPECT_EQ(grouped("!a = b & c ^ d | e => f"), "(((((!a=b)&c)^d)|e)=>f)");
  EXPECT_EQ(grouped("a ? b : c => d"), "(a?b:(c=>d))");
  EXPECT_EQ(grouped("a => b ? c : d"), "((a=>b)?c:d)");
  EXPECT_EQ(grouped("!!a"), "!!a");
  EXPECT_EQ(grouped("~a & !(b | c)"), "(!a&!(b|c))");
}

TEST(Parser, implications_and_conditionals_group_to_the_right_and_all_else_to_the_left) {
  EXPECT_EQ(grouped("a => b ==> c -> d"), "(a=>(b=>(c=>d)))");
  EXPECT_EQ(grouped("a ? b : c ? d : e"), "(a?b:(c?d:e))");
  EXPECT_EQ(grouped("a ? b ? c : d : e"), "(a?(b?c:d):e)");
  for (const std::string sign : {"&", "|", "^", "=", "!="})
    EXPECT_EQ(grouped(fmt::format("a {0} b {0} c", sign)), fmt::format("((a{0}b){0}c)", sign));
  EXPECT_EQ(grouped("a = b != c <=> d == e"), "((((a=b)!=c)=d)=e)");
}

TEST(Parser, satabs_lets_comparisons_and_implications_bind_loosest) {
  const auto satabs = [](const std::string& text) { return grouped(text, Dialect::Satabs); };
  EXPECT_EQ(satabs("a = b & c"), "(a=(b&c))");
  EXPECT_EQ(satabs("a | b != c ^ d"), "((a|b)!=(c^d))");
  EXPECT_EQ(satabs("a & b => c = d | e"), "((a&b)=>(c=(d|e)))");
  EXPECT_EQ(satabs("!a = b"), "(!a=b)");
  EXPECT_EQ(satabs("a ? b = c : d"), "(a?(b=c):d)");
}

TEST(Parser, warns_once_where_dialects_group_an_expression_differently) {
  const std::string text =
      "'=' and '!=' bind tighter than '&', '^' and '|' here, but not in every dialect";
  EXPECT_EQ(Parsed(in_main("a := b = c & d = e;")).warnings(), Strings{"1:25: " + text});
  EXPECT_EQ(Parsed(in_main("assert a | b != c;")).warnings(), Strings{"1:23: " + text});
  EXPECT_EQ(Parsed(in_main("a := (b = c) & d;")).warnings(), Strings());
  EXPECT_EQ(Parsed(in_main("a := b = (c & d); b := !c = d; c := a => b = c;")).warnings(),
            Strings());
  EXPECT_EQ(Parsed(in_main("a := b = c & d;"), Dialect::Satabs).warnings(), Strings());
  EXPECT_EQ(Parsed(in_main("a := b = c & d; b := c ^ d = a;")).warnings().size(), 2U);
}

TEST(Parser, next_states_are_named_in_constrain_only) {
  EXPECT_EQ(grouped("'a"), "1:21: next-state variables are allowed only in 'constrain'");
  const Parsed parsed(in_main("a, b := *, * constrain 'a != 'b & ('a | b);"));
  EXPECT_EQ(parsed.errors(), Strings());
  EXPECT_TRUE(body_of(parsed.program).front()->has_constrain);
}

TEST(Parser, enforce_stands_between_declarations_and_statements) {
  const Parsed parsed("main() begin decl a; decl b; enforce a | b; decl c; skip; end");
  EXPECT_EQ(parsed.errors(), Strings());
  EXPECT_NE(parsed.program.procedures[0].enforce, no_index);
  const std::string text = "'enforce' must occur once, before the first statement of the procedure";
  EXPECT_EQ(Parsed(in_main("skip; enforce a;")).errors(), Strings{"1:20: " + text});
  EXPECT_EQ(Parsed(in_main("enforce a; enforce b;")).errors(), Strings{"1:25: " + text});
}

TEST(Parser, threads_hold_declarations_and_procedures) {
  const Parsed parsed(R"(decl s;
init() begin s := F; end
thread a begin decl l; main() begin atomic_begin; l := s; atomic_end; end end
thread b * 3 begin f() begin end main() begin f(); end_thread; end end
)");
  ASSERT_EQ(parsed.errors(), Strings());
  ASSERT_EQ(parsed.program.threads.size(), 2U);
  EXPECT_EQ(parsed.program.threads[0].copies, 1U);
  EXPECT_EQ(parsed.program.threads[1].copies, 3U);
  EXPECT_EQ(parsed.program.threads[1].items.size(), 2U);
  EXPECT_EQ(parsed.program.procedures[1].thread, 0U);
  EXPECT_EQ(parsed.program.procedures[0].thread, no_index);
}

TEST(Parser, a_byte_order_mark_and_carriage_returns_mean_nothing) {
  expect_same(
      "\xEF\xBB\xBF"
      "decl a;\r\nmain()\r\nbegin\r\n  a := T; // c\r\nend\r\n",
      "decl a; main() begin a := T; end");
  const Parsed parsed(
      "\xEF\xBB\xBF"
      "decl a;\r\ndecl ;\r\n");
  EXPECT_EQ(parsed.errors(), Strings{"2:6: expected a variable, found ';'"});
}

TEST(Parser, bodies_may_be_empty) {
  expect_same("f() { } g() { if (a) { } else { } while (b) { } }",
              "f() begin end g() begin if a then else fi while b do od end");
  expect_different(in_main("if a then fi"), in_main("if a then else fi"));
}

TEST(Parser, spans_point_at_the_statement_without_its_labels_and_body) {
  const Parsed parsed(in_main("L: if (a) then skip; fi M: x := y ;"));
  const auto body = body_of(parsed.program);
  EXPECT_EQ(parsed.source->text(body[0]->span), "if (a) then");
  EXPECT_EQ(parsed.source->text(body[1]->span), "x := y");
}

TEST(Parser, same_program_sees_every_difference) {
  const std::string base = "decl a, b; main() begin L: a := b; end";
  for (const std::string other :
       {"decl a; main() begin L: a := b; end", "decl a, c; main() begin L: a := b; end",
        "decl a, b; main() begin a := b; end", "decl a, b; main() begin L: a := !b; end",
        "decl a, b; main() begin L: a := b; skip; end", "decl a, b; main(x) begin L: a := b; end",
        "decl a, b; void main() begin L: a := b; end", "decl a, b; dfs main() begin L: a := b; end",
        "decl a := T, b; main() begin L: a := b; end",
        "decl a, b; main() begin L: a := b constrain a; end",
        "decl a, b; main() begin L: a := b(); end", "decl a, b;"})
    expect_different(base, other);
  expect_different(in_main("a := b & c | d;"), in_main("a := b & (c | d);"));
  expect_different(in_main("a := b => c => d;"), in_main("a := (b => c) => d;"));
  expect_different(in_main("if a then elsif b then fi"), in_main("if a then else if b then fi fi"));
}

}  // namespace
}  // namespace hardbop::bp::test
