// SPDX-License-Identifier: MIT
#include "boolean/import/remopla_expression.hpp"

#include <array>
#include <bit>
#include <fmt/format.h>

#include "boolean/import/program_text.hpp"

namespace hardbop::importing {

namespace {

constexpr unsigned deepest_expression = 500;

/// By precedence, the lowest first.
struct Level {
  std::array<std::string_view, 6> symbols;
};
constexpr std::array<Level, 4> levels = {
    {{{"||"}}, {{"^^"}}, {{"&&"}}, {{"==", "!=", "<->", "<=>"}}}};
constexpr Level orders = {{"<", "<=", ">", ">="}};

bool has(const Level& level, const MopedToken& token) {
  if (token.kind != MopedToken::Kind::Symbol) return false;
  for (const std::string_view symbol : level.symbols)
    if (!symbol.empty() && token.text == symbol) return true;
  return false;
}

void expect_bool(const RemoplaValue& value) {
  if (!value.is_bool) throw Refusal{value.at, "expected a Boolean value"};
}

}  // namespace

void RemoplaValue::expect_below(std::uint64_t bound) const {
  if (constant && *constant >= bound)
    throw Refusal{at, fmt::format("{} is out of range", *constant),
                  fmt::format("the values here are 0 to {}", bound - 1)};
}

RemoplaValue RemoplaExpressions::value() {
  if (++depth_ > deepest_expression) throw Refusal{tokens_.look().at, "nested too deeply"};
  RemoplaValue out = binary(0);
  --depth_;
  for (const std::string_view symbol : {"+", "-", "*", "/", "<<", ">>", "&", "|", "^"})
    if (tokens_.is(symbol))
      throw Refusal{tokens_.look().at, "arithmetic is not supported",
                    "numbers can be assigned and compared"};
  return out;
}

std::string RemoplaExpressions::condition() {
  const RemoplaValue out = value();
  expect_bool(out);
  return out.bits.front();
}

RemoplaValue RemoplaExpressions::binary(std::size_t level) {
  const bool is_last = level == levels.size();
  const Level& symbols = is_last ? orders : levels[level];
  const auto next = [&] { return is_last ? operand() : binary(level + 1); };
  RemoplaValue left = next();
  while (has(symbols, tokens_.look())) {
    const MopedToken symbol = tokens_.take();
    const RemoplaValue right = next();
    if (level >= 3) {
      left = comparison(symbol, left, right);
      continue;
    }
    expect_bool(left);
    expect_bool(right);
    const char* const text = symbol.text == "||" ? "|" : symbol.text == "&&" ? "&" : "!=";
    left.bits = {fmt::format("({} {} {})", left.bits.front(), text, right.bits.front())};
  }
  return left;
}

RemoplaValue RemoplaExpressions::comparison(const MopedToken& symbol, const RemoplaValue& a,
                                            const RemoplaValue& b) const {
  if (a.is_bool != b.is_bool) throw Refusal{symbol.at, "a Boolean value is compared with a number"};
  const std::string_view text = symbol.text;
  if (a.is_bool && (text.starts_with('<') || text.starts_with('>')) && text.size() < 3)
    throw Refusal{symbol.at, "expected numbers"};
  const bool is_order = text == "<" || text == "<=" || text == ">" || text == ">=";
  if (!is_order && b.values != 0) a.expect_below(b.values);
  if (!is_order && a.values != 0) b.expect_below(a.values);
  std::string out;
  if (text == "<" || text == ">=") out = less_text(a.bits, b.bits);
  if (text == ">" || text == "<=") out = less_text(b.bits, a.bits);
  if (out.empty()) out = equal_text(a.bits, b.bits);
  const bool is_negated = text == ">=" || text == "<=" || text == "!=";
  return {true, {is_negated ? "!" + out : out}, a.at};
}

RemoplaValue RemoplaExpressions::operand() {
  const SourceSpan at = tokens_.look().at;
  if (tokens_.skip_if("!")) {
    if (++depth_ > deepest_expression) throw Refusal{at, "nested too deeply"};
    RemoplaValue out = operand();
    --depth_;
    expect_bool(out);
    out.bits.front() = "!" + out.bits.front();
    return out;
  }
  if (tokens_.skip_if("(")) {
    RemoplaValue out = value();
    tokens_.expect(")");
    return out;
  }
  return leaf();
}

RemoplaValue RemoplaExpressions::leaf() {
  const MopedToken token = tokens_.look();
  const auto number = [&](std::uint64_t value) {
    return RemoplaValue{
        false, number_bits(value, std::max(1U, static_cast<unsigned>(std::bit_width(value)))),
        token.at, value};
  };
  if (token.kind == MopedToken::Kind::Number) return number(tokens_.take_number());
  if (token.text == "true" || token.text == "false") {
    tokens_.take();
    return {true, {token.text == "true" ? "T" : "F"}, token.at};
  }
  const MopedToken name = tokens_.take_name("a value");
  if (const auto known = scope_.constant(name.text)) return number(*known);
  const RemoplaVariable& found = variable(name);
  return {found.type.kind == RemoplaType::Kind::Bool, found.bits, name.at, {}, found.type.values};
}

const RemoplaVariable& RemoplaExpressions::variable(const MopedToken& name) const {
  const RemoplaVariable* found = nullptr;
  for (const RemoplaVariables* const scope : {locals_, &scope_.globals}) {
    if (scope == nullptr || found != nullptr) continue;
    if (const auto place = scope->find(name.text); place != scope->end()) found = &place->second;
  }
  if (found == nullptr)
    throw Refusal{name.at, fmt::format("{} is not declared", quote_name(name.text))};
  if (tokens_.is("'"))
    throw Refusal{tokens_.look().at, "primed variables are not supported",
                  "write an assignment instead"};
  if (tokens_.is("[")) throw Refusal{tokens_.look().at, "arrays are not supported"};
  if (tokens_.is(".")) throw Refusal{tokens_.look().at, "structures are not supported"};
  return *found;
}

}  // namespace hardbop::importing
