// SPDX-License-Identifier: MIT
#include <algorithm>
#include <gtest/gtest.h>

#include "boolean/encode/expressions.hpp"
#include "boolean/encode/slots.hpp"
#include "boolean/language/evaluate.hpp"
#include "boolean/language/generate_random.hpp"
#include "support.hpp"

namespace hardbop::encode {
namespace {

using test::Sample;

TEST(Slots, the_number_of_variables_depends_on_the_widest_frame_only) {
  const auto variables = [](int procedures) {
    std::string text = "decl g; void main() begin p0(T); end\n";
    for (int i = 0; i < procedures; ++i)
      text +=
          "void p" + std::to_string(i) + "(a) begin decl b, c; b := a; c := b; assert(c); end\n";
    const Sample sample(text);
    bdd::Manager manager;
    const Slots slots(sample.graph(), manager);
    return manager.var_count();
  };
  EXPECT_EQ(variables(1), variables(500));
  EXPECT_EQ(variables(1), 3U + 4U + 2U + 2U);  // g; a with its argument; b; c
}

TEST(Slots, copies_of_a_slot_are_neighbours) {
  const Sample sample("decl g, h; void main() begin g := h; end");
  bdd::Manager manager;
  const Slots slots(sample.graph(), manager);
  for (bp::Slot slot = 0; slot < 2; ++slot) {
    EXPECT_EQ(manager.level_of(slots.current(slot)), manager.level_of(slots.entry(slot)) + 1);
    EXPECT_EQ(manager.level_of(slots.next(slot)), manager.level_of(slots.entry(slot)) + 2);
  }
}

TEST(StaticOrder, brings_together_what_statements_mention_together) {
  // a and d meet in every statement, b and c in others.
  const Sample sample(R"(decl a, b, c, d;
    void main() begin a := d; d := a; b := c; c := b; assert(a = d); assert(b = c); end)");
  const std::vector<bp::Slot> order = static_order(sample.graph(), 4);
  const auto place = [&](bp::Slot slot) { return std::ranges::find(order, slot) - order.begin(); };
  EXPECT_EQ(std::abs(place(0) - place(3)), 1);
  EXPECT_EQ(std::abs(place(1) - place(2)), 1);
}

TEST(Expressions, agree_with_the_evaluator_in_every_state) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Sample sample(bp::generate_random(seed));
    const bp::Graph& graph = sample.graph();
    bdd::Manager manager;
    const Slots slots(graph, manager);
    Expressions expressions(graph, slots);
    bp::Evaluator evaluator(graph);
    for (const bp::Vertex& vertex : graph.vertices()) {
      if (vertex.kind != bp::VertexKind::Branch && vertex.kind != bp::VertexKind::Assume) continue;
      const Values values = expressions.encode(vertex.exprs.first);
      const std::uint32_t size = graph.first_result(vertex.procedure);
      for (std::uint32_t bits = 0; bits < (1U << size); ++bits) {
        bp::Valuation frame(size);
        for (bp::Slot slot = 0; slot < size; ++slot) frame.set(slot, ((bits >> slot) & 1U) != 0);
        std::vector<bool> assignment(manager.var_count());
        for (bp::Slot slot = 0; slot < size; ++slot)
          assignment[slots.current(slot)] = frame.get(slot);
        const bp::ValueSet expected = evaluator.evaluate(vertex.exprs.first, frame.words());
        ASSERT_EQ(bdd::evaluate(values.can_be_1, assignment), expected.has(true));
        ASSERT_EQ(bdd::evaluate(values.can_be_0, assignment), expected.has(false));
      }
    }
  }
}

}  // namespace
}  // namespace hardbop::encode
