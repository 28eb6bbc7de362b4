// SPDX-License-Identifier: MIT
#include "boolean/language/targets.hpp"

#include <fmt/format.h>

namespace hardbop::bp {

namespace {

constexpr std::string_view label_prefix = "label ";

Target empty_target(std::string_view name) {
  return {fmt::format("{}{}", label_prefix, name), {}, {}, {}};
}

void add(Target& target, const Graph& graph, const GraphLabel& label) {
  target.label = graph.program().text(label.name);
  target.vertices.push_back(label.vertex);
  target.places.push_back(label.at);
}

}  // namespace

std::string qualified_name(const Graph& graph, const GraphLabel& label) {
  return fmt::format("{}.{}", graph.procedure_name(label.procedure),
                     graph.program().text(label.name));
}

Target target_of(const Graph& graph, const GraphLabel& label) {
  Target target = empty_target(qualified_name(graph, label));
  add(target, graph, label);
  return target;
}

Target label_target(const Graph& graph, std::string_view name) {
  Target target = empty_target(name);
  for (const GraphLabel& label : graph.labels())
    if (graph.program().text(label.name) == name) add(target, graph, label);
  if (!target.vertices.empty()) return target;
  for (const GraphLabel& label : graph.labels())
    if (qualified_name(graph, label) == name) add(target, graph, label);
  return target;
}

std::vector<Target> assertion_targets(const Graph& graph) {
  std::vector<Target> out;
  for (VertexId v = 0; v < graph.vertices().size(); ++v) {
    const Vertex& vertex = graph.vertex(v);
    if (vertex.kind != VertexKind::Error) continue;
    const LineColumn place = graph.program().source->locate(vertex.at);
    out.push_back({fmt::format("assert {}:{}", place.line, place.column), {}, {v}, {vertex.at}});
  }
  return out;
}

std::vector<VertexId> all_statements(const Graph& graph) {
  std::vector<VertexId> out;
  for (VertexId v = 0; v < graph.vertices().size(); ++v) {
    const VertexKind kind = graph.vertex(v).kind;
    if (kind != VertexKind::Exit && kind != VertexKind::Error) out.push_back(v);
  }
  return out;
}

Target find_target(const Graph& graph, std::string_view name) {
  if (name.starts_with(label_prefix)) return label_target(graph, name.substr(label_prefix.size()));
  for (Target& target : assertion_targets(graph))
    if (target.name == name) return std::move(target);
  return {std::string(name), {}, {}, {}};
}

}  // namespace hardbop::bp
