// SPDX-License-Identifier: MIT
// What `rename` and `compose` replace: a map from some variables, prepared once and used
// often. Looking a level up is one probe of a small hash table, so neither making nor
// using a map costs anything for variables that are not in it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/bdd/hash.hpp"
#include "base/bdd/types.hpp"

namespace hardbop::bdd {

class Kernel;
class Order;

/// Levels to numbers.
class LevelMap {
 public:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  void assign(const std::vector<std::pair<Level, std::uint32_t>>& entries);

  [[nodiscard]] std::uint32_t find(Level level) const {
    for (std::size_t slot = home(level);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].first == level) return slots_[slot].second;
      if (slots_[slot].first == absent) return absent;
    }
  }
  /// The lowest level in the map; 0 where it is empty. What lies below does not change.
  [[nodiscard]] Level deepest() const { return deepest_; }
  [[nodiscard]] bool empty() const { return empty_; }

 private:
  std::vector<std::pair<Level, std::uint32_t>> slots_{{absent, 0}};
  unsigned shift_ = 63;
  Level deepest_ = 0;
  bool empty_ = true;

  [[nodiscard]] std::size_t home(Level level) const {
    return (level * hash_factor >> shift_) & (slots_.size() - 1);
  }
};

/// A number for cache keys, given out by the kernel when first needed.
struct ParameterId {
  std::uint32_t value = 0;
  std::uint32_t era = 0;
};

/// The inside of a Renaming.
struct RenamingData {
  std::vector<std::pair<Var, Var>> pairs;  // from, to; by `from`
  ParameterId id;
  LevelMap levels;  // to levels; of the order's `epoch`
  std::uint64_t epoch = 0;

  explicit RenamingData(std::vector<std::pair<Var, Var>> map, const Order& order);
  void refresh(const Order& order);
};

/// The inside of a Substitution; its owner holds the images alive.
struct SubstitutionData {
  std::vector<std::pair<Var, Ref>> images;
  ParameterId id;
  LevelMap levels;  // to references
  std::uint64_t epoch = 0;

  explicit SubstitutionData(std::vector<std::pair<Var, Ref>> map, const Order& order);
  void refresh(const Order& order);
};

}  // namespace hardbop::bdd
