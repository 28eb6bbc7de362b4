// SPDX-License-Identifier: MIT
#include "boolean/logic/formula.hpp"

#include <algorithm>
#include <utility>

namespace hardbop::temporal {

NodeId Formula::add(Node node) {
  const auto [found, is_new] = numbers_.emplace(node, static_cast<NodeId>(nodes_.size()));
  if (!is_new) return found->second;
  bool propositional = node.op < Op::Next;
  if (node.op > Op::Atom)
    propositional = propositional && propositional_[node.left] && propositional_[node.right];
  nodes_.push_back(node);
  propositional_.push_back(propositional);
  return found->second;
}

NodeId Formula::constant(bool value) {
  return add({value ? Op::True : Op::False, 0, 0});
}

NodeId Formula::atom(Atom atom) {
  const auto found = std::ranges::find(atoms_, atom);
  const auto number = static_cast<NodeId>(found - atoms_.begin());
  if (found == atoms_.end()) atoms_.push_back(std::move(atom));
  return add({Op::Atom, number, 0});
}

NodeId Formula::negation(NodeId a) {
  switch (nodes_[a].op) {
    case Op::True: return constant(false);
    case Op::False: return constant(true);
    case Op::Not: return nodes_[a].left;
    default: return add({Op::Not, a, a});
  }
}

NodeId Formula::conjunction(NodeId a, NodeId b) {
  if (a == b || nodes_[b].op == Op::True || nodes_[a].op == Op::False) return a;
  if (nodes_[a].op == Op::True || nodes_[b].op == Op::False) return b;
  return add({Op::And, std::min(a, b), std::max(a, b)});
}

NodeId Formula::disjunction(NodeId a, NodeId b) {
  if (a == b || nodes_[b].op == Op::False || nodes_[a].op == Op::True) return a;
  if (nodes_[a].op == Op::False || nodes_[b].op == Op::True) return b;
  return add({Op::Or, std::min(a, b), std::max(a, b)});
}

NodeId Formula::equivalence(NodeId a, NodeId b) {
  return disjunction(conjunction(a, b), conjunction(negation(a), negation(b)));
}

NodeId Formula::temporal(Op op, NodeId a, NodeId b) {
  return add({op, a, b});
}

Formula termination_formula() {
  Formula formula;
  Atom terminated;
  Atom failed;
  failed.kind = Atom::Kind::Failed;
  const NodeId ends = formula.disjunction(formula.atom(terminated), formula.atom(failed));
  formula.set_root(formula.temporal(Op::Until, formula.constant(true), ends));
  return formula;
}

}  // namespace hardbop::temporal
