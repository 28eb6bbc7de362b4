// SPDX-License-Identifier: MIT
// Where each node stands in a list, for passes over one diagram that keep a value per node: open
// addressing, sized once. Values are then a vector without gaps, and the table has four bytes for
// an entry whatever they are.
#pragma once

#include <bit>
#include <span>
#include <vector>

#include "base/bdd/hash.hpp"
#include "base/bdd/types.hpp"

namespace hardbop::bdd {

class Positions {
 public:
  /// The nodes are different ones, none of them the constant, and stay where they are.
  explicit Positions(std::span<const Index> nodes)
      : nodes_(nodes),
        slots_(std::bit_ceil(nodes.size() * 2 + 2)),
        shift_(static_cast<unsigned>(64 - std::countr_zero(slots_.size()))) {
    for (std::uint32_t position = 0; position < nodes.size(); ++position)
      slots_[slot_of(nodes[position])] = position + 1;
  }

  /// The node must be in the list.
  [[nodiscard]] std::size_t of(Index index) const { return slots_[slot_of(index)] - 1; }

 private:
  std::span<const Index> nodes_;
  std::vector<std::uint32_t> slots_;  // one more than the position; 0 is none
  unsigned shift_;

  [[nodiscard]] std::size_t slot_of(Index index) const {
    std::size_t slot = (index * hash_factor) >> shift_;
    while (slots_[slot] != 0 && nodes_[slots_[slot] - 1] != index)
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
};

}  // namespace hardbop::bdd
