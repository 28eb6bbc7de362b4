// SPDX-License-Identifier: MIT
#include "boolean/horn/term.hpp"

#include <utility>

namespace hardbop::horn {

std::size_t Terms::Hash::operator()(const Node& node) const {
  constexpr std::uint64_t factor = 0x9E37'79B9'7F4A'7C15U;
  std::uint64_t hash = static_cast<std::uint64_t>(node.kind);
  for (const std::uint32_t part :
       {static_cast<std::uint32_t>(node.variable.copy), node.variable.index, node.a.bits(),
        node.b.bits(), node.c.bits()}) {
    hash = (hash ^ part) * factor;
    hash ^= hash >> 32U;
  }
  return hash;
}

Term Terms::make(const Node& node) {
  const auto [found, is_new] = known_.try_emplace(node, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return {found->second, false};
}

Term Terms::variable(Copy copy, std::uint32_t index) {
  return make({Kind::Variable, {copy, index}, {}, {}, {}});
}

Term Terms::both(Term a, Term b) {
  if (a.bits() > b.bits()) std::swap(a, b);
  if (a == always || a == b) return b;
  if (a == never || a == !b) return never;
  return make({Kind::And, {}, a, b, {}});
}

Term Terms::same(Term a, Term b) {
  if (a.node() > b.node()) std::swap(a, b);
  if (a == always) return b;
  if (a == never) return !b;
  if (a == b) return always;
  if (a == !b) return never;
  const bool negated = a.negated() != b.negated();
  const Term made = make({Kind::Iff, {}, Term(a.node(), false), Term(b.node(), false), {}});
  return negated ? !made : made;
}

Term Terms::choose(Term condition, Term a, Term b) {
  if (condition.negated()) return choose(!condition, b, a);
  if (condition == always || a == b) return a;
  if (a == !b) return same(condition, a);
  if (a == always || a == condition) return either(condition, b);
  if (a == never || a == !condition) return both(!condition, b);
  if (b == always || b == !condition) return either(!condition, a);
  if (b == never || b == condition) return both(condition, a);
  return make({Kind::Ite, {}, condition, a, b});
}

}  // namespace hardbop::horn
