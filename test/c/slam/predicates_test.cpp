// SPDX-License-Identifier: MIT
#include "c/slam/predicates.hpp"

#include <gtest/gtest.h>
#include <random>

#include "base/expression/random_expression.hpp"
#include "c/slam/print_predicate.hpp"
#include "c/slam/programs.hpp"

namespace hardbop::slam {

namespace {

constexpr const char* three_functions = R"(
extern int nondet(void);
struct pair { char first; unsigned short second; };
int g; unsigned u; signed char c; unsigned char b; short s; unsigned short t;
long long w; unsigned long long v; _Bool truth; struct pair pair; int a[4]; int hidden, hides;
int *p;
int f(int x, unsigned hidden) { static int kept, hides; kept++; hides++; int y = x + hidden; { int y = 3; x = x + y; } return x + y; }
int main(void) {
  int l = nondet();
  p = &g; *p = a[l & 3] + pair.first + pair.second + hidden + hides;
  g = g + u + c + b + s + t + w + v + truth;
  u = g; c = g; b = g; s = g; t = g; w = g; v = g; truth = g;
  return f(g, u) + l;
}
)";

/// Among them a counter of few bits, of the heap.
constexpr const char* only_globals = R"(
extern void *malloc(unsigned);
int g; unsigned u; signed char c; unsigned char b; short s; unsigned short t;
long long w; unsigned long long v; _Bool truth; char *p;
int main(void) {
  p = malloc(1); *p = 1;
  g = g + u + c + b + s + t + w + v + truth;
  u = g; c = g; b = g; s = g; t = g; w = g; v = g; truth = g;
  return g;
}
)";

/// The text that comes out of a text.
std::string again(const Lowered& lowered, const std::string& text) {
  const std::vector<ExprId> read = lowered.read(text);
  Predicates predicates(*lowered.procedures);
  for (const ExprId one : read) predicates.add(one);
  const std::vector<std::string> texts = predicates.texts();
  return texts.empty() ? "" : texts.front();
}

TEST(ReadPredicates, what_c_means_is_meant) {
  NEEDS_CLANG();
  const Lowered lowered(three_functions);
  const auto is_same = [&](const std::string& a, const std::string& b) {
    const auto one = lowered.read(a);
    const auto other = lowered.read(b);
    ASSERT_EQ(one.size(), 1U) << a;
    EXPECT_EQ(one, other) << a << " and " << b;
  };
  is_same("g == 0x10", "g==16");
  is_same("g == 'a'", "g == 97");
  is_same("g == 010", "g == 8");
  is_same("u < -1", "u < 4294967295u");  // as unsigned
  is_same("g < u", "(unsigned)g < u");   // usual conversions
  is_same("g < w", "(long long)g < w");
  is_same("c < 3", "(int)c < 3");  // promotion
  is_same("g + 1 * 2 == 3", "(g + (1 * 2)) == 3");
  is_same("g - 1 - 2 < 3", "((g - 1) - 2) < 3");
  is_same("g & 1 == 1", "g & (1 == 1)");  // C's famous precedence
  is_same("g", "g != 0");
  is_same("main: l > 5 // comment", "main::l > 5");
  is_same("main: 5 < l # comment", "main::l > 5");
  is_same("f: ::hidden == 1", "hidden == 1");
  is_same("f: return == 1", "f::return == 1");
  is_same("f: kept == 1", "f.kept == 1");
  is_same("f: ::hides == x", "f: x == ::hides");
  is_same("(g == 1) && !(u == 2) || truth", "((g == 1) && (!(u == 2))) || truth");
  is_same("pair.first == -1", "pair.first == ~0");
  is_same("a[3] == 2", "2 == a[3]");
}

TEST(ReadPredicates, a_truth_is_a_number) {
  NEEDS_CLANG();
  const Lowered lowered(three_functions);
  words::Expressions& e = lowered.procedures->expressions();
  std::vector<std::uint64_t> values(lowered.procedures->graph().variables.size());
  const auto value = [&](const std::string& text) {
    return e.evaluate(lowered.read(text).at(0), values, {});
  };
  EXPECT_EQ(value("(g == 0) + (u == 0) == 2"), 1U);
  EXPECT_EQ(value("-1 < 0u + g"), 0U);
  EXPECT_EQ(value("(signed char)(g + 255) == -1"), 1U);
  EXPECT_EQ(value("(g ? 1 : 2) == 2"), 1U);
  EXPECT_EQ(value("(g - 8) >> 1 == -4"), 1U);
  EXPECT_EQ(value("(g - 7) / 2 == -3 && (g - 7) % 2 == -1"), 1U);
}

TEST(ReadPredicates, problems_have_a_place) {
  NEEDS_CLANG();
  const Lowered lowered(three_functions);
  EXPECT_EQ(lowered.problem("g == 1\nmian: l == 3"),
            "2:1: no function 'mian', or it is never called (did you mean 'main'?)");
  EXPECT_EQ(lowered.problem("f: g == hiden"),
            "1:9: no variable 'hiden' in f, and no global variable of that name (did you mean "
            "'hidden'?)");
  EXPECT_EQ(lowered.problem("l == 3"),
            "1:1: no global variable 'l'; write f::x for a local of function f");
  EXPECT_EQ(lowered.problem("  main::l == f::x"),
            "1:3: a predicate can use variables of one function only");
  EXPECT_NE(lowered.problem("*p == 3").find("1:1: predicates cannot dereference"),
            std::string::npos);
  EXPECT_EQ(lowered.problem("g == 1 / 0"), "1:8: this divides by zero");
  EXPECT_EQ(lowered.problem("g == 5 % (2 - 2)"), "1:8: this divides by zero");
  EXPECT_EQ(lowered.problem("g / (2 - 1) == 1"), "");
  EXPECT_NE(lowered.problem("p->f == 3").find("1:2: predicates cannot dereference"),
            std::string::npos);
  EXPECT_NE(lowered.problem("a[g] == 3").find("1:2: an index"), std::string::npos);
  EXPECT_NE(lowered.problem("a == 0").find("1:1: 'a' is not a number"), std::string::npos);
  EXPECT_NE(lowered.problem("g = 3").find("1:3: predicates cannot contain assignments"),
            std::string::npos);
  EXPECT_NE(lowered.problem("g++ == 3").find("1:2: predicates cannot contain assignments"),
            std::string::npos);
  EXPECT_NE(lowered.problem("f(3) == 3").find("1:2: predicates cannot call"), std::string::npos);
  EXPECT_NE(
      lowered.problem("g ==").find("1:5: expected an expression, found the end of the predicate"),
      std::string::npos);
  EXPECT_NE(lowered.problem("(g == 1").find("expected ')', found the end of the predicate"),
            std::string::npos);
  EXPECT_NE(lowered.problem("g == 1 2").find("1:8: expected an operator, found '2'"),
            std::string::npos);
  EXPECT_NE(lowered.problem("g == 99999999999999999999").find("64 bits"), std::string::npos);
  EXPECT_NE(lowered.problem("g == 'ab'").find("1:6: this character"), std::string::npos);
  EXPECT_NE(lowered.problem(std::string(5000, '(')).find("nested more than 200 levels deep"),
            std::string::npos);
  EXPECT_NE(lowered.problem(std::string(5000, '!')).find("nested more than 200 levels deep"),
            std::string::npos);
}

TEST(ReadPredicates, odd_bytes_are_errors_and_no_crash) {
  NEEDS_CLANG();
  const Lowered lowered(three_functions);
  const std::string text = "f: (g == 'a') && a[3] > ::hidden";
  for (const std::string_view bytes : {std::string_view("\0", 1), std::string_view("\xFF\x80"),
                                       std::string_view("\xC3"), std::string_view("\xE2\x82")})
    for (std::size_t i = 0; i <= text.size(); ++i)
      EXPECT_NE(lowered.problem(text.substr(0, i) + std::string(bytes) + text.substr(i)), "") << i;
  for (std::size_t i = 1; i < text.size(); ++i) static_cast<void>(lowered.problem(text.substr(i)));
}

TEST(PrintPredicate, is_readable_c) {
  NEEDS_CLANG();
  const Lowered lowered(three_functions);
  for (const char* const text : {"g == -1",
                                 "g > 5",
                                 "g == -2147483647 - 1",
                                 "u < 5",
                                 "u == 4294967295u",
                                 "c == -1",
                                 "b == 255",
                                 "main: l + 1 < g",
                                 "f: ::hidden < x",
                                 "f: ::hides < x",
                                 "f: x < f.hides",
                                 "f: x < y.2",
                                 "f: hidden == 1",
                                 "f: x == return",
                                 "a[2] == g",
                                 "(unsigned)g < u",
                                 "w < g",
                                 "v == 18446744073709551615ull",
                                 "g * g + 1 > 7",
                                 "pair.second == 3",
                                 "(g & 1) == 0",
                                 "g == 1 || u == 2",
                                 "g << u == 8"})
    EXPECT_EQ(again(lowered, text), text);
}

TEST(PrintPredicate, what_others_execute_is_defined_for_all_values) {
  NEEDS_CLANG();
  const Lowered lowered(three_functions);
  const VariableNames names(*lowered.procedures);
  const auto defined = [&](const std::string& text) {
    words::Expressions& e = lowered.procedures->expressions();
    const ExprId id = lowered.read(text).at(0);
    return to_defined_c(*lowered.procedures, names, id, everybody) + " : " +
           to_defined_c(*lowered.procedures, names, e.unary(words::Op::Not, id), everybody);
  };
  EXPECT_EQ(defined("g > 5"), "g > 5 : g <= 5");
  EXPECT_EQ(defined("g < c"), "g < c : g >= c");
  EXPECT_EQ(defined("u + 1 < 9"), "u + 1 < 9 : u + 1 >= 9");
  EXPECT_EQ(defined("g + 1 < c"), "(int)((unsigned)g + 1) < c : (int)((unsigned)g + 1) >= c");
  EXPECT_EQ(defined("g * g == 4"), "(int)((unsigned)g * g) == 4 : (int)((unsigned)g * g) != 4");
  EXPECT_EQ(defined("-g < c"), "(int)-((unsigned)g) < c : (int)-((unsigned)g) >= c");
  EXPECT_EQ(defined("g + 2 == c + 2"), "g == c : g != c");
  EXPECT_EQ(defined("g / 3 == 1"), "g / 3 == 1 : g / 3 != 1");
  EXPECT_EQ(defined("g / c == 1"), " : ");
  EXPECT_EQ(defined("g / -1 == 1"), " : ");
  EXPECT_EQ(defined("g << u == 8"), " : ");
}

TEST(PrintPredicate, what_is_printed_is_read_as_the_same) {
  NEEDS_CLANG();
  const Lowered lowered(only_globals);
  Procedures& procedures = *lowered.procedures;
  const VariableNames names(procedures);
  std::vector<words::Width> widths;
  for (const words::Variable& variable : procedures.graph().variables)
    widths.push_back(variable.width);
  std::mt19937_64 random(7);
  test::RandomTerms terms(procedures.expressions(), widths, {}, random);
  unsigned compared = 0;
  for (int i = 0; i < 8000; ++i) {
    const bool is_defined = i % 2 == 1;
    const ExprId id = terms.make(1, 1 + static_cast<unsigned>(i / 2 % 4)).id;
    const std::string text = is_defined ? to_defined_c(procedures, names, id, everybody)
                                        : to_c(procedures, names, id, everybody);
    if (text.empty() || text.ends_with("...")) continue;
    const std::vector<ExprId> read = lowered.read(text);
    ASSERT_EQ(read.size(), 1U) << text;
    ++compared;
    for (int k = 0; k < 20; ++k) {
      const test::Leaves leaves = terms.leaves();
      ASSERT_EQ(procedures.expressions().evaluate(read[0], leaves.variables, {}),
                procedures.expressions().evaluate(id, leaves.variables, {}))
          << text;
    }
  }
  EXPECT_GT(compared, 6000U);
}

}  // namespace

}  // namespace hardbop::slam
