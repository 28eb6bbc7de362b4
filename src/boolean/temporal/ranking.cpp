// SPDX-License-Identifier: MIT
#include "boolean/temporal/ranking.hpp"

#include <algorithm>
#include <bit>

#include "base/util/components.hpp"

namespace hardbop::temporal {

using bdd::Bdd;
using bp::VertexId;

Ranking::Ranking(Heads& heads, const std::vector<HeadSets>& conditions, Budget& budget)
    : heads_(heads),
      conditions_(conditions),
      budget_(budget),
      left_(heads.reached()),
      component_(heads.reached().size(), bp::no_index) {}

bool Ranking::run() {
  std::uint32_t number = 0;
  for (const std::vector<VertexId>& component : components()) {
    for (const VertexId v : component) component_[v] = number;
    ++number;
    if (!solve(component)) return false;
  }
  return true;
}

/// Of all vertices that are reached; those that one leads to come before it.
std::vector<std::vector<VertexId>> Ranking::components() const {
  const auto next = [&](VertexId v, std::size_t i) -> std::optional<VertexId> {
    if (i == heads_.out(v).size()) return std::nullopt;
    return heads_.out(v)[i].to;
  };
  std::vector<VertexId> roots;
  for (VertexId v = 0; v < left_.size(); ++v)
    if (!left_[v].is_false()) roots.push_back(v);
  return strong_components(left_.size(), roots, next);
}

/// The condition is counted from one; zero is none.
std::uint64_t Ranking::next_rank(std::size_t condition) {
  const auto index_bits = std::bit_width(conditions_.size());
  return (level_++ << index_bits) | condition;
}

void Ranking::remove(VertexId v, const Bdd& heads, std::uint64_t rank) {
  while (bits_.size() < static_cast<std::size_t>(std::bit_width(rank)))
    bits_.emplace_back(left_.size(), heads_.manager().zero());
  // Nobody asks about what is not reached. So a vertex with one rank alone needs no diagram.
  const bool are_all = heads == heads_.reached()[v];
  const Bdd ranked = are_all ? heads_.manager().one() : heads;
  for (std::size_t bit = 0; bit < bits_.size(); ++bit)
    if ((rank >> bit & 1U) != 0) bits_[bit][v] |= ranked;
  left_[v] = left_[v] - heads;
}

/// Heads at v from which one step leads to what is left, within the component.
Bdd Ranking::leading(VertexId v) {
  Bdd out = heads_.manager().zero();
  for (const HeadEdge& edge : heads_.out(v))
    if (component_[edge.to] == component_[v] && !left_[edge.to].is_false())
      out |= heads_.before(edge, left_[edge.to]);
  return out;
}

bool Ranking::solve(const std::vector<VertexId>& component) {
  bool changed = true;
  while (changed) {
    changed = false;
    if (!remove_ends(component)) return false;
    for (std::size_t i = 0; i < conditions_.size(); ++i)
      if (!remove_missing(component, i, changed)) return false;
  }
  return std::ranges::all_of(component, [&](VertexId v) { return left_[v].is_false(); });
}

/// All that a step leads to from what is removed has gone before.
bool Ranking::remove_ends(const std::vector<VertexId>& component) {
  std::vector<bool> waits(left_.size());
  std::vector<VertexId> work(component.rbegin(), component.rend());
  for (const VertexId v : work) waits[v] = true;
  while (!work.empty()) {
    if (!go_on()) return false;
    const VertexId v = work.back();
    work.pop_back();
    waits[v] = false;
    if (left_[v].is_false()) continue;
    const Bdd ends = left_[v] - leading(v);
    if (ends.is_false()) continue;
    remove(v, ends, next_rank(0));
    for (const HeadEdge& edge : heads_.in(v)) {
      if (component_[edge.from] != component_[v] || waits[edge.from]) continue;
      waits[edge.from] = true;
      work.push_back(edge.from);
    }
  }
  return true;
}

/// Heads from which no path within what is left leads to the condition; they do not meet it.
bool Ranking::remove_missing(const std::vector<VertexId>& component, std::size_t condition,
                             bool& changed) {
  HeadSets meeting(left_.size(), heads_.manager().zero());
  HeadSets news = meeting;
  std::vector<VertexId> work;
  for (const VertexId v : component) {
    meeting[v] = news[v] = left_[v] & conditions_[condition][v];
    if (!meeting[v].is_false()) work.push_back(v);
  }
  while (!work.empty()) {
    if (!go_on()) return false;
    const VertexId w = work.back();
    work.pop_back();
    const Bdd fresh = std::exchange(news[w], heads_.manager().zero());
    if (fresh.is_false()) continue;
    for (const HeadEdge& edge : heads_.in(w)) {
      const VertexId v = edge.from;
      if (component_[v] != component_[w]) continue;
      const Bdd added = (heads_.before(edge, fresh) & left_[v]) - meeting[v];
      if (added.is_false()) continue;
      meeting[v] |= added;
      news[v] |= added;
      work.push_back(v);
    }
  }
  std::optional<std::uint64_t> rank;
  for (const VertexId v : component) {
    const Bdd missing = left_[v] - meeting[v];
    if (missing.is_false()) continue;
    if (!rank) rank = next_rank(condition + 1);
    remove(v, missing, *rank);
    changed = true;
  }
  return true;
}

}  // namespace hardbop::temporal
