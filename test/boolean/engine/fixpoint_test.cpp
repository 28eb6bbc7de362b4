// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "boolean/engine/fixpoint/algorithms.hpp"
#include "boolean/engine/fixpoint/fixpoint_engine.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/trace/replay.hpp"
#include "support.hpp"

namespace hardbop::engine {
namespace {

using test::Sample;

std::shared_ptr<const SourceFile> written(std::string text) {
  return std::make_shared<const SourceFile>("mine.fx", std::move(text));
}

class EachAlgorithm : public testing::TestWithParam<const char*> {
 protected:
  static std::vector<Finding> ask(const Sample& sample, Query query, Budget budget = Budget()) {
    Statistics statistics;
    if (query.entries.empty()) query.entries = {sample.procedure("main")};
    return make_fixpoint_engine({.algorithm = GetParam()})
        ->run(sample.graph(), query, budget, statistics);
  }
  static Outcome reach(const Sample& sample, std::string_view label) {
    Query query;
    query.targets = {{sample.label(label)}};
    return ask(sample, query).front().outcome;
  }
};

TEST_P(EachAlgorithm, figure_1_of_the_paper_on_bebop_is_decided) {
  const Sample sample(test::figure_1);
  EXPECT_EQ(reach(sample, "R"), Outcome::Reached);
  EXPECT_EQ(reach(sample, "S"), Outcome::Unreachable);
}

TEST_P(EachAlgorithm, results_are_arbitrary_where_a_procedure_runs_off_its_end) {
  const Sample sample(R"(bool f(a) begin end
    bool g(a) begin if (a) then return a; fi end
    bool h(a) begin h(a); end
    main() begin decl x;
      x := f(F); if (x) then A: skip; fi
      x := g(T); if (!x) then B: skip; fi
      x := g(F); if (x) then C: skip; fi
      x := h(F); D: skip; end)");
  EXPECT_EQ(reach(sample, "A"), Outcome::Reached);
  EXPECT_EQ(reach(sample, "B"), Outcome::Unreachable);
  EXPECT_EQ(reach(sample, "C"), Outcome::Reached);
  EXPECT_EQ(reach(sample, "D"), Outcome::Unreachable);
}

TEST_P(EachAlgorithm, an_enforce_is_looked_at_after_a_last_call) {
  const Sample sample(R"(decl g;
    f() begin enforce !g; set(); end
    set() begin g := *; end
    main() begin g := F; f(); if (g) then L: skip; fi M: skip; end)");
  EXPECT_EQ(reach(sample, "L"), Outcome::Unreachable);
  EXPECT_EQ(reach(sample, "M"), Outcome::Reached);
}

TEST_P(EachAlgorithm, a_run_starts_in_any_of_several_entries) {
  const Sample sample(R"(decl g := T;
    a(x) begin A: skip; end  b() begin if (!g) then B: skip; fi end  c() begin C: skip; end
    main() begin end)");
  Query query;
  query.entries = {sample.procedure("a"), sample.procedure("b")};
  query.targets = {{sample.label("A")}, {sample.label("B")}, {sample.label("C")}};
  const std::vector<Finding> found = ask(sample, query);
  EXPECT_EQ(found[0].outcome, Outcome::Reached);
  EXPECT_EQ(found[1].outcome, Outcome::Unreachable);
  EXPECT_EQ(found[2].outcome, Outcome::Unreachable);
}

TEST_P(EachAlgorithm, the_place_that_was_reached_is_named) {
  const Sample sample(R"(main() begin if (F) then A: skip; else B: skip; fi end)");
  Query query;
  query.targets = {{sample.label("A"), sample.label("B")}};
  EXPECT_EQ(ask(sample, query).front().reached, sample.label("B"));
}

TEST_P(EachAlgorithm, a_trace_is_shortest_and_replays) {
  const Sample sample(test::figure_1);
  Query query;
  query.targets = {{sample.label("S")}, {sample.label("R")}};
  query.want_traces = true;
  const std::vector<Finding> found = ask(sample, query);
  EXPECT_FALSE(found[0].trace);
  ASSERT_TRUE(found[1].trace);
  EXPECT_EQ(trace::length_of(*found[1].trace).hierarchical, 6U);
  EXPECT_FALSE(
      trace::replay(sample.graph(), *found[1].trace, {sample.procedure("main")}, query.targets[1]));
}

TEST_P(EachAlgorithm, a_time_limit_answers_unknown) {
  const Sample sample(bp::generate_tn(50));
  Query query;
  query.targets = {{sample.label("reach")}};
  const Finding found =
      ask(sample, query, Budget({.seconds = 0.0, .memory_bytes = {}, .cancel = nullptr})).front();
  EXPECT_EQ(found.outcome, Outcome::Unknown);
  EXPECT_NE(found.reason.find("time limit reached while"), std::string::npos) << found.reason;
}

INSTANTIATE_TEST_SUITE_P(Shipped, EachAlgorithm, testing::Values("summary", "ef", "ef-opt"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(FixpointEngine, wrong_algorithms_are_diagnosed) {
  const Sample sample(test::figure_1);
  const auto error = [&](const char* text) {
    const Diagnostics found = check_algorithm(ProgramRelations(sample.graph()), written(text));
    return found.has_errors() ? found.all().front().text : "";
  };
  EXPECT_EQ(error(""), "the algorithm defines no relation 'Reached'");
  EXPECT_EQ(error("relation Reached(x: bool) := x;"),
            "'Reached' must have the parameters (Module, Counter)");
  EXPECT_EQ(error("input relation Exit(x: bool);"), "'Exit' has the parameters (Module, Counter)");
  EXPECT_EQ(error("input relation Exits(x: bool);"), "no input relation 'Exits'");
  EXPECT_EQ(error("input type Counter, Module;\n"
                  "relation Reached(m: Module, p: Counter) := true;"),
            "");
}

TEST(FixpointEngine, an_algorithm_that_never_becomes_stable_answers_unknown) {
  const Sample sample(test::figure_1);
  Budget budget;
  Statistics statistics;
  Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {{sample.label("R")}};
  const FixpointOptions options{
      .own = written(
          "input type Module, Counter;\nmu Reached(m: Module, p: Counter) := !Reached(m, p);")};
  const Finding found =
      make_fixpoint_engine(options)->run(sample.graph(), query, budget, statistics).front();
  EXPECT_EQ(found.outcome, Outcome::Unknown);
  EXPECT_EQ(found.reason,
            "'Reached' does not converge: round 4 gives the same value as round 2 at "
            "mine.fx:2:4");
}

}  // namespace
}  // namespace hardbop::engine
