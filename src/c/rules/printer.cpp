// SPDX-License-Identifier: MIT
// A statement a line, indented by the blocks around it; further lines of a statement by two levels
// more. An empty line stands between handlers.
#include "c/rules/printer.hpp"

#include <algorithm>

#include "base/util/token_layout.hpp"
#include "c/rules/parser.hpp"

namespace hardbop::rules {

namespace {

constexpr unsigned level = 2;
constexpr unsigned continuation = 4;
constexpr unsigned most_indent = 100;

class RulePrinter {
 public:
  explicit RulePrinter(std::string_view text)
      : syntax_(rule_token_syntax()), layout_(text, syntax_) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens().size(); ++i) place(i);
    return layout_.print();
  }

 private:
  TokenSyntax syntax_;
  TokenLayout layout_;
  std::vector<bool> braces_{};  // those that are open: whether of a block, else of an enum
  unsigned blocks_ = 0;
  bool closed_block_ = false;  // the token before is the end of a block

  std::vector<LaidToken>& tokens() { return layout_.tokens(); }
  [[nodiscard]] std::string_view text(std::size_t i) { return tokens()[i].token.text; }
  [[nodiscard]] bool is_one_of(std::size_t i, std::initializer_list<std::string_view> texts) {
    return std::ranges::find(texts, text(i)) != texts.end();
  }
  /// Whether an operator behind it has two operands, or follows its operand.
  [[nodiscard]] bool ends_operand(std::size_t i) {
    const TextToken::Kind kind = tokens()[i].token.kind;
    return kind == TextToken::Kind::Number || is_one_of(i, {")", "]"}) ||
           (kind == TextToken::Kind::Name && !is_one_of(i, {"if", "else", "void"}));
  }

  void place(std::size_t i) {
    LaidToken& laid = tokens()[i];
    const bool closes = text(i) == "}" && braces_.back();
    laid.comment_indent = std::min(level * blocks_, most_indent);
    if (closes) --blocks_;
    laid.gap = closes ? Gap::Line : gap(i);
    const unsigned more = laid.gap >= Gap::Line ? 0 : continuation;
    laid.indent = std::min(level * blocks_, most_indent) + more;
    closed_block_ = closes;
    if (text(i) == "}") braces_.pop_back();
    if (text(i) != "{") return;
    braces_.push_back(i == 0 || text(i - 1) != "enum");
    if (braces_.back()) ++blocks_;
  }

  Gap gap(std::size_t i) {
    if (i == 0) return Gap::Line;
    if (text(i) == ";") return Gap::Tight;
    if (closed_block_) {
      if (is_one_of(i, {"watch", "else"})) return Gap::Space;
      return blocks_ == 0 ? Gap::Blank : Gap::Line;
    }
    if (text(i - 1) == ";") return blocks_ == 0 ? Gap::Blank : Gap::Line;
    if (text(i - 1) == "{") return braces_.back() ? Gap::Line : Gap::None;
    if (text(i) == "}") return Gap::None;
    if (is_one_of(i, {",", ")", "]", ".", "++", "--"}) || text(i - 1) == ".") return Gap::Tight;
    if (is_unary(i - 1)) return Gap::Tight;
    if (is_one_of(i - 1, {"(", "["})) return Gap::None;
    return Gap::Space;
  }

  [[nodiscard]] bool is_unary(std::size_t i) {
    return is_one_of(i, {"!", "~", "-", "+", "*", "&"}) && (i == 0 || !ends_operand(i - 1));
  }
};

}  // namespace

std::string print_rule(std::string_view text) {
  return RulePrinter(text).run();
}

}  // namespace hardbop::rules
