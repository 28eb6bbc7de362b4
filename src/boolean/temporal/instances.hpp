// SPDX-License-Identifier: MIT
// Procedures in contexts. An instance is a procedure, and something that is known of where it
// returns to; so a call can have several instances of its callee, by the caller's values.
// Private to the layer.
#pragma once

#include <utility>
#include <vector>

#include "base/bdd/bdd.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::temporal {

using InstanceId = std::uint32_t;

/// By instance, by vertex of its procedure.
using InstanceSets = std::vector<std::vector<bdd::Bdd>>;

/// Frames in `guard` call `callee`.
struct CallCase {
  bdd::Bdd guard;
  InstanceId callee = 0;
};

class Instances {
 public:
  explicit Instances(const bp::Graph& graph) : graph_(&graph) {}

  [[nodiscard]] std::size_t size() const { return procedures_.size(); }
  [[nodiscard]] bp::ProcedureId procedure(InstanceId i) const { return procedures_[i]; }
  [[nodiscard]] bp::Range vertices(InstanceId i) const {
    return graph_->procedure(procedures_[i]).vertices;
  }
  [[nodiscard]] const std::vector<CallCase>& calls(InstanceId i, bp::VertexId call) const {
    return calls_[i][call - vertices(i).first];
  }
  /// The calls of an instance: in which, and where.
  [[nodiscard]] const std::vector<std::pair<InstanceId, bp::VertexId>>& callers(
      InstanceId i) const {
    return callers_[i];
  }

  InstanceId add(bp::ProcedureId p) {
    procedures_.push_back(p);
    calls_.emplace_back(graph_->procedure(p).vertices.count);
    callers_.emplace_back();
    return static_cast<InstanceId>(procedures_.size()) - 1;
  }
  void add_call(InstanceId caller, bp::VertexId call, CallCase one) {
    callers_[one.callee].emplace_back(caller, call);
    calls_[caller][call - vertices(caller).first].push_back(std::move(one));
  }

 private:
  const bp::Graph* graph_;
  std::vector<bp::ProcedureId> procedures_;
  std::vector<std::vector<std::vector<CallCase>>> calls_;  // by instance, vertex
  std::vector<std::vector<std::pair<InstanceId, bp::VertexId>>> callers_;
};

}  // namespace hardbop::temporal
