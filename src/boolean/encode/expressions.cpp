// SPDX-License-Identifier: MIT
#include "boolean/encode/expressions.hpp"

#include <utility>

namespace hardbop::encode {

namespace {

Values negate(const Values& a) {
  return {a.can_be_0, a.can_be_1};
}

/// The second function is free where the operands choose nothing.
Values conjoin(const Values& a, const Values& b) {
  bdd::Bdd can_be_1 = a.can_be_1 & b.can_be_1;
  if (a.is_deterministic() && b.is_deterministic()) return {can_be_1, ~can_be_1};
  return {std::move(can_be_1), a.can_be_0 | b.can_be_0};
}

Values differ(const Values& a, const Values& b) {
  if (a.is_deterministic() && b.is_deterministic()) {
    bdd::Bdd value = a.can_be_1 ^ b.can_be_1;
    return {value, ~value};
  }
  return {(a.can_be_1 & b.can_be_0) | (a.can_be_0 & b.can_be_1),
          (a.can_be_1 & b.can_be_1) | (a.can_be_0 & b.can_be_0)};
}

Values choose(const Values& a, const Values& b) {
  const bdd::Bdd is_free = a.can_be_0 & b.can_be_0;
  return {a.can_be_1 | is_free, is_free | (a.can_be_0 & b.can_be_1)};
}

Values conditional(const Values& condition, const Values& a, const Values& b) {
  return {(condition.can_be_1 & a.can_be_1) | (condition.can_be_0 & b.can_be_1),
          (condition.can_be_1 & a.can_be_0) | (condition.can_be_0 & b.can_be_0)};
}

}  // namespace

Values ExpressionEncoder::pop() {
  Values top = std::move(stack_.back());
  stack_.pop_back();
  return top;
}

void ExpressionEncoder::connective(bp::Op op) {
  const Values last = pop();
  if (op == bp::Op::Not) {
    stack_.push_back(negate(last));
    return;
  }
  const Values other = pop();
  switch (op) {
    case bp::Op::And: stack_.push_back(conjoin(other, last)); break;
    case bp::Op::Or: stack_.push_back(negate(conjoin(negate(other), negate(last)))); break;
    case bp::Op::Implies: stack_.push_back(negate(conjoin(other, negate(last)))); break;
    case bp::Op::Equal: stack_.push_back(negate(differ(other, last))); break;
    case bp::Op::Xor:
    case bp::Op::NotEqual: stack_.push_back(differ(other, last)); break;
    case bp::Op::Choose: stack_.push_back(choose(other, last)); break;
    default: stack_.push_back(conditional(pop(), other, last));  // Conditional
  }
}

bdd::Bdd ExpressionEncoder::is_value(bdd::Var target, const Values& values) const {
  return bdd::ite(manager_.var(target), values.can_be_1, values.can_be_0);
}

}  // namespace hardbop::encode
