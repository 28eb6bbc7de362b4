// SPDX-License-Identifier: MIT
// The meaning of a C expression: machine words, after C's promotions and conversions.
#pragma once

#include <cstdint>
#include <string>

#include "base/expression/expression.hpp"
#include "c/text/expression_text.hpp"

namespace hardbop::c {

/// A word, or a truth value until it is used as a number.
struct TextValue {
  std::uint32_t id = 0;  // of an expression of whoever makes words
  WordType type;
  bool is_truth = false;
};

/// Makes words for one language of expressions, which says what its names mean. Operators are made
/// in the order of the text.
class TextMeaning {
 public:
  using ExprId = std::uint32_t;
  virtual ~TextMeaning() = default;

  [[nodiscard]] TextValue value(const ExpressionText& text);
  /// As a word of width 1, and as a word of a type.
  [[nodiscard]] ExprId truth(const TextValue& value);
  [[nodiscard]] ExprId converted(const TextValue& value, WordType type);

 protected:
  [[nodiscard]] virtual ExprId constant(WordType type, std::uint64_t value) = 0;
  [[nodiscard]] virtual ExprId unary(words::Op op, ExprId a) = 0;
  [[nodiscard]] virtual ExprId binary(words::Op op, ExprId a, ExprId b) = 0;
  [[nodiscard]] virtual ExprId conditional(ExprId condition, ExprId a, ExprId b) = 0;
  /// Extends with zeros or sign, or cuts.
  [[nodiscard]] virtual ExprId resize(ExprId a, WordType type, bool is_signed) = 0;
  /// Whether a word is not zero.
  [[nodiscard]] virtual ExprId is_not_zero(ExprId a) = 0;
  [[nodiscard]] virtual bool is_constant(ExprId a) const = 0;
  [[nodiscard]] virtual bool is_zero(ExprId a) const = 0;
  [[nodiscard]] virtual TextValue name(const TextNode& node) = 0;
  /// Of languages whose names may be arrays.
  [[nodiscard]] virtual TextValue element(const TextNode& node, const TextValue& index);
  /// Reports an error, and throws or gives a value to go on with.
  virtual TextValue problem(SourceSpan at, std::string text) = 0;

  [[nodiscard]] TextValue number(WordType type, std::uint64_t value);
  [[nodiscard]] TextValue equality(TextValue a, TextValue b, SourceSpan at);

 private:
  [[nodiscard]] TextValue node_value(const TextNode& node, const std::vector<TextValue>& values);
  [[nodiscard]] TextValue unary_value(const TextNode& node, const TextValue& a);
  [[nodiscard]] TextValue choice(const TextNode& node, const TextValue& condition, TextValue a,
                                 TextValue b);
  [[nodiscard]] TextValue binary_value(const TextNode& node, TextValue a, TextValue b);
  [[nodiscard]] TextValue compared(TextOp op, const TextValue& a, const TextValue& b);
  [[nodiscard]] TextValue shifted(bool is_left, const TextValue& a, const TextValue& b);
  /// Brings both to one type; false, and reported, where there is none.
  [[nodiscard]] bool unify(TextValue& a, TextValue& b, bool may_be_pointers, SourceSpan at);
};

}  // namespace hardbop::c
