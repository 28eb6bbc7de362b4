// SPDX-License-Identifier: MIT
#include "c/rules/parser.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "base/util/spelling.hpp"
#include "c/text/expression_text.hpp"

namespace hardbop::rules {

namespace {

using c::TextNode;
using c::TextOp;
using TokenKind = TextToken::Kind;

constexpr unsigned deepest = 200;  // of what is nested; beyond, recursion could end badly
constexpr std::uint32_t most_parameters = 1000;
constexpr std::int64_t largest_int = 0x7fff'ffff;
constexpr std::uint64_t largest_unsigned = 0xffff'ffff;
constexpr unsigned long_bits = 64;  // whatever the program's are

constexpr std::array<std::string_view, 19> reserved = {
    "state", "watch", "guard", "enum", "int",  "unsigned", "bool", "_Bool", "void", "if",
    "else",  "abort", "error", "halt", "true", "false",    "NULL", "entry", "exit"};

constexpr std::array<std::string_view, 1> line_comments{"//"};

std::vector<TextToken> tokens_of(std::string_view text, Diagnostics& diagnostics) {
  std::vector<TextToken> tokens = rule_tokens(text);
  report_unknown(tokens, diagnostics);
  return tokens;
}

class Parser : private c::TextNames {
 public:
  Parser(const SourceFile& file, std::string name, Diagnostics& diagnostics)
      : diagnostics_(diagnostics),
        tokens_(tokens_of(file.text(), diagnostics), diagnostics, {.deepest = deepest}) {
    rule_.name = std::move(name);
  }

  Rule run() {
    while (!is_at_end()) {
      try {
        if (is("state"))
          state();
        else
          handler();
      } catch (const SyntaxError&) {
        recover_outside();
      }
    }
    if (rule_.handlers.empty() && !diagnostics_.has_errors())
      error(now().at, "a rule needs a handler", "such as 'lock.entry { ... }'");
    check_guards();
    return std::move(rule_);
  }

 private:
  Diagnostics& diagnostics_;
  TokenStream tokens_;
  Rule rule_;
  std::map<std::string, std::int64_t, std::less<>> enumerators_;
  bool in_exit_ = true;                // whether $return means something
  std::vector<RuleParameter> guards_;  // to check when all is read

  // Tokens

  [[nodiscard]] const TextToken& now() const { return tokens_.now(); }
  [[nodiscard]] bool is_at_end() const { return tokens_.is_at_end(); }
  [[nodiscard]] bool is(std::string_view text) const { return tokens_.is(text); }
  const TextToken& take() { return tokens_.take(); }
  bool accept(std::string_view text) { return tokens_.accept(text); }
  void expect(std::string_view text) { tokens_.expect(text); }
  [[noreturn]] void fail(std::string_view wanted, std::string hint = {}) {
    tokens_.fail(wanted, std::move(hint));
  }
  [[nodiscard]] bool is_parameter() const {
    return tokens_.is(TokenKind::Name) && now().text.starts_with('$');
  }
  const TextToken& name(std::string_view what) {
    if (is_parameter()) fail(what);
    return tokens_.expect(TokenKind::Name, what);
  }
  void error(SourceSpan at, std::string text, std::string hint = {}) {
    diagnostics_.error(at, std::move(text), std::move(hint));
  }

  /// Behind the block that something was wrong in.
  void recover_outside() {
    unsigned open = 0;
    while (!is_at_end()) {
      const TextToken& token = take();
      if (token.text == "{") ++open;
      if (token.text != "}") continue;
      if (open <= 1) return;
      --open;
    }
  }

  /// Behind the statement; before the end of its block.
  void recover_inside() {
    unsigned open = 0;
    while (!is_at_end() && !(open == 0 && is("}"))) {
      const TextToken& token = take();
      if (token.text == "{") ++open;
      if (token.text == "}" && --open == 0) return;
      if (token.text == ";" && open == 0) return;
    }
  }

  // The state

  void state() {
    take();
    expect("{");
    while (!is("}")) {
      if (is_at_end()) fail("'}'");
      try {
        declarations();
      } catch (const SyntaxError&) {
        recover_inside();
      }
    }
    take();
    if (accept("watch")) {
      if (accept("any")) {
        rule_.watches_any = true;
      } else {
        do watch();
        while (accept(","));
      }
    }
    accept(";");
  }

  void watch() {
    RuleWatch read;
    read.event = event();
    expect(".");
    in_exit_ = read.event.is_exit;
    read.parameter = parameter();
    rule_.watches.push_back(std::move(read));
  }

  void declarations() {
    const RuleVariable type = this->type();
    do {
      RuleVariable variable = type;
      if (accept("*")) {
        variable.kind = RuleVariable::Kind::Pointer;
      } else if (type.kind == RuleVariable::Kind::Pointer) {
        fail("'*'", "a variable is an integer or a pointer");
      }
      const TextToken& token = name("a variable's name");
      variable.name = token.text;
      variable.at = token.at;
      declare(token, {});
      rule_.variables.push_back(std::move(variable));
      if (accept("=")) rule_.variables.back().initial = constant();
      check_initial(rule_.variables.back(), token.at);
    } while (accept(","));
    expect(";");
  }

  RuleVariable type() {
    RuleVariable out;
    if (accept("enum")) {
      enumerate();
    } else if (accept("unsigned")) {
      accept("int");
      out.kind = RuleVariable::Kind::Unsigned;
    } else if (accept("bool") || accept("_Bool")) {
      out.kind = RuleVariable::Kind::Bool;
    } else if (accept("void")) {
      out.kind = RuleVariable::Kind::Pointer;  // with a '*' before the name
    } else if (!accept("int")) {
      fail("a type", "types are int, unsigned, bool, enum { ... } and void *");
    }
    return out;
  }

  void enumerate() {
    expect("{");
    std::int64_t value = 0;
    do {
      if (is("}")) break;  // a comma may come last
      const TextToken& token = name("a name");
      if (accept("=")) value = constant();
      if (value > largest_int || value < -largest_int - 1)
        error(token.at, fmt::format("{} is not an int", value));
      declare(token, value);
      ++value;
    } while (accept(","));
    expect("}");
  }

  void declare(const TextToken& token, std::optional<std::int64_t> value) {
    const bool is_reserved = std::ranges::find(reserved, token.text) != reserved.end();
    if (is_reserved) error(token.at, fmt::format("{} is a reserved word", quote_name(token.text)));
    if (enumerators_.contains(token.text) || find_variable(token.text) != nullptr)
      error(token.at, fmt::format("{} is already declared", quote_name(token.text)));
    if (value) enumerators_.emplace(token.text, *value);
  }

  [[nodiscard]] const RuleVariable* find_variable(std::string_view wanted) const {
    const auto found = std::ranges::find_if(
        rule_.variables, [&](const RuleVariable& variable) { return variable.name == wanted; });
    return found == rule_.variables.end() ? nullptr : &*found;
  }

  void check_initial(const RuleVariable& variable, SourceSpan at) {
    const std::int64_t value = variable.initial;
    const bool fits = variable.kind == RuleVariable::Kind::Pointer    ? value == 0
                      : variable.kind == RuleVariable::Kind::Bool     ? value == 0 || value == 1
                      : variable.kind == RuleVariable::Kind::Unsigned ? value >= 0
                                                                      : value <= largest_int;
    if (!fits)
      error(at,
            fmt::format("{} cannot have the initial value {}", quote_name(variable.name), value));
  }

  /// A number or enumerator, with its sign.
  std::int64_t constant() {
    const bool is_negative = accept("-");
    const TextToken& token = now();
    std::int64_t value = 0;
    if (token.kind == TokenKind::Number) {
      value = number(take());
    } else if (token.kind == TokenKind::Name && enumerators_.contains(token.text)) {
      value = enumerators_.find(take().text)->second;
    } else if (accept("true")) {
      value = 1;
    } else if (!accept("false") && !accept("NULL")) {
      fail("a constant");
    }
    return is_negative ? -value : value;
  }

  std::int64_t number(const TextToken& token) {
    const c::TextNumber read = c::read_number(token.text, long_bits);
    if (!read.problem.empty() || read.value > largest_unsigned)
      error(token.at, fmt::format("{} is not a 32-bit number", quote_name(token.text)));
    return static_cast<std::int64_t>(std::min(read.value, largest_unsigned));
  }

  // Handlers

  RuleEvent event() {
    RuleEvent out;
    const TextToken& function = name("a function's name");
    out.function = function.text;
    out.at = function.at;
    expect(".");
    const TextToken& what = name("'entry' or 'exit'");
    out.is_exit = what.text == "exit" || what.text == "return";
    if (!out.is_exit && what.text != "entry" && what.text != "call")
      error(what.at, fmt::format("{} is not an event", quote_name(what.text)),
            "events are entry and exit");
    return out;
  }

  RuleParameter parameter() {
    if (!is_parameter()) fail("a parameter", "such as $1 or $return");
    const TextToken& token = take();
    RuleParameter out{token.at, 0};
    const std::string_view text = token.text.substr(1);
    if (text == "return") {
      if (!in_exit_) error(token.at, "the result is available only at the function's exit");
      return out;
    }
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, out.number);
    const bool is_number = problem == std::errc() && stop == end;
    if (!is_number || out.number == 0 || out.number > most_parameters)
      error(token.at, fmt::format("{} is not a parameter", quote_name(token.text)),
            "parameters are $1, $2, ... and $return");
    return out;
  }

  void handler() {
    RuleHandler read;
    do read.events.push_back(event());
    while (accept(","));
    in_exit_ = std::ranges::all_of(read.events, [](const RuleEvent& one) { return one.is_exit; });
    if (accept("[")) {
      if (!accept("guard")) fail("'guard'");
      read.guard = parameter();
      guards_.push_back(*read.guard);
      expect("]");
    }
    if (!is("{")) fail("'{'");
    block(read.body);
    rule_.handlers.push_back(std::move(read));
  }

  void check_guards() {
    if (rule_.is_watching()) return;
    for (const RuleParameter& guard : guards_)
      error(guard.at, "this guard needs a watched value", "declare it: state { ... } watch any;");
  }

  // Statements

  void block(std::vector<RuleStatement>& out) {
    const Deeper deeper(tokens_);
    expect("{");
    while (!is("}")) {
      if (is_at_end()) fail("'}'");
      try {
        statement(out);
      } catch (const SyntaxError&) {
        recover_inside();
      }
    }
    take();
  }

  void statement(std::vector<RuleStatement>& out) {
    if (accept(";")) return;
    if (is("{")) return block(out);
    const TextToken& first = now();
    RuleStatement read;
    read.at = first.at;
    if (accept("if")) {
      conditional(read);
    } else if (accept("abort") || accept("error")) {
      read.kind = RuleStatement::Kind::Abort;
      if (tokens_.is(TokenKind::Quoted)) {
        read.text = take().inside();
      }
      expect(";");
    } else if (accept("halt")) {
      read.kind = RuleStatement::Kind::Halt;
      expect(";");
    } else {
      assignment(read);
      expect(";");
    }
    out.push_back(std::move(read));
  }

  void conditional(RuleStatement& read) {
    read.kind = RuleStatement::Kind::If;
    const Deeper deeper(tokens_);
    expect("(");
    read.value = expression();
    expect(")");
    statement(read.then);
    if (accept("else")) statement(read.otherwise);
  }

  /// x = e, x += e, x -= e, x++, x--, ++x, --x.
  void assignment(RuleStatement& read) {
    const bool steps_up = accept("++");
    const bool steps_down = !steps_up && accept("--");
    const TextToken& target = name("a statement");
    read.variable = variable_named(target);
    if (steps_up || steps_down)
      return step(read, target, steps_up ? TextOp::Add : TextOp::Subtract);
    if (accept("++")) return step(read, target, TextOp::Add);
    if (accept("--")) return step(read, target, TextOp::Subtract);
    const bool adds = accept("+=");
    const bool subtracts = !adds && accept("-=");
    if (!adds && !subtracts) expect("=");
    read.value = expression();
    if (adds || subtracts) apply(read.value, target, adds ? TextOp::Add : TextOp::Subtract);
  }

  void step(RuleStatement& read, const TextToken& target, TextOp op) {
    TextNode one;
    one.at = target.at;
    one.value = 1;
    read.value.add(one);
    apply(read.value, target, op);
  }

  /// What the variable is with that operator and what has been read.
  void apply(c::ExpressionText& by, const TextToken& target, TextOp op) {
    const auto operand = static_cast<TextNode::Id>(by.nodes.size() - 1);
    const TextNode::Id from = by.add(variable(target));
    by.add_binary(op, from, operand, target.at.begin);
  }

  // Expressions

  std::uint32_t variable_named(const TextToken& token) {
    if (const RuleVariable* found = find_variable(token.text))
      return static_cast<std::uint32_t>(found - rule_.variables.data());
    SpellingHint hint(token.text);
    for (const RuleVariable& known : rule_.variables) hint.offer(known.name);
    for (const auto& [known, value] : enumerators_) hint.offer(known);
    error(token.at, fmt::format("{} is not declared", quote_name(token.text)), hint.hint());
    throw SyntaxError{};
  }

  c::ExpressionText expression() {
    return c::read_expression(tokens_, *this, {.long_bits = long_bits, .bounds_chains = true});
  }

  [[nodiscard]] bool is_name(const TokenStream& tokens) const override {
    return tokens.is(TokenKind::Name);
  }

  [[nodiscard]] TextNode name(TokenStream& tokens) override {
    TextNode out;
    out.at = now().at;
    if (is_parameter()) return named(out, {RuleName::Kind::Parameter, 0, parameter()});
    if (accept("NULL")) return named(out, {RuleName::Kind::Null, 0, {}});
    if (!is("true") && !is("false")) return variable(tokens.take());
    out.value = tokens.take().text == "true" ? 1 : 0;
    return out;
  }

  TextNode variable(const TextToken& token) {
    TextNode out;
    out.at = token.at;
    const auto found = enumerators_.find(token.text);
    if (found == enumerators_.end())
      return named(out, {RuleName::Kind::Variable, variable_named(token), {}});
    out.value = static_cast<std::uint64_t>(found->second);
    return out;
  }

  TextNode named(TextNode node, const RuleName& name) {
    node.kind = TextNode::Kind::Name;
    node.value = rule_.names.size();
    rule_.names.push_back(name);
    return node;
  }
};

}  // namespace

std::vector<std::string> Rule::functions() const {
  std::vector<std::string> out;
  for (const RuleWatch& watch : watches) out.push_back(watch.event.function);
  for (const RuleHandler& handler : handlers)
    for (const RuleEvent& event : handler.events) out.push_back(event.function);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Rule parse_rule(const SourceFile& file, std::string name, Diagnostics& diagnostics) {
  return Parser(file, std::move(name), diagnostics).run();
}

TokenSyntax rule_token_syntax() {
  TokenSyntax syntax = c::expression_tokens();
  syntax.name_starts = CharacterSet("$");
  syntax.line_comments = line_comments;
  syntax.has_block_comments = true;
  return syntax;
}

std::vector<TextToken> rule_tokens(std::string_view text) {
  const TokenSyntax syntax = rule_token_syntax();
  return scan({text, syntax});
}

}  // namespace hardbop::rules
