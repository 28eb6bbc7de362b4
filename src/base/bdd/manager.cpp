// SPDX-License-Identifier: MIT
#include "base/bdd/manager.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

#include "base/util/invariant.hpp"

namespace hardbop::bdd {

Renaming Renaming::inverse() const {
  std::vector<std::pair<Var, Var>> turned;
  turned.reserve(data_->pairs.size());
  for (const auto& [from, to] : data_->pairs) turned.emplace_back(to, from);
  return {kernel_, kernel_->renaming(std::move(turned))};
}

Substitution::Substitution(Kernel* kernel, std::vector<std::pair<Var, Bdd>> images)
    : kernel_(kernel), images_(std::move(images)) {
  std::vector<std::pair<Var, Ref>> refs;
  refs.reserve(images_.size());
  for (const auto& [var, image] : images_) refs.emplace_back(var, image.id());
  data_ = std::make_shared<SubstitutionData>(std::move(refs), kernel_->order);
}

Manager::Manager(const Options& options) : kernel_(std::make_unique<Kernel>(options)) {}

void Manager::check(Var var) const {
  HARDBOP_INVARIANT(var < var_count(), "a variable should be one of this manager's");
}

Var Manager::new_var(std::string name) {
  return kernel_->insert_variable(static_cast<Level>(var_count()), std::move(name));
}

Var Manager::new_var_at(Level level, std::string name) {
  return kernel_->insert_variable(level, std::move(name));
}

std::vector<Var> Manager::new_vars(std::size_t count) {
  std::vector<Var> vars;
  vars.reserve(count);
  for (std::size_t i = 0; i < count; ++i) vars.push_back(new_var());
  return vars;
}

std::string Manager::name(Var var) const {
  check(var);
  const std::string& given = kernel_->order.name(var);
  return given.empty() ? fmt::format("x{}", var) : given;
}

void Manager::set_name(Var var, std::string name) {
  check(var);
  kernel_->order.rename(var, std::move(name));
}

Bdd Manager::constant(bool value) const {
  return {kernel_.get(), value ? true_ref : false_ref};
}

Bdd Manager::literal(Literal literal) const {
  check(literal.var);
  Kernel& kernel = *kernel_;
  const Ref ref =
      kernel.operate([&] { return kernel.literal(kernel.order.level_of(literal.var)); });
  return {&kernel, literal.positive ? ref : negate(ref)};
}

Bdd Manager::cube(std::span<const Literal> literals) const {
  Kernel& kernel = *kernel_;
  for (const Literal& literal : literals) check(literal.var);
  const auto build = [&] {
    std::vector<std::pair<Level, bool>> sorted;
    sorted.reserve(literals.size());
    for (const Literal& literal : literals)
      sorted.emplace_back(kernel.order.level_of(literal.var), literal.positive);
    std::ranges::sort(sorted, std::greater<>());
    Ref result = true_ref;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const auto& [level, positive] = sorted[i];
      if (i > 0 && sorted[i - 1].first == level) {
        if (sorted[i - 1].second != positive) return false_ref;
        continue;
      }
      result =
          positive ? kernel.make(level, result, false_ref) : kernel.make(level, false_ref, result);
    }
    return result;
  };
  return {&kernel, kernel.operate(build)};
}

Bdd Manager::cube(std::span<const Var> vars) const {
  std::vector<Literal> literals;
  literals.reserve(vars.size());
  for (const Var var : vars) literals.push_back({var, true});
  return cube(literals);
}

Bdd Manager::cube(std::initializer_list<Var> vars) const {
  return cube(std::span<const Var>(vars.begin(), vars.size()));
}

Renaming Manager::renaming(std::vector<std::pair<Var, Var>> pairs) const {
  std::unordered_set<Var> from;
  std::unordered_set<Var> to;
  for (const auto& pair : pairs) {
    check(pair.first);
    check(pair.second);
    HARDBOP_INVARIANT(from.insert(pair.first).second && to.insert(pair.second).second,
                      "a renaming should be injective");
  }
  return {kernel_.get(), kernel_->renaming(std::move(pairs))};
}

Renaming Manager::renaming(std::span<const Var> from, std::span<const Var> to) const {
  HARDBOP_INVARIANT(from.size() == to.size(), "a renaming should have as many images as variables");
  std::vector<std::pair<Var, Var>> pairs;
  pairs.reserve(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) pairs.emplace_back(from[i], to[i]);
  return renaming(std::move(pairs));
}

Substitution Manager::substitution(std::vector<std::pair<Var, Bdd>> images) const {
  std::unordered_set<Var> seen;
  for (const auto& [var, image] : images) {
    check(var);
    HARDBOP_INVARIANT(image.kernel() == kernel_.get(), "an image should be of this manager");
    HARDBOP_INVARIANT(seen.insert(var).second, "a variable should have one image");
  }
  return {kernel_.get(), std::move(images)};
}

Level Manager::level_of(Var var) const {
  check(var);
  return kernel_->order.level_of(var);
}

ReorderResult Manager::set_order(const std::vector<Var>& vars) {
  std::vector<bool> seen(var_count());
  for (const Var var : vars) {
    check(var);
    HARDBOP_INVARIANT(!seen[var], "an order should name each variable once");
    seen[var] = true;
  }
  HARDBOP_INVARIANT(vars.size() == var_count(), "an order should name every variable");
  HARDBOP_INVARIANT(kernel_->order.keeps_groups(vars), "an order should keep groups together");
  return bdd::set_order(*kernel_, vars);
}

ReorderResult Manager::group(std::span<const Var> vars) {
  std::unordered_set<Var> members;
  Level highest = terminal_level;
  for (const Var var : vars) {
    check(var);
    HARDBOP_INVARIANT(kernel_->order.group_of(var) == 0, "a variable should be in one group");
    HARDBOP_INVARIANT(members.insert(var).second, "a group should name each variable once");
    highest = std::min(highest, kernel_->order.level_of(var));
  }
  bool is_there = true;
  for (Level i = 0; i < vars.size() && is_there; ++i)
    is_there = highest + i < var_count() && var_at(highest + i) == vars[i];
  if (is_there) {  // as of variables just made, of which there may be many thousands
    if (!vars.empty()) kernel_->order.group(vars);
    const std::size_t nodes = kernel_->statistics().nodes;
    return {nodes, nodes, 0, 0, true};
  }
  std::vector<Var> wanted;
  wanted.reserve(var_count());
  for (Level level = 0; level < var_count(); ++level) {
    if (level == highest) wanted.insert(wanted.end(), vars.begin(), vars.end());
    if (const Var var = var_at(level); !members.contains(var)) wanted.push_back(var);
  }
  const ReorderResult result = set_order(wanted);
  if (!vars.empty()) kernel_->order.group(vars);
  return result;
}

ReorderResult Manager::reorder(const Sifting& sifting) {
  return sift(*kernel_, sifting);
}

}  // namespace hardbop::bdd
