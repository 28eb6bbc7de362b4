// SPDX-License-Identifier: MIT
// Values of arrays: a word for each index of a given width. They are shared like values of words:
// a copy costs nothing, and a changed copy shares with the old one all but a path to the change.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

namespace hardbop::words {

class ArrayValue {
 public:
  /// The same word everywhere.
  explicit ArrayValue(unsigned index_width = 1, std::uint64_t fill = 0)
      : index_width_(index_width), levels_((index_width + bits - 1) / bits), fill_(fill) {}

  [[nodiscard]] std::uint64_t read(std::uint64_t index) const;
  void write(std::uint64_t index, std::uint64_t word);
  /// What is everywhere but where for_each_other() says.
  [[nodiscard]] std::uint64_t fill() const { return fill_; }
  /// Calls `visit` for each word that is not the fill, ascending by index.
  void for_each_other(
      const std::function<void(std::uint64_t index, std::uint64_t word)>& visit) const;

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

  unsigned index_width_;
  unsigned levels_;
  std::uint64_t fill_;
  Link root_;

  [[nodiscard]] static std::size_t way(std::uint64_t index, unsigned level) {
    return (index >> (bits * level)) % ways;
  }
  /// How many ways of a level there are indices for: of the highest, perhaps not all.
  [[nodiscard]] std::size_t ways_of(unsigned level) const {
    const unsigned left = index_width_ - bits * level;
    return left >= bits ? ways : std::size_t{1} << left;
  }
  [[nodiscard]] Link changed(const Link& node, unsigned level, std::uint64_t index,
                             std::uint64_t word) const;
  void visit_others(const Node& node, unsigned level, std::uint64_t above,
                    const std::function<void(std::uint64_t, std::uint64_t)>& visit) const;
  [[nodiscard]] static bool is_equal(const ArrayValue& a, const Link& in_a, const ArrayValue& b,
                                     const Link& in_b, unsigned level);
};

}  // namespace hardbop::words
