// SPDX-License-Identifier: MIT
#include "words/engine/bmc/paths.hpp"

#include <algorithm>

namespace hardbop::bmc {

namespace {

/// More conditions than this are made one when paths meet.
constexpr std::size_t most_kept_apart = 8;

}  // namespace

PathId Paths::extend(PathId path, const Value& condition) {
  if (condition.is_constant()) return path;
  const Node& parent = nodes_[path];
  const Node node{condition, path, parent.depth + 1, terms_.conjunction(parent.whole, condition)};
  nodes_.push_back(node);
  return static_cast<PathId>(nodes_.size() - 1);
}

PathId Paths::common(PathId a, PathId b) const {
  while (a != b) {
    if (nodes_[a].depth >= nodes_[b].depth)
      a = nodes_[a].parent;
    else
      b = nodes_[b].parent;
  }
  return a;
}

std::vector<Value> Paths::since(PathId ancestor, PathId path) const {
  std::vector<Value> out;
  for (; path != ancestor; path = nodes_[path].parent) out.push_back(nodes_[path].condition);
  std::ranges::reverse(out);
  return out;
}

Value Paths::all(const std::vector<Value>& conditions, std::size_t from) {
  Value out = yes;
  for (std::size_t i = from; i < conditions.size(); ++i)
    out = terms_.conjunction(out, conditions[i]);
  return out;
}

/// Under the conditions but the first, unless something else is true.
PathId Paths::extend_if(PathId path, const Value& unless, const std::vector<Value>& conditions) {
  if (conditions.size() > most_kept_apart)
    return extend(path, terms_.disjunction(unless, all(conditions, 1)));
  for (std::size_t i = 1; i < conditions.size(); ++i)
    path = extend(path, terms_.disjunction(unless, conditions[i]));
  return path;
}

Paths::Joined Paths::join(PathId a, PathId b) {
  const PathId together = common(a, b);
  const std::vector<Value> to_a = since(together, a);
  const std::vector<Value> to_b = since(together, b);
  if (to_a.empty() || to_b.empty()) {
    const Value is_other = all(to_a.empty() ? to_b : to_a, 0);
    return {together, to_a.empty() ? terms_.negation(is_other) : is_other};
  }
  if (terms_.are_opposite(to_a.front(), to_b.front())) {
    PathId path = extend_if(together, to_b.front(), to_a);
    path = extend_if(path, to_a.front(), to_b);
    return {path, to_a.front()};
  }
  const Value is_first = all(to_a, 0);
  return {extend(together, terms_.disjunction(is_first, all(to_b, 0))), is_first};
}

}  // namespace hardbop::bmc
