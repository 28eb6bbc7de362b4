// SPDX-License-Identifier: MIT
// Recursive descent, with a bound on how deep formulas nest.
#include "boolean/calculus/parser.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "boolean/calculus/lexer.hpp"

namespace hardbop::calculus {

namespace {

constexpr int deepest = 400;

using FormulaKind = FormulaSyntax::Kind;
using ItemKind = ItemSyntax::Kind;

/// Unwinds to the end of the item; it has been reported.
struct SyntaxError {};

class Parser {
 public:
  Parser(std::shared_ptr<const SourceFile> source, Diagnostics& diagnostics)
      : diagnostics_(diagnostics), tokens_(tokenise(source->text(), diagnostics)) {
    syntax_.source = std::move(source);
  }

  Syntax run() {
    while (!at(TokenKind::EndOfFile)) {
      try {
        item();
      } catch (const SyntaxError&) {
        depth_ = 0;
        while (!at(TokenKind::EndOfFile) && !at(TokenKind::Semicolon)) ++next_;
        accept(TokenKind::Semicolon);
      }
    }
    return std::move(syntax_);
  }

 private:
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  Syntax syntax_;
  std::size_t next_ = 0;
  int depth_ = 0;

  // Tokens.
  [[nodiscard]] const Token& token() const { return tokens_[next_]; }
  [[nodiscard]] bool at(TokenKind kind) const { return token().kind == kind; }
  bool accept(TokenKind kind) {
    if (!at(kind)) return false;
    if (kind != TokenKind::EndOfFile) ++next_;
    return true;
  }
  [[noreturn]] void fail(std::string wanted, std::string hint = {}) {
    const bool named = at(TokenKind::Name) || at(TokenKind::Number);
    const std::string found =
        named ? quote_name(syntax_.source->text(token().span)) : describe(token().kind);
    diagnostics_.error(token().span, fmt::format("expected {}, not {}", wanted, found),
                       std::move(hint));
    throw SyntaxError();
  }
  void expect(TokenKind kind) {
    if (!accept(kind)) fail(describe(kind));
  }
  [[nodiscard]] SourceSpan since(SourceOffset begin) const {
    return {begin, next_ == 0 ? begin : tokens_[next_ - 1].span.end};
  }
  Word name(std::string_view what) {
    if (!at(TokenKind::Name)) fail(std::string(what));
    const SourceSpan span = token().span;
    ++next_;
    return {syntax_.source->text(span), span};
  }
  std::int64_t number() {
    const bool negative = accept(TokenKind::Minus);
    if (!at(TokenKind::Number)) fail("a number");
    const std::string_view digits = syntax_.source->text(token().span);
    std::int64_t value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    constexpr std::int64_t largest = 1'000'000'000;
    if (result.ec != std::errc() || value > largest) {
      diagnostics_.error(token().span, fmt::format("numbers go up to {}", largest));
      throw SyntaxError();
    }
    ++next_;
    return negative ? -value : value;
  }
  template <typename Record>
  static Index add(std::vector<Record>& pool, Record record) {
    pool.push_back(std::move(record));
    return static_cast<Index>(pool.size() - 1);
  }

  /// Counts how deep we are.
  class Deeper {
   public:
    explicit Deeper(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest) parser_.too_deep();
    }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { --parser_.depth_; }

   private:
    Parser& parser_;
  };
  [[noreturn]] void too_deep() {
    diagnostics_.error(token().span, fmt::format("nested more than {} deep", deepest));
    throw SyntaxError();
  }

  // Items.
  void item() {
    ItemSyntax out;
    const SourceOffset begin = token().span.begin;
    switch (token().kind) {
      case TokenKind::Type: return type_item();
      case TokenKind::Input: return input_item();
      case TokenKind::Relation: out.kind = ItemKind::Plain; break;
      case TokenKind::Mu: out.kind = ItemKind::Mu; break;
      case TokenKind::Nu: out.kind = ItemKind::Nu; break;
      case TokenKind::Query: return query_item();
      case TokenKind::Count:
      case TokenKind::List: return output_item();
      case TokenKind::Order: return order_item();
      default:
        fail("a definition",
             "one starts with type, input, relation, mu, nu, query, count, list or order");
    }
    ++next_;
    accept(TokenKind::Relation);
    out.name = name("a relation's name");
    out.parameters = parameters();
    expect(TokenKind::Define);
    out.formula = formula();
    finish(std::move(out), begin);
  }

  void finish(ItemSyntax item, SourceOffset begin) {
    item.at = since(begin);
    expect(TokenKind::Semicolon);
    syntax_.items.push_back(std::move(item));
  }

  void type_item() {
    ItemSyntax out;
    const SourceOffset begin = token().span.begin;
    ++next_;
    out.kind = ItemKind::Type;
    out.name = name("a type's name");
    expect(TokenKind::Equal);
    out.type = type();
    finish(std::move(out), begin);
  }

  void input_item() {
    const SourceOffset begin = token().span.begin;
    ++next_;
    ItemSyntax out;
    if (accept(TokenKind::Relation)) {
      out.kind = ItemKind::InputRelation;
      out.name = name("a relation's name");
      out.parameters = parameters();
      return finish(std::move(out), begin);
    }
    if (!accept(TokenKind::Type)) fail("'type' or 'relation'");
    do {
      ItemSyntax one;
      one.kind = ItemKind::InputType;
      one.name = name("a type's name");
      one.at = one.name.at;
      syntax_.items.push_back(one);
    } while (accept(TokenKind::Comma));
    expect(TokenKind::Semicolon);
  }

  void query_item() {
    ItemSyntax out;
    const SourceOffset begin = token().span.begin;
    ++next_;
    out.kind = ItemKind::Query;
    out.name = name("the query's name");
    expect(TokenKind::Colon);
    out.formula = formula();
    finish(std::move(out), begin);
  }

  void output_item() {
    ItemSyntax out;
    const SourceOffset begin = token().span.begin;
    out.kind = at(TokenKind::Count) ? ItemKind::Count : ItemKind::List;
    ++next_;
    out.name = name("a relation's name");
    if (out.kind == ItemKind::List && accept(TokenKind::Limit)) {
      if (!at(TokenKind::Number)) fail("a number");
      out.limit = static_cast<std::uint64_t>(number());
    }
    finish(std::move(out), begin);
  }

  void order_item() {
    ItemSyntax out;
    const SourceOffset begin = token().span.begin;
    ++next_;
    out.kind = ItemKind::Order;
    do out.paths.push_back(path());
    while (accept(TokenKind::Comma));
    finish(std::move(out), begin);
  }

  std::vector<Binder> parameters() {
    expect(TokenKind::LeftParen);
    std::vector<Binder> out;
    if (!at(TokenKind::RightParen)) out = binders();
    expect(TokenKind::RightParen);
    return out;
  }

  /// `x, y: T, z: U`
  std::vector<Binder> binders() {
    std::vector<Binder> out;
    std::size_t untyped = 0;
    while (true) {
      out.push_back({name("a variable's name"), no_index});
      if (accept(TokenKind::Comma)) continue;
      if (!at(TokenKind::Colon)) fail("',' or ':'", "each variable has a type: 'x: T'");
      ++next_;
      const Index written = type();
      for (; untyped < out.size(); ++untyped) out[untyped].type = written;
      if (!accept(TokenKind::Comma)) return out;
    }
  }

  // Types.
  Index type() {
    const Deeper deeper(*this);
    TypeSyntax out;
    const SourceOffset begin = token().span.begin;
    switch (token().kind) {
      case TokenKind::Name:
        out.kind = TypeSyntax::Kind::Named;
        out.name = name("a type");
        break;
      case TokenKind::Bool:
        ++next_;
        if (accept(TokenKind::LeftBracket)) {
          out.kind = TypeSyntax::Kind::Array;
          if (!at(TokenKind::Number)) fail("a number", "how many elements the array has");
          out.low = number();
          expect(TokenKind::RightBracket);
        }
        break;
      case TokenKind::LeftBrace:
        ++next_;
        out.kind = TypeSyntax::Kind::Enumeration;
        do out.values.push_back(name("a value's name"));
        while (accept(TokenKind::Comma));
        expect(TokenKind::RightBrace);
        break;
      case TokenKind::Struct: structure(out); break;
      case TokenKind::Number:
      case TokenKind::Minus:
        out.kind = TypeSyntax::Kind::Range;
        out.low = number();
        expect(TokenKind::DotDot);
        out.high = number();
        break;
      default: fail("a type", "bool, bool[8], 0..7, {a, b}, struct {x: bool} or a type's name");
    }
    out.at = since(begin);
    return add(syntax_.types, std::move(out));
  }

  void structure(TypeSyntax& out) {
    ++next_;
    out.kind = TypeSyntax::Kind::Structure;
    expect(TokenKind::LeftBrace);
    for (const Binder& field : binders()) out.fields.push_back({field.name, field.type});
    expect(TokenKind::RightBrace);
  }

  // Formulas, from the loosest operator to the tightest.
  Index formula() {
    const Deeper deeper(*this);
    const SourceOffset begin = token().span.begin;
    Index left = implication();
    for (int links = depth_; accept(TokenKind::Iff);) {
      if (++links > deepest) too_deep();
      const Index right = implication();
      left = combine(FormulaKind::Iff, {left, right}, begin);
    }
    return left;
  }

  Index implication() {
    const Deeper deeper(*this);
    const SourceOffset begin = token().span.begin;
    const Index left = disjunction();
    if (!accept(TokenKind::Implies)) return left;
    const Index right = implication();
    return combine(FormulaKind::Implies, {left, right}, begin);
  }

  Index disjunction() {
    return chain(FormulaKind::Or, TokenKind::Or, [this] { return conjunction(); });
  }
  Index conjunction() {
    return chain(FormulaKind::And, TokenKind::And, [this] { return unary(); });
  }

  template <typename Operand>
  Index chain(FormulaKind kind, TokenKind mark, const Operand& operand) {
    const SourceOffset begin = token().span.begin;
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
    const Deeper deeper(*this);
    const SourceOffset begin = token().span.begin;
    switch (token().kind) {
      case TokenKind::Not: ++next_; return combine(FormulaKind::Not, {unary()}, begin);
      case TokenKind::LeftParen: {
        ++next_;
        const Index inner = formula();
        expect(TokenKind::RightParen);
        return inner;
      }
      case TokenKind::Exists:
      case TokenKind::Forall: return quantifier();
      case TokenKind::Name:
        if (tokens_[next_ + 1].kind == TokenKind::LeftParen) return application();
        return comparison();
      case TokenKind::True:
      case TokenKind::False:
      case TokenKind::Number:
      case TokenKind::Minus: return comparison();
      default: fail("a formula");
    }
  }

  Index quantifier() {
    FormulaSyntax out;
    const SourceOffset begin = token().span.begin;
    out.kind = at(TokenKind::Exists) ? FormulaKind::Exists : FormulaKind::Forall;
    ++next_;
    out.binders = binders();
    if (!accept(TokenKind::Dot)) fail("'.'", "as in 'exists x: T. R(x)'");
    out.operands = {formula()};
    out.at = since(begin);
    return add(syntax_.formulas, std::move(out));
  }

  Index application() {
    FormulaSyntax out;
    const SourceOffset begin = token().span.begin;
    out.kind = FormulaKind::Apply;
    out.relation = name("a relation");
    expect(TokenKind::LeftParen);
    if (!at(TokenKind::RightParen)) do
        out.terms.push_back(term());
      while (accept(TokenKind::Comma));
    expect(TokenKind::RightParen);
    out.at = since(begin);
    return add(syntax_.formulas, std::move(out));
  }

  Index comparison() {
    FormulaSyntax out;
    const SourceOffset begin = token().span.begin;
    out.kind = FormulaKind::Truth;
    out.terms.push_back(term());
    constexpr std::pair<TokenKind, Comparison> signs[] = {
        {TokenKind::Equal, Comparison::Equal},
        {TokenKind::NotEqual, Comparison::NotEqual},
        {TokenKind::Less, Comparison::Less},
        {TokenKind::LessEqual, Comparison::LessEqual},
        {TokenKind::Greater, Comparison::Greater},
        {TokenKind::GreaterEqual, Comparison::GreaterEqual}};
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
    const SourceOffset begin = token().span.begin;
    TermSyntax constant;
    switch (token().kind) {
      case TokenKind::True:
      case TokenKind::False:
        constant.kind = at(TokenKind::True) ? TermSyntax::Kind::True : TermSyntax::Kind::False;
        ++next_;
        break;
      case TokenKind::Number:
      case TokenKind::Minus:
        constant.kind = TermSyntax::Kind::Number;
        constant.number = number();
        break;
      default: return sum(path());
    }
    constant.at = since(begin);
    return add(syntax_.terms, std::move(constant));
  }

  Index sum(Index left) {
    while (at(TokenKind::Plus) || at(TokenKind::Minus)) {
      const bool minus = at(TokenKind::Minus);
      ++next_;
      if (!at(TokenKind::Number)) fail("a number", "only numbers can be added or subtracted");
      const std::int64_t by = number();
      TermSyntax& out = syntax_.terms[left];
      out.added += minus ? -by : by;
      out.at = since(out.at.begin);
    }
    return left;
  }

  Index path() {
    const Deeper deeper(*this);
    TermSyntax out;
    out.head = name("a term");
    while (true) {
      if (at(TokenKind::Dot) && tokens_[next_ + 1].kind == TokenKind::Name) {
        ++next_;
        const Word field = name("a field");
        out.selectors.push_back({TermSyntax::Selector::Kind::Field, field, 0, no_index, field.at});
      } else if (accept(TokenKind::LeftBracket)) {
        out.selectors.push_back(element());
      } else {
        out.at = since(out.head.at.begin);
        return add(syntax_.terms, std::move(out));
      }
    }
  }

  TermSyntax::Selector element() {
    TermSyntax::Selector out;
    const SourceOffset begin = token().span.begin;
    if (at(TokenKind::Number)) {
      out.kind = TermSyntax::Selector::Kind::Number;
      out.number = number();
    } else {
      out.kind = TermSyntax::Selector::Kind::Term;
      out.term = sum(path());
    }
    out.at = since(begin);
    expect(TokenKind::RightBracket);
    return out;
  }
};

}  // namespace

Syntax parse(std::shared_ptr<const SourceFile> source, Diagnostics& diagnostics) {
  return Parser(std::move(source), diagnostics).run();
}

}  // namespace hardbop::calculus
