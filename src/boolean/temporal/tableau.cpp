// SPDX-License-Identifier: MIT
#include "boolean/temporal/tableau.hpp"

#include <algorithm>

namespace hardbop::temporal {

Tableau::Tableau(Formula& formula) : formula_(formula), always_(formula.constant(true)) {
  require(normal_form(formula.root(), true));
  // An expansion can need new bits, whose expansions follow.
  for (std::size_t bit = 0; bit < elementary_.size(); ++bit) {
    const std::uint32_t expansion = expand(elementary_[bit].first);
    expansions_.push_back(expansion);
  }
}

/// With negations before propositions only.
NodeId Tableau::normal_form(NodeId id, bool negated) {
  if (formula_.is_proposition(id)) return negated ? formula_.negation(id) : id;
  const Node node = formula_.node(id);
  if (node.op == Op::Not) return normal_form(node.left, !negated);
  if (const auto known = normal_forms_.find({id, negated}); known != normal_forms_.end())
    return known->second;
  const NodeId a = normal_form(node.left, negated);
  const NodeId b = normal_form(node.right, negated);
  NodeId result = 0;
  switch (node.op) {
    case Op::And: result = negated ? formula_.disjunction(a, b) : formula_.conjunction(a, b); break;
    case Op::Or: result = negated ? formula_.conjunction(a, b) : formula_.disjunction(a, b); break;
    case Op::Until: result = formula_.temporal(negated ? Op::Release : Op::Until, a, b); break;
    case Op::Release: result = formula_.temporal(negated ? Op::Until : Op::Release, a, b); break;
    default: result = formula_.temporal(Op::Next, a, b);
  }
  normal_forms_.emplace(std::pair(id, negated), result);
  return result;
}

/// Of the initial configuration.
void Tableau::require(NodeId id) {
  const Node node = formula_.node(id);
  const bool is_invariant = node.op == Op::Release && formula_.is_proposition(node.right) &&
                            formula_.node(node.left).op == Op::False;
  if (node.op == Op::And && !formula_.is_proposition(id)) {
    require(node.left);
    require(node.right);
  } else if (is_invariant) {
    always_ = formula_.conjunction(always_, node.right);
  } else {
    initial_[bit_of(id, false)] = true;
  }
}

/// An until that a next asks for has a bit apart from the one that says that it is put off:
/// the former can be 1 for ever with the until met again and again.
std::size_t Tableau::bit_of(NodeId id, bool under_next) {
  const bool is_until = formula_.node(id).op == Op::Until;
  const std::pair key(id, under_next && is_until);
  const auto found = std::ranges::find(elementary_, key);
  const auto bit = static_cast<std::size_t>(found - elementary_.begin());
  if (found == elementary_.end()) {
    elementary_.push_back(key);
    is_until_.push_back(is_until && !under_next);
    initial_.push_back(false);
  }
  return bit;
}

std::uint32_t Tableau::add(Obligation obligation) {
  obligations_.push_back(obligation);
  return static_cast<std::uint32_t>(obligations_.size()) - 1;
}

std::uint32_t Tableau::expand(NodeId id) {
  if (const auto known = expanded_.find(id); known != expanded_.end()) return known->second;
  using Kind = Obligation::Kind;
  const auto later = [&](NodeId next, bool under_next) {
    return add({Kind::Next, 0, static_cast<std::uint32_t>(bit_of(next, under_next)), 0});
  };
  const auto join = [&](Kind kind, std::uint32_t a, std::uint32_t b) {
    return add({kind, 0, a, b});
  };
  const Node node = formula_.node(id);
  std::uint32_t result = 0;
  if (formula_.is_proposition(id)) {
    result = add({Kind::Proposition, id, 0, 0});
  } else if (node.op == Op::Next) {
    result = later(node.left, true);
  } else {
    const std::uint32_t a = expand(node.left);
    const std::uint32_t b = expand(node.right);
    switch (node.op) {
      case Op::And: result = join(Kind::And, a, b); break;
      case Op::Or: result = join(Kind::Or, a, b); break;
      case Op::Until: result = join(Kind::Or, b, join(Kind::And, a, later(id, false))); break;
      default: result = join(Kind::And, b, join(Kind::Or, a, later(id, false)));  // Release
    }
  }
  expanded_.emplace(id, result);
  return result;
}

}  // namespace hardbop::temporal
