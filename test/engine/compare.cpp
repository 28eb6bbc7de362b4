// SPDX-License-Identifier: MIT
#include "engine/compare.hpp"

#include <sstream>

#include "bp/generate_random.hpp"
#include "engine/fixpoint/algorithms.hpp"
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

/// Every assertion and every label of the program.
engine::Query every_target(const Sample& sample) {
  engine::Query query;
  query.entries = {sample.procedure("main")};
  for (const bp::VertexId v : sample.errors()) query.targets.push_back({v});
  for (const bp::GraphLabel& label : sample.graph().labels())
    query.targets.push_back({label.vertex});
  query.state_limit = 300'000;
  return query;
}

/// Adds what an engine answers otherwise than expected.
void compare_verdicts(const Sample& sample, const engine::Query& query, const char* name,
                      const std::string& title, const std::vector<Finding>& expected,
                      Comparison& out) {
  const std::vector<Finding> found = ask(sample, query, name);
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (expected[i].outcome != Outcome::Unknown && found[i].outcome != expected[i].outcome)
      out.difference += title + ", target " + std::to_string(i) + "\n";
}

}  // namespace

Comparison compare_engines(std::uint64_t seed, const engine::Economies& economies) {
  const Sample sample(bp::generate_random(seed));
  engine::Query query = every_target(sample);
  query.want_traces = true;
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

Comparison compare_algorithms(std::uint64_t seed) {
  const Sample sample(bp::generate_random(seed));
  const engine::Query all = every_target(sample);
  Comparison out;
  if (all.targets.empty()) return out;
  engine::Query one = all;
  one.targets = {all.targets[seed % all.targets.size()]};
  for (engine::Query query : {all, one}) {
    const std::vector<Finding> expected = ask(sample, query, "explicit");
    for (const Finding& finding : expected) {
      out.reached += finding.outcome == Outcome::Reached ? 1 : 0;
      out.unreachable += finding.outcome == Outcome::Unreachable ? 1 : 0;
      out.undecided += finding.outcome == Outcome::Unknown ? 1 : 0;
    }
    compare_verdicts(sample, query, "summary", "summary engine", expected, out);
    for (const engine::Algorithm& algorithm : engine::algorithms()) {
      if (algorithm.name == "cs") continue;  // for threads
      query.algorithm = std::make_shared<const SourceFile>(std::string(algorithm.name),
                                                           std::string(algorithm.text));
      query.frontier = seed % 8 != 7;
      compare_verdicts(sample, query, "fixpoint", std::string(algorithm.name), expected, out);
    }
  }
  if (!out.difference.empty())
    out.difference = "seed " + std::to_string(seed) + ": " + out.difference;
  return out;
}

}  // namespace hardbop::test
