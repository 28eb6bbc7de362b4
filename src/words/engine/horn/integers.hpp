// SPDX-License-Identifier: MIT
// Expressions over words as terms over integers, in SMT-LIB: what Spacer is given.
//
// A word is the integer that it represents, signed or unsigned; which of the two follows from the
// variables in it. Truth values, words of one bit, are Booleans. Comparisons, sums, differences,
// multiples, quotients by constants, shifts by constants, masks, parts of words, and whether a
// signed sum or difference overflows are exact. Other operations, words that are read of arrays,
// and numbers of IEEE 754 are unknown integers in their range.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "words/engine/horn/clauses.hpp"

namespace hardbop::chc {

/// What happens where a result leaves the range of its word.
enum class Overflow : std::uint8_t {
  Ends,   // at the next cut, a run whose values have left their ranges ends
  Wraps,  // as it does in the machine
};

/// Which words are signed numbers.
struct Signs {
  std::vector<bool> variables;  // by variable
  std::vector<bool> inputs;     // by input

  /// Of a leaf that is a word, at whatever moment.
  [[nodiscard]] bool is_signed(const words::Graph& graph, const words::Node& leaf) const;
};

/// Inputs are what the variables are that they are assigned to.
[[nodiscard]] Signs find_signs(const words::Graph& graph, std::vector<bool> variables);

/// The terms of one clause.
class IntegerTerms {
 public:
  IntegerTerms(const words::Graph& graph, const words::Expressions& expressions, const Signs& signs,
               Overflow overflow)
      : graph_(graph), expressions_(expressions), signs_(signs), overflow_(overflow) {}

  /// Of a word of one bit.
  [[nodiscard]] std::string truth(ExprId id);
  /// A word, read with or without a sign.
  [[nodiscard]] std::string number(ExprId id, bool is_signed);
  /// As the argument of a predicate that stands for the leaf.
  [[nodiscard]] std::string argument(ExprId value, ExprId leaf);

  /// The condition that a term is in the range of its word.
  [[nodiscard]] static std::string in_range(const std::string& term, words::Width width,
                                            bool is_signed);

  /// Declarations "(name sort)" of all constants in the terms, and what is true of them.
  [[nodiscard]] const std::set<std::string>& constants() const { return constants_; }
  [[nodiscard]] const std::vector<std::string>& facts() const { return facts_; }
  /// "(let ((name term)) (let ..." for all names in the terms, and as many ")".
  [[nodiscard]] std::string lets() const { return lets_; }
  [[nodiscard]] std::string closing() const { return std::string(let_count_, ')'); }

 private:
  enum class Sign : std::uint8_t { Signed, Unsigned, Either };
  /// A word as a term: the number with its natural sign.
  struct Made {
    std::string term;
    Sign sign = Sign::Either;  // Either: not negative, and the same number with both
  };

  const words::Graph& graph_;
  const words::Expressions& expressions_;
  const Signs& signs_;
  Overflow overflow_;
  std::map<ExprId, Made> made_;
  std::map<std::pair<ExprId, bool>, std::string> views_;
  std::set<std::string> constants_;
  std::vector<std::string> facts_;
  std::string lets_;
  std::size_t let_count_ = 0;

  const Made& made(ExprId id);
  [[nodiscard]] Made make(ExprId id);
  [[nodiscard]] Made make_truth(ExprId id, const words::Node& node);
  [[nodiscard]] Made make_arithmetic(ExprId id, const words::Node& node);
  [[nodiscard]] Made make_bitwise(ExprId id, const words::Node& node);
  [[nodiscard]] Made make_division(ExprId id, const words::Node& node);
  [[nodiscard]] Made make_shift(ExprId id, const words::Node& node);
  [[nodiscard]] Made make_part(const words::Node& node);
  [[nodiscard]] Made make_joined(const words::Node& node);
  [[nodiscard]] Made multiple(ExprId id, const std::string& factor);
  [[nodiscard]] Made leaf(const words::Node& node);
  [[nodiscard]] Made unknown(ExprId id);
  [[nodiscard]] std::string compare(const words::Node& node);
  /// Whether a sum or difference of signed numbers leaves its range, if that is what is asked.
  [[nodiscard]] std::optional<std::string> overflow(const words::Node& comparison);
  [[nodiscard]] std::string view(ExprId id, bool is_signed);
  [[nodiscard]] std::string wrapped(const std::string& sum, words::Width width, Sign sign);
  [[nodiscard]] static std::string cut(const std::string& term, words::Width width, Sign sign);
  [[nodiscard]] Sign sign_of(ExprId a, ExprId b);
  [[nodiscard]] std::string named(const std::string& term);
  [[nodiscard]] std::string constant(std::string name, words::Width width, bool is_signed);
};

/// The name of a leaf: a variable or array at some moment, or an input.
[[nodiscard]] std::string leaf_name(const words::Graph& graph, const words::Node& leaf);

}  // namespace hardbop::chc
