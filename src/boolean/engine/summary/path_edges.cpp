// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/path_edges.hpp"

#include <algorithm>
#include <utility>

#include "boolean/analysis/order.hpp"
#include "boolean/analysis/predecessors.hpp"
#include "boolean/analysis/slice.hpp"

namespace hardbop::engine {

using bdd::Bdd;
using bp::VertexId;
using bp::VertexKind;

namespace {

/// Below so many nodes sifting costs more than it saves.
constexpr std::size_t sift_from = 100'000;
/// So that sifting takes a small part of the time: to move a node takes two or three times as long
/// as a step.
constexpr double sifted_per_step = 0.1;

/// Somebody looks at all globals and results at the end of each procedure: then what is live within
/// does not depend on who calls it.
std::vector<analysis::Watch> with_exits(const bp::Graph& graph, const Economies& economies,
                                        std::vector<analysis::Watch> watches) {
  if (!economies.alone) return watches;
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
    const VertexId exit = graph.procedure(p).exit;
    for (bp::Slot slot = 0; slot < graph.globals(); ++slot) watches.push_back({exit, slot});
    for (bp::Slot slot = graph.first_result(p); slot < graph.frame_size(p); ++slot)
      watches.push_back({exit, slot});
  }
  return watches;
}

}  // namespace

PathEdges::PathEdges(const bp::Graph& graph, const std::vector<VertexId>& targets,
                     const Economies& economies, Budget& budget,
                     const std::vector<analysis::Watch>& watches,
                     const std::vector<bp::Slot>& order, const analysis::ModRef::Known& known)
    : graph_(graph),
      budget_(budget),
      calls_(graph),
      mod_ref_(economies.mod_ref ? analysis::ModRef(graph, calls_, known)
                                 : analysis::ModRef::everything(graph)),
      liveness_(economies.live ? analysis::Liveness(graph, calls_, mod_ref_,
                                                    with_exits(graph, economies, watches))
                               : analysis::Liveness::everything(graph)),
      slots_(graph, manager_, order.empty() ? encode::static_order(graph, graph.slots()) : order),
      transfers_(graph, slots_, mod_ref_, liveness_),
      shared_(graph, transfers_, mod_ref_, liveness_),
      order_(analysis::iteration_order(graph, calls_)),
      path_edges_(graph.vertices().size(), manager_.zero()),
      pending_(graph.vertices().size(), manager_.zero()),
      waiting_(graph.vertices().size()),
      reached_(graph.vertices().size()),
      call_number_(graph.vertices().size(), bp::no_index),
      entries_(graph.procedures().size(), manager_.zero()),
      summaries_(graph.procedures().size(), manager_.zero()),
      growth_(graph.procedures().size()),
      cut_short_(graph.procedures().size()) {
  manager_.set_budget(&budget);
  if (order.empty())
    manager_.set_auto_reorder(
        bdd::AutoReorder{.first_at = sift_from, .work_per_step = sifted_per_step});
  choose_vertices(targets, economies);
}

/// Which vertices take part, and which of them hold a set. A call holds one, as its summary
/// may grow later; an entry, as it can be entered again; a join, so that what comes by both
/// ways goes on once.
void PathEdges::choose_vertices(const std::vector<VertexId>& targets, const Economies& economies) {
  const std::size_t count = graph_.vertices().size();
  wanted_ = economies.slice && !economies.alone ? analysis::leads_to(graph_, calls_, targets)
                                                : std::vector<bool>(count, true);
  holds_set_.assign(count, !economies.compress);
  const analysis::Predecessors predecessors(graph_);
  std::uint32_t number = 0;
  for (VertexId v = 0; v < count; ++v) {
    const bp::Vertex& vertex = graph_.vertex(v);
    const auto before = predecessors.of(v);
    const bool one_way_in =
        before.size() == 1 && graph_.vertex(before.front()).kind != VertexKind::Call;
    const bool is_entry = graph_.procedure(vertex.procedure).entry == v;
    if (!one_way_in || is_entry || vertex.kind == VertexKind::Call ||
        vertex.kind == VertexKind::Exit)
      holds_set_[v] = true;
    if (vertex.kind == VertexKind::Call) call_number_[v] = number++;
  }
  if (economies.alone)
    for (const VertexId v : targets) holds_set_[v] = true;
  call_sites_.resize(number);
}

std::uint64_t PathEdges::stored() const {
  return static_cast<std::uint64_t>(std::ranges::count(holds_set_, true));
}

std::uint64_t PathEdges::sliced_away() const {
  return static_cast<std::uint64_t>(std::ranges::count(wanted_, false));
}

bool PathEdges::run(const std::vector<bp::ProcedureId>& entries,
                    const std::function<bool(VertexId)>& on_vertex) {
  Starts starts;
  for (const bp::ProcedureId p : entries) starts.emplace_back(p, transfers_.initial(p));
  return run_from(starts, on_vertex);
}

bool PathEdges::run_from(const Starts& starts, const std::function<bool(VertexId)>& on_vertex) {
  on_vertex_ = &on_vertex;
  if (budget_.poll() != StopReason::None) return false;
  if (observer_ != nullptr) observer_->begin(*this);
  for (const auto& [p, entries] : starts) enter(p, By::Start, bp::no_index, entries);
  while (!done_ && !work_.empty()) {
    const VertexId v = work_.top().vertex;
    work_.pop();
    waiting_[v] = false;
    if (observer_ != nullptr) observer_->take(v);
    if ((++processed_ & 0x3FU) == 0 && budget_.poll(processed_) != StopReason::None) return false;
    process(v);
  }
  return true;
}

/// New entries of a procedure become path edges at its first vertex.
void PathEdges::enter(bp::ProcedureId p, By by, VertexId from, const Bdd& entries) {
  const Bdd fresh = entries - entries_[p];
  if (fresh.is_false()) return;
  entries_[p] |= fresh;
  const Bdd unknown = assumed_.empty() ? fresh : fresh - assumed_[p].entries;
  if (unknown.is_false()) return;
  if (!assumed_.empty() && assumed_[p].alone) {
    exceeded_.push_back(p);
    assumed_[p].entries |= unknown;  // to be told of it once
    return;
  }
  arrive(graph_.procedure(p).entry, by, from, transfers_.entry(p).apply(unknown));
}

void PathEdges::assume(bp::ProcedureId p, const Bdd& entries, const Bdd& summary, bool alone) {
  if (assumed_.empty()) assumed_.resize(graph_.procedures().size(), {manager_.zero(), false});
  assumed_[p] = {entries, alone};
  summaries_[p] = summary;
}

std::vector<bool> PathEdges::complete() const {
  std::vector<bool> out(graph_.procedures().size(), true);
  std::vector<bp::ProcedureId> stack;
  const auto exclude = [&](bp::ProcedureId p) {
    if (!out[p]) return;
    out[p] = false;
    stack.push_back(p);
  };
  for (VertexId v = 0; v < waiting_.size(); ++v)
    if (waiting_[v]) exclude(graph_.vertex(v).procedure);
  for (bp::ProcedureId p = 0; p < cut_short_.size(); ++p)
    if (cut_short_[p]) exclude(p);
  for (const bp::ProcedureId p : exceeded_) exclude(p);
  while (!stack.empty()) {
    const bp::ProcedureId p = stack.back();
    stack.pop_back();
    for (const VertexId call : calls_.callers(p)) exclude(graph_.vertex(call).procedure);
  }
  return out;
}

void PathEdges::arrive(VertexId w, By by, VertexId from, Bdd set) {
  if (set.is_false() || !wanted_[w]) return;
  if (done_) {
    cut_short_[graph_.vertex(w).procedure] = true;
    return;
  }
  if (!reached_[w]) {
    reached_[w] = true;
    done_ = !(*on_vertex_)(w);
  }
  if (!holds_set_[w]) {
    if (observer_ != nullptr) observer_->arrive(w, by, from, set, false);
    passing_.emplace_back(w, std::move(set));
    return;
  }
  const Bdd fresh = set - path_edges_[w];
  if (fresh.is_false()) return;
  path_edges_[w] |= fresh;
  pending_[w] |= fresh;
  if (observer_ != nullptr) observer_->arrive(w, by, from, fresh, !waiting_[w]);
  if (waiting_[w]) return;
  waiting_[w] = true;
  work_.push({order_[w], w});
}

void PathEdges::process(VertexId v) {
  const Bdd set = std::exchange(pending_[v], manager_.zero());
  pass_on(v, set);
  while (!passing_.empty()) {
    auto [w, rest] = std::move(passing_.back());
    passing_.pop_back();
    pass_on(w, rest);
  }
}

void PathEdges::pass_on(VertexId v, const Bdd& set) {
  switch (graph_.vertex(v).kind) {
    case VertexKind::Call: return process_call(v, set);
    case VertexKind::Exit: return process_exit(graph_.vertex(v).procedure, set);
    default:
      for (const encode::Edge edge : edges(v))
        if (wanted_[edge.target]) arrive(edge.target, By::Step, v, edge.transfer.apply(set));
  }
}

void PathEdges::process_call(VertexId v, const Bdd& set) {
  const bp::ProcedureId callee = graph_.vertex(v).callee;
  CallSite& site = call_site(v);
  if (wanted_[graph_.procedure(callee).entry])
    enter(callee, By::Call, v, site.transfer->enter.apply(set));
  if (!site.effect.is_false()) come_back(v, set, site.effect);
}

void PathEdges::process_exit(bp::ProcedureId p, const Bdd& set) {
  const Bdd fresh = transfers_.summary(p, set) - summaries_[p];
  if (fresh.is_false()) return;
  summaries_[p] |= fresh;
  growth_[p].push_back({++time_, fresh});
  if (observer_ != nullptr) observer_->grow_summary(p, fresh);
  for (const VertexId call : calls_.callers(p)) {
    const Bdd added = effect(call, fresh);
    call_site(call).effect |= added;
    if (!path_edges_[call].is_false()) come_back(call, path_edges_[call], added);
  }
}

Bdd PathEdges::effect(VertexId call, const Bdd& summary) {
  const bdd::Renaming* const renaming = transfers_.lift(graph_.vertex(call).callee);
  const Bdd lifted = renaming == nullptr ? summary : bdd::rename(summary, *renaming);
  const encode::CallTransfer& transfer = call_transfer(call);
  return bdd::and_exists(transfer.arguments, lifted, transfer.forgotten);
}

encode::Transfer PathEdges::back(VertexId call, const Bdd& effect) {
  const encode::CallTransfer& transfer = call_transfer(call);
  return {effect, transfer.replaced, transfer.fresh, transfer.back};
}

void PathEdges::come_back(VertexId call, const Bdd& set, const Bdd& effect) {
  const VertexId next = graph_.vertex(call).next;
  if (wanted_[next])
    arrive(next, By::Summary, call, back(call, effect).apply(set) & call_transfer(call).enforce);
}

std::vector<Bdd> PathEdges::all_sets() {
  std::vector<Bdd> sets = path_edges_;
  for (VertexId v = 0; v < sets.size(); ++v) {
    if (!holds_set_[v]) continue;
    std::vector<VertexId> passing{v};
    while (!passing.empty()) {
      const VertexId from = passing.back();
      passing.pop_back();
      for (const encode::Edge edge : edges(from)) {
        if (holds_set_[edge.target] || !wanted_[edge.target]) continue;
        sets[edge.target] |= edge.transfer.apply(sets[from]);
        passing.push_back(edge.target);
      }
    }
  }
  return sets;
}

PathEdges::CallSite& PathEdges::call_site(VertexId v) {
  CallSite& site = call_sites_[call_number_[v]];
  if (site.transfer != nullptr) return site;
  site.transfer = &shared_.call(v);
  site.effect = manager_.zero();
  if (const bp::ProcedureId callee = graph_.vertex(v).callee;
      !assumed_.empty() && !summaries_[callee].is_false())
    site.effect = effect(v, summaries_[callee]);
  return site;
}

}  // namespace hardbop::engine
