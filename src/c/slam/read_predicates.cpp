// SPDX-License-Identifier: MIT
// Clang reads the expressions in formulas (c/verify/formulas.hpp). Predicates are read here,
// because they use the variables of the model: results, cells, locals that hide others. Predicates
// that the loop found can be read again unchanged.
#include "c/slam/read_predicates.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "c/slam/names.hpp"
#include "c/slam/predicates.hpp"
#include "c/text/expression_value.hpp"

namespace hardbop::slam {

namespace {

using c::TextNode;
using c::TextValue;
using words::Op;
using words::Width;
using TokenKind = TextToken::Kind;

constexpr unsigned deepest = 200;

/// What the front end made up is called $1.
TokenSyntax predicate_tokens() {
  TokenSyntax out = c::expression_tokens();
  out.name_starts = CharacterSet("$");
  out.name_parts = CharacterSet("$@");  // x@1: of thread 1
  return out;
}

/// `f` of `f: x == 5`, but not of `f::x`.
constexpr std::array<std::string_view, 2> colons{":", "::"};
constexpr TokenSyntax prefix_tokens{
    .marks = colons, .name_starts = CharacterSet("$"), .name_parts = CharacterSet("$.")};

bool are_adjacent(const TextToken& a, const TextToken& b) {
  return a.at.end == b.at.begin;
}

/// Of a predicate's line, up to its comment: // or, where no name goes on, #.
std::vector<TextToken> tokens_of(std::string_view text, SourceSpan line) {
  const TokenSyntax syntax = predicate_tokens();
  std::vector<TextToken> out;
  for (Scanner scanner(text, line, syntax);;) {
    const TextToken token = scanner.next();
    const bool goes_on = !out.empty() && are_adjacent(out.back(), token) &&
                         (out.back().kind == TokenKind::Name ||
                          out.back().kind == TokenKind::Number || out.back().text == "]");
    const bool is_comment = token.text == "//" || (token.text == "#" && !goes_on);
    if (is_comment || token.kind == TokenKind::End) {
      out.push_back({TokenKind::End, {token.at.begin, token.at.begin}, {}});
      return out;
    }
    out.push_back(token);
  }
}

/// Variables by name, as a function sees them.
class PredicateNames : public c::TextNames {
 public:
  PredicateNames(std::string_view text, const Procedures& procedures, const VariableNames& names,
                 FunctionId scope)
      : text_(text), procedures_(procedures), names_(names), scope_(scope) {}

  [[nodiscard]] bool is_name(const TokenStream& tokens) const override {
    return tokens.is(TokenKind::Name) ||
           (tokens.is("::") && part(tokens, tokens.now().at.begin) != 0);
  }

  [[nodiscard]] TextNode name(TokenStream& tokens) override {
    TextNode out;
    out.kind = TextNode::Kind::Name;
    out.at = path(tokens);
    const std::string_view name = text_.substr(out.at.begin, out.at.end - out.at.begin);
    const auto found = names_.find(name, scope_);
    const bool is_array = found && names_.is_array(*found);
    if (tokens.is("(") || (tokens.is("[") && !is_array) || tokens.is("->")) refuse(tokens);
    if (!found) fail_unknown(tokens, name, out.at);
    if (is_array && !tokens.is("[")) fail_parts(tokens, name, out.at);
    if (is_array) out.kind = TextNode::Kind::Element;
    out.value = *found;
    out.type = names_.type(*found);
    return out;
  }

  void refuse(TokenStream& tokens) const override {
    const SourceSpan at = tokens.now().at;
    if (tokens.accept_one_of({"->", "*"}))
      tokens.fail_at(at, "predicates cannot dereference pointers; use the variable's name");
    if (tokens.accept_one_of(
            {"++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}))
      tokens.fail_at(at, "predicates cannot contain assignments");
    if (tokens.accept("(")) tokens.fail_at(at, "predicates cannot call functions");
    if (tokens.accept("["))
      tokens.fail_at(at, "an index in a predicate must be a constant without spaces, as in a[3]");
    if (tokens.accept("&")) tokens.fail_at(at, "predicates cannot contain addresses");
  }

 private:
  std::string_view text_;
  const Procedures& procedures_;
  const VariableNames& names_;
  FunctionId scope_;

  /// The name with its cells, as far as it goes without blanks: f::s.a[3]#2. Of an array, without
  /// its index.
  [[nodiscard]] SourceSpan path(TokenStream& tokens) const {
    const SourceOffset begin = tokens.now().at.begin;
    if (!tokens.is("::")) tokens.take();
    while (std::size_t more = part(tokens, begin)) {
      if (tokens.is("[") && is_array(tokens.since(begin))) break;
      for (; more > 0; --more) tokens.take();
    }
    return tokens.since(begin);
  }

  [[nodiscard]] bool is_array(SourceSpan at) const {
    const auto found = names_.find(text_.substr(at.begin, at.end - at.begin), scope_);
    return found && names_.is_array(*found);
  }

  /// How many tokens go on with a name that starts there.
  [[nodiscard]] static std::size_t part(const TokenStream& tokens, SourceOffset begin) {
    const TextToken& first = tokens.now();
    const TextToken& second = tokens.ahead(1);
    const bool is_start = first.at.begin == begin;
    if (!is_start && tokens.since(begin).end != first.at.begin) return 0;
    if (first.kind == TokenKind::End || !are_adjacent(first, second)) return 0;
    const bool is_number =
        second.kind == TokenKind::Number && std::ranges::all_of(second.text, is_digit);
    const bool is_word = second.kind == TokenKind::Name || second.kind == TokenKind::Number;
    if (first.text == "::") return second.kind == TokenKind::Name ? 2 : 0;
    if (first.text == ".") return is_word ? 2 : 0;
    if (first.text == "#") return is_number ? 2 : 0;
    const TextToken& third = tokens.ahead(2);
    const bool is_index = first.text == "[" && is_number && third.text == "]";
    return is_index && are_adjacent(second, third) ? 3 : 0;
  }

  [[noreturn]] static void fail_parts(TokenStream& tokens, std::string_view name, SourceSpan at) {
    tokens.fail_at(at,
                   fmt::format("{} is not a number; use one of its parts, such as {}[0] or {}.f",
                               quote_name(name), name, name));
  }

  [[noreturn]] void fail_unknown(TokenStream& tokens, std::string_view name, SourceSpan at) const {
    if (name == "sizeof") tokens.fail_at(at, "predicates cannot contain sizeof");
    if (names_.has_parts(name, scope_)) fail_parts(tokens, name, at);
    SpellingHint hint(name);
    names_.offer(hint, scope_);
    if (scope_ == everybody)
      tokens.fail_at(at,
                     fmt::format("no global variable {}; write f::x for a local of function f",
                                 quote_name(name)),
                     hint.hint());
    tokens.fail_at(at,
                   fmt::format("no variable {} in {}, and no global variable of that name",
                               quote_name(name), procedures_.of(scope_).name),
                   hint.hint());
  }
};

/// As expressions over the model's variables.
class PredicateMeaning : public c::TextMeaning {
 public:
  PredicateMeaning(Procedures& procedures, Diagnostics& diagnostics)
      : procedures_(procedures),
        expressions_(procedures.expressions()),
        diagnostics_(diagnostics) {}

 protected:
  ExprId constant(WordType type, std::uint64_t value) override {
    return expressions_.constant(static_cast<Width>(type.bits), value);
  }
  ExprId unary(Op op, ExprId a) override { return expressions_.unary(op, a); }
  ExprId binary(Op op, ExprId a, ExprId b) override { return expressions_.binary(op, a, b); }
  ExprId conditional(ExprId condition, ExprId a, ExprId b) override {
    return expressions_.conditional(condition, a, b);
  }
  ExprId resize(ExprId a, WordType type, bool is_signed) override {
    return expressions_.resize(a, static_cast<Width>(type.bits), is_signed);
  }
  ExprId is_not_zero(ExprId a) override {
    const ExprId zero = expressions_.constant(expressions_.width(a), 0);
    return expressions_.unary(Op::Not, expressions_.binary(Op::Equal, a, zero));
  }
  bool is_constant(ExprId a) const override { return expressions_.is_constant(a); }
  bool is_zero(ExprId a) const override { return expressions_.is_constant(a, 0); }
  TextValue name(const TextNode& node) override {
    return {procedures_.leaf(static_cast<VariableId>(node.value)), node.type};
  }
  /// An index counts modulo what the array has, as its own index does.
  TextValue element(const TextNode& node, const TextValue& index) override {
    const ExprId array = procedures_.leaf(static_cast<VariableId>(node.value));
    const ExprId at = expressions_.resize(index.id, expressions_.sort(array).index,
                                          !index.is_truth && index.type.is_signed);
    return {expressions_.select(array, at), node.type};
  }
  TextValue problem(SourceSpan at, std::string text) override {
    diagnostics_.error(at, std::move(text));
    throw SyntaxError();
  }

 private:
  Procedures& procedures_;
  words::Expressions& expressions_;
  Diagnostics& diagnostics_;
};

class Reader {
 public:
  Reader(const SourceFile& file, Procedures& procedures, Diagnostics& diagnostics)
      : text_(file.text()),
        procedures_(procedures),
        diagnostics_(diagnostics),
        names_(procedures),
        predicates_(procedures),
        meaning_(procedures, diagnostics) {}

  [[nodiscard]] std::vector<ExprId> run() {
    std::vector<ExprId> out;
    for (std::size_t start = 0; start < text_.size();) {
      const std::size_t newline = std::min(text_.find('\n', start), text_.size());
      try {
        const auto condition =
            line({static_cast<SourceOffset>(start), static_cast<SourceOffset>(newline)});
        if (condition) out.push_back(*condition);
      } catch (const SyntaxError&) {
        // It has been reported; other lines are predicates all the same.
      }
      start = newline + 1;
    }
    return out;
  }

 private:
  std::string_view text_;
  Procedures& procedures_;
  Diagnostics& diagnostics_;
  VariableNames names_;
  Predicates predicates_;
  PredicateMeaning meaning_;

  /// Nothing where there is none.
  std::optional<ExprId> line(SourceSpan span) {
    const SourceOffset start = Scanner(text_, span, prefix_tokens).next().at.begin;
    const FunctionId scope = function_prefix(span);
    TokenStream tokens(tokens_of(text_, span), diagnostics_,
                       {.deepest = deepest, .end = "the end of the predicate"});
    if (tokens.is_at_end() && scope == everybody) return std::nullopt;
    PredicateNames names(text_, procedures_, names_, scope);
    const c::ExpressionText read = c::read_expression(
        tokens, names, {.long_bits = procedures_.program().data_model.pointer_bits});
    if (!tokens.is_at_end()) {
      names.refuse(tokens);
      tokens.fail("an operator");
    }
    const ExprId condition = meaning_.truth(meaning_.value(read));
    if (!predicates_.scope(condition))
      tokens.fail_at({start, tokens.now().at.end},
                     "a predicate can use variables of one function only");
    return condition;
  }

  /// Moves the start of the line behind `f:`.
  FunctionId function_prefix(SourceSpan& span) {
    Scanner scanner(text_, span, prefix_tokens);
    const TextToken name = scanner.next();
    const TextToken colon = scanner.next();
    if (name.kind != TokenKind::Name || colon.text != ":") return everybody;
    span.begin = colon.at.end;
    SpellingHint hint(name.text);
    for (const Procedure& procedure : procedures_.all()) {
      if (procedure.name == name.text) return procedure.function;
      hint.offer(procedure.name);
    }
    diagnostics_.error(name.at,
                       fmt::format("no function {}, or it is never called", quote_name(name.text)),
                       hint.hint());
    throw SyntaxError();
  }
};

}  // namespace

std::vector<ExprId> read_predicates(const SourceFile& file, Procedures& procedures,
                                    Diagnostics& diagnostics) {
  return Reader(file, procedures, diagnostics).run();
}

}  // namespace hardbop::slam
