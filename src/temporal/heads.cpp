// SPDX-License-Identifier: MIT
#include "temporal/heads.hpp"

#include <algorithm>

#include "bdd/cubes.hpp"
#include "util/invariant.hpp"

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
  const auto& edges = path_edges_.edges(v);
  for (std::uint32_t i = 0; i < edges.size(); ++i) add({By::Step, v, edges[i].target, i});
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
    default: return path_edges_.edges(edge.from)[edge.number].transfer.apply(set);
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
    default: return engine::preimage(path_edges_.edges(edge.from)[edge.number].transfer, set);
  }
}

Bdd Heads::pick_head(VertexId v, const Bdd& set) const {
  auto literals = bdd::satisfying_cube(set);
  HARDBOP_INVARIANT(literals.has_value(), "only a set that is not empty should be picked from");
  const bp::ProcedureId p = graph().vertex(v).procedure;
  const encode::Transfers& transfers = path_edges_.transfers();
  const flow::Liveness& liveness = path_edges_.liveness();
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

namespace {

/// Tarjan's algorithm with a stack of its own.
class Components {
 public:
  explicit Components(const Heads& heads)
      : heads_(heads), number_(heads.reached().size(), 0), low_(heads.reached().size(), 0) {}

  std::vector<std::vector<VertexId>> run() {
    for (VertexId v = 0; v < number_.size(); ++v)
      if (number_[v] == 0 && !heads_.reached()[v].is_false()) visit(v);
    return std::move(found_);
  }

 private:
  struct Active {
    VertexId vertex;
    std::size_t next;
  };

  static constexpr std::uint32_t done = ~std::uint32_t{0};

  const Heads& heads_;
  std::vector<std::uint32_t> number_;  // 0: not seen; `done`: in a component
  std::vector<std::uint32_t> low_;
  std::vector<Active> active_;
  std::vector<VertexId> open_;
  std::uint32_t count_ = 0;
  std::vector<std::vector<VertexId>> found_;

  void start(VertexId v) {
    number_[v] = low_[v] = ++count_;
    open_.push_back(v);
    active_.push_back({v, 0});
  }

  void visit(VertexId root) {
    start(root);
    while (!active_.empty()) {
      Active& top = active_.back();
      const VertexId v = top.vertex;
      if (top.next < heads_.out(v).size()) {
        const VertexId w = heads_.out(v)[top.next++].to;
        if (number_[w] == 0) {
          start(w);
        } else if (number_[w] != done) {
          low_[v] = std::min(low_[v], number_[w]);
        }
        continue;
      }
      active_.pop_back();
      if (!active_.empty())
        low_[active_.back().vertex] = std::min(low_[active_.back().vertex], low_[v]);
      if (low_[v] == number_[v]) close(v);
    }
  }

  void close(VertexId v) {
    std::vector<VertexId> component;
    do {
      component.push_back(open_.back());
      number_[open_.back()] = done;
      open_.pop_back();
    } while (component.back() != v);
    const auto is_loop = [&](const HeadEdge& edge) { return edge.to == v; };
    if (component.size() > 1 || std::any_of(heads_.out(v).begin(), heads_.out(v).end(), is_loop))
      found_.push_back(std::move(component));
  }
};

}  // namespace

std::vector<std::vector<VertexId>> cyclic_components(const Heads& heads) {
  return Components(heads).run();
}

}  // namespace hardbop::temporal
