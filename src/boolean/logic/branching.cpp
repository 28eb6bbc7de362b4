// SPDX-License-Identifier: MIT
#include "boolean/logic/branching.hpp"

#include "boolean/logic/propositions.hpp"

namespace hardbop::temporal {

Alive::Alive(Formula& formula)
    : formula_(formula),
      alive_(formula.temporal(Op::ExistsGlobally, formula.constant(true), formula.constant(true))) {
}

NodeId Alive::rewrite(NodeId id) {
  if (formula_.is_proposition(id)) return id;
  if (const auto known = rewritten_.find(id); known != rewritten_.end()) return known->second;
  const Node node = formula_.node(id);
  const NodeId a = rewrite(node.left);
  const NodeId b = node.right == node.left ? a : rewrite(node.right);
  NodeId out = 0;
  switch (node.op) {
    case Op::Not: out = formula_.negation(a); break;
    case Op::And: out = formula_.conjunction(a, b); break;
    case Op::Or: out = formula_.disjunction(a, b); break;
    case Op::ExistsNext: {
      const NodeId live = formula_.conjunction(a, alive_);
      out = formula_.temporal(Op::ExistsNext, live, live);
      break;
    }
    case Op::ExistsUntil:
      out = formula_.temporal(Op::ExistsUntil, a, formula_.conjunction(b, alive_));
      break;
    default: out = formula_.temporal(Op::ExistsGlobally, a, a);
  }
  rewritten_.emplace(id, out);
  return out;
}

NodeId Alive::violation() {
  return formula_.conjunction(alive_, formula_.negation(rewrite(formula_.root())));
}

BranchingClaim::BranchingClaim(const bp::Graph& graph, Formula formula, bool is_violated)
    : graph_(graph), formula_(std::move(formula)) {
  const NodeId violation = Alive(formula_).violation();
  add_parts(formula_.temporal(Op::ExistsNext, violation, violation), !is_violated);
}

void BranchingClaim::add_parts(NodeId id, bool is_negated) {
  const Node node = formula_.node(id);
  if (formula_.is_proposition(id) || !part_of_.emplace(std::pair(id, is_negated), 0).second) return;
  if (node.op == Op::Not) return add_parts(node.left, !is_negated);
  add_parts(node.left, is_negated);
  add_parts(node.right, is_negated);
  if (node.op == Op::And || node.op == Op::Or) return;
  part_of_[{id, is_negated}] = parts_.size();
  parts_.push_back(part(id, is_negated));
}

/// Not E[a U b] is true of a configuration without b which satisfies a only where it is true again
/// after each step; not EG a where a is false, or becomes so after each step.
BranchingPart BranchingClaim::part(NodeId id, bool is_negated) {
  const Node node = formula_.node(id);
  const auto literal = [&](NodeId one) { return is_negated ? formula_.negation(one) : one; };
  const NodeId always = formula_.constant(true);
  const NodeId never = formula_.constant(false);
  switch (node.op) {
    case Op::ExistsNext: return {is_negated, false, false, never, always, literal(node.left)};
    case Op::ExistsUntil: {
      const NodeId b = literal(node.right);
      const NodeId now = is_negated ? formula_.conjunction(literal(node.left), b) : b;
      return {is_negated, true, !is_negated, now, is_negated ? b : node.left, never};
    }
    default:
      return {is_negated,
              true,
              is_negated,
              is_negated ? literal(node.left) : never,
              is_negated ? always : node.left,
              never};
  }
}

std::optional<NodeId> BranchingClaim::target(const BranchingPart& part,
                                             const horn::FlatProgram& program, horn::PlaceId to) {
  return part.recurs || !program.is_configuration(to) ? std::nullopt : std::optional(part.next);
}

horn::Term BranchingClaim::truth(NodeId id, horn::FlatProgram& program, horn::PlaceId place,
                                 horn::Copy copy,
                                 const std::function<horn::Term(std::size_t)>& set) const {
  const horn::FlatPlace& at = program.places()[place];
  Position position{Position::Kind::Terminated, 0, at.vertex};
  if (at.kind != horn::FlatPlace::Kind::Terminated) position = position_at(graph_, at.vertex);
  std::map<std::pair<NodeId, bool>, horn::Term> known;
  std::function<horn::Term(NodeId, bool)> of;
  const auto make = [&](NodeId one, bool is_negated) -> horn::Term {
    const Node& node = formula_.node(one);
    const auto constant = [&](bool value) {
      return value != is_negated ? horn::always : horn::never;
    };
    switch (node.op) {
      case Op::True: return constant(true);
      case Op::False: return constant(false);
      case Op::Not: return of(node.left, !is_negated);
      case Op::And:
      case Op::Or: {
        const horn::Term a = of(node.left, is_negated);
        const horn::Term b = of(node.right, is_negated);
        return (node.op == Op::And) != is_negated ? program.terms().both(a, b)
                                                  : program.terms().either(a, b);
      }
      case Op::Atom: {
        const Meaning meaning = meaning_of(formula_.atoms()[node.left], position);
        if (meaning.is_constant) return constant(meaning.value);
        const horn::Term value =
            program.terms().variable(copy, program.variable(place, meaning.slot));
        return is_negated ? !value : value;
      }
      default: return set(part_of_.at({one, is_negated}));
    }
  };
  of = [&](NodeId one, bool is_negated) {
    const auto found = known.find({one, is_negated});
    if (found != known.end()) return found->second;
    const horn::Term made = make(one, is_negated);
    known.emplace(std::pair(one, is_negated), made);
    return made;
  };
  return of(id, false);
}

}  // namespace hardbop::temporal
