// SPDX-License-Identifier: MIT
#include "words/engine/bmc/terms.hpp"

namespace hardbop::bmc {

using words::Op;

Value Terms::input(std::uint64_t name, Width width) {
  const auto [place, is_new] = by_name_.try_emplace(name, static_cast<InputId>(inputs_.size()));
  if (is_new) inputs_.push_back(width);
  return {expressions_.input(place->second, width), 0};
}

std::optional<InputId> Terms::find_input(std::uint64_t name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

Value Terms::negation(const Value& a) {
  if (a.is_constant()) return number(1 - a.constant);
  return value(expressions_.unary(Op::Not, a.id));
}

Value Terms::conjunction(const Value& a, const Value& b) {
  if (a.is_constant()) return a.constant != 0 ? b : no;
  if (b.is_constant()) return b.constant != 0 ? a : no;
  return value(expressions_.binary(Op::And, a.id, b.id));
}

Value Terms::disjunction(const Value& a, const Value& b) {
  if (a.is_constant()) return a.constant != 0 ? yes : b;
  if (b.is_constant()) return b.constant != 0 ? yes : a;
  return value(expressions_.binary(Op::Or, a.id, b.id));
}

bool Terms::are_opposite(const Value& a, const Value& b) {
  return !a.is_constant() && !b.is_constant() && negation(a) == b;
}

Value Terms::conditional(const Value& condition, const Value& a, const Value& b, Width width) {
  if (condition.is_constant()) return condition.constant != 0 ? a : b;
  if (a == b) return a;
  return value(expressions_.conditional(condition.id, id(a, width), id(b, width)));
}

Value Terms::equal(const Value& a, const Value& b, Width width) {
  if (a.is_constant() && b.is_constant()) return a.constant == b.constant ? yes : no;
  return value(expressions_.binary(Op::Equal, id(a, width), id(b, width)));
}

}  // namespace hardbop::bmc
