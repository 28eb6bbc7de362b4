// SPDX-License-Identifier: MIT
#include "engine/compare.hpp"

#include <sstream>

#include "bp/generate_random.hpp"
#include "engine/registry.hpp"
#include "support.hpp"
#include "trace/replay.hpp"
#include "util/invariant.hpp"

namespace hardbop::test {

namespace {

using engine::Finding;
using engine::Outcome;

std::vector<Finding> ask(const Sample& sample, const engine::Query& query, const char* name) {
  Budget budget;
  Statistics statistics;
  return engine::find_engine(name)->make()->run(sample.graph(), query, budget, statistics);
}

/// What is wrong with a finding's trace; empty where nothing is.
std::string replay_problem(const Sample& sample, const engine::Query& query, std::size_t target,
                           const Finding& finding) {
  if (finding.outcome != Outcome::Reached) return {};
  if (!finding.trace) return "no trace";
  return trace::replay(sample.graph(), *finding.trace, query.entries, query.targets[target])
      .value_or("");
}

/// Compares one target's findings; adds what differs.
void compare_one(const Sample& sample, const engine::Query& query, std::size_t i,
                 const Finding& expected, const Finding& found, Comparison& out) {
  const bool expanded = query.shortest == engine::Shortest::Expanded;
  std::ostringstream difference;
  const auto differ = [&](const std::string& what) {
    difference << (expanded ? "expanded" : "hierarchical") << ", target " << i << ": " << what
               << "\n";
  };
  const std::string problem = replay_problem(sample, query, i, found);
  if (!problem.empty()) differ(problem);
  if (expected.outcome == Outcome::Unknown) {
    ++out.undecided;
  } else {
    ++(expected.outcome == Outcome::Reached ? out.reached : out.unreachable);
    if (expected.outcome != found.outcome) differ("verdicts");
    if (expected.trace && found.trace && expected.note.empty()) {
      const trace::Length length = trace::length_of(*found.trace);
      const trace::Length shortest = trace::length_of(*expected.trace);
      if (!expanded && length.hierarchical != shortest.hierarchical)
        differ(std::to_string(length.hierarchical) + " steps, not " +
               std::to_string(shortest.hierarchical));
      if (expanded && length.expanded != shortest.expanded)
        differ(length.expanded.to_string() + " statements, not " + shortest.expanded.to_string());
    }
  }
  out.difference += difference.str();
}

}  // namespace

Comparison compare_engines(std::uint64_t seed, const engine::Economies& economies) {
  const Sample sample(bp::generate_random(seed));
  engine::Query query;
  query.entries = {sample.procedure("main")};
  for (const bp::VertexId v : sample.errors()) query.targets.push_back({v});
  for (const bp::GraphLabel& label : sample.graph().labels())
    query.targets.push_back({label.vertex});
  query.want_traces = true;
  query.state_limit = 300'000;
  query.economies = economies;
  Comparison out;
  for (const engine::Shortest shortest :
       {engine::Shortest::Hierarchical, engine::Shortest::Expanded}) {
    query.shortest = shortest;
    const std::vector<Finding> expected = ask(sample, query, "explicit");
    try {
      const std::vector<Finding> found = ask(sample, query, "summary");
      for (std::size_t i = 0; i < expected.size(); ++i)
        compare_one(sample, query, i, expected[i], found[i], out);
    } catch (const InternalError& error) {
      out.difference += std::string(error.what()) + "\n";
    }
  }
  if (!out.difference.empty())
    out.difference = "seed " + std::to_string(seed) + ": " + out.difference;
  return out;
}

}  // namespace hardbop::test
