// SPDX-License-Identifier: MIT
#include "boolean/logic/promises.hpp"

#include "boolean/logic/product.hpp"

namespace hardbop::temporal {

using bp::Term;

namespace {

/// Parts of terms, in all steps together.
constexpr std::uint64_t most_work = 10'000'000;

Term both(Term a, const Term& b) {
  if (a.is_constant(false) || b.is_constant(true)) return a;
  if (b.is_constant(false) || a.is_constant(true)) return b;
  return std::move(a) & b;
}

Term either(Term a, const Term& b) {
  if (a.is_constant(true) || b.is_constant(false)) return a;
  if (b.is_constant(true) || a.is_constant(false)) return b;
  return std::move(a) | b;
}

}  // namespace

Promises::Promises(const bp::Graph& graph, Formula formula)
    : graph_(graph), formula_(std::move(formula)) {
  promise({normal(formula_.root(), true), true});
  for (std::size_t bit = 0; bit < promised_.size(); ++bit) promise_parts(promised_[bit].first);
}

bool Promises::is_until(std::size_t bit) const {
  const auto [id, is_behind_next] = promised_[bit];
  return !is_behind_next && formula_.node(id).op == Op::Until;
}

/// Negations stand before propositions alone.
NodeId Promises::normal(NodeId id, bool negated) {
  if (formula_.is_proposition(id)) return negated ? formula_.negation(id) : id;
  const auto known = normal_.find({id, negated});
  if (known != normal_.end()) return known->second;
  const Node node = formula_.node(id);
  NodeId out = 0;
  if (node.op == Op::Not) {
    out = normal(node.left, !negated);
  } else {
    const NodeId a = normal(node.left, negated);
    const NodeId b = normal(node.right, negated);
    switch (node.op) {
      case Op::And: out = negated ? formula_.disjunction(a, b) : formula_.conjunction(a, b); break;
      case Op::Or: out = negated ? formula_.conjunction(a, b) : formula_.disjunction(a, b); break;
      case Op::Next: out = formula_.temporal(Op::Next, a, a); break;
      default: {
        const bool is_until = (node.op == Op::Until) != negated;
        out = formula_.temporal(is_until ? Op::Until : Op::Release, a, b);
      }
    }
  }
  normal_.emplace(std::pair(id, negated), out);
  return out;
}

void Promises::promise(Promise one) {
  if (bit_of_.try_emplace(one, promised_.size()).second) promised_.push_back(one);
}

/// What may have to be promised to keep this.
void Promises::promise_parts(NodeId id) {
  std::vector<NodeId> open{id};
  std::map<NodeId, bool> seen;
  while (!open.empty()) {
    const NodeId one = open.back();
    open.pop_back();
    if (formula_.is_proposition(one) || !seen.emplace(one, true).second) continue;
    const Node& node = formula_.node(one);
    if (node.op == Op::Next) {
      promise({node.left, true});
      continue;
    }
    if (node.op == Op::Until || node.op == Op::Release) promise({one, false});
    open.push_back(node.left);
    open.push_back(node.right);
  }
}

/// That the rest of the run satisfies a formula, as far as this configuration and what is promised
/// from here on say.
Term Promises::kept(NodeId id, const Position& position, const std::vector<bp::VariableRef>& bits) {
  if (++work_ > most_work) throw AutomatonTooLarge("the formula is too large for a proof");
  if (formula_.is_proposition(id)) {
    Term out = term_of(graph_, formula_, id, position);
    work_ += out.nodes().size();
    return out;
  }
  const Node node = formula_.node(id);
  const auto promised = [&](Promise one) { return Term::next(bits[bit_of_.at(one)]); };
  const auto now = [&](NodeId part) { return kept(part, position, bits); };
  Term out = Term::constant(true);
  switch (node.op) {
    case Op::And: out = both(now(node.left), now(node.right)); break;
    case Op::Or: out = either(now(node.left), now(node.right)); break;
    case Op::Next: out = promised({node.left, true}); break;
    case Op::Until:
      out = either(now(node.right), both(now(node.left), promised({id, false})));
      break;
    default: out = both(now(node.right), either(now(node.left), promised({id, false})));
  }
  work_ += out.nodes().size();
  return out;
}

AutomatonStep Promises::step(const Position& position, const std::vector<bp::VariableRef>& bits) {
  AutomatonStep out{Term::constant(true), std::vector<bool>(promised_.size(), true)};
  for (std::size_t bit = 0; bit < promised_.size(); ++bit)
    out.condition = both(std::move(out.condition),
                         either(!Term::of(bits[bit]), kept(promised_[bit].first, position, bits)));
  return out;
}

}  // namespace hardbop::temporal
