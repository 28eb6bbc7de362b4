// SPDX-License-Identifier: MIT
#include "slam/boolean_program.hpp"

#include "bp/checker.hpp"
#include "bp/parser.hpp"
#include "util/invariant.hpp"

namespace hardbop::slam {

BooleanProgram::BooleanProgram(const Abstraction& abstraction) : abstraction_(abstraction) {
  Diagnostics diagnostics;
  program_ = bp::parse_program(
      std::make_shared<const SourceFile>("abstraction.bp", std::string(abstraction.text)),
      bp::Dialect::Standard, diagnostics);
  HARDBOP_INVARIANT(!diagnostics.has_errors(), "an abstraction should be a Boolean program");
  symbols_ = bp::check_program(program_, diagnostics);
  HARDBOP_INVARIANT(!diagnostics.has_errors(), "an abstraction should be a correct program");
  graph_ = std::make_unique<const bp::Graph>(program_, symbols_);
  for (bp::ProcedureId p = 0; p < graph_->procedures().size(); ++p)
    if (graph_->procedure_name(p) == "main") entries_ = {p};
}

BlockId BooleanProgram::block(bp::VertexId v) const {
  const bp::Vertex& vertex = graph_->vertex(v);
  if (vertex.kind == bp::VertexKind::Exit || vertex.kind == bp::VertexKind::Error) return c::none;
  return abstraction_.lines[program_.source->line_number(vertex.at)].block;
}

}  // namespace hardbop::slam
