// SPDX-License-Identifier: MIT
#include <algorithm>
#include <gtest/gtest.h>

#include "boolean/analysis/call_graph.hpp"
#include "boolean/analysis/liveness.hpp"
#include "boolean/analysis/mod_ref.hpp"
#include "boolean/analysis/order.hpp"
#include "boolean/analysis/slice.hpp"
#include "boolean/language/generate.hpp"
#include "support.hpp"

namespace hardbop::analysis {
namespace {

using test::Sample;

/// The names of what is live just before the statement labelled so.
std::string live_at(const Sample& sample, std::string_view label) {
  const bp::Graph& graph = sample.graph();
  const CallGraph calls(graph);
  const ModRef mod_ref(graph, calls);
  const Liveness liveness(graph, calls, mod_ref);
  const bp::VertexId v = sample.label(label);
  const bp::ProcedureId p = graph.vertex(v).procedure;
  std::string out;
  for (bp::Slot slot = 0; slot < graph.first_result(p); ++slot)
    if (liveness.live(v, slot)) out += graph.slot_name(p, slot);
  return out;
}

TEST(Liveness, the_example_of_bebop_has_at_most_three_live_variables) {
  // [ball00 §3.3], with a condition at the end so that something is alive at all.
  const Sample sample(R"(void main() begin
    decl a, b, c, d, e, f;
    L1: a := b | c;
    L2: d := a | e;
    L3: e := d | e;
    L4: f := d;
    L5: assert(f);
  end)");
  EXPECT_EQ(live_at(sample, "L1"), "bce");
  EXPECT_EQ(live_at(sample, "L2"), "ae");
  EXPECT_EQ(live_at(sample, "L3"), "d") << "e is assigned, but nothing asks for it";
  EXPECT_EQ(live_at(sample, "L4"), "d");
  EXPECT_EQ(live_at(sample, "L5"), "f");
}

TEST(Liveness, what_decides_nothing_is_dead) {
  EXPECT_EQ(live_at(Sample("void main() begin decl a, b; L: a := b; b := a; end"), "L"), "");
}

TEST(Liveness, loops_carry_values_round) {
  EXPECT_EQ(
      live_at(Sample("void main() begin decl a, b; L: skip; while (a) do a := b; od end"), "L"),
      "ab");
}

TEST(Liveness, globals_are_followed_into_callees_and_out_of_them) {
  const Sample sample(R"(decl read, written, passed, unused;
    void main() begin L: f(); assert(written & passed); end
    void f() begin written := read; end)");
  EXPECT_EQ(live_at(sample, "L"), "readpassed");
}

TEST(Liveness, an_argument_is_live_if_its_formal_is) {
  const Sample sample(R"(void main() begin decl a, b; L: f(a, b); end
    void f(x, y) begin assert(x); end)");
  EXPECT_EQ(live_at(sample, "L"), "a");
}

TEST(Liveness, a_result_is_computed_only_if_some_caller_needs_it) {
  const char* const text = R"(void main() begin decl r, s; r, s := f(); assert(r); end
    bool<2> f() begin decl x, y; L: return x, y; end)";
  EXPECT_EQ(live_at(Sample(text), "L"), "x");
}

TEST(Liveness, enforce_and_constrain_look_at_variables) {
  EXPECT_EQ(live_at(Sample("void main() begin decl a, b; enforce a | b; L: skip; end"), "L"), "ab");
  EXPECT_EQ(live_at(Sample("void main() begin decl a, b, c; L: a := b constrain 'a = c; end"), "L"),
            "bc");
}

TEST(Slice, a_condition_without_variables_leads_one_way) {
  const Sample sample(R"(decl g;
    void main() begin
      A: if (F) then TARGET: skip; fi
      B: while (T & !F) do skip; od
      AFTER: assert(T); end)");
  const CallGraph calls(sample.graph());
  EXPECT_FALSE(leads_to(sample.graph(), calls, {sample.label("TARGET")})[sample.label("A")]);
  EXPECT_FALSE(leads_to(sample.graph(), calls, {sample.label("AFTER")})[sample.label("B")]);
  EXPECT_FALSE(leads_to(sample.graph(), calls, sample.errors())[sample.label("AFTER")]);
}

TEST(ModRef, reads_and_writes_of_callees_count) {
  const Sample sample(R"(decl a, b, c, d;
    void main() begin f(); end
    void f() begin a := b; g(); end
    void g() begin if (c) then f(); fi end
    void h() begin skip; end)");
  const CallGraph calls(sample.graph());
  const ModRef mod_ref(sample.graph(), calls);
  for (const char* const name : {"main", "f", "g"}) {
    const bp::ProcedureId p = sample.procedure(name);
    EXPECT_TRUE(mod_ref.writes(p, 0)) << name;
    EXPECT_FALSE(mod_ref.writes(p, 1)) << name;
    EXPECT_TRUE(mod_ref.touches(p, 1) && mod_ref.touches(p, 2)) << name;
    EXPECT_FALSE(mod_ref.touches(p, 3)) << name;
  }
  EXPECT_FALSE(mod_ref.touches(sample.procedure("h"), 0));
  EXPECT_EQ(mod_ref.untouched(), 3U + 4U);
}

TEST(CallGraph, callees_come_first_and_cycles_stand_together) {
  const Sample sample(R"(void main() begin f(); end
    void f() begin g(); leaf(); end
    void g() begin f(); end
    void leaf() begin end)");
  const CallGraph calls(sample.graph());
  const auto component = [&](const char* name) { return calls.component(sample.procedure(name)); };
  EXPECT_EQ(component("f"), component("g"));
  EXPECT_LT(component("leaf"), component("f"));
  EXPECT_LT(component("f"), component("main"));
  EXPECT_EQ(calls.callers(sample.procedure("f")).size(), 2U);
}

TEST(CallGraph, a_chain_of_a_hundred_thousand_calls_overflows_nothing) {
  const Sample sample(bp::generate_tn(100'000));
  const CallGraph calls(sample.graph());
  EXPECT_EQ(calls.bottom_up().back(), sample.procedure("main"));
}

TEST(IterationOrder, a_loops_body_comes_before_what_follows_it) {
  const Sample sample(R"(void main() begin
    HEAD: while (*) do BODY: skip; od
    AFTER: skip; end)");
  const std::vector<std::uint32_t> order =
      iteration_order(sample.graph(), CallGraph(sample.graph()));
  EXPECT_LT(order[sample.label("HEAD")], order[sample.label("BODY")]);
  EXPECT_LT(order[sample.label("BODY")], order[sample.label("AFTER")]);
}

TEST(IterationOrder, callees_come_before_callers_and_every_vertex_has_a_place) {
  const Sample sample("void main() begin M: f(); end void f() begin N: skip; return; skip; end");
  std::vector<std::uint32_t> order = iteration_order(sample.graph(), CallGraph(sample.graph()));
  EXPECT_LT(order[sample.label("N")], order[sample.label("M")]);
  std::ranges::sort(order);
  EXPECT_EQ(std::unique(order.begin(), order.end()), order.end());
}

TEST(Slice, keeps_what_leads_to_the_target_through_calls_and_past_them) {
  const Sample sample(R"(void main() begin
    A: before(); B: if (*) then C: inside(); else D: skip; fi
    E: after(); end
    void before() begin N: skip; end
    void inside() begin TARGET: skip; G: skip; end
    void after() begin H: skip; end)");
  const std::vector<bool> leads =
      leads_to(sample.graph(), CallGraph(sample.graph()), {sample.label("TARGET")});
  for (const char* const kept : {"A", "B", "C", "N", "TARGET"})
    EXPECT_TRUE(leads[sample.label(kept)]) << kept;
  for (const char* const left : {"D", "E", "G", "H"})
    EXPECT_FALSE(leads[sample.label(left)]) << left;
}

}  // namespace
}  // namespace hardbop::analysis
