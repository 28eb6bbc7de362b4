// SPDX-License-Identifier: MIT
#include "boolean/certify/read_run.hpp"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/util/diagnostic.hpp"

namespace hardbop::certify {

namespace {

using Json = nlohmann::json;

class RunReader {
 public:
  explicit RunReader(const bp::Graph& graph) : graph_(graph) {}

  RunResult run(const Json& trace, const bp::Target& target) {
    if (trace.at("truncated").get<bool>()) {
      result_.unreadable = true;
      result_.error =
          fmt::format("the trace of {} is truncated; increase Question::trace_limit", target.name);
      return std::move(result_);
    }
    for (const Json& step : trace.at("steps")) add(step, {});
    add(trace.at("end"), target.vertices);
    return std::move(result_);
  }

 private:
  using Places = std::map<std::pair<std::uint32_t, std::uint32_t>, bp::VertexId>;

  const bp::Graph& graph_;
  RunResult result_;
  std::map<bp::ProcedureId, Places> places_;  // of statements, made when first needed

  /// `wanted`: the end of the trace must be one of these.
  void add(const Json& step, const std::vector<bp::VertexId>& wanted) {
    const auto name = step.at("procedure").get<std::string>();
    const bp::ProcedureId p = graph_.program().find_procedure(name);
    if (p == bp::no_index) return refuse(fmt::format("no procedure {}", quote_name(name)));
    const LineColumn at{step.at("line").get<std::uint32_t>(),
                        step.at("column").get<std::uint32_t>()};
    ShownState& state = result_.run.emplace_back();
    state.depth = step.at("depth").get<std::uint32_t>();
    state.vertex = wanted.empty() ? statement_at(p, at) : end_at(p, at, wanted);
    if (state.vertex == bp::no_index)
      return refuse(fmt::format("procedure {} has no such statement at {}:{}", quote_name(name),
                                at.line, at.column));
    state.frame = bp::Valuation(graph_.frame_size(p));
    const Json& values = step.at("state");
    for (bp::Slot slot = 0; slot < graph_.first_result(p); ++slot) {
      if (slot < graph_.globals() && graph_.is_hidden(p, slot)) continue;
      state.frame.set(slot, values.at(graph_.slot_name(p, slot)).get<bool>());
    }
  }

  void refuse(std::string error) {
    if (result_.error.empty()) result_.error = std::move(error);
  }

  [[nodiscard]] LineColumn locate(bp::VertexId v) const {
    return graph_.program().source->locate(graph_.vertex(v).at);
  }

  [[nodiscard]] bp::VertexId end_at(bp::ProcedureId p, LineColumn at,
                                    const std::vector<bp::VertexId>& wanted) const {
    for (const bp::VertexId v : wanted)
      if (graph_.vertex(v).procedure == p && locate(v) == at) return v;
    return bp::no_index;
  }

  [[nodiscard]] bp::VertexId statement_at(bp::ProcedureId p, LineColumn at) {
    const auto [entry, is_new] = places_.try_emplace(p);
    Places& places = entry->second;
    const bp::Range vertices = graph_.procedure(p).vertices;
    for (bp::VertexId v = vertices.first; is_new && v < vertices.first + vertices.count; ++v) {
      const bp::VertexKind kind = graph_.vertex(v).kind;
      if (kind == bp::VertexKind::Exit || kind == bp::VertexKind::Error) continue;
      const LineColumn place = locate(v);
      places.try_emplace({place.line, place.column}, v);
    }
    const auto found = places.find({at.line, at.column});
    return found == places.end() ? bp::no_index : found->second;
  }
};

}  // namespace

RunResult read_run(const bp::Graph& graph, const Json& trace, const bp::Target& target) {
  return RunReader(graph).run(trace, target);
}

}  // namespace hardbop::certify
