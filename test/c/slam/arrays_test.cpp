// SPDX-License-Identifier: MIT
// Refinement over objects that are arrays of the model.
#include <gtest/gtest.h>
#include <random>

#include "base/expression/evaluator.hpp"
#include "base/expression/random_expression.hpp"
#include "base/smt/solver.hpp"
#include "c/slam/array_reads.hpp"
#include "c/slam/loop.hpp"
#include "c/slam/print_predicate.hpp"
#include "c/slam/programs.hpp"
#include "repetitions.hpp"

namespace hardbop::slam {

namespace {

using words::ArraySort;
using words::Op;

constexpr ArraySort sort_of_bytes{3, 8};

std::uint64_t value_of(const words::Expressions& e, ExprId id, const test::Leaves& leaves) {
  words::Evaluator evaluator(e);
  evaluator.enter(leaves.variables, leaves.inputs);
  evaluator.enter_arrays(leaves.arrays, leaves.array_inputs);
  return evaluator.value(id);
}

TEST(ArrayReads, what_is_read_from_a_changed_array_is_a_choice_of_atoms) {
  words::Expressions e;
  const ExprId a = e.array(0, sort_of_bytes);
  const ExprId i = e.variable(0, 3);
  const ExprId k = e.variable(1, 3);
  const ExprId word = e.variable(2, 8);
  const ExprId zero = e.constant(8, 0);
  const ExprId read = e.binary(Op::Equal, e.select(e.store(a, i, word), k), zero);
  EXPECT_EQ(without_stores(e, read),
            e.conditional(e.binary(Op::Equal, i, k), e.binary(Op::Equal, word, zero),
                          e.binary(Op::Equal, e.select(a, k), zero)));
  const ExprId unchanged = e.binary(Op::Equal, e.select(a, k), zero);
  EXPECT_EQ(without_stores(e, unchanged), unchanged);
}

TEST(ArrayReads, a_condition_with_too_many_cases_stays_as_it_is) {
  words::Expressions e;
  ExprId array = e.array(0, {8, 8});
  for (words::VariableId v = 0; v < 200; ++v)
    array = e.store(array, e.variable(v, 8), e.constant(8, v));
  const ExprId read = e.binary(Op::Equal, e.select(array, e.variable(200, 8)), e.constant(8, 1));
  EXPECT_EQ(without_stores(e, read), read);
}

TEST(ArrayReads, a_condition_means_the_same_without_stores) {
  std::mt19937_64 random(11);
  words::Expressions e;
  test::RandomTerms terms(e, {3, 3, 8, 8, 1}, {8}, random,
                          {{sort_of_bytes, sort_of_bytes}, {sort_of_bytes}});
  unsigned changed = 0;
  for (unsigned i = 0; i < test::repetitions(3000); ++i) {
    const ExprId id = terms.make(1, 2 + i % 4).id;
    const ExprId without = without_stores(e, id);
    changed += without != id ? 1 : 0;
    for (int k = 0; k < 10; ++k) {
      const test::Leaves leaves = terms.leaves();
      ASSERT_EQ(value_of(e, without, leaves), value_of(e, id, leaves));
    }
  }
  EXPECT_GT(changed, test::repetitions(3000) / 20);
}

/// What is found out about the errors of a program.
struct Decision {
  LoopResult result;
  std::optional<std::string> problem;  // of a run without calls
  std::size_t arrays = 0;
};

Decision decide(const std::string& text) {
  const c::Program program = c::parsed(text, c::with_pure_functions());
  Procedures procedures(program, 4);
  const auto solver = smt::make_solver(procedures.expressions());
  Limits limits;
  limits.seconds = 60;
  Budget budget(limits);
  Statistics statistics;
  Loop loop(
      procedures, *solver, {}, [](const c::Position&) { return std::string(); }, budget,
      statistics);
  std::vector<BlockId> sinks;
  for (const c::Sink& sink : procedures.model().sinks)
    if (sink.kind == c::Sink::Kind::Error) sinks.push_back(sink.block);
  Decision out;
  out.result = loop.run(sinks);
  out.arrays = procedures.graph().arrays.size();
  if (out.result.kind == LoopResult::Kind::Reached && procedures.all().size() == 1)
    out.problem = words::replay(procedures.graph(), out.result.run);
  return out;
}

void expect_unreachable(const std::string& text) {
  const Decision found = decide(text);
  EXPECT_GT(found.arrays, 0U);
  EXPECT_EQ(found.result.kind, LoopResult::Kind::Unreachable) << found.result.reason << text;
}

void expect_reached(const std::string& text) {
  const Decision found = decide(text);
  EXPECT_GT(found.arrays, 0U);
  EXPECT_EQ(found.result.kind, LoopResult::Kind::Reached) << found.result.reason << text;
  EXPECT_EQ(found.problem, std::nullopt) << text;
}

std::string two_writes(const std::string& second) {
  return "extern int nondet(void); extern void reach_error(void); int a[1000];\n"
         "int main(void) { int i = nondet(), k = nondet();\n"
         "  if (i < 0 || i >= 999 || k < 0 || k >= 999) return 0;\n"
         "  a[i] = 5; a[" +
         second +
         "] = 7;\n"
         "  if (a[i] != 5) reach_error(); return 0; }";
}

TEST(SlamArrays, an_element_is_kept_where_another_is_written) {
  NEEDS_CLANG();
  NEEDS_Z3();
  expect_unreachable(two_writes("i + 1"));
  expect_reached(two_writes("k"));
}

TEST(SlamArrays, a_loop_may_write_what_does_not_matter) {
  NEEDS_CLANG();
  NEEDS_Z3();
  const auto text = [](const std::string& index) {
    return "extern int nondet(void); extern void reach_error(void); char text[200000];\n"
           "int main(void) { text[3] = 'x';\n"
           "  while (nondet()) { int i = nondet(); if (" +
           index +
           ") text[i] = nondet(); }\n"
           "  if (text[3] != 'x') reach_error(); return 0; }";
  };
  expect_unreachable(text("i > 3 && i < 200000"));
  expect_reached(text("i > 2 && i < 200000"));
}

TEST(SlamArrays, static_storage_has_its_first_values) {
  NEEDS_CLANG();
  NEEDS_Z3();
  const auto text = [](const std::string& value) {
    return "extern int nondet(void); extern void reach_error(void); int a[64] = {3, 1, 4};\n"
           "int main(void) { int i = nondet(); if (i < 0 || i > 2) return 0;\n"
           "  if (a[i] + a[3] == " +
           value + ") reach_error(); return 0; }";
  };
  expect_unreachable(text("2"));
  expect_reached(text("4"));
}

TEST(SlamArrays, each_call_of_a_function_has_its_own) {
  NEEDS_CLANG();
  NEEDS_Z3();
  const auto text = [](const std::string& storage) {
    return "extern int nondet(void); extern void reach_error(void);\n"
           "void down(int n) { " +
           storage +
           "int own[50]; own[1] = n;\n"
           "  if (n > 0 && nondet()) down(n - 1);\n"
           "  if (own[1] != n) reach_error(); }\n"
           "int main(void) { down(nondet()); return 0; }";
  };
  expect_unreachable(text(""));
  expect_reached(text("static "));
}

TEST(SlamArrays, a_structure_is_passed_by_value) {
  NEEDS_CLANG();
  NEEDS_Z3();
  const auto text = [](const std::string& value) {
    return "extern int nondet(void); extern void reach_error(void);\n"
           "struct text { char letters[64]; } one;\n"
           "int change(struct text passed, int i) { passed.letters[7]++;\n"
           "  return passed.letters[7]; }\n"
           "int main(void) { int i = nondet(); one.letters[7] = 5; int r = change(one, i);\n"
           "  if (one.letters[7] != " +
           value + " || r != 6) reach_error(); return 0; }";
  };
  expect_unreachable(text("5"));
  expect_reached(text("6"));
}

constexpr const char* tables = R"(
extern int nondet(void);
int table[100], k; unsigned char bytes[80]; _Bool flags[70]; struct { short a; int b; } pairs[40];
int main(void) {
  long long numbers[64]; int i = nondet();
  numbers[i & 63] = table[k & 63] + bytes[i & 63] + flags[i & 63] + pairs[i & 31].b;
  return numbers[0] + pairs[i & 31].a;
}
)";

TEST(SlamArrays, predicates_are_about_elements) {
  NEEDS_CLANG();
  const Lowered lowered(tables);
  Predicates predicates(*lowered.procedures);
  for (const char* const text :
       {"table[3] == 5", "table[k] < table[k + 1]", "bytes[table[3]] == 255", "flags[k]",
        "main: numbers[i & 7] == -1", "main: ::table[i] == k"}) {
    const std::vector<ExprId> read = lowered.read(text);
    ASSERT_EQ(read.size(), 1U);
    const std::string name = std::string(text).starts_with("main: ") ? "main: " : "";
    const std::string printed = name + predicates.text(read[0]);
    EXPECT_EQ(lowered.read(printed), read) << printed;
    const bool is_shortest = std::string(text).find("::") == std::string::npos;
    EXPECT_EQ(printed == text, is_shortest) << printed;
  }
}

TEST(SlamArrays, an_array_is_no_number) {
  NEEDS_CLANG();
  const Lowered lowered(tables);
  EXPECT_EQ(lowered.problem("table == 0"),
            "1:1: 'table' is not a number; use one of its parts, such as table[0] or table.f");
  EXPECT_NE(lowered.problem("table[3 == 0").find("expected ']'"), std::string::npos);
  EXPECT_NE(lowered.problem("table[k][3] == 0"), "");
  EXPECT_NE(lowered.problem("table[main::i] == f::x"), "");
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "table[";
  EXPECT_NE(lowered.problem(deep).find("nested more than 200 levels deep"), std::string::npos);
}

TEST(SlamArrays, what_is_printed_is_read_as_the_same) {
  NEEDS_CLANG();
  const Lowered lowered(tables);
  Procedures& procedures = *lowered.procedures;
  const VariableNames names(procedures);
  std::vector<words::Width> widths;
  for (const words::Variable& variable : procedures.graph().variables)
    widths.push_back(variable.width);
  test::Beyond beyond;
  for (const words::ArrayVariable& array : procedures.graph().arrays)
    beyond.arrays.push_back(array.sort);
  std::mt19937_64 random(3);
  test::RandomTerms terms(procedures.expressions(), widths, {}, random, beyond);
  unsigned compared = 0;
  for (unsigned i = 0; i < test::repetitions(2000); ++i) {
    const ExprId id = without_stores(procedures.expressions(), terms.make(1, 1 + i % 4).id);
    const std::string text = to_c(procedures, names, id, everybody);
    if (text.ends_with("...") || text.find("array_") != std::string::npos) continue;
    const std::vector<ExprId> read = lowered.read(text);
    ASSERT_EQ(read.size(), 1U) << text;
    compared += text.find('[') != std::string::npos ? 1 : 0;
    for (int k = 0; k < 10; ++k) {
      const test::Leaves leaves = terms.leaves();
      ASSERT_EQ(value_of(procedures.expressions(), read[0], leaves),
                value_of(procedures.expressions(), id, leaves))
          << text;
    }
  }
  EXPECT_GT(compared, test::repetitions(2000) / 10);
}

}  // namespace

}  // namespace hardbop::slam
