// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "boolean/engine/summary/summary_engine.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/trace/replay.hpp"
#include "support.hpp"

namespace hardbop::engine {
namespace {

using test::Sample;

Finding ask_summary(const Sample& sample, bp::VertexId target, bool trace = true) {
  Budget budget;
  Statistics statistics;
  Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {{target}};
  query.want_traces = trace;
  return make_summary_engine()->run(sample.graph(), query, budget, statistics).front();
}

TEST(SummaryEngine, a_long_chain_of_calls_overflows_nothing) {
  const Sample sample(bp::generate_tn(test::repetitions(20'000)));
  const Finding found = ask_summary(sample, sample.label("reach"));
  ASSERT_EQ(found.outcome, Outcome::Reached);
  ASSERT_TRUE(found.trace);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 3U);
  EXPECT_FALSE(trace::replay(sample.graph(), *found.trace, {sample.procedure("main")},
                             {sample.label("reach")}));
}

TEST(SummaryEngine, expansion_through_a_procedures_own_summary_ends) {
  const Sample sample(R"(decl g;
    main() begin f(); if (g) then L: skip; fi end
    f() begin if (*) then f(); else g := T; skip; skip; skip; fi end)");
  const Finding found = ask_summary(sample, sample.label("L"));
  ASSERT_TRUE(found.trace);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 2U);
}

TEST(SummaryEngine, many_globals_with_arbitrary_values_are_no_burden) {
  std::string text = "decl g0";
  for (int i = 1; i < 100; ++i) text += ", g" + std::to_string(i);
  text += ";\nmain() begin\n";
  for (int i = 1; i < 100; ++i)
    text += "g" + std::to_string(i) + " := g" + std::to_string(i - 1) + ";\n";
  text += "if (g99 != g0) then L: skip; fi M: skip; end";
  const Sample sample(text);
  EXPECT_EQ(ask_summary(sample, sample.label("L")).outcome, Outcome::Unreachable);
  EXPECT_EQ(ask_summary(sample, sample.label("M")).outcome, Outcome::Reached);
}

TEST(SummaryEngine, a_time_limit_answers_unknown_with_the_phase) {
  const Sample sample(bp::generate_tn(1000));
  Budget budget({.seconds = 0.0, .memory_bytes = {}, .cancel = nullptr});
  Statistics statistics;
  Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {{sample.label("reach")}};
  const Finding found =
      make_summary_engine()->run(sample.graph(), query, budget, statistics).front();
  EXPECT_EQ(found.outcome, Outcome::Unknown);
  EXPECT_NE(found.reason.find("time limit reached while computing path edges"), std::string::npos)
      << found.reason;
}

}  // namespace
}  // namespace hardbop::engine
