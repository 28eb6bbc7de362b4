// SPDX-License-Identifier: MIT
#include "base/expression/evaluator.hpp"

#include <algorithm>

#include "base/expression/bottom_up.hpp"

namespace hardbop::words {

void Evaluator::enter(std::span<const std::uint64_t> variables,
                      std::span<const std::uint64_t> inputs) {
  variables_ = variables;
  inputs_ = inputs;
  if (++state_ != 0) return;
  std::ranges::fill(known_in_, 0U);
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
  bottom_up(
      expressions_, stack_, [&](ExprId one) { return known_in_[one] == state_; },
      [&](ExprId one) {
        values_[one] = compute(expressions_.node(one));
        known_in_[one] = state_;
      });
  return values_[id];
}

}  // namespace hardbop::words
