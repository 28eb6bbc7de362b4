// SPDX-License-Identifier: MIT
#include "boolean/engine/registry.hpp"

#include <fmt/format.h>

#include "boolean/engine/fixpoint/objection.hpp"
#include "boolean/engine/summary/summary_engine.hpp"

namespace hardbop::engine {

bool EngineRow::decides(bool concurrent) const {
  return !concurrent || decide_threads;
}

Objection EngineRow::objection(const Situation& situation) const {
  if (!decides(situation.threads != nullptr))
    return {.reason = fmt::format("the {} engine supports sequential programs only", name)};
  return object ? object(situation) : Objection{};
}

EngineRow summary_row(const SummaryOptions& options, const ConcurrentOptions& threads) {
  return {.name = "summary",
          .description = "path edges and summaries as BDDs, with explicit control flow",
          .make = [options] { return make_summary_engine(options); },
          .decide_threads = with_options(&simulate_interleavings, threads)};
}

EngineRow fixpoint_row(const FixpointOptions& options) {
  const auto decide_threads = [options](const bp::Threads& threads, const ConcurrentQuery& query,
                                        Budget& budget, Statistics& statistics) {
    return evaluate_interleavings(threads, query, options, budget, statistics);
  };
  return {
      .name = "fixpoint",
      .description = "an algorithm written in the fixed-point calculus",
      .make = [options] { return make_fixpoint_engine(options); },
      .decide_threads = decide_threads,
      .object =
          [options](const Situation& situation) { return algorithm_objection(options, situation); },
      .algorithms = algorithms()};
}

EngineRow explicit_row(const ExplicitOptions& options, const ConcurrentOptions& threads) {
  return {.name = "explicit",
          .description = "points and arrows, one valuation at a time",
          .make = [options] { return make_explicit_engine(options); },
          .decide_threads = with_options(&explore_interleavings, threads)};
}

}  // namespace hardbop::engine
