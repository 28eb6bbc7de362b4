// SPDX-License-Identifier: MIT
// The abstraction of SLAM's c2bp: F(e), the weakest disjunction of cubes over the predicates that
// implies e [martin00 §4.3]. We differ in three ways: connectives of the condition are kept, so
// that the solver is asked about atoms only; a condition that is itself a predicate needs no cubes;
// and a longer cube is tried only if no part of it suffices.
#include "c/slam/cubes.hpp"

#include <algorithm>
#include <set>

#include "c/slam/predicates.hpp"

namespace hardbop::slam {

using bp::NamedTerm;
using words::Node;
using words::Op;

namespace {

/// A longer expression says more than it is worth.
constexpr std::size_t longest_cover = 4000;

NamedTerm always() {
  return NamedTerm::constant(true);
}

NamedTerm never() {
  return NamedTerm::constant(false);
}

NamedTerm both(NamedTerm a, const NamedTerm& b) {
  if (a.is_constant(false) || b.is_constant(false)) return never();
  if (a.is_constant(true) || a == b) return b;
  return b.is_constant(true) ? a : std::move(a) & b;
}

NamedTerm either(NamedTerm a, const NamedTerm& b) {
  if (a.is_constant(true) || b.is_constant(true)) return always();
  if (a.is_constant(false) || a == b) return b;
  return b.is_constant(false) ? a : std::move(a) | b;
}

NamedTerm negated(NamedTerm a) {
  if (a.is_constant(true)) return never();
  return a.is_constant(false) ? always() : !std::move(a);
}

}  // namespace

void Cubes::set(const std::vector<Known>* known) {
  known_ = known;
  premise_ = procedures_.expressions().truth(true);
  by_meaning_.clear();
  groups_.clear();
  for (std::size_t i = 0; i < known->size(); ++i) by_meaning_.emplace((*known)[i].meaning, i);
  for (const Known& one : *known) {
    std::set<std::size_t> joined;
    for (const VariableId v : procedures_.variables(one.meaning))
      joined.insert(groups_.try_emplace(v, groups_.size()).first->second);
    if (joined.size() < 2) continue;
    for (auto& [v, group] : groups_)
      if (joined.contains(group)) group = *joined.begin();
  }
}

void Cubes::assume(ExprId premise) {
  premise_ = procedures_.is_large(premise) ? procedures_.expressions().truth(true) : premise;
}

/// All that the cone of a condition may have.
std::vector<Known> Cubes::near(ExprId condition) const {
  std::set<std::size_t> touched;
  for (const ExprId id : {condition, premise_})
    for (const VariableId v : procedures_.variables(id))
      if (const auto group = groups_.find(v); group != groups_.end()) touched.insert(group->second);
  std::vector<Known> out;
  if (touched.empty()) return out;
  for (const Known& one : *known_) {
    const std::vector<VariableId>& own = procedures_.variables(one.meaning);
    if (!own.empty() && touched.contains(groups_.at(own.front()))) out.push_back(one);
  }
  return out;
}

NamedTerm Cubes::implying(ExprId condition) {
  NamedTerm out = combine(condition, true);
  return out.length() > longest_cover ? never() : out;
}

NamedTerm Cubes::implied(ExprId condition) {
  NamedTerm out = combine(condition, false);
  return out.length() > longest_cover ? always() : negated(std::move(out));
}

NamedTerm Cubes::value(ExprId condition) {
  NamedTerm is_true = implying(condition);
  if (is_true.is_constant(true)) return is_true;
  const NamedTerm is_false = implying(procedures_.expressions().unary(Op::Not, condition));
  if (is_false.is_constant(true)) return never();
  if (is_false == negated(is_true) || is_true == negated(is_false)) return is_true;
  if (is_true.is_constant(false) && is_false.is_constant(false)) return NamedTerm::any();
  return NamedTerm::choose(std::move(is_true), is_false);
}

/// What implies that the condition is true, or false.
NamedTerm Cubes::combine(ExprId condition, bool is_true) {
  words::Expressions& e = procedures_.expressions();
  const Node node = e.node(condition);
  if (node.op == Op::Constant) return NamedTerm::constant((node.value != 0) == is_true);
  if (const auto found = by_meaning_.find(condition); found != by_meaning_.end()) {
    NamedTerm name = NamedTerm::of((*known_)[found->second].name);
    return is_true ? name : negated(std::move(name));
  }
  if (node.op == Op::Not) return combine(node.a, !is_true);
  if (node.op == Op::And || node.op == Op::Or) {
    const bool all = (node.op == Op::And) == is_true;
    NamedTerm a = combine(node.a, is_true);
    if (a.length() > longest_cover) return a;
    const NamedTerm b = combine(node.b, is_true);
    NamedTerm parts = all ? both(std::move(a), b) : either(std::move(a), b);
    if (all || !parts.is_constant(false)) return parts;
  }
  if (node.op == Op::Conditional) {
    NamedTerm b = combine(node.b, is_true);
    const NamedTerm c = combine(node.c, is_true);
    if (b.length() + c.length() > longest_cover) return b;
    const NamedTerm second = both(combine(node.a, false), c);
    const NamedTerm one = either(both(combine(node.a, true), b), second);
    return either(both(std::move(b), c), one);
  }
  return atom(is_true ? condition : e.unary(Op::Not, condition));
}

/// Predicates that share variables with the condition, or with others that do.
std::vector<std::size_t> Cubes::cone(ExprId condition) const {
  std::set<VariableId> variables;
  for (const ExprId id : {condition, premise_})
    for (const VariableId v : procedures_.variables(id)) variables.insert(v);
  std::vector<std::size_t> out;
  std::vector<bool> taken(known_->size());
  for (bool changed = true; changed && out.size() < options_.cone;) {
    changed = false;
    std::set<VariableId> more = variables;
    for (std::size_t i = 0; i < known_->size() && out.size() < options_.cone; ++i) {
      if (taken[i]) continue;
      const std::vector<VariableId> own = procedures_.variables((*known_)[i].meaning);
      const bool shares =
          std::ranges::any_of(own, [&](VariableId v) { return variables.contains(v); });
      if (!shares) continue;
      taken[i] = true;
      changed = true;
      out.push_back(i);
      more.insert(own.begin(), own.end());
    }
    variables = std::move(more);
  }
  return out;
}

ExprId Cubes::meaning(const Literal& literal) {
  const ExprId predicate = (*known_)[literal.known].meaning;
  return literal.is_true ? predicate : procedures_.expressions().unary(Op::Not, predicate);
}

bool Cubes::implies(const Cube& cube, ExprId condition) {
  if (cube.size() <= 1) {
    const ExprId literal =
        cube.empty() ? procedures_.expressions().truth(true) : meaning(cube.front());
    return implications_.holds(premise_, literal, condition);
  }
  std::vector<ExprId> premises{premise_};
  for (const Literal& literal : cube) premises.push_back(meaning(literal));
  return implications_.holds(premises, condition);
}

NamedTerm Cubes::term(const Cube& cube) const {
  NamedTerm out = always();
  for (const Literal& literal : cube) {
    NamedTerm name = NamedTerm::of((*known_)[literal.known].name);
    out = both(std::move(out), literal.is_true ? name : negated(std::move(name)));
  }
  return out;
}

/// Tries all cubes of a length of which no part is among those found.
void Cubes::extend(const std::vector<std::size_t>& cone, ExprId condition, std::size_t length,
                   std::vector<Cube>& found) {
  const auto is_covered = [&](const Cube& cube) {
    return std::ranges::any_of(found, [&](const Cube& part) {
      return std::ranges::all_of(part, [&](const Literal& literal) {
        return std::ranges::any_of(cube, [&](const Literal& other) {
          return other.known == literal.known && other.is_true == literal.is_true;
        });
      });
    });
  };
  std::vector<Cube> shorter{{}};
  for (std::size_t k = 0; k < length; ++k) {
    std::vector<Cube> longer;
    for (const Cube& cube : shorter)
      for (const std::size_t i : cone) {
        if (!cube.empty() && cube.back().known >= i) continue;
        for (const bool is_true : {true, false}) {
          Cube next = cube;
          next.push_back({i, is_true});
          if (!is_covered(next)) longer.push_back(std::move(next));
        }
      }
    shorter = std::move(longer);
  }
  std::vector<Cube> more;
  for (const Cube& cube : shorter)
    if (implies(cube, condition)) more.push_back(cube);
  found.insert(found.end(), more.begin(), more.end());
}

NamedTerm Cubes::atom(ExprId condition) {
  std::vector<Known> now = near(condition);
  const auto known = terms_.all.find({premise_, condition});
  if (known != terms_.all.end() && known->second.near == now) return known->second.term;
  NamedTerm out = make_atom(condition);
  if (!implications_.is_cut_off())
    terms_.all.insert_or_assign({premise_, condition}, KnownTerms::Term{std::move(now), out});
  return out;
}

NamedTerm Cubes::make_atom(ExprId condition) {
  if (procedures_.is_large(condition)) return never();
  if (implies({}, condition)) return always();
  const std::vector<std::size_t> near = cone(condition);
  std::vector<std::size_t> sorted = near;
  std::ranges::sort(sorted);
  std::vector<Cube> found;
  for (std::size_t length = 1; length <= options_.length; ++length) {
    if (length > 2 && sorted.size() > options_.long_cone) break;
    extend(sorted, condition, length, found);
  }
  NamedTerm out = never();
  for (const Cube& cube : found) out = either(std::move(out), term(cube));
  return out;
}

std::optional<NamedTerm> Cubes::consistent(Budget& budget) {
  const ExprId impossible = procedures_.expressions().truth(false);
  std::map<std::vector<VariableId>, std::vector<std::size_t>> about;  // the same variables
  for (std::size_t i = 0; i < known_->size(); ++i)
    about[procedures_.variables((*known_)[i].meaning)].push_back(i);
  std::vector<NamedTerm> excluded;
  for (const auto& [variables, group] : about)
    for (std::size_t i = 0; i < group.size() && budget.poll() == StopReason::None; ++i)
      for (std::size_t k = i + 1; k < group.size(); ++k)
        for (const bool a : {true, false})
          for (const bool b : {true, false}) {
            const Cube cube{{group[i], a}, {group[k], b}};
            if (implies(cube, impossible)) excluded.push_back(negated(term(cube)));
          }
  if (excluded.empty()) return std::nullopt;
  return NamedTerm::chain(excluded, bp::Op::And);
}

}  // namespace hardbop::slam
