// SPDX-License-Identifier: MIT
#include "bp/variables.hpp"
#include "engine/fixpoint/fixpoint_engine.hpp"
#include "util/invariant.hpp"

namespace hardbop::engine {

namespace {

/// A formula says that a place is reached, not how: the other ways find a run, and must agree.
void add_traces(const bp::Threads& threads, const ConcurrentQuery& query, Budget& budget,
                Statistics& statistics, std::vector<ConcurrentFinding>& findings) {
  ConcurrentQuery rest = query;
  rest.targets.clear();
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (findings[i].outcome == Outcome::Reached) rest.targets.push_back(query.targets[i]);
  if (rest.targets.empty()) return;
  std::vector<ConcurrentFinding> traced = decide_concurrent(threads, rest, budget, statistics);
  auto next = traced.begin();
  for (ConcurrentFinding& finding : findings) {
    if (finding.outcome != Outcome::Reached) continue;
    HARDBOP_INVARIANT(next->outcome != Outcome::Unreachable,
                      "the engines should agree on what is reachable");
    if (next->outcome == Outcome::Reached) finding = std::move(*next);
    ++next;
  }
}

}  // namespace

std::optional<SourceOffset> beyond_formulas(const bp::Threads& threads) {
  const bp::Graph& graph = threads.graph();
  if (!threads.sites().empty()) return graph.vertex(threads.sites().front().vertex).at;
  for (const bp::Initialiser& initialiser : graph.all_initialisers()) {
    if (initialiser.thread == bp::no_index) continue;
    bool reads_shared = false;
    bp::for_each_variable(graph, initialiser.value, [&](bp::Slot slot, bool) {
      reads_shared = reads_shared || slot < graph.shared();
    });
    if (reads_shared) return graph.program().nodes[initialiser.value.root].at;
  }
  return std::nullopt;
}

std::vector<ConcurrentFinding> evaluate_interleavings(const bp::Threads& threads,
                                                      const ConcurrentQuery& query,
                                                      const AlgorithmChoice& algorithm,
                                                      Budget& budget, Statistics& statistics) {
  HARDBOP_INVARIANT(query.bound.kind == Bound::Kind::Switches,
                    "formulas should be asked within context switches");
  Query places;
  places.targets = query.targets;
  places.algorithm = algorithm;
  const ProgramRelations relations(threads.graph(), Interleaving{threads, query.bound.limit});
  std::vector<ConcurrentFinding> findings;
  for (const Finding& found : run_algorithm(relations, places, budget, statistics))
    findings.push_back({found.outcome, found.reason, found.reached, {}, {}});
  if (query.want_traces) add_traces(threads, query, budget, statistics, findings);
  return findings;
}

}  // namespace hardbop::engine
