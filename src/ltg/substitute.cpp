// SPDX-License-Identifier: MIT
#include "ltg/substitute.hpp"

#include <unordered_set>

namespace hardbop::ltg {

ExprId Substituter::rebuild(ExprId id) {
  const Node node = expressions_.node(id);
  switch (node.op) {
    case Op::Constant: return id;
    case Op::Variable:
    case Op::Input: return replace_(id);
    case Op::Not:
    case Op::Negate: return expressions_.unary(node.op, done_.at(node.a));
    case Op::ZeroExtend:
    case Op::SignExtend: return expressions_.extend(node.op, done_.at(node.a), node.width);
    case Op::Extract:
      return expressions_.extract(done_.at(node.a), static_cast<Width>(node.value), node.width);
    case Op::Conditional:
      return expressions_.conditional(done_.at(node.a), done_.at(node.b), done_.at(node.c));
    case Op::Concatenate: return expressions_.concatenate(done_.at(node.a), done_.at(node.b));
    default: return expressions_.binary(node.op, done_.at(node.a), done_.at(node.b));
  }
}

ExprId Substituter::operator()(ExprId id) {
  std::vector<ExprId> stack{id};
  while (!stack.empty()) {
    const ExprId top = stack.back();
    if (done_.contains(top)) {
      stack.pop_back();
      continue;
    }
    const Node& node = expressions_.node(top);
    const std::size_t before = stack.size();
    const ExprId operands[3] = {node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op); ++i)
      if (!done_.contains(operands[i])) stack.push_back(operands[i]);
    if (stack.size() != before) continue;
    stack.pop_back();
    const ExprId made = rebuild(top);
    done_.emplace(top, made);
  }
  return done_.at(id);
}

void for_each_node(const Expressions& expressions, const std::vector<ExprId>& roots,
                   const std::function<void(ExprId)>& visit) {
  std::unordered_set<ExprId> seen;
  std::vector<ExprId> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const ExprId top = stack.back();
    if (seen.contains(top)) {
      stack.pop_back();
      continue;
    }
    const Node& node = expressions.node(top);
    const std::size_t before = stack.size();
    const ExprId operands[3] = {node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op); ++i)
      if (!seen.contains(operands[i])) stack.push_back(operands[i]);
    if (stack.size() != before) continue;
    stack.pop_back();
    seen.insert(top);
    visit(top);
  }
}

}  // namespace hardbop::ltg
