// SPDX-License-Identifier: MIT
// What calls inlined give; that verdicts agree with those of other engines is for test/cross.
#include <gtest/gtest.h>

#include "boolean/language/generate.hpp"
#include "support.hpp"
#include "words/engine/image/bp_engine.hpp"
#include "words/transform/from_bp.hpp"

namespace hardbop::image {
namespace {

using test::Sample;

engine::Finding ask_inlined(const Sample& sample, const char* label, unsigned bound = 5) {
  Budget budget;
  Statistics statistics;
  engine::Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {{sample.label(label)}};
  return make_image_engine({{}, bound})->run(sample.graph(), query, budget, statistics).front();
}

TEST(ImageEngine, a_procedure_without_recursion_is_there_once) {
  const Sample sample(bp::generate_tn(200));
  const auto program =
      words::inline_calls(sample.graph(), {sample.procedure("main")}, 5, 1'000'000);
  ASSERT_TRUE(program);
  EXPECT_FALSE(program->overflow);
  EXPECT_EQ(program->blocks[sample.label("reach")].size(), 1U);
  EXPECT_EQ(words::problem(program->graph), std::nullopt);
  EXPECT_LT(program->graph.blocks.size(), 2 * sample.graph().vertices().size());
}

TEST(ImageEngine, too_many_copies_are_not_made) {
  const Sample sample(bp::generate_tn(200));
  EXPECT_FALSE(words::inline_calls(sample.graph(), {sample.procedure("main")}, 5, 100));
}

/// Goes three calls deep.
constexpr const char* three_deep = R"(
main() begin decl r; r := down(F, F); if (r) then L: skip; else M: skip; fi end
bool down(a, b) begin
  decl r;
  if (a & b) then return T; fi
  if (a) then r := down(T, T); else r := down(T, F); fi
  return r;
end)";

TEST(ImageEngine, a_bound_that_no_run_exceeds_is_exact) {
  const Sample sample(three_deep);
  EXPECT_EQ(ask_inlined(sample, "L", 3).outcome, engine::Outcome::Reached);
  EXPECT_EQ(ask_inlined(sample, "M", 3).outcome, engine::Outcome::Unreachable);
}

TEST(ImageEngine, a_bound_that_a_run_exceeds_is_unknown) {
  const Sample sample(three_deep);
  const engine::Finding found = ask_inlined(sample, "M", 2);
  EXPECT_EQ(found.outcome, engine::Outcome::Unknown);
  EXPECT_EQ(found.reason, "recursion deeper than 2 calls");
  EXPECT_EQ(ask_inlined(sample, "L", 2).outcome, engine::Outcome::Unknown);
}

TEST(ImageEngine, locals_are_arbitrary_at_each_call) {
  const Sample sample(R"(
    main() begin decl r; r := f(T); r := f(F); if (r) then L: skip; fi end
    bool f(set) begin decl x; if (set) then x := F; fi return x; end)");
  EXPECT_EQ(ask_inlined(sample, "L").outcome, engine::Outcome::Reached);
}

TEST(ImageEngine, enforce_is_asked_after_every_step_and_return) {
  const Sample sample(R"(decl g;
    main() begin decl x; enforce x = g; x := !x; L: skip; end)");
  EXPECT_EQ(ask_inlined(sample, "L").outcome, engine::Outcome::Unreachable);
  const Sample callee(R"(decl g;
    main() begin decl x; enforce x = g; f(); L: skip; end
    f() begin g := !g; M: skip; end)");
  EXPECT_EQ(ask_inlined(callee, "L").outcome, engine::Outcome::Unreachable);
  EXPECT_EQ(ask_inlined(callee, "M").outcome, engine::Outcome::Reached);
}

}  // namespace
}  // namespace hardbop::image
