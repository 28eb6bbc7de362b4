// SPDX-License-Identifier: MIT
#include "boolean/calculus/oracle.hpp"

#include <algorithm>

namespace hardbop::test {

using calculus::Comparison;
using calculus::Formula;
using calculus::Index;
using calculus::Relation;
using calculus::RelationId;
using calculus::Term;
using calculus::TypeId;
using Kind = Formula::Kind;

std::vector<Tuple> SystemOracle::all_values(TypeId type) const {
  std::vector<Tuple> out{{}};
  for (const calculus::Leaf& leaf : system_.types.leaves(type)) {
    const calculus::Type& scalar = system_.types[leaf.type];
    std::vector<Tuple> longer;
    for (const Tuple& tuple : out) {
      for (std::uint64_t code = 0; code < scalar.size(); ++code) {
        longer.push_back(tuple);
        longer.back().push_back(scalar.low + static_cast<std::int64_t>(code));
      }
    }
    out = std::move(longer);
  }
  return out;
}

std::vector<Tuple> SystemOracle::all_tuples(const Relation& relation) const {
  std::vector<Tuple> out{{}};
  for (const calculus::VariableId v : relation.parameters) {
    std::vector<Tuple> longer;
    for (const Tuple& tuple : out) {
      for (const Tuple& value : all_values(system_.variables[v].type)) {
        longer.push_back(tuple);
        longer.back().insert(longer.back().end(), value.begin(), value.end());
      }
    }
    out = std::move(longer);
  }
  return out;
}

Tuples SystemOracle::evaluate(RelationId relation, const Values& fixed) {
  const Relation& defined = system_.relations[relation];
  if (defined.kind == Relation::Kind::Plain) return round(relation, fixed);
  Values values = fixed;
  Tuples& now = values[relation];
  if (defined.kind == Relation::Kind::Nu)
    for (const Tuple& tuple : all_tuples(defined)) now.insert(tuple);
  std::set<Tuples> seen;
  while (seen.insert(now).second) {
    Tuples next = round(relation, values);
    if (next == now) return now;
    now = std::move(next);
  }
  throw Unstable();
}

Tuples SystemOracle::round(RelationId relation, const Values& fixed) {
  const Relation& defined = system_.relations[relation];
  Values values = fixed;
  for (const Relation::Use& use : defined.uses)
    if (!fixed.contains(use.relation)) values[use.relation] = evaluate(use.relation, fixed);
  Tuples out;
  for (const Tuple& tuple : all_tuples(defined)) {
    Assignment assignment;
    auto next = tuple.begin();
    for (const calculus::VariableId v : defined.parameters) {
      const auto size =
          static_cast<std::ptrdiff_t>(system_.types.leaves(system_.variables[v].type).size());
      assignment[v] = Tuple(next, next + size);
      next += size;
    }
    if (holds(defined.formula, values, assignment)) out.insert(tuple);
  }
  return out;
}

Tuple SystemOracle::term(const Term& term, const Assignment& assignment) const {
  if (term.kind == Term::Kind::Constant) return {term.value};
  const Tuple& whole = assignment.at(term.variable);
  const auto leaves = system_.types.leaves(system_.variables[term.variable].type);
  const std::uint32_t bits =
      term.kind == Term::Kind::Element ? term.length : system_.types[term.type].bits;
  Tuple out;
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (leaves[i].first_bit >= term.first_bit && leaves[i].first_bit < term.first_bit + bits)
      out.push_back(whole[i] + term.added);
  if (term.kind == Term::Kind::Bits) return out;
  const std::int64_t index = this->term(system_.terms[term.index], assignment).front();
  return {index >= 0 && index < term.length ? out[static_cast<std::size_t>(index)] : 0};
}

bool SystemOracle::quantified(const Formula& formula, std::size_t next, const Values& values,
                              Assignment assignment) const {
  const bool exists = formula.kind == Kind::Exists;
  if (next == formula.bound.size()) return holds(formula.operands[0], values, assignment);
  for (const Tuple& value : all_values(system_.variables[formula.bound[next]].type)) {
    assignment[formula.bound[next]] = value;
    if (quantified(formula, next + 1, values, assignment) == exists) return exists;
  }
  return !exists;
}

bool SystemOracle::holds(Index id, const Values& values, const Assignment& assignment) const {
  const Formula& formula = system_.formulas[id];
  const auto operand = [&](std::size_t i) {
    return holds(formula.operands[i], values, assignment);
  };
  const auto all = [&](bool wanted) {
    return std::ranges::all_of(formula.operands,
                               [&](Index one) { return holds(one, values, assignment) == wanted; });
  };
  switch (formula.kind) {
    case Kind::True: return true;
    case Kind::False: return false;
    case Kind::Not: return !operand(0);
    case Kind::And: return all(true);
    case Kind::Or: return !all(false);
    case Kind::Implies: return !operand(0) || operand(1);
    case Kind::Iff: return operand(0) == operand(1);
    case Kind::Exists:
    case Kind::Forall: return quantified(formula, 0, values, assignment);
    case Kind::Truth: return term(system_.terms[formula.terms[0]], assignment).front() != 0;
    default: break;
  }
  if (formula.kind == Kind::Apply) {
    Tuple tuple;
    for (const Index one : formula.terms) {
      const Tuple value = term(system_.terms[one], assignment);
      tuple.insert(tuple.end(), value.begin(), value.end());
    }
    return values.at(formula.relation).contains(tuple);
  }
  const Tuple a = term(system_.terms[formula.terms[0]], assignment);
  const Tuple b = term(system_.terms[formula.terms[1]], assignment);
  switch (formula.comparison) {
    case Comparison::Equal: return a == b;
    case Comparison::NotEqual: return a != b;
    case Comparison::Less: return a < b;
    case Comparison::LessEqual: return a <= b;
    case Comparison::Greater: return a > b;
    case Comparison::GreaterEqual: return a >= b;
  }
  return false;
}

}  // namespace hardbop::test
