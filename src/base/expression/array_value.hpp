// SPDX-License-Identifier: MIT
// Arrays as values: a word for each index of a given width. A copy costs nothing, and a changed
// copy shares with the old one all but a path to the change.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace hardbop::words {

template <typename Word>
class PersistentArray {
 public:
  /// The same word everywhere.
  explicit PersistentArray(unsigned index_width = 1, Word fill = {})
      : index_width_(index_width),
        levels_((index_width + bits - 1) / bits),
        fill_(std::move(fill)) {}

  [[nodiscard]] const Word& read(std::uint64_t index) const {
    const Node* node = root_.get();
    for (unsigned level = levels_; node != nullptr && level-- > 0;) {
      if (level == 0) return node->word(way(index, 0));
      node = node->child(way(index, level)).get();
    }
    return fill_;
  }

  void write(std::uint64_t index, Word word) {
    root_ = changed(root_, levels_ - 1, index, std::move(word));
  }

  /// What is everywhere but where for_each_other() says.
  [[nodiscard]] const Word& fill() const { return fill_; }
  /// Calls `visit(index, word)` for each word that is not the fill, ascending by index.
  template <typename See>
  void for_each_other(const See& visit) const {
    if (root_) visit_others(*root_, levels_ - 1, 0, visit);
  }

  /// The word of all 2^places indices from this one on, a multiple of 2^places, where it is seen at
  /// once to be one.
  [[nodiscard]] std::optional<Word> same(std::uint64_t index, unsigned places) const {
    const Node* node = root_.get();
    for (unsigned level = levels_; node != nullptr && level-- > 0;) {
      if (bits * (level + 1) <= places) return std::nullopt;
      if (level == 0) return places == 0 ? std::optional(node->word(way(index, 0))) : std::nullopt;
      if (bits * level < places) return std::nullopt;
      node = node->child(way(index, level)).get();
    }
    return node == nullptr ? std::optional(fill_) : std::nullopt;
  }

  /// What `merge(index, word of a, word of b)` says where the two may differ, and what they agree
  /// on elsewhere; of arrays with equal fills and index widths.
  template <typename Merge>
  [[nodiscard]] static PersistentArray merged(const PersistentArray& a, const PersistentArray& b,
                                              const Merge& merge) {
    PersistentArray out = a;
    out.root_ = merged(a, a.root_, b, b.root_, a.levels_ - 1, 0, merge);
    return out;
  }

  /// Of arrays with equal index widths.
  friend bool operator==(const PersistentArray& a, const PersistentArray& b) {
    return is_equal(a, a.root_, b, b.root_, a.levels_ - 1);
  }

 private:
  /// Of the index, a level. Runs keep many versions of an array, of which each has nodes of its own
  /// on one path: with fewer ways they are smaller.
  static constexpr unsigned bits = 3;
  static constexpr std::size_t ways = std::size_t{1} << bits;
  struct Node;
  using Link = std::shared_ptr<const Node>;
  using Children = std::array<Link, ways>;  // null: the fill everywhere below
  using Words = std::array<Word, ways>;
  struct Node {
    std::variant<Children, Words> parts;  // words on the lowest level

    [[nodiscard]] const Link& child(std::size_t way) const {
      return std::get<Children>(parts)[way];
    }
    [[nodiscard]] const Word& word(std::size_t way) const { return std::get<Words>(parts)[way]; }
  };

  unsigned index_width_;
  unsigned levels_;
  Word fill_;
  Link root_;

  [[nodiscard]] static std::size_t way(std::uint64_t index, unsigned level) {
    return (index >> (bits * level)) % ways;
  }

  /// How many ways of a level there are indices for: of the highest, perhaps not all.
  [[nodiscard]] std::size_t ways_of(unsigned level) const {
    const unsigned left = index_width_ - bits * level;
    return left >= bits ? ways : std::size_t{1} << left;
  }

  template <typename See>
  void visit_others(const Node& node, unsigned level, std::uint64_t above, const See& visit) const {
    for (std::size_t i = 0; i < ways_of(level); ++i) {
      const std::uint64_t index = above << bits | i;
      if (level != 0 && node.child(i)) visit_others(*node.child(i), level - 1, index, visit);
      if (level == 0 && node.word(i) != fill_) visit(index, node.word(i));
    }
  }

  [[nodiscard]] Link changed(const Link& node, unsigned level, std::uint64_t index,
                             Word word) const {
    const auto copy = node ? std::make_shared<Node>(*node) : std::make_shared<Node>();
    if (!node && level == 0) copy->parts.template emplace<Words>().fill(fill_);
    if (level == 0) {
      std::get<Words>(copy->parts)[way(index, 0)] = std::move(word);
    } else {
      Link& child = std::get<Children>(copy->parts)[way(index, level)];
      child = changed(child, level - 1, index, std::move(word));
    }
    return copy;
  }

  template <typename Merge>
  static Link merged(const PersistentArray& a, const Link& in_a, const PersistentArray& b,
                     const Link& in_b, unsigned level, std::uint64_t index, const Merge& merge) {
    if (in_a == in_b) return in_a;
    const auto out = std::make_shared<Node>();
    if (level == 0) out->parts.template emplace<Words>();
    for (std::size_t i = 0; i < ways; ++i) {
      const std::uint64_t at = index | std::uint64_t{i} << (bits * level);
      if (level > 0) {
        std::get<Children>(out->parts)[i] =
            merged(a, in_a ? in_a->child(i) : nullptr, b, in_b ? in_b->child(i) : nullptr,
                   level - 1, at, merge);
      } else {
        const Word& x = in_a ? in_a->word(i) : a.fill_;
        const Word& y = in_b ? in_b->word(i) : b.fill_;
        std::get<Words>(out->parts)[i] = x == y ? x : merge(at, x, y);
      }
    }
    return out;
  }

  static bool is_equal(const PersistentArray& a, const Link& in_a, const PersistentArray& b,
                       const Link& in_b, unsigned level) {
    if (!in_a && !in_b) return a.fill_ == b.fill_;
    if (in_a == in_b && a.fill_ == b.fill_) return true;
    for (std::size_t i = 0; i < a.ways_of(level); ++i) {
      if (level == 0) {
        if ((in_a ? in_a->word(i) : a.fill_) != (in_b ? in_b->word(i) : b.fill_)) return false;
      } else if (!is_equal(a, in_a ? in_a->child(i) : nullptr, b, in_b ? in_b->child(i) : nullptr,
                           level - 1)) {
        return false;
      }
    }
    return true;
  }
};

using ArrayValue = PersistentArray<std::uint64_t>;

}  // namespace hardbop::words
