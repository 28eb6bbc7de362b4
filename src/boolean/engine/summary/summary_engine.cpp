// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/summary_engine.hpp"

#include <fmt/format.h>

#include "base/bdd/limits.hpp"
#include "base/util/invariant.hpp"
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
    PathEdges path_edges(graph, targets, options_.economies, budget, {}, options_.order);
    path_edges.observe(options_.observer);
    std::vector<Finding> findings(query.targets.size());
    const bool complete = explore(path_edges, graph, query, budget, findings);
    for (Finding& finding : findings) {
      if (finding.outcome == Outcome::Reached) continue;
      finding.outcome = complete ? Outcome::Unreachable : Outcome::Unknown;
      if (!complete) finding.reason = reason_;
    }
    if (query.want_traces) add_traces(path_edges, query, budget, findings);
    write_statistics(path_edges, statistics);
    return findings;
  }

 private:
  SummaryOptions options_;
  std::string reason_;

  bool explore(PathEdges& path_edges, const bp::Graph& graph, const Query& query,
               const Budget& budget, std::vector<Finding>& findings) {
    std::vector<std::vector<std::size_t>> watched(graph.vertices().size());
    for (std::size_t i = 0; i < query.targets.size(); ++i)
      for (const bp::VertexId v : query.targets[i]) watched[v].push_back(i);
    std::size_t missing = findings.size();
    try {
      const bool finished = path_edges.run(query.entries, [&](bp::VertexId v) {
        for (const std::size_t i : watched[v]) {
          if (findings[i].outcome == Outcome::Reached) continue;
          findings[i].outcome = Outcome::Reached;
          findings[i].reached = v;
          --missing;
        }
        return missing != 0 || (query.want_traces && query.shortest != Shortest::NoMatter);
      });
      if (!finished) reason_ = budget.reason();
      return finished;
    } catch (const bdd::LimitReached& limit) {
      reason_ = budget.stopped() != StopReason::None ? budget.reason() : limit.what();
      return false;
    }
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
