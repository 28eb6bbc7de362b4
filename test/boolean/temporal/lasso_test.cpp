// SPDX-License-Identifier: MIT
// Lassos, and what replays them.
#include "boolean/logic/check_lasso.hpp"
#include "boolean/temporal/asking.hpp"
#include "boolean/trace/expand.hpp"

namespace hardbop::test {
namespace {

TEST(Lassos, stem_and_loop_are_as_short_as_can_be) {
  const Sample sample(
      "decl g;\nvoid main() begin\n  g := T;\n  while (T) do\n    if (*) then skip; "
      "skip; fi\n    g := !g;\n  od\nend");
  const auto found = ask_ltl(sample, "F G g");
  ASSERT_TRUE(found.lasso);
  EXPECT_EQ(found.lasso->kind, trace::Lasso::Kind::Loop);
  const trace::Body& body = found.lasso->trace.innermost();
  EXPECT_LE(found.lasso->step, 4U);
  EXPECT_EQ(body.steps.size() - found.lasso->step, 6U) << "g changes twice a round";
}

TEST(Lassos, another_round_is_the_loop_again) {
  const Sample sample("decl g;\nvoid main() begin while (T) do g := !g; od end");
  const auto found = ask_ltl(sample, "G F g => F terminated");
  ASSERT_TRUE(found.lasso);
  const trace::Lasso longer = trace::unroll(sample.graph(), *found.lasso);
  EXPECT_EQ(longer.trace.innermost().steps.size() - longer.step,
            found.lasso->trace.innermost().steps.size() - found.lasso->step);
  EXPECT_FALSE(trace::replay(sample.graph(), longer, setting_of(sample).entries));
}

TEST(Lassos, values_that_nothing_depends_on_may_change_from_round_to_round) {
  // c counts the rounds in two bits, and decides nothing.
  const Sample sample(
      "decl c0, c1;\nvoid main() begin while (T) do c0, c1 := !c0, c0 ^ c1; od end");
  const auto found = ask_termination(sample);
  ASSERT_TRUE(found.lasso);
  EXPECT_EQ(found.lasso->trace.innermost().steps.size() - found.lasso->step, 2U)
      << "one round suffices";
  EXPECT_FALSE(trace::is_exact(*found.lasso));
  const auto shown = trace::expand(sample.graph(), *found.lasso, 100, {});
  EXPECT_TRUE(shown.steps.front().free.get(0)) << "c0 is free";
}

TEST(Lassos, what_the_next_round_needs_is_not_free) {
  const Sample sample("decl g, h;\nvoid main() begin L: while (g) do h := *; od end");
  const auto found = ask_termination(sample);
  ASSERT_TRUE(found.lasso);
  const auto shown = trace::expand(sample.graph(), *found.lasso, 100, {});
  for (const trace::ShownStep& step : shown.steps) EXPECT_FALSE(step.free.get(0));
  EXPECT_TRUE(shown.steps.back().free.get(1));
}

/// Every way to spoil a lasso is found.
TEST(Lassos, a_spoilt_lasso_is_refused) {
  const Sample sample(
      "decl g;\nvoid main() begin g := T; L: while (g) do p(); od end\n"
      "void p() begin skip; end");
  const auto entries = setting_of(sample).entries;
  const temporal::Formula formula =
      read_formula(sample.graph(), "F terminated", temporal::Logic::Ltl);
  const auto found = ask_ltl(sample, "F terminated");
  ASSERT_TRUE(found.lasso);
  const auto check = [&](const trace::Lasso& lasso) {
    return temporal::check_lasso(sample.graph(), lasso, entries, formula, formula.root());
  };
  EXPECT_FALSE(check(*found.lasso));
  trace::Lasso wrong_start = *found.lasso;
  ++wrong_start.step;
  EXPECT_TRUE(check(wrong_start)) << "the loop would come back elsewhere";
  trace::Lasso wrong_value = *found.lasso;
  trace::Body& body = wrong_value.trace.bodies[wrong_value.trace.open.back()];
  body.after.set(0, false);
  EXPECT_TRUE(check(wrong_value)) << "g cannot become false";
  trace::Lasso wrong_kind = *found.lasso;
  wrong_kind.kind = trace::Lasso::Kind::Terminated;
  EXPECT_TRUE(check(wrong_kind)) << "main has not returned";
  const temporal::Formula other =
      read_formula(sample.graph(), "G !terminated", temporal::Logic::Ltl);
  EXPECT_TRUE(temporal::check_lasso(sample.graph(), *found.lasso, entries, other, other.root()))
      << "the run satisfies this one";
}

}  // namespace
}  // namespace hardbop::test
