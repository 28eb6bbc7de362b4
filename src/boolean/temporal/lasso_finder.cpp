// SPDX-License-Identifier: MIT
#include "boolean/temporal/lasso_finder.hpp"

#include <algorithm>

#include "base/util/invariant.hpp"

namespace hardbop::temporal {

using bdd::Bdd;
using bp::VertexId;
using engine::Plan;
using engine::PlannedPlace;

namespace {

/// `plan` goes on with `rest`, which starts where it ends.
void append(Plan& plan, Plan rest) {
  HARDBOP_INVARIANT(plan.back().vertex == rest.front().vertex, "the parts of a plan should meet");
  plan.back().set &= rest.front().set;
  plan.insert(plan.end(), std::make_move_iterator(rest.begin() + 1),
              std::make_move_iterator(rest.end()));
}

}  // namespace

HeadSets LassoFinder::only(VertexId v, const Bdd& set) const {
  HeadSets out(heads_.reached().size(), heads_.manager().zero());
  out[v] = set;
  return out;
}

LassoFinder::Ring LassoFinder::next_ring(const Ring& ring, const HeadSets& within, HeadSets& seen) {
  Ring next;
  for (const auto& [v, set] : ring) {
    for (const HeadEdge& edge : heads_.out(v)) {
      if (within[edge.to].is_false()) continue;
      const Bdd fresh = (heads_.after(edge, set) & within[edge.to]) - seen[edge.to];
      if (fresh.is_false()) continue;
      seen[edge.to] |= fresh;
      const auto [place, is_new] = next.emplace(edge.to, fresh);
      if (!is_new) place->second |= fresh;
    }
  }
  return next;
}

std::optional<Plan> LassoFinder::search(const Starts& starts, const HeadSets& within,
                                        const HeadSets& goal, std::size_t least) {
  std::vector<Ring> rings(1);
  for (const auto& [v, set] : starts) rings.front().emplace(v, set);
  // A start counts as seen only once it has been come back to.
  HeadSets seen(within.size(), heads_.manager().zero());
  if (least == 0)
    for (const auto& [v, set] : starts) seen[v] |= set;
  while (!rings.back().empty()) {
    if (rings.size() > least)
      for (const auto& [v, set] : rings.back())
        if (bdd::intersects(set, goal[v])) return walk_back(rings, v, set & goal[v]);
    if (budget_.poll(rings.size()) != StopReason::None) return std::nullopt;
    rings.push_back(next_ring(rings.back(), within, seen));
  }
  return std::nullopt;
}

Plan LassoFinder::walk_back(const std::vector<Ring>& rings, VertexId v, const Bdd& arrived) {
  Plan plan{{v, heads_.pick_head(v, arrived), PlannedPlace::By::Start}};
  for (std::size_t i = rings.size() - 1; i > 0; --i) {
    PlannedPlace& place = plan.back();
    PlannedPlace before;
    for (const HeadEdge& edge : heads_.in(place.vertex)) {
      const auto found = rings[i - 1].find(edge.from);
      if (found == rings[i - 1].end()) continue;
      const Bdd ways = found->second & heads_.before(edge, place.set);
      if (ways.is_false()) continue;
      place.by = edge.by;
      before = {edge.from, engine::pick(ways, heads_.manager()), PlannedPlace::By::Start};
      break;
    }
    HARDBOP_INVARIANT(before.vertex != bp::no_index, "a ring should be one step from the last");
    plan.push_back(std::move(before));
  }
  std::ranges::reverse(plan);
  return plan;
}

std::optional<LassoPlan> LassoFinder::find(bp::ProcedureId start, const std::vector<bool>& begins) {
  HeadSets goal = cycles_.fair();
  for (VertexId v = 0; v < goal.size(); ++v)
    if (!begins[v]) goal[v] = heads_.manager().zero();
  const VertexId first = heads_.graph().procedure(start).entry;
  std::optional<Plan> stem = search({{first, heads_.reached()[first]}}, heads_.reached(), goal, 0);
  if (!stem) return std::nullopt;
  while (true) {
    const VertexId v = stem->back().vertex;
    const Bdd head = stem->back().set;
    HeadSets within = cycles_.fair();
    for (VertexId w = 0; w < within.size(); ++w)
      if (cycles_.component(w) != cycles_.component(v)) within[w] = heads_.manager().zero();
    Plan round{stem->back()};
    for (const HeadSets& condition : cycles_.conditions()) {
      const bool met = std::ranges::any_of(
          round, [&](const PlannedPlace& place) { return place.set <= condition[place.vertex]; });
      if (met) continue;
      auto part = search({{round.back().vertex, round.back().set}}, within, condition, 1);
      if (!part) return std::nullopt;
      append(round, *std::move(part));
    }
    const std::size_t least = round.size() == 1 ? 1 : 0;
    auto back = search({{round.back().vertex, round.back().set}}, within, only(v, head), least);
    if (!back && budget_.stopped() != StopReason::None) return std::nullopt;
    if (back) {
      append(round, *std::move(back));
      LassoPlan out{*std::move(stem), 0};
      out.loop = out.plan.size() - 1;
      append(out.plan, std::move(round));
      return out;
    }
    // No way back: on to a place where a loop may begin, further down.
    auto further = search({{round.back().vertex, round.back().set}}, within, goal, least);
    if (!further) return std::nullopt;
    append(round, *std::move(further));
    append(*stem, std::move(round));
  }
}

}  // namespace hardbop::temporal
