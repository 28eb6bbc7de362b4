// SPDX-License-Identifier: MIT
// Each kind of statement: the steps the program may take, and the objection to any other.
#include "boolean/language/interpreter.hpp"

#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp::test {
namespace {

using Strings = std::vector<std::string>;

/// A program and its interpreter. Frames are written as bits, slot by slot: globals, locals,
/// results.
struct Replay : Checked {
  Graph graph;
  Interpreter interpreter;

  explicit Replay(std::string text)
      : Checked(std::move(text)), graph(program, symbols), interpreter(graph) {
    EXPECT_EQ(errors(), Strings());
  }

  static Valuation frame(std::string_view bits) {
    Valuation out(bits.size());
    for (std::uint32_t i = 0; i < bits.size(); ++i) out.set(i, bits[i] == '1');
    return out;
  }
  static std::string told(const Objection& objection) { return objection.value_or("fine"); }

  std::string initial(ProcedureId p, std::string_view bits) {
    return told(interpreter.initial(p, frame(bits)));
  }
  std::string step(VertexId v, std::string_view before, VertexId w, std::string_view after) {
    return told(interpreter.step(v, frame(before), w, frame(after)));
  }
  std::string call(VertexId v, std::string_view before, std::string_view entry) {
    return told(interpreter.call(v, frame(before), frame(entry)));
  }
  std::string give_back(VertexId v, std::string_view before, std::string_view exit,
                        std::string_view after) {
    return told(interpreter.give_back(v, frame(before), frame(exit), frame(after)));
  }
};

TEST(Interpreter, skip_and_print_and_atomic_marks_only_go_on) {
  Replay run("decl a; main() begin skip; print(a, *); atomic_begin; atomic_end; end");
  for (VertexId v = 0; v < 4; ++v) {
    EXPECT_EQ(run.step(v, "1", v + 1, "1"), "fine");
    EXPECT_EQ(run.step(v, "1", v + 1, "0"), "'a' changes without being assigned");
    EXPECT_EQ(run.step(v, "1", v, "1"), "another statement follows");
  }
  EXPECT_EQ(run.step(4, "1", 4, "1"), "nothing follows");
}

TEST(Interpreter, an_assignment_reads_the_old_state_throughout) {
  Replay run("decl a, b, c; main() begin a, b := b, a; end");
  EXPECT_EQ(run.step(0, "100", 1, "010"), "fine");
  EXPECT_EQ(run.step(0, "100", 1, "000"), "'b' cannot get this value");
  EXPECT_EQ(run.step(0, "100", 1, "110"), "'a' cannot get this value");
  EXPECT_EQ(run.step(0, "100", 1, "011"), "'c' changes without being assigned");
}

TEST(Interpreter, each_choice_is_independent) {
  Replay run("decl a, b, c; main() begin a, b := *, *; a, b := c & *, schoose[c, F]; end");
  for (const std::string after : {"000", "010", "100", "110"})
    EXPECT_EQ(run.step(0, "110", 1, after), "fine");
  EXPECT_EQ(run.step(1, "000", 2, "010"), "fine");
  EXPECT_EQ(run.step(1, "000", 2, "100"), "'a' cannot get this value");
  EXPECT_EQ(run.step(1, "001", 2, "111"), "fine");
  EXPECT_EQ(run.step(1, "001", 2, "101"), "'b' cannot get this value");
}

TEST(Interpreter, constrain_keeps_the_steps_for_which_it_holds) {
  Replay run("decl a, b; main() begin a, b := *, * constrain 'a != 'b & ('a | b); end");
  EXPECT_EQ(run.step(0, "01", 1, "01"), "fine");
  EXPECT_EQ(run.step(0, "00", 1, "10"), "fine");
  EXPECT_EQ(run.step(0, "00", 1, "01"), "the 'constrain' is false");
  EXPECT_EQ(run.step(0, "01", 1, "11"), "the 'constrain' is false");
}

TEST(Interpreter, a_discarded_value_changes_nothing) {
  Replay run("decl a; main() begin _, a := a, T; end");
  EXPECT_EQ(run.step(0, "0", 1, "1"), "fine");
  EXPECT_EQ(run.step(0, "0", 1, "0"), "'a' cannot get this value");
}

TEST(Interpreter, dead_frees_the_named_variables_only) {
  Replay run("decl a, b, c; main() begin dead a, c; end");
  for (const std::string after : {"010", "011", "110", "111"})
    EXPECT_EQ(run.step(0, "010", 1, after), "fine");
  EXPECT_EQ(run.step(0, "010", 1, "000"), "'b' changes without being assigned");
}

TEST(Interpreter, branches_go_where_their_condition_can_lead) {
  Replay run("decl a; main() begin if (a) then skip; else skip; fi while (*) do skip; od end");
  EXPECT_EQ(run.step(0, "1", 1, "1"), "fine");
  EXPECT_EQ(run.step(0, "0", 2, "0"), "fine");
  EXPECT_EQ(run.step(0, "1", 2, "1"), "the condition does not lead there");
  EXPECT_EQ(run.step(0, "0", 1, "0"), "the condition does not lead there");
  EXPECT_EQ(run.step(3, "0", 4, "0"), "fine");
  EXPECT_EQ(run.step(3, "0", 5, "0"), "fine");
  EXPECT_EQ(run.step(3, "0", 3, "0"), "the condition does not lead there");
}

TEST(Interpreter, a_branch_with_one_end_is_passed_either_way) {
  Replay run("decl a; main() begin if (a) then fi end");
  EXPECT_EQ(run.step(0, "1", 1, "1"), "fine");
  EXPECT_EQ(run.step(0, "0", 1, "0"), "fine");
}

TEST(Interpreter, an_assumption_passes_where_some_choice_makes_it_true) {
  Replay run("decl a; main() begin assume a; assume *; assume F & *; abortif a; end");
  EXPECT_EQ(run.step(0, "1", 1, "1"), "fine");
  EXPECT_EQ(run.step(0, "0", 1, "0"), "the assumption is false");
  EXPECT_EQ(run.step(1, "0", 2, "0"), "fine");
  EXPECT_EQ(run.step(2, "0", 3, "0"), "the assumption is false");
  EXPECT_EQ(run.step(3, "0", 4, "0"), "fine");
  EXPECT_EQ(run.step(3, "1", 4, "1"), "the assumption is false");
}

TEST(Interpreter, an_assertion_fails_where_it_can_be_false_and_goes_on_where_it_can_be_true) {
  Replay run("decl a; main() begin assert a; assert *; end");
  EXPECT_EQ(run.step(0, "1", 2, "1"), "fine");
  EXPECT_EQ(run.step(0, "0", 1, "0"), "fine");
  EXPECT_EQ(run.step(0, "1", 1, "1"), "the condition does not lead there");
  EXPECT_EQ(run.step(0, "0", 2, "0"), "the condition does not lead there");
  EXPECT_EQ(run.step(2, "0", 3, "0"), "fine");
  EXPECT_EQ(run.step(2, "0", 4, "0"), "fine");
  EXPECT_EQ(run.step(1, "0", 2, "0"), "nothing follows");
}

TEST(Interpreter, a_goto_leads_to_each_of_its_labels) {
  Replay run("main() begin L: goto L, M, N; skip; M: skip; N: decl a; end");
  EXPECT_EQ(run.step(0, "0", 0, "0"), "fine");
  EXPECT_EQ(run.step(0, "0", 2, "0"), "fine");
  EXPECT_EQ(run.step(0, "0", 3, "0"), "fine");
  EXPECT_EQ(run.step(0, "0", 1, "0"), "the goto does not lead there");
}

TEST(Interpreter, an_initialiser_of_a_local_is_an_assignment_at_its_place) {
  Replay run("decl g; main() begin decl a := g, b := !a; end");
  EXPECT_EQ(run.step(0, "100", 1, "110"), "fine");
  EXPECT_EQ(run.step(0, "100", 1, "100"), "'a' cannot get this value");
  EXPECT_EQ(run.step(1, "111", 2, "110"), "fine");
  EXPECT_EQ(run.step(1, "111", 2, "111"), "'b' cannot get this value");
}

// Frames of f: g, x, and the results.
TEST(Interpreter, a_return_gives_its_values_as_results) {
  Replay run("decl g; bool<2> f(x) begin return x, !g; return; end");
  EXPECT_EQ(run.step(0, "0100", 2, "0111"), "fine");
  EXPECT_EQ(run.step(0, "0100", 2, "0110"), "result 2 cannot get this value");
  EXPECT_EQ(run.step(0, "0100", 2, "0101"), "result 1 cannot get this value");
  EXPECT_EQ(run.step(0, "0100", 2, "1111"), "'g' changes without being assigned");
  EXPECT_EQ(run.step(0, "0100", 1, "0100"), "another statement follows");
}

TEST(Interpreter, a_bare_return_and_running_off_the_end_give_arbitrary_results) {
  Replay run("bool<2> f() begin if (*) then return; fi skip; end bool g() begin end");
  for (const std::string results : {"00", "01", "10", "11"}) {
    EXPECT_EQ(run.step(1, "00", 3, results), "fine");
    EXPECT_EQ(run.step(2, "00", 3, results), "fine");
  }
  EXPECT_EQ(run.step(0, "00", 2, "01"), "a result has a value before the procedure's exit");
}

// Frames: main g, a, b; f g, x, y, l.
TEST(Interpreter, a_call_passes_values_and_leaves_locals_arbitrary) {
  Replay run("decl g; main() begin decl a, b; f(a & !b, *); end f(x, y) begin decl l; l := x; end");
  for (const std::string entry : {"1100", "1101", "1110", "1111"})
    EXPECT_EQ(run.call(0, "110", entry), "fine");
  EXPECT_EQ(run.call(0, "110", "1000"), "formal 'x' cannot get this value");
  EXPECT_EQ(run.call(0, "110", "0100"), "global 'g' changes at the call");
  EXPECT_EQ(run.step(0, "110", 1, "110"), "a call is not a step within its procedure");
  EXPECT_EQ(run.call(1, "110", "1100"), "this is not a call");
}

// Frames: main g, h, a; f g, h, r1, r2.
TEST(Interpreter, results_win_over_globals_when_a_call_returns) {
  Replay run(
      "decl g, h; main() begin decl a; g, a := f(); _, g := f(); f(); end bool<2> f() begin end");
  EXPECT_EQ(run.give_back(0, "000", "0101", "011"), "fine");
  EXPECT_EQ(run.give_back(0, "000", "1101", "011"), "fine");
  EXPECT_EQ(run.give_back(0, "000", "1101", "111"), "'g' changes without being assigned");
  EXPECT_EQ(run.give_back(0, "000", "0101", "001"), "'h' changes without being assigned");
  EXPECT_EQ(run.give_back(1, "001", "0110", "011"), "fine");
  EXPECT_EQ(run.give_back(1, "001", "0110", "010"), "'a' changes without being assigned");
  EXPECT_EQ(run.give_back(2, "001", "1011", "101"), "fine");
}

// Frames: main g; f g, its own g.
TEST(Interpreter, a_hidden_global_keeps_its_value_and_passes_to_callees) {
  Replay run("decl g; main() begin f(g); end f(g) begin g := !g; h(); end h() begin skip; end");
  EXPECT_EQ(run.call(0, "1", "11"), "fine");
  EXPECT_EQ(run.step(2, "11", 3, "10"), "fine");
  EXPECT_EQ(run.step(2, "11", 3, "01"), "'g' changes without being assigned");
  EXPECT_EQ(run.call(3, "10", "1"), "fine");
  EXPECT_EQ(run.call(3, "10", "0"), "global 'g' changes at the call");
  EXPECT_EQ(run.give_back(3, "10", "1", "10"), "fine");
}

// Frames: main a, b; f a, b.
TEST(Interpreter, enforce_holds_at_entry_after_each_statement_and_after_each_call) {
  Replay run(
      "decl a, b; main() begin enforce a | b; a := *; f(); end f() begin enforce !a; b := *; end");
  const std::string refused = "the 'enforce' of 'main' is false";
  EXPECT_EQ(run.initial(0, "10"), "fine");
  EXPECT_EQ(run.initial(0, "00"), refused);
  EXPECT_EQ(run.step(0, "11", 1, "01"), "fine");
  EXPECT_EQ(run.step(0, "10", 1, "00"), refused);
  EXPECT_EQ(run.call(1, "01", "01"), "fine");
  EXPECT_EQ(run.call(1, "11", "11"), "the 'enforce' of 'f' is false");
  EXPECT_EQ(run.step(3, "01", 4, "00"), "fine") << "nothing is required of the caller now";
  EXPECT_EQ(run.give_back(1, "01", "01", "01"), "fine");
  EXPECT_EQ(run.give_back(1, "01", "00", "00"), refused);
}

TEST(Interpreter, an_enforce_passes_where_some_choice_makes_it_true) {
  Replay run("decl a; main() begin enforce * | F; a := *; end");
  EXPECT_EQ(run.initial(0, "0"), "fine");
  EXPECT_EQ(run.step(0, "0", 1, "1"), "fine");
}

TEST(Interpreter, a_run_starts_with_globals_as_initialised_and_the_rest_arbitrary) {
  Replay run("decl a := T, b := !a, c; main(x) begin decl l; l := x; end");
  const std::string refused = "the globals are not as their initialisers leave them";
  EXPECT_EQ(run.initial(0, "10000"), "fine");
  EXPECT_EQ(run.initial(0, "10111"), "fine");
  EXPECT_EQ(run.initial(0, "00000"), refused);
  EXPECT_EQ(run.initial(0, "11000"), refused);
}

TEST(Interpreter, an_initialiser_that_reads_a_global_initialised_later_sees_an_arbitrary_value) {
  Replay run("decl a := c, b := c, c := F, d := !d; main() begin end");
  const std::string refused = "the globals are not as their initialisers leave them";
  EXPECT_EQ(run.initial(0, "0000"), "fine");
  EXPECT_EQ(run.initial(0, "1101"), "fine");
  EXPECT_EQ(run.initial(0, "1000"), refused) << "c has one first value";
  EXPECT_EQ(run.initial(0, "0010"), refused);
  Replay later("decl a := T, b := a, c := *; main() begin end");
  EXPECT_EQ(later.initial(0, "110"), "fine");
  EXPECT_EQ(later.initial(0, "111"), "fine");
  EXPECT_EQ(later.initial(0, "100"), refused);
}

TEST(Interpreter, wide_assignments_take_linear_time) {
  std::string names = "v0";
  for (int i = 1; i < 20'000; ++i) names += fmt::format(", v{}", i);
  Replay run(fmt::format("decl {0}; main() begin dead {0}; end", names));
  const std::string ones(20'000, '1');
  const std::string zeros(20'000, '0');
  EXPECT_EQ(run.step(0, zeros, 1, ones), "fine");
}

}  // namespace
}  // namespace hardbop::bp::test
