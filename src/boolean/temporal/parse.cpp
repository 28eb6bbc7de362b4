// SPDX-License-Identifier: MIT
// Recursive descent, with a bound on its depth that is an error message. From loosest to
// tightest: c ? a : b; => (to the right); |; ^; &; U R W (to the right); = !=; and the
// operators of one operand.
#include "boolean/temporal/parse.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/temporal/lexer.hpp"
#include "boolean/temporal/propositions.hpp"

namespace hardbop::temporal {

namespace {

constexpr unsigned deepest = 500;
constexpr std::uint64_t largest_proposition = 10'000;

/// Without sharing: a chain of equalities doubles with each.
std::uint64_t size_written_out(const Formula& formula, NodeId root) {
  std::vector<std::uint64_t> sizes(root + std::size_t{1}, 1);
  for (NodeId id = 0; id <= root; ++id) {
    const Node& node = formula.node(id);
    if (node.op == Op::Not) sizes[id] += sizes[node.left];
    if (node.op == Op::And || node.op == Op::Or)
      sizes[id] += std::min(sizes[node.left] + sizes[node.right], largest_proposition);
  }
  return sizes[root];
}

enum class Fragment : std::uint8_t { Ltl, Ctl, Proposition };

/// Those of a Boolean program.
class ProgramNames : public Names {
 public:
  explicit ProgramNames(const bp::Graph& graph) : graph_(graph) {}

  std::optional<Atom> variable(std::string_view name, NameProblem& problem) override {
    return find_variable(graph_, name, problem);
  }
  std::optional<Atom> label(std::string_view name, NameProblem& problem) override {
    return find_label(graph_, name, problem);
  }
  std::optional<Atom> procedure(std::string_view name, NameProblem& problem) override {
    return find_in(graph_, name, problem);
  }

 private:
  const bp::Graph& graph_;
};

/// Thrown within the parser once an error has been reported, and caught by it.
struct Failed {};

class Parser {
 public:
  Parser(const SourceFile& source, SourceSpan span, Fragment fragment, Names& names,
         Formula& formula, Diagnostics& diagnostics)
      : lexer_(source, span),
        fragment_(fragment),
        names_(names),
        formula_(formula),
        diagnostics_(diagnostics),
        token_(lexer_.next()) {}

  std::optional<NodeId> run() {
    try {
      const NodeId root = conditional();
      if (token_.kind != TokenKind::End) unexpected("the end of the formula");
      return root;
    } catch (const Failed&) {
      return std::nullopt;
    }
  }

 private:
  Lexer lexer_;
  Fragment fragment_;
  Names& names_;
  Formula& formula_;
  Diagnostics& diagnostics_;
  Token token_;
  unsigned depth_ = 0;

  [[noreturn]] void fail(SourceSpan at, std::string text, std::string hint = {}) {
    diagnostics_.error(at, std::move(text), std::move(hint));
    throw Failed();
  }
  [[noreturn]] void unexpected(std::string_view wanted) {
    const bool is_open =
        token_.kind == TokenKind::Wrong && (token_.text == "{" || token_.text == "\"");
    if (is_open)
      fail(token_.span, fmt::format("the {} is missing that ends what starts here",
                                    token_.text == "{" ? "'}'" : "second '\"'"));
    std::string hint;
    if (token_.text == "*") hint = "a formula makes no free choice";
    if (fragment_ == Fragment::Ctl && binary_operator())
      hint = fmt::format("write E[a {0} b] or A[a {0} b]", token_.text);
    fail(token_.span, fmt::format("{} expected before {}", wanted, describe(token_)),
         std::move(hint));
  }
  void advance() { token_ = lexer_.next(); }
  bool accept(TokenKind kind) {
    if (token_.kind != kind) return false;
    advance();
    return true;
  }
  void expect(TokenKind kind, std::string_view text) {
    if (!accept(kind)) unexpected(text);
  }
  [[nodiscard]] bool at_word(std::string_view word) const {
    return token_.kind == TokenKind::Name && token_.text == word;
  }

  /// Counts how deep the parser is in.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest)
        parser_.fail(parser_.token_.span, fmt::format("formulas nest at most {} deep", deepest));
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  NodeId conditional() {
    const Level level(*this);
    const NodeId condition = implication();
    if (!accept(TokenKind::Question)) return condition;
    const NodeId a = conditional();
    expect(TokenKind::Colon, "':'");
    const NodeId b = conditional();
    return formula_.disjunction(formula_.conjunction(condition, a),
                                formula_.conjunction(formula_.negation(condition), b));
  }

  NodeId implication() {
    const Level level(*this);
    const NodeId a = disjunction();
    if (!accept(TokenKind::Implies)) return a;
    const NodeId b = implication();
    return formula_.disjunction(formula_.negation(a), b);
  }

  NodeId disjunction() {
    NodeId a = exclusive();
    while (accept(TokenKind::Or)) a = formula_.disjunction(a, exclusive());
    return a;
  }

  NodeId exclusive() {
    NodeId a = conjunction();
    while (accept(TokenKind::Xor)) a = formula_.negation(formula_.equivalence(a, conjunction()));
    return a;
  }

  NodeId conjunction() {
    NodeId a = until();
    while (accept(TokenKind::And)) a = formula_.conjunction(a, until());
    return a;
  }

  NodeId until() {
    const Level level(*this);
    const NodeId a = equality();
    const std::optional<Op> op = binary_operator();
    if (!op || fragment_ == Fragment::Ctl) return a;  // there it belongs to a quantifier
    require_temporal();
    const bool weak = token_.text == "W";
    advance();
    const NodeId b = until();
    if (weak) return formula_.temporal(Op::Release, b, formula_.disjunction(a, b));
    return formula_.temporal(*op, a, b);
  }

  /// U, R or W at hand; W is a release with other operands.
  [[nodiscard]] std::optional<Op> binary_operator() const {
    if (at_word("U")) return Op::Until;
    if (at_word("R") || at_word("W")) return Op::Release;
    return std::nullopt;
  }

  NodeId equality() {
    NodeId a = unary();
    while (true) {
      if (accept(TokenKind::Equal)) {
        a = formula_.equivalence(a, unary());
      } else if (accept(TokenKind::NotEqual)) {
        a = formula_.negation(formula_.equivalence(a, unary()));
      } else {
        return a;
      }
    }
  }

  NodeId unary() {
    const Level level(*this);
    switch (token_.kind) {
      case TokenKind::Not: advance(); return formula_.negation(unary());
      case TokenKind::Always: return letters("G");
      case TokenKind::Eventually: return letters("F");
      case TokenKind::LeftParen: {
        advance();
        const NodeId inner = conditional();
        expect(TokenKind::RightParen, "')'");
        return inner;
      }
      case TokenKind::At: return label();
      case TokenKind::Quoted: return variable();
      case TokenKind::Number: return number();
      case TokenKind::Name: return word();
      default: unexpected("a formula");
    }
  }

  NodeId word() {
    const std::string_view text = token_.text;
    if (text == "true" || text == "false") {
      advance();
      return formula_.constant(text == "true");
    }
    if (text == "terminated" || text == "failed") {
      advance();
      Atom atom;
      atom.kind = text == "failed" ? Atom::Kind::Failed : Atom::Kind::Terminated;
      return formula_.atom(std::move(atom));
    }
    if (text == "in") return in_procedure();
    if (text.size() == 2 && (text[0] == 'E' || text[0] == 'A') && is_letter(text[1]))
      return quantified(text[0] == 'A', text[1]);
    if (text == "E" || text == "A") return quantified_until(text == "A");
    // GF and FG are so usual that they need no blank between.
    if (text.find_first_not_of("XFG") == std::string_view::npos) return letters(text);
    return variable();
  }

  [[nodiscard]] static bool is_letter(char c) { return c == 'X' || c == 'F' || c == 'G'; }

  void require_ltl() {
    if (fragment_ == Fragment::Ctl)
      fail(token_.span, fmt::format("{} needs a quantifier over runs", describe(token_)),
           fmt::format("write E{0} or A{0}", token_.text.substr(0, 1)));
    require_temporal();
  }
  void require_ctl() {
    if (fragment_ == Fragment::Ltl)
      fail(token_.span, "LTL has no quantifiers over runs",
           "Question::ctl decides formulas with them");
    require_temporal();
  }
  void require_temporal() {
    if (fragment_ == Fragment::Proposition)
      fail(token_.span, fmt::format("no temporal operator can stand here: {}", describe(token_)));
  }

  /// Temporal operators of one operand, the outermost first.
  NodeId letters(std::string_view text) {
    require_ltl();
    advance();
    NodeId result = unary();
    for (auto letter = text.rbegin(); letter != text.rend(); ++letter) {
      if (*letter == 'X') {
        result = formula_.temporal(Op::Next, result, result);
      } else if (*letter == 'F') {
        result = formula_.temporal(Op::Until, formula_.constant(true), result);
      } else {
        result = formula_.temporal(Op::Release, formula_.constant(false), result);
      }
    }
    return result;
  }

  NodeId quantified(bool all, char letter) {
    require_ctl();
    advance();
    const NodeId a = unary();
    switch (letter) {
      case 'X': return next(all, a);
      case 'F': return until(all, formula_.constant(true), a);
      default: return globally(all, a);
    }
  }

  NodeId next(bool all, NodeId a) {
    if (!all) return formula_.temporal(Op::ExistsNext, a, a);
    const NodeId other = formula_.negation(a);
    return formula_.negation(formula_.temporal(Op::ExistsNext, other, other));
  }

  NodeId globally(bool all, NodeId a) {
    if (!all) return formula_.temporal(Op::ExistsGlobally, a, a);
    return formula_.negation(until(false, formula_.constant(true), formula_.negation(a)));
  }

  /// A[a U b] fails where b stays false for ever, or until a has become false as well.
  NodeId until(bool all, NodeId a, NodeId b) {
    if (!all) return formula_.temporal(Op::ExistsUntil, a, b);
    const NodeId not_b = formula_.negation(b);
    const NodeId forever = globally(false, not_b);
    const NodeId neither = formula_.conjunction(formula_.negation(a), not_b);
    return formula_.conjunction(formula_.negation(forever),
                                formula_.negation(until(false, not_b, neither)));
  }

  NodeId release(bool all, NodeId a, NodeId b) {
    return formula_.negation(until(!all, formula_.negation(a), formula_.negation(b)));
  }

  NodeId quantified_until(bool all) {
    require_ctl();
    advance();
    expect(TokenKind::LeftBracket, "'['");
    const NodeId a = conditional();
    const std::string_view op = token_.text;
    if (!binary_operator()) unexpected("'U', 'R' or 'W'");
    advance();
    const NodeId b = conditional();
    expect(TokenKind::RightBracket, "']'");
    if (op == "U") return until(all, a, b);
    return op == "R" ? release(all, a, b) : release(all, b, formula_.disjunction(a, b));
  }

  NodeId in_procedure() {
    advance();
    expect(TokenKind::LeftParen, "'('");
    const Token token = name();
    expect(TokenKind::RightParen, "')'");
    NameProblem problem;
    auto atom = names_.procedure(token.text, problem);
    if (!atom) fail(token.span, std::move(problem.text), std::move(problem.hint));
    return formula_.atom(*std::move(atom));
  }

  NodeId label() {
    advance();
    const Token token = name();
    NameProblem problem;
    auto atom = names_.label(token.text, problem);
    if (!atom) fail(token.span, std::move(problem.text), std::move(problem.hint));
    return formula_.atom(*std::move(atom));
  }

  /// Numbers can be labels.
  Token name() {
    if (token_.kind != TokenKind::Name && token_.kind != TokenKind::Quoted &&
        token_.kind != TokenKind::Number)
      unexpected("a name");
    const Token token = token_;
    advance();
    return token;
  }

  NodeId variable() {
    const Token token = name();
    NameProblem problem;
    auto atom = names_.variable(token.text, problem);
    if (!atom) fail(token.span, std::move(problem.text), std::move(problem.hint));
    return formula_.atom(*std::move(atom));
  }

  NodeId number() {
    const std::string_view text = token_.text;
    if (text != "0" && text != "1") unexpected("0, 1 or a name");
    advance();
    return formula_.constant(text == "1");
  }
};

}  // namespace

std::optional<Formula> parse_formula(const SourceFile& source, SourceSpan span, Logic logic,
                                     const bp::Graph& graph, Diagnostics& diagnostics) {
  ProgramNames names(graph);
  return parse_formula(source, span, logic, names, diagnostics);
}

std::optional<Formula> parse_formula(const SourceFile& source, SourceSpan span, Logic logic,
                                     Names& names, Diagnostics& diagnostics) {
  Formula formula;
  const Fragment fragment = logic == Logic::Ltl ? Fragment::Ltl : Fragment::Ctl;
  const auto root = Parser(source, span, fragment, names, formula, diagnostics).run();
  if (!root) return std::nullopt;
  formula.set_root(*root);
  return formula;
}

std::optional<NodeId> parse_proposition(const SourceFile& source, SourceSpan span,
                                        const bp::Graph& graph, Formula& formula,
                                        Diagnostics& diagnostics) {
  ProgramNames names(graph);
  const auto root = Parser(source, span, Fragment::Proposition, names, formula, diagnostics).run();
  if (!root || size_written_out(formula, *root) <= largest_proposition) return root;
  diagnostics.error(span, "the proposition is too large");
  return std::nullopt;
}

}  // namespace hardbop::temporal
