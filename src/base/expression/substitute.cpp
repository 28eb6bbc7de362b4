// SPDX-License-Identifier: MIT
#include "base/expression/substitute.hpp"

#include <unordered_set>

#include "base/expression/bottom_up.hpp"

namespace hardbop::words {

ExprId Substituter::rebuild(ExprId id) {
  const Node node = expressions_.node(id);
  switch (node.op) {
    case Op::Constant: return id;
    case Op::Variable:
    case Op::Input:
    case Op::Array:
    case Op::ArrayInput: return replace_(id);
    case Op::Not:
    case Op::Negate: return expressions_.unary(node.op, done_.at(node.a));
    case Op::ZeroExtend:
    case Op::SignExtend: return expressions_.extend(node.op, done_.at(node.a), node.width);
    case Op::Extract:
      return expressions_.extract(done_.at(node.a), static_cast<Width>(node.value), node.width);
    case Op::Conditional:
      return expressions_.conditional(done_.at(node.a), done_.at(node.b), done_.at(node.c));
    case Op::Concatenate: return expressions_.concatenate(done_.at(node.a), done_.at(node.b));
    case Op::Fill: return expressions_.fill(done_.at(node.a), node.index);
    case Op::Store: return expressions_.store(done_.at(node.a), done_.at(node.b), done_.at(node.c));
    case Op::Select: return expressions_.select(done_.at(node.a), done_.at(node.b));
    default: break;
  }
  if (is_float_operation(node.op))
    return expressions_.floating(node.op, node.width, static_cast<Rounding>(node.value),
                                 done_.at(node.a),
                                 operand_count(node.op) > 1 ? done_.at(node.b) : 0);
  return expressions_.binary(node.op, done_.at(node.a), done_.at(node.b));
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
