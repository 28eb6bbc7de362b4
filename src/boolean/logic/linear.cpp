// SPDX-License-Identifier: MIT
// The negation of the formula is true of a configuration because of one run where its path
// quantifiers are all E, and stand within one another only where a run may go on as it likes: at
// the end of an until, or behind a next. Then E can be left out.
#include "boolean/logic/linear.hpp"

namespace hardbop::temporal {

namespace {

class Linear {
 public:
  explicit Linear(Formula& formula) : formula_(formula) {}

  /// What a run satisfies if its first configuration satisfies the formula, or its negation.
  std::optional<NodeId> of(NodeId id, bool negated) {
    const Node node = formula_.node(id);
    if (formula_.is_proposition(id)) return negated ? formula_.negation(id) : id;
    const bool conjoins = (node.op == Op::And) != negated;
    switch (node.op) {
      case Op::Not: return of(node.left, !negated);
      case Op::And:
      case Op::Or: {
        if (conjoins && !formula_.is_proposition(node.left) && !formula_.is_proposition(node.right))
          return std::nullopt;
        const std::optional<NodeId> left = of(node.left, negated);
        const std::optional<NodeId> right = of(node.right, negated);
        if (!left || !right) return std::nullopt;
        return conjoins ? formula_.conjunction(*left, *right) : formula_.disjunction(*left, *right);
      }
      default: return negated ? std::nullopt : quantified(node);
    }
  }

 private:
  Formula& formula_;

  std::optional<NodeId> quantified(const Node& node) {
    if (node.op == Op::ExistsNext) {
      const std::optional<NodeId> next = of(node.left, false);
      return next ? std::optional(formula_.temporal(Op::Next, *next, *next)) : std::nullopt;
    }
    if (!formula_.is_proposition(node.left)) return std::nullopt;
    if (node.op == Op::ExistsGlobally)
      return formula_.temporal(Op::Release, formula_.constant(false), node.left);
    const std::optional<NodeId> end = of(node.right, false);
    return end ? std::optional(formula_.temporal(Op::Until, node.left, *end)) : std::nullopt;
  }
};

}  // namespace

std::optional<Formula> as_ltl(Formula ctl) {
  const std::optional<NodeId> counterexample = Linear(ctl).of(ctl.root(), true);
  if (!counterexample) return std::nullopt;
  ctl.set_root(ctl.negation(*counterexample));
  return ctl;
}

}  // namespace hardbop::temporal
