// SPDX-License-Identifier: MIT
#include "c/slam/boolean_program.hpp"

#include "base/util/invariant.hpp"
#include "boolean/analysis/liveness.hpp"
#include "boolean/language/checker.hpp"
#include "boolean/language/parser.hpp"

namespace hardbop::slam {

BooleanProgram::BooleanProgram(const Abstraction& abstraction, const Procedures& procedures)
    : abstraction_(abstraction) {
  Diagnostics diagnostics;
  program_ = bp::parse_program(
      std::make_shared<const SourceFile>("abstraction.bp", std::string(abstraction.text)),
      bp::Dialect::Standard, diagnostics);
  HARDBOP_INVARIANT(!diagnostics.has_errors(), "an abstraction should be a Boolean program");
  symbols_ = bp::check_program(program_, diagnostics);
  HARDBOP_INVARIANT(!diagnostics.has_errors(), "an abstraction should be a correct program");
  graph_ = std::make_unique<const bp::Graph>(program_, symbols_);
  for (const auto& [block, line] : abstraction.arrivals) arrivals_[line] = block;
  for (const Procedure& procedure : procedures.all()) owners_.push_back(procedure.function);
  for (bp::ProcedureId p = 0; p < graph_->procedures().size(); ++p)
    if (graph_->procedure_name(p) == "main") entries_ = {p};
}

BlockId BooleanProgram::block(bp::VertexId v) const {
  const bp::Vertex& vertex = graph_->vertex(v);
  if (vertex.kind == bp::VertexKind::Exit || vertex.kind == bp::VertexKind::Error) return c::none;
  return abstraction_.lines[program_.source->line_number(vertex.at)].block;
}

BlockId BooleanProgram::arrival(bp::VertexId v) const {
  const bp::Vertex& vertex = graph_->vertex(v);
  if (vertex.kind == bp::VertexKind::Exit || vertex.kind == bp::VertexKind::Error) return c::none;
  const auto found = arrivals_.find(program_.source->line_number(vertex.at));
  return found == arrivals_.end() ? c::none : found->second;
}

std::set<ExprId> BooleanProgram::idle(const std::set<ExprId>& looked_at) const {
  const analysis::CallGraph calls(*graph_);
  const analysis::ModRef mod_ref(*graph_, calls);
  const analysis::Liveness liveness(*graph_, calls, mod_ref);
  std::set<ExprId> idle;
  std::set<ExprId> busy = looked_at;
  for (bp::VertexId v = 0; v < graph_->vertices().size(); ++v) {
    const auto procedure = owners_.at(graph_->vertex(v).procedure);
    const std::vector<SlotMeaning>& slots = abstraction_.slots.at(procedure);
    for (bp::Slot slot = 0; slot < slots.size(); ++slot)
      if (slots[slot].condition && slots[slot].call == c::none)
        (liveness.live(v, slot) ? busy : idle).insert(*slots[slot].condition);
  }
  std::erase_if(idle, [&](ExprId predicate) { return busy.contains(predicate); });
  return idle;
}

}  // namespace hardbop::slam
