// SPDX-License-Identifier: MIT
// Which BDD variables stand for the bits of a graph's words, and in which order.
//
// A variable has as many bits as its values need: the higher ones are zero, or the sign again, or
// all are a constant. Bits of words that are added or compared are interleaved, the lowest on
// top; a bit's current and next copy are neighbours.
#pragma once

#include <vector>

#include "base/bdd/manager.hpp"
#include "words/analysis/range.hpp"
#include "words/bits/bits.hpp"
#include "words/transform/reduce.hpp"

namespace hardbop::image {

/// The values of a word's BDD variables, as far as they are known.
class KnownBits {
 public:
  explicit KnownBits(std::size_t variables) : value_(variables), round_(variables, 0) {}

  void clear() { ++now_; }
  void set(bdd::Literal literal) {
    round_[literal.var] = now_;
    value_[literal.var] = literal.positive;
  }
  [[nodiscard]] bool knows(bdd::Var var) const { return round_[var] == now_; }
  [[nodiscard]] bool value(bdd::Var var) const { return value_[var]; }

 private:
  std::vector<bool> value_;
  std::vector<std::uint32_t> round_;
  std::uint32_t now_ = 1;
};

/// What a layout is for.
struct Scope {
  std::vector<words::BlockId> blocks;  // which come first where they want another order
  std::vector<bool> has;               // by variable: whether it may have bits
};

/// Bits with which all numbers of a range can be told apart; none where there is at most one.
[[nodiscard]] unsigned bits_needed(const words::Range& range);

class Layout {
 public:
  /// `ranges` by variable: what its values can be; empty where it needs no bits at all.
  Layout(const words::Reduction& reduction, const std::vector<words::Range>& ranges,
         unsigned counter_bits, const Scope& scope, bdd::Manager& manager);

  [[nodiscard]] bdd::Manager& manager() const { return manager_; }
  /// The bits that are kept, the lowest first.
  [[nodiscard]] const std::vector<bdd::Var>& current(words::VariableId v) const {
    return words_[v].current;
  }
  [[nodiscard]] const std::vector<bdd::Var>& next(words::VariableId v) const {
    return words_[v].next;
  }
  [[nodiscard]] const std::vector<bdd::Var>& input(words::InputId i) const { return inputs_[i]; }
  [[nodiscard]] const std::vector<bdd::Var>& counter() const { return counter_; }
  [[nodiscard]] const std::vector<bdd::Var>& next_counter() const { return next_counter_; }
  /// The number of a current bit, of the counter or a variable: the same in all layouts of a graph.
  [[nodiscard]] std::uint32_t number(bdd::Var var) const { return numbers_[var]; }
  [[nodiscard]] bdd::Var var(std::uint32_t number) const { return vars_[number]; }

  /// A variable's or input's word; bits that `known` knows are constants, where it is given.
  [[nodiscard]] words::Word word(const words::Node& leaf, const KnownBits* known = nullptr) const;
  /// The value of a variable all of whose bits are known; nothing otherwise.
  [[nodiscard]] std::optional<std::uint64_t> value(words::VariableId v,
                                                   const KnownBits& known) const;
  [[nodiscard]] std::optional<std::uint64_t> input_value(words::InputId i,
                                                         const KnownBits& known) const;
  /// The only value that a variable has; nothing where it may have several.
  [[nodiscard]] std::optional<std::uint64_t> constant(words::VariableId v) const {
    return words_[v].constant;
  }
  /// Of a word that is not kept in full: whether the bits that are not are its sign, else zero.
  [[nodiscard]] bool repeats_sign(words::VariableId v) const { return words_[v].repeats_sign; }
  /// Whether the word is kept in full.
  [[nodiscard]] bool is_full(words::VariableId v) const {
    return words_[v].current.size() == words_[v].width;
  }

 private:
  struct Bits {
    words::Width width = 1;
    std::vector<bdd::Var> current;
    std::vector<bdd::Var> next;
    bool repeats_sign = false;
    std::optional<std::uint64_t> constant;
  };

  bdd::Manager& manager_;
  std::vector<Bits> words_;
  std::vector<std::vector<bdd::Var>> inputs_;
  std::vector<bdd::Var> counter_;
  std::vector<bdd::Var> next_counter_;
  std::vector<std::uint32_t> numbers_;  // by BDD variable
  std::vector<bdd::Var> vars_;          // by number

  void make_counter(unsigned bits);
  void make_words(const words::Reduction& reduction, const std::vector<words::BlockId>& blocks,
                  const std::vector<unsigned>& sizes);
  void number_bits(const std::vector<words::Range>& ranges);
};

/// Words that belong together, each a variable or, from `variables` on, an input; in the order in
/// which blocks mention them, these first.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> related_words(
    const words::Reduction& reduction, const std::vector<words::BlockId>& blocks);

}  // namespace hardbop::image
