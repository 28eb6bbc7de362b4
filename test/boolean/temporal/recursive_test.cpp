// SPDX-License-Identifier: MIT
// Recursive programs, with answers that were thought out by hand. The reason stands beside
// each; those marked (stack) have subformulas whose truth depends on the stack.
#include "boolean/temporal/asking.hpp"

namespace hardbop::test {
namespace {

struct Case {
  const char* formula;
  engine::Outcome answer;
  const char* why;
};

void expect_ltl(const char* program, std::initializer_list<Case> cases) {
  const Sample sample(program);
  for (const Case& one : cases)
    EXPECT_EQ(ask_ltl(sample, one.formula).outcome, one.answer) << one.formula << ": " << one.why;
}

void expect_ctl(const char* program, std::initializer_list<Case> cases) {
  const Sample sample(program);
  for (const Case& one : cases)
    EXPECT_EQ(ask_ctl(sample, one.formula).outcome, one.answer) << one.formula << ": " << one.why;
}

/// Goes down as often as it likes, then up again.
constexpr const char* down_and_up = R"(decl up := F;
void main() begin p(); E: skip; end
void p() begin
  D: if (*) then p(); else up := T; fi
  U: skip;
end)";

TEST(RecursiveLtl, a_stack_of_any_depth_is_gone_down_and_up) {
  expect_ltl(
      down_and_up,
      {{"F up", violated, "the recursion may go down for ever"},
       {"F G @D -> G F !in(main)", holds, "at D for ever is impossible: p() lies between"},
       {"G(up -> F(@E | terminated))", holds, "once up, each return is one step nearer to the end"},
       {"G(up -> G !@D)", holds, "nobody goes down after up"},
       {"G(@U -> up)", holds, "U is reached by the base case, or after a deeper one"},
       {"F terminated | G !up", holds, "either the base case comes, or it never does"},
       {"G F @D", violated, "the run that ends does not"},
       {"(G F @D) | F terminated", holds, "an endless run goes down for ever"},
       {"G(@E -> X terminated)", holds, "E is the last statement of main"}});
}

TEST(RecursiveCtl, a_stack_of_any_depth_is_gone_down_and_up) {
  expect_ctl(down_and_up,
             {{"AF up", violated, "as F up"},
              {"AG EF up", holds, "up can be made true at every depth, and stays so"},
              {"AG(up -> AF terminated)", holds, "going up ends"},
              {"AG(!up -> EF up)", holds, "from every depth the base case can be taken"},
              {"AG(!up -> EG !up)", violated, "at `up := T` there is no other way"},
              {"EG !up", holds, "down for ever"},
              {"AG EF terminated", holds, "every configuration can still come to the end"}});
}

/// Alternates a bit on each level.
constexpr const char* alternating = R"(decl g := F;
void main() begin p(F); end
void p(a) begin
  N: g := a;
  if (*) then p(!a); fi
  B: skip;
  C: g := a;
end)";

TEST(RecursiveLtl, formals_differ_from_level_to_level) {
  expect_ltl(alternating,
             {{"G F terminated | G F (@N & p.a)", holds, "every second level has a = 1"},
              {"G F terminated | F G !p.a", violated, "and so levels with a = 1 come again"},
              {"G(@C -> X(g | !g))", holds, "a tautology after a step"},
              {"G((@B & g & p.a) -> X X g)", holds, "C gives g the value of a"},
              {"G(@N & p.a -> X(g))", holds, "N gives g the value of a"},
              {"G(@N & !p.a -> X(!g))", holds, "likewise"},
              {"F(in(p) & p.a)", violated, "the first level may be the last"}});
}

/// (stack) What follows a return depends on who called.
constexpr const char* two_callers = R"(decl x;
void main() begin
  x := *;
  if (x) then A: q(); L: skip; else B: q(); M: skip; fi
end
void q() begin
  if (*) then q(); fi
  R: skip;
end)";

TEST(RecursiveCtl, what_follows_a_return_depends_on_the_caller) {
  expect_ctl(two_callers,
             {{"AG(@R & x -> EF @L)", holds, "(stack) with x the call was that of A"},
              {"AG(@R & !x -> !EF @L)", holds, "(stack) without, that of B, so L is not to come"},
              {"AG(@R -> EF @L | EF @M)", holds, "(stack) one of them follows"},
              {"AG(@R -> EF @L & EF @M)", violated, "(stack) but never both"},
              {"AG(@R -> A[(in(q)) U (@L | @M)])", holds, "returns lead through q alone"},
              {"AG(in(q) -> EF @R)", holds, "the recursion can stop"},
              {"AG(in(q) -> AF @R)", violated, "but need not"},
              {"AG(@R -> AF terminated)", holds, "after R it only goes up"},
              {"EF(@R & EX @R)", holds, "(stack) two frames of q: R follows R"},
              {"EF(@R & EX @L)", holds, "(stack) the last frame of q, called by A"},
              {"AG(@R -> EX @R | EX @L | EX @M)", holds, "(stack) nothing else is below"}});
}

/// (stack) The depth is known to nobody but the stack: even and odd levels return to
/// different places.
constexpr const char* even_and_odd = R"(void main() begin even(); END: skip; end
void even() begin
  if (*) then odd(); O: skip; fi
  I: skip;
end
void odd() begin
  even(); V: skip;
end)";

TEST(RecursiveCtl, levels_alternate_on_the_stack) {
  expect_ctl(even_and_odd,
             {{"AG(@I -> EX @V | EX @END)", holds, "(stack) even returns to odd, or to main"},
              {"AG(@I -> EX @V)", violated, "(stack) the outermost even returns to main"},
              {"EF(@I & EX @V) & EF(@I & EX @END)", holds, "(stack) both kinds of frames occur"},
              {"AG(@V -> AX @O)", holds, "odd is called by even alone"},
              {"AG(@V -> AF @END)", holds, "the way up ends in main"},
              {"AG(@I & EX @END -> AX AX terminated)", holds, "(stack) and then it is over"},
              {"AG(@I & EX @V -> AX AX @O)", holds, "(stack) through V to O"}});
}

TEST(RecursiveLtl, levels_alternate_on_the_stack) {
  expect_ltl(even_and_odd,
             {{"G(@V -> X @O)", holds, "odd's last statement returns to even"},
              {"G(@I -> X(@V | @END))", holds, "even's last statement returns to odd or main"},
              {"F @END | G F in(odd)", holds, "else it goes down for ever, through odd"},
              {"F @END | F G in(even)", violated, "through odd, again and again"}});
}

/// Main calls itself; it has ended only when the outermost call returns.
constexpr const char* main_again = R"(decl deep := F;
void main() begin
  if (*) then deep := T; main(); A: skip; fi
  Z: skip;
end)";

TEST(RecursiveLtl, main_may_call_itself) {
  expect_ltl(main_again, {{"G(@Z -> X(@A | terminated))", holds, "an inner main returns to A"},
                          {"G(@Z -> X terminated)", violated, "not every Z is the outermost one's"},
                          {"G(terminated -> G terminated)", holds, "the end is for ever"},
                          {"F terminated", violated, "main may call itself for ever"},
                          {"G(terminated -> !in(main) & !@Z)", holds, "then no frame is left"}});
  expect_ctl(main_again,
             {{"EF(@Z & EX @A)", holds, "(stack) an inner one"},
              {"AG(@Z -> EX @A | EX terminated)", holds, "(stack) inner or outermost"},
              {"AG(deep & @Z -> EX @A)", violated, "(stack) deep stays true for the outermost Z"}});
}

/// Runs that an assumption blocks are no runs.
constexpr const char* blocking = R"(decl g := F;
void main() begin p(); L: skip; end
void p() begin
  if (*) then p(); assume(F); fi
  skip;
end)";

TEST(RecursiveLtl, blocked_runs_are_no_runs) {
  expect_ltl(blocking,
             {{"F terminated | G in(p) | X G in(p)", holds, "down for ever, or one level only"},
              {"X X X @L | G(!terminated)", holds, "who comes back from deeper is blocked"}});
  expect_ctl(blocking,
             {{"AX AX EX in(p)", violated, "in the base case the third configuration is at L"},
              {"AG(@L -> AX terminated)", holds, "L is the last statement"},
              {"EX EX EX EX in(p)", holds, "down for ever is a run"}});
}

/// A failed assertion in the depth stays there.
constexpr const char* failing = R"(void main() begin p(F); end
void p(a) begin
  if (a) then assert(F); fi
  if (*) then p(T); fi
end)";

TEST(RecursiveLtl, a_failed_assertion_stays_failed) {
  expect_ltl(failing,
             {{"G !failed", violated, "the second level fails"},
              {"G(failed -> G(failed & in(p) & p.a))", holds, "the frame is kept"},
              {"F(failed | terminated)", holds, "the first level ends, or the second one fails"}});
}

/// The stack grows with each round, and the loop is as short as the recursion.
TEST(Termination, a_loop_that_grows_the_stack_says_so) {
  const Sample sample(
      "void main() begin p(T); end\nvoid p(a) begin if (a) then q(a); fi end\n"
      "void q(b) begin p(b); end");
  const temporal::LtlFinding found = ask_termination(sample);
  ASSERT_EQ(found.outcome, violated);
  ASSERT_TRUE(found.lasso);
  EXPECT_EQ(found.lasso->kind, trace::Lasso::Kind::Loop);
  EXPECT_EQ(found.lasso->growth(), 2U) << "a round enters q and p";
  EXPECT_EQ(found.diverging.size(), 3U) << "no call of main, p and q comes back";
}

TEST(Termination, only_those_diverge_that_can) {
  const Sample sample(
      "void main() begin calm(); if (*) then spin(); fi end\n"
      "void calm() begin if (*) then calm(); fi assume(F); end\n"
      "void spin() begin while (T) do skip; od end");
  const temporal::LtlFinding found = ask_termination(sample);
  ASSERT_EQ(found.outcome, violated);
  const std::vector<bp::ProcedureId> expected{sample.procedure("main"), sample.procedure("calm")};
  EXPECT_EQ(found.diverging, expected) << "spin is never called: calm never comes back";
}

TEST(Termination, a_blocked_run_is_not_endless) {
  const Sample sample("void main() begin while (T) do assume(F); od end");
  EXPECT_EQ(ask_termination(sample).outcome, holds);
}

TEST(Termination, a_descent_along_a_flag_ends) {
  const Sample sample(
      "decl g;\nvoid main() begin p(); end\n"
      "void p() begin if (g) then g := F; p(); p(); fi end");
  EXPECT_EQ(ask_termination(sample).outcome, holds) << "g is true once at most";
}

}  // namespace
}  // namespace hardbop::test
