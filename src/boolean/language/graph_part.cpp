// SPDX-License-Identifier: MIT
#include "boolean/language/graph_part.hpp"

#include <numeric>

namespace hardbop::bp {

GraphPart::GraphPart(const Graph& whole, const std::vector<ProcedureId>& members,
                     const std::vector<ProcedureId>& stubs)
    : original_(whole), members_(members.size()), part_(whole.procedures().size(), no_index) {
  if (members.size() == whole.procedures().size()) {
    graph_ = &whole;
    whole_.resize(members.size());
    std::iota(whole_.begin(), whole_.end(), 0U);
    part_ = whole_;
    return;
  }
  own_.reset(new Graph(whole.program(), whole.symbols(), Graph::Empty{}));
  graph_ = own_.get();
  own_->globals_ = whole.globals_;
  own_->initialisers_ = whole.initialisers_;
  own_->all_initialisers_ = whole.all_initialisers_;
  own_->read_before_initialised_ = whole.read_before_initialised_;
  for (const ProcedureId p : members) number(p);
  for (const ProcedureId p : stubs) number(p);
  for (const ProcedureId p : members) copy(p);
  for (std::size_t i = members_; i < whole_.size(); ++i) add_stub(whole_[i]);
}

ProcedureId GraphPart::number(ProcedureId p) {
  if (part_[p] != no_index) return part_[p];
  whole_.push_back(p);
  return part_[p] = static_cast<ProcedureId>(whole_.size() - 1);
}

void GraphPart::copy(ProcedureId p) {
  GraphProcedure procedure = original_.procedure(p);
  const VertexId old_first = procedure.vertices.first;
  const auto new_first = static_cast<VertexId>(own_->vertices_.size());
  const auto moved = [&](VertexId v) { return v == no_index ? v : v - old_first + new_first; };
  for (std::uint32_t i = 0; i < procedure.vertices.count; ++i) {
    Vertex vertex = original_.vertex(old_first + i);
    vertex.procedure = part_[p];
    vertex.next = moved(vertex.next);
    vertex.otherwise = moved(vertex.otherwise);
    if (vertex.callee != no_index) vertex.callee = number(vertex.callee);
    const Range targets = vertex.targets;
    vertex.targets.first = static_cast<std::uint32_t>(own_->targets_.size());
    for (std::uint32_t t = 0; t < targets.count; ++t)
      own_->targets_.push_back(moved(original_.targets()[targets.first + t]));
    own_->vertices_.push_back(vertex);
  }
  procedure.entry = moved(procedure.entry);
  procedure.exit = moved(procedure.exit);
  procedure.vertices.first = new_first;
  own_->procedures_.push_back(procedure);
}

/// Its entry is an Error, for nothing leads on from one.
void GraphPart::add_stub(ProcedureId p) {
  GraphProcedure procedure = original_.procedure(p);
  procedure.entry = static_cast<VertexId>(own_->vertices_.size());
  procedure.exit = procedure.entry + 1;
  procedure.vertices = {procedure.entry, 2};
  for (const VertexKind kind : {VertexKind::Error, VertexKind::Exit}) {
    Vertex& vertex = own_->vertices_.emplace_back();
    vertex.kind = kind;
    vertex.procedure = part_[p];
  }
  own_->procedures_.push_back(procedure);
}

VertexId GraphPart::whole_vertex(VertexId v) const {
  if (!own_) return v;
  const ProcedureId p = graph_->vertex(v).procedure;
  return v - graph_->procedure(p).vertices.first + original_.procedure(whole_[p]).vertices.first;
}

VertexId GraphPart::part_vertex(VertexId v) const {
  const ProcedureId p = original_.vertex(v).procedure;
  if (part_[p] == no_index || is_stub(part_[p])) return no_index;
  return v - original_.procedure(p).vertices.first + graph_->procedure(part_[p]).vertices.first;
}

}  // namespace hardbop::bp
