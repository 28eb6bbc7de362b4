// SPDX-License-Identifier: MIT
#include "c/front/front_end.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "c/il/interpreter.hpp"
#include "c/il/printer.hpp"
#include "c/programs.hpp"

namespace hardbop::c {

namespace {

Outcome run(const std::string& text, std::uint64_t input = 0, std::uint8_t bits = 32) {
  ParseOptions parse_options;
  parse_options.data_model.pointer_bits = bits;
  const Program program = parsed(text, parse_options);
  InterpreterOptions options;
  options.choose = [input](const Statement&, Type, std::size_t) { return input; };
  return interpret(program, options);
}

std::uint64_t exit_code(const std::string& text, std::uint64_t input = 0) {
  const Outcome outcome = run(text, input);
  EXPECT_EQ(outcome.kind, Outcome::Kind::Ended) << outcome.text;
  return outcome.exit_code;
}

TEST(FrontEnd, errors_have_a_place) {
  const ParseResult result = parse({{"bad.c", "int main(void) {\n  return x;\n}\n"}}, {});
  ASSERT_FALSE(result.program);
  ASSERT_FALSE(result.findings.empty());
  NEEDS_CLANG();
  EXPECT_EQ(result.findings[0].file, "bad.c");
  EXPECT_EQ(result.findings[0].line, 2U);
  EXPECT_EQ(result.findings[0].column, 10U);
}

TEST(FrontEnd, old_code_is_read) {
  NEEDS_CLANG();
  EXPECT_EQ(exit_code("main() { return f(3); }\n f(x) char x; { return x + 1; }"), 4U);
}

TEST(FrontEnd, what_is_behind_something_unsupported_is_known) {
  NEEDS_CLANG();
  const Program program = parsed(
      "int strverscmp(const char *, const char *); static void later(void) { __asm__(\"int3\"); }\n"
      "static char a[2], b[2]; int main(void) {\n"
      "  if (strverscmp(a, b)) return 1;\n"
      "  later();\n"
      "  return strverscmp(b, a) / b[0];\n"
      "  __asm__(\"int3\");\n"
      "}\n");
  const Function& main = program.functions[program.main];
  EXPECT_EQ(program.statements[main.statements.back()].kind, Statement::Kind::Unsupported);
  ASSERT_EQ(main.behind.unsupported.size(), 1U) << "neither what is checked nor what is dead";
  EXPECT_EQ(main.behind.unsupported[0].text, "call of strverscmp");
  EXPECT_EQ(main.behind.unsupported[0].at.line, 5U);
  EXPECT_EQ(main.behind.mentions, std::vector{find_function(program, "later")});
  EXPECT_TRUE(program.functions[find_function(program, "later")].behind.unsupported.empty());
}

TEST(FrontEnd, sources_are_linked) {
  NEEDS_CLANG();
  const ParseResult result = parse(
      {{"a.c", "extern int g; int f(int); static int s = 1; int main(void) { return f(s) + g; }"},
       {"b.c", "int g = 30; static int s = 5; int f(int x) { return x + s; }"}},
      {});
  ASSERT_TRUE(result.program);
  EXPECT_EQ(interpret(*result.program, {}).exit_code, 36U);
}

TEST(FrontEnd, reach_error_is_an_error_whatever_its_body) {
  NEEDS_CLANG();
  EXPECT_EQ(run("void reach_error(void) {} int main(void) { reach_error(); }").kind,
            Outcome::Kind::Error);
  EXPECT_EQ(
      run("void reach_error(void) {} int main(void) { void (*f)(void) = reach_error; f(); }").kind,
      Outcome::Kind::Error);
  EXPECT_EQ(run("int main(void) { assert(1 > 2); }").text, "assertion 1 > 2");
}

TEST(FrontEnd, a_label_ERROR_is_an_error_where_that_is_asked) {
  NEEDS_CLANG();
  const std::string text = "int main(void) { goto ERROR; ERROR: return 3; }";
  EXPECT_EQ(run(text).exit_code, 3U);
  ParseOptions options;
  options.error_labels = true;
  const ParseResult labels = parse({{"input.c", text}}, options);
  EXPECT_EQ(interpret(*labels.program, {}).kind, Outcome::Kind::Error);
  options.errors = Errors::None;
  const ParseResult none = parse({{"input.c", text}}, options);
  EXPECT_EQ(interpret(*none.program, {}).exit_code, 3U);
}

TEST(FrontEnd, a_run_goes_on_after_reach_error_where_that_is_no_error) {
  NEEDS_CLANG();
  const std::string text = "void reach_error(void); int main(void) { reach_error(); return 4; }";
  for (const Errors errors : {Errors::None, Errors::Overflows}) {
    ParseOptions options;
    options.errors = errors;
    const ParseResult parsed = parse({{"input.c", text}}, options);
    EXPECT_EQ(interpret(*parsed.program, {}).exit_code, 4U);
  }
}

TEST(FrontEnd, assumptions_end_runs) {
  NEEDS_CLANG();
  const std::string text =
      "extern int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);"
      "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 2); return x; }";
  EXPECT_EQ(run(text, 2).kind, Outcome::Kind::AssumeFailed);
  EXPECT_EQ(exit_code(text, 3), 3U);
}

TEST(FrontEnd, what_is_unsupported_ends_there_and_not_before) {
  NEEDS_CLANG();
  const std::string text =
      "extern int __VERIFIER_nondet_int(void); long double d = 0;"
      "int main(void) { if (__VERIFIER_nondet_int()) { d = d * 2; } return 7; }";
  EXPECT_EQ(exit_code(text, 0), 7U);
  EXPECT_EQ(run(text, 1).kind, Outcome::Kind::Unsupported);
}

TEST(FrontEnd, constructors_run_before_main) {
  NEEDS_CLANG();
  EXPECT_EQ(exit_code("int g; __attribute__((constructor)) void f(void) { g += 2; }\n"
                      "__attribute__((constructor(101))) void e(void) { g = g * 3 + 1; }\n"
                      "int main(void) { return g; }"),
            3U);
}

TEST(FrontEnd, destructors_run_after_main_and_at_exit) {
  NEEDS_CLANG();
  const std::string end =
      "extern void reach_error(void), exit(int); int g;\n"
      "__attribute__((destructor)) static void f(void) { if (g) reach_error(); }\n";
  EXPECT_EQ(run(end + "int main(void) { g = 1; return 0; }").kind, Outcome::Kind::Error);
  EXPECT_EQ(run(end + "int main(void) { g = 1; exit(0); }").kind, Outcome::Kind::Error);
  EXPECT_EQ(exit_code(end + "int main(void) { exit(7); }"), 7U);
}

TEST(FrontEnd, an_alias_has_the_address_of_its_target) {
  NEEDS_CLANG();
  EXPECT_EQ(exit_code("int f(void) { return 4; } int g(void) __attribute__((alias(\"f\")));\n"
                      "int x; extern int y __attribute__((alias(\"x\")));\n"
                      "int main(void) { y = 3; return g() + x + (&f == &g) + (&x == &y); }"),
            9U);
}

TEST(FrontEnd, what_is_weak_and_undefined_has_no_address) {
  NEEDS_CLANG();
  const std::string weak =
      "extern int f(void) __attribute__((weak));\n"
      "extern int x __attribute__((weak));\n";
  EXPECT_EQ(exit_code(weak + "int main(void) { return (f == 0) + 2 * (&x == 0); }"), 3U);
  EXPECT_EQ(run(weak + "int main(void) { return f(); }").kind, Outcome::Kind::Fault);
  EXPECT_EQ(run(weak + "int main(void) { return x; }").kind, Outcome::Kind::Fault);
}

TEST(FrontEnd, cleanups_run_wherever_a_scope_ends) {
  NEEDS_CLANG();
  const std::string start =
      "int g; static void f(int *p) { g = g * 10 + *p; }\n"
      "#define VAR(name, value) __attribute__((cleanup(f))) int name = value\n";
  EXPECT_EQ(exit_code(start + "int main(void) { { VAR(x, 1); VAR(y, 2); x = 3; } return g; }"),
            23U);
  EXPECT_EQ(exit_code(start + "int k(void) { VAR(x, 7); return g; }\n"
                              "int main(void) { int r = k(); return r * 100 + g; }"),
            7U);
  EXPECT_EQ(exit_code(start + "int main(void) {\n"
                              "  for (int i = 1; i < 5; ++i) { VAR(x, i); if (i == 2) continue;\n"
                              "    if (i == 3) break; }\n"
                              "  return g; }"),
            123U);
  EXPECT_EQ(exit_code(start + "int main(void) { int r = ({ VAR(x, 4); x + g; });\n"
                              "  return r * 10 + g; }"),
            44U);
  EXPECT_EQ(run(start + "int main(void) { { VAR(x, 1); goto out; } out: return g; }").kind,
            Outcome::Kind::Unsupported);
}

TEST(FrontEnd, division_by_zero_and_wide_shifts_are_faults) {
  NEEDS_CLANG();
  const std::string division =
      "int __VERIFIER_nondet_int(void); int main(void) { return 7 / __VERIFIER_nondet_int(); }";
  EXPECT_EQ(run(division, 0).text, "division by zero");
  EXPECT_EQ(run(division, 0).defect, Defect::Arithmetic);
  EXPECT_EQ(exit_code(division, 2), 3U);
  const std::string shift =
      "int __VERIFIER_nondet_int(void); int main(void) { return 1 << __VERIFIER_nondet_int(); }";
  for (const std::uint64_t amount : {std::uint64_t{32}, ~std::uint64_t{0}}) {
    EXPECT_EQ(run(shift, amount).kind, Outcome::Kind::Fault);
    EXPECT_EQ(run(shift, amount).defect, Defect::Arithmetic);
    EXPECT_EQ(run(shift, amount).text, "shift by the width of the type or more");
  }
  EXPECT_EQ(exit_code(shift, 31), 0x80000000U);
}

TEST(FrontEnd, the_right_side_is_not_evaluated_where_the_left_decides) {
  NEEDS_CLANG();
  EXPECT_EQ(exit_code("int main(void) { int *p = 0; return !(p && *p) + 2 * (!p || *p); }"), 3U);
  EXPECT_EQ(
      exit_code("int g; int f(void) { return ++g; }"
                "int main(void) { int x = 0; x && f(); x || f(); return g * 10 + (x ? f() : 4); }"),
      14U);
}

TEST(FrontEnd, operands_are_evaluated_from_left_to_right) {
  NEEDS_CLANG();
  EXPECT_EQ(exit_code("int g = 1; int f(void) { g = 10; return 100; }"
                      "int main(void) { return g + f() + g; }"),
            111U);
  EXPECT_EQ(exit_code("int i; int a[3] = {1, 2, 3}; int main(void) { int x = a[i++]; a[i++] = 7;"
                      "return x * 100 + a[1] * 10 + i; }"),
            172U);
}

TEST(FrontEnd, structures_are_passed_and_returned) {
  NEEDS_CLANG();
  EXPECT_EQ(exit_code("struct s { char c; int a[2]; struct { short h; } t; };"
                      "struct s f(struct s x) { x.a[1] += x.c; x.t.h = 5; return x; }"
                      "int main(void) { struct s x = {.a = {1, 2}, .c = 3};"
                      "struct s y = f(x); return y.a[1] * 10 + y.t.h + f(y).a[1] - x.a[1]; }"),
            61U);
}

TEST(FrontEnd, bit_fields_hold_what_fits) {
  NEEDS_CLANG();
  EXPECT_EQ(
      exit_code("struct b { unsigned a : 3; int s : 4; unsigned : 0; unsigned c : 20; };"
                "struct b g = {9, -1, 5};"
                "int main(void) { g.a += 7; int x = (g.s = 9); return x + 7 == 0 && g.a == 0 && "
                "g.c == 5 && g.s == -7; }"),
      1U);
}

TEST(FrontEnd, words_of_bit_fields_may_overlap_others) {
  NEEDS_CLANG();
  EXPECT_EQ(
      exit_code(
          "struct b { signed char a : 4; signed char : 0; unsigned b : 19; unsigned c : 25; };"
          "struct b g = {31, -31, 7};"
          "int main(void) { struct b l = g; l.b++; return g.a == -1 && g.b == 0x7ffe1 && g.c == 7 "
          "&&"
          "l.a == -1 && l.b == 0x7ffe2 && l.c == 7; }"),
      1U);
}

TEST(FrontEnd, arrays_of_variable_length_are_allocated) {
  NEEDS_CLANG();
  const std::string text =
      "int __VERIFIER_nondet_int(void); int main(void) { int n = __VERIFIER_nondet_int(); int a[n];"
      "for (int i = 0; i < n; i++) a[i] = i; return a[n - 1] * 10 + *a; }";
  EXPECT_EQ(exit_code(text, 4), 30U);
  EXPECT_EQ(run(text, 0).kind, Outcome::Kind::Fault);
  EXPECT_EQ(run(text, 0).defect, Defect::Memory);
}

TEST(FrontEnd, unions_share_bytes) {
  NEEDS_CLANG();
  EXPECT_EQ(
      exit_code(
          "union u { unsigned w; unsigned char b[4]; };"
          "int main(void) { union u x = {0x01020304}; x.b[0] = 9; return x.w == 0x01020309; }"),
      1U);
}

TEST(FrontEnd, switch_falls_through_and_jumps) {
  NEEDS_CLANG();
  const std::string text =
      "int __VERIFIER_nondet_int(void); int main(void) { int r = 0;"
      "switch (__VERIFIER_nondet_int()) { case 1: r += 1; case 2: r += 2; break;"
      "default: r = 9; break; case 5 ... 7: r = 5; } return r; }";
  EXPECT_EQ(exit_code(text, 1), 3U);
  EXPECT_EQ(exit_code(text, 2), 2U);
  EXPECT_EQ(exit_code(text, 6), 5U);
  EXPECT_EQ(exit_code(text, 3), 9U);
}

TEST(FrontEnd, a_first_statement_that_is_never_executed_is_not_the_entry) {
  NEEDS_CLANG();
  EXPECT_EQ(exit_code("int main(void) { if (0) return 1; else return 2; }"), 2U);
  EXPECT_EQ(exit_code("int main(void) { while (0) return 1; do { break; } while (1); return 3; }"),
            3U);
}

TEST(FrontEnd, a_loop_goes_back_to_what_is_executed_first) {
  NEEDS_CLANG();
  EXPECT_EQ(
      exit_code("int main(void) { int i = 0, r = 0; do { if (0) r = 100; r++; } while (++i < 3);"
                "while (1) { switch (7) { case 4: return 50; } if (++i > 9) break; } return r * 10 "
                "+ i; }"),
      40U);
}

TEST(FrontEnd, sizes_follow_the_data_model) {
  NEEDS_CLANG();
  const std::string text =
      "struct s { char c; long long l; }; int main(void) { return sizeof(long) * 100 + "
      "sizeof(struct s); }";
  EXPECT_EQ(run(text, 0, 32).exit_code, 412U);
  EXPECT_EQ(run(text, 0, 64).exit_code, 816U);
}

TEST(FrontEnd, undefined_functions_and_variables_are_arbitrary) {
  NEEDS_CLANG();
  const Program program =
      parsed("extern int e; int f(int *); int main(void) { int x; return f(&x) + e; }");
  InterpreterOptions options;
  options.choose = [](const Statement&, Type, std::size_t) { return 4; };
  EXPECT_EQ(interpret(program, options).exit_code, 8U);
  ASSERT_EQ(program.remarks.size(), 1U);
  EXPECT_EQ(program.remarks[0].text, "function 'f' has no definition");
  EXPECT_EQ(program.undefined, std::vector<std::string>{"f"});
  EXPECT_TRUE(program.assumptions.at(0).starts_with("undefined functions behave as "));
}

TEST(FrontEnd, what_is_assumed_of_the_library_and_of_volatile_objects_is_said_once) {
  NEEDS_CLANG();
  const Program program = parsed(
      "int rand(void); extern volatile int SR; static volatile int own; int main(void) { "
      "int a = rand() + rand() + SR + SR + own; "
      "return a + *(volatile int *)0x4000 + *(volatile int *)0x4004; }");
  EXPECT_EQ(program.assumptions,
            (std::vector<std::string>{
                "'rand' returns any value from 0 to 2147483647 and changes nothing else",
                "reads of volatile object 'SR' return arbitrary values",
                "reads of volatile memory at constant addresses return arbitrary values, and "
                "writes to it change nothing else"}));
}

TEST(FrontEnd, each_read_of_a_volatile_object_is_a_choice) {
  NEEDS_CLANG();
  const Program program = parsed(
      "volatile int SR = 7; int get(volatile int *p) { return *p; } static volatile int own = 7;"
      "int main(void) { SR = 9; return 100 * SR + 10 * get(&SR) + SR + get(&own) - own; }");
  InterpreterOptions options;
  options.choose = [next = 0](const Statement&, Type, std::size_t) mutable { return ++next; };
  EXPECT_EQ(interpret(program, options).exit_code, 123U);
}

TEST(FrontEnd, a_local_declared_again_is_arbitrary_again) {
  NEEDS_CLANG();
  const Program program = parsed(
      "int main(void) { for (int i = 0; i < 2; i++) { int x; if (i == 1) return x; x = 5; } return "
      "1; }");
  InterpreterOptions options;
  options.choose = [](const Statement&, Type, std::size_t) { return 77; };
  EXPECT_EQ(interpret(program, options).exit_code, 77U);
}

TEST(Interpreter, wrong_accesses_are_faults) {
  NEEDS_CLANG();
  EXPECT_EQ(run("int main(void) { int *p = 0; return *p; }").text, "access through a null pointer");
  EXPECT_EQ(run("int a[2]; int main(void) { int i = 2; return a[i]; }").kind, Outcome::Kind::Fault);
  EXPECT_EQ(run("void *malloc(unsigned); void free(void *);"
                "int main(void) { int *p = malloc(4); *p = 1; free(p); return *p; }")
                .kind,
            Outcome::Kind::Fault);
  EXPECT_EQ(run("void free(void *); int main(void) { int x; free(&x); }").kind,
            Outcome::Kind::Fault);
}

TEST(Interpreter, the_step_limit_ends_endless_loops) {
  NEEDS_CLANG();
  const Program program = parsed("int main(void) { for (;;); }");
  InterpreterOptions options;
  options.step_limit = 100;
  EXPECT_EQ(interpret(program, options).kind, Outcome::Kind::StepLimit);
}

TEST(Printer, statements_look_like_c) {
  NEEDS_CLANG();
  const Program program =
      parsed("struct s { int a, b; }; int main(void) { struct s *p = 0; return p->b < 3; }");
  const std::string text = to_text(program);
  EXPECT_NE(text.find("return (u32)(*(s32 *)(p + 4) < 3);"), std::string::npos) << text;
}

TEST(FrontEnd, functions_that_allocate_have_a_copy_for_each_size) {
  NEEDS_CLANG();
  const Program program = parsed(
      "void *malloc(unsigned);\n"
      "static void *get(unsigned n) { return malloc(n); }\n"
      "static void *two(unsigned n) { return get(2 * n); }\n"
      "int main(void) { char *p = two(3), *q = get(4); return p == q; }\n");
  std::size_t count = 0;
  for (const Statement& statement : program.statements) {
    if (statement.kind != Statement::Kind::Allocate) continue;
    ++count;
    const Expr& size = program.exprs[statement.values[0]];
    const bool is_product = size.kind == Expr::Kind::Operation &&
                            program.exprs[size.a].kind == Expr::Kind::Constant &&
                            program.exprs[size.b].kind == Expr::Kind::Constant;
    EXPECT_TRUE(is_product || size.kind == Expr::Kind::Constant);
  }
  EXPECT_EQ(count, 2U);
}

TEST(FrontEnd, padding_has_cells_where_bytes_are_accessed) {
  NEEDS_CLANG();
  const auto cells = [](const std::string& body) {
    const Program program =
        parsed("struct s { char c; int n; } s; int main(void) { " + body + " }");
    return std::ranges::find(program.objects, "s", &Object::name)->cells.size();
  };
  EXPECT_EQ(cells("return s.n;"), 2U);
  EXPECT_EQ(cells("char *p = (char *)&s; return p[s.n];"), 5U);
}

}  // namespace

}  // namespace hardbop::c
