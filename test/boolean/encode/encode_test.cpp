// SPDX-License-Identifier: MIT
#include <algorithm>
#include <gtest/gtest.h>

#include "boolean/encode/edges.hpp"
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

/// What the summary engine takes transfers from.
struct Encoded {
  explicit Encoded(const bp::Graph& graph)
      : calls(graph),
        mod_ref(graph, calls),
        liveness(graph, calls, mod_ref),
        slots(graph, manager),
        transfers(graph, slots, mod_ref, liveness),
        shared(graph, transfers, mod_ref, liveness) {}

  bdd::Manager manager;
  analysis::CallGraph calls;
  analysis::ModRef mod_ref;
  analysis::Liveness liveness;
  Slots slots;
  Transfers transfers;
  SharedTransfers shared;
};

void expect_equal(const Transfer& a, const Transfer& b) {
  EXPECT_EQ(a.relation, b.relation);
  EXPECT_EQ(a.quantified, b.quantified);
  EXPECT_EQ(a.fresh, b.fresh);
  EXPECT_EQ(a.renaming, b.renaming);
}

void expect_equal(const CallTransfer& a, const CallTransfer& b) {
  expect_equal(a.enter, b.enter);
  EXPECT_EQ(a.arguments, b.arguments);
  EXPECT_EQ(a.forgotten, b.forgotten);
  EXPECT_EQ(a.replaced, b.replaced);
  EXPECT_EQ(a.fresh, b.fresh);
  EXPECT_EQ(a.back, b.back);
  EXPECT_EQ(a.enforce, b.enforce);
}

TEST(SharedTransfers, are_those_that_a_vertex_would_have_alone) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Sample sample(bp::generate_random(seed, bp::varied_size(seed)));
    const bp::Graph& graph = sample.graph();
    Encoded encoded(graph);
    for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
      const bp::Vertex& vertex = graph.vertex(v);
      if (vertex.kind == bp::VertexKind::Call) {
        expect_equal(encoded.shared.call(v), encoded.transfers.call(v));
        continue;
      }
      const std::vector<Transfer> own = encoded.transfers.steps(v);
      ASSERT_EQ(own.size(), successor_count(vertex));
      const Edges edges = encoded.shared.edges(v);
      Edges::Iterator edge = edges.begin();
      for (std::uint32_t i = 0; i < own.size(); ++i) {
        if (own[i].relation.is_false()) continue;
        ASSERT_FALSE(edge == edges.end());
        EXPECT_EQ((*edge).target, successor(graph, vertex, i));
        expect_equal((*edge).transfer, own[i]);
        ++edge;
      }
      EXPECT_TRUE(edge == edges.end());
    }
  }
}

TEST(SharedTransfers, are_made_once_for_equal_statements_of_procedures) {
  const Sample sample(R"(decl g;
    void p() begin decl a; a := g; if (a) then g := !a; fi end
    void q() begin decl b; b := g; if (b) then g := !b; fi end
    void main() begin p(); q(); assert(g); end)");
  const bp::Graph& graph = sample.graph();
  Encoded encoded(graph);
  const bp::Range p = graph.procedure(0).vertices;
  const bp::Range q = graph.procedure(1).vertices;
  ASSERT_EQ(p.count, q.count);
  for (std::uint32_t i = 0; i + 1 < p.count; ++i) {
    const Edges one = encoded.shared.edges(p.first + i);
    const Edges other = encoded.shared.edges(q.first + i);
    EXPECT_EQ(&(*one.begin()).transfer, &(*other.begin()).transfer);
  }
  const bp::VertexId main = graph.procedure(2).entry;
  EXPECT_EQ(&encoded.shared.call(main), &encoded.shared.call(main + 1));
}

TEST(SequenceTable, tells_sequences_apart_and_knows_equal_ones) {
  SequenceTable table;
  std::vector<std::vector<std::uint32_t>> sequences{{}};
  for (std::uint32_t i = 0; i < 2'000; ++i) sequences.push_back({i});
  for (std::uint32_t i = 0; i < 2'000; ++i) sequences.push_back({i, 0});
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t i = 0; i < sequences.size(); ++i) EXPECT_EQ(table.intern(sequences[i]), i);
  EXPECT_EQ(table.size(), sequences.size());
}

}  // namespace
}  // namespace hardbop::encode
