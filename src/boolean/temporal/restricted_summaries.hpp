// SPDX-License-Identifier: MIT
// Summaries of instances by paths on which a formula is true all the time: path edges
// [ball00 §3.1] once more, from wherever a call can be made in a state that satisfies it.
// Private to the layer.
#pragma once

#include <functional>
#include <queue>
#include <vector>

#include "boolean/temporal/heads.hpp"
#include "boolean/temporal/instances.hpp"

namespace hardbop::temporal {

class RestrictedSummaries {
 public:
  /// `allowed(instance)`: by vertex of its procedure, the frames that a path may go through.
  using Allowed = std::function<const std::vector<bdd::Bdd>&(InstanceId)>;
  RestrictedSummaries(Heads& heads, const Instances& instances, Allowed allowed);

  /// False where `go_on` said so.
  [[nodiscard]] bool run(const std::function<bool()>& go_on);

  /// By instance, in the form that callers use.
  [[nodiscard]] std::vector<bdd::Bdd>& summaries() { return summaries_; }

 private:
  struct Work {
    std::uint32_t place;
    InstanceId instance;
    bp::VertexId vertex;
    bool operator>(const Work& other) const { return place > other.place; }
  };

  Heads& heads_;
  const Instances& instances_;
  Allowed allowed_;
  engine::PathEdges& path_edges_;
  const bp::Graph& graph_;
  std::vector<std::uint32_t> order_;
  InstanceSets sets_;
  InstanceSets pending_;
  std::vector<bdd::Bdd> summaries_;
  std::priority_queue<Work, std::vector<Work>, std::greater<>> queue_;

  [[nodiscard]] bdd::Bdd& pending(InstanceId instance, bp::VertexId v) {
    return pending_[instance][v - instances_.vertices(instance).first];
  }
  void enter_all();
  void arrive(InstanceId instance, bp::VertexId v, const bdd::Bdd& set);
  void process(InstanceId instance, bp::VertexId v, const bdd::Bdd& set);
  void come_back(InstanceId instance, bp::VertexId call, const bdd::Bdd& set, const CallCase& one,
                 const bdd::Bdd& summary);
};

}  // namespace hardbop::temporal
