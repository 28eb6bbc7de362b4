// SPDX-License-Identifier: MIT
// Garbage collection: mark from the handles and the protected references, drop the cache entries
// that name a dead node, sweep. It runs when the nodes in use reach one and a half times the number
// that the last collection left alive. So each new node pays for visiting at most three nodes, and
// the store stays small, which suits the processor's caches. A store that is too large for those
// caches anyway may double before the next collection: then one new node pays for two.
#include <algorithm>
#include <chrono>

#include "base/bdd/kernel.hpp"
#include "base/bdd/marks.hpp"

namespace hardbop::bdd {

namespace {

constexpr std::size_t min_room = 256;
/// So many nodes are in no cache of a processor, so that twice as many cost nothing but memory.
constexpr std::size_t large_store = std::size_t{1} << 18;

/// Marks what is reachable; the stack never holds more than one reference per level.
void mark(const NodeStore& store, Ref root, Marks& marks, std::vector<Ref>& stack) {
  stack.push_back(root);
  while (!stack.empty()) {
    Ref ref = stack.back();
    stack.pop_back();
    while (!marks.test(index_of(ref))) {
      marks.set(index_of(ref));
      const Node& node = store.node(ref);
      if (!marks.test(index_of(node.low))) stack.push_back(node.low);
      ref = node.high;
    }
  }
}

}  // namespace

void Kernel::collect() {
  const auto start = std::chrono::steady_clock::now();
  statistics_.peak_nodes = std::max(statistics_.peak_nodes, store.in_use());
  Marks marks(store.end());
  std::vector<Ref> stack;
  for (Index index = 1; index < store.end(); ++index)
    if (store.at(index).handles() != 0) mark(store, index << 1, marks, stack);
  for (std::size_t i = 0; i < protected_count_; ++i) mark(store, protected_[i], marks, stack);
  cache.sweep(marks);
  ite_cache.sweep(marks);
  forget_dead_parameters(marks);
  statistics_.collected_nodes += store.sweep(marks);
  statistics_.live_nodes = store.in_use();
  ++statistics_.collections;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  statistics_.collection_seconds += spent.count();
}

void Kernel::forget_dead_parameters(const Marks& marks) {
  std::erase_if(fused_, [&](const auto& entry) {
    return !marks.test(index_of(static_cast<Ref>(entry.first >> 32)));
  });
  std::erase_if(renamings_, [](const auto& entry) { return entry.second.expired(); });
}

Ref Kernel::make_slowly(Level level, Ref high, Ref low) {
  protect(high);
  protect(low);
  make_room();
  unprotect(2);
  return store.insert(level, high, low, hash(high, low)) << 1;
}

void Kernel::make_room() {
  const std::size_t before = store.in_use();
  const std::size_t small = std::min(options_.collect_above, node_limit_);
  if (before < std::min(small, reorder_at_)) {
    store.allow(std::min({small, std::max(before * 2, min_room), reorder_at_}));
    return;
  }
  collect();
  look_at_budget();  // many nodes take as long to collect as many steps do
  const std::size_t live = store.in_use();
  if (live >= reorder_at_) throw ReorderingDue{};
  if (live >= node_limit_ || live >= max_nodes - 1) throw LimitReached(Limit::Nodes);
  let_grow();
}

/// Says how many nodes there may be before the store is looked at again. A collection looks at all
/// of the cache, too, so a few nodes must not be collected often beside a large cache. The bound of
/// reordering counts live nodes and is no bound here: with a store that slowly fills up to it, each
/// collection would leave less room than the one before.
void Kernel::let_grow() {
  const std::size_t live = store.in_use();
  const std::size_t room = live < large_store ? std::max(live / 2, cache.entries() / 2) : live;
  const std::size_t wanted = live + room;
  const std::size_t least = std::min(options_.collect_above, reorder_at_);
  store.allow(std::min(std::max(wanted, least), node_limit_));
}

void Kernel::set_node_limit(std::size_t nodes) {
  node_limit_ = std::min(nodes, max_nodes - 1);
  if (store.allowed() > node_limit_) store.allow(node_limit_);
}

}  // namespace hardbop::bdd
