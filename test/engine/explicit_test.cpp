// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "bp/generate.hpp"
#include "bp/generate_random.hpp"
#include "engine/explicit/explicit_engine.hpp"
#include "engine/oracle.hpp"
#include "support.hpp"
#include "trace/replay.hpp"

namespace hardbop::engine {
namespace {

using test::Sample;

constexpr std::uint64_t plenty = 1'000'000;

Finding ask(const Sample& sample, const std::vector<bp::VertexId>& target,
            Shortest shortest = Shortest::Hierarchical, std::uint64_t limit = plenty) {
  Budget budget;
  Statistics statistics;
  Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {target};
  query.want_traces = true;
  query.shortest = shortest;
  query.state_limit = limit;
  return make_explicit_engine()->run(sample.graph(), query, budget, statistics).front();
}

/// Asks, and has the trace replayed.
Finding ask_and_replay(const Sample& sample, const std::vector<bp::VertexId>& target,
                       Shortest shortest = Shortest::Hierarchical) {
  Finding finding = ask(sample, target, shortest);
  if (finding.trace) {
    const auto objection =
        trace::replay(sample.graph(), *finding.trace, {sample.procedure("main")}, target);
    EXPECT_EQ(objection.value_or("fine"), "fine");
  }
  return finding;
}

bool reaches(const std::string& text, const char* label = "L") {
  const Sample sample(text);
  const Finding finding = ask_and_replay(sample, {sample.label(label)});
  EXPECT_NE(finding.outcome, Outcome::Unknown);
  return finding.outcome == Outcome::Reached;
}

TEST(ExplicitEngine, decides_figure_1_of_bebop) {
  const Sample sample(test::figure_1);
  const Finding found = ask_and_replay(sample, {sample.label("R")});
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 6U);
  EXPECT_EQ(trace::length_of(*found.trace).expanded, BigUint(16));
  EXPECT_TRUE(found.trace->bodies[found.trace->open.front()].frame(0).get(0)) << "g starts as 1";
  EXPECT_EQ(ask(sample, {sample.label("S")}).outcome, Outcome::Unreachable);
}

TEST(ExplicitEngine, a_call_that_never_returns_reaches_nothing_after_it) {
  EXPECT_FALSE(reaches("main() begin f(); L: skip; end f() begin f(); end"));
  EXPECT_TRUE(reaches("main() begin f(); end f() begin L: skip; f(); end"));
}

TEST(ExplicitEngine, locals_start_arbitrary_at_each_entry) {
  EXPECT_TRUE(reaches(R"(
    void f(a) begin decl l; if (a) then if (!l) then L: skip; fi else l := T; fi end
    void main() begin f(F); f(T); end)"));
}

TEST(ExplicitEngine, a_hidden_global_keeps_its_value_and_passes_to_callees) {
  EXPECT_FALSE(reaches(R"(decl g;
    void main() begin decl g; g := T; set(); g := T; look(); end
    void set() begin g := F; end
    void look() begin if (g) then L: skip; fi end)"));
}

TEST(ExplicitEngine, results_win_over_globals_the_callee_writes) {
  EXPECT_FALSE(reaches(R"(decl g;
    bool f() begin g := T; return F; end
    void main() begin g := f(); if (g) then L: skip; fi end)"));
}

TEST(ExplicitEngine, running_off_the_end_gives_arbitrary_results) {
  EXPECT_TRUE(
      reaches("bool f() begin skip; end main() begin decl x; x := f(); assume x; L: skip; end"));
  EXPECT_TRUE(reaches("bool f() begin end main() begin decl x; x := f(); assume !x; L: skip; end"));
  EXPECT_TRUE(
      reaches("bool f() begin return; end main() begin decl x; x := f(); assume x; L: skip; end"));
}

TEST(ExplicitEngine, enforce_holds_at_entry_after_statements_and_after_calls) {
  EXPECT_FALSE(reaches("decl a; main() begin enforce a; if (!a) then L: skip; fi end"));
  EXPECT_FALSE(reaches("decl a; main() begin enforce a; a := F; L: skip; end"));
  EXPECT_FALSE(reaches("decl a; main() begin enforce a; f(); L: skip; end f() begin a := F; end"));
  EXPECT_TRUE(reaches("decl a; main() begin enforce a; f(); end f() begin a := F; L: skip; end"));
}

TEST(ExplicitEngine, constrain_relates_old_and_new_values) {
  EXPECT_FALSE(
      reaches("decl a, b; main() begin a, b := *, * constrain 'a = !'b; "
              "if (a = b) then L: skip; fi end"));
  EXPECT_FALSE(
      reaches("decl a; main() begin a := T; a := * constrain 'a = !a; "
              "if (a) then L: skip; fi end"));
}

TEST(ExplicitEngine, global_initialisers_run_in_order) {
  EXPECT_FALSE(reaches("decl a := T, b := !a; main() begin if (b) then L: skip; fi end"));
  EXPECT_TRUE(reaches("decl a := b, b := T; main() begin if (!a) then L: skip; fi end"));
  EXPECT_FALSE(reaches("decl a := b, b := a; main() begin if (a != b) then L: skip; fi end"));
}

TEST(ExplicitEngine, goto_chooses_and_dead_forgets) {
  EXPECT_TRUE(reaches("main() begin goto A, B; A: return; B: skip; L: skip; end"));
  EXPECT_TRUE(reaches("main() begin decl x; x := T; dead x; if (!x) then L: skip; fi end"));
}

TEST(ExplicitEngine, recursion_through_its_own_summary_still_expands) {
  // f can return 1 only from its base case, but f calling itself gives the same pair.
  const Sample sample(R"(decl g;
    main() begin f(); if (g) then L: skip; fi end
    f() begin if (*) then f(); else g := T; skip; skip; skip; fi end)");
  const Finding found = ask_and_replay(sample, {sample.label("L")});
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 2U);
}

TEST(ExplicitEngine, a_state_limit_answers_unknown_with_the_limit) {
  const Sample sample("decl a, b, c, d; main() begin skip; skip; if (F) then L: skip; fi end");
  const Finding found = ask(sample, {sample.label("L")}, Shortest::Hierarchical, 20);
  EXPECT_EQ(found.outcome, Outcome::Unknown);
  EXPECT_EQ(found.reason, "state limit (20 points) reached");
}

TEST(ExplicitEngine, what_was_found_before_a_limit_stays_found) {
  const Sample sample("decl a, b, c, d; main() begin f(); end f() begin L: skip; skip; skip; end");
  const Finding found = ask(sample, {sample.label("L")}, Shortest::Hierarchical, 20);
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_NE(found.note, "");
  EXPECT_FALSE(
      trace::replay(sample.graph(), *found.trace, {sample.procedure("main")}, {sample.label("L")}));
}

TEST(ExplicitEngine, a_deep_chain_of_calls_overflows_nothing) {
  const Sample sample(bp::generate_tn(test::repetitions(10'000)));
  const Finding found = ask_and_replay(sample, {sample.label("reach")});
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 3U);
}

TEST(ExplicitEngine, an_exponentially_long_trace_is_held_in_little_space) {
  std::string text = "decl g; main() begin p0(); L: skip; end\n";
  for (int i = 0; i < 200; ++i)
    text += "p" + std::to_string(i) + "() begin p" + std::to_string(i + 1) + "(); p" +
            std::to_string(i + 1) + "(); end\n";
  const Sample sample(text + "p200() begin skip; end");
  const Finding found = ask_and_replay(sample, {sample.label("L")});
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 1U);
  // 2^201 - 1 calls and 2^200 skips.
  EXPECT_EQ(trace::length_of(*found.trace).expanded,
            BigUint::power_of_two(201) - BigUint(1) + BigUint::power_of_two(200));
}

/// Against searches that only ask the interpreter, on random programs.
class RandomPrograms : public testing::TestWithParam<int> {};

TEST_P(RandomPrograms, explicit_engine_agrees_with_naive_searches) {
  constexpr int seeds_per_test = test::repetitions(60);
  const bp::RandomProgramSize small{2, 3, 1, 1, 1, 5, 2};
  for (int i = 0; i < seeds_per_test; ++i) {
    const auto seed =
        static_cast<std::uint64_t>(GetParam()) * seeds_per_test + static_cast<unsigned>(i);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Sample sample(bp::generate_random(seed, small));
    const auto naive = test::search_configurations(sample.graph(), sample.procedure("main"), 2000);
    const auto rings = test::hierarchical_distances(sample.graph(), sample.procedure("main"), 2000);
    for (const bp::VertexId target : sample.errors()) {
      const Finding expanded = ask_and_replay(sample, {target}, Shortest::Expanded);
      const Finding finding = ask_and_replay(sample, {target});
      ASSERT_EQ(finding.outcome, expanded.outcome);
      const auto found = naive.distance.find(target);
      if (finding.outcome == Outcome::Reached) {
        const BigUint length = trace::length_of(*expanded.trace).expanded;
        if (found != naive.distance.end()) {
          EXPECT_EQ(length, BigUint(found->second));
        } else {
          EXPECT_FALSE(naive.complete);
          EXPECT_GT(length, BigUint(naive.levels));
        }
      } else {
        EXPECT_EQ(found, naive.distance.end());
      }
      if (!rings) continue;
      EXPECT_EQ(rings->contains(target), finding.outcome == Outcome::Reached);
      if (finding.outcome == Outcome::Reached && rings->contains(target)) {
        EXPECT_EQ(trace::length_of(*finding.trace).hierarchical, rings->at(target));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range(0, 10));

}  // namespace
}  // namespace hardbop::engine
