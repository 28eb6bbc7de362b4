// SPDX-License-Identifier: MIT
// Traces of the explicit engine: what may be changed of them, and what must not.
#include "boolean/trace/trace.hpp"

#include <gtest/gtest.h>
#include <random>
#include <set>

#include "boolean/engine/explicit/explicit_engine.hpp"
#include "boolean/engine/oracle.hpp"
#include "boolean/language/generate_random.hpp"
#include "boolean/trace/events.hpp"
#include "boolean/trace/expand.hpp"
#include "boolean/trace/relevance.hpp"
#include "boolean/trace/replay.hpp"
#include "support.hpp"

namespace hardbop::trace {
namespace {

using test::Sample;

std::optional<Trace> trace_to(const Sample& sample, bp::VertexId target) {
  Budget budget;
  Statistics statistics;
  engine::Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {{target}};
  query.want_traces = true;
  return engine::make_explicit_engine()
      ->run(sample.graph(), query, budget, statistics)
      .front()
      .trace;
}

class Figure1 : public testing::Test {
 protected:
  Sample sample_{test::figure_1};
  Trace trace_ = *trace_to(sample_, sample_.label("R"));

  [[nodiscard]] std::string replayed(const Trace& trace) const {
    return replay(sample_.graph(), trace, {sample_.procedure("main")}, {sample_.label("R")})
        .value_or("fine");
  }
};

TEST_F(Figure1, is_replayed) {
  EXPECT_EQ(replayed(trace_), "fine");
}

TEST_F(Figure1, shares_the_body_of_its_two_equal_calls) {
  EXPECT_EQ(trace_.bodies.size(), 3U);  // main, A(1,0), A(0,1)
}

TEST_F(Figure1, a_changed_value_is_noticed) {
  for (BodyId b = 0; b < trace_.bodies.size(); ++b) {
    for (std::size_t i = 0; i < trace_.bodies[b].steps.size(); ++i) {
      Trace broken = trace_;
      bp::Valuation& frame = broken.bodies[b].steps[i].before;
      frame.set(0, !frame.get(0));
      EXPECT_NE(replayed(broken), "fine") << "body " << b << ", step " << i;
    }
  }
}

TEST_F(Figure1, a_missing_step_is_noticed) {
  for (BodyId b = 0; b < trace_.bodies.size(); ++b) {
    Trace broken = trace_;
    broken.bodies[b].steps.erase(broken.bodies[b].steps.begin());
    EXPECT_NE(replayed(broken), "fine");
  }
}

TEST_F(Figure1, another_target_entry_or_callee_is_noticed) {
  EXPECT_TRUE(replay(sample_.graph(), trace_, {sample_.procedure("main")}, {sample_.label("S")}));
  EXPECT_TRUE(replay(sample_.graph(), trace_, {sample_.procedure("A")}, {sample_.label("R")}));
  Trace broken = trace_;
  for (Step& step : broken.bodies.back().steps)
    if (step.callee != no_body) step.callee = broken.open.back();
  EXPECT_NE(replayed(broken), "fine");
  EXPECT_TRUE(replay(sample_.graph(), {}, {sample_.procedure("main")}, {sample_.label("R")}));
}

TEST_F(Figure1, expands_to_sixteen_steps_with_what_matters) {
  const ShownTrace shown = expand(sample_.graph(), trace_, 100);
  ASSERT_EQ(shown.steps.size(), 16U);
  EXPECT_FALSE(shown.truncated);
  EXPECT_EQ(shown.end.vertex, sample_.label("R"));
  const ShownStep& first = shown.steps.front();
  EXPECT_FALSE(first.free.get(0)) << "g matters at the start";
  EXPECT_TRUE(first.free.get(1)) << "h does not";
  EXPECT_TRUE(first.unconstrained.get(1));
  EXPECT_TRUE(shown.end.free.get(0)) << "nothing matters any more";
  EXPECT_FALSE(shown.end.unconstrained.get(0)) << "but g had to be 1";
}

TEST_F(Figure1, a_limit_leaves_calls_unexpanded_then_cuts_the_middle) {
  const ShownTrace calls = expand(sample_.graph(), trace_, 10);
  EXPECT_TRUE(calls.truncated);
  ASSERT_EQ(calls.steps.size(), 6U);
  EXPECT_EQ(calls.steps[1].inside, BigUint(5));
  const ShownTrace ends = expand(sample_.graph(), trace_, 4);
  ASSERT_EQ(ends.steps.size(), 4U);
  EXPECT_EQ(ends.steps[2].left_out_before, 2U);
  EXPECT_EQ(ends.length.expanded, BigUint(16));
}

TEST(Events, an_empty_callee_is_entered_and_left) {
  const Sample sample("main() begin f(); L: skip; end f() begin end");
  const Trace trace = *trace_to(sample, sample.label("L"));
  const std::vector<Event> events = events_of(trace, true);
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].kind, Event::Kind::Step);
  EXPECT_EQ(events[1].kind, Event::Kind::Leave);
  EXPECT_EQ(events[1].depth, 1U);
  EXPECT_EQ(events[2].kind, Event::Kind::End);
}

std::string free_at_start(const char* text) {
  const Sample sample(text);
  const ShownTrace shown = expand(sample.graph(), *trace_to(sample, sample.label("L")), 1000);
  const ShownStep& first = shown.steps.empty() ? shown.end : shown.steps.front();
  std::string out;
  for (bp::Slot slot = 0; slot < sample.graph().globals(); ++slot)
    if (first.free.get(slot)) out += sample.graph().slot_name(0, slot);
  return out;
}

TEST(Relevance, one_true_operand_of_or_suffices) {
  EXPECT_EQ(free_at_start("decl a, b; main() begin assume(a & !b); L: skip; end"), "");
  const std::string free = free_at_start("decl a, b; main() begin assume(a | b); L: skip; end");
  EXPECT_EQ(free.size(), 1U);
}

TEST(Relevance, what_is_overwritten_or_only_printed_is_free) {
  EXPECT_EQ(free_at_start("decl a; main() begin print(a); a := T; assume(a); L: skip; end"), "a");
  EXPECT_EQ(free_at_start("decl a, b; main() begin a := b; assume(a); L: skip; end"), "a");
}

TEST(Relevance, a_choice_can_make_up_for_a_free_variable) {
  EXPECT_EQ(free_at_start("decl a; main() begin assume(a | *); L: skip; end"), "a");
}

TEST(Relevance, needs_pass_through_calls_and_results) {
  EXPECT_EQ(free_at_start(R"(decl a, b, c;
    main() begin a := f(b, c); assume(a); L: skip; end
    bool f(x, y) begin return x; end)"),
            "ac");
}

/// Follows the statements of a trace from one of its events on, with other values in the
/// frame there: whether some run executes just these statements.
class Follower {
 public:
  Follower(const bp::Graph& graph, const Trace& trace, const std::vector<Event>& events)
      : graph_(graph), trace_(trace), events_(events), trial_(graph) {}

  [[nodiscard]] bool possible(std::size_t from, const bp::Valuation& frame) {
    std::vector<std::vector<bp::Valuation>> stacks{stack_before(from)};
    stacks.front().back() = frame;
    for (std::size_t i = from; i + 1 < events_.size() && !stacks.empty(); ++i)
      stacks = advance(i, stacks);
    return !stacks.empty();
  }

 private:
  const bp::Graph& graph_;
  const Trace& trace_;
  const std::vector<Event>& events_;
  test::Trial trial_;

  [[nodiscard]] const Step& step_of(const Event& event) const {
    return trace_.bodies[event.body].steps[event.index];
  }

  /// The frames on the stack at an event: the callers' as at their calls.
  [[nodiscard]] std::vector<bp::Valuation> stack_before(std::size_t i) const {
    std::vector<bp::Valuation> stack(events_[i].depth + std::size_t{1});
    for (std::size_t j = 0; j <= i; ++j)
      if (events_[j].depth < stack.size())
        stack[events_[j].depth] = trace_.bodies[events_[j].body].frame(events_[j].index);
    return stack;
  }

  [[nodiscard]] std::vector<std::vector<bp::Valuation>> advance(
      std::size_t i, const std::vector<std::vector<bp::Valuation>>& stacks) {
    const Event& event = events_[i];
    std::vector<std::vector<bp::Valuation>> next;
    const auto add = [&](std::vector<bp::Valuation> stack) {
      if (std::ranges::find(next, stack) == next.end()) next.push_back(std::move(stack));
    };
    for (std::vector<bp::Valuation> stack : stacks) {
      const bp::Valuation top = stack.back();
      if (event.kind == Event::Kind::Leave) {
        stack.pop_back();
        const bp::VertexId call = step_of(events_[event.caller]).vertex;
        const bp::Valuation caller = stack.back();
        for (bp::Valuation& after : trial_.returns(call, caller, top)) {
          stack.back() = std::move(after);
          add(stack);
        }
        continue;
      }
      const bp::VertexId v = step_of(event).vertex;
      if (graph_.vertex(v).kind == bp::VertexKind::Call) {
        for (bp::Valuation& entry : trial_.entries(v, top)) {
          stack.push_back(std::move(entry));
          add(stack);
          stack.pop_back();
        }
        continue;
      }
      const bp::VertexId w = trace_.bodies[event.body].vertex(event.index + 1);
      for (auto& [vertex, after] : trial_.steps(v, top)) {
        if (vertex != w) continue;
        stack.back() = std::move(after);
        add(stack);
      }
    }
    return next;
  }
};

TEST(Relevance, free_variables_of_random_traces_can_have_any_value) {
  std::mt19937 random(1);
  const bp::RandomProgramSize small{2, 3, 1, 1, 1, 4, 2};
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Sample sample(bp::generate_random(seed, small));
    const bp::Graph& graph = sample.graph();
    for (const bp::VertexId target : sample.errors()) {
      const std::optional<Trace> trace = trace_to(sample, target);
      if (!trace || length_of(*trace).expanded > BigUint(40)) continue;
      const std::vector<Event> events = events_of(*trace, true);
      const std::vector<bp::Valuation> needed = needed_slots(graph, *trace, events);
      Follower follower(graph, *trace, events);
      for (std::size_t i = 0; i + 1 < events.size(); ++i) {
        if (events[i].kind != Event::Kind::Step) continue;
        const Body& body = trace->bodies[events[i].body];
        bp::Valuation frame = body.frame(events[i].index);
        for (bp::Slot slot = 0; slot < graph.first_result(body.procedure); ++slot)
          if (!needed[i].get(slot)) frame.set(slot, (random() & 1U) != 0);
        EXPECT_TRUE(follower.possible(i, frame)) << "seed " << seed << ", event " << i;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 1000);
}

}  // namespace
}  // namespace hardbop::trace
