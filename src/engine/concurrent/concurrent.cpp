// SPDX-License-Identifier: MIT
#include "engine/concurrent/concurrent.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "flow/call_graph.hpp"

namespace hardbop::engine {

namespace {

/// How many configurations are looked at before simulations are tried.
constexpr std::uint64_t short_search = 20'000;
/// The same where there is no bound and there may be no end of configurations.
constexpr std::uint64_t long_search = 200'000;

bool all_decided(const std::vector<ConcurrentFinding>& findings) {
  return std::none_of(findings.begin(), findings.end(), [](const ConcurrentFinding& finding) {
    return finding.outcome == Outcome::Unknown;
  });
}

/// Whether threads that recurse, or statements that may start threads again and again, could
/// make configurations without end.
bool may_be_endless(const bp::Threads& threads) {
  const bp::Graph& graph = threads.graph();
  const auto count = static_cast<bp::VertexId>(graph.vertices().size());
  // Depth first over steps, calls and starts: a way back to a vertex that is open is a cycle.
  std::vector<bp::VertexId> next;
  const auto successors = [&](bp::VertexId v) {
    const bp::Vertex& vertex = graph.vertex(v);
    next.clear();
    if (vertex.next != bp::no_index) next.push_back(vertex.next);
    if (vertex.otherwise != bp::no_index) next.push_back(vertex.otherwise);
    for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
      next.push_back(graph.targets()[vertex.targets.first + i]);
    if (vertex.callee != bp::no_index) next.push_back(graph.procedure(vertex.callee).entry);
    return next;
  };
  const flow::CallGraph calls(graph);
  for (bp::VertexId v = 0; v < count; ++v) {
    const bp::Vertex& vertex = graph.vertex(v);
    if (vertex.kind == bp::VertexKind::Call &&
        calls.component(vertex.callee) == calls.component(vertex.procedure))
      return true;
  }
  for (const bp::StartSite& site : threads.sites()) {
    std::vector<bool> seen(count);
    std::vector<bp::VertexId> open{site.vertex};
    while (!open.empty()) {
      const bp::VertexId v = open.back();
      open.pop_back();
      for (const bp::VertexId w : successors(v)) {
        if (w == site.vertex) return true;
        if (seen[w]) continue;
        seen[w] = true;
        open.push_back(w);
      }
    }
  }
  return false;
}

}  // namespace

std::vector<ConcurrentFinding> decide_concurrent(const bp::Threads& threads,
                                                 const ConcurrentQuery& query, Budget& budget,
                                                 Statistics& statistics) {
  ConcurrentQuery first = query;
  const bool bounded = query.bound.kind != Bound::Kind::None;
  const bool endless = !bounded && may_be_endless(threads);
  if (bounded) first.state_limit = std::min(query.state_limit, short_search);
  if (endless) first.state_limit = std::min(query.state_limit, long_search);
  std::vector<ConcurrentFinding> findings =
      explore_interleavings(threads, first, budget, statistics);
  if (all_decided(findings) || budget.stopped() != StopReason::None || (!bounded && !endless))
    return findings;
  ConcurrentQuery second = query;
  if (!bounded) second.bound = {Bound::Kind::Switches, default_switches};
  std::vector<std::size_t> open;
  second.targets.clear();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (findings[i].outcome != Outcome::Unknown) continue;
    open.push_back(i);
    second.targets.push_back(query.targets[i]);
  }
  std::vector<ConcurrentFinding> found =
      simulate_interleavings(threads, second, budget, statistics);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!bounded && found[i].outcome == Outcome::Unreachable) {
      found[i].outcome = Outcome::Unknown;
      found[i].reason = fmt::format("not within {} context switches; {} in search of all",
                                    default_switches, findings[open[i]].reason);
    }
    findings[open[i]] = std::move(found[i]);
  }
  return findings;
}

}  // namespace hardbop::engine
