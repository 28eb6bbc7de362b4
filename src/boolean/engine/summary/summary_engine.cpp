// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/summary_engine.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <unordered_map>

#include "base/bdd/limits.hpp"
#include "base/util/invariant.hpp"
#include "boolean/engine/store/reuse.hpp"
#include "boolean/engine/store/store.hpp"
#include "boolean/engine/summary/lengths.hpp"
#include "boolean/engine/summary/path_edges.hpp"
#include "boolean/engine/summary/rings.hpp"
#include "boolean/engine/summary/trace_builder.hpp"

namespace hardbop::engine {

namespace {

class SummaryEngine final : public Engine {
 public:
  explicit SummaryEngine(SummaryOptions options) : options_(std::move(options)) {}

  std::vector<Finding> run(const bp::Graph& graph, const Query& query, Budget& budget,
                           Statistics& statistics) override {
    budget.enter("computing path edges", "sets");
    if (budget.poll() != StopReason::None) {
      Finding unknown;
      unknown.reason = budget.reason();
      return std::vector<Finding>(query.targets.size(), unknown);
    }
    std::vector<bp::VertexId> targets;
    for (const auto& target : query.targets)
      targets.insert(targets.end(), target.begin(), target.end());
    if (uses_store(graph)) {
      std::vector<Finding> findings = ask_store(graph, query, targets, budget, statistics);
      if (std::ranges::none_of(findings, [&, i = 0U](const Finding& finding) mutable {
            const bool one_place = query.targets[i++].size() == 1 && !query.want_traces;
            return finding.outcome == Outcome::Reached && !one_place;
          }))
        return findings;
      budget.enter("computing path edges for traces", "sets");
    }
    PathEdges path_edges(graph, targets, options_.economies, budget, {}, options_.order);
    path_edges.observe(options_.observer);
    std::vector<Finding> findings(query.targets.size());
    explore([&](const OnVertex& on_vertex) { return path_edges.run(query.entries, on_vertex); },
            graph, query, budget, findings);
    if (query.want_traces) add_traces(path_edges, query, budget, findings);
    write_statistics(path_edges, statistics);
    return findings;
  }

 private:
  using OnVertex = std::function<bool(bp::VertexId)>;

  SummaryOptions options_;

  /// Runs a search, and says what it found.
  static void explore(const std::function<bool(const OnVertex&)>& search, const bp::Graph& graph,
                      const Query& query, const Budget& budget, std::vector<Finding>& findings) {
    std::vector<bool> is_watched(graph.vertices().size());
    std::unordered_multimap<bp::VertexId, std::size_t> watched;
    for (std::size_t i = 0; i < query.targets.size(); ++i)
      for (const bp::VertexId v : query.targets[i]) {
        is_watched[v] = true;
        watched.emplace(v, i);
      }
    std::size_t missing = findings.size();
    std::string reason;
    try {
      const bool finished = search([&](bp::VertexId v) {
        if (!is_watched[v]) return true;
        const auto [first, last] = watched.equal_range(v);
        for (auto place = first; place != last; ++place) {
          const std::size_t i = place->second;
          if (findings[i].outcome == Outcome::Reached) continue;
          findings[i].outcome = Outcome::Reached;
          findings[i].reached = v;
          --missing;
        }
        return missing != 0 || (query.want_traces && query.shortest != Shortest::NoMatter);
      });
      if (!finished) reason = budget.reason();
    } catch (const bdd::LimitReached& limit) {
      reason = budget.stopped() != StopReason::None ? budget.reason() : limit.what();
    }
    for (Finding& finding : findings) {
      if (finding.outcome == Outcome::Reached) continue;
      finding.outcome = reason.empty() ? Outcome::Unreachable : Outcome::Unknown;
      finding.reason = reason;
    }
  }

  [[nodiscard]] bool uses_store(const bp::Graph& graph) const {
    const Economies& economies = options_.economies;
    return options_.store && economies.live && economies.mod_ref &&
           graph.globals() == graph.shared();
  }

  /// Without traces. Where a target has several places, which one is reached first may differ.
  std::vector<Finding> ask_store(const bp::Graph& graph, const Query& query,
                                 const std::vector<bp::VertexId>& targets, Budget& budget,
                                 Statistics& statistics) {
    std::vector<Finding> findings(query.targets.size());
    Query decide = query;
    decide.want_traces = false;
    const std::shared_ptr<Snapshot> snapshot = options_.store->take(options_.store_key);
    std::optional<Reuse> reuse;
    bool finished = false;
    const auto search = [&](const OnVertex& on_vertex) {
      reuse.emplace(graph, targets, *snapshot, budget, options_.store_effort);
      return finished = reuse->run(query.entries, on_vertex);
    };
    explore(search, graph, decide, budget, findings);
    if (finished) options_.store->keep(options_.store_key, snapshot, reuse->changed());
    const Reuse::Figures figures = reuse ? reuse->figures() : Reuse::Figures{};
    statistics.set("store.procedures_taken", figures.taken);
    statistics.set("store.procedures_explored_in_part", figures.explored_in_part);
    statistics.set("store.procedures_explored", figures.explored);
    statistics.set("store.bytes", options_.store->bytes());
    return findings;
  }

  /// Shortest ones need complete summaries; where a limit came first there are none, and no trace.
  static void add_traces(PathEdges& path_edges, const Query& query, Budget& budget,
                         std::vector<Finding>& findings) {
    budget.enter("finding shortest traces", "rings");
    RingPlanner rings(path_edges, budget);
    std::optional<LengthPlanner> lengths;
    if (query.shortest == Shortest::Expanded) lengths.emplace(path_edges, budget);
    for (std::size_t i = 0; i < findings.size(); ++i) {
      Finding& finding = findings[i];
      if (finding.outcome != Outcome::Reached || budget.stopped() != StopReason::None) continue;
      const auto build = [&](Planner& planner) {
        return TraceBuilder(path_edges, planner, budget).to(query.entries, query.targets[i]);
      };
      try {
        if (lengths) {
          finding.trace = build(*lengths);
          if (!finding.trace)
            finding.note =
                "the number of steps is too large to count; this is the shortest hierarchical "
                "trace";
        }
        if (!finding.trace) finding.trace = build(rings);
      } catch (const bdd::LimitReached&) {
        continue;
      }
      if (finding.trace) finding.reached = finding.trace->innermost().end;
    }
  }

  static void write_statistics(const PathEdges& path_edges, Statistics& statistics) {
    const bdd::KernelStatistics kernel = path_edges.manager().statistics();
    statistics.set("summary.sets", path_edges.processed());
    statistics.set("summary.vertices_with_sets", path_edges.stored());
    statistics.set("flow.vertices_sliced_away", path_edges.sliced_away());
    statistics.set("flow.dead_slots", path_edges.liveness().dead());
    statistics.set("flow.untouched_globals", path_edges.mod_ref().untouched());
    kernel.record(statistics);
  }
};

}  // namespace

std::unique_ptr<Engine> make_summary_engine(SummaryOptions options) {
  return std::make_unique<SummaryEngine>(std::move(options));
}

void add_summary_traces(const bp::Graph& graph, const Query& query, const SummaryOptions& options,
                        Budget& budget, Statistics& statistics, std::vector<Finding>& findings) {
  Query rest = query;
  rest.targets.clear();
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (findings[i].outcome == Outcome::Reached) rest.targets.push_back(query.targets[i]);
  if (rest.targets.empty()) return;
  std::vector<Finding> traced = make_summary_engine(options)->run(graph, rest, budget, statistics);
  auto next = traced.begin();
  for (Finding& finding : findings) {
    if (finding.outcome != Outcome::Reached) continue;
    HARDBOP_INVARIANT(next->outcome != Outcome::Unreachable,
                      "the engines should agree on what is reachable");
    if (next->outcome == Outcome::Reached) finding = std::move(*next);
    ++next;
  }
}

}  // namespace hardbop::engine
