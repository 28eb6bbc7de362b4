// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "boolean/calculus/oracle.hpp"
#include "boolean/calculus/random_system.hpp"
#include "boolean/calculus/solver.hpp"
#include "boolean/calculus/tuples.hpp"

namespace hardbop::calculus {
namespace {

/// A text and what is wrong with it, or the system.
struct Read {
  std::shared_ptr<const SourceFile> source;
  Diagnostics diagnostics;
  std::optional<System> system;

  explicit Read(std::string text)
      : source(std::make_shared<const SourceFile>("test.fx", std::move(text))),
        system(read_system(source, {}, diagnostics)) {}

  /// The first error without its excerpt.
  [[nodiscard]] std::string error() const {
    if (!diagnostics.has_errors()) return {};
    const std::string whole = render(diagnostics.all().front(), *source);
    return whole.substr(0, whole.find('\n'));
  }
};

/// The answers as text, "unstable: ..." where there are none.
std::string answers(const std::string& text, const EvaluationOptions& options = {}) {
  const Read read(text);
  if (!read.system) return read.error();
  Budget budget;
  Solver solver(*read.system, options, budget);
  std::vector<RelationId> wanted;
  for (const Output& output : read.system->outputs) wanted.push_back(output.relation);
  try {
    solver.evaluator().evaluate(wanted);
  } catch (const NotStable& error) {
    return "unstable: " + error.diagnostic.text;
  }
  std::string out;
  for (const Output& output : read.system->outputs) {
    const OutputValue value = solver.value(output);
    if (!out.empty()) out += ' ';
    if (output.kind == Output::Kind::Truth) out += value.truth ? "yes" : "no";
    if (output.kind != Output::Kind::Truth) out += value.count;
    for (const auto& tuple : value.tuples) {
      out += " (";
      for (const std::string& one : tuple) out += (&one == &tuple.front() ? "" : ", ") + one;
      out += ")";
    }
  }
  return out;
}

constexpr const char* line = R"(type N = 0..9;
  relation Step(x, y: N) := y = x + 1;
  mu Reach(x: N) := x = 4 | exists y: N. Reach(y) & Step(y, x);
)";

TEST(Calculus, reachability_is_a_least_fixed_point) {
  EXPECT_EQ(answers(std::string(line) + "list Reach;"), "6 (4) (5) (6) (7) (8) (9)");
  EXPECT_EQ(answers(std::string(line) + "list Reach;", {.frontier = false}),
            "6 (4) (5) (6) (7) (8) (9)");
}

TEST(Calculus, staying_for_ever_is_a_greatest_fixed_point) {
  EXPECT_EQ(answers(R"(type N = 0..5;
    relation Step(x, y: N) := y = x + 1 & x != 3 | x = 5 & y = 4;
    nu Runs(x: N) := exists y: N. Step(x, y) & Runs(y);
    list Runs;)"),
            "2 (4) (5)");
}

TEST(Calculus, values_that_no_code_of_bits_has_do_not_count) {
  EXPECT_EQ(answers(R"(type E = {a, b, c};
    relation All(x: E) := true; relation NotA(x: E) := x != a; relation None(x: E) := !All(x);
    query every: forall x: E. All(x);
    query some: exists x: E. !All(x);
    list All; list NotA; count None;)"),
            "yes no 3 (a) (b) (c) 2 (b) (c) 0");
}

TEST(Calculus, structures_arrays_and_numbers_are_compared_and_shown) {
  EXPECT_EQ(answers(R"(type S = struct { n: -1..1, a: bool[2], b: bool };
    relation R(s: S) := s.n < 0 & s.a[0] & !s.a[1] | s.n = 1 & !s.a[0] & !s.a[1] & s.b;
    relation Same(s, t: S) := s = t;
    list R; count Same;)"),
            "3 ({n: -1, a: 10, b: false}) ({n: -1, a: 10, b: true}) ({n: 1, a: 00, b: true}) 24");
}

TEST(Calculus, an_element_is_chosen_by_a_variable) {
  EXPECT_EQ(answers(R"(type I = 0..3;
    relation At(a: bool[3], i: I) := a[i];
    relation Next(a: bool[3], i: I) := a[i + 1];
    count At; count Next;)"),
            "12 8");
}

TEST(Calculus, a_type_with_one_value_has_no_bits) {
  EXPECT_EQ(answers(R"(type One = {only}; type None = bool[0];
    mu R(x: One, y: None) := x = only | R(x, y);
    list R; query q: R(only, only2) | true;)"),
            "test.fx:3:30: error: no variable or value 'only2'");
  EXPECT_EQ(answers(R"(type One = {only}; type None = bool[0];
    mu R(x: One, y: None) := x = only | R(x, y);
    list R;)"),
            "1 (only, )");
}

TEST(Calculus, fixed_points_of_both_kinds_nest_as_they_are_asked_for) {
  // Infinitely often x = 2, from where: a greatest fixed point with a least one inside.
  EXPECT_EQ(answers(R"(type N = 0..5;
    relation Step(x, y: N) := y = x + 1 & x < 2 | x = 2 & y = 1 | x = 3 & y = 3 | x = 4 & y = 0;
    nu Often(x: N) := Soon(x);
    mu Soon(x: N) := exists y: N. Step(x, y) & (x = 2 & Often(y) | Soon(y));
    list Often;)"),
            "4 (0) (1) (2) (4)");
}

TEST(Calculus, a_system_that_is_not_monotone_means_what_its_iteration_gives) {
  // As in ef-opt: what was new in the last round is what is known now and was not known before.
  EXPECT_EQ(
      answers(R"(type N = 0..9;
    mu Known(new: bool, x: N) := new & x = 3 | Known(true, x) | new & (exists y: N. Front(y) & x = y + 2);
    relation Front(x: N) := Known(true, x) & !Known(false, x);
    list Known;)"),
      "8 (false, 3) (false, 5) (false, 7) (false, 9) (true, 3) (true, 5) (true, 7) (true, 9)");
}

TEST(Calculus, a_system_without_a_stable_value_is_diagnosed) {
  const std::string text = "type N = 0..9;\nmu R(x: N) := !R(x);\ncount R;";
  EXPECT_EQ(answers(text),
            "unstable: 'R' does not converge: round 4 gives the same value as round 2");
  EXPECT_EQ(answers(text, {.iteration_limit = 3}),
            "unstable: 'R' does not converge: the limit of 3 rounds was reached");
}

TEST(Calculus, errors_have_places_and_hints) {
  const std::pair<const char*, const char*> cases[] = {
      {"type T = {a, b};\nquery q: exists x: T. x = d;",
       "test.fx:2:27: error: no variable or value 'd'"},
      {"query q: R();", "test.fx:1:10: error: no relation 'R'"},
      {"relation R(x: bool) := x;\nquery q: R(true, false);",
       "test.fx:2:10: error: 'R' has 1 argument, not 2"},
      {"type T = {a};\nrelation R(x: T, y: bool) := x = y;",
       "test.fx:2:30: error: cannot compare a T with a bool"},
      {"type T = {a, b};\nrelation R(x, y: T) := x < y;", "test.fx:2:24: error: T has no order"},
      {"relation R(x: 0..3) := true;\nquery q: R(4);", "test.fx:2:12: error: 4 is not in 0..3"},
      {"relation R(x: bool) := !R(x);", "test.fx:1:10: error: 'R' depends on itself"},
      {"type T = 3..1;", "test.fx:1:10: error: this range is empty"},
      {"type T = struct { x: bool };\nrelation R(t: T) := t.y;",
       "test.fx:2:23: error: a T has no field 'y'"},
      {"relation R(a: bool[2]) := a[2];",
       "test.fx:1:29: error: there are 2 elements; the first one has number 0"},
      {"type A = {x, y}; type B = {y, z};\nrelation R(a: A) := y = y;",
       "test.fx:2:21: error: 'y' is a value of several types: A, B"},
      {"input relation R(x: bool);", "test.fx:1:16: error: no input relation 'R'"},
      {"input type T;", "test.fx:1:12: error: no input type 'T'"},
      {"relation R(x: bool) := x & ;", "test.fx:1:28: error: expected a formula, found ';'"},
      {"relation R(x: bool) := x = 3;", "test.fx:1:24: error: cannot compare a bool with a 3..3"},
      {"relation R(x: U) := true;", "test.fx:1:15: error: no type 'U'"},
      {"count R;", "test.fx:1:7: error: no relation 'R'"},
      {"order T;", "test.fx:1:7: error: no type 'T'"},
      {"/* never ends", "test.fx:1:1: error: this comment is not closed"},
  };
  for (const auto& [text, error] : cases) EXPECT_EQ(Read(text).error(), error) << text;
}

TEST(Calculus, deep_nesting_is_an_error_and_no_crash) {
  const std::string open(100'000, '(');
  EXPECT_NE(Read("query q: " + open).error().find("nested more than"), std::string::npos);
  std::string chain = "query q: true";
  for (int i = 0; i < 100'000; ++i) chain += " <=> true";
  EXPECT_NE(Read(chain + ";").error().find("nested more than"), std::string::npos);
  std::string wide = "query q: false";
  for (int i = 0; i < 20'000; ++i) wide += " | false";
  EXPECT_EQ(answers(wide + " | true;"), "yes");
}

TEST(Calculus, odd_bytes_are_errors_and_no_crash) {
  const std::string text = "query q: exists x: bool. x;";
  for (const std::string_view bytes : {std::string_view("\0", 1), std::string_view("\xFF\x80"),
                                       std::string_view("\xC3"), std::string_view("\xE2\x82")})
    for (std::size_t i = 0; i <= text.size(); ++i)
      EXPECT_NE(Read(text.substr(0, i) + std::string(bytes) + text.substr(i)).error(), "") << i;
}

TEST(Calculus, a_hint_changes_the_order_and_no_answer) {
  const std::string system = R"(type W = bool[8];
    type S = struct { x, y: W };
    relation Equal(s: S) := s.x = s.y;
    count Equal;)";
  EXPECT_EQ(answers(system), "256");
  EXPECT_EQ(answers(system + " order S.y, S.x[3];"), "256");
  const auto nodes = [](const std::string& text) {
    const Read read(text);
    Budget budget;
    Solver solver(*read.system, {}, budget);
    solver.evaluator().evaluate({0});
    return bdd::node_count(solver.evaluator().value(0));
  };
  EXPECT_LT(nodes(system), 30U);
  EXPECT_LT(nodes(system + " order S.y;"), 600U);
}

TEST(Calculus, a_limit_of_time_ends_the_evaluation) {
  const Read read(R"(type N = 0..1000000000;
    mu R(x: N) := x = 0 | exists y: N. R(y) & x = y + 1;
    count R;)");
  ASSERT_TRUE(read.system) << read.error();
  Budget budget({.seconds = 0.05, .memory_bytes = {}, .cancel = nullptr});
  Solver solver(*read.system, {}, budget);
  EXPECT_THROW(solver.evaluator().evaluate({0}), bdd::LimitReached);
  EXPECT_FALSE(solver.evaluator().is_complete(0));
  EXPECT_NE(budget.reason().find("time limit reached while evaluating R"), std::string::npos);
}

/// A relation's tuples as the evaluator has them.
test::Tuples tuples_of(Solver& solver, const System& system, RelationId r) {
  test::Tuples out;
  TupleEnumerator tuples(solver.manager(), solver.evaluator().columns(r),
                         solver.evaluator().value(r));
  while (tuples.next()) {
    test::Tuple tuple;
    std::size_t first = 0;
    for (const VariableId v : system.relations[r].parameters) {
      const TypeId type = system.variables[v].type;
      for (const Leaf& leaf : system.types.leaves(type)) {
        std::int64_t code = 0;
        for (std::uint32_t i = 0; i < system.types[leaf.type].bits; ++i)
          code = 2 * code + (tuples.bits()[first + leaf.first_bit + i] ? 1 : 0);
        tuple.push_back(system.types[leaf.type].low + code);
      }
      first += system.types[type].bits;
    }
    out.insert(tuple);
  }
  return out;
}

TEST(Calculus, random_systems_mean_what_the_paper_says) {
  int stable = 0;
  int unstable = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::string text = test::random_system(seed);
    const Read read(text);
    ASSERT_TRUE(read.system) << read.error() << "\n" << text;
    for (RelationId r = 0; r < read.system->relations.size(); ++r) {
      std::optional<test::Tuples> expected;
      try {
        expected = test::SystemOracle(*read.system).evaluate(r);
      } catch (const test::Unstable&) {
      }
      Budget budget;
      Solver solver(*read.system, {.frontier = seed % 2 == 0}, budget);
      try {
        solver.evaluator().evaluate({r});
        ASSERT_TRUE(expected) << "seed " << seed << ", relation " << r << "\n" << text;
        EXPECT_EQ(tuples_of(solver, *read.system, r), *expected)
            << "seed " << seed << ", relation " << r << "\n"
            << text;
        ++stable;
      } catch (const NotStable&) {
        EXPECT_FALSE(expected) << "seed " << seed << ", relation " << r << "\n" << text;
        ++unstable;
      }
    }
  }
  EXPECT_GT(stable, 800);
  EXPECT_GT(unstable, 20);
}

}  // namespace
}  // namespace hardbop::calculus
