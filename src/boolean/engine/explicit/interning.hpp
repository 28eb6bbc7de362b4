// SPDX-License-Identifier: MIT
// Numbers for keys: equal sequences of words get equal numbers, counted from zero in the
// order of first sight. Keys of one table all have the same size and lie in one array.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "boolean/language/valuation.hpp"

namespace hardbop::engine {

class InternTable {
 public:
  using Id = std::uint32_t;
  static constexpr Id none = 0xFFFF'FFFFU;

  explicit InternTable(std::size_t words_per_key);

  /// The key's number, and whether it is new.
  std::pair<Id, bool> add(std::span<const bp::Word> key);
  /// `none` where it was never added.
  [[nodiscard]] Id find(std::span<const bp::Word> key) const;
  [[nodiscard]] std::span<const bp::Word> key(Id id) const {
    return std::span(keys_).subspan(id * width_, width_);
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t width_;
  std::size_t size_ = 0;
  std::vector<bp::Word> keys_;
  std::vector<Id> slots_;  // open addressing; a power of two

  [[nodiscard]] std::size_t probe(std::span<const bp::Word> key) const;
  void grow();
};

}  // namespace hardbop::engine
