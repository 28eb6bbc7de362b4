// SPDX-License-Identifier: MIT
// The abstraction of SLAM's c2bp: F(e), the weakest disjunction of cubes over the predicates that
// implies e [martin00 §4.3]. We differ in three ways: connectives of the condition are kept, so
// that solvers are asked about atoms only; a condition that is itself a predicate needs no cubes;
// and a longer cube is tried only where no part of it suffices.
#include "c/slam/cubes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "c/slam/predicates.hpp"

namespace hardbop::slam {

using words::Node;
using words::Op;

namespace {

constexpr std::string_view always = "T";
constexpr std::string_view never = "F";
/// A longer expression says more than it is worth.
constexpr std::size_t longest = 4000;

std::string both(const std::string& a, const std::string& b) {
  if (a == never || b == never) return std::string(never);
  if (a == always || a == b) return b;
  if (b == always) return a;
  return fmt::format("({} & {})", a, b);
}

std::string either(const std::string& a, const std::string& b) {
  if (a == always || b == always) return std::string(always);
  if (a == never || a == b) return b;
  if (b == never) return a;
  return fmt::format("({} | {})", a, b);
}

std::string negated(const std::string& a) {
  if (a == always) return std::string(never);
  if (a == never) return std::string(always);
  return fmt::format("!{}", a);
}

}  // namespace

void Cubes::set(const std::vector<Known>* known, ExprId premise) {
  known_ = known;
  premise_ = procedures_.is_large(premise) ? procedures_.expressions().truth(true) : premise;
  by_meaning_.clear();
  for (std::size_t i = 0; i < known->size(); ++i) by_meaning_.emplace((*known)[i].meaning, i);
}

std::string Cubes::implying(ExprId condition) {
  std::string out = combine(condition, true);
  return out.size() > longest ? std::string(never) : out;
}

std::string Cubes::implied(ExprId condition) {
  const std::string out = combine(condition, false);
  return out.size() > longest ? std::string(always) : negated(out);
}

std::string Cubes::value(ExprId condition) {
  const std::string is_true = implying(condition);
  if (is_true == always) return is_true;
  const std::string is_false = implying(procedures_.expressions().unary(Op::Not, condition));
  if (is_false == always) return std::string(never);
  if (is_false == negated(is_true) || is_true == negated(is_false)) return is_true;
  if (is_true == never && is_false == never) return "*";
  return fmt::format("schoose[{}, {}]", is_true, is_false);
}

/// What implies that the condition is true, or false.
std::string Cubes::combine(ExprId condition, bool is_true) {
  words::Expressions& e = procedures_.expressions();
  const Node node = e.node(condition);
  if (node.op == Op::Constant) return std::string((node.value != 0) == is_true ? always : never);
  if (const auto found = by_meaning_.find(condition); found != by_meaning_.end()) {
    const std::string& name = (*known_)[found->second].name;
    return is_true ? name : negated(name);
  }
  if (node.op == Op::Not) return combine(node.a, !is_true);
  if (node.op == Op::And || node.op == Op::Or) {
    const bool all = (node.op == Op::And) == is_true;
    const std::string a = combine(node.a, is_true);
    if (a.size() > longest) return a;
    const std::string b = combine(node.b, is_true);
    const std::string parts = all ? both(a, b) : either(a, b);
    if (all || parts != never) return parts;
  }
  if (node.op == Op::Conditional) {
    const std::string b = combine(node.b, is_true);
    const std::string c = combine(node.c, is_true);
    if (b.size() + c.size() > longest) return b;
    return either(both(b, c),
                  either(both(combine(node.a, true), b), both(combine(node.a, false), c)));
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
  std::vector<ExprId> premises{premise_};
  for (const Literal& literal : cube) premises.push_back(meaning(literal));
  return implications_.holds(std::move(premises), condition);
}

std::string Cubes::text(const Cube& cube) const {
  std::string out(always);
  for (const Literal& literal : cube) {
    const std::string& name = (*known_)[literal.known].name;
    out = both(out, literal.is_true ? name : negated(name));
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

std::string Cubes::atom(ExprId condition) {
  if (procedures_.is_large(condition)) return std::string(never);
  if (implies({}, condition)) return std::string(always);
  const std::vector<std::size_t> near = cone(condition);
  std::vector<std::size_t> sorted = near;
  std::ranges::sort(sorted);
  std::vector<Cube> found;
  for (std::size_t length = 1; length <= options_.length; ++length) {
    if (length > 2 && sorted.size() > options_.long_cone) break;
    extend(sorted, condition, length, found);
  }
  std::string out(never);
  for (const Cube& cube : found) out = either(out, text(cube));
  return out;
}

std::string Cubes::consistent(Budget& budget) {
  const ExprId impossible = procedures_.expressions().truth(false);
  std::map<std::vector<VariableId>, std::vector<std::size_t>> about;  // the same variables
  for (std::size_t i = 0; i < known_->size(); ++i)
    about[procedures_.variables((*known_)[i].meaning)].push_back(i);
  std::vector<std::string> excluded;
  for (const auto& [variables, group] : about)
    for (std::size_t i = 0; i < group.size() && budget.poll() == StopReason::None; ++i)
      for (std::size_t k = i + 1; k < group.size(); ++k)
        for (const bool a : {true, false})
          for (const bool b : {true, false}) {
            const Cube cube{{group[i], a}, {group[k], b}};
            if (implies(cube, impossible)) excluded.push_back(negated(text(cube)));
          }
  return fmt::format("{}", fmt::join(excluded, " & "));
}

}  // namespace hardbop::slam
