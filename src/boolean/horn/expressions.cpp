// SPDX-License-Identifier: MIT
#include "boolean/horn/expressions.hpp"

#include "boolean/language/evaluate.hpp"

namespace hardbop::horn {

Values Expressions::pop() {
  const Values top = stack_.back();
  stack_.pop_back();
  return top;
}

void Expressions::connective(bp::Op op) {
  if (op == bp::Op::Not) {
    const Values a = pop();
    stack_.push_back({a.can_be_0, a.can_be_1});
    return;
  }
  const Values b = pop();
  const Values a = pop();
  if (op != bp::Op::Conditional) {
    stack_.push_back(table(op, a, b));
    return;
  }
  const Values condition = pop();
  const auto chosen = [&](Term then, Term otherwise) {
    if (condition.is_deterministic()) return terms_.choose(condition.can_be_1, then, otherwise);
    return terms_.either(terms_.both(condition.can_be_1, then),
                         terms_.both(condition.can_be_0, otherwise));
  };
  stack_.push_back({chosen(a.can_be_1, b.can_be_1), chosen(a.can_be_0, b.can_be_0)});
}

/// A value is possible if some possible pair of operands can give it.
Values Expressions::table(bp::Op op, const Values& a, const Values& b) {
  Term can_be[2] = {never, never};
  bool is_function = a.is_deterministic() && b.is_deterministic();
  for (const bool x : {false, true}) {
    for (const bool y : {false, true}) {
      const bp::ValueSet result = bp::apply(op, bp::ValueSet::just(x), bp::ValueSet::just(y));
      is_function = is_function && !result.is_any();
      const Term pair = terms_.both(x ? a.can_be_1 : a.can_be_0, y ? b.can_be_1 : b.can_be_0);
      for (const bool value : {false, true})
        if (result.has(value)) can_be[value ? 1 : 0] = terms_.either(can_be[value ? 1 : 0], pair);
    }
  }
  // Where nothing is chosen one formula is the other's negation; the shorter one is kept.
  if (is_function && (op == bp::Op::Or || op == bp::Op::Implies)) return {!can_be[0], can_be[0]};
  if (is_function) return {can_be[1], !can_be[1]};
  return {can_be[1], can_be[0]};
}

}  // namespace hardbop::horn
