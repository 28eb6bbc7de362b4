// SPDX-License-Identifier: MIT
// A value per node, for passes over one diagram: open addressing, sized once.
#pragma once

#include <bit>
#include <vector>

#include "base/bdd/hash.hpp"
#include "base/bdd/types.hpp"

namespace hardbop::bdd {

template <class Value>
class NodeMap {
 public:
  /// Room for this many nodes, and no more.
  explicit NodeMap(std::size_t nodes)
      : keys_(std::bit_ceil(nodes * 2 + 2)),
        values_(keys_.size()),
        shift_(static_cast<unsigned>(64 - std::countr_zero(keys_.size()))) {}

  void insert(Index index, Value value) {
    const std::size_t slot = find(index);
    keys_[slot] = index;
    values_[slot] = std::move(value);
  }
  /// The node must be in it.
  [[nodiscard]] const Value& at(Index index) const { return values_[find(index)]; }

 private:
  std::vector<Index> keys_;  // 0, the constant, is none
  std::vector<Value> values_;
  unsigned shift_;

  [[nodiscard]] std::size_t find(Index index) const {
    std::size_t slot = (index * hash_factor) >> shift_;
    while (keys_[slot] != index && keys_[slot] != 0) slot = (slot + 1) & (keys_.size() - 1);
    return slot;
  }
};

}  // namespace hardbop::bdd
