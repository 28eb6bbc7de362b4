// SPDX-License-Identifier: MIT
// Graphs of small programs: whether a run gets to an error, or to where the graph gives up; and
// what is told of such a run.
#include "c/lower/lower.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

#include "c/lower/explain.hpp"
#include "c/lower/harness.hpp"
#include "c/lower/replay.hpp"
#include "c/lower/waypoints.hpp"
#include "c/programs.hpp"
#include "words/engine/image/image_engine.hpp"

namespace hardbop::c {

namespace {

constexpr const char* declarations =
    "extern int in(void); extern void *malloc(unsigned); extern void free(void *);"
    "extern void __VERIFIER_assume(int); extern void reach_error(void);\n";

/// A program, its model, and the runs to the sinks that can be reached.
struct Explored {
  Program program;
  Model model;
  struct Arrival {
    const Sink* sink = nullptr;
    words::Run run;
  };
  std::vector<Arrival> arrivals;

  explicit Explored(const std::string& text, const Bounds& bounds = {},
                    Pointers pointers = Pointers::Direct)
      : program(parsed(declarations + text, with_pure_functions())),
        model(lower(program, bounds, pointers)) {
    EXPECT_EQ(words::problem(model.graph).value_or(""), "") << text;
    std::vector<const Sink*> sinks;
    for (const Sink& sink : model.sinks) sinks.push_back(&sink);
    for (const Sink& sink : model.faults) sinks.push_back(&sink);
    std::vector<std::vector<words::BlockId>> targets;
    for (const Sink* const sink : sinks) targets.push_back({sink->block});
    Budget budget;
    Statistics statistics;
    const auto found = image::run_image(model.graph, targets, true, {}, budget, statistics);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i].outcome == engine::Outcome::Reached)
        arrivals.push_back({sinks[i], found[i].run.value()});
  }
  /// What all runs can end in, but for the end of the program: "error", what is wrong, or why it
  /// gives up.
  [[nodiscard]] std::set<std::string> ends() const {
    std::set<std::string> out;
    for (const Arrival& arrival : arrivals)
      out.insert(arrival.sink->kind == Sink::Kind::Error && !arrival.sink->defect
                     ? "error"
                     : arrival.sink->text);
    return out;
  }
};

using Ends = std::set<std::string>;

struct Case {
  const char* text;
  Ends ends;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> table = {
      {"int main(void) { int x = in(); if (x == 41) reach_error(); }", {"error"}},
      {"int main(void) { int x = in(); if (x > 3 && x < 4) reach_error(); }", {}},
      {"int main(void) { int x = in(); __VERIFIER_assume(x > 3); if (x < 3) reach_error(); }", {}},
      {"int main(void) { int x; if (x == 3) reach_error(); }", {"error"}},
      {"int g; int main(void) { if (g == 3) reach_error(); }", {}},
      {"int g = 3; int main(void) { if (g == 3) reach_error(); }", {"error"}},
      // Calls: arguments, results, and two places to return to.
      {"int f(int a) { return a + 1; } int main(void) { if (f(1) + f(2) != 5) reach_error(); }",
       {}},
      {"int f(int a) { return a; } int g(int a) { return -a; } int (*h)(int);"
       " int main(void) { h = in() ? f : g; if (h(1) == -1) reach_error(); }",
       {"error"}},
      {"int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; } int main(void) { if (f(2) != 2)"
       " reach_error(); }",
       {}},
      {"int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; } int main(void) { return f(9); }",
       {"recursion deeper than 8 calls"}},
      // Memory.
      {"int x, y; int main(void) { int *p = in() ? &x : &y; *p = 1; if (x + y != 1) reach_error();"
       " }",
       {}},
      {"int main(void) { int a[2] = {1, 2}; int i = in(); if (i >= 0 && i < 2 && a[i] > 2)"
       " reach_error(); }",
       {}},
      {"int main(void) { int *p = malloc(4); *p = 3; if (*p != 3) reach_error(); free(p); }", {}},
      {"int main(void) { for (int i = 0; i < 5; i++) malloc(1); }",
       {"more than 4 heap blocks per allocation site"}},
      {"int main(void) { char *p = malloc(in()); }", {"allocation without a small constant size"}},
      {"int main(void) { int *p = malloc(4); free(p); free(p); }", {"bad free"}},
      {"int main(void) { int *p = 0; return *p; }", {"out-of-bounds access"}},
      {"int main(void) { return 1 / in(); }", {"division by zero"}},
      {"int main(void) { return 1 << in(); }", {"shift by the width of the type or more"}},
      {"int a[4], b[4]; int main(void) { int *p = in() ? a : b; if (p == a) p[6] = 1; }",
       {"out-of-bounds access"}},
      {"int a[4]; int main(void) { unsigned i = in(); if (i == 0x40000000) a[i] = 1; }",
       {"out-of-bounds access"}},
      {"union u { int i; char c[4]; }; int main(void) { union u u; u.i = 258; if (u.c[1] != 1)"
       " reach_error(); }",
       {}},
  };
  return table;
}

TEST(Lower, the_graph_has_the_runs_of_the_program) {
  NEEDS_CLANG();
  for (const Case& one : cases()) EXPECT_EQ(Explored(one.text).ends(), one.ends) << one.text;
}

TEST(Lower, variables_for_what_pointers_point_to_change_nothing) {
  NEEDS_CLANG();
  for (const Case& one : cases())
    EXPECT_EQ(Explored(one.text, {}, Pointers::Star).ends(), one.ends) << one.text;
}

TEST(Lower, the_program_itself_follows_the_runs) {
  NEEDS_CLANG();
  for (const Case& one : cases()) {
    const Explored explored(one.text);
    for (const Explored::Arrival& arrival : explored.arrivals) {
      if (arrival.sink->kind != Sink::Kind::Error) continue;
      const Replayed replayed = replay(explored.program, explored.model, arrival.run, arrival.sink);
      EXPECT_EQ(replayed.kind, Replayed::Kind::Follows) << one.text << ": " << replayed.text;
    }
  }
}

TEST(Lower, the_program_itself_follows_runs_to_what_blocks) {
  NEEDS_CLANG();
  const auto replayed = [](const char* text) {
    const Explored explored(text);
    EXPECT_EQ(explored.arrivals.size(), 1U) << text;
    return replay_to_limit(explored.program, explored.model, explored.arrivals.at(0).run);
  };
  EXPECT_EQ(
      replayed("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(9); }").kind,
      Replayed::Kind::Follows);
  EXPECT_EQ(replayed("int main(void) { if (in() == 3) __asm__(\"hlt\"); }").kind,
            Replayed::Kind::Follows);
}

TEST(Lower, the_program_itself_shows_what_is_wrong) {
  NEEDS_CLANG();
  const Explored explored("int a[2]; int main(void) {\n int i = in() & 2;\n a[i] = 1; }");
  ASSERT_EQ(explored.arrivals.size(), 1U);
  const auto& [sink, run] = explored.arrivals[0];
  const Replayed fault = replay(explored.program, explored.model, run, sink);
  EXPECT_EQ(fault.kind, Replayed::Kind::Follows);
  EXPECT_EQ(fault.text, "out-of-bounds access of 4 bytes");
  EXPECT_EQ(fault.at.line, 4U);
  EXPECT_EQ(fault.points, run.size() - 1);
  Sink other = *sink;
  other.defect = Defect::Arithmetic;
  EXPECT_EQ(replay(explored.program, explored.model, run, &other).kind, Replayed::Kind::Faults)
      << "what is wrong is not what is asked for";
}

TEST(Lower, a_fault_is_an_error_where_that_is_asked) {
  NEEDS_CLANG();
  using Found = std::set<std::optional<Defect>>;
  const auto errors = [](const c::Defects& defects) {
    const Explored explored(
        "int a[2]; int main(void) { int i = in(); a[i & 2] = 1; return 1 / i; }",
        {.defects = defects});
    EXPECT_EQ(explored.ends(), (Ends{"out-of-bounds access", "division by zero"}));
    Found out;
    for (const Sink& sink : explored.model.sinks) out.insert(sink.defect);
    for (const Sink& sink : explored.model.faults) EXPECT_FALSE(out.contains(sink.defect));
    return out;
  };
  EXPECT_EQ(errors({}), Found());
  EXPECT_EQ(errors({Defect::Memory}), Found{Defect::Memory});
  EXPECT_EQ(errors({Defect::Arithmetic}), Found{Defect::Arithmetic});
}

TEST(Lower, what_is_not_supported_is_certain_and_what_is_checked_is_not) {
  NEEDS_CLANG();
  const auto is_certain = [](const char* text) {
    const Explored explored(text);
    return explored.arrivals.at(0).sink->is_certain;
  };
  EXPECT_TRUE(is_certain("int main(void) { if (in()) __asm__(\"hlt\"); }"));
  EXPECT_FALSE(is_certain("int a[2]; int main(void) { return a[in() & 2]; }"));
}

TEST(Lower, bounds_are_the_callers) {
  NEEDS_CLANG();
  const char* deep =
      "int f(int n) { return n ? f(n - 1) + 1 : 0; } int main(void) { return f(9); }";
  EXPECT_EQ(Explored(deep, {.recursion = 10}).ends(), Ends());
  const char* five = "int main(void) { for (int i = 0; i < 5; i++) malloc(1); }";
  EXPECT_EQ(Explored(five, {.heap = 5}).ends(), Ends());
}

TEST(Lower, procedures_are_kept_where_that_is_asked) {
  NEEDS_CLANG();
  const Program program = parsed(
      "int f(int n) { return n ? f(n - 1) + 1 : 0; } int main(void) { return f(9) + f(1); }");
  const Model model = lower(program, {.procedures = true});
  EXPECT_EQ(model.procedures.size(), 2U);
  EXPECT_EQ(model.calls.size(), 3U);
  for (const ProcedureMeaning& procedure : model.procedures)
    for (const words::BlockId leave : procedure.leaves)
      EXPECT_TRUE(model.graph.blocks[leave].edges.empty());
}

constexpr const char* two_choices = R"(int g;
int main(void) {
  int x = in();
  g = 1;
  int y = in();
  if (x == 5 && y == -6)
    reach_error();
  return 0;
})";

TEST(Waypoints, say_what_was_chosen_where_a_statement_starts) {
  NEEDS_CLANG();
  const Explored explored(two_choices);
  ASSERT_EQ(explored.arrivals.size(), 1U);
  const auto& [sink, run] = explored.arrivals[0];
  const Way way = waypoints(explored.program, explored.model, run, *sink);
  std::vector<std::string> points;
  for (const Waypoint& point : way.points)
    points.push_back(fmt::format("{}:{} {}", point.at.line, point.at.column, point.assumption));
  // The declarations are line 1.
  EXPECT_EQ(points, (std::vector<std::string>{"5:3 x == 5", "7:3 y == -6", "8:5 "}));
  EXPECT_EQ(way.error, "call(reach_error())");
}

TEST(Waypoints, constants_are_of_c) {
  EXPECT_EQ(constant(5, {32, true, false, false}), "5");
  EXPECT_EQ(constant(0xFFFFFFFA, {32, true, false, false}), "-6");
  EXPECT_EQ(constant(0x80000000, {32, true, false, false}), "(-2147483647 - 1)");
  EXPECT_EQ(constant(5, {32, false, false, false}), "5U");
  EXPECT_EQ(constant(5, {64, true, false, false}), "5LL");
}

TEST(Explain, tells_a_run_as_statements_and_choices) {
  NEEDS_CLANG();
  const Explored explored(two_choices);
  ASSERT_EQ(explored.arrivals.size(), 1U);
  const auto& [sink, run] = explored.arrivals[0];
  const Explanation told = explain(explored.program, explored.model, run, sink->at);
  std::vector<std::uint32_t> lines;
  for (const ExplainedStep& step : told.steps) lines.push_back(step.at.line);
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{4, 5, 6, 7, 8}));
  EXPECT_EQ(told.end.at.line, 8U);
  ASSERT_EQ(told.choices.size(), 2U);
  EXPECT_EQ(told.choices[0].value, 5U);
  EXPECT_EQ(told.choices[1].value, 0xFFFFFFFAU);
  const Explanation end =
      explain(explored.program, explored.model, run, sink->at, 0, KeptSteps::Last);
  ASSERT_EQ(end.steps.size(), 1U);
  EXPECT_EQ(end.steps[0].at.line, 8U);
  EXPECT_EQ(end.end.function, told.end.function);
  EXPECT_EQ(end.end.values.size(), told.end.values.size());
  EXPECT_EQ(end.choices.size(), 2U);
}

TEST(Harness, answers_calls_with_the_values_of_the_run) {
  NEEDS_CLANG();
  const Explored explored(two_choices);
  ASSERT_EQ(explored.arrivals.size(), 1U);
  const auto& [sink, run] = explored.arrivals[0];
  const Explanation told = explain(explored.program, explored.model, run, sink->at);
  const std::string text = harness(explored.program, told.choices, {"a.c", "b.c"}, Shown::Call);
  EXPECT_NE(text.find("a.c b.c"), std::string::npos);
  EXPECT_NE(text.find("WEAK signed int in() {\n"
                      "  static const unsigned long long values[] = {5ULL, 4294967290ULL};\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("#define ERRORS 1"), std::string::npos);
  const std::string access = harness(explored.program, told.choices, {"a.c"}, Shown::Access);
  EXPECT_NE(access.find("-fsanitize=address"), std::string::npos);
  EXPECT_NE(access.find("#define ERRORS 0"), std::string::npos);
}

}  // namespace

}  // namespace hardbop::c
