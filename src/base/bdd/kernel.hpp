// SPDX-License-Identifier: MIT
// The inside of a Manager: what the algorithms work on. One per manager, used by one
// thread at a time.
//
// The rule every algorithm keeps: a collection may happen inside `make`, so whatever
// reference must survive the making of a node is held by a handle, reachable from one
// that is, or pushed with `protect`. The two arguments of `make` are protected by it.
#pragma once

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/bdd/limits.hpp"
#include "base/bdd/node_store.hpp"
#include "base/bdd/op_cache.hpp"
#include "base/bdd/options.hpp"
#include "base/bdd/order.hpp"
#include "base/bdd/statistics.hpp"
#include "base/bdd/substitution.hpp"
#include "base/bdd/types.hpp"

namespace hardbop {
class Budget;
}

namespace hardbop::bdd {

/// Thrown by make() where automatic reordering is due; operate() sees to it and starts
/// the operation again. Never leaves the kernel.
struct ReorderingDue {};

class Kernel {
 public:
  explicit Kernel(const Options& options);

  NodeStore store;
  OpCache cache;
  OpCache ite_cache;
  Order order;
  std::vector<Index> visited;  // scratch of Traversal

  /// The node `level ? high : low`, found or made. Both children must lie below.
  Ref make(Level level, Ref high, Ref low);
  /// The function of the variable on this level.
  Ref literal(Level level) { return make(level, true_ref, false_ref); }

  /// Keeps a reference alive until unprotect(): last in, first out.
  void protect(Ref ref) { protected_[protected_count_++] = ref; }
  void unprotect(std::size_t count = 1) { protected_count_ -= count; }

  /// Called once per step of a recursion: now and then looks at the budget and the caches.
  void step() {
    if (--fuel_ == 0) [[unlikely]]
      refuel();
  }
  [[nodiscard]] unsigned recursion_limit() const { return options_.recursion_limit; }

  /// Runs an operation from its entry: the one place where reordering may start and
  /// where running out of memory becomes LimitReached. The result is unprotected.
  template <class Operation>
  Ref operate(const Operation& operation);

  // Handles.
  void acquire(Ref ref);
  void release(Ref ref) noexcept;
  [[nodiscard]] std::size_t handles() const { return handles_; }
  /// Handles on this node, exactly.
  [[nodiscard]] std::size_t handles_on(Index index) const;

  // Variables and parameters.
  Var insert_variable(Level level, std::string name);
  [[nodiscard]] std::shared_ptr<RenamingData> renaming(std::vector<std::pair<Var, Var>> pairs);
  std::uint32_t number(ParameterId& id);
  /// The number of a relational product with this cube, fused with this renaming.
  std::uint32_t number_of_pair(Ref cube, RenamingData& renaming);

  // Room.
  void collect();
  void set_node_limit(std::size_t nodes);
  void set_budget(Budget* budget) { budget_ = budget; }
  [[nodiscard]] Budget* budget() const { return budget_; }
  [[nodiscard]] std::size_t node_limit() const { return node_limit_; }

  // Reordering.
  void set_automatic(std::optional<AutoReorder> automatic);
  /// Clears what reordering invalidates and counts it.
  void note_reordering(double seconds, std::uint64_t swaps);

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] KernelStatistics statistics() const;
  [[nodiscard]] std::size_t protected_count() const { return protected_count_; }

 private:
  Options options_;
  Buffer<Ref> protected_;
  std::size_t protected_count_ = 0;
  std::uint32_t fuel_;
  std::uint64_t steps_ = 0;
  std::size_t handles_ = 0;
  std::unordered_map<Index, std::size_t> more_handles_;  // beyond what a node can count
  Budget* budget_ = nullptr;
  std::size_t node_limit_ = max_nodes - 1;
  std::optional<AutoReorder> automatic_;
  std::size_t reorder_at_ = std::numeric_limits<std::size_t>::max();
  double reorder_growth_ = 2.0;            // of the live nodes until the next reordering
  std::uint64_t steps_at_reordering_ = 0;  // when the last one ended
  KernelStatistics statistics_;

  struct PairsHash {
    std::size_t operator()(const std::vector<std::pair<Var, Var>>& pairs) const;
  };
  std::unordered_map<std::vector<std::pair<Var, Var>>, std::weak_ptr<RenamingData>, PairsHash>
      renamings_;
  std::unordered_map<std::uint64_t, std::uint32_t> fused_;  // (cube, renaming) to number
  std::uint32_t next_parameter_ = 1;
  std::uint32_t era_ = 1;

  Ref make_slowly(Level level, Ref high, Ref low);
  void make_room();
  void let_grow();
  void refuel();
  void look_at_budget();
  void reorder_automatically();
  void put_off_reordering();
  void forget_dead_parameters(const Marks& marks);
};

inline Ref Kernel::make(Level level, Ref high, Ref low) {
  if (high == low) return high;
  const Ref sign = complement_bit(high);
  high ^= sign;
  low ^= sign;
  const std::uint64_t key = hash(high, low);
  Index index = store.find(level, high, low, key);
  if (index == 0) {
    if (store.full()) [[unlikely]]
      return make_slowly(level, high, low) ^ sign;
    index = store.insert(level, high, low, key);
  }
  return (index << 1) | sign;
}

inline void Kernel::acquire(Ref ref) {
  if (is_constant(ref)) return;
  ++handles_;
  Node& node = store.node(ref);
  if ((node.head & handle_mask) != handle_mask) {
    node.head += handle_unit;
  } else {
    ++more_handles_[index_of(ref)];
  }
}

inline void Kernel::release(Ref ref) noexcept {
  if (is_constant(ref)) return;
  --handles_;
  Node& node = store.node(ref);
  if ((node.head & handle_mask) == handle_mask) [[unlikely]] {
    const auto more = more_handles_.find(index_of(ref));
    if (more != more_handles_.end()) {
      if (--more->second == 0) more_handles_.erase(more);
      return;
    }
  }
  node.head -= handle_unit;
}

template <class Operation>
Ref Kernel::operate(const Operation& operation) {
  for (;;) {
    try {
      return operation();
    } catch (const ReorderingDue&) {
      protected_count_ = 0;
    } catch (const std::bad_alloc&) {
      protected_count_ = 0;
      throw LimitReached(Limit::Memory);
    } catch (...) {
      protected_count_ = 0;
      throw;
    }
    reorder_automatically();
  }
}

}  // namespace hardbop::bdd
