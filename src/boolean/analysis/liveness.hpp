// SPDX-License-Identifier: MIT
// Live variables [ball00 §3.3], across calls, and in the strong sense: a variable is live
// only if its value can reach a condition. An assignment to a variable that is not live
// makes nothing live, so whole chains of computations that decide nothing fall away.
#pragma once

#include <span>
#include <vector>

#include "boolean/analysis/call_graph.hpp"
#include "boolean/analysis/mod_ref.hpp"
#include "boolean/analysis/slot_set.hpp"

namespace hardbop::analysis {

/// Somebody looks at a slot's value just before a vertex.
struct Watch {
  bp::VertexId vertex = bp::no_index;
  bp::Slot slot = 0;
};

class Liveness {
 public:
  /// What is watched is live as well.
  Liveness(const bp::Graph& graph, const CallGraph& calls, const ModRef& mod_ref,
           const std::vector<Watch>& watches = {});
  /// The answer without an analysis: everything is live everywhere.
  static Liveness everything(const bp::Graph& graph);

  /// Just before the vertex; results are live at the exit only.
  [[nodiscard]] bool live(bp::VertexId v, bp::Slot slot) const { return bp::get_bit(at(v), slot); }
  /// The live slots just before the vertex.
  [[nodiscard]] std::span<const bp::Word> at(bp::VertexId v) const {
    return std::span(words_).subspan(offsets_[v], offsets_[v + 1] - offsets_[v]);
  }
  /// Of all vertices together: slots that are not live.
  [[nodiscard]] std::uint64_t dead() const;

 private:
  const bp::Graph* graph_ = nullptr;
  std::vector<std::size_t> offsets_;  // by vertex, into words_
  std::vector<bp::Word> words_;

  explicit Liveness(const bp::Graph& graph);
  friend class LivenessAnalysis;

  [[nodiscard]] std::span<bp::Word> at(bp::VertexId v) {
    return std::span(words_).subspan(offsets_[v], offsets_[v + 1] - offsets_[v]);
  }
};

}  // namespace hardbop::analysis
