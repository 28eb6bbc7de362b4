// SPDX-License-Identifier: MIT
// An item starts at the margin. Its other lines are indented by their depth: what parentheses and
// quantifiers enclose them. If a line outside of all of these starts with an operator, the loosest
// of these operators hangs to the left of its operands; inside, tighter ones stand to the right:
//
//   mu Reach(s: State) :=
//       Init(s)
//     | exists t: State. Reach(t)
//         & Step(t, s);
#include "boolean/calculus/printer.hpp"

#include <algorithm>
#include <array>

#include "base/util/token_layout.hpp"
#include "boolean/calculus/parser.hpp"

namespace hardbop::calculus {

namespace {

constexpr unsigned level = 2;
constexpr unsigned most_levels = 50;  // deeper lines are not indented further
constexpr std::array<std::string_view, 4> operators{"<=>", "=>", "|", "&"};  // the loosest first

class SystemPrinter {
 public:
  explicit SystemPrinter(std::string_view text) : layout_(text, system_tokens()) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens().size(); ++i) tokens()[i].gap = gap(i);
    for (std::size_t begin = 0; begin < tokens().size();) begin = indent_item(begin);
    return layout_.print();
  }

 private:
  TokenLayout layout_;
  bool binds_ = false;          // between a quantifier and its dot
  std::vector<bool> braces_{};  // those that are open: whether of a structure

  std::vector<LaidToken>& tokens() { return layout_.tokens(); }
  [[nodiscard]] std::string_view text(std::size_t i) { return tokens()[i].token.text; }
  [[nodiscard]] bool is_one_of(std::size_t i, std::initializer_list<std::string_view> texts) {
    return std::ranges::find(texts, text(i)) != texts.end();
  }
  [[nodiscard]] bool is_name(std::size_t i) {
    return tokens()[i].token.kind == TextToken::Kind::Name;
  }
  /// Whether an operator behind it has two operands.
  [[nodiscard]] bool ends_operand(std::size_t i) {
    return is_name(i) || tokens()[i].token.kind == TextToken::Kind::Number ||
           is_one_of(i, {"]", ")"});
  }

  Gap gap(std::size_t i) {
    if (i == 0 || text(i - 1) == ";") return Gap::Line;
    const bool is_dot = text(i - 1) == ".";
    const bool ends_binders = is_dot && binds_;
    if (is_dot) binds_ = false;
    if (is_one_of(i, {"exists", "forall"})) binds_ = true;
    if (text(i) == "{") braces_.push_back(text(i - 1) == "struct");
    if (text(i) == "}") {
      const bool is_structure = braces_.back();
      braces_.pop_back();
      return is_structure ? Gap::Space : Gap::None;
    }
    if (is_one_of(i, {",", ";", ")", "]", ":", ".", ".."}) || text(i - 1) == ".." ||
        text(i - 1) == "!" || (is_dot && !ends_binders))
      return Gap::Tight;
    if (text(i) == "(" && is_name(i - 1)) return Gap::Tight;
    if (text(i) == "[") return Gap::Tight;
    if (text(i - 1) == "-" && (i == 1 || !ends_operand(i - 2))) return Gap::Tight;
    if (is_one_of(i - 1, {"(", "["})) return Gap::None;
    if (text(i - 1) == "{") return braces_.back() ? Gap::Space : Gap::None;
    return Gap::Space;
  }

  /// What lies between two parentheses, behind a quantifier, or in an item. A quantifier behind a
  /// parenthesis reaches as far as that does, so these two are one.
  struct Group {
    bool is_quantifier = false;
    unsigned depth = 0;
    std::size_t loosest = operators.size();  // of the operators that its lines start with
  };

  /// Up to its semicolon; returns where the next one begins.
  std::size_t indent_item(std::size_t begin) {
    std::vector<Group> groups{{}};
    std::vector<std::size_t> open{0};
    std::vector<std::size_t> group_of;
    std::size_t end = begin;
    for (bool is_open = true; is_open && end < tokens().size(); ++end) {
      if (is_one_of(end, {")", "]", "}"})) close(groups, open);
      group_of.push_back(open.back());
      Group& group = groups[open.back()];
      if (layout_.begins_line(end)) group.loosest = std::min(group.loosest, operator_at(end));
      const bool is_quantifier = is_one_of(end, {"exists", "forall"}) && text(end - 1) != "(";
      if (is_quantifier || is_one_of(end, {"(", "[", "{"})) {
        open.push_back(groups.size());
        groups.push_back({is_quantifier, group.depth + 1});
      }
      is_open = text(end) != ";";
    }
    const unsigned hang = groups.front().loosest < operators.size() ? 1 : 0;
    for (std::size_t i = begin + 1; i < end; ++i) indent(i, groups[group_of[i - begin]], hang);
    return end;
  }

  static void close(const std::vector<Group>& groups, std::vector<std::size_t>& open) {
    while (groups[open.back()].is_quantifier) open.pop_back();
    open.pop_back();
  }

  void indent(std::size_t i, const Group& group, unsigned hang) {
    const unsigned levels = 1 + hang + std::min(group.depth, most_levels);
    const std::size_t found = operator_at(i);
    const bool is_loosest = found < operators.size() && found == group.loosest;
    const bool is_tighter = found < operators.size() && found > group.loosest;
    tokens()[i].comment_indent = level * levels;
    tokens()[i].indent = level * levels;
    if (group.depth == 0 && is_loosest) tokens()[i].indent -= level;
    if (group.depth > 0 && is_tighter) tokens()[i].indent += level;
  }

  std::size_t operator_at(std::size_t i) {
    return static_cast<std::size_t>(std::ranges::find(operators, text(i)) - operators.begin());
  }
};

}  // namespace

std::string print_system(std::string_view text) {
  return SystemPrinter(text).run();
}

}  // namespace hardbop::calculus
