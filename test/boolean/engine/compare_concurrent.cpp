// SPDX-License-Identifier: MIT
#include "boolean/engine/compare_concurrent.hpp"

#include <fmt/format.h>

#include "base/util/invariant.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/fixpoint/algorithms.hpp"
#include "boolean/engine/fixpoint/fixpoint_engine.hpp"
#include "boolean/language/generate_random.hpp"
#include "boolean/trace/replay_interleaved.hpp"
#include "support.hpp"

namespace hardbop::test {

namespace {

using engine::ConcurrentFinding;
using engine::Outcome;
using transform::Bound;

Bound bound_of(std::uint64_t seed) {
  if (seed % 7 == 6) return {Bound::Kind::Rounds, static_cast<std::uint32_t>(1 + seed % 2)};
  return {Bound::Kind::Switches, static_cast<std::uint32_t>(seed % 5)};
}

/// What is wrong with a finding of the target; empty where nothing is.
std::string problem(const bp::Threads& threads, const engine::ConcurrentQuery& query,
                    std::size_t target, const ConcurrentFinding& finding) {
  if (finding.outcome != Outcome::Reached) return {};
  if (!finding.trace) return "no trace";
  return trace::replay(threads, *finding.trace, query.targets[target]).value_or("");
}

std::string difference(const ConcurrentFinding& expected, const ConcurrentFinding& found) {
  if (expected.outcome == Outcome::Unknown || found.outcome == Outcome::Unknown) return {};
  if (expected.outcome != found.outcome)
    return expected.outcome == Outcome::Reached ? "not found" : "found, but cannot be";
  if (!expected.trace || !found.trace) return {};
  if (!expected.note.empty()) return {};
  const std::uint64_t fewest = expected.trace->context_switches();
  const std::uint64_t switches = found.trace->context_switches();
  if (switches != fewest) return fmt::format("{} switches, not {}", switches, fewest);
  if (found.trace->steps.size() < expected.trace->steps.size()) return "a shorter trace";
  return {};
}

/// The algorithm cs, by verdict, where it can be asked.
void compare_formula(const bp::Threads& threads, engine::ConcurrentQuery query,
                     const std::vector<ConcurrentFinding>& expected, Comparison& out) {
  if (query.bound.kind != Bound::Kind::Switches || engine::beyond_formulas(threads)) return;
  query.want_traces = false;
  Budget budget;
  Statistics statistics;
  const auto found = engine::evaluate_interleavings(threads, query, {"cs"}, budget, statistics);
  ++out.by_formula;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (const std::string what = difference(expected[i], found[i]); !what.empty())
      out.difference += fmt::format("cs, target {}: {}\n", i, what);
}

/// The product, by verdict, where there is one.
void compare_product(const bp::Threads& threads, engine::ConcurrentQuery query,
                     const engine::ConcurrentOptions& options, Comparison& out) {
  if (!engine::can_search_product(threads)) return;
  query.bound = {};
  Budget budget;
  Statistics statistics;
  const auto expected = engine::explore_interleavings(threads, query, options, budget, statistics);
  const auto found = engine::search_product(threads, query, options, budget, statistics);
  ++out.by_product;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool differs =
        expected[i].outcome != Outcome::Unknown && expected[i].outcome != found[i].outcome;
    const std::string what =
        differs ? "other than configurations" : problem(threads, query, i, found[i]);
    if (!what.empty()) out.difference += fmt::format("product, target {}: {}\n", i, what);
  }
}

}  // namespace

Comparison compare_concurrent(std::uint64_t seed) {
  const Sample sample(bp::generate_random(seed, bp::random_concurrent_size));
  const bool declared = bp::Threads::are_declared(sample.graph());
  const bp::Threads threads(sample.graph(), declared ? bp::no_index : sample.procedure("main"));
  engine::ConcurrentQuery query;
  for (const bp::VertexId v : sample.errors()) query.targets.push_back({v});
  for (const bp::GraphLabel& label : sample.graph().labels())
    query.targets.push_back({label.vertex});
  query.bound = bound_of(seed);
  query.want_traces = true;
  const engine::ConcurrentOptions options{60'000, {}};
  Comparison out;
  try {
    Budget budget;
    Statistics statistics;
    const auto expected =
        engine::explore_interleavings(threads, query, options, budget, statistics);
    const auto found = engine::simulate_interleavings(threads, query, options, budget, statistics);
    compare_formula(threads, query, expected, out);
    compare_product(threads, query, options, out);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ++(expected[i].outcome == Outcome::Reached       ? out.reached
         : expected[i].outcome == Outcome::Unreachable ? out.unreachable
                                                       : out.undecided);
      for (const std::string& what :
           {problem(threads, query, i, expected[i]), problem(threads, query, i, found[i]),
            difference(expected[i], found[i])})
        if (!what.empty()) out.difference += fmt::format("target {}: {}\n", i, what);
    }
  } catch (const InternalError& error) {
    out.difference += std::string(error.what()) + "\n";
  }
  if (!out.difference.empty())
    out.difference = "concurrent seed " + std::to_string(seed) + ": " + out.difference;
  return out;
}

}  // namespace hardbop::test
