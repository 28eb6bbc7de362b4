// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/diagrams.hpp"

namespace hardbop::engine {

namespace {

/// A function and its negation share a node.
bdd::Bdd positive(const bdd::Bdd& f) {
  return bdd::complement_bit(f.id()) != 0 ? ~f : f;
}

}  // namespace

DiagramCopier::DiagramCopier(const PathEdges& path_edges, trace::Invariant& out)
    : decisions_(path_edges.manager().var_count()), out_(out.nodes) {
  using trace::Decision;
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

trace::DiagramRef DiagramCopier::copy(const bdd::Bdd& root) {
  std::vector<bdd::Bdd> open{positive(root)};
  while (!open.empty()) {
    const bdd::Bdd f = open.back();
    if (f.is_constant() || known_.contains(f)) {
      open.pop_back();
      continue;
    }
    const bdd::Bdd high = f.high();
    const bdd::Bdd low = f.low();
    const std::size_t before = open.size();
    for (const bdd::Bdd& part : {positive(high), positive(low)})
      if (!part.is_constant() && !known_.contains(part)) open.push_back(part);
    if (open.size() != before) continue;
    known_.emplace(f, static_cast<std::uint32_t>(out_.size()));
    out_.push_back({decisions_[f.top()], ref(high), ref(low)});
    open.pop_back();
  }
  return ref(root);
}

trace::DiagramRef DiagramCopier::ref(const bdd::Bdd& f) const {
  if (f.is_constant()) return f.is_true() ? trace::diagram_true : trace::diagram_false;
  return {known_.at(positive(f)), bdd::complement_bit(f.id()) != 0};
}

}  // namespace hardbop::engine
