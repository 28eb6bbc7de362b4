// SPDX-License-Identifier: MIT
#include "product/log/summary_log.hpp"

#include <fmt/format.h>

#include "product/log/program.hpp"
#include "product/log/tables.hpp"

namespace hardbop::log {

namespace {

const char* way_name(engine::PlannedPlace::By by) {
  using By = engine::PlannedPlace::By;
  switch (by) {
    case By::Start: return "start";
    case By::Step: return "step";
    case By::Call: return "call";
    case By::Summary: return "summary";
  }
  return "start";
}

/// A path edge relates globals and formals at the entry to all variables here, and at an exit to
/// the results.
std::vector<bdd::Var> columns_of(const bp::Graph& graph, bp::ProcedureId p,
                                 const encode::Slots& slots) {
  std::vector<bdd::Var> out;
  const bp::GraphProcedure& procedure = graph.procedure(p);
  for (bp::Slot slot = 0; slot < graph.globals() + procedure.formals; ++slot)
    out.push_back(slots.entry(slot));
  for (bp::Slot slot = 0; slot < graph.first_result(p); ++slot) out.push_back(slots.current(slot));
  for (std::uint32_t i = 0; i < procedure.results; ++i) out.push_back(slots.result(i));
  return out;
}

/// What columns_of() are called: "g at entry", "g", "result 1".
Json column_names(const bp::Graph& graph, bp::ProcedureId p) {
  Json out = Json::array();
  const bp::GraphProcedure& procedure = graph.procedure(p);
  for (bp::Slot slot = 0; slot < graph.globals() + procedure.formals; ++slot)
    out.push_back({{"name", graph.slot_name(p, slot)}, {"at", "entry"}});
  for (bp::Slot slot = 0; slot < graph.first_result(p); ++slot)
    out.push_back({{"name", graph.slot_name(p, slot)}, {"at", "here"}});
  for (std::uint32_t i = 0; i < procedure.results; ++i)
    out.push_back({{"name", graph.slot_name(p, graph.first_result(p) + i)}, {"at", "exit"}});
  return out;
}

}  // namespace

void SummaryLog::begin(engine::PathEdges& path_edges) {
  path_edges_ = &path_edges;
  const bp::Graph& graph = path_edges.graph();
  if (shown_ != &graph) write(sink_, program_event(graph));
  shown_ = &graph;
  columns_.clear();
  Json names = Json::array();
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
    columns_.push_back(columns_of(graph, p, path_edges.slots()));
    names.push_back(column_names(graph, p));
  }
  write(sink_, {{"event", "search"}, {"columns", std::move(names)}});
}

const std::vector<bdd::Var>& SummaryLog::columns_at(bp::VertexId v) const {
  return columns_[path_edges_->graph().vertex(v).procedure];
}

void SummaryLog::take(bp::VertexId v) {
  write(sink_, {{"event", "take"}, {"vertex", v}});
}

void SummaryLog::arrive(bp::VertexId w, By by, bp::VertexId from, const bdd::Bdd& added,
                        bool waits) {
  const std::vector<bdd::Var>& columns = columns_at(w);
  Json event{{"event", "arrive"}, {"vertex", w}, {"by", way_name(by)}};
  if (from != bp::no_index) event["from"] = from;
  event["waits"] = waits;
  event["added"] = table(added, columns);
  if (const bdd::Bdd& all = path_edges_->at(w); !all.is_false()) {
    event["count"] = bdd::model_count(all, columns.size()).to_string();
    event["diagram"] = diagram(all, columns);
  }
  write(sink_, event);
}

void SummaryLog::grow_summary(bp::ProcedureId p, const bdd::Bdd& added) {
  write(sink_, {{"event", "summary"},
                {"procedure", p},
                {"added", table(added, columns_[p])},
                {"diagram", diagram(path_edges_->summary(p), columns_[p])}});
}

void SummaryLog::ring(std::size_t number, const std::map<bp::VertexId, bdd::Bdd>& places) {
  Json shown = Json::array();
  for (const auto& [v, set] : places)
    shown.push_back({{"vertex", v}, {"added", table(set, columns_at(v))}});
  write(sink_, {{"event", "ring"}, {"number", number}, {"places", std::move(shown)}});
}

void SummaryLog::way(std::size_t number, const engine::PlannedPlace& place) {
  write(sink_, {{"event", "way"},
                {"number", number},
                {"vertex", place.vertex},
                {"by", way_name(place.by)},
                {"added", table(place.set, columns_at(place.vertex))}});
}

}  // namespace hardbop::log
