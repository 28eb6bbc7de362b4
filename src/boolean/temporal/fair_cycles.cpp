// SPDX-License-Identifier: MIT
#include "boolean/temporal/fair_cycles.hpp"

#include <algorithm>

namespace hardbop::temporal {

using bdd::Bdd;
using bp::VertexId;

namespace {

/// Vertices that wait, each once.
class Worklist {
 public:
  explicit Worklist(std::size_t vertices) : waits_(vertices) {}

  void add(VertexId v) {
    if (waits_[v]) return;
    waits_[v] = true;
    list_.push_back(v);
  }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  VertexId take() {
    const VertexId v = list_.back();
    list_.pop_back();
    waits_[v] = false;
    return v;
  }

 private:
  std::vector<bool> waits_;
  std::vector<VertexId> list_;
};

}  // namespace

bool FairCycles::run() {
  const std::size_t count = heads_.reached().size();
  fair_.assign(count, heads_.manager().zero());
  component_.assign(count, bp::no_index);
  std::uint32_t number = 0;
  for (const std::vector<VertexId>& component : cyclic_components(heads_)) {
    for (const VertexId v : component) {
      component_[v] = number;
      fair_[v] = heads_.reached()[v];
    }
    ++number;
    if (!shrink(component)) return false;
    found_ =
        found_ || std::ranges::any_of(component, [&](VertexId v) { return !fair_[v].is_false(); });
  }
  return true;
}

/// Heads at v from which one step leads into the sets, within the component.
Bdd FairCycles::leading(VertexId v, const HeadSets& sets) {
  Bdd out = heads_.manager().zero();
  for (const HeadEdge& edge : heads_.out(v))
    if (component_[edge.to] == component_[v] && !sets[edge.to].is_false())
      out |= heads_.before(edge, sets[edge.to]);
  return out;
}

bool FairCycles::shrink(const std::vector<VertexId>& component) {
  bool changed = true;
  while (changed) {
    changed = false;
    if (!keep_going(component, changed)) return false;
    for (const HeadSets& condition : conditions_)
      if (!keep_meeting(component, condition, changed)) return false;
    if (conditions_.empty()) return true;
  }
  return true;
}

/// Heads that a step leads on from, to the greatest fixed point.
bool FairCycles::keep_going(const std::vector<VertexId>& component, bool& changed) {
  Worklist work(fair_.size());
  for (const VertexId v : component) work.add(v);
  while (!work.empty()) {
    if (!go_on()) return false;
    const VertexId v = work.take();
    if (fair_[v].is_false()) continue;
    const Bdd kept = fair_[v] & leading(v, fair_);
    if (kept == fair_[v]) continue;
    changed = true;
    fair_[v] = kept;
    for (const HeadEdge& edge : heads_.in(v))
      if (component_[edge.from] == component_[v]) work.add(edge.from);
  }
  return true;
}

/// Heads from which a path within the fair ones, of a step or more, leads to the condition.
bool FairCycles::keep_meeting(const std::vector<VertexId>& component, const HeadSets& condition,
                              bool& changed) {
  HeadSets meeting(fair_.size(), heads_.manager().zero());
  Worklist work(fair_.size());
  for (const VertexId v : component) {
    meeting[v] = fair_[v] & condition[v];
    if (!meeting[v].is_false()) work.add(v);
  }
  HeadSets news = meeting;
  while (!work.empty()) {
    if (!go_on()) return false;
    const VertexId w = work.take();
    const Bdd fresh = std::exchange(news[w], heads_.manager().zero());
    for (const HeadEdge& edge : heads_.in(w)) {
      const VertexId v = edge.from;
      if (component_[v] != component_[w]) continue;
      const Bdd added = (heads_.before(edge, fresh) & fair_[v]) - meeting[v];
      if (added.is_false()) continue;
      meeting[v] |= added;
      news[v] |= added;
      work.add(v);
    }
  }
  for (const VertexId v : component) {
    if (fair_[v].is_false()) continue;
    const Bdd kept = fair_[v] & leading(v, meeting);
    if (kept == fair_[v]) continue;
    changed = true;
    fair_[v] = kept;
  }
  return true;
}

}  // namespace hardbop::temporal
