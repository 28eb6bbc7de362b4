// SPDX-License-Identifier: MIT
#include "boolean/export/arguments.hpp"

namespace hardbop::exporting {

using bp::Slot;
using horn::Copy;
using horn::Variable;

Arguments::Arguments(const bp::Graph& graph, const analysis::CallGraph& calls)
    : graph_(graph), mod_ref_(graph, calls), liveness_(graph, calls, mod_ref_) {
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    assigned_.emplace_back(graph.frame_size(p));
  for (const bp::Vertex& vertex : graph.vertices()) {
    const bool assigns = vertex.kind == bp::VertexKind::Assign ||
                         vertex.kind == bp::VertexKind::Dead || vertex.kind == bp::VertexKind::Call;
    for (std::uint32_t i = 0; assigns && i < vertex.names.count; ++i) {
      const Slot slot = graph.left_hand_side(vertex.names.first + i);
      if (slot != bp::discard_slot) assigned_[vertex.procedure].insert(slot);
    }
  }
}

/// A local, a result, or a global that the procedure touches.
bool Arguments::is_known(bp::ProcedureId p, Slot slot) const {
  return slot >= graph_.globals() || mod_ref_.touches(p, slot);
}

bool Arguments::stays(bp::ProcedureId p, Slot slot) const {
  if (slot < graph_.globals()) return !mod_ref_.writes(p, slot);
  return slot < graph_.globals() + graph_.procedure(p).formals && !assigned_[p].contains(slot);
}

bool Arguments::matters_at_entry(bp::ProcedureId p, Slot slot) const {
  return slot < graph_.globals() + graph_.procedure(p).formals && is_known(p, slot) &&
         liveness_.live(graph_.procedure(p).entry, slot);
}

std::vector<Variable> Arguments::path(bp::VertexId v) const {
  const bp::ProcedureId p = graph_.vertex(v).procedure;
  std::vector<Variable> out;
  for (Slot slot = 0; slot < graph_.frame_size(p); ++slot) {
    const bool is_kept = matters_at_entry(p, slot);
    if (is_kept && !stays(p, slot)) out.push_back({Copy::Entry, slot});
    if ((is_kept && stays(p, slot)) || (is_known(p, slot) && liveness_.live(v, slot)))
      out.push_back({Copy::Current, slot});
  }
  return out;
}

std::vector<Variable> Arguments::summary(bp::ProcedureId p) const {
  const bp::VertexId exit = graph_.procedure(p).exit;
  std::vector<Variable> out;
  for (Slot slot = 0; slot < graph_.frame_size(p); ++slot) {
    if (matters_at_entry(p, slot)) out.push_back({Copy::Entry, slot});
    const bool leaves = slot < graph_.globals() || slot >= graph_.first_result(p);
    if (leaves && !stays(p, slot) && liveness_.live(exit, slot))
      out.push_back({Copy::Current, slot});
  }
  return out;
}

}  // namespace hardbop::exporting
