// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/lengths.hpp"

#include <algorithm>

#include "base/util/invariant.hpp"

namespace hardbop::engine {

using bdd::Bdd;
using bp::VertexId;
using bp::VertexKind;

namespace {

/// Beyond this a way is not followed: sums cannot overflow, and nobody reads that far.
constexpr std::uint64_t longest = std::uint64_t{1} << 60U;

}  // namespace

LengthPlanner::LengthPlanner(PathEdges& path_edges, Budget& budget)
    : path_edges_(path_edges),
      graph_(path_edges.graph()),
      budget_(budget),
      predecessors_(graph_),
      layers_(graph_.vertices().size()),
      seen_(graph_.vertices().size(), path_edges.manager().zero()),
      parts_(graph_.procedures().size()),
      summaries_(graph_.procedures().size(), path_edges.manager().zero()),
      entered_(graph_.procedures().size()) {}

void LengthPlanner::reach(VertexId v, Length length, const Bdd& set) {
  if (set.is_false() || length > longest) return;
  const auto [place, is_new] = queue_[length].emplace(v, set);
  if (!is_new) place->second |= set;
}

/// All entries start at zero at once, so that lengths are settled in order whichever procedure
/// they are of.
bool LengthPlanner::measure() {
  for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p)
    reach(graph_.procedure(p).entry, 0,
          path_edges_.transfers().entry(p).apply(path_edges_.entries(p)));
  while (!queue_.empty()) {
    const Length length = queue_.begin()->first;
    const std::map<VertexId, Bdd> bucket = std::move(queue_.begin()->second);
    queue_.erase(queue_.begin());
    if (budget_.poll(length) != StopReason::None) return false;
    for (const auto& [v, set] : bucket) settle(v, length, set - seen_[v]);
  }
  return true;
}

void LengthPlanner::settle(VertexId v, Length length, const Bdd& set) {
  if (set.is_false()) return;
  seen_[v] |= set;
  layers_[v].emplace(length, set);
  const bp::Vertex& vertex = graph_.vertex(v);
  switch (vertex.kind) {
    case VertexKind::Call:
      for (const SummaryPart& part : parts_[vertex.callee]) come_back(v, length, set, part);
      break;
    case VertexKind::Exit: {
      const bp::ProcedureId p = vertex.procedure;
      const Bdd added = path_edges_.transfers().summary(p, set) - summaries_[p];
      if (added.is_false()) break;
      summaries_[p] |= added;
      parts_[p].push_back({length, added});
      for (const VertexId call : path_edges_.calls().callers(p))
        for (const auto& [at, waiting] : layers_[call])
          come_back(call, at, waiting, parts_[p].back());
      break;
    }
    default:
      for (const encode::Edge edge : path_edges_.edges(v))
        reach(edge.target, length + 1, edge.transfer.apply(set));
  }
}

void LengthPlanner::come_back(VertexId call, Length length, const Bdd& set,
                              const SummaryPart& part) {
  const encode::Transfer back = path_edges_.back(call, path_edges_.effect(call, part.added));
  reach(graph_.vertex(call).next, length + 1 + part.rank,
        back.apply(set) & path_edges_.call_transfer(call).enforce);
}

/// Which path edges of a procedure belong to these entries.
Bdd LengthPlanner::entered_with(bp::ProcedureId p, const Bdd& entries) {
  encode::Transfers& transfers = path_edges_.transfers();
  return transfers.entry_values(p, transfers.entry(p).apply(entries));
}

/// How soon each procedure can be entered with what, until that tells the shortest way to a
/// target.
std::optional<LengthPlanner::Arrival> LengthPlanner::enter_all(
    const std::vector<bp::ProcedureId>& entries, const std::vector<VertexId>& targets) {
  std::map<Length, std::map<bp::ProcedureId, Bdd>> queue;
  const auto enter = [&](bp::ProcedureId p, Length length, const Bdd& set) {
    if (set.is_false() || length > longest) return;
    const auto [place, is_new] = queue[length].emplace(p, set);
    if (!is_new) place->second |= set;
  };
  for (const bp::ProcedureId p : entries) enter(p, 0, path_edges_.transfers().initial(p));
  std::ranges::fill(entered_, Layers());
  std::vector<Bdd> known(graph_.procedures().size(), path_edges_.manager().zero());
  std::optional<Arrival> best;
  while (!queue.empty()) {
    const Length before = queue.begin()->first;
    if (best && best->before + best->within <= before) break;
    const std::map<bp::ProcedureId, Bdd> bucket = std::move(queue.begin()->second);
    queue.erase(queue.begin());
    if (budget_.poll(before) != StopReason::None) return std::nullopt;
    for (const auto& [p, set] : bucket) {
      const Bdd fresh = set - known[p];
      if (fresh.is_false()) continue;
      known[p] |= fresh;
      entered_[p].emplace(before, fresh);
      const Bdd own = entered_with(p, fresh);
      for (const VertexId target : targets) {
        if (graph_.vertex(target).procedure != p) continue;
        for (const auto& [within, layer] : layers_[target])
          if (bdd::intersects(layer, own)) {
            if (!best || before + within < best->before + best->within)
              best = Arrival{target, before, within};
            break;
          }
      }
      for (const VertexId call : path_edges_.calls().calls(p))
        for (const auto& [within, layer] : layers_[call])
          enter(graph_.vertex(call).callee, before + within + 1,
                path_edges_.call_transfer(call).enter.apply(layer & own));
    }
  }
  return best;
}

std::optional<Plan> LengthPlanner::outer(const std::vector<bp::ProcedureId>& entries,
                                         const std::vector<VertexId>& targets) {
  if (!measured_ && !measure()) return std::nullopt;
  measured_ = true;
  std::optional<Arrival> arrival = enter_all(entries, targets);
  if (!arrival) return std::nullopt;
  Plan plan;
  const bp::ProcedureId last = graph_.vertex(arrival->vertex).procedure;
  Bdd set = layers_[arrival->vertex].at(arrival->within) &
            entered_with(last, entered_[last].at(arrival->before));
  while (true) {
    Plan segment = walk_back(arrival->vertex, arrival->within, set);
    const std::optional<PlannedPlace> call = call_back(segment.front(), *arrival);
    if (call) segment.front().by = PlannedPlace::By::Call;
    segment.insert(segment.end(), plan.begin(), plan.end());
    plan = std::move(segment);
    if (!call) return plan;
    set = call->set;
  }
}

/// The call that entered the procedure with the first place of a segment; `arrival` becomes
/// that of the call. Nothing where a run starts there.
std::optional<PlannedPlace> LengthPlanner::call_back(const PlannedPlace& first, Arrival& arrival) {
  if (arrival.before == 0) return std::nullopt;
  const bp::ProcedureId p = graph_.vertex(first.vertex).procedure;
  const Bdd entries = path_edges_.transfers().entries_of(p, first.set);
  for (const VertexId call : path_edges_.calls().callers(p)) {
    const bp::ProcedureId caller = graph_.vertex(call).procedure;
    const Bdd before = preimage(path_edges_.call_transfer(call).enter, entries);
    for (const auto& [within, layer] : layers_[call]) {
      if (within + 1 > arrival.before) break;
      const auto entered = entered_[caller].find(arrival.before - 1 - within);
      if (entered == entered_[caller].end()) continue;
      const Bdd set = layer & before & entered_with(caller, entered->second);
      if (set.is_false()) continue;
      arrival = {call, entered->first, within};
      return PlannedPlace{call, set, PlannedPlace::By::Start};
    }
  }
  HARDBOP_INVARIANT(false, "a procedure should have been entered by some call");
  return std::nullopt;
}

std::optional<Plan> LengthPlanner::inner(bp::ProcedureId p, const Bdd& first, const Bdd& goal,
                                         std::uint64_t rank) {
  const VertexId exit = graph_.procedure(p).exit;
  const auto layer = layers_[exit].find(rank);
  HARDBOP_INVARIANT(layer != layers_[exit].end(), "a part of a summary should have a length");
  return walk_back(exit, rank,
                   layer->second & goal & path_edges_.transfers().entry_values(p, first));
}

Plan LengthPlanner::walk_back(VertexId v, Length length, const Bdd& set) {
  Plan plan{{v, pick(set, path_edges_.manager()), PlannedPlace::By::Start}};
  while (length > 0) plan.push_back(step_back(plan.back(), length));
  std::ranges::reverse(plan);
  return plan;
}

/// A place from which the given one is reached by one statement, or by one completed call, in
/// just the length that is missing.
PlannedPlace LengthPlanner::step_back(PlannedPlace& place, Length& length) {
  const auto found = [&](VertexId u, Length at, const Bdd& set, PlannedPlace::By by) {
    place.by = by;
    length = at;
    return PlannedPlace{u, pick(set, path_edges_.manager()), PlannedPlace::By::Start};
  };
  for (const VertexId u : predecessors_.of(place.vertex)) {
    if (graph_.vertex(u).kind != VertexKind::Call) {
      const auto layer = layers_[u].find(length - 1);
      if (layer == layers_[u].end()) continue;
      for (const encode::Edge edge : path_edges_.edges(u)) {
        if (edge.target != place.vertex) continue;
        const Bdd set = layer->second & preimage(edge.transfer, place.set);
        if (!set.is_false()) return found(u, length - 1, set, PlannedPlace::By::Step);
      }
      continue;
    }
    const Bdd after = path_edges_.transfers().without_results(place.vertex, place.set);
    for (const SummaryPart& part : parts_[graph_.vertex(u).callee]) {
      if (part.rank + 1 > length) break;
      const auto layer = layers_[u].find(length - 1 - part.rank);
      if (layer == layers_[u].end()) continue;
      const Bdd set =
          layer->second & preimage(path_edges_.back(u, path_edges_.effect(u, part.added)), after);
      if (!set.is_false()) return found(u, layer->first, set, PlannedPlace::By::Summary);
    }
  }
  HARDBOP_INVARIANT(false, "a length should be one more than another");
  return {};
}

}  // namespace hardbop::engine
