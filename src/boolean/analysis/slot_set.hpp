// SPDX-License-Identifier: MIT
// Sets of slots of one frame, as bits.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "boolean/language/graph.hpp"
#include "boolean/language/valuation.hpp"

namespace hardbop::analysis {

/// Calls `visit(slot)` for each member, in order.
template <typename Visit>
void for_each_slot(std::span<const bp::Word> words, Visit visit) {
  for (std::size_t i = 0; i < words.size(); ++i)
    for (bp::Word rest = words[i]; rest != 0; rest &= rest - 1)
      visit(static_cast<bp::Slot>(i * bp::word_bits) +
            static_cast<bp::Slot>(std::countr_zero(rest)));
}

/// Adds all of `other`; whether that changed anything.
inline bool unite(std::span<bp::Word> words, std::span<const bp::Word> other) {
  bool changed = false;
  for (std::size_t i = 0; i < std::min(words.size(), other.size()); ++i) {
    changed |= (other[i] & ~words[i]) != 0;
    words[i] |= other[i];
  }
  return changed;
}

class SlotSet {
 public:
  SlotSet() = default;
  explicit SlotSet(std::size_t slots) : words_(bp::words_for(slots)) {}

  [[nodiscard]] bool contains(bp::Slot slot) const {
    return slot / bp::word_bits < words_.size() && bp::get_bit(words_, slot);
  }
  void insert(bp::Slot slot) { bp::set_bit(words_, slot, true); }
  void remove(bp::Slot slot) { bp::set_bit(words_, slot, false); }
  bool unite(const SlotSet& other) { return analysis::unite(words_, other.words_); }
  /// Leaves what is not in `other`; whether that is anything.
  bool subtract(const SlotSet& other) {
    bp::Word left = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) left |= words_[i] &= ~other.words_[i];
    return left != 0;
  }
  [[nodiscard]] std::span<const bp::Word> words() const { return words_; }

 private:
  std::vector<bp::Word> words_;
};

}  // namespace hardbop::analysis
