// SPDX-License-Identifier: MIT
// Exchanges neighbouring levels in place; all reordering consists of such steps [rudell93].
//
// While a Swapper lives, nodes and tables are labelled by variable instead of level. So a swap
// visits only the nodes of the upper variable, and rewrites only those that have a child of the
// lower variable. The parents of each node are counted, so dead nodes are freed at once and the
// size is exact. The operation caches are empty, because reordering frees and reuses nodes. The
// destructor restores the labels.
#pragma once

#include <vector>

#include "base/bdd/buffer.hpp"
#include "base/bdd/kernel.hpp"

namespace hardbop::bdd {

class Swapper {
 public:
  /// Collects garbage first. Throws std::bad_alloc, with nothing changed.
  explicit Swapper(Kernel& kernel);
  Swapper(const Swapper&) = delete;
  Swapper& operator=(const Swapper&) = delete;
  ~Swapper();

  /// Exchanges a level with the next. False, with nothing done, where memory ran out.
  bool swap(Level upper);
  /// Takes this order at once if no edge would point upwards under it.
  bool adopt(const std::vector<Var>& vars);

  [[nodiscard]] std::size_t size() const { return store_.in_use(); }
  [[nodiscard]] std::size_t count(Var var) const { return store_.table(var).count(); }
  [[nodiscard]] std::size_t swaps() const { return swaps_; }

 private:
  Kernel& kernel_;
  NodeStore& store_;
  Buffer<std::uint32_t> parents_;  // of each node; a node with handles has one more
  std::vector<Index> moved_;
  std::size_t swaps_ = 0;

  bool reserve(std::size_t upper_nodes);
  void rewrite(Index index, Var upper, Var lower);
  Ref make(Var var, Ref high, Ref low);
  void drop(Ref ref);
  void count_parents();
  template <class Label>
  void relabel(Label label);
};

}  // namespace hardbop::bdd
