// SPDX-License-Identifier: MIT
#include "boolean/language/evaluate.hpp"

#include "base/util/invariant.hpp"

namespace hardbop::bp {

namespace {

constexpr ValueSet negate(ValueSet a) {
  return {a.has(true), a.has(false)};
}

constexpr ValueSet conjoin(ValueSet a, ValueSet b) {
  return {a.has(false) || b.has(false), a.has(true) && b.has(true)};
}

constexpr ValueSet differ(ValueSet a, ValueSet b) {
  return {(a.has(false) && b.has(false)) || (a.has(true) && b.has(true)),
          (a.has(false) && b.has(true)) || (a.has(true) && b.has(false))};
}

/// schoose[a, b]: 1 if a; else 0 if b; else free.
constexpr ValueSet choose(ValueSet a, ValueSet b) {
  const bool is_free = a.has(false) && b.has(false);
  return {is_free || (a.has(false) && b.has(true)), is_free || a.has(true)};
}

}  // namespace

ValueSet apply(Op op, ValueSet a, ValueSet b) {
  switch (op) {
    case Op::Not: return negate(a);
    case Op::And: return conjoin(a, b);
    case Op::Or: return negate(conjoin(negate(a), negate(b)));
    case Op::Xor:
    case Op::NotEqual: return differ(a, b);
    case Op::Equal: return negate(differ(a, b));
    case Op::Implies: return negate(conjoin(a, negate(b)));
    case Op::Choose: return choose(a, b);
    default: HARDBOP_INVARIANT(false, "only connectives should be applied");
  }
  return {};
}

ValueSet apply_conditional(ValueSet condition, ValueSet a, ValueSet b) {
  const auto can = [&](bool value) {
    return (condition.has(true) && a.has(value)) || (condition.has(false) && b.has(value)) ||
           (a.has(value) && b.has(value));
  };
  return {can(false), can(true)};
}

ValueSet Evaluator::evaluate(ExprRange expression, std::span<const Word> now,
                             std::span<const Word> next) {
  return evaluate_with(expression, [&](Slot slot, bool is_next) {
    return ValueSet::just(get_bit(is_next ? next : now, slot));
  });
}

}  // namespace hardbop::bp
