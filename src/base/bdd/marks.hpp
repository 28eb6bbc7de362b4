// SPDX-License-Identifier: MIT
// One bit per node, for a collection: ten million nodes take 1.2 MB, so asking whether
// a node lives stays in the processor's cache where reading the node would not.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bdd/types.hpp"

namespace hardbop::bdd {

class Marks {
 public:
  explicit Marks(std::size_t nodes) : bits_(nodes / 64 + 1) { set(0); }

  [[nodiscard]] bool test(Index index) const {
    return ((bits_[index / 64] >> (index % 64)) & 1) != 0;
  }
  void set(Index index) { bits_[index / 64] |= std::uint64_t{1} << (index % 64); }

 private:
  std::vector<std::uint64_t> bits_;
};

}  // namespace hardbop::bdd
