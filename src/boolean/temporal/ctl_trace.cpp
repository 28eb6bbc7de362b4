// SPDX-License-Identifier: MIT
#include "boolean/temporal/ctl_trace.hpp"

#include <algorithm>

#include "base/util/invariant.hpp"
#include "boolean/engine/summary/trace_builder.hpp"
#include "boolean/temporal/lasso_finder.hpp"

namespace hardbop::temporal {

using bdd::Bdd;
using bp::VertexId;
using engine::Plan;
using engine::PlannedPlace;

std::optional<NodeId> strip(Formula& formula, NodeId id, bool negated) {
  if (formula.is_proposition(id)) return negated ? formula.negation(id) : id;
  const Node node = formula.node(id);
  if (node.op == Op::Not) return strip(formula, node.left, !negated);
  const bool quantifies = node.op != Op::And && node.op != Op::Or;
  if (quantifies && !negated) return std::nullopt;
  const auto a = strip(formula, node.left, negated);
  const auto b = strip(formula, node.right, negated);
  if (!a || !b) return std::nullopt;
  switch (node.op) {
    case Op::And: return negated ? formula.disjunction(*a, *b) : formula.conjunction(*a, *b);
    case Op::Or: return negated ? formula.conjunction(*a, *b) : formula.disjunction(*a, *b);
    case Op::ExistsNext: return formula.temporal(Op::Next, *a, *a);
    case Op::ExistsUntil: return formula.temporal(Op::Release, *a, *b);
    default: return formula.temporal(Op::Until, formula.constant(true), *a);
  }
}

namespace {

/// Breadth first over heads, each in its instance. The final configuration is searched for by
/// itself, along calls that come back: the exit of an entry procedure that was called once
/// more looks the same.
class Search {
 public:
  enum class Where : std::uint8_t { Running, Final };
  Search(CtlSolver& solver, NodeId goal, Where where, Budget& budget)
      : solver_(solver), heads_(solver.heads()), goal_(goal), where_(where), budget_(budget) {}

  std::optional<Plan> run(const std::vector<bp::ProcedureId>& entries) {
    rings_.emplace_back();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bp::GraphProcedure& procedure = heads_.graph().procedure(entries[i]);
      if (procedure.entry != procedure.exit || where_ == Where::Final)
        add({solver_.root_instance(i), procedure.entry},
            solver_.initial(i) & heads_.reached()[procedure.entry]);
    }
    while (!rings_.back().empty()) {
      for (const auto& [place, set] : rings_.back()) {
        const bool is_exit = heads_.graph().vertex(place.second).kind == bp::VertexKind::Exit;
        if (is_exit != (where_ == Where::Final)) continue;
        const Bdd arrived =
            set & (is_exit ? solver_.final(goal_) : solver_.at(goal_, place.first, place.second));
        if (!arrived.is_false()) return walk_back(place, arrived);
      }
      if (budget_.poll(rings_.size()) != StopReason::None) return std::nullopt;
      next_ring();
    }
    return std::nullopt;
  }

 private:
  using Place = std::pair<InstanceId, VertexId>;
  using Ring = std::map<Place, Bdd>;

  CtlSolver& solver_;
  Heads& heads_;
  NodeId goal_;
  Where where_;
  Budget& budget_;
  std::vector<Ring> rings_;
  Ring seen_;

  void add(const Place& place, const Bdd& set) {
    if (set.is_false()) return;
    const auto known = seen_.emplace(place, heads_.manager().zero()).first;
    const Bdd fresh = set - known->second;
    if (fresh.is_false()) return;
    known->second |= fresh;
    const auto [found, is_new] = rings_.back().emplace(place, fresh);
    if (!is_new) found->second |= fresh;
  }

  void next_ring() {
    rings_.emplace_back();
    const Ring& ring = rings_[rings_.size() - 2];
    for (const auto& [place, set] : ring)
      for (const HeadEdge& edge : heads_.out(place.second))
        for (const auto& [guard, instance] : ways(place.first, edge))
          add({instance, edge.to}, heads_.after(edge, set & guard));
  }

  /// By which guard an edge leads from an instance to which.
  [[nodiscard]] std::vector<std::pair<Bdd, InstanceId>> ways(InstanceId instance,
                                                             const HeadEdge& edge) const {
    if (edge.by != PlannedPlace::By::Call) return {{heads_.manager().one(), instance}};
    if (where_ == Where::Final) return {};
    std::vector<std::pair<Bdd, InstanceId>> out;
    for (const CallCase& one : solver_.instances().calls(instance, edge.from))
      out.emplace_back(one.guard, one.callee);
    return out;
  }

  Plan walk_back(Place place, const Bdd& arrived) {
    Plan plan{{place.second, engine::pick(arrived, heads_.manager()), PlannedPlace::By::Start}};
    for (std::size_t i = rings_.size() - 1; i > 0; --i)
      place = step_back(rings_[i - 1], place, plan);
    std::ranges::reverse(plan);
    return plan;
  }

  Place step_back(const Ring& ring, const Place& place, Plan& plan) {
    for (const auto& [before, set] : ring) {
      for (const HeadEdge& edge : heads_.out(before.second)) {
        if (edge.to != place.second) continue;
        for (const auto& [guard, instance] : ways(before.first, edge)) {
          if (instance != place.first) continue;
          const Bdd from = set & guard & heads_.before(edge, plan.back().set);
          if (from.is_false()) continue;
          plan.back().by = edge.by;
          plan.push_back(
              {before.second, engine::pick(from, heads_.manager()), PlannedPlace::By::Start});
          return before;
        }
      }
    }
    HARDBOP_INVARIANT(false, "a ring should be one step from the one before");
    return place;
  }
};

}  // namespace

std::optional<trace::Trace> find_trace(CtlSolver& solver,
                                       const std::vector<bp::ProcedureId>& entries, NodeId goal,
                                       Budget& budget) {
  budget.enter("finding a trace", "rings");
  auto plan = Search(solver, goal, Search::Where::Running, budget).run(entries);
  auto other = Search(solver, goal, Search::Where::Final, budget).run(entries);
  if (!plan || (other && other->size() < plan->size())) plan = std::move(other);
  if (!plan) return std::nullopt;
  engine::PathEdges& path_edges = solver.heads().path_edges();
  FoundPlan planner(*std::move(plan), path_edges, budget);
  return engine::TraceBuilder(path_edges, planner, budget).to(entries, {});
}

}  // namespace hardbop::temporal
