// SPDX-License-Identifier: MIT
#include "c/rules/parser.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "base/util/spelling.hpp"
#include "c/rules/lexer.hpp"

namespace hardbop::rules {

namespace {

using Kind = RuleToken::Kind;
using Op = RuleExpr::Op;

constexpr unsigned deepest = 200;  // of what is nested; beyond, recursion could end badly
constexpr std::uint32_t most_parameters = 1000;
constexpr std::int64_t largest_int = 0x7fff'ffff;
constexpr std::int64_t largest_unsigned = 0xffff'ffff;

constexpr std::array<std::string_view, 19> reserved = {
    "state", "watch", "guard", "enum", "int",  "unsigned", "bool", "_Bool", "void", "if",
    "else",  "abort", "error", "halt", "true", "false",    "NULL", "entry", "exit"};

/// What a rule's parse stops at; it goes on behind the next statement.
struct SyntaxError {};

class Parser {
 public:
  Parser(const SourceFile& file, std::string name, Diagnostics& diagnostics)
      : diagnostics_(diagnostics), tokens_(tokenise_rule(file.text(), diagnostics)) {
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
        depth_ = 0;
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
  std::vector<RuleToken> tokens_;
  std::size_t next_ = 0;
  unsigned depth_ = 0;
  bool end_reported_ = false;
  Rule rule_;
  std::map<std::string, std::int64_t, std::less<>> enumerators_;
  bool in_exit_ = true;                // whether $return means something
  std::vector<RuleParameter> guards_;  // to check when all is read

  // Tokens

  [[nodiscard]] const RuleToken& now() const { return tokens_[next_]; }
  [[nodiscard]] bool is_at_end() const { return now().kind == Kind::EndOfFile; }
  [[nodiscard]] bool is(std::string_view text) const {
    return (now().kind == Kind::Name || now().kind == Kind::Mark) && now().text == text;
  }
  const RuleToken& take() {
    const RuleToken& token = now();
    if (!is_at_end()) ++next_;
    return token;
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    take();
    return true;
  }

  void error(SourceSpan at, std::string text, std::string hint = {}) {
    diagnostics_.error(at, std::move(text), std::move(hint));
  }
  [[noreturn]] void fail(const std::string& wanted, std::string hint = {}) {
    if (is_at_end() && std::exchange(end_reported_, true)) throw SyntaxError{};
    const std::string found =
        is_at_end() ? std::string("the end of the file") : quote_name(now().text);
    error(now().at, fmt::format("{} should be here, not {}", wanted, found), std::move(hint));
    throw SyntaxError{};
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail(fmt::format("'{}'", text));
  }
  const RuleToken& name(const char* what) {
    if (now().kind != Kind::Name) fail(what);
    return take();
  }

  /// Behind the block that something was wrong in.
  void recover_outside() {
    unsigned open = 0;
    while (!is_at_end()) {
      const RuleToken& token = take();
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
      const RuleToken& token = take();
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
      const RuleToken& token = name("a variable's name");
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
      const RuleToken& token = name("a name");
      if (accept("=")) value = constant();
      if (value > largest_int || value < -largest_int - 1)
        error(token.at, fmt::format("{} is not an int", value));
      declare(token, value);
      ++value;
    } while (accept(","));
    expect("}");
  }

  void declare(const RuleToken& token, std::optional<std::int64_t> value) {
    const bool is_reserved = std::ranges::find(reserved, token.text) != reserved.end();
    if (is_reserved) error(token.at, fmt::format("{} has a meaning", quote_name(token.text)));
    if (enumerators_.contains(token.text) || find_variable(token.text) != nullptr)
      error(token.at, fmt::format("{} is declared already", quote_name(token.text)));
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
    if (!fits) error(at, fmt::format("{} cannot start as {}", quote_name(variable.name), value));
  }

  /// A number or enumerator, with its sign.
  std::int64_t constant() {
    const bool is_negative = accept("-");
    const RuleToken& token = now();
    std::int64_t value = 0;
    if (token.kind == Kind::Number) {
      value = number(take());
    } else if (token.kind == Kind::Name && enumerators_.contains(token.text)) {
      value = enumerators_.find(take().text)->second;
    } else if (accept("true")) {
      value = 1;
    } else if (!accept("false") && !accept("NULL")) {
      fail("a constant");
    }
    return is_negative ? -value : value;
  }

  std::int64_t number(const RuleToken& token) {
    std::string_view digits = token.text;
    while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != digits.npos)
      digits.remove_suffix(1);
    const bool is_hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    const bool is_octal = !is_hexadecimal && digits.size() > 1 && digits.front() == '0';
    if (is_hexadecimal) digits.remove_prefix(2);
    std::int64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, problem] = std::from_chars(digits.data(), end, value,
                                                 is_hexadecimal ? 16
                                                 : is_octal     ? 8
                                                                : 10);
    if (problem != std::errc() || stop != end || value > largest_unsigned)
      error(token.at, fmt::format("{} is no number of 32 bits", quote_name(token.text)));
    return std::min(value, largest_unsigned);
  }

  // Handlers

  RuleEvent event() {
    RuleEvent out;
    const RuleToken& function = name("a function's name");
    out.function = function.text;
    out.at = function.at;
    expect(".");
    const RuleToken& what = name("'entry' or 'exit'");
    out.is_exit = what.text == "exit" || what.text == "return";
    if (!out.is_exit && what.text != "entry" && what.text != "call")
      error(what.at, fmt::format("{} is no event", quote_name(what.text)),
            "events are entry and exit");
    return out;
  }

  RuleParameter parameter() {
    if (now().kind != Kind::Parameter) fail("a parameter", "such as $1 or $return");
    const RuleToken& token = take();
    RuleParameter out{token.at, 0};
    const std::string_view text = token.text.substr(1);
    if (text == "return") {
      if (!in_exit_) error(token.at, "there is no result before the function's exit");
      return out;
    }
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, out.number);
    const bool is_number = problem == std::errc() && stop == end;
    if (!is_number || out.number == 0 || out.number > most_parameters)
      error(token.at, fmt::format("{} is no parameter", quote_name(token.text)),
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
      error(guard.at, "nothing is watched that could guard this",
            "say what is: state { ... } watch any;");
  }

  // Statements

  void enter(SourceSpan at) {
    if (++depth_ <= deepest) return;
    error(at, "this is nested too deep");
    next_ = tokens_.size() - 1;
    end_reported_ = true;
    throw SyntaxError{};
  }

  void block(std::vector<RuleStatement>& out) {
    const SourceSpan at = now().at;
    expect("{");
    enter(at);
    while (!is("}")) {
      if (is_at_end()) fail("'}'");
      const unsigned outside = depth_;
      try {
        statement(out);
      } catch (const SyntaxError&) {
        depth_ = outside;
        recover_inside();
      }
    }
    take();
    --depth_;
  }

  void statement(std::vector<RuleStatement>& out) {
    if (accept(";")) return;
    if (is("{")) return block(out);
    const RuleToken& first = now();
    RuleStatement read;
    read.at = first.at;
    if (accept("if")) {
      conditional(read);
    } else if (accept("abort") || accept("error")) {
      read.kind = RuleStatement::Kind::Abort;
      if (now().kind == Kind::String) {
        const std::string_view quoted = take().text;
        read.text = quoted.substr(1, quoted.size() - 2);
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
    enter(read.at);
    expect("(");
    read.value = expression();
    expect(")");
    statement(read.then);
    if (accept("else")) statement(read.otherwise);
    --depth_;
  }

  /// x = e, x += e, x -= e, x++, x--, ++x, --x.
  void assignment(RuleStatement& read) {
    const bool steps_up = accept("++");
    const bool steps_down = !steps_up && accept("--");
    const RuleToken& target = name("a statement");
    read.variable = variable_named(target);
    if (steps_up || steps_down) return step(read, target, steps_up ? Op::Add : Op::Subtract);
    if (accept("++")) return step(read, target, Op::Add);
    if (accept("--")) return step(read, target, Op::Subtract);
    const bool adds = accept("+=");
    const bool subtracts = !adds && accept("-=");
    if (!adds && !subtracts) expect("=");
    read.value = expression();
    if (adds || subtracts)
      read.value = binary(adds ? Op::Add : Op::Subtract, variable(target), read.value);
  }

  void step(RuleStatement& read, const RuleToken& target, Op op) {
    RuleExpr one;
    one.at = target.at;
    one.value = 1;
    const RuleExprId from = variable(target);
    read.value = binary(op, from, add(one));
  }

  // Expressions

  RuleExprId add(const RuleExpr& expr) {
    rule_.exprs.push_back(expr);
    return static_cast<RuleExprId>(rule_.exprs.size() - 1);
  }

  RuleExprId binary(Op op, RuleExprId a, RuleExprId b) {
    RuleExpr out;
    out.kind = RuleExpr::Kind::Binary;
    out.at = {rule_.exprs[a].at.begin, std::max(rule_.exprs[a].at.end, rule_.exprs[b].at.end)};
    out.op = op;
    out.a = a;
    out.b = b;
    return add(out);
  }

  std::uint32_t variable_named(const RuleToken& token) {
    if (const RuleVariable* found = find_variable(token.text))
      return static_cast<std::uint32_t>(found - rule_.variables.data());
    SpellingHint hint(token.text);
    for (const RuleVariable& known : rule_.variables) hint.offer(known.name);
    for (const auto& [known, value] : enumerators_) hint.offer(known);
    error(token.at, fmt::format("{} is not declared", quote_name(token.text)), hint.hint());
    throw SyntaxError{};
  }

  RuleExprId variable(const RuleToken& token) {
    RuleExpr out;
    out.at = token.at;
    if (const auto found = enumerators_.find(token.text); found != enumerators_.end()) {
      out.value = found->second;
      return add(out);
    }
    out.kind = RuleExpr::Kind::Variable;
    out.variable = variable_named(token);
    return add(out);
  }

  /// Operators from loose to tight.
  RuleExprId expression() { return operation(0); }

  RuleExprId operation(std::size_t level) {
    static const std::vector<std::vector<std::pair<std::string_view, Op>>> levels = {
        {{"||", Op::Or}},
        {{"&&", Op::And}},
        {{"|", Op::BitOr}},
        {{"^", Op::BitXor}},
        {{"&", Op::BitAnd}},
        {{"==", Op::Equal}, {"!=", Op::NotEqual}},
        {{"<", Op::Less}, {"<=", Op::LessEqual}, {">", Op::Greater}, {">=", Op::GreaterEqual}},
        {{"+", Op::Add}, {"-", Op::Subtract}},
        {{"*", Op::Multiply}}};
    if (level == levels.size()) return unary();
    RuleExprId out = operation(level + 1);
    unsigned chain = 0;
    while (true) {
      const auto found =
          std::ranges::find_if(levels[level], [&](const auto& one) { return is(one.first); });
      if (found == levels[level].end()) return out;
      if (++chain > deepest) fail("a shorter expression");  // it becomes as deep as it is long
      take();
      out = binary(found->second, out, operation(level + 1));
    }
  }

  RuleExprId unary() {
    const SourceSpan at = now().at;
    RuleExpr out;
    out.kind = RuleExpr::Kind::Unary;
    out.at = at;
    if (accept("!"))
      out.op = Op::Not;
    else if (accept("-"))
      out.op = Op::Negate;
    else if (accept("~"))
      out.op = Op::Complement;
    else
      return primary();
    enter(at);
    out.a = unary();
    out.at.end = rule_.exprs[out.a].at.end;
    --depth_;
    return add(out);
  }

  RuleExprId primary() {
    const RuleToken& token = now();
    RuleExpr out;
    out.at = token.at;
    if (accept("(")) {
      enter(token.at);
      const RuleExprId inner = expression();
      expect(")");
      --depth_;
      return inner;
    }
    if (token.kind == Kind::Number) {
      out.value = number(take());
      return add(out);
    }
    if (token.kind == Kind::Parameter) {
      out.kind = RuleExpr::Kind::Parameter;
      out.parameter = parameter();
      return add(out);
    }
    if (is("true") || is("false")) {
      out.value = take().text == "true" ? 1 : 0;
      return add(out);
    }
    if (accept("NULL")) {
      out.kind = RuleExpr::Kind::Null;
      return add(out);
    }
    if (token.kind == Kind::Name) return variable(take());
    fail("an expression");
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

}  // namespace hardbop::rules
