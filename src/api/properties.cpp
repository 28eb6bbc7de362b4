// SPDX-License-Identifier: MIT
#include "api/properties.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "util/spelling.hpp"

namespace hardbop::api {

namespace {

using bp::Graph;
using bp::GraphLabel;

/// The labels that are asked for where nothing else is.
constexpr std::string_view error_labels[] = {"ERROR", "SLIC_ERROR"};

Message about_input(const Program::Implementation& program, std::string text, std::string hint) {
  return {
      Message::Kind::Error, {program.source().name(), 1, 1}, std::move(text), std::move(hint), ""};
}

std::string_view text_of(const Graph& graph, const GraphLabel& label) {
  return graph.program().text(label.name);
}

std::string qualified(const Graph& graph, const GraphLabel& label) {
  return fmt::format("{}.{}", graph.procedure_name(label.procedure), text_of(graph, label));
}

void add_target(Property& property, const Graph& graph, const GraphLabel& label) {
  property.label = text_of(graph, label);
  property.targets.push_back(label.vertex);
  property.places.push_back(label.at);
}

Property label_property(std::string_view name) {
  return {PropertyResult::Kind::Label, fmt::format("label {}", name), {}, {}, {}};
}

/// `L` is label L of any procedure, `P.L` that of procedure P.
Property find_label(const Graph& graph, std::string_view name) {
  Property property = label_property(name);
  for (const GraphLabel& label : graph.labels())
    if (text_of(graph, label) == name) add_target(property, graph, label);
  if (!property.targets.empty()) return property;
  for (const GraphLabel& label : graph.labels())
    if (qualified(graph, label) == name) add_target(property, graph, label);
  return property;
}

void add_assertions(const Graph& graph, std::vector<Property>& out) {
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const bp::Vertex& vertex = graph.vertex(v);
    if (vertex.kind != bp::VertexKind::Error) continue;
    const LineColumn place = graph.program().source->locate(vertex.at);
    out.push_back({PropertyResult::Kind::Assert,
                   fmt::format("assert {}:{}", place.line, place.column),
                   {},
                   {v},
                   {vertex.at}});
  }
}

bool asks_temporal(const Question& question) {
  return question.terminates || !question.ltl.empty() || !question.ctl.empty() ||
         !question.properties.empty() || !question.monitors.empty();
}

}  // namespace

std::vector<Property> properties(const Program::Implementation& program, const Question& question,
                                 std::vector<Message>& errors) {
  const Graph& graph = program.graph();
  std::vector<Property> out;
  for (const std::string& name : question.labels) {
    Property property = find_label(graph, name);
    if (property.targets.empty()) {
      SpellingHint hint(name);
      for (const GraphLabel& label : graph.labels()) hint.offer(text_of(graph, label));
      errors.push_back(
          about_input(program, fmt::format("no label {}", quote_name(name)), hint.hint()));
    }
    out.push_back(std::move(property));
  }
  if (question.all_labels) {
    for (const GraphLabel& label : graph.labels()) {
      out.push_back(label_property(qualified(graph, label)));
      add_target(out.back(), graph, label);
    }
  }
  if (!question.labels.empty() || question.all_labels || asks_temporal(question)) return out;
  add_assertions(graph, out);
  for (const std::string_view name : error_labels)
    if (Property property = find_label(graph, name); !property.targets.empty())
      out.push_back(std::move(property));
  return out;
}

std::vector<bp::ProcedureId> entries(const Program::Implementation& program,
                                     const Question& question, std::vector<Message>& errors) {
  const bp::Program& source = program.program();
  std::vector<bp::ProcedureId> out;
  const std::vector<std::string> standard{"main"};
  for (const std::string& name : question.entries.empty() ? standard : question.entries) {
    const bp::ProcedureId p = source.find_procedure(name);
    if (p != bp::no_index) {
      if (std::find(out.begin(), out.end(), p) == out.end()) out.push_back(p);
      continue;
    }
    SpellingHint hint(name);
    for (const bp::Procedure& procedure : source.procedures)
      hint.offer(source.text(procedure.name.name));
    std::string advice = hint.hint();
    if (advice.empty() && question.entries.empty())
      advice = "runs start in main; --entry names another procedure";
    errors.push_back(
        about_input(program, fmt::format("no procedure {}", quote_name(name)), std::move(advice)));
  }
  return out;
}

}  // namespace hardbop::api
