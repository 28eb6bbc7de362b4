// SPDX-License-Identifier: MIT
// Recursive descent, with a bound on how deep formulas nest.
#include "boolean/calculus/parser.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "base/util/token_stream.hpp"

namespace hardbop::calculus {

namespace {

constexpr unsigned deepest = 400;

using TokenKind = TextToken::Kind;
using FormulaKind = FormulaSyntax::Kind;
using ItemKind = ItemSyntax::Kind;

constexpr std::array<std::string_view, 16> keywords{
    "bool", "count", "exists", "false", "forall",   "input",  "limit", "list",
    "mu",   "nu",    "order",  "query", "relation", "struct", "true",  "type"};
constexpr std::array<std::string_view, 25> marks{
    ":=", "..", "<=>", "=>", "<=", ">=", "!=", "<", ">", "=", "|", "&", "!",
    "(",  ")",  "[",   "]",  "{",  "}",  ",",  ";", ":", ".", "+", "-"};
constexpr std::array<std::string_view, 1> comments{"//"};
constexpr TokenSyntax token_syntax{.marks = marks,
                                   .keywords = keywords,
                                   .line_comments = comments,
                                   .name_parts = CharacterSet("'"),
                                   .has_block_comments = true};

std::vector<TextToken> tokens_of(std::string_view text, Diagnostics& diagnostics) {
  std::vector<TextToken> tokens = scan({text, token_syntax});
  report_unknown(tokens, diagnostics);
  return tokens;
}

class Parser {
 public:
  Parser(std::shared_ptr<const SourceFile> source, Diagnostics& diagnostics)
      : tokens_(tokens_of(source->text(), diagnostics), diagnostics, {.deepest = deepest}) {
    syntax_.source = std::move(source);
  }

  Syntax run() {
    while (!tokens_.is_at_end()) {
      try {
        item();
      } catch (const SyntaxError&) {
        while (!tokens_.is_at_end() && !tokens_.is(";")) tokens_.take();
        tokens_.accept(";");
      }
    }
    return std::move(syntax_);
  }

 private:
  TokenStream tokens_;
  Syntax syntax_;

  // Tokens.
  [[nodiscard]] bool at(std::string_view text) const { return tokens_.is(text); }
  [[nodiscard]] bool at_number() const { return tokens_.is(TokenKind::Number); }
  bool accept(std::string_view text) { return tokens_.accept(text); }
  void expect(std::string_view text) { tokens_.expect(text); }
  [[noreturn]] void fail(std::string_view wanted, std::string hint = {}) {
    tokens_.fail(wanted, std::move(hint));
  }
  [[nodiscard]] SourceOffset here() const { return tokens_.now().at.begin; }
  [[nodiscard]] SourceSpan since(SourceOffset begin) const { return tokens_.since(begin); }
  Word name(std::string_view what) {
    const TextToken& token = tokens_.expect(TokenKind::Name, what);
    return {token.text, token.at};
  }
  std::int64_t number() {
    const bool negative = accept("-");
    const TextToken& token = tokens_.expect(TokenKind::Number, "a number");
    std::int64_t value = 0;
    const auto result =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
    constexpr std::int64_t largest = 1'000'000'000;
    if (result.ec != std::errc() || value > largest)
      tokens_.fail_at(token.at, fmt::format("the largest number is {}", largest));
    return negative ? -value : value;
  }
  template <typename Record>
  static Index add(std::vector<Record>& pool, Record record) {
    pool.push_back(std::move(record));
    return static_cast<Index>(pool.size() - 1);
  }

  // Items.
  void item() {
    ItemSyntax out;
    const SourceOffset begin = here();
    if (at("type")) return type_item();
    if (at("input")) return input_item();
    if (at("query")) return query_item();
    if (at("count") || at("list")) return output_item();
    if (at("order")) return order_item();
    if (accept("mu")) {
      out.kind = ItemKind::Mu;
    } else if (accept("nu")) {
      out.kind = ItemKind::Nu;
    } else if (at("relation")) {
      out.kind = ItemKind::Plain;
    } else {
      fail("a definition",
           "one starts with type, input, relation, mu, nu, query, count, list or order");
    }
    accept("relation");
    out.name = name("a relation's name");
    out.parameters = parameters();
    expect(":=");
    out.formula = formula();
    finish(std::move(out), begin);
  }

  void finish(ItemSyntax item, SourceOffset begin) {
    item.at = since(begin);
    expect(";");
    syntax_.items.push_back(std::move(item));
  }

  void type_item() {
    ItemSyntax out;
    const SourceOffset begin = here();
    tokens_.take();
    out.kind = ItemKind::Type;
    out.name = name("a type's name");
    expect("=");
    out.type = type();
    finish(std::move(out), begin);
  }

  void input_item() {
    const SourceOffset begin = here();
    tokens_.take();
    ItemSyntax out;
    if (accept("relation")) {
      out.kind = ItemKind::InputRelation;
      out.name = name("a relation's name");
      out.parameters = parameters();
      return finish(std::move(out), begin);
    }
    if (!accept("type")) fail("'type' or 'relation'");
    do {
      ItemSyntax one;
      one.kind = ItemKind::InputType;
      one.name = name("a type's name");
      one.at = one.name.at;
      syntax_.items.push_back(one);
    } while (accept(","));
    expect(";");
  }

  void query_item() {
    ItemSyntax out;
    const SourceOffset begin = here();
    tokens_.take();
    out.kind = ItemKind::Query;
    out.name = name("the query's name");
    expect(":");
    out.formula = formula();
    finish(std::move(out), begin);
  }

  void output_item() {
    ItemSyntax out;
    const SourceOffset begin = here();
    out.kind = at("count") ? ItemKind::Count : ItemKind::List;
    tokens_.take();
    out.name = name("a relation's name");
    if (out.kind == ItemKind::List && accept("limit")) {
      if (!at_number()) fail("a number");
      out.limit = static_cast<std::uint64_t>(number());
    }
    finish(std::move(out), begin);
  }

  void order_item() {
    ItemSyntax out;
    const SourceOffset begin = here();
    tokens_.take();
    out.kind = ItemKind::Order;
    do out.paths.push_back(path());
    while (accept(","));
    finish(std::move(out), begin);
  }

  std::vector<Binder> parameters() {
    expect("(");
    std::vector<Binder> out;
    if (!at(")")) out = binders();
    expect(")");
    return out;
  }

  /// `x, y: T, z: U`
  std::vector<Binder> binders() {
    std::vector<Binder> out;
    std::size_t untyped = 0;
    while (true) {
      out.push_back({name("a variable's name"), no_index});
      if (accept(",")) continue;
      if (!at(":")) fail("',' or ':'", "each variable has a type: 'x: T'");
      tokens_.take();
      const Index written = type();
      for (; untyped < out.size(); ++untyped) out[untyped].type = written;
      if (!accept(",")) return out;
    }
  }

  // Types.
  Index type() {
    const Deeper deeper(tokens_);
    TypeSyntax out;
    const SourceOffset begin = here();
    if (tokens_.is(TokenKind::Name)) {
      out.kind = TypeSyntax::Kind::Named;
      out.name = name("a type");
    } else if (accept("bool")) {
      if (accept("[")) array(out);
    } else if (accept("{")) {
      out.kind = TypeSyntax::Kind::Enumeration;
      do out.values.push_back(name("a value's name"));
      while (accept(","));
      expect("}");
    } else if (accept("struct")) {
      structure(out);
    } else if (at_number() || at("-")) {
      out.kind = TypeSyntax::Kind::Range;
      out.low = number();
      expect("..");
      out.high = number();
    } else {
      fail("a type", "bool, bool[8], 0..7, {a, b}, struct {x: bool} or a type's name");
    }
    out.at = since(begin);
    return add(syntax_.types, std::move(out));
  }

  void array(TypeSyntax& out) {
    out.kind = TypeSyntax::Kind::Array;
    if (!at_number()) fail("a number", "the number of elements of the array");
    out.low = number();
    expect("]");
  }

  void structure(TypeSyntax& out) {
    out.kind = TypeSyntax::Kind::Structure;
    expect("{");
    for (const Binder& field : binders()) out.fields.push_back({field.name, field.type});
    expect("}");
  }

  // Formulas, from the loosest operator to the tightest.
  Index formula() {
    const Deeper deeper(tokens_);
    const SourceOffset begin = here();
    Index left = implication();
    for (unsigned links = 1; accept("<=>"); ++links) {
      tokens_.bound_chain(links);
      const Index right = implication();
      left = combine(FormulaKind::Iff, {left, right}, begin);
    }
    return left;
  }

  Index implication() {
    const Deeper deeper(tokens_);
    const SourceOffset begin = here();
    const Index left = disjunction();
    if (!accept("=>")) return left;
    const Index right = implication();
    return combine(FormulaKind::Implies, {left, right}, begin);
  }

  Index disjunction() {
    return chain(FormulaKind::Or, "|", [this] { return conjunction(); });
  }
  Index conjunction() {
    return chain(FormulaKind::And, "&", [this] { return unary(); });
  }

  template <typename Operand>
  Index chain(FormulaKind kind, std::string_view mark, const Operand& operand) {
    const SourceOffset begin = here();
    std::vector<Index> operands{operand()};
    while (accept(mark)) operands.push_back(operand());
    return operands.size() == 1 ? operands.front() : combine(kind, std::move(operands), begin);
  }

  Index combine(FormulaKind kind, std::vector<Index> operands, SourceOffset begin) {
    FormulaSyntax out;
    out.kind = kind;
    out.operands = std::move(operands);
    out.at = since(begin);
    return add(syntax_.formulas, std::move(out));
  }

  Index unary() {
    const Deeper deeper(tokens_);
    const SourceOffset begin = here();
    if (accept("!")) return combine(FormulaKind::Not, {unary()}, begin);
    if (accept("(")) {
      const Index inner = formula();
      expect(")");
      return inner;
    }
    if (at("exists") || at("forall")) return quantifier();
    const bool is_name = tokens_.is(TokenKind::Name);
    if (is_name && TokenStream::is_written(tokens_.ahead(1), "(")) return application();
    if (is_name || at("true") || at("false") || at_number() || at("-")) return comparison();
    fail("a formula");
  }

  Index quantifier() {
    FormulaSyntax out;
    const SourceOffset begin = here();
    out.kind = at("exists") ? FormulaKind::Exists : FormulaKind::Forall;
    tokens_.take();
    out.binders = binders();
    if (!accept(".")) fail("'.'", "as in 'exists x: T. R(x)'");
    out.operands = {formula()};
    out.at = since(begin);
    return add(syntax_.formulas, std::move(out));
  }

  Index application() {
    FormulaSyntax out;
    const SourceOffset begin = here();
    out.kind = FormulaKind::Apply;
    out.relation = name("a relation");
    expect("(");
    if (!at(")")) do
        out.terms.push_back(term());
      while (accept(","));
    expect(")");
    out.at = since(begin);
    return add(syntax_.formulas, std::move(out));
  }

  Index comparison() {
    FormulaSyntax out;
    const SourceOffset begin = here();
    out.kind = FormulaKind::Truth;
    out.terms.push_back(term());
    constexpr std::pair<std::string_view, Comparison> signs[] = {
        {"=", Comparison::Equal},   {"!=", Comparison::NotEqual},
        {"<", Comparison::Less},    {"<=", Comparison::LessEqual},
        {">", Comparison::Greater}, {">=", Comparison::GreaterEqual}};
    for (const auto& [sign, comparison] : signs) {
      if (!accept(sign)) continue;
      out.kind = FormulaKind::Compare;
      out.comparison = comparison;
      out.terms.push_back(term());
      break;
    }
    out.at = since(begin);
    return add(syntax_.formulas, std::move(out));
  }

  // Terms.
  Index term() {
    const SourceOffset begin = here();
    TermSyntax constant;
    if (at("true") || at("false")) {
      constant.kind = at("true") ? TermSyntax::Kind::True : TermSyntax::Kind::False;
      tokens_.take();
    } else if (at_number() || at("-")) {
      constant.kind = TermSyntax::Kind::Number;
      constant.number = number();
    } else {
      return sum(path());
    }
    constant.at = since(begin);
    return add(syntax_.terms, std::move(constant));
  }

  Index sum(Index left) {
    while (at("+") || at("-")) {
      const bool minus = at("-");
      tokens_.take();
      if (!at_number()) fail("a number", "only numbers can be added or subtracted");
      const std::int64_t by = number();
      TermSyntax& out = syntax_.terms[left];
      out.added += minus ? -by : by;
      out.at = since(out.at.begin);
    }
    return left;
  }

  Index path() {
    const Deeper deeper(tokens_);
    TermSyntax out;
    out.head = name("a term");
    while (true) {
      if (at(".") && tokens_.ahead(1).kind == TokenKind::Name) {
        tokens_.take();
        const Word field = name("a field");
        out.selectors.push_back({TermSyntax::Selector::Kind::Field, field, 0, no_index, field.at});
      } else if (accept("[")) {
        out.selectors.push_back(element());
      } else {
        out.at = since(out.head.at.begin);
        return add(syntax_.terms, std::move(out));
      }
    }
  }

  TermSyntax::Selector element() {
    TermSyntax::Selector out;
    const SourceOffset begin = here();
    if (at_number()) {
      out.kind = TermSyntax::Selector::Kind::Number;
      out.number = number();
    } else {
      out.kind = TermSyntax::Selector::Kind::Term;
      out.term = sum(path());
    }
    out.at = since(begin);
    expect("]");
    return out;
  }
};

}  // namespace

const TokenSyntax& system_tokens() {
  return token_syntax;
}

Syntax parse(std::shared_ptr<const SourceFile> source, Diagnostics& diagnostics) {
  return Parser(std::move(source), diagnostics).run();
}

}  // namespace hardbop::calculus
