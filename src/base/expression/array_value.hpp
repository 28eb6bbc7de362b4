// SPDX-License-Identifier: MIT
// Values of arrays: a word for each index of a given width. They are shared like values of words:
// a copy costs nothing, and a changed copy shares with the old one all but a path to the change.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace hardbop::words {

class ArrayValue {
 public:
  /// The same word everywhere.
  explicit ArrayValue(unsigned index_width = 1, std::uint64_t fill = 0)
      : levels_((index_width + bits - 1) / bits), fill_(fill) {}

  [[nodiscard]] std::uint64_t read(std::uint64_t index) const;
  void write(std::uint64_t index, std::uint64_t word);

  /// Of values of equal index widths.
  friend bool operator==(const ArrayValue& a, const ArrayValue& b);

 private:
  static constexpr unsigned bits = 4;  // of the index, a level
  static constexpr std::size_t ways = std::size_t{1} << bits;
  struct Node;
  using Link = std::shared_ptr<const Node>;
  struct Node {
    std::array<Link, ways> children{};        // null: the fill everywhere below
    std::array<std::uint64_t, ways> words{};  // on the lowest level instead
  };

  unsigned levels_;
  std::uint64_t fill_;
  Link root_;

  [[nodiscard]] static std::size_t way(std::uint64_t index, unsigned level) {
    return (index >> (bits * level)) % ways;
  }
  [[nodiscard]] Link changed(const Link& node, unsigned level, std::uint64_t index,
                             std::uint64_t word) const;
  [[nodiscard]] static bool is_equal(const ArrayValue& a, const Link& in_a, const ArrayValue& b,
                                     const Link& in_b, unsigned level);
};

}  // namespace hardbop::words
