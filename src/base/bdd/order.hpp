// SPDX-License-Identifier: MIT
// The order of the variables: which variable is on which level, which stay together,
// and what they are called.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/bdd/types.hpp"

namespace hardbop::bdd {

class Order {
 public:
  [[nodiscard]] std::size_t size() const { return level_of_.size(); }
  [[nodiscard]] Level level_of(Var var) const { return level_of_[var]; }
  [[nodiscard]] Var var_at(Level level) const { return var_at_[level]; }
  [[nodiscard]] const std::vector<Var>& vars() const { return var_at_; }

  /// A new variable on this level; those from there on move down by one. Inside a group
  /// it becomes a member of the group.
  Var insert(Level level, std::string name);
  /// Exchanges a level with the next.
  void swap(Level upper);
  void assign(std::vector<Var> vars);

  /// Groups are numbered from 1; 0 is no group. Members must be on adjacent levels.
  [[nodiscard]] std::uint32_t group_of(Var var) const { return group_of_[var]; }
  void group(std::span<const Var> vars);
  /// Whether each group stays on adjacent levels under this order.
  [[nodiscard]] bool keeps_groups(std::span<const Var> vars) const;

  /// Empty where it has none.
  [[nodiscard]] const std::string& name(Var var) const;
  void rename(Var var, std::string name);

  /// Changes whenever some variable changes its level.
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }

 private:
  std::vector<Level> level_of_;
  std::vector<Var> var_at_;
  std::vector<std::uint32_t> group_of_;
  std::vector<std::string> names_;  // up to the last variable that has one
  std::uint32_t groups_ = 0;
  std::uint64_t epoch_ = 0;
};

}  // namespace hardbop::bdd
