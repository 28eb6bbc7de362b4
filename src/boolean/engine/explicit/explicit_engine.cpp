// SPDX-License-Identifier: MIT
#include "boolean/engine/explicit/explicit_engine.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/engine/explicit/point_graph.hpp"
#include "boolean/engine/explicit/shortest.hpp"

namespace hardbop::engine {

namespace {

std::string reason_to_stop(PointGraph::Ended ended, const Budget& budget,
                           const ExplicitOptions& options) {
  if (ended == PointGraph::Ended::Limit)
    return fmt::format("state limit ({} points) reached", options.state_limit);
  return budget.reason();
}

class ExplicitEngine final : public Engine {
 public:
  explicit ExplicitEngine(const ExplicitOptions& options) : options_(options) {}

  std::vector<Finding> run(const bp::Graph& graph, const Query& query, Budget& budget,
                           Statistics& statistics) override {
    budget.enter("exploring", "points");
    PointGraph points(graph, budget, options_.state_limit);
    points.observe(options_.observer);
    const auto [findings, ended] = explore(points, query);
    std::vector<Finding> answers = findings;
    const bool complete = ended == PointGraph::Ended::Complete;
    for (Finding& finding : answers) {
      if (finding.outcome == Outcome::Reached) continue;
      finding.outcome = complete ? Outcome::Unreachable : Outcome::Unknown;
      if (!complete) finding.reason = reason_to_stop(ended, budget, options_);
    }
    if (query.want_traces) {
      budget.enter("finding shortest traces", "points");
      ShortestPaths paths(points, budget, complete);
      for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i].outcome != Outcome::Reached) continue;
        auto [trace, note] = paths.to(query.targets[i], query.shortest);
        answers[i].reached = trace.innermost().end;
        answers[i].trace = std::move(trace);
        answers[i].note = std::move(note);
      }
    }
    statistics.set("explicit.points", static_cast<std::uint64_t>(points.size()));
    statistics.set("explicit.contexts", static_cast<std::uint64_t>(points.contexts()));
    return answers;
  }

 private:
  ExplicitOptions options_;

  /// Ends early once every target is reached, unless shortest traces need the rest.
  static std::pair<std::vector<Finding>, PointGraph::Ended> explore(PointGraph& points,
                                                                    const Query& query) {
    std::vector<std::vector<std::size_t>> watched(points.graph().vertices().size());
    for (std::size_t i = 0; i < query.targets.size(); ++i)
      for (const bp::VertexId v : query.targets[i]) watched[v].push_back(i);
    std::vector<Finding> findings(query.targets.size());
    std::size_t missing = findings.size();
    const auto ended = points.explore(query.entries, [&](bp::VertexId v) {
      for (const std::size_t i : watched[v]) {
        if (findings[i].outcome == Outcome::Reached) continue;
        findings[i].outcome = Outcome::Reached;
        findings[i].reached = v;
        --missing;
      }
      return missing != 0 || query.want_traces;
    });
    return {std::move(findings), ended};
  }
};

}  // namespace

std::unique_ptr<Engine> make_explicit_engine(const ExplicitOptions& options) {
  return std::make_unique<ExplicitEngine>(options);
}

}  // namespace hardbop::engine
