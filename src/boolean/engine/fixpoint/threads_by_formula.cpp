// SPDX-License-Identifier: MIT
#include "base/util/invariant.hpp"
#include "boolean/engine/fixpoint/fixpoint_engine.hpp"
#include "boolean/language/variables.hpp"

namespace hardbop::engine {

namespace {

/// A formula says that a place is reached, not how: the other ways find a run, and must agree.
void add_traces(const bp::Threads& threads, const ConcurrentQuery& query,
                const ConcurrentOptions& options, Budget& budget, Statistics& statistics,
                std::vector<ConcurrentFinding>& findings) {
  ConcurrentQuery rest = query;
  rest.targets.clear();
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (findings[i].outcome == Outcome::Reached) rest.targets.push_back(query.targets[i]);
  if (rest.targets.empty()) return;
  std::vector<ConcurrentFinding> traced =
      decide_concurrent(threads, rest, options, budget, statistics);
  auto next = traced.begin();
  for (ConcurrentFinding& finding : findings) {
    if (finding.outcome != Outcome::Reached) continue;
    HARDBOP_INVARIANT(next->outcome != Outcome::Unreachable,
                      "the engines should agree on what is reachable");
    if (next->outcome == Outcome::Reached) finding = std::move(*next);
    ++next;
  }
}

/// Where `init` may end by a statement of its own, which the relations do not follow.
std::optional<SourceOffset> end_of_init(const bp::Threads& threads) {
  const bp::Graph& graph = threads.graph();
  if (threads.init() == bp::no_index) return std::nullopt;
  std::vector<bool> runs(graph.procedures().size());
  runs[threads.init()] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const bp::Vertex& vertex : graph.vertices()) {
      if (vertex.kind != bp::VertexKind::Call || !runs[vertex.procedure] || runs[vertex.callee])
        continue;
      runs[vertex.callee] = changed = true;
    }
  }
  for (const bp::Vertex& vertex : graph.vertices())
    if (vertex.kind == bp::VertexKind::EndThread && runs[vertex.procedure]) return vertex.at;
  return std::nullopt;
}

}  // namespace

std::optional<SourceOffset> beyond_formulas(const bp::Threads& threads) {
  const bp::Graph& graph = threads.graph();
  const auto reads_shared = [&](const bp::ExprRange& expression) {
    bool found = false;
    bp::for_each_variable(graph, expression,
                          [&](bp::Slot slot, bool) { found = found || slot < graph.shared(); });
    return found;
  };
  const auto place = [&](const bp::ExprRange& expression) {
    return graph.program().nodes[expression.root].at;
  };
  if (!threads.sites().empty()) return graph.vertex(threads.sites().front().vertex).at;
  if (const auto end = end_of_init(threads)) return end;
  for (const bp::Initialiser& initialiser : graph.all_initialisers())
    if (initialiser.thread != bp::no_index && reads_shared(initialiser.value))
      return place(initialiser.value);
  // In the formulas a thread may enter its procedure and be left before its first step.
  for (const bp::InitialThread& thread : threads.initial()) {
    const bp::ExprRange enforce = graph.procedure(thread.procedure).enforce;
    if (!enforce.empty() && reads_shared(enforce)) return place(enforce);
  }
  return std::nullopt;
}

std::vector<ConcurrentFinding> evaluate_interleavings(const bp::Threads& threads,
                                                      const ConcurrentQuery& query,
                                                      const FixpointOptions& options,
                                                      Budget& budget, Statistics& statistics) {
  HARDBOP_INVARIANT(query.bound.kind == transform::Bound::Kind::Switches,
                    "formulas should be asked within context switches");
  Query places;
  places.targets = query.targets;
  const ProgramRelations relations(threads.graph(), Interleaving{threads, query.bound.limit});
  std::vector<ConcurrentFinding> findings;
  const AlgorithmChoice algorithm = choose_algorithm(options, true);
  for (const Finding& found : run_algorithm(relations, places, algorithm, budget, statistics))
    findings.push_back({found.outcome, found.reason, found.reached, {}, {}});
  if (query.want_traces)
    add_traces(threads, query, options.thread_traces, budget, statistics, findings);
  return findings;
}

}  // namespace hardbop::engine
