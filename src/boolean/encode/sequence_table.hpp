// SPDX-License-Identifier: MIT
// Interned sequences of words: equal ones get equal numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hardbop::encode {

class SequenceTable {
 public:
  SequenceTable();

  /// Its number: those that are new are numbered from zero on.
  [[nodiscard]] std::uint32_t intern(std::span<const std::uint32_t> words);
  /// How many there are.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(hashes_.size()); }

 private:
  std::vector<std::uint32_t> words_;  // of all sequences, one after the other
  std::vector<std::size_t> ends_;     // by number: where the sequence ends
  std::vector<std::uint32_t> hashes_;
  std::vector<std::uint32_t> slots_;  // open addressing; a power of two

  [[nodiscard]] bool is(std::uint32_t number, std::span<const std::uint32_t> words) const;
  void grow();
};

}  // namespace hardbop::encode
