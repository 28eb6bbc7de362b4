// SPDX-License-Identifier: MIT
#include "base/expression/evaluator.hpp"

#include <algorithm>

#include "base/expression/bottom_up.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::words {

void Evaluator::enter(std::span<const std::uint64_t> variables,
                      std::span<const std::uint64_t> inputs) {
  variables_ = variables;
  inputs_ = inputs;
  if (++state_ != 0) return;
  std::ranges::fill(known_in_, 0U);
  state_ = 1;
}

void Evaluator::enter_arrays(std::span<const ArrayValue> arrays,
                             std::span<const ArrayValue> inputs) {
  arrays_ = arrays;
  array_inputs_ = inputs;
}

std::uint64_t Evaluator::compute(const Node& node) const {
  switch (node.op) {
    case Op::Constant: return node.value;
    case Op::Variable: return variables_[node.value];
    case Op::Input: return inputs_[node.value];
    case Op::Concatenate: return values_[node.a] << expressions_.width(node.b) | values_[node.b];
    case Op::Select: return array_values_.at(node.a).read(values_[node.b]);
    default:
      return apply(node, expressions_.width(node.a), values_[node.a], values_[node.b],
                   values_[node.c]);
  }
}

ArrayValue Evaluator::compute_array(const Node& node) const {
  switch (node.op) {
    case Op::Array: return arrays_[node.value];
    case Op::ArrayInput: return array_inputs_[node.value];
    case Op::Fill: return ArrayValue(node.index, values_[node.a]);
    case Op::Conditional: return array_values_.at(values_[node.a] != 0 ? node.b : node.c);
    default: break;
  }
  HARDBOP_INVARIANT(node.op == Op::Store, "every operator that makes an array should be known");
  ArrayValue out = array_values_.at(node.a);
  out.write(values_[node.b], values_[node.c]);
  return out;
}

ArrayValue Evaluator::array(ExprId id) {
  visit(id);
  return array_values_.at(id);
}

std::uint64_t Evaluator::value(ExprId id) {
  visit(id);
  return values_[id];
}

void Evaluator::visit(ExprId id) {
  if (values_.size() < expressions_.size()) {
    values_.resize(expressions_.size());
    known_in_.resize(expressions_.size());
  }
  stack_.assign(1, id);
  bottom_up(
      expressions_, stack_, [&](ExprId one) { return known_in_[one] == state_; },
      [&](ExprId one) {
        const Node& node = expressions_.node(one);
        if (node.index != 0)
          array_values_.insert_or_assign(one, compute_array(node));
        else
          values_[one] = compute(node);
        known_in_[one] = state_;
      });
}

}  // namespace hardbop::words
