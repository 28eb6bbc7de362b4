// SPDX-License-Identifier: MIT
// What small programs compute, and where they go wrong.
#include "c/il/interpreter.hpp"

#include <gtest/gtest.h>

#include "c/il/builder.hpp"
#include "c/il/printer.hpp"
#include "c/programs.hpp"

namespace hardbop::c {

namespace {

constexpr const char* declarations =
    "extern int in(void); extern void *malloc(unsigned); extern void free(void *);\n"
    "extern void *calloc(unsigned, unsigned); extern void exit(int);\n"
    "extern void __VERIFIER_assume(int);\n";

/// Every value that the program asks for is 7.
Outcome run(const std::string& text, std::uint64_t step_limit = 10'000) {
  const Program program = parsed(declarations + text, with_pure_functions());
  InterpreterOptions options;
  options.step_limit = step_limit;
  options.choose = [](const Statement&, Type, std::size_t) { return 7U; };
  return interpret(program, options);
}

TEST(Interpreter, computes_what_c_says) {
  NEEDS_CLANG();
  const std::pair<const char*, std::uint64_t> table[] = {
      {"int main(void) { return 2 + 3 * 4; }", 14},
      {"int main(void) { return -7 / 2 + 10; }", 7},
      {"int main(void) { return -7 % 3 + 10; }", 9},
      {"int main(void) { unsigned char c = 250; c += 10; return c; }", 4},
      {"int main(void) { signed char c = 127; c++; return c == -128; }", 1},
      {"int main(void) { return (1 << 4 | 3) & ~1; }", 18},
      {"int main(void) { return -1 < 1u ? 1 : 2; }", 2},
      {"int main(void) { int i, s = 0; for (i = 1; i <= 10; i++) s += i; return s; }", 55},
      {"int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { return f(10); }",
       55},
      {"int main(void) { int a[3] = {1, 2}; int *p = a; return p[1] * 10 + *(p + 2); }", 20},
      {"struct s { int a, b; }; struct s f(void) { struct s s = {3, 4}; return s; }"
       " int main(void) { struct s t = f(), *p = &t; return p->a * 10 + p->b; }",
       34},
      {"struct b { unsigned x : 3, y : 5; }; int main(void) { struct b b; b.x = 9; b.y = 17;"
       " return b.x * 100 + b.y; }",
       117},
      {"int twice(int x) { return 2 * x; } int main(void) { int (*f)(int) = twice; return f(21); }",
       42},
      {"int main(void) { switch (in()) { case 7: return 1; case 8: return 2; default: return 3; } "
       "}",
       1},
      {"int main(void) { int x; return x; }", 7},
      {"int g[2]; int main(void) { return g[0] + g[1]; }", 0},
      {"int main(void) { int *p = malloc(4); *p = 5; int x = *p; free(p); return x; }", 5},
      {"int main(void) { int *p = calloc(2, 4); return p[1]; }", 0},
      {"int main(void) { exit(3); }", 3},
  };
  for (const auto& [text, result] : table) {
    const Outcome outcome = run(text);
    EXPECT_EQ(outcome.kind, Outcome::Kind::Ended) << text << ": " << outcome.text;
    EXPECT_EQ(outcome.exit_code, result) << text;
  }
}

TEST(Interpreter, stops_where_memory_is_misused) {
  NEEDS_CLANG();
  const std::pair<const char*, const char*> table[] = {
      {"int main(void) { int *p = 0; return *p; }", "access through a null pointer"},
      {"int main(void) { int a[2]; return a[in()]; }", "out-of-bounds access of 4 bytes"},
      {"int main(void) { int *p; { int x = 1; p = &x; } return *p; }",
       "use of 'x' after its scope ended"},
      {"int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { return *f(); }",
       "out-of-bounds access of 4 bytes"},
      {"int main(void) { int *p = malloc(4); free(p); return *p; }",
       "out-of-bounds access of 4 bytes"},
      {"int main(void) { int *p = malloc(4); free(p); free(p); }", "bad free"},
      {"int main(void) { int x; free(&x); }", "bad free"},
      {"const int c = 1; int main(void) { *(int *)&c = 2; }", "write to 'c', which is constant"},
  };
  for (const auto& [text, fault] : table) {
    const Outcome outcome = run(text);
    EXPECT_EQ(outcome.kind, Outcome::Kind::Fault) << text;
    EXPECT_EQ(outcome.text, fault) << text;
  }
}

TEST(Interpreter, says_how_a_run_ended) {
  NEEDS_CLANG();
  using Kind = Outcome::Kind;
  const std::pair<const char*, Kind> table[] = {
      {"int main(void) { assert(in() == 7); }", Kind::Ended},
      {"int main(void) { assert(in() == 8); }", Kind::Error},
      {"int main(void) { __VERIFIER_assume(in() == 8); assert(0); }", Kind::AssumeFailed},
      {"int main(void) { for (;;); }", Kind::StepLimit},
      {"int main(void) { __asm__(\"\" : : : \"memory\"); double d = in(); return d > 1.5; }",
       Kind::Unsupported},
  };
  for (const auto& [text, kind] : table) EXPECT_EQ(run(text).kind, kind) << text;
}

/// return 1 + 2 * g, where g is 20.
Program by_hand() {
  const Type word{32, true, false, false};
  Program program;
  Builder build(program);
  Object& global = program.objects.emplace_back();
  global.name = "g";
  global.size = 4;
  global.cells = {{0, word, ""}};
  global.initial = {{0, word, build.constant(word, 20)}};
  program.main = program.functions.add({});
  Function& main = program.functions[program.main];
  main.name = "main";
  main.is_defined = true;
  main.results = {word};
  const ExprId g = build.load({build.address(0, 0), word});
  const ExprId doubled = build.binary(words::Op::Multiply, build.constant(word, 2), g);
  Statement statement;
  statement.kind = Statement::Kind::Return;
  statement.values = {build.binary(words::Op::Add, build.constant(word, 1), doubled)};
  main.entry = build.emit(statement);
  main.statements = {main.entry};
  return program;
}

TEST(Interpreter, needs_no_front_end) {
  EXPECT_EQ(interpret(by_hand(), {}).exit_code, 41U);
}

TEST(Printer, writes_expressions_like_c) {
  const Program program = by_hand();
  const Statement& statement = program.statements[program.functions[program.main].entry];
  EXPECT_EQ(to_text(program, statement), "return 1 + (2 * g)");
}

TEST(Builder, equal_expressions_are_one_and_constants_are_computed) {
  const Type word{32, true, false, false};
  Program program;
  Builder build(program);
  const ExprId two = build.constant(word, 2);
  EXPECT_EQ(build.constant(word, 2), two);
  EXPECT_EQ(build.binary(words::Op::Add, two, two), build.constant(word, 4));
  EXPECT_TRUE(build.is_constant(build.truth(two), 1));
  EXPECT_NE(build.constant({8, false, false, false}, 2), two);
}

}  // namespace

}  // namespace hardbop::c
