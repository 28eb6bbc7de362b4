// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "boolean/engine/fixpoint/algorithms.hpp"
#include "boolean/engine/fixpoint/fixpoint_engine.hpp"
#include "boolean/language/threads.hpp"
#include "support.hpp"

namespace hardbop::engine {
namespace {

using test::Sample;

/// Whether a label is reached within so many context switches.
bool reached(const Sample& sample, const char* label, std::uint32_t switches) {
  const bp::Threads threads(sample.graph());
  EXPECT_FALSE(beyond_formulas(threads));
  ConcurrentQuery query;
  query.targets = {{sample.label(label)}};
  query.bound = {transform::Bound::Kind::Switches, switches};
  Budget budget;
  Statistics statistics;
  const ConcurrentFinding found =
      evaluate_interleavings(threads, query, {"cs"}, budget, statistics).front();
  EXPECT_NE(found.outcome, Outcome::Unknown) << found.reason;
  return found.outcome == Outcome::Reached;
}

/// The fewest context switches with which it is reached, or the limit.
std::uint32_t fewest(const Sample& sample, const char* label, std::uint32_t limit = 4) {
  for (std::uint32_t switches = 0; switches < limit; ++switches)
    if (reached(sample, label, switches)) return switches;
  return limit;
}

TEST(ThreadsByFormula, threads_see_each_others_globals) {
  const Sample sample(R"(decl g := F;
    thread a begin void main() begin g := T; if (!g) then A: skip; fi end end
    thread b begin void main() begin if (g) then B: skip; g := F; fi end end)");
  EXPECT_EQ(fewest(sample, "B"), 1U);
  EXPECT_EQ(fewest(sample, "A"), 2U);
}

TEST(ThreadsByFormula, a_thread_comes_back_to_where_it_was_with_its_locals) {
  const Sample sample(R"(decl g := F;
    thread a begin void main() begin decl x; x := *; g := x;
      if (g != x) then if (x) then A: skip; else B: skip; fi fi end end
    thread b begin void main() begin g := F; end end)");
  EXPECT_EQ(fewest(sample, "A"), 2U);
  EXPECT_EQ(fewest(sample, "B", 5), 5U);
}

TEST(ThreadsByFormula, a_thread_comes_back_with_what_it_had_left_behind) {
  // Where thread a stands at L, g was true when it was left; b saw it false.
  const Sample sample(R"(decl g := F, seen := F;
    thread a begin void main() begin if (*) then g := T; L: skip; if (seen) then A: skip; fi fi end end
    thread b begin void main() begin if (!g) then seen := T; fi end end)");
  EXPECT_EQ(fewest(sample, "A"), 1U);  // b runs first, then a as a whole
  const Sample after(R"(decl g := F, h := F, seen := F;
    thread a begin void main() begin
      h := T; if (*) then g := T; skip; if (seen) then A: skip; fi fi end end
    thread b begin void main() begin assume(h); if (!g) then seen := T; fi end end)");
  EXPECT_EQ(fewest(after, "A"), 2U);
  const Sample never(R"(decl g := F, seen := F;
    thread a begin void main() begin
      if (*) then g := T; assume(!seen); skip; if (seen) then A: skip; fi fi end end
    thread b begin void main() begin atomic_begin; if (!g) then seen := T; fi end end)");
  EXPECT_EQ(fewest(never, "A"), 4U);
}

TEST(ThreadsByFormula, a_call_may_come_back_in_a_later_context) {
  const Sample sample(R"(decl g := F;
    thread a begin void main() begin decl x; x := wait(T); if (x) then A: skip; else B: skip; fi end
      bool wait(y) begin if (!g) then y := wait(y); fi assume(g); return y; end end
    thread b begin void main() begin g := T; end end)");
  EXPECT_EQ(fewest(sample, "A"), 1U);
  EXPECT_EQ(fewest(sample, "B"), 4U);
  const Sample twice(R"(decl g := F;
    thread a begin void main() begin g := F; wait(); A: skip; end
      void wait() begin assume(g); end end
    thread b begin void main() begin g := T; end end)");
  EXPECT_EQ(fewest(twice, "A"), 2U);
}

TEST(ThreadsByFormula, atomic_sections_are_not_interrupted) {
  const Sample sample(R"(decl g := F;
    thread a begin void main() begin
      atomic_begin; g := T; if (!g) then A: skip; fi atomic_end; if (!g) then B: skip; fi end end
    thread b begin void main() begin g := F; end end)");
  EXPECT_EQ(fewest(sample, "A"), 4U);
  EXPECT_EQ(fewest(sample, "B"), 2U);
}

TEST(ThreadsByFormula, a_thread_that_ends_leaves_its_atomic_section) {
  const Sample sample(R"(decl g := F;
    thread a begin void main() begin atomic_begin; g := T; end end
    thread b begin void main() begin if (g) then B: skip; fi end end
    thread c begin void main() begin atomic_begin; g := T; end_thread; end end)");
  EXPECT_EQ(fewest(sample, "B"), 1U);
}

TEST(ThreadsByFormula, init_runs_before_and_is_no_context) {
  const Sample sample(R"(decl g;
    void init() begin g := F; atomic_begin; set(); end
    void set() begin g := T; I: skip; end
    thread a * 2 begin decl own := F; void main() begin
      if (!g) then A: skip; fi if (own) then B: skip; fi own := T; g := F; end end)");
  EXPECT_EQ(fewest(sample, "I"), 0U);
  EXPECT_EQ(fewest(sample, "A"), 1U);
  EXPECT_EQ(fewest(sample, "B"), 4U);
}

TEST(ThreadsByFormula, what_relations_cannot_say_is_told) {
  const Sample starts(
      R"(decl g; void main() begin start_thread f(); end void f() begin skip; end)");
  EXPECT_TRUE(beyond_formulas(bp::Threads(starts.graph(), starts.procedure("main"))));
  const Sample initialised(R"(decl g;
    thread a begin decl x := g; void main() begin skip; end end)");
  EXPECT_TRUE(beyond_formulas(bp::Threads(initialised.graph())));
}

}  // namespace
}  // namespace hardbop::engine
