// SPDX-License-Identifier: MIT
// A trace made by hand: its length, its order, and that whoever changes it is found out. Traces of
// engines are tested with those.
#include "boolean/trace/trace.hpp"

#include <gtest/gtest.h>

#include "boolean/trace/events.hpp"
#include "boolean/trace/expand.hpp"
#include "boolean/trace/replay.hpp"
#include "support.hpp"

namespace hardbop::trace {

namespace {

class CallAndReturn : public testing::Test {
 protected:
  test::Sample sample_{R"(decl g;
    main() begin g := T; f(); R: skip; end
    f() begin g := !g; end)"};
  bp::ProcedureId main_ = sample_.procedure("main");
  bp::ProcedureId callee_ = sample_.procedure("f");

  [[nodiscard]] bp::Valuation frame(bp::ProcedureId p, bool g) const {
    bp::Valuation out(sample_.graph().frame_size(p));
    out.set(0, g);
    return out;
  }

  [[nodiscard]] bp::VertexId call() const {
    const bp::Range all = sample_.graph().procedure(main_).vertices;
    bp::VertexId v = all.first;
    while (sample_.graph().vertex(v).kind != bp::VertexKind::Call) ++v;
    return v;
  }

  [[nodiscard]] Trace trace() const {
    Body inside;
    inside.procedure = callee_;
    inside.steps = {{sample_.graph().procedure(callee_).entry, frame(callee_, true)}};
    inside.end = sample_.graph().procedure(callee_).exit;
    inside.after = frame(callee_, false);
    Body outside;
    outside.procedure = main_;
    outside.steps = {{sample_.graph().procedure(main_).entry, frame(main_, false)},
                     {call(), frame(main_, true), 0}};
    outside.end = sample_.label("R");
    outside.after = frame(main_, false);
    return {{inside, outside}, {1}};
  }

  [[nodiscard]] bool is_run(const Trace& trace) const {
    return !replay(sample_.graph(), trace, {main_}, {sample_.label("R")});
  }
};

TEST_F(CallAndReturn, is_a_run) {
  EXPECT_TRUE(is_run(trace()));
}

TEST_F(CallAndReturn, changes_are_noticed) {
  Trace wrong_value = trace();
  wrong_value.bodies[0].after.set(0, true);
  EXPECT_FALSE(is_run(wrong_value));
  Trace without_call = trace();
  without_call.bodies[1].steps.pop_back();
  EXPECT_FALSE(is_run(without_call));
  Trace elsewhere = trace();
  elsewhere.bodies[1].end = call();
  EXPECT_FALSE(is_run(elsewhere));
}

TEST_F(CallAndReturn, a_completed_call_is_one_step_or_all_inside) {
  const Length length = length_of(trace());
  EXPECT_EQ(length.hierarchical, 2U);
  EXPECT_EQ(length.expanded.to_string(), "3");
}

TEST_F(CallAndReturn, happens_in_order) {
  using Kind = Event::Kind;
  std::vector<Kind> kinds;
  for (const Event& event : events_of(trace(), true)) kinds.push_back(event.kind);
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::Step, Kind::Step, Kind::Step, Kind::Leave, Kind::End}));
  EXPECT_EQ(events_of(trace(), false).size(), 3U);
}

TEST_F(CallAndReturn, is_listed_with_what_does_not_matter) {
  const ShownTrace shown = expand(sample_.graph(), trace(), 100);
  ASSERT_EQ(shown.steps.size(), 3U);
  EXPECT_EQ(shown.steps[2].depth, 1U);
  EXPECT_TRUE(shown.steps[0].free.get(0));  // g is overwritten
  EXPECT_TRUE(expand(sample_.graph(), trace(), 2).truncated);
}

}  // namespace

}  // namespace hardbop::trace
