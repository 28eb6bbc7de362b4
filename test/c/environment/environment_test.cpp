// SPDX-License-Identifier: MIT
// What undefined functions may do, as the interpreter sees it when they do all that they can:
// values that they choose are 7.
#include "c/environment/environment.hpp"

#include <gtest/gtest.h>

#include "c/il/interpreter.hpp"
#include "c/programs.hpp"

namespace hardbop::c {

namespace {

std::uint64_t exit_code(const std::string& text) {
  InterpreterOptions options;
  options.choose = [](const Statement&, Type, std::size_t) { return 7U; };
  const Outcome outcome = interpret(parsed(text), options);
  EXPECT_EQ(outcome.kind, Outcome::Kind::Ended) << text << ": " << outcome.text;
  return outcome.exit_code;
}

TEST(Environment, knows_what_it_is_told) {
  NEEDS_CLANG();
  const std::pair<const char*, std::uint64_t> table[] = {
      {"int f(void); int main(void) { return f(); }", 7},
      {"void f(int *); int main(void) { int x = 1; f(&x); return x; }", 7},
      {"void f(void); int g = 1; int main(void) { f(); return g; }", 7},
      // Nobody told it these.
      {"void f(void); static int g = 1; int main(void) { f(); return g; }", 1},
      {"void f(void); int main(void) { int x = 1; f(); return x; }", 1},
      {"void f(const int *); int main(void) { static const int x = 1; f(&x); return x; }", 1},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(exit_code(text), expected) << text;
}

TEST(Environment, leaves_no_call_of_an_undefined_function) {
  NEEDS_CLANG();
  const Program program =
      parsed("void f(int *); int main(void) { int x = 1; f(&x); f(0); return x; }");
  for (const Statement& statement : program.statements)
    EXPECT_NE(statement.kind, Statement::Kind::Environment);
  EXPECT_EQ(program.undefined, std::vector<std::string>{"f"});
}

TEST(Environment, is_pure_where_that_is_asked) {
  NEEDS_CLANG();
  const Program program = parsed("void f(int *); int main(void) { int x = 1; f(&x); return x; }",
                                 with_pure_functions());
  EXPECT_EQ(interpret(program, {}).exit_code, 1U);
  EXPECT_TRUE(program.environment.is_none());
}

}  // namespace

}  // namespace hardbop::c
