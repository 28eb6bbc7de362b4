// SPDX-License-Identifier: MIT
// Frames as bits: the value of every slot, packed into words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hardbop::bp {

using Word = std::uint64_t;

constexpr std::size_t word_bits = 64;

constexpr std::size_t words_for(std::size_t slots) {
  return (slots + word_bits - 1) / word_bits;
}

inline bool get_bit(std::span<const Word> words, std::uint32_t slot) {
  return ((words[slot / word_bits] >> (slot % word_bits)) & 1U) != 0;
}

inline void set_bit(std::span<Word> words, std::uint32_t slot, bool value) {
  const Word mask = Word{1} << (slot % word_bits);
  Word& word = words[slot / word_bits];
  word = value ? word | mask : word & ~mask;
}

/// A frame that owns its bits. Slots beyond the frame are zero, so equality is of words.
class Valuation {
 public:
  Valuation() = default;
  explicit Valuation(std::size_t slots) : words_(words_for(slots)) {}
  explicit Valuation(std::span<const Word> words) : words_(words.begin(), words.end()) {}

  [[nodiscard]] bool get(std::uint32_t slot) const { return get_bit(words_, slot); }
  void set(std::uint32_t slot, bool value) { set_bit(words_, slot, value); }
  [[nodiscard]] std::span<const Word> words() const { return words_; }
  [[nodiscard]] std::span<Word> words() { return words_; }

  friend bool operator==(const Valuation&, const Valuation&) = default;

 private:
  std::vector<Word> words_;
};

}  // namespace hardbop::bp
