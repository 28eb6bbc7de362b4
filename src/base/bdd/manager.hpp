// SPDX-License-Identifier: MIT
// The entry to the library: a Manager owns the nodes, the variables and their order.
//
//     bdd::Manager manager;
//     const bdd::Var x = manager.new_var("x"), y = manager.new_var("y");
//     const bdd::Bdd f = manager.var(x) & !manager.var(y);
//
// A process may have any number of managers; one is used by one thread at a time. Making
// one is cheap: its tables start small and grow by themselves.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bdd/bdd.hpp"
#include "base/bdd/limits.hpp"
#include "base/bdd/options.hpp"
#include "base/bdd/reorder.hpp"
#include "base/bdd/statistics.hpp"

namespace hardbop::bdd {

/// An injective map of variables to variables, for rename(); make it once, use it often.
class Renaming {
 public:
  Renaming(Kernel* kernel, std::shared_ptr<RenamingData> data)
      : kernel_(kernel), data_(std::move(data)) {}

  /// The map with every arrow turned round.
  [[nodiscard]] Renaming inverse() const;
  [[nodiscard]] const std::vector<std::pair<Var, Var>>& pairs() const { return data_->pairs; }
  [[nodiscard]] Kernel* kernel() const { return kernel_; }
  [[nodiscard]] RenamingData& data() const { return *data_; }

 private:
  Kernel* kernel_;
  std::shared_ptr<RenamingData> data_;
};

/// A map of variables to functions, for compose().
class Substitution {
 public:
  Substitution(Kernel* kernel, std::vector<std::pair<Var, Bdd>> images);

  [[nodiscard]] Kernel* kernel() const { return kernel_; }
  [[nodiscard]] SubstitutionData& data() const { return *data_; }

 private:
  Kernel* kernel_;
  std::vector<std::pair<Var, Bdd>> images_;
  std::shared_ptr<SubstitutionData> data_;
};

class Manager {
 public:
  explicit Manager(const Options& options = {});

  // Variables. New ones come last in the order, or on a level of your choice.
  Var new_var(std::string name = {});
  Var new_var_at(Level level, std::string name = {});
  std::vector<Var> new_vars(std::size_t count);
  [[nodiscard]] std::size_t var_count() const { return kernel_->order.size(); }
  /// Its name, or "x" and its number where it has none.
  [[nodiscard]] std::string name(Var var) const;
  void set_name(Var var, std::string name);

  // Functions to start from.
  [[nodiscard]] Bdd constant(bool value) const;
  [[nodiscard]] Bdd one() const { return constant(true); }
  [[nodiscard]] Bdd zero() const { return constant(false); }
  [[nodiscard]] Bdd var(Var var) const { return literal({var, true}); }
  [[nodiscard]] Bdd literal(Literal literal) const;
  /// The conjunction of the literals, or of the variables; of none, true. A variable may
  /// be named twice; with both signs the result is false.
  [[nodiscard]] Bdd cube(std::span<const Literal> literals) const;
  [[nodiscard]] Bdd cube(std::span<const Var> vars) const;
  [[nodiscard]] Bdd cube(std::initializer_list<Var> vars) const;

  /// Pairs (from, to). No variable may occur twice on the same side.
  [[nodiscard]] Renaming renaming(std::vector<std::pair<Var, Var>> pairs) const;
  [[nodiscard]] Renaming renaming(std::span<const Var> from, std::span<const Var> to) const;
  [[nodiscard]] Substitution substitution(std::vector<std::pair<Var, Bdd>> images) const;

  // Order.
  [[nodiscard]] Level level_of(Var var) const;
  [[nodiscard]] Var var_at(Level level) const { return kernel_->order.var_at(level); }
  /// All variables from the top down.
  [[nodiscard]] std::vector<Var> order() const { return kernel_->order.vars(); }
  /// Must name every variable once and keep the groups together.
  ReorderResult set_order(const std::vector<Var>& vars);
  /// From now on these stay on adjacent levels, in the order given; they are brought
  /// together below the highest of them. None may be in a group already.
  ReorderResult group(std::span<const Var> vars);
  /// Sifts now. A budget that runs out ends it early, with the best order found so far.
  ReorderResult reorder(const Sifting& sifting = {});
  /// Sifts by itself when the diagrams grow; nothing turns it off.
  void set_auto_reorder(std::optional<AutoReorder> automatic) { kernel_->set_automatic(automatic); }

  // Limits; an operation that meets one throws LimitReached.
  /// Live nodes; by default as many as 32 bits can name.
  void set_node_limit(std::size_t nodes) { kernel_->set_node_limit(nodes); }
  /// Polled in the middle of operations; null for none. Must outlive its use.
  void set_budget(Budget* budget) { kernel_->set_budget(budget); }

  /// Frees every node no handle needs. Happens by itself as well.
  void collect() { kernel_->collect(); }
  [[nodiscard]] KernelStatistics statistics() const { return kernel_->statistics(); }
  /// Checks every invariant of the tables; what is wrong, or nothing. Linear in the nodes.
  [[nodiscard]] std::vector<std::string> audit() const;

  [[nodiscard]] Kernel& kernel() const { return *kernel_; }

 private:
  std::unique_ptr<Kernel> kernel_;

  void check(Var var) const;
};

}  // namespace hardbop::bdd
