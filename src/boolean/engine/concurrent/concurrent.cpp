// SPDX-License-Identifier: MIT
// Which method is used when. The explicit search is the fastest for small programs. The product
// handles many valuations, and like the explicit search it can show that nothing is reachable at
// all. Simulations handle recursion.
#include "boolean/engine/concurrent/concurrent.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/analysis/call_graph.hpp"

namespace hardbop::engine {

namespace {

/// How many configurations are looked at before simulations are tried, and how many before
/// simulations of many switches are, where the configurations have an end.
constexpr std::uint64_t short_search = 30'000;
constexpr std::uint64_t long_search = 500'000;
/// How many switches are simulated in between.
constexpr std::uint32_t few_switches = 4;

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
  const analysis::CallGraph calls(graph);
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

/// Asks one way after the other for what is still open.
class Portfolio {
 public:
  Portfolio(const bp::Threads& threads, const ConcurrentQuery& query,
            const ConcurrentOptions& options, Budget& budget, Statistics& statistics)
      : threads_(threads),
        query_(query),
        options_(options),
        budget_(budget),
        statistics_(statistics),
        findings_(query.targets.size()) {}

  std::vector<ConcurrentFinding> run() {
    const bool endless = may_be_endless(threads_);
    if (query_.bound.kind == transform::Bound::Kind::None) {
      const bool has_product = can_search_product(threads_);
      explore(query_.bound, endless       ? short_search
                            : has_product ? options_.first_configurations
                                          : options_.state_limit);
      if (has_product)
        multiply();
      else if (endless)
        simulate({transform::Bound::Kind::Switches, default_switches}, false);
      return std::move(findings_);
    }
    explore(query_.bound, short_search);
    const bool rounds = query_.bound.kind == transform::Bound::Kind::Rounds;
    if (!endless && !rounds && query_.bound.limit > few_switches) {
      simulate({transform::Bound::Kind::Switches, few_switches}, false);
      explore(query_.bound, long_search);
    }
    simulate(query_.bound, true);
    return std::move(findings_);
  }

 private:
  const bp::Threads& threads_;
  const ConcurrentQuery& query_;
  const ConcurrentOptions& options_;
  Budget& budget_;
  Statistics& statistics_;
  std::vector<ConcurrentFinding> findings_;

  /// The question as far as it is open; empty `targets` where it is not.
  [[nodiscard]] ConcurrentQuery rest(std::vector<std::size_t>& open) const {
    ConcurrentQuery rest = query_;
    rest.targets.clear();
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      if (findings_[i].outcome != Outcome::Unknown || budget_.stopped() != StopReason::None)
        continue;
      open.push_back(i);
      rest.targets.push_back(query_.targets[i]);
    }
    return rest;
  }

  [[nodiscard]] std::vector<ConcurrentFinding> explore_at_most(const ConcurrentQuery& query,
                                                               std::uint64_t limit) {
    ConcurrentOptions options = options_;
    options.state_limit = std::min(options_.state_limit, limit);
    return explore_interleavings(threads_, query, options, budget_, statistics_);
  }

  void explore(const transform::Bound& bound, std::uint64_t limit) {
    std::vector<std::size_t> open;
    ConcurrentQuery query = rest(open);
    query.bound = bound;
    if (open.empty()) return;
    auto found = explore_at_most(query, limit);
    for (std::size_t i = 0; i < open.size(); ++i) findings_[open[i]] = std::move(found[i]);
  }

  /// All interleavings at once.
  void multiply() {
    std::vector<std::size_t> open;
    const ConcurrentQuery query = rest(open);
    if (open.empty()) return;
    auto found = search_product(threads_, query, options_, budget_, statistics_);
    for (std::size_t i = 0; i < open.size(); ++i) findings_[open[i]] = std::move(found[i]);
  }

  /// `is_all`: what is not found within the bound is not reachable.
  void simulate(const transform::Bound& bound, bool is_all) {
    std::vector<std::size_t> open;
    ConcurrentQuery query = rest(open);
    query.bound = bound;
    if (open.empty()) return;
    auto found = simulate_interleavings(threads_, query, options_, budget_, statistics_);
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!is_all && found[i].outcome == Outcome::Unreachable) {
        found[i].outcome = Outcome::Unknown;
        found[i].reason =
            fmt::format("no violation within {} context switches; the full search stopped: {}",
                        bound.limit, findings_[open[i]].reason);
      }
      shorten(open[i], found[i]);
      findings_[open[i]] = std::move(found[i]);
    }
  }

  /// A simulation finds fewest switches; with so few, the explicit search may find a shortest run.
  void shorten(std::size_t target, ConcurrentFinding& finding) {
    if (!finding.trace || query_.bound.kind == transform::Bound::Kind::Rounds) return;
    ConcurrentQuery query = query_;
    query.targets = {query_.targets[target]};
    query.bound = {transform::Bound::Kind::Switches,
                   static_cast<std::uint32_t>(finding.trace->context_switches())};
    auto found = explore_at_most(query, long_search);
    if (found.front().trace && found.front().note.empty()) finding = std::move(found.front());
  }
};

}  // namespace

std::vector<ConcurrentFinding> decide_concurrent(const bp::Threads& threads,
                                                 const ConcurrentQuery& query,
                                                 const ConcurrentOptions& options, Budget& budget,
                                                 Statistics& statistics) {
  return Portfolio(threads, query, options, budget, statistics).run();
}

}  // namespace hardbop::engine
