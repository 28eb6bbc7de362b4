// SPDX-License-Identifier: MIT
// Which words should have interleaved bits. x == y over 32 bits each has 2^32 nodes if one word is
// above the other, and 96 if their bits are interleaved. But unrelated words should be apart, or
// their sets multiply. So words are joined pair by pair, starting with those that meet in the most
// operators, while the joined set stays small.
#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "base/expression/substitute.hpp"
#include "words/engine/image/layout.hpp"

namespace hardbop::image {

namespace {

using words::Op;
using WordId = std::uint32_t;

constexpr std::size_t most_leaves = 4;  // that an operand is taken to consist of
constexpr std::size_t most_related = 8;
constexpr unsigned first_weight = 8;  // of blocks whose relations come first

class Relations {
 public:
  Relations(const words::Reduction& reduction, const std::vector<words::BlockId>& blocks)
      : graph_(reduction.graph),
        count_(static_cast<WordId>(graph_.variables.size() + graph_.inputs.size())),
        parent_(count_),
        size_(count_, 1) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    std::vector<bool> is_first(graph_.blocks.size(), false);
    weight_ = first_weight;
    for (const words::BlockId b : blocks) {
      is_first[b] = true;
      block(graph_.blocks[b]);
    }
    weight_ = 1;
    for (const words::BlockId b : reduction.blocks)
      if (!is_first[b]) block(graph_.blocks[b]);
  }

  std::vector<std::vector<WordId>> run() {
    std::vector<std::pair<unsigned, std::pair<WordId, WordId>>> pairs;
    for (const auto& [pair, weight] : weights_) pairs.emplace_back(weight, pair);
    std::ranges::stable_sort(pairs, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [weight, pair] : pairs) unite(pair.first, pair.second);
    std::vector<std::vector<WordId>> out;
    std::vector<std::size_t> place(count_, count_);
    const auto put = [&](WordId w) {
      const WordId r = root(w);
      if (place[r] == count_) {
        place[r] = out.size();
        out.emplace_back();
      }
      out[place[r]].push_back(w);
    };
    std::vector<bool> seen(count_, false);
    for (const WordId w : mentioned_) {
      if (seen[w]) continue;
      seen[w] = true;
      put(w);
    }
    for (WordId w = 0; w < graph_.variables.size(); ++w)
      if (!seen[w]) put(w);
    return out;
  }

 private:
  const words::Graph& graph_;
  WordId count_;
  std::vector<WordId> parent_;
  std::vector<std::size_t> size_;
  std::map<std::pair<WordId, WordId>, unsigned> weights_;
  unsigned weight_ = 1;  // of the blocks that are looked at
  std::vector<WordId> mentioned_;
  std::unordered_map<words::ExprId, std::vector<WordId>> leaves_;  // of one block's expressions

  [[nodiscard]] WordId root(WordId w) {
    while (parent_[w] != w) w = parent_[w] = parent_[parent_[w]];
    return w;
  }

  void unite(WordId a, WordId b) {
    a = root(a);
    b = root(b);
    if (a == b || size_[a] + size_[b] > most_related) return;
    parent_[std::max(a, b)] = std::min(a, b);
    size_[std::min(a, b)] = size_[a] + size_[b];
  }

  void relate(const std::vector<WordId>& a, const std::vector<WordId>& b, unsigned weight) {
    for (const WordId x : a)
      for (const WordId y : b)
        if (x != y) weights_[{std::min(x, y), std::max(x, y)}] += weight * weight_;
  }

  void block(const words::Block& block) {
    leaves_.clear();
    std::vector<words::ExprId> roots;
    for (const words::Edge& edge : block.edges) roots.push_back(edge.guard);
    for (const words::Assignment& assignment : block.assignments) roots.push_back(assignment.value);
    words::for_each_node(graph_.expressions, roots, [this](words::ExprId id) { node(id); });
    for (const words::Assignment& assignment : block.assignments) {
      mentioned_.push_back(assignment.variable);
      relate({assignment.variable}, leaves_.at(assignment.value), 1);
    }
  }

  void node(words::ExprId id) {
    const words::Node& node = graph_.expressions.node(id);
    std::vector<WordId>& mine = leaves_[id];
    if (node.op == Op::Variable || node.op == Op::Input) {
      const std::size_t first = node.op == Op::Input ? graph_.variables.size() : 0;
      mine.push_back(static_cast<WordId>(first + node.value));
      mentioned_.push_back(mine.back());
      return;
    }
    const words::ExprId operands[3] = {node.a, node.b, node.c};
    const unsigned count = words::operand_count(node.op);
    const bool compares = graph_.expressions.width(node.a) > 1 && node.width == 1;
    std::vector<WordId> all;
    for (unsigned i = 0; i < count; ++i)
      for (const WordId w : leaves_.at(operands[i])) all.push_back(w);
    if (count == 2 && graph_.expressions.width(node.a) > 1)
      relate(leaves_.at(node.a), leaves_.at(node.b), compares ? 3 : 2);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() <= most_leaves && !compares) leaves_.at(id) = std::move(all);
  }
};

}  // namespace

std::vector<std::vector<std::uint32_t>> related_words(const words::Reduction& reduction,
                                                      const std::vector<words::BlockId>& blocks) {
  return Relations(reduction, blocks).run();
}

}  // namespace hardbop::image
