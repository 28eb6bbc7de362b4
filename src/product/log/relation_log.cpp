// SPDX-License-Identifier: MIT
#include "product/log/relation_log.hpp"

#include <fmt/format.h>
#include <map>
#include <utility>

#include "product/log/program.hpp"

namespace hardbop::log {

namespace {

constexpr std::size_t most_tuples = 24;
constexpr std::size_t most_of_many = 12;  // where there are 100 or more

const char* relation_kind(calculus::Relation::Kind kind) {
  switch (kind) {
    case calculus::Relation::Kind::Input: return "input";
    case calculus::Relation::Kind::Plain: return "relation";
    case calculus::Relation::Kind::Mu: return "mu";
    case calculus::Relation::Kind::Nu: return "nu";
  }
  return "relation";
}

/// "R (line 13)", "line 7", "exit"; with the column where a line has several.
std::vector<std::string> place_texts(const bp::Graph& graph) {
  const auto locate = [&](const bp::Vertex& v) { return graph.program().source->locate(v.at); };
  std::map<bp::VertexId, std::string> labels;
  for (const bp::GraphLabel& label : graph.labels())
    labels[label.vertex] = graph.program().text(label.name);
  std::map<std::pair<bp::ProcedureId, std::uint32_t>, int> on_line;
  for (const bp::Vertex& vertex : graph.vertices())
    if (vertex.kind != bp::VertexKind::Exit && vertex.kind != bp::VertexKind::Error)
      ++on_line[{vertex.procedure, locate(vertex).line}];
  std::vector<std::string> out;
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const bp::Vertex& vertex = graph.vertex(v);
    const LineColumn at = locate(vertex);
    if (vertex.kind == bp::VertexKind::Exit)
      out.emplace_back("exit");
    else if (vertex.kind == bp::VertexKind::Error)
      out.push_back(fmt::format("error of line {}", at.line));
    else {
      const bool is_alone = on_line[{vertex.procedure, at.line}] == 1;
      const std::string line = is_alone ? fmt::format("line {}", at.line)
                                        : fmt::format("line {}:{}", at.line, at.column);
      const auto label = labels.find(v);
      out.push_back(label == labels.end() ? line : fmt::format("{} ({})", label->second, line));
    }
  }
  return out;
}

}  // namespace

RelationLog::RelationLog(Sink sink, const bp::Graph& graph)
    : sink_(std::move(sink)), graph_(graph), places_(place_texts(graph)) {}

/// Of modules and counters, as the engine numbers them (program_relations.hpp): a counter is one of
/// the module before it. Modules behind the procedures start threads.
calculus::NumberText RelationLog::names() const {
  return [this, module = std::size_t{0}](const calculus::Type& type,
                                         std::int64_t value) mutable -> std::optional<std::string> {
    const auto number = static_cast<std::size_t>(value);
    const std::size_t procedures = graph_.procedures().size();
    if (type.name == "Module") {
      module = number;
      if (module >= procedures) return fmt::format("starter {}", module - procedures);
      return procedure_text(graph_, static_cast<bp::ProcedureId>(module));
    }
    if (type.name != "Counter" || module >= procedures) return std::nullopt;
    const auto& vertices = graph_.procedure(static_cast<bp::ProcedureId>(module)).vertices;
    if (number >= vertices.count) return "before the exit";
    return places_[vertices.first + number];
  };
}

std::string RelationLog::count(calculus::RelationId relation, const bdd::Bdd& set) const {
  return bdd::model_count(set, evaluator_->columns(relation).size()).to_string();
}

std::vector<bool> RelationLog::shown_parameters(calculus::RelationId relation) const {
  std::vector<bool> out;
  for (const calculus::VariableId v : system_->relations[relation].parameters) {
    const std::string& type = system_->types[system_->variables[v].type].name;
    out.push_back(type != "History" && type != "Schedule");
  }
  return out;
}

/// Of threads, what is the same but for guesses about other threads is one row.
Json RelationLog::tuples(calculus::RelationId relation, const bdd::Bdd& set) const {
  const std::vector<bool> shown = shown_parameters(relation);
  const std::vector<calculus::VariableId>& parameters = system_->relations[relation].parameters;
  std::vector<calculus::TypeId> types;
  std::vector<bdd::Var> kept;
  std::vector<bdd::Var> dropped;
  auto column = evaluator_->columns(relation).begin();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const calculus::TypeId type = system_->variables[parameters[i]].type;
    std::vector<bdd::Var>& to = shown[i] ? kept : dropped;
    const auto bits = static_cast<std::ptrdiff_t>(system_->types[type].bits);
    to.insert(to.end(), column, column + bits);
    column += bits;
    if (shown[i]) types.push_back(type);
  }
  bdd::Manager& manager = evaluator_->manager();
  const bdd::Bdd rows = dropped.empty() ? set : bdd::exists(set, manager.cube(dropped));
  const std::string row_count = bdd::model_count(rows, kept.size()).to_string();
  const std::size_t most = row_count.size() > 2 ? most_of_many : most_tuples;
  calculus::TupleEnumerator each(manager, kept, rows);
  Json out = Json::array();
  while (out.size() < most && each.next()) {
    const calculus::NumberText number = names();
    Json& tuple = out.emplace_back(Json::array());
    std::size_t at = 0;
    for (const calculus::TypeId type : types) {
      tuple.push_back(calculus::value_text(system_->types, type, each.bits(), at, number));
      at += system_->types[type].bits;
    }
  }
  Json result{{"count", count(relation, set)}, {"tuples", std::move(out)}};
  if (!dropped.empty()) result["rows"] = row_count;
  return result;
}

void RelationLog::begin(calculus::Evaluator& evaluator, const calculus::System& system) {
  evaluator_ = &evaluator;
  system_ = &system;
  Json relations = Json::array();
  for (calculus::RelationId r = 0; r < system.relations.size(); ++r) {
    const calculus::Relation& relation = system.relations[r];
    Json parameters = Json::array();
    Json left_out = Json::array();
    const std::vector<bool> is_shown = shown_parameters(r);
    for (std::size_t i = 0; i < is_shown.size(); ++i)
      (is_shown[i] ? parameters : left_out)
          .push_back(system.variables[relation.parameters[i]].name);
    Json& shown = relations.emplace_back();
    shown = {{"name", relation.name},
             {"kind", relation_kind(relation.kind)},
             {"line", system.source->locate(relation.at.begin).line},
             {"parameters", std::move(parameters)}};
    if (!left_out.empty()) shown["left_out"] = std::move(left_out);
    if (relation.kind == calculus::Relation::Kind::Input)
      shown["value"] = tuples(r, evaluator.value(r));
  }
  write(sink_, {{"event", "system"},
                {"name", system.source->name()},
                {"text", system.source->text()},
                {"relations", std::move(relations)}});
}

void RelationLog::change(calculus::RelationId relation, const bdd::Bdd& before) {
  const bdd::Bdd& now = evaluator_->value(relation);
  Json event{{"event", "round"},
             {"relation", relation},
             {"round", evaluator_->rounds(relation)},
             {"added", tuples(relation, now - before)}};
  if (const bdd::Bdd lost = before - now; !lost.is_false())
    event["removed"] = tuples(relation, lost);
  event["count"] = count(relation, now);
  write(sink_, event);
}

void RelationLog::complete(calculus::RelationId relation) {
  write(sink_, {{"event", "complete"},
                {"relation", relation},
                {"rounds", evaluator_->rounds(relation)},
                {"count", count(relation, evaluator_->value(relation))}});
}

}  // namespace hardbop::log
