// SPDX-License-Identifier: MIT
// Recursive descent, with a bound on its depth that is an error message. From loosest to
// tightest: c ? a : b; => (to the right); |; ^; &; U R W (to the right); = !=; and the
// operators of one operand.
#include "boolean/logic/parse.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/util/token_stream.hpp"
#include "boolean/logic/propositions.hpp"

namespace hardbop::temporal {

namespace {

constexpr unsigned deepest = 500;
constexpr std::string_view end_of_formula = "the end of the formula";
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

using TokenKind = TextToken::Kind;

constexpr std::array<std::string_view, 24> marks{
    "<=>", "<->", "==>", "[]", "<>", "=>", "->", "==", "!=", "||", "&&", "@",
    "(",   ")",   "[",   "]",  "!",  "~",  "&",  "|",  "^",  "=",  "?",  ":"};
/// "X" is the name X, whatever it looks like; {x==5} is one with its braces.
constexpr std::array quotes{Quote{'"', '"', Quote::Escape::None, true},
                            Quote{'{', '}', Quote::Escape::None, true}};
constexpr TokenSyntax token_syntax{.marks = marks,
                                   .quotes = quotes,
                                   .name_starts = CharacterSet("$#"),
                                   .name_parts = CharacterSet("$#."),
                                   .has_long_numbers = true};

/// Without quotes, which are no part of a name.
std::string_view name_of(const TextToken& token) {
  return token.text.starts_with('"') ? token.inside() : token.text;
}

class Parser {
 public:
  Parser(const SourceFile& source, SourceSpan span, Fragment fragment, Names& names,
         Formula& formula, Diagnostics& diagnostics)
      : tokens_(scan({source.text(), span, token_syntax}), diagnostics,
                {.deepest = deepest, .end = end_of_formula}),
        fragment_(fragment),
        names_(names),
        formula_(formula) {}

  std::optional<NodeId> run() {
    try {
      const NodeId root = conditional();
      if (!tokens_.is_at_end()) unexpected(end_of_formula);
      return root;
    } catch (const SyntaxError&) {
      return std::nullopt;
    }
  }

 private:
  TokenStream tokens_;
  Fragment fragment_;
  Names& names_;
  Formula& formula_;

  [[noreturn]] void fail_here(std::string text, std::string hint = {}) {
    tokens_.fail_at(tokens_.now().at, std::move(text), std::move(hint));
  }
  [[noreturn]] void unexpected(std::string_view wanted) {
    const std::string_view found = tokens_.now().text;
    std::string hint;
    if (found == "*") hint = "'*' is not allowed in formulas";
    if (fragment_ == Fragment::Ctl && binary_operator())
      hint = fmt::format("write E[a {0} b] or A[a {0} b]", found);
    tokens_.fail(wanted, std::move(hint));
  }
  void expect(std::string_view mark) {
    if (!tokens_.accept(mark)) unexpected(fmt::format("'{}'", mark));
  }

  NodeId conditional() {
    const Deeper deeper(tokens_);
    const NodeId condition = implication();
    if (!tokens_.accept("?")) return condition;
    const NodeId a = conditional();
    expect(":");
    const NodeId b = conditional();
    return formula_.disjunction(formula_.conjunction(condition, a),
                                formula_.conjunction(formula_.negation(condition), b));
  }

  NodeId implication() {
    const Deeper deeper(tokens_);
    const NodeId a = disjunction();
    if (!tokens_.accept_one_of({"=>", "->", "==>"})) return a;
    const NodeId b = implication();
    return formula_.disjunction(formula_.negation(a), b);
  }

  NodeId disjunction() {
    NodeId a = exclusive();
    while (tokens_.accept_one_of({"|", "||"})) a = formula_.disjunction(a, exclusive());
    return a;
  }

  NodeId exclusive() {
    NodeId a = conjunction();
    while (tokens_.accept("^")) a = formula_.negation(formula_.equivalence(a, conjunction()));
    return a;
  }

  NodeId conjunction() {
    NodeId a = until();
    while (tokens_.accept_one_of({"&", "&&"})) a = formula_.conjunction(a, until());
    return a;
  }

  NodeId until() {
    const Deeper deeper(tokens_);
    const NodeId a = equality();
    const std::optional<Op> op = binary_operator();
    if (!op || fragment_ == Fragment::Ctl) return a;  // there it belongs to a quantifier
    require_temporal();
    const bool weak = tokens_.now().text == "W";
    tokens_.take();
    const NodeId b = until();
    if (weak) return formula_.temporal(Op::Release, b, formula_.disjunction(a, b));
    return formula_.temporal(*op, a, b);
  }

  /// U, R or W at hand; W is a release with other operands.
  [[nodiscard]] std::optional<Op> binary_operator() const {
    if (tokens_.is("U")) return Op::Until;
    if (tokens_.is("R") || tokens_.is("W")) return Op::Release;
    return std::nullopt;
  }

  NodeId equality() {
    NodeId a = unary();
    while (true) {
      if (tokens_.accept_one_of({"=", "==", "<=>", "<->"})) {
        a = formula_.equivalence(a, unary());
      } else if (tokens_.accept("!=")) {
        a = formula_.negation(formula_.equivalence(a, unary()));
      } else {
        return a;
      }
    }
  }

  NodeId unary() {
    const Deeper deeper(tokens_);
    if (tokens_.accept_one_of({"!", "~"})) return formula_.negation(unary());
    if (tokens_.is("[]")) return letters("G");
    if (tokens_.is("<>")) return letters("F");
    if (tokens_.accept("(")) {
      const NodeId inner = conditional();
      expect(")");
      return inner;
    }
    if (tokens_.is("@")) return label();
    if (tokens_.is(TokenKind::Quoted)) return variable();
    if (tokens_.is(TokenKind::Number)) return number();
    if (tokens_.is(TokenKind::Name)) return word();
    unexpected("a formula");
  }

  NodeId word() {
    const std::string_view text = tokens_.now().text;
    if (text == "true" || text == "false") {
      tokens_.take();
      return formula_.constant(text == "true");
    }
    if (text == "terminated" || text == "failed") {
      tokens_.take();
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
      fail_here(fmt::format("{} needs a path quantifier", quote_name(tokens_.now().text)),
                fmt::format("write E{0} or A{0}", tokens_.now().text.substr(0, 1)));
    require_temporal();
  }
  void require_ctl() {
    if (fragment_ == Fragment::Ltl)
      fail_here("LTL has no path quantifiers", "use Question::ctl for such formulas");
    require_temporal();
  }
  void require_temporal() {
    if (fragment_ == Fragment::Proposition)
      fail_here(
          fmt::format("temporal operator {} is not allowed here", quote_name(tokens_.now().text)));
  }

  /// Temporal operators of one operand, the outermost first.
  NodeId letters(std::string_view text) {
    require_ltl();
    tokens_.take();
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
    tokens_.take();
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
    const NodeId not_a = formula_.negation(a);
    return formula_.negation(until(false, formula_.constant(true), not_a));
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
    tokens_.take();
    expect("[");
    const NodeId a = conditional();
    const std::string_view op = tokens_.now().text;
    if (!binary_operator()) unexpected("'U', 'R' or 'W'");
    tokens_.take();
    const NodeId b = conditional();
    expect("]");
    if (op == "U") return until(all, a, b);
    return op == "R" ? release(all, a, b) : release(all, b, formula_.disjunction(a, b));
  }

  NodeId in_procedure() {
    tokens_.take();
    expect("(");
    const TextToken& token = name();
    expect(")");
    NameProblem problem;
    auto atom = names_.procedure(name_of(token), problem);
    if (!atom) tokens_.fail_at(token.at, std::move(problem.text), std::move(problem.hint));
    return formula_.atom(*std::move(atom));
  }

  NodeId label() {
    tokens_.take();
    const TextToken& token = name();
    NameProblem problem;
    auto atom = names_.label(name_of(token), problem);
    if (!atom) tokens_.fail_at(token.at, std::move(problem.text), std::move(problem.hint));
    return formula_.atom(*std::move(atom));
  }

  /// Numbers can be labels.
  const TextToken& name() {
    if (!tokens_.is(TokenKind::Name) && !tokens_.is(TokenKind::Quoted) &&
        !tokens_.is(TokenKind::Number))
      unexpected("a name");
    return tokens_.take();
  }

  NodeId variable() {
    const TextToken& token = name();
    NameProblem problem;
    auto atom = names_.variable(name_of(token), problem);
    if (!atom) tokens_.fail_at(token.at, std::move(problem.text), std::move(problem.hint));
    return formula_.atom(*std::move(atom));
  }

  NodeId number() {
    const std::string_view text = tokens_.now().text;
    if (text != "0" && text != "1") unexpected("0, 1 or a name");
    tokens_.take();
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
