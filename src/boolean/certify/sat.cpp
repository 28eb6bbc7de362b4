// SPDX-License-Identifier: MIT
#include "boolean/certify/sat.hpp"

#include <algorithm>
#include <unordered_map>

#include "boolean/certify/term_literals.hpp"

namespace hardbop::certify {

using horn::Term;
using trace::DiagramRef;

class Sat::Implementation {
 public:
  Implementation(Obligations& obligations, const trace::Invariant& invariant, Budget& budget)
      : obligations_(obligations),
        invariant_(invariant),
        solver_(budget),
        terms_(obligations.terms(), solver_) {}

  Satisfiable solve(const Obligation& obligation) {
    const bool is_met = obligation.goal == trace::diagram_true && obligation.kept.empty() &&
                        obligation.what == Obligation::Goal::Invariant;
    if (obligation.path == trace::diagram_false || obligation.summary == trace::diagram_false ||
        is_met)
      return Satisfiable::No;
    terms_.forget();
    std::vector<int> facts{literal(obligation.path, Instance::Before),
                           literal(obligation.summary, Instance::Callee),
                           literal(obligation.condition, obligation)};
    for (const auto& [a, b] : obligation.equal)
      facts.push_back(solver_.iff(literal(a), literal(b)));
    std::vector<int> broken{broken_goal(obligation)};
    for (const auto& [a, b] : obligation.kept)
      broken.push_back(-solver_.iff(literal(a), literal(b)));
    const int active = solver_.fresh();  // the clause binds in this call only
    broken.push_back(-active);
    solver_.clause(broken);
    facts.push_back(active);
    const Satisfiable result = solver_.solve(facts);
    solver_.clause({-active});
    return result;
  }

 private:
  Obligations& obligations_;
  const trace::Invariant& invariant_;
  sat::Solver solver_;
  std::unordered_map<std::uint64_t, int> constants_;
  std::unordered_map<std::uint64_t, int> nodes_;
  TermLiterals terms_;  // of one obligation

  int either(int a, int b) { return -solver_.conjunction(-a, -b); }

  /// That what has to be true is not; but for what is kept.
  int broken_goal(const Obligation& obligation) {
    switch (obligation.what) {
      case Obligation::Goal::Invariant: break;
      case Obligation::Goal::Rank: return -falls(obligation);
      case Obligation::Goal::Unfair: return is_fair(obligation);
    }
    return -literal(obligation.goal, obligation.goal_instance);
  }

  /// That the rank is less after the step, or the same and that of a condition.
  int falls(const Obligation& obligation) {
    int less = -solver_.always();
    int same = solver_.always();
    int has_index = -solver_.always();
    for (std::size_t i = 0; i < obligation.rank.size(); ++i) {
      const int before = literal(obligation.rank[i], Instance::Before);
      const int after = literal(obligation.rank_after[i], Instance::After);
      const int equal = solver_.iff(before, after);
      less = solver_.choice(equal, less, before);
      same = solver_.conjunction(same, equal);
      if (i < obligation.index_bits) has_index = either(has_index, before);
    }
    return either(less, solver_.conjunction(same, has_index));
  }

  /// That the rank is that of a condition which is met, or of one that there is not.
  int is_fair(const Obligation& obligation) {
    int out = -solver_.always();
    int is_known = has_index(obligation, 0);
    for (std::size_t i = 0; i < obligation.conditions.size(); ++i) {
      const auto& [until, inside] = obligation.conditions[i];
      const int index = has_index(obligation, i + 1);
      is_known = either(is_known, index);
      const int met = inside ? either(-literal(until), literal(*inside)) : -literal(until);
      out = either(out, solver_.conjunction(index, met));
    }
    return either(out, -is_known);
  }

  int has_index(const Obligation& obligation, std::size_t index) {
    int out = solver_.always();
    for (std::size_t i = 0; i < obligation.index_bits; ++i) {
      const int bit = i < obligation.rank.size() ? literal(obligation.rank[i], Instance::Before)
                                                 : -solver_.always();
      out = solver_.conjunction(out, (index >> i & 1U) != 0 ? bit : -bit);
    }
    return out;
  }

  int literal(const Constant& constant) {
    const std::uint64_t key = (std::uint64_t{constant.decision.index} << 4U) |
                              (static_cast<std::uint64_t>(constant.instance) << 2U) |
                              static_cast<std::uint64_t>(constant.decision.kind);
    int& literal = constants_[key];
    if (literal == 0) literal = solver_.fresh();
    return literal;
  }

  [[nodiscard]] static std::uint64_t key(std::uint32_t node, Instance instance) {
    return std::uint64_t{node} * instance_count + static_cast<std::uint64_t>(instance);
  }

  int literal(DiagramRef root, Instance instance) {
    const auto known = [&](DiagramRef ref) -> int {
      if (ref.node() == 0) return ref.negated() ? -solver_.always() : solver_.always();
      const auto found = nodes_.find(key(ref.node(), instance));
      if (found == nodes_.end()) return 0;
      return ref.negated() ? -found->second : found->second;
    };
    std::vector<std::uint32_t> open{root.node()};
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      if (known({node, false}) != 0) {
        open.pop_back();
        continue;
      }
      const trace::DiagramNode& content = invariant_.nodes[node];
      const int high = known(content.high);
      const int low = known(content.low);
      if (high == 0) open.push_back(content.high.node());
      if (low == 0) open.push_back(content.low.node());
      if (high == 0 || low == 0) continue;
      nodes_.emplace(key(node, instance),
                     solver_.choice(literal(Constant{instance, content.decision}), high, low));
      open.pop_back();
    }
    return known(root);
  }

  int literal(Term root, const Obligation& obligation) {
    return terms_.of(root, [&](const horn::Variable& variable) {
      return literal(obligations_.constant(obligation, variable));
    });
  }
};

Sat::Sat(Obligations& obligations, const trace::Invariant& invariant, Budget& budget)
    : implementation_(std::make_unique<Implementation>(obligations, invariant, budget)) {}

Sat::~Sat() = default;

Satisfiable Sat::solve(const Obligation& obligation) {
  return implementation_->solve(obligation);
}

Satisfiable solve(const BranchingObligation& obligation, const horn::Terms& terms, Budget& budget) {
  if (std::ranges::find(obligation.facts, horn::never) != obligation.facts.end())
    return Satisfiable::No;
  sat::Solver solver(budget);
  TermLiterals literals(terms, solver);
  for (const Term fact : obligation.facts)
    solver.clause({literals.of(fact, [&](const horn::Variable&) { return solver.fresh(); })});
  return solver.solve({});
}

}  // namespace hardbop::certify
