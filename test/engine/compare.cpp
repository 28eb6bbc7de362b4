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
  const std::vector<Finding> expected = ask(sample, query, "explicit");
  Comparison out;
  std::vector<Finding> found;
  try {
    found = ask(sample, query, "summary");
  } catch (const InternalError& error) {
    out.difference = "seed " + std::to_string(seed) + ": " + error.what() + "\n";
    return out;
  }
  std::ostringstream difference;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string problem = replay_problem(sample, query, i, found[i]);
    if (!problem.empty())
      difference << "seed " << seed << ", target " << i << ": " << problem << "\n";
    if (expected[i].outcome == Outcome::Unknown) {
      ++out.undecided;
      continue;
    }
    ++(expected[i].outcome == Outcome::Reached ? out.reached : out.unreachable);
    if (expected[i].outcome != found[i].outcome) {
      difference << "seed " << seed << ", target " << i << ": verdicts differ\n";
      continue;
    }
    if (expected[i].outcome != Outcome::Reached || !found[i].trace || !expected[i].note.empty())
      continue;
    const auto length = trace::length_of(*found[i].trace).hierarchical;
    const auto shortest = trace::length_of(*expected[i].trace).hierarchical;
    if (length != shortest)
      difference << "seed " << seed << ", target " << i << ": " << length << " steps, not "
                 << shortest << "\n";
  }
  out.difference = difference.str();
  return out;
}

}  // namespace hardbop::test
