// SPDX-License-Identifier: MIT
#include "base/expression/array_value.hpp"

namespace hardbop::words {

std::uint64_t ArrayValue::read(std::uint64_t index) const {
  const Node* node = root_.get();
  for (unsigned level = levels_; node != nullptr && level-- > 0;) {
    if (level == 0) return node->words[way(index, 0)];
    node = node->children[way(index, level)].get();
  }
  return fill_;
}

void ArrayValue::write(std::uint64_t index, std::uint64_t word) {
  root_ = changed(root_, levels_ - 1, index, word);
}

ArrayValue::Link ArrayValue::changed(const Link& node, unsigned level, std::uint64_t index,
                                     std::uint64_t word) const {
  const auto copy = node ? std::make_shared<Node>(*node) : std::make_shared<Node>();
  if (!node) copy->words.fill(fill_);
  if (level == 0) {
    copy->words[way(index, 0)] = word;
  } else {
    Link& child = copy->children[way(index, level)];
    child = changed(child, level - 1, index, word);
  }
  return copy;
}

void ArrayValue::for_each_other(
    const std::function<void(std::uint64_t index, std::uint64_t word)>& visit) const {
  if (root_) visit_others(*root_, levels_ - 1, 0, visit);
}

void ArrayValue::visit_others(
    const Node& node, unsigned level, std::uint64_t above,
    const std::function<void(std::uint64_t, std::uint64_t)>& visit) const {
  for (std::size_t i = 0; i < ways_of(level); ++i) {
    const std::uint64_t index = above << bits | i;
    if (level != 0 && node.children[i]) visit_others(*node.children[i], level - 1, index, visit);
    if (level == 0 && node.words[i] != fill_) visit(index, node.words[i]);
  }
}

bool ArrayValue::is_equal(const ArrayValue& a, const Link& in_a, const ArrayValue& b,
                          const Link& in_b, unsigned level) {
  if (!in_a && !in_b) return a.fill_ == b.fill_;
  if (in_a == in_b && a.fill_ == b.fill_) return true;
  for (std::size_t i = 0; i < a.ways_of(level); ++i) {
    if (level == 0) {
      const std::uint64_t x = in_a ? in_a->words[i] : a.fill_;
      if (x != (in_b ? in_b->words[i] : b.fill_)) return false;
    } else if (!is_equal(a, in_a ? in_a->children[i] : nullptr, b,
                         in_b ? in_b->children[i] : nullptr, level - 1)) {
      return false;
    }
  }
  return true;
}

bool operator==(const ArrayValue& a, const ArrayValue& b) {
  return ArrayValue::is_equal(a, a.root_, b, b.root_, a.levels_ - 1);
}

}  // namespace hardbop::words
