// SPDX-License-Identifier: MIT
// Path edges, summaries, rings and the way of a trace, as events.
#pragma once

#include <vector>

#include "boolean/engine/summary/path_edges.hpp"
#include "product/log/event.hpp"

namespace hardbop::log {

class SummaryLog final : public engine::SummaryObserver {
 public:
  /// `graph`: what the log has shown already.
  SummaryLog(Sink sink, const bp::Graph& graph) : sink_(std::move(sink)), shown_(&graph) {}

  void begin(engine::PathEdges& path_edges) override;
  void take(bp::VertexId v) override;
  void arrive(bp::VertexId w, By by, bp::VertexId from, const bdd::Bdd& added, bool waits) override;
  void grow_summary(bp::ProcedureId p, const bdd::Bdd& added) override;
  void ring(std::size_t number, const std::map<bp::VertexId, bdd::Bdd>& places) override;
  void way(std::size_t number, const engine::PlannedPlace& place) override;

 private:
  Sink sink_;
  const bp::Graph* shown_;
  engine::PathEdges* path_edges_ = nullptr;
  std::vector<std::vector<bdd::Var>> columns_;  // by procedure

  [[nodiscard]] const std::vector<bdd::Var>& columns_at(bp::VertexId v) const;
};

}  // namespace hardbop::log
