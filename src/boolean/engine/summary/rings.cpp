// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/rings.hpp"

#include <algorithm>

#include "base/bdd/cubes.hpp"
#include "base/util/invariant.hpp"
#include "boolean/analysis/predecessors.hpp"
#include "boolean/analysis/slice.hpp"

namespace hardbop::engine {

using bdd::Bdd;
using bp::VertexId;
using bp::VertexKind;

Bdd preimage(const encode::Transfer& transfer, const Bdd& set) {
  const Bdd after =
      transfer.renaming == nullptr ? set : bdd::rename(set, transfer.renaming->inverse());
  return bdd::and_exists(transfer.relation, after, transfer.fresh);
}

Bdd pick(const Bdd& set, const bdd::Manager& manager) {
  const auto literals = bdd::satisfying_cube(set);
  HARDBOP_INVARIANT(literals.has_value(), "only a set that is not empty should be picked from");
  return manager.cube(std::span<const bdd::Literal>(*literals));
}

Rings::Rings(PathEdges& path_edges, Budget& budget, std::uint64_t rank)
    : path_edges_(path_edges), graph_(path_edges.graph()), budget_(budget), rank_(rank) {}

const Bdd& Rings::effect(VertexId call) {
  const auto found = effects_.find(call);
  if (found != effects_.end()) return found->second;
  Bdd summary = path_edges_.manager().zero();
  for (const SummaryPart& part : path_edges_.growth(graph_.vertex(call).callee))
    if (part.rank < rank_) summary |= part.added;
  return effects_.emplace(call, path_edges_.effect(call, summary)).first->second;
}

void Rings::add(Ring& ring, VertexId w, const Bdd& set) {
  if (set.is_false()) return;
  const auto [known, first] = seen_.emplace(w, path_edges_.manager().zero());
  const Bdd fresh = set - known->second;
  if (fresh.is_false()) return;
  known->second |= fresh;
  const auto [place, is_new] = ring.emplace(w, fresh);
  if (!is_new) place->second |= fresh;
}

Rings::Ring Rings::next_ring(const Ring& ring, const std::vector<bool>& useful) {
  Ring next;
  const auto is_useful = [&](VertexId v) { return useful.empty() || useful[v]; };
  for (const auto& [v, set] : ring) {
    const bp::Vertex& vertex = graph_.vertex(v);
    if (vertex.kind != VertexKind::Call) {
      for (const encode::Edge edge : path_edges_.edges(v))
        if (is_useful(edge.target)) add(next, edge.target, edge.transfer.apply(set));
      continue;
    }
    const encode::CallTransfer& transfer = path_edges_.call_transfer(v);
    const VertexId entry = graph_.procedure(vertex.callee).entry;
    if (follow_calls_ && is_useful(entry))
      add(next, entry,
          path_edges_.transfers().entry(vertex.callee).apply(transfer.enter.apply(set)));
    if (is_useful(vertex.next))
      add(next, vertex.next, path_edges_.back(v, effect(v)).apply(set) & transfer.enforce);
  }
  return next;
}

std::optional<Plan> Rings::find(const std::vector<std::pair<VertexId, Bdd>>& starts,
                                const std::vector<VertexId>& targets, const Bdd& goal) {
  // Within one procedure there is little to leave out, and the rest need not be looked at.
  const std::vector<bool> useful = follow_calls_
                                       ? analysis::leads_to(graph_, path_edges_.calls(), targets)
                                       : std::vector<bool>();
  rings_.assign(1, {});
  seen_.clear();
  for (const auto& [v, set] : starts) add(rings_.front(), v, set);
  SummaryObserver* const observer = path_edges_.observer();
  while (!rings_.back().empty()) {
    if (observer != nullptr) observer->ring(rings_.size() - 1, rings_.back());
    for (const VertexId target : targets) {
      const auto arrived = rings_.back().find(target);
      if (arrived != rings_.back().end() && bdd::intersects(arrived->second, goal))
        return walk_back(target, arrived->second & goal);
    }
    if (budget_.poll(rings_.size()) != StopReason::None) return std::nullopt;
    rings_.push_back(next_ring(rings_.back(), useful));
  }
  return std::nullopt;
}

Plan Rings::walk_back(VertexId target, const Bdd& arrived) {
  Plan plan{{target, pick(arrived, path_edges_.manager()), PlannedPlace::By::Start}};
  for (std::size_t ring = rings_.size() - 1; ring > 0; --ring)
    plan.push_back(step_back(ring - 1, plan.back()));
  std::ranges::reverse(plan);
  if (SummaryObserver* const observer = path_edges_.observer())
    for (std::size_t i = plan.size(); i-- > 0;) observer->way(i, plan[i]);
  return plan;
}

/// A place of that ring from which the given place is one step away; notes by which.
PlannedPlace Rings::step_back(std::size_t ring, PlannedPlace& place) {
  const bp::ProcedureId p = graph_.vertex(place.vertex).procedure;
  const bool at_entry = graph_.procedure(p).entry == place.vertex;
  for (const auto& [u, set] : rings_[ring]) {
    const bp::Vertex& vertex = graph_.vertex(u);
    if (vertex.kind != VertexKind::Call) {
      if (vertex.procedure != p) continue;
      const Bdd before = set & before_step(u, place.vertex, place.set);
      if (before.is_false()) continue;
      place.by = PlannedPlace::By::Step;
      return {u, pick(before, path_edges_.manager()), PlannedPlace::By::Start};
    }
    if (vertex.next == place.vertex) {
      const Bdd after = path_edges_.transfers().without_results(place.vertex, place.set);
      const Bdd before = set & preimage(path_edges_.back(u, effect(u)), after);
      if (!before.is_false()) {
        place.by = PlannedPlace::By::Summary;
        return {u, pick(before, path_edges_.manager()), PlannedPlace::By::Start};
      }
    }
    if (follow_calls_ && at_entry && vertex.callee == p) {
      const Bdd before = set & before_call(u, place.set);
      if (before.is_false()) continue;
      place.by = PlannedPlace::By::Call;
      return {u, pick(before, path_edges_.manager()), PlannedPlace::By::Start};
    }
  }
  HARDBOP_INVARIANT(false, "a ring should be one step from the one before");
  return {};
}

Bdd Rings::before_step(VertexId u, VertexId v, const Bdd& set) const {
  Bdd before = path_edges_.manager().zero();
  for (const encode::Edge edge : path_edges_.edges(u))
    if (edge.target == v) before |= preimage(edge.transfer, set);
  return before;
}

/// The caller's path edges that can enter the callee with one of these path edges at its entry.
Bdd Rings::before_call(VertexId u, const Bdd& set) const {
  const bp::ProcedureId callee = graph_.vertex(u).callee;
  const Bdd entries = path_edges_.transfers().entries_of(callee, set);
  return preimage(path_edges_.call_transfer(u).enter, entries);
}

std::optional<Plan> RingPlanner::outer(const std::vector<bp::ProcedureId>& entries,
                                       const std::vector<VertexId>& targets) {
  std::vector<std::pair<VertexId, Bdd>> starts;
  starts.reserve(entries.size());
  encode::Transfers& transfers = path_edges_.transfers();
  for (const bp::ProcedureId p : entries)
    starts.emplace_back(path_edges_.graph().procedure(p).entry,
                        transfers.entry(p).apply(transfers.initial(p)));
  return Rings(path_edges_, budget_, UINT64_MAX).find(starts, targets, path_edges_.manager().one());
}

std::optional<Plan> RingPlanner::inner(bp::ProcedureId p, const Bdd& first, const Bdd& goal,
                                       std::uint64_t rank) {
  const bp::GraphProcedure& procedure = path_edges_.graph().procedure(p);
  Rings rings(path_edges_, budget_, rank);
  rings.follow_calls(false);
  return rings.find({{procedure.entry, first}}, {procedure.exit}, goal);
}

}  // namespace hardbop::engine
