// SPDX-License-Identifier: MIT
#include "base/bdd/swapper.hpp"

#include <algorithm>

namespace hardbop::bdd {

Swapper::Swapper(Kernel& kernel) : kernel_(kernel), store_(kernel.store) {
  kernel_.collect();
  parents_.assign_zero(std::max(store_.capacity(), store_.levels()));
  std::vector<UniqueTable> by_var(store_.levels());
  kernel_.cache.clear();
  kernel_.ite_cache.clear();
  count_parents();
  relabel([&](std::uint32_t level) { return kernel_.order.var_at(level); });
  for (Level level = 0; level < by_var.size(); ++level)
    by_var[kernel_.order.var_at(level)] = std::move(store_.table(level));
  store_.tables() = std::move(by_var);
}

Swapper::~Swapper() {
  relabel([&](std::uint32_t var) { return kernel_.order.level_of(var); });
  // In place, cycle by cycle: a destructor must not need memory.
  std::vector<UniqueTable>& tables = store_.tables();
  Buffer<std::uint32_t>& wanted = parents_;  // done with: its room is enough below
  for (Level level = 0; level < tables.size(); ++level) wanted[level] = kernel_.order.var_at(level);
  for (Level level = 0; level < tables.size(); ++level) {
    std::uint32_t from = wanted[level];
    while (from < level) from = wanted[from];
    std::swap(tables[level], tables[from]);
    wanted[level] = from;
  }
}

template <class Label>
void Swapper::relabel(Label label) {
  for (Index index = 1; index < store_.end(); ++index)
    if (!store_.is_free(index)) store_.at(index).set_level(label(store_.at(index).level()));
}

void Swapper::count_parents() {
  for (Index index = 1; index < store_.end(); ++index) {
    if (store_.is_free(index)) continue;
    const Node& node = store_.at(index);
    ++parents_[index_of(node.high)];
    ++parents_[index_of(node.low)];
    if (node.handles() != 0) ++parents_[index];
  }
}

bool Swapper::reserve(std::size_t upper_nodes) {
  try {
    // Each rewritten node makes at most two new ones.
    const std::size_t needed = store_.in_use() + 2 * upper_nodes;
    if (needed > max_nodes - 1) return false;
    if (needed > store_.allowed()) store_.allow(needed + needed / 4);
    if (parents_.size() < store_.capacity()) parents_.resize(store_.capacity());
    moved_.reserve(upper_nodes);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

bool Swapper::swap(Level upper) {
  const Var x = kernel_.order.var_at(upper);
  const Var y = kernel_.order.var_at(upper + 1);
  if (count(x) != 0 && count(y) != 0) {
    if (!reserve(count(x))) return false;
    moved_.clear();
    store_.table(x).extract(
        store_.nodes(),
        [&](const Node& node) {
          return store_.level(node.high) == y || store_.level(node.low) == y;
        },
        [&](Index index) { moved_.push_back(index); });
    for (const Index index : moved_) rewrite(index, x, y);
  }
  kernel_.order.swap(upper);
  ++swaps_;
  return true;
}

/// x ? f1 : f0 becomes y ? (x ? f11 : f01) : (x ? f10 : f00), the same function in the
/// same place. f1 is regular and so is its high child, hence the new high edge is.
void Swapper::rewrite(Index index, Var upper, Var lower) {
  const Ref f1 = store_.at(index).high;
  const Ref f0 = store_.at(index).low;
  const auto halves = [&](Ref ref) {
    return store_.level(ref) == lower ? std::pair{store_.high(ref), store_.low(ref)}
                                      : std::pair{ref, ref};
  };
  const auto [f11, f10] = halves(f1);
  const auto [f01, f00] = halves(f0);
  const Ref high = make(upper, f11, f01);
  ++parents_[index_of(high)];
  const Ref low = make(upper, f10, f00);
  ++parents_[index_of(low)];
  Node& node = store_.at(index);
  node.set_level(lower);
  node.high = high;
  node.low = low;
  // A node that tests the upper variable cannot equal one of the lower's old nodes.
  store_.table(lower).insert(store_.nodes(), index, hash(high, low));
  drop(f1);
  drop(f0);
}

Ref Swapper::make(Var var, Ref high, Ref low) {
  if (high == low) return high;
  const Ref sign = complement_bit(high);
  high ^= sign;
  low ^= sign;
  const std::uint64_t key = hash(high, low);
  Index index = store_.find(var, high, low, key);
  if (index == 0) {
    index = store_.insert(var, high, low, key);
    parents_[index] = 0;
    ++parents_[index_of(high)];
    ++parents_[index_of(low)];
  }
  return (index << 1) | sign;
}

/// Takes one parent away; what has none left is freed, and so on down. The dying nodes
/// are linked through themselves, so this needs no memory.
void Swapper::drop(Ref ref) {
  Index dying = 0;
  const auto lose = [&](Ref child) {
    const Index index = index_of(child);
    if (index == 0 || --parents_[index] != 0) return;
    store_.table(store_.at(index).level()).remove(store_.nodes(), index);
    store_.at(index).next = dying;
    dying = index;
  };
  lose(ref);
  while (dying != 0) {
    const Index index = dying;
    const Node node = store_.at(index);
    dying = node.next;
    store_.release(index);
    lose(node.high);
    lose(node.low);
  }
}

bool Swapper::adopt(const std::vector<Var>& vars) {
  std::vector<Level> level_of(vars.size());
  for (Level level = 0; level < vars.size(); ++level) level_of[vars[level]] = level;
  const auto below = [&](Ref child, Level level) {
    return is_constant(child) || level_of[store_.level(child)] > level;
  };
  for (Index index = 1; index < store_.end(); ++index) {
    if (store_.is_free(index)) continue;
    const Node& node = store_.at(index);
    const Level level = level_of[node.level()];
    if (!below(node.high, level) || !below(node.low, level)) return false;
  }
  kernel_.order.assign(vars);
  return true;
}

}  // namespace hardbop::bdd
