// SPDX-License-Identifier: MIT
#include "words/engine/bmc/paths.hpp"

#include <algorithm>

namespace hardbop::bmc {

namespace {

/// More conditions than this are made one when paths meet.
constexpr std::size_t most_kept_apart = 8;
/// So many conditions are compared with a new one.
constexpr int most_compared = 16;

}  // namespace

PathId Paths::extend(PathId path, const Value& condition) {
  if (condition.is(1)) return path;
  if (condition.is(0)) return add(path, no, no);
  PathId known = path;
  for (int i = 0; i < most_compared && known != start; ++i, known = nodes_[known].parent) {
    if (nodes_[known].condition == condition) return path;
    if (terms_.are_opposite(nodes_[known].condition, condition)) return add(path, condition, no);
  }
  return add(path, condition, terms_.conjunction(nodes_[path].whole, condition));
}

PathId Paths::add(PathId path, const Value& condition, const Value& whole) {
  nodes_.push_back({condition, path, nodes_[path].depth + 1, whole});
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
