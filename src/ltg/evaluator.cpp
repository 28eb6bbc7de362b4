// SPDX-License-Identifier: MIT
#include "ltg/evaluator.hpp"

#include <algorithm>

namespace hardbop::ltg {

void Evaluator::enter(std::span<const std::uint64_t> variables,
                      std::span<const std::uint64_t> inputs) {
  variables_ = variables;
  inputs_ = inputs;
  if (++state_ != 0) return;
  std::fill(known_in_.begin(), known_in_.end(), 0U);
  state_ = 1;
}

std::uint64_t Evaluator::compute(const Node& node) const {
  switch (node.op) {
    case Op::Constant: return node.value;
    case Op::Variable: return variables_[node.value];
    case Op::Input: return inputs_[node.value];
    case Op::Concatenate: return values_[node.a] << expressions_.width(node.b) | values_[node.b];
    default:
      return apply(node, expressions_.width(node.a), values_[node.a], values_[node.b],
                   values_[node.c]);
  }
}

std::uint64_t Evaluator::value(ExprId id) {
  if (values_.size() < expressions_.size()) {
    values_.resize(expressions_.size());
    known_in_.resize(expressions_.size());
  }
  stack_.assign(1, id);
  while (!stack_.empty()) {
    const ExprId top = stack_.back();
    if (known_in_[top] == state_) {
      stack_.pop_back();
      continue;
    }
    const Node& node = expressions_.node(top);
    const std::size_t before = stack_.size();
    const ExprId operands[3] = {node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op); ++i)
      if (known_in_[operands[i]] != state_) stack_.push_back(operands[i]);
    if (stack_.size() != before) continue;
    values_[top] = compute(node);
    known_in_[top] = state_;
    stack_.pop_back();
  }
  return values_[id];
}

}  // namespace hardbop::ltg
