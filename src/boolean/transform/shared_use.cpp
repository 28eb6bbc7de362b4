// SPDX-License-Identifier: MIT
#include "boolean/transform/shared_use.hpp"

#include <algorithm>

#include "boolean/language/variables.hpp"
#include "boolean/transform/ways_on.hpp"

namespace hardbop::transform {

using bp::ProcedureId;
using bp::Slot;
using bp::VertexId;
using bp::VertexKind;

namespace {

/// Calls `visit(slot, is_written)` for each variable that a vertex mentions.
template <typename Visit>
void for_each_mention(const bp::Graph& graph, VertexId v, Visit visit) {
  const bp::Vertex& vertex = graph.vertex(v);
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    bp::for_each_variable(graph, vertex.exprs.first + i,
                          [&](Slot slot, bool) { visit(slot, false); });
  if (vertex.kind != VertexKind::Assign && vertex.kind != VertexKind::Dead &&
      vertex.kind != VertexKind::Call)
    return;
  for (std::uint32_t i = 0; i < vertex.names.count; ++i)
    visit(graph.left_hand_side(vertex.names.first + i), true);
}

}  // namespace

SharedUse::SharedUse(const bp::Threads& threads)
    : threads_(threads), graph_(threads.graph()), switch_points_(graph_.vertices().size()) {
  find_kinds();
  find_exchanged();
  find_switch_points();
}

std::vector<bool> SharedUse::reachable(const std::vector<ProcedureId>& entries) const {
  std::vector<bool> found(graph_.procedures().size());
  std::vector<ProcedureId> open;
  const auto add = [&](ProcedureId p) {
    if (!found[p]) open.push_back(p);
    found[p] = true;
  };
  for (const ProcedureId p : entries) add(p);
  while (!open.empty()) {
    const bp::Range vertices = graph_.procedure(open.back()).vertices;
    open.pop_back();
    for (VertexId v = vertices.first; v < vertices.first + vertices.count; ++v)
      if (graph_.vertex(v).kind == VertexKind::Call) add(graph_.vertex(v).callee);
  }
  return found;
}

void SharedUse::find_kinds() {
  const std::vector<bp::InitialThread>& initial = threads_.initial();
  for (std::uint32_t i = 0; i < initial.size(); ++i) {
    if (i == 0 || initial[i].copy == 0) kinds_.push_back({{}, {initial[i].procedure}, {}});
    kinds_.back().initial.push_back(i);
  }
  if (!threads_.sites().empty()) {
    kinds_.emplace_back();
    for (const bp::StartSite& site : threads_.sites())
      kinds_.back().entries.push_back(site.procedure);
  }
  for (ThreadKind& kind : kinds_) kind.procedures = reachable(kind.entries);
  if (threads_.init() != bp::no_index) init_ = reachable({threads_.init()});
  init_.resize(graph_.procedures().size());
}

void SharedUse::find_exchanged() {
  std::vector<std::uint32_t> users(graph_.shared());
  std::vector<bool> written(graph_.shared());
  for (const ThreadKind& kind : kinds_) {
    std::vector<bool>& mentioned = mentioned_.emplace_back(graph_.shared());
    const auto mention = [&](Slot slot, bool is_written) {
      if (slot >= graph_.shared()) return;
      mentioned[slot] = true;
      if (is_written) written[slot] = true;
    };
    for (VertexId v = 0; v < graph_.vertices().size(); ++v)
      if (kind.procedures[graph_.vertex(v).procedure]) for_each_mention(graph_, v, mention);
    for (ProcedureId p = 0; p < graph_.procedures().size(); ++p)
      if (kind.procedures[p])
        bp::for_each_variable(graph_, graph_.procedure(p).enforce,
                              [&](Slot slot, bool) { mention(slot, false); });
    for (Slot slot = 0; slot < graph_.shared(); ++slot)
      if (mentioned[slot]) users[slot] += kind.initial.size() == 1 ? 1 : 2;
  }
  for (Slot slot = 0; slot < graph_.shared(); ++slot)
    if (written[slot] && users[slot] > 1) exchanged_.push_back(slot);
}

bool SharedUse::accesses(VertexId v, const std::vector<bool>& exchanged) const {
  const bp::Vertex& vertex = graph_.vertex(v);
  if (vertex.kind == VertexKind::StartThread || graph_.atomicity(v) == bp::Atomicity::Ends)
    return true;
  bool found = false;
  const auto look = [&](Slot slot, bool) {
    found = found || (slot < graph_.shared() && exchanged[slot]);
  };
  for_each_mention(graph_, v, look);
  bp::for_each_variable(graph_, graph_.procedure(vertex.procedure).enforce, look);
  if (vertex.kind == VertexKind::Call)
    bp::for_each_variable(graph_, graph_.procedure(vertex.callee).enforce, look);
  return found;
}

void SharedUse::find_switch_points() {
  std::vector<bool> exchanged(graph_.shared());
  for (const Slot slot : exchanged_) exchanged[slot] = true;
  std::vector<bool> accesses_within(graph_.procedures().size());
  for (VertexId v = 0; v < graph_.vertices().size(); ++v) {
    has_atomic_ = has_atomic_ || graph_.atomicity(v) == bp::Atomicity::Begins;
    has_end_thread_ = has_end_thread_ || graph_.vertex(v).kind == VertexKind::EndThread;
    if (!accesses(v, exchanged)) continue;
    const bp::Vertex& vertex = graph_.vertex(v);
    accesses_within[vertex.procedure] = true;
    for_each_successor(graph_, v, [&](VertexId w) { switch_points_[w] = true; });
    if (vertex.kind == VertexKind::Call)
      switch_points_[graph_.procedure(vertex.callee).entry] = true;
  }
  // What a callee does, its caller does too.
  for (bool changed = true; changed;) {
    changed = false;
    for (const bp::Vertex& vertex : graph_.vertices()) {
      if (vertex.kind != VertexKind::Call || !accesses_within[vertex.callee]) continue;
      switch_points_[vertex.next] = true;
      changed = changed || !accesses_within[vertex.procedure];
      accesses_within[vertex.procedure] = true;
    }
  }
}

}  // namespace hardbop::transform
