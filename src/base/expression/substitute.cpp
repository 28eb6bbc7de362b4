// SPDX-License-Identifier: MIT
#include "base/expression/substitute.hpp"

#include <unordered_set>

#include "base/expression/bottom_up.hpp"

namespace hardbop::words {

ExprId remade(Expressions& expressions, const Node& node, const std::array<ExprId, 3>& operands) {
  const auto [a, b, c] = operands;
  switch (node.op) {
    case Op::Not:
    case Op::Negate: return expressions.unary(node.op, a);
    case Op::ZeroExtend:
    case Op::SignExtend: return expressions.extend(node.op, a, node.width);
    case Op::Extract: return expressions.extract(a, static_cast<Width>(node.value), node.width);
    case Op::Conditional: return expressions.conditional(a, b, c);
    case Op::Concatenate: return expressions.concatenate(a, b);
    case Op::Fill: return expressions.fill(a, node.index);
    case Op::Store: return expressions.store(a, b, c);
    case Op::Select: return expressions.select(a, b);
    default: break;
  }
  if (is_float_operation(node.op))
    return expressions.floating(node.op, node.width, static_cast<Rounding>(node.value), a,
                                operand_count(node.op) > 1 ? b : 0);
  return expressions.binary(node.op, a, b);
}

ExprId Substituter::rebuild(ExprId id) {
  const Node node = expressions_.node(id);
  if (node.op == Op::Constant) return id;
  const unsigned count = operand_count(node.op);
  if (count == 0) return replace_(id);
  const std::array operands{done_.at(node.a), count > 1 ? done_.at(node.b) : 0,
                            count > 2 ? done_.at(node.c) : 0};
  const ExprId made = remade(expressions_, node, operands);
  return rewrite_ ? rewrite_(made) : made;
}

ExprId Substituter::operator()(ExprId id) {
  std::vector<ExprId> stack{id};
  bottom_up(
      expressions_, stack, [&](ExprId one) { return done_.contains(one); },
      [&](ExprId one) {
        const ExprId made = rebuild(one);
        done_.emplace(one, made);
      });
  return done_.at(id);
}

void for_each_node(const Expressions& expressions, const std::vector<ExprId>& roots,
                   const std::function<void(ExprId)>& visit) {
  std::unordered_set<ExprId> seen;
  std::vector<ExprId> stack(roots.rbegin(), roots.rend());
  bottom_up(
      expressions, stack, [&](ExprId one) { return seen.contains(one); },
      [&](ExprId one) {
        seen.insert(one);
        visit(one);
      });
}

}  // namespace hardbop::words
