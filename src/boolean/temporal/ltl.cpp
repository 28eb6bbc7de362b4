// SPDX-License-Identifier: MIT
#include "boolean/temporal/ltl.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/bdd/limits.hpp"
#include "base/util/invariant.hpp"
#include "boolean/engine/summary/trace_builder.hpp"
#include "boolean/logic/check_lasso.hpp"
#include "boolean/temporal/fairness.hpp"
#include "boolean/temporal/lasso_finder.hpp"
#include "boolean/temporal/tableau_automaton.hpp"

namespace hardbop::temporal {

namespace {

using bp::VertexId;

class LtlDecision {
 public:
  LtlDecision(const Setting& setting, Formula formula, bool want_diverging, Budget& budget)
      : setting_(setting),
        formula_(std::move(formula)),
        want_diverging_(want_diverging),
        tableau_(formula_),
        product_(product_of(budget)),
        budget_(budget) {}

  LtlFinding run(Statistics& statistics) {
    LtlFinding finding;
    budget_.enter("computing path edges", "sets");
    if (budget_.poll() != StopReason::None) {
      finding.reason = budget_.reason();
      return finding;
    }
    engine::Economies economies = setting_.economies;
    economies.slice = false;  // an infinite run can be anywhere
    engine::PathEdges path_edges(product_.graph(), {}, economies, budget_, product_.watches);
    try {
      decide(path_edges, finding);
    } catch (const bdd::LimitReached& limit) {
      finding.reason = limit.what();
    }
    if (finding.outcome == engine::Outcome::Unknown && budget_.stopped() != StopReason::None)
      finding.reason = budget_.reason();
    statistics.set("temporal.vertices", std::uint64_t{product_.graph().vertices().size()});
    statistics.set("temporal.bits", std::uint64_t{tableau_.bits()});
    statistics.set("summary.sets", path_edges.processed());
    path_edges.manager().statistics().record(statistics);
    return finding;
  }

 private:
  const Setting& setting_;
  Formula formula_;
  bool want_diverging_;
  Tableau tableau_;
  LtlProduct product_;
  Budget& budget_;

  [[nodiscard]] LtlProduct product_of(Budget& budget) {
    TableauAutomaton automaton(setting_.graph, formula_, tableau_, budget);
    return make_product(setting_.graph, automaton, setting_.entries);
  }

  void decide(engine::PathEdges& path_edges, LtlFinding& finding) {
    if (!path_edges.run({product_.start}, [](VertexId) { return true; })) return;
    budget_.enter("looking for a cycle", "steps");
    Heads heads(path_edges);
    FairCycles cycles(heads, fairness_of(product_, heads), budget_);
    if (!cycles.run()) return;
    finding.outcome = cycles.found() ? engine::Outcome::Reached : engine::Outcome::Unreachable;
    if (!cycles.found()) return;
    if (want_diverging_) finding.diverging = diverging(cycles);
    if (!setting_.want_traces) return;
    budget_.enter("finding a lasso", "rings");
    try {
      finding.lasso = lasso(cycles);
    } catch (const bdd::LimitReached&) {
      return;
    }
  }

  [[nodiscard]] std::optional<trace::Lasso> lasso(FairCycles& cycles) {
    const std::vector<VertexId>& origin = product_.edited->origin;
    std::vector<bool> begins(origin.size());
    for (VertexId v = 0; v < origin.size(); ++v)
      begins[v] = origin[v] != bp::no_index || v == product_.terminated;
    const auto found = LassoFinder(cycles, budget_).find(product_.start, begins);
    if (!found) return std::nullopt;
    engine::PathEdges& path_edges = cycles.heads().path_edges();
    FoundPlan planner(found->plan, path_edges, budget_);
    const auto trace = engine::TraceBuilder(path_edges, planner, budget_).to({product_.start}, {});
    if (!trace) return std::nullopt;
    trace::Lasso lasso = original(*trace, *found);
    const auto objection =
        check_lasso(setting_.graph, lasso, setting_.entries, formula_, formula_.root());
    if (objection) throw InternalError(fmt::format("a lasso does not replay: {}", *objection));
    return lasso;
  }

  /// Where in the trace the plan's loop begins, without the steps that were added.
  [[nodiscard]] trace::Lasso original(const trace::Trace& trace, const LassoPlan& found) const {
    trace::Lasso lasso;
    lasso.trace = original_trace(setting_.graph, product_, trace);
    const VertexId v = found.plan[found.loop].vertex;
    if (v == product_.terminated) {
      lasso.kind = trace::Lasso::Kind::Terminated;
      return lasso;
    }
    if (setting_.graph.vertex(product_.edited->origin[v]).kind == bp::VertexKind::Error) {
      lasso.kind = trace::Lasso::Kind::Failed;
      return lasso;
    }
    const auto [frame, step] = place_of(trace, found);
    lasso.frame = frame - 1;  // without the start procedure
    lasso.step = step;
    return lasso;
  }

  /// The open body and the number of the program's own steps in it before the loop.
  [[nodiscard]] std::pair<std::size_t, std::size_t> place_of(const trace::Trace& trace,
                                                             const LassoPlan& found) const {
    std::size_t frame = 0;
    std::size_t first = 0;
    for (std::size_t i = 1; i <= found.loop; ++i) {
      if (found.plan[i].by != engine::PlannedPlace::By::Call) continue;
      ++frame;
      first = i;
    }
    const trace::Body& body = trace.bodies[trace.open[frame]];
    const auto begin = body.steps.begin();
    const auto count = std::count_if(begin, begin + static_cast<std::ptrdiff_t>(found.loop - first),
                                     [&](const trace::Step& step) {
                                       return product_.edited->origin[step.vertex] != bp::no_index;
                                     });
    return {frame, static_cast<std::size_t>(count)};
  }

  /// Procedures with a head from which fair ones can be reached: that call never comes back.
  [[nodiscard]] std::vector<bp::ProcedureId> diverging(FairCycles& cycles) {
    Heads& heads = cycles.heads();
    std::vector<bool> leads(heads.reached().size());
    std::vector<VertexId> work;
    HeadSets sets = cycles.fair();
    for (VertexId v = 0; v < sets.size(); ++v)
      if (!sets[v].is_false()) work.push_back(v);
    HeadSets news = sets;
    std::uint64_t count = 0;
    while (!work.empty() && ((++count & 0x3FU) != 0 || budget_.poll(count) == StopReason::None)) {
      const VertexId w = work.back();
      work.pop_back();
      const bdd::Bdd fresh = std::exchange(news[w], heads.manager().zero());
      if (fresh.is_false()) continue;
      for (const HeadEdge& edge : heads.in(w)) {
        const VertexId v = edge.from;
        const bdd::Bdd added = (heads.before(edge, fresh) & heads.reached()[v]) - sets[v];
        if (added.is_false()) continue;
        sets[v] |= added;
        news[v] |= added;
        work.push_back(v);
      }
    }
    std::vector<bp::ProcedureId> out;
    for (bp::ProcedureId p = 0; p < setting_.graph.procedures().size(); ++p) {
      const bp::Range range = product_.graph().procedure(p).vertices;
      for (VertexId v = range.first; v < range.first + range.count; ++v) {
        if (sets[v].is_false()) continue;
        out.push_back(p);
        break;
      }
    }
    return out;
  }
};

}  // namespace

namespace {

LtlFinding decided(const Setting& setting, Formula formula, bool want_diverging, Budget& budget,
                   Statistics& statistics) {
  budget.enter("building the tableau", "nodes");
  try {
    return LtlDecision(setting, std::move(formula), want_diverging, budget).run(statistics);
  } catch (const bdd::LimitReached&) {
    LtlFinding finding;
    finding.reason = budget.stopped() != StopReason::None ? budget.reason()
                                                          : "the formula's tableau is too large";
    return finding;
  }
}

}  // namespace

LtlFinding decide_ltl(const Setting& setting, Formula formula, Budget& budget,
                      Statistics& statistics) {
  return decided(setting, std::move(formula), false, budget, statistics);
}

LtlFinding decide_termination(const Setting& setting, Budget& budget, Statistics& statistics) {
  return decided(setting, termination_formula(), true, budget, statistics);
}

}  // namespace hardbop::temporal
