// SPDX-License-Identifier: MIT
// The invariants of statements are what the explicit engine reaches: all of it, and nothing else.
#include <gtest/gtest.h>
#include <set>

#include "boolean/engine/explicit/point_graph.hpp"
#include "boolean/engine/summary/proof.hpp"
#include "boolean/language/generate_random.hpp"
#include "repetitions.hpp"
#include "support.hpp"

namespace hardbop::engine {
namespace {

using test::Sample;

/// Values of the slots in scope, in their order.
using State = std::vector<bool>;

std::vector<bp::Slot> slots_in_scope(const bp::Graph& graph, bp::ProcedureId p) {
  std::vector<bp::Slot> out;
  for (bp::Slot slot = 0; slot < graph.first_result(p); ++slot)
    if (slot >= graph.globals() || !graph.is_hidden(p, slot)) out.push_back(slot);
  return out;
}

/// By vertex: what the explicit engine reaches.
std::vector<std::set<State>> explicit_states(const Sample& sample, Budget& budget) {
  const bp::Graph& graph = sample.graph();
  PointGraph points(graph, budget, 300'000);
  std::vector<std::set<State>> out(graph.vertices().size());
  if (points.explore({sample.procedure("main")}, [](bp::VertexId) { return true; }) !=
      PointGraph::Ended::Complete)
    return {};
  for (PointId point = 0; point < points.size(); ++point) {
    const bp::VertexId v = points.vertex(point);
    State state;
    for (const bp::Slot slot : slots_in_scope(graph, graph.vertex(v).procedure))
      state.push_back(bp::get_bit(points.frame(point), slot));
    out[v].insert(std::move(state));
  }
  return out;
}

bool is_in(const trace::Invariant& invariant, trace::DiagramRef ref,
           const std::vector<bp::Slot>& slots, const State& state) {
  bool negated = false;
  while (ref.node() != 0) {
    negated ^= ref.negated();
    const trace::DiagramNode& node = invariant.nodes[ref.node()];
    EXPECT_EQ(node.decision.kind, trace::Decision::Kind::Current);
    const auto place = std::ranges::find(slots, node.decision.index);
    EXPECT_NE(place, slots.end()) << "decides a slot that is not in scope";
    if (place == slots.end()) return false;
    ref = state[static_cast<std::size_t>(place - slots.begin())] ? node.high : node.low;
  }
  return (ref == trace::diagram_true) != negated;
}

/// The number of statements that were compared.
std::size_t compare(const std::string& text) {
  const Sample sample(text);
  const bp::Graph& graph = sample.graph();
  Budget budget;
  const std::vector<std::set<State>> expected = explicit_states(sample, budget);
  if (expected.empty()) return 0;
  const Proof proof = reachable_states(graph, {sample.procedure("main")}, budget);
  EXPECT_TRUE(proof.invariant) << proof.reason;
  std::size_t compared = 0;
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const bp::Vertex& vertex = graph.vertex(v);
    const std::vector<bp::Slot> slots = slots_in_scope(graph, vertex.procedure);
    if (vertex.kind == bp::VertexKind::Exit || vertex.kind == bp::VertexKind::Error) continue;
    if (slots.size() > 12) continue;
    ++compared;
    for (std::uint32_t bits = 0; bits < (1U << slots.size()); ++bits) {
      State state;
      for (std::size_t i = 0; i < slots.size(); ++i) state.push_back((bits >> i & 1U) != 0);
      EXPECT_EQ(is_in(*proof.invariant, proof.invariant->at[v], slots, state),
                expected[v].contains(state))
          << graph.statement_text(v) << " of\n"
          << text;
    }
  }
  return compared;
}

TEST(ReachableStates, are_those_of_the_explicit_engine) {
  EXPECT_GT(compare(test::figure_1), 0U);
  EXPECT_GT(compare("decl g, h; void main() begin decl g; g := h; f(g); h := !h; skip; end "
                    "void f(h) begin decl d; dead h; g := d; skip; end"),
            0U);
}

TEST(ReachableStates, are_those_of_the_explicit_engine_on_random_programs) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < test::repetitions(200); ++seed) {
    const bp::RandomProgramSize size{.globals = 2, .procedures = 3};
    compared += compare(bp::generate_random(seed, size));
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(compared, test::repetitions(200) * 5);
}

TEST(ReachableStates, need_time) {
  const Sample sample("void main() begin skip; end");
  Budget budget({.seconds = 0.0, .memory_bytes = {}, .cancel = nullptr});
  const Proof proof = reachable_states(sample.graph(), {sample.procedure("main")}, budget);
  EXPECT_FALSE(proof.invariant);
  EXPECT_EQ(proof.reason, budget.reason());
}

}  // namespace
}  // namespace hardbop::engine
