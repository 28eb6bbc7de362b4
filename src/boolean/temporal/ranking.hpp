// SPDX-License-Identifier: MIT
// Why no cycle of heads meets every one of some conditions, as a rank of each head that never
// grows along an edge.
//
// The sets of fair_cycles.hpp shrink to nothing. What is removed at a time has a level, the first
// to go the least: heads from which no step leads on among what is left, and, for a condition,
// heads from which none that meets it can be reached. The number of the condition, counted from
// one, is the last part of the rank, and zero for the former. So a step from a head with zero there
// leads to a lesser rank, and a step from others to one that is not greater. An infinite path stays
// in one rank at last, which is then that of a condition, and is met by no head of it.
#pragma once

#include <optional>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/temporal/heads.hpp"

namespace hardbop::temporal {

class Ranking {
 public:
  /// The conditions: each by vertex.
  Ranking(Heads& heads, const std::vector<HeadSets>& conditions, Budget& budget);

  /// False where the budget ended it, or where there is such a cycle.
  [[nodiscard]] bool run();
  /// The bits of the rank, the lowest first: in which heads, by vertex, each is 1.
  [[nodiscard]] const std::vector<HeadSets>& bits() const { return bits_; }

 private:
  Heads& heads_;
  const std::vector<HeadSets>& conditions_;
  Budget& budget_;
  HeadSets left_;
  std::vector<std::uint32_t> component_;  // by vertex
  std::vector<HeadSets> bits_;
  std::uint64_t level_ = 0;
  std::uint64_t steps_ = 0;

  [[nodiscard]] std::vector<std::vector<bp::VertexId>> components() const;
  [[nodiscard]] bool solve(const std::vector<bp::VertexId>& component);
  [[nodiscard]] bool remove_ends(const std::vector<bp::VertexId>& component);
  [[nodiscard]] bool remove_missing(const std::vector<bp::VertexId>& component,
                                    std::size_t condition, bool& changed);
  [[nodiscard]] bdd::Bdd leading(bp::VertexId v);
  void remove(bp::VertexId v, const bdd::Bdd& heads, std::uint64_t rank);
  [[nodiscard]] std::uint64_t next_rank(std::size_t condition);
  [[nodiscard]] bool go_on() {
    return (++steps_ & 0x3FU) != 0 || budget_.poll(steps_) == StopReason::None;
  }
};

}  // namespace hardbop::temporal
