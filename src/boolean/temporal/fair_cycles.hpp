// SPDX-License-Identifier: MIT
// Which heads lie on a cycle that meets every one of some conditions, or lead to such a cycle
// within their component, after [emerson86]. This is the largest set in which every head has, for
// each condition, a path of at least one step to a head that meets the condition. Control flow is
// explicit, so each component of the vertices is solved separately, and most vertices are in none.
#pragma once

#include <optional>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/temporal/heads.hpp"

namespace hardbop::temporal {

class FairCycles {
 public:
  /// The conditions: each by vertex.
  FairCycles(Heads& heads, std::vector<HeadSets> conditions, Budget& budget)
      : heads_(heads), conditions_(std::move(conditions)), budget_(budget) {}

  /// False where the budget ended it.
  [[nodiscard]] bool run();

  [[nodiscard]] Heads& heads() const { return heads_; }
  [[nodiscard]] const std::vector<HeadSets>& conditions() const { return conditions_; }
  /// By vertex; all empty where there is no such cycle.
  [[nodiscard]] const HeadSets& fair() const { return fair_; }
  [[nodiscard]] bool found() const { return found_; }
  /// The component of a vertex with fair heads; others have none.
  [[nodiscard]] std::uint32_t component(bp::VertexId v) const { return component_[v]; }

 private:
  Heads& heads_;
  std::vector<HeadSets> conditions_;
  Budget& budget_;
  HeadSets fair_;
  std::vector<std::uint32_t> component_;
  bool found_ = false;
  std::uint64_t steps_ = 0;

  [[nodiscard]] bool shrink(const std::vector<bp::VertexId>& component);
  [[nodiscard]] bool keep_going(const std::vector<bp::VertexId>& component, bool& changed);
  [[nodiscard]] bool keep_meeting(const std::vector<bp::VertexId>& component,
                                  const HeadSets& condition, bool& changed);
  [[nodiscard]] bdd::Bdd leading(bp::VertexId v, const HeadSets& sets);
  [[nodiscard]] bool go_on() {
    return (++steps_ & 0x3FU) != 0 || budget_.poll(steps_) == StopReason::None;
  }
};

}  // namespace hardbop::temporal
