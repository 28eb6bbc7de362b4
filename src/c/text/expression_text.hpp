// SPDX-License-Identifier: MIT
// Reads C expressions: numbers, characters, names, casts to integer types, and all operators
// without side effects except pointer operators. The language of the text defines the meaning of a
// name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/util/token_stream.hpp"
#include "c/text/word_type.hpp"

namespace hardbop::c {

/// Those of C, but without comments and with plain names, which a language adds to. What is written
/// between '"' is a token, too, though no expression.
[[nodiscard]] TokenSyntax expression_tokens();

enum class TextOp : std::uint8_t {
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Not,
  Negate,
  Complement,
  Plus,
};

struct TextNode {
  enum class Kind : std::uint8_t {
    Number,   // `value`, of `type`
    Name,     // `value` says which, as its language counts
    Element,  // of the array that `value` says likewise, the one at a
    Unary,    // op a
    Binary,   // a op b
    Choice,   // a ? b : c
    Cast,     // a as `type`
    Truth,    // a as _Bool
  };
  using Id = std::uint32_t;  // into ExpressionText::nodes

  Kind kind = Kind::Number;
  TextOp op = TextOp::Or;
  SourceSpan at;
  SourceOffset op_at = 0;  // where a binary operator stands
  Id a = 0;
  Id b = 0;
  Id c = 0;
  std::uint64_t value = 0;
  WordType type;
};

/// Operands come before what is made of them; the last node is the expression.
struct ExpressionText {
  std::vector<TextNode> nodes;

  TextNode::Id add(const TextNode& node);
  /// From the first character of a to the last of b.
  TextNode::Id add_binary(TextOp op, TextNode::Id a, TextNode::Id b, SourceOffset op_at);
};

/// An integer constant, of the first of C's types that it fits into.
struct TextNumber {
  std::uint64_t value = 0;
  WordType type;
  std::string problem;  // empty where it is one
};
[[nodiscard]] TextNumber read_number(std::string_view text, unsigned long_bits);

/// What the expressions of one language have beside C's.
class TextNames {
 public:
  virtual ~TextNames() = default;
  /// Takes a name and says what it is: a Name, a Number, or an Element, whose index follows.
  [[nodiscard]] virtual TextNode name(TokenStream& tokens) = 0;
  /// Whether a name starts here.
  [[nodiscard]] virtual bool is_name(const TokenStream& tokens) const = 0;
  /// Fails where something is known about what stands here though an expression should.
  virtual void refuse(TokenStream& /*tokens*/) const {}
};

struct ExpressionOptions {
  unsigned long_bits = 32;
  bool bounds_chains = false;  // a chain of operators counts as nested
};

/// Takes one expression, as long as it goes. Throws SyntaxError, having reported one.
[[nodiscard]] ExpressionText read_expression(TokenStream& tokens, TextNames& names,
                                             const ExpressionOptions& options);

}  // namespace hardbop::c
