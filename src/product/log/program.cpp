// SPDX-License-Identifier: MIT
#include "product/log/program.hpp"

#include <map>

namespace hardbop::log {

namespace {

const char* kind_name(bp::VertexKind kind) {
  switch (kind) {
    case bp::VertexKind::Skip: return "skip";
    case bp::VertexKind::Goto: return "goto";
    case bp::VertexKind::Branch: return "branch";
    case bp::VertexKind::Assign: return "assign";
    case bp::VertexKind::Dead: return "dead";
    case bp::VertexKind::Assume: return "assume";
    case bp::VertexKind::Assert: return "assert";
    case bp::VertexKind::Call: return "call";
    case bp::VertexKind::Return: return "return";
    case bp::VertexKind::StartThread: return "start_thread";
    case bp::VertexKind::EndThread: return "end_thread";
    case bp::VertexKind::Exit: return "exit";
    case bp::VertexKind::Error: return "error";
  }
  return "skip";
}

Json successors(const bp::Graph& graph, const bp::Vertex& vertex) {
  Json out = Json::array();
  for (const bp::VertexId v : {vertex.next, vertex.otherwise})
    if (v != bp::no_index) out.push_back(v);
  for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
    out.push_back(graph.targets()[vertex.targets.first + i]);
  return out;
}

Json vertex_json(const bp::Graph& graph, bp::VertexId v, const std::string& label) {
  const bp::Vertex& vertex = graph.vertex(v);
  const LineColumn at = graph.program().source->locate(vertex.at);
  const bool is_error = vertex.kind == bp::VertexKind::Error;
  Json out{{"procedure", vertex.procedure},
           {"kind", kind_name(vertex.kind)},
           {"line", at.line},
           {"text", label + (is_error ? "the assertion fails" : graph.statement_text(v))},
           {"to", successors(graph, vertex)}};
  if (vertex.callee != bp::no_index) out["callee"] = vertex.callee;
  return out;
}

bool shares_name(const bp::Graph& graph, bp::ProcedureId p) {
  for (bp::ProcedureId other = 0; other < graph.procedures().size(); ++other)
    if (other != p && graph.procedure_name(other) == graph.procedure_name(p)) return true;
  return false;
}

Json procedure_json(const bp::Graph& graph, bp::ProcedureId p) {
  const bp::GraphProcedure& procedure = graph.procedure(p);
  Json variables = Json::array();
  for (bp::Slot slot = 0; slot < graph.first_result(p); ++slot)
    variables.push_back(graph.slot_name(p, slot));
  return {{"name", procedure_text(graph, p)}, {"entry", procedure.entry},
          {"exit", procedure.exit},           {"globals", graph.globals()},
          {"formals", procedure.formals},     {"results", procedure.results},
          {"variables", std::move(variables)}};
}

}  // namespace

std::string procedure_text(const bp::Graph& graph, bp::ProcedureId p) {
  const bp::Program& program = graph.program();
  const std::uint32_t thread = program.procedures[p].thread;
  const std::string name(graph.procedure_name(p));
  if (thread == bp::no_index || !shares_name(graph, p)) return name;
  return std::string(program.text(program.threads[thread].name.name)) + "." + name;
}

Json program_event(const bp::Graph& graph) {
  std::map<bp::VertexId, std::string> labels;
  for (const bp::GraphLabel& label : graph.labels())
    labels[label.vertex] += std::string(graph.program().text(label.name)) + ": ";
  Json procedures = Json::array();
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    procedures.push_back(procedure_json(graph, p));
  Json vertices = Json::array();
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v)
    vertices.push_back(vertex_json(graph, v, labels[v]));
  return {{"event", "program"},
          {"source", graph.program().source->name()},
          {"procedures", std::move(procedures)},
          {"vertices", std::move(vertices)}};
}

}  // namespace hardbop::log
