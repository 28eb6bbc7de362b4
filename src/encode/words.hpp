// SPDX-License-Identifier: MIT
// Expressions over words as BDDs, bit by bit [wang07 §4.2]: adders, multipliers and the like, as a
// circuit would have them.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "bdd/manager.hpp"
#include "ltg/expression.hpp"

namespace hardbop::encode {

/// The lowest bit first.
using Word = std::vector<bdd::Bdd>;

[[nodiscard]] Word constant_word(const bdd::Manager& manager, ltg::Width width,
                                 std::uint64_t value);
/// Where two words are equal.
[[nodiscard]] bdd::Bdd equal(const bdd::Manager& manager, const Word& a, const Word& b);

/// Expressions of one graph, over what its user gives to variables and inputs. Each is encoded
/// once. Any call may end in bdd::LimitReached.
class Words {
 public:
  /// `leaf(node)` is the word of a variable or input.
  using Leaf = std::function<Word(const ltg::Node&)>;

  Words(const ltg::Expressions& expressions, const bdd::Manager& manager, Leaf leaf)
      : expressions_(expressions), manager_(manager), leaf_(std::move(leaf)) {}

  [[nodiscard]] const Word& encode(ltg::ExprId id);
  /// Of an expression of one bit.
  [[nodiscard]] const bdd::Bdd& truth(ltg::ExprId id) { return encode(id).front(); }
  /// Forgets what was encoded.
  void clear() { known_.clear(); }

 private:
  const ltg::Expressions& expressions_;
  const bdd::Manager& manager_;
  Leaf leaf_;
  std::unordered_map<ltg::ExprId, Word> known_;

  [[nodiscard]] Word make(const ltg::Node& node);
  [[nodiscard]] Word binary(const ltg::Node& node, const Word& a, const Word& b);
};

}  // namespace hardbop::encode
