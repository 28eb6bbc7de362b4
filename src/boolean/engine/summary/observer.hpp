// SPDX-License-Identifier: MIT
// Who wants to see how path edges and summaries grow. The search tells; it does not know what for.
// Nobody listens as a rule: then each place costs one comparison.
#pragma once

#include <map>

#include "boolean/engine/summary/planner.hpp"

namespace hardbop::engine {

class PathEdges;

class SummaryObserver {
 public:
  using By = PlannedPlace::By;

  SummaryObserver() = default;
  SummaryObserver(const SummaryObserver&) = delete;
  SummaryObserver& operator=(const SummaryObserver&) = delete;
  virtual ~SummaryObserver() = default;

  /// A search begins. What is told after it is about these path edges; no set may be kept beyond.
  virtual void begin(PathEdges& path_edges) = 0;
  /// What is new at a vertex is taken from the worklist, to be passed on.
  virtual void take(bp::VertexId v) = 0;
  /// `added` is new at `w`: a step or a call at `from` leads there, or the summary of the callee at
  /// the call `from`. Where `waits`, `w` was not in the worklist and is now.
  virtual void arrive(bp::VertexId w, By by, bp::VertexId from, const bdd::Bdd& added,
                      bool waits) = 0;
  virtual void grow_summary(bp::ProcedureId p, const bdd::Bdd& added) = 0;
  /// The places that are `number` steps from the start of a search for a way, and no fewer.
  virtual void ring(std::size_t number, const std::map<bp::VertexId, bdd::Bdd>& places) = 0;
  /// A way was found: a place of it, from the target back to the start.
  virtual void way(std::size_t number, const PlannedPlace& place) = 0;
};

}  // namespace hardbop::engine
