// SPDX-License-Identifier: MIT
#include "boolean/temporal/heads.hpp"

#include <algorithm>

#include "base/bdd/cubes.hpp"
#include "base/util/components.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::temporal {

using bdd::Bdd;
using bp::VertexId;
using bp::VertexKind;
using By = engine::PlannedPlace::By;

Heads::Heads(engine::PathEdges& path_edges) : path_edges_(path_edges) {
  const encode::Slots& slots = path_edges.slots();
  const bp::Graph& graph = path_edges.graph();
  std::uint32_t formals = 0;
  for (const bp::GraphProcedure& procedure : graph.procedures())
    formals = std::max(formals, procedure.formals);
  std::vector<bdd::Var> copies;
  for (bp::Slot slot = 0; slot < graph.globals() + formals; ++slot)
    copies.push_back(slots.entry(slot));
  entry_copies_ = slots.manager().cube(copies);
  const std::size_t count = graph.vertices().size();
  reached_.reserve(count);
  for (const Bdd& set : path_edges.all_sets()) reached_.push_back(bdd::exists(set, entry_copies_));
  out_.resize(count);
  in_.resize(count);
  for (VertexId v = 0; v < count; ++v)
    if (!reached_[v].is_false()) add_edges(v);
}

void Heads::add(HeadEdge edge) {
  if (reached_[edge.to].is_false()) return;
  out_[edge.from].push_back(edge);
  in_[edge.to].push_back(edge);
}

void Heads::add_edges(VertexId v) {
  const bp::Vertex& vertex = graph().vertex(v);
  if (vertex.kind == VertexKind::Exit) return;
  if (vertex.kind == VertexKind::Call) {
    add({By::Call, v, graph().procedure(vertex.callee).entry, 0});
    add({By::Summary, v, vertex.next, 0});
    return;
  }
  std::uint32_t number = 0;
  for (const encode::Edge edge : path_edges_.edges(v)) add({By::Step, v, edge.target, number++});
}

const encode::Transfer& Heads::step_of(const HeadEdge& edge) {
  const encode::Edges edges = path_edges_.edges(edge.from);
  encode::Edges::Iterator step = edges.begin();
  for (std::uint32_t i = 0; i < edge.number; ++i) ++step;
  return (*step).transfer;
}

Bdd Heads::after(const HeadEdge& edge, const Bdd& set) {
  switch (edge.by) {
    case By::Call: {
      const bp::ProcedureId callee = graph().vertex(edge.from).callee;
      const Bdd entries = path_edges_.call_transfer(edge.from).enter.apply(set);
      return bdd::exists(path_edges_.transfers().entry(callee).apply(entries), entry_copies_);
    }
    case By::Summary:
      return path_edges_.back(edge.from, path_edges_.effect(edge.from)).apply(set) &
             path_edges_.call_transfer(edge.from).enforce;
    default: return step_of(edge).apply(set);
  }
}

Bdd Heads::before(const HeadEdge& edge, const Bdd& set) {
  switch (edge.by) {
    case By::Call: {
      const bp::ProcedureId callee = graph().vertex(edge.from).callee;
      return engine::preimage(path_edges_.call_transfer(edge.from).enter,
                              path_edges_.transfers().entries_of(callee, set));
    }
    case By::Summary: {
      const Bdd allowed = path_edges_.transfers().without_results(edge.to, set) &
                          path_edges_.call_transfer(edge.from).enforce;
      return engine::preimage(path_edges_.back(edge.from, path_edges_.effect(edge.from)), allowed);
    }
    default: return engine::preimage(step_of(edge), set);
  }
}

Bdd Heads::pick_head(VertexId v, const Bdd& set) const {
  auto literals = bdd::satisfying_cube(set);
  HARDBOP_INVARIANT(literals.has_value(), "only a set that is not empty should be picked from");
  const bp::ProcedureId p = graph().vertex(v).procedure;
  const encode::Transfers& transfers = path_edges_.transfers();
  const analysis::Liveness& liveness = path_edges_.liveness();
  const VertexId entry = graph().procedure(p).entry;
  for (bp::Slot slot = 0; slot < graph().first_result(p); ++slot) {
    if (slot < graph().globals() && !path_edges_.mod_ref().touches(p, slot)) continue;
    const bool stays = transfers.is_kept(p, slot) && liveness.live(entry, slot);
    if (!stays && !liveness.live(v, slot)) continue;
    const bdd::Var var = path_edges_.slots().current(slot);
    const bool chosen = std::any_of(literals->begin(), literals->end(),
                                    [&](const bdd::Literal& one) { return one.var == var; });
    if (!chosen) literals->push_back({var, false});
  }
  return manager().cube(std::span<const bdd::Literal>(*literals));
}

std::vector<std::vector<VertexId>> cyclic_components(const Heads& heads) {
  const auto count = static_cast<VertexId>(heads.reached().size());
  const auto next = [&](VertexId v, std::size_t i) -> std::optional<VertexId> {
    if (i == heads.out(v).size()) return std::nullopt;
    return heads.out(v)[i].to;
  };
  std::vector<VertexId> roots;
  for (VertexId v = 0; v < count; ++v)
    if (!heads.reached()[v].is_false()) roots.push_back(v);
  auto found = strong_components(count, roots, next);
  std::erase_if(found, [&](const std::vector<VertexId>& component) {
    const VertexId v = component.front();
    const auto is_loop = [&](const HeadEdge& edge) { return edge.to == v; };
    return component.size() == 1 && std::ranges::none_of(heads.out(v), is_loop);
  });
  return found;
}

}  // namespace hardbop::temporal
