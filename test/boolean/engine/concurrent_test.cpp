// SPDX-License-Identifier: MIT
// The meaning of threads, sentence by sentence of docs/manual/concurrency.md, asked of all
// ways to decide; each case says why its answer is right.
#include "boolean/engine/concurrent/concurrent.hpp"

#include <gtest/gtest.h>

#include "boolean/engine/compare_concurrent.hpp"
#include "boolean/trace/replay_interleaved.hpp"
#include "support.hpp"

namespace hardbop::test {
namespace {

using engine::ConcurrentFinding;
using engine::Outcome;
using transform::Bound;

/// A concurrent program and what can happen in it.
struct Concurrent {
  Sample sample;
  bp::Threads threads;

  explicit Concurrent(const std::string& text)
      : sample(text),
        threads(sample.graph(), bp::Threads::are_declared(sample.graph())
                                    ? bp::no_index
                                    : sample.procedure("main")) {}

  [[nodiscard]] std::vector<bp::VertexId> vertices(std::string_view label) const {
    std::vector<bp::VertexId> out;
    for (const bp::GraphLabel& one : sample.graph().labels())
      if (sample.graph().program().text(one.name) == label) out.push_back(one.vertex);
    return out;
  }

  template <typename Ask>
  [[nodiscard]] ConcurrentFinding ask(Ask way, std::string_view label, Bound bound) const {
    engine::ConcurrentQuery query;
    query.targets = {vertices(label)};
    query.bound = bound;
    query.want_traces = true;
    Budget budget;
    Statistics statistics;
    ConcurrentFinding finding =
        way(threads, query, engine::ConcurrentOptions{100'000, {}}, budget, statistics).front();
    if (finding.trace) {
      EXPECT_EQ(trace::replay(threads, *finding.trace, query.targets.front()), std::nullopt);
    }
    return finding;
  }

  /// The fewest context switches with which a run arrives at label X, as both ways say: "2"; "no"
  /// where none does within five.
  [[nodiscard]] std::string fewest(std::string_view label = "X") const {
    const Bound bound{Bound::Kind::Switches, 5};
    const auto text = [](const ConcurrentFinding& finding) -> std::string {
      if (finding.outcome == Outcome::Unknown) return finding.reason;
      if (finding.outcome == Outcome::Unreachable) return "no";
      return std::to_string(finding.trace->context_switches());
    };
    std::string looked = text(ask(&engine::explore_interleavings, label, bound));
    const std::string simulated = text(ask(&engine::simulate_interleavings, label, bound));
    EXPECT_EQ(looked, simulated);
    if (engine::can_search_product(threads)) {
      const Outcome all = ask(&engine::explore_interleavings, label, {}).outcome;
      EXPECT_EQ(ask(&engine::search_product, label, {}).outcome, all);
    }
    return looked;
  }

  [[nodiscard]] bool within_rounds(std::uint32_t rounds, std::string_view label = "X") const {
    const Bound bound{Bound::Kind::Rounds, rounds};
    const Outcome looked = ask(&engine::explore_interleavings, label, bound).outcome;
    EXPECT_EQ(looked, ask(&engine::simulate_interleavings, label, bound).outcome);
    return looked == Outcome::Reached;
  }
};

std::string two(const std::string& shared, const std::string& a, const std::string& b) {
  return shared + " thread a begin void main() begin " + a +
         " end end thread b begin void main() " + "begin " + b + " end end";
}

TEST(Concurrency, any_thread_may_be_the_first) {
  EXPECT_EQ(Concurrent(two("", "skip;", "X: skip;")).fewest(), "0");
}

TEST(Concurrency, a_change_of_the_active_thread_is_a_switch) {
  // b waits for a, which then waits for b: a, b, a.
  EXPECT_EQ(
      Concurrent(two("decl g := F, h := F;", "g := T; assume(h); X: skip;", "assume(g); h := T;"))
          .fewest(),
      "2");
}

TEST(Concurrency, a_switch_away_from_an_ended_thread_counts) {
  // a has to end before b can go on, and the change to b counts although a cannot move.
  EXPECT_EQ(Concurrent(two("decl g := F;", "g := T;", "assume(g); X: skip;")).fewest(), "1");
}

TEST(Concurrency, threads_interleave_between_statements) {
  // Between the test and the setting of the lock the other thread gets in: a, b, a would be two
  // switches, but both inside needs only that b stays there.
  const std::string both =
      "assume(!busy); busy := T; inside := !inside; if (!inside) then X: skip; fi";
  EXPECT_EQ(Concurrent(two("decl busy := F, inside := F;", both, both)).fewest(), "2");
}

TEST(Concurrency, an_atomic_section_is_not_interrupted) {
  const std::string both =
      "atomic_begin; assume(!busy); busy := T; atomic_end; inside := !inside;"
      "if (!inside) then X: skip; fi";
  EXPECT_EQ(Concurrent(two("decl busy := F, inside := F;", both, both)).fewest(), "no");
}

TEST(Concurrency, atomicity_is_kept_across_calls) {
  // The callee begins the section, the caller ends it; b cannot see g and not h.
  const std::string text =
      "decl g := F, h := F; void begins() begin atomic_begin; end "
      "thread a begin void main() begin begins(); g := T; h := T; atomic_end; end end "
      "thread b begin void main() begin if (g & !h) then X: skip; fi end end";
  EXPECT_EQ(Concurrent(text).fewest(), "no");
}

TEST(Concurrency, atomic_sections_are_not_counted) {
  // Two begins, one end: the section is over.
  EXPECT_EQ(Concurrent(two("decl g := F, h := F;",
                           "atomic_begin; atomic_begin; g := T; atomic_end; h := T;",
                           "if (g & !h) then X: skip; fi"))
                .fewest(),
            "1");
}

TEST(Concurrency, a_thread_that_blocks_in_an_atomic_section_ends_the_run) {
  // b never gets its turn once a waits; what a reached before counts.
  const Concurrent program(two("decl g := F, h := F;", "atomic_begin; g := T; Y: assume(h);",
                               "if (g) then X: skip; fi"));
  EXPECT_EQ(program.fewest(), "no");
  EXPECT_EQ(program.fewest("Y"), "0");
}

TEST(Concurrency, the_end_of_a_thread_ends_its_atomic_section) {
  const std::string b = "if (g) then X: skip; fi";
  EXPECT_EQ(Concurrent(two("decl g := F;", "atomic_begin; g := T;", b)).fewest(), "1");
  EXPECT_EQ(Concurrent(two("decl g := F;", "atomic_begin; g := T; end_thread;", b)).fewest(), "1");
}

TEST(Concurrency, entering_a_procedure_is_a_step) {
  // a evaluates its argument, b changes g, then the callee looks: it has the old value.
  const std::string text =
      "decl g := F; void look(old) begin if (g & !old) then X: skip; fi end "
      "thread a begin void main() begin look(g); end end "
      "thread b begin void main() begin g := T; end end";
  EXPECT_EQ(Concurrent(text).fewest(), "2");
}

TEST(Concurrency, returning_and_storing_the_result_is_one_step) {
  // g is evaluated and stored into h at once: no other thread can come in between.
  const std::string text =
      "decl g := F, h := F; bool read() begin return g; end "
      "thread a begin void main() begin h := read(); atomic_begin;"
      "if (h != g) then X: skip; fi atomic_end; end end "
      "thread b begin void main() begin g := T; end end";
  EXPECT_EQ(Concurrent(text).fewest(), "2") << "b moves after the return";
  const std::string at_once =
      "decl g := F, h := F; bool read() begin return g; end "
      "thread a begin void main() begin h := read(); end end "
      "thread b begin void main() begin atomic_begin; g := !g; if (!g & h) then X: skip; fi "
      "atomic_end; end end";
  EXPECT_EQ(Concurrent(at_once).fewest(), "no") << "h is never true without g";
}

TEST(Concurrency, reaching_the_end_of_a_procedure_is_no_step) {
  // After `g := T` a is back in main; were the end a step, b could see g and not `after`...
  // which it can anyway, as the assignment to `after` is a statement of its own. But the
  // length of the run tells: call, g, the condition of b.
  const std::string text =
      "decl g := F; void set() begin g := T; end "
      "thread a begin void main() begin set(); end end "
      "thread b begin void main() begin assume(g); X: skip; end end";
  const Concurrent program(text);
  const Bound bound{Bound::Kind::Switches, 1};
  const auto finding = program.ask(&engine::explore_interleavings, "X", bound);
  ASSERT_TRUE(finding.trace);
  EXPECT_EQ(finding.trace->steps.size(), 3U);
}

TEST(Concurrency, init_runs_before_all_threads_and_is_no_context) {
  const std::string text =
      "decl g, h; void init() begin g := T; h := F; Y: g := F; end "
      "thread a begin void main() begin if (g) then Z: skip; fi h := T; end end "
      "thread b begin void main() begin assume(h); X: skip; end end";
  const Concurrent program(text);
  EXPECT_EQ(program.fewest("Y"), "0") << "what init arrives at counts";
  EXPECT_EQ(program.fewest("Z"), "no") << "no thread sees g while init runs";
  EXPECT_EQ(program.fewest(), "1") << "a, then b; init is not counted";
}

TEST(Concurrency, init_that_never_ends_lets_no_thread_run) {
  EXPECT_EQ(Concurrent("void init() begin assume(F); end "
                       "thread a begin void main() begin X: skip; end end")
                .fewest(),
            "no");
}

TEST(Concurrency, copies_have_globals_of_their_own) {
  // x is set once in every copy, so no copy finds it set; the shared n counts two copies.
  const std::string text =
      "decl n := F; thread a * 2 begin decl x := F; void main() begin "
      "if (x) then Y: skip; fi x := T; if (n) then X: skip; fi n := T; end end";
  const Concurrent program(text);
  EXPECT_EQ(program.fewest("Y"), "no");
  EXPECT_EQ(program.fewest(), "1");
}

TEST(Concurrency, own_globals_pass_through_shared_procedures) {
  const std::string text =
      "decl g := F; void help() begin g := T; end "
      "thread a begin decl x := T; void main() begin help(); if (!x) then X: skip; fi end end "
      "thread b begin decl y := F; void main() begin y := T; help(); end end";
  EXPECT_EQ(Concurrent(text).fewest(), "no");
}

TEST(Concurrency, own_globals_are_initialised_before_init) {
  // x takes the first value of g, whatever init makes of g.
  const std::string text =
      "decl g := F; thread a begin decl x := g; void main() begin if (x) then X: skip; fi "
      "if (g) then Y: skip; fi end end void init() begin g := T; end";
  const Concurrent program(text);
  EXPECT_EQ(program.fewest(), "no");
  EXPECT_EQ(program.fewest("Y"), "0");
}

TEST(Concurrency, own_globals_hide_shared_ones) {
  const std::string text =
      "decl g := F; thread a begin decl g := T; void main() begin g := T; end end "
      "thread b begin void main() begin if (g) then X: skip; fi end end";
  EXPECT_EQ(Concurrent(text).fewest(), "no") << "a sets its own g";
}

TEST(Concurrency, threads_by_number_are_threads) {
  EXPECT_EQ(Concurrent("decl g; void init() begin g := F; end void thread0() begin g := T; end "
                       "void thread1() begin assume(g); X: skip; end")
                .fewest(),
            "1");
}

TEST(Concurrency, started_threads_outlive_main) {
  const std::string text =
      "decl g := F; void main() begin start_thread f(); g := T; end "
      "void f() begin assume(g); X: skip; end";
  EXPECT_EQ(Concurrent(text).fewest(), "1") << "main has ended when f looks";
}

TEST(Concurrency, a_started_thread_takes_its_arguments_when_it_is_started) {
  const std::string text =
      "decl g := F; void main() begin start_thread f(g); g := T; end "
      "void f(old) begin if (old) then X: skip; fi if (g & !old) then Y: skip; fi end";
  const Concurrent program(text);
  EXPECT_EQ(program.fewest(), "no");
  EXPECT_EQ(program.fewest("Y"), "1");
}

TEST(Concurrency, a_thread_can_start_at_a_label_with_a_copy_of_the_locals) {
  // Both go on at L with l true; main then makes its own l false, which the other's is not.
  const std::string text =
      "decl g := F; void main() begin decl l; l := T; start_thread goto L; l := F; g := T; "
      "L: assume(g); if (l) then X: skip; fi end";
  EXPECT_EQ(Concurrent(text).fewest(), "1");
}

TEST(Concurrency, a_call_with_an_async_label_starts_a_thread) {
  // main goes on at once; a plain call would block it.
  EXPECT_EQ(Concurrent("void main() begin ASYNC_1: f(); X: skip; end "
                       "void f() begin assume(F); end")
                .fewest(),
            "0");
}

TEST(Concurrency, a_site_may_start_any_number_of_threads) {
  // Three threads are needed, each of which adds one to a counter; main starts them in a loop.
  const std::string text =
      "decl a := F, b := F; void main() begin while (*) do start_thread f(); od "
      "if (a & b) then X: skip; fi end "
      "void f() begin a, b := !a, b ^ a; end";
  EXPECT_EQ(Concurrent(text).fewest(), "4") << "main, f, f, f, main";
}

TEST(Concurrency, a_thread_that_nobody_starts_does_not_run) {
  EXPECT_EQ(Concurrent("void main() begin skip; end "
                       "void f() begin X: start_thread f(); end")
                .fewest(),
            "no");
}

TEST(Concurrency, threads_may_recurse) {
  // Two calls deep in a, which comes back to both of them after b has answered.
  const std::string text =
      "decl g := F, h := F; thread a begin void main() begin down(T); X: skip; end "
      "void down(again) begin if (again) then down(F); assume(h); else g := T; fi end end "
      "thread b begin void main() begin assume(g); h := T; end end";
  EXPECT_EQ(Concurrent(text).fewest(), "2");
}

TEST(Concurrency, enforce_asks_nothing_while_others_move) {
  // b breaks a's enforce while a waits; a's next statement restores it.
  const std::string text =
      "decl g := T; thread a begin void main() begin enforce g; skip; g := T; X: skip; end end "
      "thread b begin void main() begin g := F; assume(g); Y: skip; end end";
  const Concurrent program(text);
  EXPECT_EQ(program.fewest(), "0");
  // Were b first, a would find its enforce false at its entry, and never start: a, b, a, b.
  EXPECT_EQ(program.fewest("Y"), "3");
}

TEST(Concurrency, a_failed_assertion_ends_the_run) {
  EXPECT_EQ(Concurrent(two("decl g := F;", "g := T; assert(F);", "assume(g); X: skip;")).fewest(),
            "1");
  EXPECT_EQ(
      Concurrent(two("decl g := F;", "atomic_begin; assert(F); g := T;", "assume(g); X: skip;"))
          .fewest(),
      "no");
}

TEST(Concurrency, rounds_go_by_the_order_of_the_threads) {
  // b before a is the second round for a.
  const Concurrent late(two("decl g := F;", "assume(g); X: skip;", "g := T;"));
  EXPECT_FALSE(late.within_rounds(1));
  EXPECT_TRUE(late.within_rounds(2));
  const Concurrent early(two("decl g := F;", "g := T;", "assume(g); X: skip;"));
  EXPECT_TRUE(early.within_rounds(1));
}

TEST(Concurrency, without_a_bound_all_configurations_are_proof) {
  const std::string text = two("decl g := F;", "while (*) do g := !g; od",
                               "atomic_begin; if (g & !g) then X: skip; fi atomic_end;");
  const Concurrent program(text);
  EXPECT_EQ(program.ask(&engine::decide_concurrent, "X", {}).outcome, Outcome::Unreachable);
}

TEST(Concurrency, without_a_bound_recursion_ends_as_unknown) {
  const std::string text =
      "decl g := F; thread a begin void main() begin if (*) then main(); fi g := T; end end "
      "thread b begin void main() begin if (g & !g) then X: skip; fi end end";
  const Concurrent program(text);
  const ConcurrentFinding finding = program.ask(&engine::decide_concurrent, "X", {});
  EXPECT_EQ(finding.outcome, Outcome::Unknown);
  EXPECT_NE(finding.reason, "");
}

TEST(Concurrency, a_forged_trace_does_not_replay) {
  const Concurrent program(
      two("decl g := F;", "atomic_begin; g := T; atomic_end;", "assume(g); X: skip;"));
  const Bound bound{Bound::Kind::Switches, 1};
  const auto finding = program.ask(&engine::explore_interleavings, "X", bound);
  ASSERT_TRUE(finding.trace);
  const std::vector<bp::VertexId> targets = program.vertices("X");
  const auto replays = [&](const trace::Interleaved& trace) {
    return !trace::replay(program.threads, trace, targets).has_value();
  };
  EXPECT_TRUE(replays(*finding.trace));
  trace::Interleaved forged = *finding.trace;
  forged.steps.erase(forged.steps.begin() + 2);  // b runs inside a's atomic section
  EXPECT_FALSE(replays(forged));
  forged = *finding.trace;
  forged.steps.back().thread = 1;
  EXPECT_FALSE(replays(forged));
  forged = *finding.trace;
  forged.steps[1].arrivals[0].frame.set(0, false);  // g is not set
  EXPECT_FALSE(replays(forged));
  forged = *finding.trace;
  forged.steps.pop_back();
  EXPECT_FALSE(replays(forged));
}

/// What others do between a thread's statements, and an `enforce` that they break; `end_thread` in
/// `init`; threads that start threads without end.
TEST(Concurrency, all_ways_agree_where_they_once_differed) {
  for (const std::uint64_t seed : {94U, 104U, 284U, 1044U, 1368U, 1444U, 2112U, 2258U, 2713U})
    EXPECT_EQ(compare_concurrent(seed).difference, "");
}

TEST(Concurrency, threads_that_start_threads_for_ever_end_as_unknown) {
  const Concurrent program(
      "decl g; void main() begin L: start_thread goto L; assume(F); X: skip; end");
  const ConcurrentFinding finding =
      program.ask(engine::explore_interleavings, "X", {Bound::Kind::Rounds, 1});
  EXPECT_EQ(finding.outcome, Outcome::Unknown);
  EXPECT_EQ(finding.reason, "more than 50 threads started");
}

TEST(Concurrency, both_ways_agree_on_random_programs) {
  for (std::uint64_t seed = 0; seed < repetitions(75); ++seed)
    EXPECT_EQ(compare_concurrent(seed).difference, "");
}

}  // namespace
}  // namespace hardbop::test
