// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/proof.hpp"

#include <utility>

#include "base/bdd/limits.hpp"
#include "boolean/engine/summary/diagrams.hpp"

namespace hardbop::engine {

namespace {

std::vector<bp::Slot> kept_slots(PathEdges& path_edges, bp::ProcedureId p) {
  const bp::Graph& graph = path_edges.graph();
  std::vector<bp::Slot> out;
  for (bp::Slot slot = 0; slot < graph.globals() + graph.procedure(p).formals; ++slot)
    if (!path_edges.transfers().has_entry_copy(p, slot)) out.push_back(slot);
  return out;
}

/// What is left when the entry of the procedure, and what is not in scope, is forgotten.
bdd::Bdd states_at(const PathEdges& path_edges, bp::ProcedureId p, const bdd::Bdd& set) {
  const bp::Graph& graph = path_edges.graph();
  const encode::Slots& slots = path_edges.slots();
  std::vector<bdd::Var> forgotten;
  for (bp::Slot slot = 0; slot < graph.globals() + graph.procedure(p).formals; ++slot) {
    forgotten.push_back(slots.entry(slot));
    if (slot < graph.globals() && graph.is_hidden(p, slot))
      forgotten.push_back(slots.current(slot));
  }
  return exists(set, slots.manager().cube(forgotten));
}

/// Runs the search to its end, and gives what `make` makes of it.
template <typename Make>
Proof complete_search(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries,
                      const Economies& economies, Budget& budget, const Make& make) {
  try {
    PathEdges path_edges(graph, {}, economies, budget);
    if (!path_edges.run(entries, [](bp::VertexId) { return true; })) return {{}, budget.reason()};
    trace::Invariant invariant;
    DiagramCopier diagrams(path_edges, invariant);
    make(path_edges, diagrams, invariant);
    return {std::move(invariant), {}};
  } catch (const bdd::LimitReached& limit) {
    return {{}, budget.stopped() != StopReason::None ? budget.reason() : limit.what()};
  }
}

}  // namespace

void copy_invariant(PathEdges& path_edges, DiagramCopier& diagrams, trace::Invariant& invariant) {
  for (const bdd::Bdd& set : path_edges.all_sets()) invariant.at.push_back(diagrams.copy(set));
  for (bp::ProcedureId p = 0; p < path_edges.graph().procedures().size(); ++p) {
    invariant.summaries.push_back(diagrams.copy(path_edges.summary(p)));
    invariant.kept.push_back(kept_slots(path_edges, p));
  }
}

Proof prove(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries, Budget& budget) {
  budget.enter("computing the certificate", "sets");
  Economies economies;
  economies.slice = false;
  return complete_search(
      graph, entries, economies, budget,
      [&](PathEdges& path_edges, DiagramCopier& diagrams, trace::Invariant& invariant) {
        copy_invariant(path_edges, diagrams, invariant);
      });
}

Proof reachable_states(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries,
                       Budget& budget) {
  budget.enter("computing invariants", "sets");
  const Economies none{
      .live = false, .mod_ref = false, .slice = false, .compress = true, .alone = false};
  return complete_search(
      graph, entries, none, budget,
      [&](PathEdges& path_edges, DiagramCopier& diagrams, trace::Invariant& invariant) {
        bp::VertexId v = 0;
        for (const bdd::Bdd& set : path_edges.all_sets())
          invariant.at.push_back(
              diagrams.copy(states_at(path_edges, graph.vertex(v++).procedure, set)));
      });
}

}  // namespace hardbop::engine
