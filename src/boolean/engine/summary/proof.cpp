// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/proof.hpp"

#include <unordered_map>
#include <utility>

#include "base/bdd/limits.hpp"
#include "boolean/engine/summary/path_edges.hpp"

namespace hardbop::engine {

namespace {

using bdd::Bdd;
using trace::Decision;
using trace::DiagramRef;

/// Copies BDDs into the nodes of an invariant.
class Diagrams {
 public:
  Diagrams(const PathEdges& path_edges, trace::Invariant& out)
      : decisions_(path_edges.manager().var_count()), out_(out) {
    const bp::Graph& graph = path_edges.graph();
    const encode::Slots& slots = path_edges.slots();
    for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
      for (bp::Slot slot = 0; slot < graph.first_result(p); ++slot) {
        decisions_[slots.current(slot)] = {Decision::Kind::Current, slot};
        const bool has_entry = slot < graph.globals() + graph.procedure(p).formals;
        if (has_entry) decisions_[slots.entry(slot)] = {Decision::Kind::Entry, slot};
      }
      for (std::uint32_t i = 0; i < graph.procedure(p).results; ++i)
        decisions_[slots.result(i)] = {Decision::Kind::Result, i};
    }
  }

  /// Not recursive: a diagram can be as deep as there are variables.
  DiagramRef copy(const Bdd& root) {
    std::vector<Bdd> open{positive(root)};
    while (!open.empty()) {
      const Bdd f = open.back();
      if (f.is_constant() || known_.contains(f)) {
        open.pop_back();
        continue;
      }
      const Bdd high = f.high();
      const Bdd low = f.low();
      const std::size_t before = open.size();
      for (const Bdd& part : {positive(high), positive(low)})
        if (!part.is_constant() && !known_.contains(part)) open.push_back(part);
      if (open.size() != before) continue;
      known_.emplace(f, static_cast<std::uint32_t>(out_.nodes.size()));
      out_.nodes.push_back({decisions_[f.top()], ref(high), ref(low)});
      open.pop_back();
    }
    return ref(root);
  }

 private:
  std::vector<Decision> decisions_;  // by BDD variable
  trace::Invariant& out_;
  std::unordered_map<Bdd, std::uint32_t> known_;

  /// A function and its negation share a node.
  [[nodiscard]] static Bdd positive(const Bdd& f) {
    return bdd::complement_bit(f.id()) != 0 ? ~f : f;
  }
  [[nodiscard]] DiagramRef ref(const Bdd& f) const {
    if (f.is_constant()) return f.is_true() ? trace::diagram_true : trace::diagram_false;
    return {known_.at(positive(f)), bdd::complement_bit(f.id()) != 0};
  }
};

std::vector<bp::Slot> kept_slots(PathEdges& path_edges, bp::ProcedureId p) {
  const bp::Graph& graph = path_edges.graph();
  std::vector<bp::Slot> out;
  for (bp::Slot slot = 0; slot < graph.globals() + graph.procedure(p).formals; ++slot)
    if (!path_edges.transfers().has_entry_copy(p, slot)) out.push_back(slot);
  return out;
}

}  // namespace

Proof prove(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries, Budget& budget) {
  budget.enter("computing the certificate", "sets");
  Economies economies;
  economies.slice = false;
  try {
    PathEdges path_edges(graph, {}, economies, budget);
    if (!path_edges.run(entries, [](bp::VertexId) { return true; })) return {{}, budget.reason()};
    const std::vector<Bdd> sets = path_edges.all_sets();
    trace::Invariant invariant;
    Diagrams diagrams(path_edges, invariant);
    for (const Bdd& set : sets) invariant.at.push_back(diagrams.copy(set));
    for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
      invariant.summaries.push_back(diagrams.copy(path_edges.summary(p)));
      invariant.kept.push_back(kept_slots(path_edges, p));
    }
    return {std::move(invariant), {}};
  } catch (const bdd::LimitReached& limit) {
    return {{}, budget.stopped() != StopReason::None ? budget.reason() : limit.what()};
  }
}

}  // namespace hardbop::engine
