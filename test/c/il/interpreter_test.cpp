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
    "extern void *realloc(void *, unsigned);\n"
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

TEST(Interpreter, computes_with_floats) {
  NEEDS_CLANG();
  const std::pair<const char*, std::uint64_t> table[] = {
      {"int main(void) { float x = 0.1f; return x != 0.1; }", 1},
      {"int main(void) { double x = 0.1; return x + 0.2 == 0.3; }", 0},
      {"int main(void) { float x = 16777216; return x + 1 == x; }", 1},
      {"int main(void) { double x = -1.75; return (int)x + 5; }", 4},
      {"int main(void) { int x = 0; double n = 0.0 / x; return n != n; }", 1},
      {"int main(void) { double n = -0.0; return !n && 1 / n < 0; }", 1},
      {"int main(void) { float f = 0.25f; return (_Bool)f; }", 1},
      {"int main(void) { unsigned char c = 10; c += 0.75; c *= 2.5; return c; }", 25},
      {"int main(void) { float f = 1; f++; f = -f; return f == -2; }", 1},
      {"int main(void) { unsigned long long u = ~0ull; return (float)u == "
       "18446744073709551616.0f;}",
       1},
      {"int main(void) { union { float f; unsigned u; } v; v.f = -1; return v.u >> 24; }", 0xBF},
      {"float g = 1.5; float *p = &g; int main(void) { *p *= 2; return *p == 3; }", 1},
      {"double half(x) float x; { return x / 2; } int main(void) { return half(7.0f) * 2; }", 7},
      {"double sqrt(double); int main(void) { return sqrt(144.5) < 12.03 && sqrt(2) * sqrt(2) > 2; "
       "}",
       1},
      {"double floor(double); double round(double); double rint(double);"
       " int main(void) { return floor(-2.5) + 2 * round(-2.5) + 3 * rint(-2.5) + 20; }",
       5},
      {"long lrint(double); long lround(double);"
       " int main(void) { return 10 * lrint(2.5) + lround(2.5); }",
       23},
      {"float fminf(float, float); int main(void) { return fminf(__builtin_nanf(\"\"), 3); }", 3},
      {"double fmod(double, double); int main(void) { return fmod(-7.5, 2) == -1.5 &&"
       " fmod(1e300, 3e-300) < 3e-300 && fmod(5, __builtin_inf()) == 5 && fmod(1, 0) != 1; }",
       1},
      {"int __fpclassifyf(float); int main(void) { return __fpclassifyf(1e-45f); }", 3},
      {"double modf(double, double *); int main(void) { double i, f = modf(-3.25, &i);"
       " return i == -3 && f == -0.25; }",
       1},
      {"int main(void) { return (__builtin_signbit(-0.0) != 0) + 2 * !__builtin_isnan(1.0); }", 3},
  };
  for (const auto& [text, result] : table) {
    const Outcome outcome = run(text);
    EXPECT_EQ(outcome.kind, Outcome::Kind::Ended) << text << ": " << outcome.text;
    EXPECT_EQ(outcome.exit_code, result) << text;
  }
}

TEST(Interpreter, stops_where_an_integer_cannot_hold_a_number) {
  NEEDS_CLANG();
  const std::pair<const char*, bool> table[] = {
      {"(int)-2147483648.9", true},
      {"(int)-2147483649.0", false},
      {"(int)2147483647.9", true},
      {"(int)2147483648.0", false},
      {"(int)-2147483648.0f", true},
      {"(int)-2147483904.0f", false},
      {"(unsigned)-0.9", true},
      {"(unsigned)-1.0f", false},
      {"(signed char)-128.5f", true},
      {"(signed char)-129.0f", false},
      {"(unsigned char)255.5", true},
      {"(unsigned char)256.0", false},
      {"(int)(0.0 / 0.0)", false},
      {"(long long)9223372036854775807.0", false},
      {"(long long)-9223372036854775808.0", true},
  };
  for (const auto& [conversion, fits] : table) {
    std::string text = conversion;  // of a variable: Clang computes with constants
    const std::size_t end = text.find(')') + 1;
    text = "int main(void) { volatile __typeof__(" + text.substr(end) +
           ") x = " + text.substr(end) + "; volatile long long y = " + text.substr(0, end) +
           "x; return 1; }";
    const Outcome outcome = run(text);
    EXPECT_EQ(outcome.kind, fits ? Outcome::Kind::Ended : Outcome::Kind::Unsupported) << text;
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
      {"int main(void) { int *p = malloc(4); free(p); return *p; }", "use after free"},
      {"int main(void) { int *p = malloc(4); free(p); free(p); }", "double free"},
      {"int main(void) { int x; free(&x); }", "bad free"},
      {"int main(void) { char *p = malloc(1u << 30); p[1u << 29] = 1;"
       " return p[1u << 29] == 1 ? p[1u << 30] : 0; }",
       "out-of-bounds access of 1 byte"},
      {"int main(void) { int *p = malloc(4); *p = 5; int *q = realloc(p, 8);"
       " return *q == 5 ? *p : 0; }",
       "use after free"},
      {"int main(void) { int n = in(); int a[n][2]; return a[n][0]; }",
       "out-of-bounds access of 4 bytes"},
      {"const int c = 1; int main(void) { *(int *)&c = 2; }", "write to 'c', which is constant"},
      {"int main(void) { const int c = 1; *(int *)&c = 2; }", "write to 'c', which is constant"},
      {"void f(const int c) { *(int *)&c = 2; } int main(void) { f(1); }",
       "write to 'c', which is constant"},
  };
  for (const auto& [text, fault] : table) {
    const Outcome outcome = run(text);
    EXPECT_EQ(outcome.kind, Outcome::Kind::Fault) << text;
    EXPECT_EQ(outcome.text, fault) << text;
    EXPECT_EQ(outcome.defect, Defect::Memory) << text;
  }
}

TEST(Interpreter, an_index_never_gets_to_another_object_nor_round_to_its_own) {
  NEEDS_CLANG();
  const char* const table[] = {
      "int a[4], b[4]; int main(void) { int *p = in() == 7 ? a : b; p[b - a] = 1; }",
      "int a[4], b[4]; int main(void) { int *p = a; p[in() + 1] = 1; }",
      "int a[4]; int main(void) { unsigned i = 0x40000000u + in() - 7; a[i] = 1; }",
      "int a[4]; int main(void) { int i = in() - 7 - 0x40000000; return a[i]; }",
  };
  for (const char* const text : table) {
    const Outcome outcome = run(text);
    EXPECT_EQ(outcome.kind, Outcome::Kind::Fault) << text;
    EXPECT_EQ(outcome.defect, Defect::Memory) << text;
    EXPECT_EQ(outcome.text, "out-of-bounds access of 4 bytes") << text;
  }
}

TEST(Interpreter, a_difference_of_pointers_may_look_like_an_address) {
  NEEDS_CLANG();
  const Outcome outcome =
      run("int main(void) { char *p[90]; int n = 0; for (int i = 0; i < 90; i++) p[i] = "
          "malloc(0x40000);"
          " for (int i = 0; i < 90; i++) n += p[i] - p[0] != 1; return n; }");
  EXPECT_EQ(outcome.kind, Outcome::Kind::Ended) << outcome.text;
  EXPECT_EQ(outcome.exit_code, 90U);
}

TEST(Interpreter, says_how_a_run_ended) {
  NEEDS_CLANG();
  using Kind = Outcome::Kind;
  const std::pair<const char*, Kind> table[] = {
      {"int main(void) { assert(in() == 7); }", Kind::Ended},
      {"int main(void) { assert(in() == 8); }", Kind::Error},
      {"int main(void) { __VERIFIER_assume(in() == 8); assert(0); }", Kind::AssumeFailed},
      {"int main(void) { for (;;); }", Kind::StepLimit},
      {"int main(void) { __asm__(\"\" : : : \"memory\"); long double d = in(); return d > 1.5; }",
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
