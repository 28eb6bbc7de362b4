// SPDX-License-Identifier: MIT
#include "slam/exclude.hpp"

#include <algorithm>

#include "ltg/substitute.hpp"

namespace hardbop::slam {

using ltg::Op;

namespace {

constexpr unsigned effort = usual_effort / 10;
constexpr std::size_t most_to_minimise = 16;

class StepChecker {
 public:
  StepChecker(Procedures& procedures, const Predicates& predicates, Solver& solver)
      : procedures_(procedures), predicates_(predicates), solver_(solver) {}

  /// Why a step from one abstract state to another is impossible; nothing where it is not.
  std::optional<Exclusion> run(const PathStep& step, const std::vector<ExprId>& next) {
    parts_.clear();
    for (const ExprId literal : step.known)
      if (!predicates_.is_stale(positive(procedures_.expressions(), literal), step.block))
        parts_.push_back({literal, literal, false});
    for (const ExprId literal : next)
      if (is_carried(step, literal)) parts_.push_back({literal, before(step, literal), true});
    guard_ = procedures_.graph().blocks[step.block].edges[step.edge].guard;
    if (!is_impossible(parts_)) return std::nullopt;
    std::vector<Part> core;
    for (const std::size_t index : solver_.core())
      if (index < parts_.size()) core.push_back(parts_[index]);
    return minimise(std::move(core));
  }

 private:
  struct Part {
    ExprId literal;
    ExprId constraint;
    bool is_after;
  };
  Procedures& procedures_;
  const Predicates& predicates_;
  Solver& solver_;
  ExprId guard_ = 0;
  std::vector<Part> parts_;

  /// Of a callee's predicates, a call settles those on its parameters.
  [[nodiscard]] bool is_carried(const PathStep& step, ExprId literal) const {
    const ExprId predicate = positive(procedures_.expressions(), literal);
    if (!predicates_.contains(predicate)) return false;
    return !step.enters || predicates_.scope(predicate) == everybody ||
           predicates_.is_formal(procedures_.call(step.block)->callee, predicate);
  }

  ExprId before(const PathStep& step, ExprId literal) {
    const auto& assignments = procedures_.graph().blocks[step.block].assignments;
    ltg::Substituter substitute(procedures_.expressions(), [&](ExprId leaf) {
      const ltg::Node& node = procedures_.expressions().node(leaf);
      if (node.op != Op::Variable) return leaf;
      const auto found =
          std::find_if(assignments.begin(), assignments.end(),
                       [&](const auto& one) { return one.variable == node.value; });
      return found == assignments.end() ? leaf : found->value;
    });
    return substitute(literal);
  }

  bool is_impossible(const std::vector<Part>& parts) {
    std::vector<ExprId> constraints;
    for (const Part& part : parts) constraints.push_back(part.constraint);
    constraints.push_back(guard_);
    return solver_.check(constraints, effort) == Satisfiable::No;
  }

  Exclusion minimise(std::vector<Part> core) {
    for (std::size_t i = core.size(); core.size() <= most_to_minimise && i-- > 0;) {
      std::vector<Part> fewer = core;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (is_impossible(fewer)) core = std::move(fewer);
    }
    Exclusion out;
    for (const Part& part : core) (part.is_after ? out.after : out.before).push_back(part.literal);
    return out;
  }
};

}  // namespace

bool exclude_steps(Procedures& procedures, const Predicates& predicates, const Path& path,
                   std::size_t last, Solver& solver, Budget& budget, Exclusions& exclusions) {
  StepChecker checker(procedures, predicates, solver);
  bool is_new = false;
  for (std::size_t i = 0; i <= last && i < path.steps.size(); ++i) {
    const PathStep& step = path.steps[i];
    if (budget.poll() != StopReason::None) break;
    if (step.leaves) continue;
    const std::vector<ExprId>& next =
        i + 1 < path.steps.size() ? path.steps[i + 1].known : path.known;
    std::optional<Exclusion> found = checker.run(step, next);
    if (!found) continue;
    std::vector<Exclusion>& known = exclusions[{step.block, step.edge}];
    if (std::find(known.begin(), known.end(), *found) != known.end()) continue;
    known.push_back(std::move(*found));
    is_new = true;
  }
  return is_new;
}

}  // namespace hardbop::slam
