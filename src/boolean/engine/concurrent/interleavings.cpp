// SPDX-License-Identifier: MIT
#include "boolean/engine/concurrent/interleavings.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/invariant.hpp"

namespace hardbop::engine {

namespace {

/// A stack deeper than this ends the search: recursion without an end would fill the memory.
constexpr std::size_t deepest_stack = 200;
/// So would threads that start threads.
constexpr std::size_t most_started = 50;

}  // namespace

std::size_t Interleavings::KeyHash::operator()(const std::vector<bp::Word>& key) const {
  std::uint64_t hash = 0x9E37'79B9'7F4A'7C15U;
  for (const bp::Word word : key) {
    hash = (hash ^ word) * 0xFF51'AFD7'ED55'8CCDU;
    hash ^= hash >> 32U;
  }
  return hash;
}

Interleavings::Interleavings(const bp::Threads& threads, const ConcurrentQuery& query,
                             std::uint64_t state_limit, Budget& budget)
    : threads_(threads),
      query_(query),
      state_limit_(state_limit),
      budget_(budget),
      moves_(threads, budget),
      watched_(threads.graph().vertices().size()),
      best_(query.targets.size()) {
  for (std::size_t i = 0; i < query.targets.size(); ++i)
    for (const bp::VertexId v : query.targets[i]) watched_[v].push_back(i);
}

/// A thread that waits needs a switch of its own to run, so with few left no more need to wait.
bool Interleavings::may_start(const Configuration& configuration, Cost cost) const {
  if (query_.bound.kind != transform::Bound::Kind::Switches) return true;
  std::uint32_t waiting = 0;
  for (std::size_t i = threads_.initial().size() + 1; i < configuration.threads.size(); ++i)
    if (configuration.threads[i].status == ThreadState::Status::Waiting) ++waiting;
  // Those that `init` starts may be the first to run, which is no switch.
  const std::uint32_t first = configuration.active == trace::init_thread ? 1 : 0;
  return waiting < query_.bound.limit - cost.layer + first;
}

void Interleavings::note(bp::VertexId vertex, std::uint32_t parent, Cost cost) {
  for (const std::size_t i : watched_[vertex]) {
    Best& best = best_[i];
    if (best.found && best.cost <= cost) continue;
    best = {true, cost, parent, vertex};
  }
}

bool Interleavings::all_reached(Cost before) const {
  return std::ranges::all_of(best_,
                             [&](const Best& best) { return best.found && best.cost <= before; });
}

void Interleavings::add(const Configuration& configuration, std::uint32_t parent, Cost cost) {
  for (const ThreadState& thread : configuration.threads)
    too_deep_ = too_deep_ || thread.stack.size() > deepest_stack;
  too_many_ = too_many_ || configuration.threads.size() > threads_.initial().size() + most_started;
  if (too_deep_ || too_many_) return;
  const auto [entry, is_new] =
      table_.try_emplace(configuration.key(), static_cast<std::uint32_t>(configurations_.size()));
  const std::uint32_t id = entry->second;
  if (is_new) {
    if (configurations_.size() >= state_limit_) {
      table_.erase(entry);
      over_limit_ = true;
      return;
    }
    configurations_.push_back(&entry->first);
    parents_.push_back(parent);
    costs_.push_back(cost);
  } else {
    if (costs_[id] <= cost) return;
    parents_[id] = parent;
    costs_[id] = cost;
  }
  if (waiting_.size() <= cost.layer) waiting_.resize(cost.layer + std::size_t{1});
  auto& lengths = waiting_[cost.layer];
  if (lengths.size() <= cost.length) lengths.resize(cost.length + std::size_t{1});
  lengths[cost.length].push_back(id);
}

bool Interleavings::for_each_move(std::uint32_t id,
                                  const std::function<bool(const Move&, Cost)>& visit) {
  const Configuration from = Configuration::from(*configurations_[id], moves_.words());
  const Cost cost = costs_[id];
  const bool bounded = query_.bound.kind == transform::Bound::Kind::Switches;
  const Cost after{cost.layer, cost.length + 1};
  if (!moves_.steps(from, may_start(from, cost), bounded,
                    [&](const Move& move) { return visit(move, after); }))
    return false;
  const bool begins = from.active == trace::init_thread &&
                      from.threads[from.active].status == ThreadState::Status::Waiting;
  if (begins)
    return moves_.activate(from, trace::init_thread,
                           [&](const Move& move) { return visit(move, cost); });
  return !Moves::can_switch(from) || for_each_switch(from, cost, visit);
}

/// `init` is no context, and any thread may be the first. In rounds, threads with a larger number
/// come later in the same round.
bool Interleavings::for_each_switch(const Configuration& from, Cost cost,
                                    const std::function<bool(const Move&, Cost)>& visit) {
  const bool is_first = from.active == trace::init_thread;
  const Cost there{cost.layer + (is_first ? 0 : 1), cost.length};
  const transform::Bound& bound = query_.bound;
  if (bound.kind == transform::Bound::Kind::Switches && there.layer > bound.limit) return true;
  for (std::uint32_t to = 1; to < from.threads.size(); ++to) {
    if (to == from.active) continue;
    Configuration next = from;
    if (bound.kind == transform::Bound::Kind::Rounds && to < from.active) ++next.round;
    if (bound.kind == transform::Bound::Kind::Rounds && next.round >= bound.limit) continue;
    if (!moves_.activate(next, to, [&](const Move& move) { return visit(move, there); }))
      return false;
  }
  return true;
}

bool Interleavings::expand(std::uint32_t id) {
  return for_each_move(id, [&](const Move& move, Cost cost) {
    if (move.is_step) {
      for (const trace::Arrival& arrival : move.step.arrivals) note(arrival.vertex, id, cost);
    } else {
      note(move.activated.vertex, id, cost);
    }
    add(move.to, id, cost);
    return !over_limit_ && !too_deep_ && !too_many_;
  });
}

Interleavings::Ended Interleavings::explore() {
  moves_.starts([&](const Configuration& start, std::vector<trace::Beginning> beginnings) {
    const std::size_t before = configurations_.size();
    add(start, bp::no_index, {});
    if (configurations_.size() != before) beginnings_.push_back(std::move(beginnings));
    return !over_limit_;
  });
  std::uint64_t processed = 0;
  for (std::uint32_t layer = 0; layer < waiting_.size(); ++layer) {
    for (std::uint32_t length = 0; length < waiting_[layer].size(); ++length) {
      searched_ = {layer, length};
      if (!best_.empty() && all_reached(searched_)) return Ended::Early;
      for (std::size_t i = 0; i < waiting_[layer][length].size(); ++i) {
        const std::uint32_t id = waiting_[layer][length][i];
        if (costs_[id] != Cost{layer, length}) continue;
        if ((++processed & 0xFFU) == 0 && budget_.poll(configurations_.size()) != StopReason::None)
          return Ended::Budget;
        expand(id);
        if (over_limit_) return Ended::Limit;
        if (too_deep_) return Ended::Depth;
        if (too_many_) return Ended::Threads;
        if (budget_.stopped() != StopReason::None) return Ended::Budget;
      }
      std::vector<std::uint32_t>().swap(waiting_[layer][length]);
    }
  }
  if (budget_.stopped() != StopReason::None) return Ended::Budget;
  searched_ = {bp::no_index, bp::no_index};
  return Ended::Complete;
}

// Traces

/// The moves are not kept: each is found again between its two configurations.
trace::Interleaved Interleavings::trace(std::size_t target) {
  const Best& best = best_[target];
  std::vector<std::uint32_t> path;
  for (std::uint32_t id = best.parent; id != bp::no_index; id = parents_[id]) path.push_back(id);
  std::ranges::reverse(path);
  trace::Interleaved out;
  out.beginnings = beginnings_[path.front()];
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const std::vector<bp::Word>& key = *configurations_[path[i + 1]];
    const Cost wanted = costs_[path[i + 1]];
    bool found = false;
    for_each_move(path[i], [&](const Move& move, Cost cost) {
      if (cost != wanted || move.to.key() != key) return true;
      if (move.is_step) out.steps.push_back(move.step);
      found = true;
      return false;
    });
    HARDBOP_INVARIANT(found, "a configuration should follow from the one before it");
  }
  for_each_move(path.back(), [&](const Move& move, Cost cost) {
    if (cost != best.cost) return true;
    out.last_thread = move.to.active;
    if (!move.is_step) {
      if (move.activated.vertex != best.vertex) return true;
      out.end = move.activated;
      out.last_depth = static_cast<std::uint32_t>(
                           std::max<std::size_t>(move.to.threads[move.to.active].stack.size(), 1)) -
                       1;
      return false;
    }
    const auto& arrivals = move.step.arrivals;
    const auto arrival = std::ranges::find_if(
        arrivals, [&](const trace::Arrival& one) { return one.vertex == best.vertex; });
    if (arrival == arrivals.end()) return true;
    out.steps.push_back(move.step);
    out.end = *arrival;
    const bool calls = threads_.graph().vertex(move.step.vertex).kind == bp::VertexKind::Call;
    out.last_depth =
        move.step.depth + (calls ? 1 : 0) - static_cast<std::uint32_t>(arrival - arrivals.begin());
    return false;
  });
  return out;
}

namespace {

/// Own globals that were left open have the values with which their thread first ran.
void complete_beginnings(const bp::Threads& threads, trace::Interleaved& trace) {
  std::vector<bool> seen(threads.initial().size() + 1);
  const auto look = [&](std::uint32_t thread, const bp::Valuation& frame) {
    if (thread == trace::init_thread || thread >= seen.size() || seen[thread]) return;
    seen[thread] = true;
    trace::Beginning& beginning = trace.beginnings[thread - 1];
    for (bp::Slot slot = threads.graph().shared(); slot < threads.graph().globals(); ++slot) {
      if (frame.get(slot) == beginning.initialised.get(slot)) continue;
      beginning.initialised.set(slot, frame.get(slot));
      beginning.arbitrary.set(slot, frame.get(slot));
    }
  };
  for (const trace::InterleavedStep& step : trace.steps) look(step.thread, step.before);
  look(trace.last_thread, trace.end.frame);
}

std::string reason_of(Interleavings::Ended ended, const Budget& budget, std::uint64_t limit) {
  switch (ended) {
    case Interleavings::Ended::Limit:
      return fmt::format("state limit ({} configurations) reached", limit);
    case Interleavings::Ended::Depth:
      return fmt::format("recursion deeper than {} calls", deepest_stack);
    case Interleavings::Ended::Threads:
      return fmt::format("more than {} threads started", most_started);
    default: return budget.reason();
  }
}

}  // namespace

std::vector<ConcurrentFinding> explore_interleavings(const bp::Threads& threads,
                                                     const ConcurrentQuery& query,
                                                     const ConcurrentOptions& options,
                                                     Budget& budget, Statistics& statistics) {
  budget.enter("exploring", "configurations");
  Interleavings search(threads, query, options.state_limit, budget);
  const Interleavings::Ended ended = search.explore();
  std::vector<ConcurrentFinding> findings(query.targets.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    ConcurrentFinding& finding = findings[i];
    if (search.reached(i)) {
      finding.outcome = Outcome::Reached;
      finding.reached = search.vertex(i);
      if (!search.is_best(i)) finding.note = "the search stopped early; a shorter trace may exist";
      if (!query.want_traces) continue;
      finding.trace = search.trace(i);
      complete_beginnings(threads, *finding.trace);
    } else if (ended == Interleavings::Ended::Complete) {
      finding.outcome = Outcome::Unreachable;
    } else {
      finding.reason = reason_of(ended, budget, options.state_limit);
    }
  }
  statistics.set("concurrent.configurations", static_cast<std::uint64_t>(search.size()));
  return findings;
}

}  // namespace hardbop::engine
