// SPDX-License-Identifier: MIT
#include "words/engine/bmc/fold.hpp"

#include <algorithm>
#include <array>

#include "words/engine/bmc/sums.hpp"

namespace hardbop::bmc {

using words::Node;
using words::Op;

Folder::Folder(const words::Graph& graph, Terms& terms, Arrays& arrays)
    : graph_(graph),
      terms_(terms),
      arrays_(arrays),
      values_(graph.expressions.size()),
      array_values_(graph.expressions.size()),
      known_in_(graph.expressions.size()) {}

void Folder::enter(const State& state, MakeInput input, MakeArrayInput array_input) {
  state_ = &state;
  input_ = std::move(input);
  array_input_ = std::move(array_input);
  forget_arrays();
  if (++visit_ != 0) return;
  std::ranges::fill(known_in_, 0U);
  visit_ = 1;
}

Value Folder::value(ExprId id) {
  visit(id);
  return values_[id];
}

ArrayRef Folder::array(ExprId id) {
  visit(id);
  return array_values_[id];
}

/// What is kept here is kept in memory.
void Folder::forget_arrays() {
  for (const ExprId id : known_arrays_) array_values_[id].reset();
  known_arrays_.clear();
}

void Folder::visit(ExprId id) {
  stack_.assign(1, id);
  while (!stack_.empty()) {
    const ExprId top = stack_.back();
    if (is_known(top)) {
      stack_.pop_back();
      continue;
    }
    const Node& node = graph_.expressions.node(top);
    if (decide_early(top, node)) continue;
    const std::size_t before = stack_.size();
    const std::array operands{node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op); ++i) (void)ask(operands[i]);
    if (stack_.size() != before) continue;
    stack_.pop_back();
    if (node.index != 0)
      know(top, build_array(node));
    else
      know(top, compute(node));
  }
}

/// Whether it is known; else it comes next.
bool Folder::ask(ExprId id) {
  if (!is_known(id)) stack_.push_back(id);
  return is_known(id);
}

/// One operand may be enough to know; whether there was something to do for that.
bool Folder::decide_early(ExprId id, const Node& node) {
  if (node.op == Op::Conditional) {
    if (!ask(node.a)) return true;
    const Value& condition = values_[node.a];
    if (!condition.is_constant()) return false;
    const ExprId chosen = condition.constant != 0 ? node.b : node.c;
    if (!ask(chosen)) return true;
    if (node.index != 0)
      know(id, array_values_[chosen]);
    else
      know(id, values_[chosen]);
    return true;
  }
  if (node.width != 1 || (node.op != Op::And && node.op != Op::Or)) return false;
  if (!ask(node.a)) return true;
  if (!values_[node.a].is(node.op == Op::And ? 0 : 1)) return false;
  know(id, values_[node.a]);
  return true;
}

Value Folder::compute(const Node& node) {
  if (node.op == Op::Select) return arrays_.select(array_values_[node.a], values_[node.b]);
  const unsigned count = operand_count(node.op);
  if (count == 0) return leaf(node);
  const std::array operands{node.a, node.b, node.c};
  for (unsigned i = 0; i < count; ++i)
    if (!values_[operands[i]].is_constant()) return build(node);
  const std::uint64_t a = values_[node.a].constant;
  const std::uint64_t b = count > 1 ? values_[node.b].constant : 0;
  if (node.op == Op::Concatenate) return number(a << graph_.expressions.width(node.b) | b);
  return number(apply(node, graph_.expressions.width(node.a), a, b,
                      count > 2 ? values_[node.c].constant : 0));
}

Value Folder::leaf(const Node& node) {
  switch (node.op) {
    case Op::Constant: return number(node.value);
    case Op::Variable: return (*state_)[static_cast<words::VariableId>(node.value)];
    default: return input_(static_cast<InputId>(node.value));
  }
}

Value Folder::build(const Node& node) {
  words::Expressions& e = terms_.expressions();
  const auto operand = [&](ExprId id) {
    return terms_.id(values_[id], graph_.expressions.width(id));
  };
  const ExprId a = operand(node.a);
  switch (node.op) {
    case Op::Not:
    case Op::Negate: return terms_.value(e.unary(node.op, a));
    case Op::ZeroExtend:
    case Op::SignExtend: return terms_.value(e.extend(node.op, a, node.width));
    case Op::Extract: return terms_.value(e.extract(a, static_cast<Width>(node.value), node.width));
    case Op::Conditional:
      return terms_.conditional(values_[node.a], values_[node.b], values_[node.c], node.width);
    case Op::Concatenate: return terms_.value(e.concatenate(a, operand(node.b)));
    default: break;
  }
  if (is_float_operation(node.op))
    return terms_.value(e.floating(node.op, node.width, static_cast<words::Rounding>(node.value), a,
                                   operand_count(node.op) > 1 ? operand(node.b) : 0));
  if (node.op == Op::Equal) return terms_.value(equal_sums(e, a, operand(node.b)));
  return terms_.value(e.binary(node.op, a, operand(node.b)));
}

ArrayRef Folder::build_array(const Node& node) {
  switch (node.op) {
    case Op::Array: return state_->arrays[node.value];
    case Op::ArrayInput: return array_input_(static_cast<words::ArrayInputId>(node.value));
    case Op::Fill: return arrays_.fill(values_[node.a], {node.index, node.width});
    case Op::Store: return arrays_.store(array_values_[node.a], values_[node.b], values_[node.c]);
    default:
      return arrays_.conditional(values_[node.a], array_values_[node.b], array_values_[node.c]);
  }
}

}  // namespace hardbop::bmc
