// SPDX-License-Identifier: MIT
// Expressions over words as BDDs, bit by bit [wang07 §4.2]: adders, multipliers and the like, as a
// circuit would have them.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "base/bdd/manager.hpp"
#include "base/expression/expression.hpp"

namespace hardbop::words {

/// The lowest bit first.
using Word = std::vector<bdd::Bdd>;

[[nodiscard]] Word constant_word(const bdd::Manager& manager, Width width, std::uint64_t value);
/// Where two words are equal.
[[nodiscard]] bdd::Bdd equal(const bdd::Manager& manager, const Word& a, const Word& b);

/// Expressions of one graph, over what its user gives to variables and inputs. Each is encoded
/// once. Any call may end in bdd::LimitReached.
class Words {
 public:
  /// `leaf(node)` is the word of a variable or input.
  using Leaf = std::function<Word(const Node&)>;

  Words(const Expressions& expressions, const bdd::Manager& manager, Leaf leaf)
      : expressions_(expressions), manager_(manager), leaf_(std::move(leaf)) {}

  [[nodiscard]] const Word& encode(ExprId id);
  /// Of an expression of one bit.
  [[nodiscard]] const bdd::Bdd& truth(ExprId id) { return encode(id).front(); }
  /// Forgets what was encoded.
  void clear() { known_.clear(); }

 private:
  const Expressions& expressions_;
  const bdd::Manager& manager_;
  Leaf leaf_;
  std::unordered_map<ExprId, Word> known_;

  [[nodiscard]] Word make(const Node& node);
  [[nodiscard]] Word binary(const Node& node, const Word& a, const Word& b);
};

}  // namespace hardbop::words
