// SPDX-License-Identifier: MIT
// Binary operators are read by precedence climbing: a call reads all operators that bind at least
// as tightly as its level, so only nesting in the text costs a level of recursion.
#include "c/text/expression_text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "base/expression/expression.hpp"

namespace hardbop::c {

namespace {

using Kind = TextNode::Kind;
using Id = TextNode::Id;

struct BinaryOperator {
  std::string_view mark;
  TextOp op;
  int level;
};
constexpr std::array operators{
    BinaryOperator{"||", TextOp::Or, 1},           BinaryOperator{"&&", TextOp::And, 2},
    BinaryOperator{"|", TextOp::BitOr, 3},         BinaryOperator{"^", TextOp::BitXor, 4},
    BinaryOperator{"&", TextOp::BitAnd, 5},        BinaryOperator{"==", TextOp::Equal, 6},
    BinaryOperator{"!=", TextOp::NotEqual, 6},     BinaryOperator{"<", TextOp::Less, 7},
    BinaryOperator{"<=", TextOp::LessEqual, 7},    BinaryOperator{">", TextOp::Greater, 7},
    BinaryOperator{">=", TextOp::GreaterEqual, 7}, BinaryOperator{"<<", TextOp::ShiftLeft, 8},
    BinaryOperator{">>", TextOp::ShiftRight, 8},   BinaryOperator{"+", TextOp::Add, 9},
    BinaryOperator{"-", TextOp::Subtract, 9},      BinaryOperator{"*", TextOp::Multiply, 10},
    BinaryOperator{"/", TextOp::Divide, 10},       BinaryOperator{"%", TextOp::Remainder, 10},
};
constexpr std::array<std::pair<std::string_view, TextOp>, 4> prefixes{
    {{"!", TextOp::Not}, {"-", TextOp::Negate}, {"~", TextOp::Complement}, {"+", TextOp::Plus}}};

constexpr std::array<std::string_view, 47> marks{
    "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "++",  "--",  "->", "::",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "//", "{",
    "}",  "(",  ")",  "[",  "]",  ";",  ",",  ".",  "=",   "<",   ">",  "+",
    "-",  "*",  "/",  "%",  "&",  "|",  "^",  "!",  "~",   ":",   "?"};
constexpr std::array quotes{Quote{'\'', '\'', Quote::Escape::Backslash}, Quote{}};

unsigned digit_value(char digit) {
  if (is_digit(digit)) return static_cast<unsigned>(digit - '0');
  const char small = static_cast<char>(digit | 32);
  return small >= 'a' && small <= 'z' ? static_cast<unsigned>(small - 'a') + 10 : 36;
}

/// The first type that it fits into.
WordType number_type(std::uint64_t value, bool is_unsigned, unsigned bits, bool is_decimal) {
  for (;; bits = 64) {
    const std::uint64_t most = words::mask(static_cast<words::Width>(bits));
    if (!is_unsigned && value <= most / 2) return {bits, true};
    if ((is_unsigned || !is_decimal || bits == 64) && value <= most) return {bits, false};
  }
}

class Reader {
 public:
  Reader(TokenStream& tokens, TextNames& names, const ExpressionOptions& options)
      : tokens_(tokens), names_(names), options_(options) {}

  ExpressionText run() {
    choice();
    return std::move(out_);
  }

 private:
  TokenStream& tokens_;
  TextNames& names_;
  const ExpressionOptions& options_;
  ExpressionText out_;

  [[nodiscard]] SourceOffset here() const { return tokens_.now().at.begin; }

  Id choice() {
    TextNode out;
    const SourceOffset begin = here();
    out.a = binary(1);
    if (!tokens_.accept("?")) return out.a;
    const Deeper deeper(tokens_);
    out.kind = Kind::Choice;
    out.b = choice();
    tokens_.expect(":");
    out.c = choice();
    out.at = tokens_.since(begin);
    return out_.add(out);
  }

  Id binary(int level) {
    Id left = unary();
    for (unsigned links = 1;; ++links) {
      const auto* const found = std::ranges::find_if(
          operators, [&](const BinaryOperator& one) { return tokens_.is(one.mark); });
      if (found == operators.end() || found->level < level) return left;
      if (options_.bounds_chains) tokens_.bound_chain(links);
      const SourceOffset op_at = tokens_.take().at.begin;
      const Id right = binary(found->level + 1);
      left = out_.add_binary(found->op, left, right, op_at);
    }
  }

  Id unary() {
    const auto* const found =
        std::ranges::find_if(prefixes, [&](const auto& one) { return tokens_.is(one.first); });
    if (found == prefixes.end()) return primary();
    TextNode out;
    const Deeper deeper(tokens_);
    const SourceOffset begin = tokens_.take().at.begin;
    out.kind = Kind::Unary;
    out.op = found->second;
    out.a = unary();
    out.at = tokens_.since(begin);
    return out_.add(out);
  }

  Id primary() {
    if (tokens_.is("(")) return parenthesis();
    if (tokens_.is(TextToken::Kind::Number)) return number();
    if (tokens_.is(TextToken::Kind::Quoted) && tokens_.now().text.starts_with('\''))
      return character();
    if (names_.is_name(tokens_)) return named();
    names_.refuse(tokens_);
    tokens_.fail("an expression");
  }

  Id named() {
    TextNode out = names_.name(tokens_);
    if (out.kind != Kind::Element) return out_.add(out);
    const Deeper deeper(tokens_);
    tokens_.expect("[");
    out.a = choice();
    tokens_.expect("]");
    out.at = tokens_.since(out.at.begin);
    return out_.add(out);
  }

  Id parenthesis() {
    const Deeper deeper(tokens_);
    const SourceOffset begin = tokens_.take().at.begin;
    std::optional<TextNode> cast = type_name();
    if (!cast) {
      const Id inner = choice();
      tokens_.expect(")");
      return inner;
    }
    tokens_.expect(")");
    cast->a = unary();
    cast->at = tokens_.since(begin);
    return out_.add(*cast);
  }

  /// A cast without its operand.
  std::optional<TextNode> type_name() {
    TextNode out;
    out.kind = Kind::Cast;
    bool is_type = false;
    unsigned longs = 0;
    for (;; is_type = true) {
      if (tokens_.accept("unsigned")) {
        out.type.is_signed = false;
      } else if (tokens_.accept("char")) {
        out.type.bits = 8;
      } else if (tokens_.accept("short")) {
        out.type.bits = 16;
      } else if (tokens_.accept("long")) {
        ++longs;
      } else if (tokens_.accept("_Bool")) {
        out.kind = Kind::Truth;
      } else if (!tokens_.accept("signed") && !tokens_.accept("int")) {
        break;
      }
    }
    if (!is_type) return std::nullopt;
    if (longs > 0) out.type.bits = longs > 1 ? 64 : options_.long_bits;
    return out;
  }

  Id number() {
    const TextToken& token = tokens_.take();
    TextNumber read = read_number(token.text, options_.long_bits);
    if (!read.problem.empty()) tokens_.fail_at(token.at, std::move(read.problem));
    return add_number(token, read.value, read.type);
  }

  Id character() {
    const TextToken& token = tokens_.take();
    std::string_view inside = token.inside();
    char letter = inside.empty() ? '\0' : inside.front();
    if (letter == '\\') {
      constexpr std::string_view names = "ntr0\\'\"abfv";
      constexpr std::string_view letters("\n\t\r\0\\'\"\a\b\f\v", 11);
      inside.remove_prefix(1);
      const std::size_t which = names.find(inside.front());
      if (which == std::string_view::npos) tokens_.fail_at(token.at, "unknown escape sequence");
      letter = letters[which];
    }
    if (inside.size() != 1) tokens_.fail_at(token.at, "this character constant is not closed");
    return add_number(token, static_cast<std::uint64_t>(static_cast<signed char>(letter)), {});
  }

  Id add_number(const TextToken& token, std::uint64_t value, WordType type) {
    TextNode out;
    out.at = token.at;
    out.value = value;
    out.type = type;
    return out_.add(out);
  }
};

}  // namespace

TokenSyntax expression_tokens() {
  return {.marks = marks, .quotes = quotes, .has_long_numbers = true};
}

Id ExpressionText::add(const TextNode& node) {
  nodes.push_back(node);
  return static_cast<Id>(nodes.size() - 1);
}

Id ExpressionText::add_binary(TextOp op, Id a, Id b, SourceOffset op_at) {
  TextNode out;
  out.kind = Kind::Binary;
  out.op = op;
  out.at = {nodes[a].at.begin, std::max(nodes[a].at.end, nodes[b].at.end)};
  out.op_at = op_at;
  out.a = a;
  out.b = b;
  return add(out);
}

TextNumber read_number(std::string_view text, unsigned long_bits) {
  TextNumber out;
  bool is_unsigned = false;
  unsigned longs = 0;
  for (; !text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos;
       text.remove_suffix(1)) {
    const bool is_u = text.back() == 'u' || text.back() == 'U';
    is_unsigned = is_unsigned || is_u;
    if (!is_u) ++longs;
  }
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  const unsigned base = is_hex ? 16 : text.starts_with('0') ? 8 : 10;
  if (is_hex) text.remove_prefix(2);
  for (const char digit : text) {
    const unsigned one = digit_value(digit);
    if (one >= base) out.problem = "this is not a C integer";
    if (!out.problem.empty()) return out;
    if (out.value > (std::numeric_limits<std::uint64_t>::max() - one) / base)
      out.problem = "this number needs more than 64 bits";
    out.value = out.value * base + one;
  }
  if (text.empty() || longs > 2) out.problem = "this is not a C integer";
  const unsigned bits = longs == 0 ? 32 : longs == 1 ? long_bits : 64;
  if (out.problem.empty()) out.type = number_type(out.value, is_unsigned, bits, base == 10);
  return out;
}

ExpressionText read_expression(TokenStream& tokens, TextNames& names,
                               const ExpressionOptions& options) {
  return Reader(tokens, names, options).run();
}

}  // namespace hardbop::c
