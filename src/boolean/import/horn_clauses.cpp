// SPDX-License-Identifier: MIT
// A predicate becomes a procedure that comes to its end for exactly those arguments for which the
// predicate can be derived: it chooses a clause, and the clause's procedure chooses values of its
// variables, assumes its constraint and that its head has these arguments, and calls the
// predicates of its body. Derivations are finite trees, and so are calls that end. Clauses whose
// head is false are chosen by main.
#include "boolean/import/horn_clauses.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>
#include <vector>

#include "boolean/import/program_text.hpp"
#include "boolean/import/s_expression.hpp"

namespace hardbop::importing {

namespace {

struct HornPredicate {
  std::size_t arguments = 0;
  std::vector<std::size_t> clauses;  // that have it as head
};

/// While a clause is written.
struct HornClause {
  std::map<std::string, std::string> names;  // of variables and lets, as the program has them
  std::vector<std::string> locals;
  std::string body;
  std::size_t disjunctions = 0;  // so many were written
};

class HornReader {
 public:
  explicit HornReader(std::string_view text) : commands_(read_s_expressions(text)) {}

  std::string run() {
    bool asks = false;
    for (const SExpression& command : commands_) {
      if (command.begins("exit")) break;
      if (asks && (command.begins("check-sat") || command.begins("assert")))
        throw Refusal{command.at, "this comes after (check-sat), which must ask about all clauses",
                      "put each question into a file of its own"};
      asks |= read(command);
    }
    if (!asks)
      throw Refusal{commands_.empty() ? SourceSpan() : commands_.back().at,
                    "there is no (check-sat)"};
    return write();
  }

 private:
  std::vector<SExpression> commands_;
  std::map<std::string, HornPredicate, std::less<>> predicates_;
  std::vector<std::string> clauses_;  // their procedures
  std::vector<std::size_t> queries_;  // clauses whose head is false

  /// Whether it asks for a solution.
  bool read(const SExpression& command) {
    if (command.begins("check-sat")) return true;
    if (command.begins("declare-fun") || command.begins("declare-rel")) {
      declare(command);
    } else if (command.begins("assert")) {
      if (command.parts.size() != 2) throw Refusal{command.at, "assert has one formula"};
      clause(command.parts[1]);
    } else if (command.begins("set-logic")) {
      if (command.parts.size() != 2 || !command.parts[1].is("HORN"))
        throw Refusal{command.at, "only the logic HORN is supported"};
    } else if (!command.begins("set-info") && !command.begins("set-option") &&
               !command.begins("get-model")) {
      throw Refusal{command.at, "this command is not supported",
                    "Horn clauses have set-logic, declare-fun, assert and check-sat"};
    }
    return false;
  }

  void declare(const SExpression& command) {
    const bool is_function = command.begins("declare-fun");
    const std::size_t count = is_function ? 4 : 3;
    if (command.parts.size() != count || command.parts[1].is_list || !command.parts[2].is_list)
      throw Refusal{command.at, "expected a name, sorts and the sort Bool"};
    for (const SExpression& sort : command.parts[2].parts) expect_bool(sort);
    if (is_function) expect_bool(command.parts[3]);
    const bool is_new = predicates_
                            .try_emplace(std::string(command.parts[1].word),
                                         HornPredicate{command.parts[2].parts.size(), {}})
                            .second;
    if (!is_new) throw Refusal{command.parts[1].at, "declared twice"};
  }

  static void expect_bool(const SExpression& sort) {
    if (!sort.is("Bool"))
      throw Refusal{sort.at, "only the sort Bool is supported",
                    "clauses over integers or bit-vectors are for other solvers"};
  }

  // Clauses

  void clause(const SExpression& formula) {
    HornClause clause;
    const SExpression* inside = &formula;
    while (inside->begins("forall")) {
      if (inside->parts.size() != 3) throw Refusal{inside->at, "expected variables and a formula"};
      bind_variables(inside->parts[1], clause);
      inside = &inside->parts[2];
    }
    implication(*inside, clause);
  }

  void bind_variables(const SExpression& list, HornClause& clause) {
    for (const SExpression& one : list.parts) {
      if (!one.is_list || one.parts.size() != 2 || one.parts[0].is_list)
        throw Refusal{one.at, "expected a variable and its sort"};
      expect_bool(one.parts[1]);
      clause.names[std::string(one.parts[0].word)] = fresh_local(clause);
    }
  }

  static std::string fresh_local(HornClause& clause) {
    clause.locals.push_back(fmt::format("v{}", clause.locals.size()));
    return clause.locals.back();
  }

  /// A `let` around it is bound first; what is no implication is a fact, or (not body).
  void implication(const SExpression& formula, HornClause& clause) {
    const SExpression* inside = &formula;
    const auto outer = clause.names;
    while (inside->begins("let")) inside = &bind_lets(*inside, clause);
    std::string calls;
    if (inside->begins("=>")) {
      if (inside->parts.size() < 3) throw Refusal{inside->at, "=> has two operands at least"};
      for (std::size_t i = 1; i + 1 < inside->parts.size(); ++i)
        body(inside->parts[i], clause, calls);
      head(inside->parts.back(), clause, calls);
    } else if (inside->begins("not") && inside->parts.size() == 2) {
      body(inside->parts[1], clause, calls);
      head_is_false(clause, calls);
    } else {
      head(*inside, clause, calls);
    }
    clause.names = outer;
  }

  [[nodiscard]] const HornPredicate* predicate(const SExpression& term,
                                               const HornClause& clause) const {
    const SExpression& name = term.is_list && !term.parts.empty() ? term.parts.front() : term;
    if (name.is_list || clause.names.contains(std::string(name.word))) return nullptr;
    const auto found = predicates_.find(name.word);
    return found == predicates_.end() ? nullptr : &found->second;
  }

  /// Texts of the arguments of a predicate.
  std::vector<std::string> arguments(const SExpression& term, const HornPredicate& predicate,
                                     HornClause& clause) {
    std::vector<std::string> out;
    for (std::size_t i = 1; i < term.parts.size(); ++i) out.push_back(value(term.parts[i], clause));
    if (out.size() != predicate.arguments)
      throw Refusal{term.at, fmt::format("expected {} arguments", predicate.arguments)};
    return out;
  }

  /// Its procedure; no other name is like it.
  [[nodiscard]] static std::string predicate_text(std::string_view name) {
    return name_text(fmt::format("predicate {}", name));
  }

  [[nodiscard]] static std::string_view name_of(const SExpression& term) {
    return term.is_list ? term.parts.front().word : term.word;
  }

  /// Whether a predicate stands somewhere in the term.
  [[nodiscard]] bool has_predicate(const SExpression& term, const HornClause& clause) const {
    return predicate(term, clause) != nullptr ||
           std::ranges::any_of(
               term.parts, [&](const SExpression& part) { return has_predicate(part, clause); });
  }

  /// Conjuncts are assumed; predicates are called after all that is assumed.
  void body(const SExpression& term, HornClause& clause, std::string& calls) {
    if (term.begins("and")) {
      for (std::size_t i = 1; i < term.parts.size(); ++i) body(term.parts[i], clause, calls);
    } else if (term.begins("let")) {
      const auto outer = clause.names;
      body(bind_lets(term, clause), clause, calls);
      clause.names = outer;
    } else if (term.begins("or") && has_predicate(term, clause)) {
      disjunction(term, clause, calls);
    } else if (const HornPredicate* const called = predicate(term, clause)) {
      calls += fmt::format("  {}({});\n", predicate_text(name_of(term)),
                           joined(arguments(term, *called, clause)));
    } else {
      const std::string condition = value(term, clause);
      clause.body += fmt::format("  assume({});\n", condition);
    }
  }

  /// One of the operands is chosen, and derived like a body of its own.
  void disjunction(const SExpression& term, HornClause& clause, std::string& calls) {
    const std::size_t number = clause.disjunctions++;
    std::vector<std::string> labels;
    std::string choices;
    for (std::size_t i = 1; i < term.parts.size(); ++i) {
      labels.push_back(fmt::format("{{or {}.{}}}", number, i));
      std::string inner_calls;
      std::string outer_body = std::exchange(clause.body, {});
      body(term.parts[i], clause, inner_calls);
      choices += fmt::format("{}: skip;\n{}{}  goto {{or {}}};\n", labels.back(), clause.body,
                             inner_calls, number);
      clause.body = std::move(outer_body);
    }
    calls += fmt::format("  goto {};\n{}{{or {}}}: skip;\n", joined(labels), choices, number);
  }

  /// A clause as a disjunction: what is negated is its body, one predicate its head.
  void literals(const SExpression& term, HornClause& clause, std::string& calls) {
    const SExpression* made = nullptr;
    for (std::size_t i = 1; i < term.parts.size(); ++i) {
      const SExpression& one = term.parts[i];
      if (one.begins("not") && one.parts.size() == 2) {
        body(one.parts[1], clause, calls);
      } else if (!has_predicate(one, clause)) {
        clause.body += fmt::format("  assume(!({}));\n", value(one, clause));
      } else if (std::exchange(made, &one) != nullptr) {
        throw Refusal{one.at, "a clause has one predicate at most that is not negated",
                      "this is not a Horn clause"};
      }
    }
    if (made != nullptr) return head(*made, clause, calls);
    head_is_false(clause, calls);
  }

  void head(const SExpression& term, HornClause& clause, std::string& calls) {
    if (term.is("false")) return head_is_false(clause, calls);
    if (term.begins("not") && term.parts.size() == 2) {
      body(term.parts[1], clause, calls);
      return head_is_false(clause, calls);
    }
    if (term.begins("=>") || term.begins("let")) {
      clause.body += calls;  // an implication inside: what it assumes comes behind
      return implication(term, clause);
    }
    if (term.begins("or") && has_predicate(term, clause)) return literals(term, clause, calls);
    if (term.begins("and") && has_predicate(term, clause)) {  // a clause for each
      for (std::size_t i = 1; i < term.parts.size(); ++i) {
        HornClause one = clause;
        std::string its_calls = calls;
        head(term.parts[i], one, its_calls);
      }
      return;
    }
    const HornPredicate* const made = predicate(term, clause);
    if (made == nullptr) {  // a constraint: its negation leads to false
      const std::string condition = value(term, clause);
      clause.body += fmt::format("  assume(!({}));\n", condition);
      return head_is_false(clause, calls);
    }
    const std::vector<std::string> values = arguments(term, *made, clause);
    std::vector<std::string> formals;
    for (std::size_t i = 0; i < values.size(); ++i) {
      formals.push_back(fmt::format("a{}", i));
      clause.body += fmt::format("  assume(a{} = {});\n", i, values[i]);
    }
    predicates_.find(name_of(term))->second.clauses.push_back(clauses_.size());
    finish(formals, clause, calls);
  }

  void head_is_false(HornClause& clause, const std::string& calls) {
    queries_.push_back(clauses_.size());
    finish({}, clause, calls);
  }

  void finish(const std::vector<std::string>& formals, const HornClause& clause,
              const std::string& calls) {
    clauses_.push_back(
        fmt::format("\nvoid {{clause {}}}({}) begin\n{}{}{}end\n", clauses_.size(), joined(formals),
                    clause.locals.empty() ? "" : fmt::format("  decl {};\n", joined(clause.locals)),
                    clause.body, calls));
  }

  // Terms

  /// The formula inside.
  const SExpression& bind_lets(const SExpression& let, HornClause& clause) {
    if (let.parts.size() != 3 || !let.parts[1].is_list)
      throw Refusal{let.at, "expected bindings and a formula"};
    std::vector<std::pair<std::string, std::string>> bound;  // all at once
    for (const SExpression& one : let.parts[1].parts) {
      if (!one.is_list || one.parts.size() != 2 || one.parts[0].is_list)
        throw Refusal{one.at, "expected a name and a term"};
      const std::string text = value(one.parts[1], clause);
      const std::string local = fresh_local(clause);
      clause.body += fmt::format("  {} := {};\n", local, text);
      bound.emplace_back(one.parts[0].word, local);
    }
    for (const auto& [name, local] : bound) clause.names[name] = local;
    return let.parts[2];
  }

  [[nodiscard]] std::string value(const SExpression& term, HornClause& clause) {
    if (!term.is_list) return leaf(term, clause);
    if (term.begins("let")) {
      const auto outer = clause.names;
      std::string out = value(bind_lets(term, clause), clause);
      clause.names = outer;
      return out;
    }
    std::vector<std::string> operands;
    for (std::size_t i = 1; i < term.parts.size(); ++i)
      operands.push_back(value(term.parts[i], clause));
    const std::size_t count = operands.size();
    if (term.begins("not") && count == 1) return "!" + operands[0];
    if (term.begins("ite") && count == 3)
      return fmt::format("({} ? {} : {})", operands[0], operands[1], operands[2]);
    if (count > 0 && (term.begins("and") || term.begins("or") || term.begins("xor")))
      return chain(operands, term.begins("and") ? " & " : term.begins("or") ? " | " : " ^ ");
    if (count > 1 && term.begins("=>")) {
      std::string out = operands.back();
      for (std::size_t i = count - 1; i-- > 0;) out = fmt::format("({} => {})", operands[i], out);
      return out;
    }
    if (count > 1 && term.begins("=")) {
      std::vector<std::string> pairs;
      for (std::size_t i = 0; i + 1 < count; ++i)
        pairs.push_back(fmt::format("({} = {})", operands[i], operands[i + 1]));
      return chain(pairs, " & ");
    }
    if (count == 2 && term.begins("distinct"))
      return fmt::format("({} != {})", operands[0], operands[1]);
    refuse_term(term, clause);
  }

  static std::string chain(const std::vector<std::string>& operands, std::string_view between) {
    std::string out = "(" + operands.front();
    for (std::size_t i = 1; i < operands.size(); ++i) {
      out += between;
      out += operands[i];
    }
    return out + ")";
  }

  [[nodiscard]] std::string leaf(const SExpression& term, const HornClause& clause) const {
    if (term.is("true")) return "T";
    if (term.is("false")) return "F";
    const auto found = clause.names.find(std::string(term.word));
    if (found != clause.names.end()) return found->second;
    refuse_term(term, clause);
  }

  [[noreturn]] void refuse_term(const SExpression& term, const HornClause& clause) const {
    if (predicate(term, clause) != nullptr)
      throw Refusal{term.at, "a predicate may stand in a body, under and, or, and let, and as head",
                    "this is not a Horn clause, or a let names a predicate"};
    throw Refusal{term.at,
                  "expected a term over Bool: true, false, a variable, and, or, not, =>, "
                  "=, distinct, xor, ite, let"};
  }

  // The program

  [[nodiscard]] static std::string choice(const std::vector<std::size_t>& clauses,
                                          const std::string& arguments, const std::string& then) {
    if (clauses.empty()) return "  assume(F);\n";
    std::vector<std::string> labels;
    labels.reserve(clauses.size());
    for (const std::size_t one : clauses) labels.push_back(fmt::format("{{{}}}", one));
    std::string out = fmt::format("  goto {};\n", joined(labels));
    for (const std::size_t one : clauses)
      out += fmt::format("{{{}}}: {{clause {}}}({});\n  {}\n", one, one, arguments, then);
    return out;
  }

  [[nodiscard]] std::string write() const {
    std::string out = "void main() begin\n" + choice(queries_, "", "goto ERROR;");
    if (queries_.empty()) out += "  return;\n";
    out += "ERROR: skip;\nend\n";
    for (const auto& [name, predicate] : predicates_) {
      std::vector<std::string> formals;
      for (std::size_t i = 0; i < predicate.arguments; ++i)
        formals.push_back(fmt::format("a{}", i));
      out += fmt::format("\nvoid {}({}) begin\n{}end\n", predicate_text(name), joined(formals),
                         choice(predicate.clauses, joined(formals), "return;"));
    }
    for (const std::string& one : clauses_) out += one;
    return out;
  }
};

}  // namespace

Imported read_horn_clauses(std::string_view text) {
  Imported out;
  try {
    out.text = HornReader(text).run();
  } catch (Refusal& refusal) {
    out.diagnostics.error(refusal.at, std::move(refusal.text), std::move(refusal.hint));
  }
  return out;
}

}  // namespace hardbop::importing
