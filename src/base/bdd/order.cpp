// SPDX-License-Identifier: MIT
#include "base/bdd/order.hpp"

#include <unordered_set>
#include <utility>

namespace hardbop::bdd {

Var Order::insert(Level level, std::string name) {
  const Var var = static_cast<Var>(size());
  const bool inside = level > 0 && level < size() && group_of_[var_at_[level]] != 0 &&
                      group_of_[var_at_[level]] == group_of_[var_at_[level - 1]];
  group_of_.push_back(inside ? group_of_[var_at_[level]] : 0);
  if (!name.empty()) rename(var, std::move(name));
  level_of_.push_back(level);
  var_at_.insert(var_at_.begin() + static_cast<std::ptrdiff_t>(level), var);
  for (Level below = level + 1; below < var_at_.size(); ++below) level_of_[var_at_[below]] = below;
  if (level + 1 < var_at_.size()) ++epoch_;
  return var;
}

const std::string& Order::name(Var var) const {
  static const std::string none;
  return var < names_.size() ? names_[var] : none;
}

void Order::rename(Var var, std::string name) {
  if (names_.size() <= var) names_.resize(var + 1);
  names_[var] = std::move(name);
}

void Order::swap(Level upper) {
  std::swap(var_at_[upper], var_at_[upper + 1]);
  level_of_[var_at_[upper]] = upper;
  level_of_[var_at_[upper + 1]] = upper + 1;
  ++epoch_;
}

void Order::assign(std::vector<Var> vars) {
  var_at_ = std::move(vars);
  for (Level level = 0; level < var_at_.size(); ++level) level_of_[var_at_[level]] = level;
  ++epoch_;
}

void Order::group(std::span<const Var> vars) {
  ++groups_;
  for (const Var var : vars) group_of_[var] = groups_;
}

bool Order::keeps_groups(std::span<const Var> vars) const {
  std::unordered_set<std::uint32_t> closed;
  std::uint32_t open = 0;
  for (const Var var : vars) {
    const std::uint32_t group = group_of_[var];
    if (group == open) continue;
    if (open != 0) closed.insert(open);
    if (group != 0 && closed.contains(group)) return false;
    open = group;
  }
  return true;
}

}  // namespace hardbop::bdd
