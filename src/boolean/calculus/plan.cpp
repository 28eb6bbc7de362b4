// SPDX-License-Identifier: MIT
#include "boolean/calculus/plan.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "boolean/calculus/schedule.hpp"

namespace hardbop::calculus {

using bdd::Bdd;
using bdd::Var;
using FormulaKind = Formula::Kind;

namespace {

template <typename Value>
void sort_unique(std::vector<Value>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

template <typename Value>
bool includes(const std::vector<Value>& all, const std::vector<Value>& some) {
  return std::ranges::includes(all, some);
}

}  // namespace

Application::Application(bdd::Manager& manager, const std::vector<Var>& columns,
                         const std::vector<Bit>& arguments) {
  std::vector<bdd::Literal> literals;
  std::vector<Var> merged;
  std::map<Var, Var> column_of;  // by argument
  Bdd equal = manager.one();
  std::vector<std::pair<Var, Var>> pairs;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!arguments[i].is_variable()) {
      literals.push_back({columns[i], arguments[i].value});
      continue;
    }
    const auto [known, fresh] = column_of.emplace(arguments[i].var, columns[i]);
    if (!fresh) {
      equal &= bdd::iff(manager.var(known->second), manager.var(columns[i]));
      merged.push_back(columns[i]);
    } else if (columns[i] != arguments[i].var) {
      pairs.emplace_back(columns[i], arguments[i].var);
    }
  }
  if (!literals.empty()) constants_ = manager.cube(literals);
  if (!merged.empty()) {
    equal_ = equal;
    merged_ = manager.cube(merged);
  }
  if (!pairs.empty()) renaming_ = manager.renaming(std::move(pairs));
}

Bdd Application::apply(const Bdd& relation) const {
  Bdd out = constants_.is_null() ? relation : bdd::cofactor(relation, constants_);
  if (!equal_.is_null()) out = bdd::and_exists(out, equal_, merged_);
  return renaming_ ? bdd::rename(out, *renaming_) : out;
}

Planner::Planner(const System& system, const Layout& layout, bdd::Manager& manager)
    : system_(system), layout_(layout), manager_(manager), terms_(system, manager) {
  for (VariableId v = 0; v < system.variables.size(); ++v) reset(v);
  for (const Relation& relation : system.relations) {
    std::vector<Var> columns;
    Bdd domain = manager.one();
    for (const VariableId v : relation.parameters) {
      const std::vector<Var> own = layout.columns(system.variables[v]);
      columns.insert(columns.end(), own.begin(), own.end());
      for (const Scalar& scalar : partial_scalars(v))
        domain &= terms_.is_value(scalar.type, scalar.bits);
    }
    columns_.push_back(std::move(columns));
    domains_.push_back(std::move(domain));
  }
}

/// A variable's own columns.
void Planner::reset(VariableId variable) {
  std::vector<Bit> bits;
  for (const Var column : layout_.columns(system_.variables[variable]))
    bits.push_back({column, false});
  terms_.set(variable, std::move(bits));
}

/// Of a variable: the scalars of which not every combination of bits is a value, as far as
/// they have not been replaced.
std::vector<Planner::Scalar> Planner::partial_scalars(VariableId variable) const {
  std::vector<Scalar> out;
  const TypeId type = system_.variables[variable].type;
  const std::vector<Var> own = layout_.columns(system_.variables[variable]);
  for (const Leaf& leaf : system_.types.leaves(type)) {
    const Type& scalar = system_.types[leaf.type];
    if (scalar.is_full() || terms_.of(variable)[leaf.first_bit].var != own[leaf.first_bit])
      continue;
    const auto first = own.begin() + leaf.first_bit;
    out.push_back({leaf.type, {first, first + scalar.bits}});
  }
  return out;
}

Plan Planner::plan(RelationId relation) {
  plan_ = {};
  const Relation& defined = system_.relations[relation];
  std::vector<Scalar> scalars;
  for (const VariableId v : defined.parameters) {
    const std::vector<Scalar> own = partial_scalars(v);
    scalars.insert(scalars.end(), own.begin(), own.end());
  }
  std::vector<Signed> parts;
  disjuncts(defined.formula, true, parts);
  std::vector<NodeId> operands;
  operands.reserve(parts.size());
  for (const auto& [formula, positive] : parts)
    operands.push_back(guard(build(formula, positive), scalars));
  plan_.root = disjunction(std::move(operands));
  return std::move(plan_);
}

/// With the requirement that these are proper values, where that is not plain already.
NodeId Planner::guard(NodeId node, const std::vector<Scalar>& scalars) {
  std::vector<NodeId> operands{node};
  for (const Scalar& scalar : scalars) {
    std::vector<Var> bits = scalar.bits;
    std::ranges::sort(bits);
    if (includes(plan_.nodes[node].proper, bits)) continue;
    operands.push_back(constant(terms_.is_value(scalar.type, scalar.bits)));
    plan_.nodes[operands.back()].proper = bits;
  }
  return operands.size() == 1 ? node : product(std::move(operands), {});
}

// Nodes.

NodeId Planner::add(Node node) {
  sort_unique(node.variables);
  sort_unique(node.relations);
  sort_unique(node.proper);
  plan_.nodes.push_back(std::move(node));
  return static_cast<NodeId>(plan_.nodes.size() - 1);
}

NodeId Planner::constant(Bdd value) {
  Node node;
  node.variables = bdd::support(value);
  node.constant = std::move(value);
  return add(std::move(node));
}

NodeId Planner::negation(NodeId of) {
  Node node;
  node.kind = Node::Kind::Not;
  node.operands = {of};
  node.variables = plan_.nodes[of].variables;
  node.relations = plan_.nodes[of].relations;
  return add(std::move(node));
}

NodeId Planner::disjunction(std::vector<NodeId> operands) {
  if (operands.size() == 1) return operands.front();
  Node node;
  node.kind = Node::Kind::Or;
  node.proper = plan_.nodes[operands.front()].proper;
  for (const NodeId operand : operands) {
    const Node& one = plan_.nodes[operand];
    node.variables.insert(node.variables.end(), one.variables.begin(), one.variables.end());
    node.relations.insert(node.relations.end(), one.relations.begin(), one.relations.end());
    std::vector<Var> both;
    std::set_intersection(node.proper.begin(), node.proper.end(), one.proper.begin(),
                          one.proper.end(), std::back_inserter(both));
    node.proper = std::move(both);
  }
  node.operands = std::move(operands);
  return add(std::move(node));
}

NodeId Planner::product(std::vector<NodeId> operands, std::vector<Var> quantified) {
  if (operands.size() == 1 && quantified.empty()) return operands.front();
  Node node;
  node.kind = Node::Kind::Product;
  std::vector<std::vector<Var>> supports;
  for (const NodeId operand : operands) {
    const Node& one = plan_.nodes[operand];
    supports.push_back(one.variables);
    node.variables.insert(node.variables.end(), one.variables.begin(), one.variables.end());
    node.relations.insert(node.relations.end(), one.relations.begin(), one.relations.end());
    node.proper.insert(node.proper.end(), one.proper.begin(), one.proper.end());
  }
  sort_unique(quantified);
  for (std::vector<Var>* const list : {&node.variables, &node.proper})
    std::erase_if(*list, [&](Var var) { return std::ranges::binary_search(quantified, var); });
  for (const Schedule& schedule : schedules(supports, quantified)) {
    std::vector<Node::Step>& steps = node.schedules.emplace_back();
    for (const auto& [operand, done] : schedule) steps.push_back({operand, manager_.cube(done)});
  }
  node.operands = std::move(operands);
  node.quantified = std::move(quantified);
  return add(std::move(node));
}

// Formulas.

bool Planner::is_conjunction(const Formula& formula, bool positive) const {
  return formula.kind == (positive ? FormulaKind::And : FormulaKind::Or) ||
         (!positive && formula.kind == FormulaKind::Implies);
}

bool Planner::is_disjunction(const Formula& formula, bool positive) const {
  return formula.kind == (positive ? FormulaKind::Or : FormulaKind::And) ||
         (positive && formula.kind == FormulaKind::Implies);
}

void Planner::conjuncts(Index id, bool positive, std::vector<Signed>& into) const {
  const Formula& formula = system_.formulas[id];
  if (formula.kind == FormulaKind::Not) return conjuncts(formula.operands[0], !positive, into);
  if (!is_conjunction(formula, positive)) return into.push_back({id, positive});
  for (std::size_t i = 0; i < formula.operands.size(); ++i)
    conjuncts(formula.operands[i], positive != (formula.kind == FormulaKind::Implies && i == 0),
              into);
}

void Planner::disjuncts(Index id, bool positive, std::vector<Signed>& into) const {
  const Formula& formula = system_.formulas[id];
  if (formula.kind == FormulaKind::Not) return disjuncts(formula.operands[0], !positive, into);
  if (!is_disjunction(formula, positive)) return into.push_back({id, positive});
  for (std::size_t i = 0; i < formula.operands.size(); ++i)
    disjuncts(formula.operands[i], positive != (formula.kind == FormulaKind::Implies && i == 0),
              into);
}

NodeId Planner::build(Index id, bool positive) {
  const Formula& formula = system_.formulas[id];
  switch (formula.kind) {
    case FormulaKind::True: return constant(manager_.constant(positive));
    case FormulaKind::False: return constant(manager_.constant(!positive));
    case FormulaKind::Not: return build(formula.operands[0], !positive);
    case FormulaKind::And:
    case FormulaKind::Or:
    case FormulaKind::Implies: {
      std::vector<Signed> parts;
      const bool conjunctive = is_conjunction(formula, positive);
      conjunctive ? conjuncts(id, positive, parts) : disjuncts(id, positive, parts);
      std::vector<NodeId> operands;
      operands.reserve(parts.size());
      for (const auto& [part, sign] : parts) operands.push_back(build(part, sign));
      return conjunctive ? product(std::move(operands), {}) : disjunction(std::move(operands));
    }
    case FormulaKind::Iff: {
      Node node;
      node.kind = Node::Kind::Iff;
      node.operands = {build(formula.operands[0], positive), build(formula.operands[1], true)};
      for (const NodeId operand : node.operands) {
        const Node& one = plan_.nodes[operand];
        node.variables.insert(node.variables.end(), one.variables.begin(), one.variables.end());
        node.relations.insert(node.relations.end(), one.relations.begin(), one.relations.end());
      }
      return add(std::move(node));
    }
    case FormulaKind::Exists:
    case FormulaKind::Forall: {
      const bool existential = (formula.kind == FormulaKind::Exists) == positive;
      return existential ? quantify(formula, positive) : negation(quantify(formula, !positive));
    }
    case FormulaKind::Apply: return positive ? apply(formula) : negation(apply(formula));
    case FormulaKind::Compare: {
      const Bdd holds = terms_.compare(system_.terms[formula.terms[0]],
                                       system_.terms[formula.terms[1]], formula.comparison);
      return constant(positive ? holds : ~holds);
    }
    case FormulaKind::Truth: {
      const Bdd holds = terms_.truth(system_.terms[formula.terms[0]]);
      return constant(positive ? holds : ~holds);
    }
  }
  return constant(manager_.zero());
}

NodeId Planner::apply(const Formula& formula) {
  std::vector<Bit> arguments;
  for (const Index term : formula.terms) {
    const std::vector<Bit> bits = terms_.bits(system_.terms[term]);
    arguments.insert(arguments.end(), bits.begin(), bits.end());
  }
  Node node;
  node.kind = Node::Kind::Apply;
  node.relation = formula.relation;
  node.application = Application(manager_, columns_[formula.relation], arguments);
  for (const Bit& bit : arguments)
    if (bit.is_variable()) node.variables.push_back(bit.var);
  node.proper = node.variables;
  node.relations = {formula.relation};
  return add(std::move(node));
}

/// The existential quantification of the operand, or of its negation. It distributes over a
/// disjunction; each part is then scheduled by itself.
NodeId Planner::quantify(const Formula& formula, bool positive) {
  std::vector<Signed> parts;
  disjuncts(formula.operands[0], positive, parts);
  std::vector<NodeId> out;
  for (const auto& [part, sign] : parts) {
    std::vector<Signed> conjunction;
    conjuncts(part, sign, conjunction);
    std::vector<NodeId> operands;
    substitute(conjunction, formula.bound, operands);
    for (const auto& [one, one_sign] : conjunction) operands.push_back(build(one, one_sign));
    if (operands.empty()) operands.push_back(constant(manager_.one()));
    std::vector<Scalar> scalars;
    std::vector<Var> quantified;
    for (const VariableId v : formula.bound) {
      const std::vector<Scalar> own = partial_scalars(v);
      scalars.insert(scalars.end(), own.begin(), own.end());
      const std::vector<Var> columns = layout_.columns(system_.variables[v]);
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (terms_.of(v)[i].var == columns[i]) quantified.push_back(columns[i]);
    }
    for (const Scalar& scalar : scalars) {
      std::vector<Var> bits = scalar.bits;
      std::ranges::sort(bits);
      const bool plain = std::ranges::any_of(
          operands, [&](NodeId operand) { return includes(plan_.nodes[operand].proper, bits); });
      if (!plain) operands.push_back(constant(terms_.is_value(scalar.type, scalar.bits)));
    }
    out.push_back(product(std::move(operands), std::move(quantified)));
    for (const VariableId v : formula.bound) reset(v);
  }
  return disjunction(std::move(out));
}

/// An equation of bits; of numbers, where both have the same type.
bool Planner::substitutes(const Signed& part) const {
  const Formula& formula = system_.formulas[part.first];
  if (formula.kind != FormulaKind::Compare) return false;
  if (formula.comparison != (part.second ? Comparison::Equal : Comparison::NotEqual)) return false;
  const Term& a = system_.terms[formula.terms[0]];
  const Term& b = system_.terms[formula.terms[1]];
  return Terms::has_bits(a) && Terms::has_bits(b) &&
         (a.type == b.type || system_.types[a.type].kind == Type::Kind::Bool);
}

/// Takes equations out of the conjunction and replaces bound bits by what they are equal to.
/// Equations of bits that are not bound here become constants in `rest`.
void Planner::substitute(std::vector<Signed>& parts, const std::vector<VariableId>& bound,
                         std::vector<NodeId>& rest) {
  std::map<Var, Bit> replaced;  // bound columns: by themselves, or by what
  for (const VariableId v : bound)
    for (const Bit& bit : terms_.of(v)) replaced.emplace(bit.var, bit);
  const auto resolve = [&](Bit bit) {
    while (bit.is_variable()) {
      const auto found = replaced.find(bit.var);
      if (found == replaced.end() || found->second == bit) break;
      bit = found->second;
    }
    return bit;
  };
  Bdd outside = manager_.one();
  std::erase_if(parts, [&](const Signed& part) {
    if (!substitutes(part)) return false;
    const Formula& formula = system_.formulas[part.first];
    const std::vector<Bit> left = terms_.bits(system_.terms[formula.terms[0]]);
    const std::vector<Bit> right = terms_.bits(system_.terms[formula.terms[1]]);
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Bit a = resolve(left[i]);
      const Bit b = resolve(right[i]);
      if (a == b) continue;
      if (a.is_variable() && replaced.contains(a.var)) {
        replaced[a.var] = b;
      } else if (b.is_variable() && replaced.contains(b.var)) {
        replaced[b.var] = a;
      } else {
        outside &= terms_.equal(a, b);
      }
    }
    return true;
  });
  for (const VariableId v : bound) {
    std::vector<Bit> bits = terms_.of(v);
    for (Bit& bit : bits) bit = resolve(bit);
    terms_.set(v, std::move(bits));
  }
  if (!outside.is_true()) rest.push_back(constant(outside));
}

}  // namespace hardbop::calculus
