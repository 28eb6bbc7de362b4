// SPDX-License-Identifier: MIT
#include "boolean/temporal/ctl.hpp"

#include <fmt/format.h>

#include "base/bdd/limits.hpp"
#include "base/util/invariant.hpp"
#include "boolean/logic/branching.hpp"
#include "boolean/temporal/ctl_solver.hpp"
#include "boolean/temporal/ctl_trace.hpp"
#include "boolean/trace/replay.hpp"

namespace hardbop::temporal {

namespace {

class CtlDecision {
 public:
  CtlDecision(const Setting& setting, Formula formula, bool want_witness, Budget& budget)
      : setting_(setting),
        formula_(std::move(formula)),
        want_witness_(want_witness),
        budget_(budget) {}

  CtlFinding run(Statistics& statistics) {
    budget_.enter("computing path edges", "sets");
    if (budget_.poll() != StopReason::None) {
      finding_.reason = budget_.reason();
      return std::move(finding_);
    }
    engine::Economies economies = setting_.economies;
    economies.live = false;  // backwards, what does not matter falls away by itself
    economies.slice = false;
    engine::PathEdges path_edges(setting_.graph, {}, economies, budget_);
    try {
      decide(path_edges, statistics);
    } catch (const bdd::LimitReached& limit) {
      if (finding_.outcome == engine::Outcome::Unknown) finding_.reason = limit.what();
    }
    if (finding_.outcome == engine::Outcome::Unknown && budget_.stopped() != StopReason::None)
      finding_.reason = budget_.reason();
    statistics.set("summary.sets", path_edges.processed());
    path_edges.manager().statistics().record(statistics);
    return std::move(finding_);
  }

 private:
  const Setting& setting_;
  Formula formula_;
  bool want_witness_;
  Budget& budget_;
  CtlFinding finding_;

  void decide(engine::PathEdges& path_edges, Statistics& statistics) {
    if (!path_edges.run(setting_.entries, [](bp::VertexId) { return true; })) return;
    budget_.enter("labelling", "steps");
    Heads heads(path_edges);
    Alive alive(formula_);
    const NodeId root = alive.rewrite(formula_.root());
    const NodeId bad = alive.violation();
    CtlSolver solver(heads, formula_, setting_.entries, budget_);
    // The alive ones first: their node may have come later than some of the root's.
    if (!solver.solve(alive.node()) || !solver.solve(bad)) {
      finding_.reason = solver.reason();
      return;
    }
    statistics.set("temporal.contexts", std::uint64_t{solver.instances().size()});
    const bool violated = some_initial(solver, bad);
    finding_.outcome = violated ? engine::Outcome::Reached : engine::Outcome::Unreachable;
    if (!setting_.want_traces || (!violated && !want_witness_)) return;
    find_run(solver, root, violated, statistics);
  }

  [[nodiscard]] bool some_initial(CtlSolver& solver, NodeId id) {
    for (std::size_t i = 0; i < setting_.entries.size(); ++i) {
      const bp::GraphProcedure& procedure = setting_.graph.procedure(setting_.entries[i]);
      const bdd::Bdd set = procedure.entry == procedure.exit
                               ? solver.final(id)
                               : solver.at(id, solver.root_instance(i), procedure.entry);
      if (bdd::intersects(solver.initial(i), set)) return true;
    }
    return false;
  }

  /// A run that shows why the formula is violated, or why it holds: by LTL, where the formula
  /// or its negation has quantifiers of one kind only; else one that leads to where the
  /// outermost operator points.
  void find_run(CtlSolver& solver, NodeId root, bool violated, Statistics& statistics) {
    Formula linear = formula_;
    if (const auto stripped = strip(linear, linear.root(), !violated)) {
      linear.set_root(*stripped);
      LtlFinding found = decide_ltl(setting_, std::move(linear), budget_, statistics);
      finding_.lasso = std::move(found.lasso);
      if (finding_.lasso) return;
    }
    // Not E[true U goal] is violated, or E[true U goal] holds: both are so by a goal.
    NodeId id = root;
    bool holds = !violated;
    for (; formula_.node(id).op == Op::Not; holds = !holds) id = formula_.node(id).left;
    const Node node = formula_.node(id);
    if (holds && node.op == Op::ExistsUntil && formula_.node(node.left).op == Op::True) {
      take(find_trace(solver, setting_.entries, node.right, budget_));
      if (finding_.trace || finding_.lasso) return;
    }
    finding_.note = budget_.stopped() != StopReason::None ? budget_.reason()
                    : violated                            ? "no single run shows the violation"
                                                          : "no single run shows why it holds";
  }

  /// A trace to where a run stays for ever is a run without end.
  void take(std::optional<trace::Trace> found) {
    if (!found) return;
    const bp::VertexId end = found->innermost().end;
    const auto objection = trace::replay(setting_.graph, *found, setting_.entries, {end});
    if (objection) throw InternalError(fmt::format("a trace does not replay: {}", *objection));
    const bp::VertexKind kind = setting_.graph.vertex(end).kind;
    if (kind != bp::VertexKind::Exit && kind != bp::VertexKind::Error) {
      finding_.trace = std::move(found);
      return;
    }
    trace::Lasso& lasso = finding_.lasso.emplace();
    lasso.kind =
        kind == bp::VertexKind::Exit ? trace::Lasso::Kind::Terminated : trace::Lasso::Kind::Failed;
    lasso.trace = *std::move(found);
  }
};

}  // namespace

CtlFinding decide_ctl(const Setting& setting, Formula formula, bool want_witness, Budget& budget,
                      Statistics& statistics) {
  return CtlDecision(setting, std::move(formula), want_witness, budget).run(statistics);
}

}  // namespace hardbop::temporal
