// SPDX-License-Identifier: MIT
#include "words/engine/horn/write_clauses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/expression/substitute.hpp"
#include "base/smt/smt_terms.hpp"

namespace hardbop::chc {

namespace {

std::string applied(const std::string& name, const std::vector<std::string>& arguments) {
  return arguments.empty() ? name : fmt::format("({} {})", name, fmt::join(arguments, " "));
}

std::string conjunction(const std::vector<std::string>& conditions) {
  if (conditions.empty()) return "true";
  return conditions.size() == 1 ? conditions.front()
                                : fmt::format("(and {})", fmt::join(conditions, " "));
}

std::string quantified(const std::set<std::string>& constants, const std::string& clause) {
  if (constants.empty()) return fmt::format("(assert {})\n", clause);
  return fmt::format("(assert (forall ({}) {}))\n", fmt::join(constants, " "), clause);
}

std::string declaration(const Predicate& predicate, const std::vector<std::string>& sorts) {
  return fmt::format("(declare-fun {} ({}) Bool)\n", predicate_name(predicate),
                     fmt::join(sorts, " "));
}

class IntegerWriter {
 public:
  IntegerWriter(const words::Graph& graph, words::Expressions& expressions, const Clauses& clauses,
                const Signs& signs, Overflow overflow)
      : graph_(graph),
        expressions_(expressions),
        clauses_(clauses),
        signs_(signs),
        overflow_(overflow) {}

  std::string run(const Said& said) {
    std::string out;
    for (const Predicate& predicate : clauses_.predicates) {
      std::vector<std::string> sorts;
      for (const ExprId argument : predicate.arguments)
        sorts.emplace_back(expressions_.width(argument) == 1 ? "Bool" : "Int");
      out += declaration(predicate, sorts);
    }
    out += fmt::format("(declare-fun {} () Bool)\n", goal_name);
    for (const Clause& clause : clauses_.clauses) out += text(clause, said);
    return out;
  }

 private:
  const words::Graph& graph_;
  words::Expressions& expressions_;
  const Clauses& clauses_;
  const Signs& signs_;
  Overflow overflow_;

  std::string text(const Clause& clause, const Said& said) {
    std::string out = text(clause, said, false);
    const bool has_guesses = clause.head && !said.guesses[clause.head->predicate].empty();
    return has_guesses ? out + text(clause, said, true) : out;
  }

  /// The clause, or that it leads to something else than is guessed.
  std::string text(const Clause& clause, const Said& said, bool contradicts) {
    IntegerTerms terms(graph_, expressions_, signs_, overflow_);
    std::vector<std::string> body;
    for (const Application& one : clause.body) {
      body.push_back(application(terms, one));
      for (const Conditions* const all : {&said.known, &said.guesses})
        add(terms, one, (*all)[one.predicate], body);
    }
    body.push_back(terms.truth(clause.condition));
    std::string head = goal_name;
    if (clause.head) {
      if (!contradicts) head = application(terms, *clause.head);
      if (overflow_ == Overflow::Ends) keep_in_range(terms, *clause.head, body);
    }
    if (contradicts) {
      std::vector<std::string> guesses;
      add(terms, *clause.head, said.guesses[clause.head->predicate], guesses);
      body.push_back(fmt::format("(not {})", conjunction(guesses)));
    }
    body.insert(body.end(), terms.facts().begin(), terms.facts().end());
    return quantified(terms.constants(), fmt::format("{}(=> {} {}){}", terms.lets(),
                                                     conjunction(body), head, terms.closing()));
  }

  void add(IntegerTerms& terms, const Application& one, const std::vector<ExprId>& conditions,
           std::vector<std::string>& out) {
    for (const ExprId condition : conditions)
      out.push_back(terms.truth(
          instantiate(expressions_, clauses_.predicates[one.predicate], one, condition)));
  }

  std::string application(IntegerTerms& terms, const Application& one) {
    const Predicate& predicate = clauses_.predicates[one.predicate];
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < one.values.size(); ++i)
      arguments.push_back(terms.argument(one.values[i], predicate.arguments[i]));
    return applied(predicate_name(predicate), arguments);
  }

  void keep_in_range(IntegerTerms& terms, const Application& head,
                     std::vector<std::string>& body) const {
    const Predicate& predicate = clauses_.predicates[head.predicate];
    for (std::size_t i = 0; i < head.values.size(); ++i) {
      const words::Node& value = expressions_.node(head.values[i]);
      if (value.width == 1 || words::operand_count(value.op) == 0) continue;
      const ExprId leaf = predicate.arguments[i];
      body.push_back(fmt::format(
          "(and {})", IntegerTerms::in_range(terms.argument(head.values[i], leaf), value.width,
                                             signs_.is_signed(graph_, expressions_.node(leaf)))));
    }
  }
};

class WordWriter {
 public:
  WordWriter(const words::Graph& graph, const words::Expressions& expressions,
             const Clauses& clauses)
      : graph_(graph), expressions_(expressions), clauses_(clauses) {}

  std::string run() {
    std::string out;
    for (const Predicate& predicate : clauses_.predicates) {
      std::vector<std::string> sorts;
      for (const ExprId argument : predicate.arguments)
        sorts.push_back(smt::smt_sort(expressions_.node(argument)));
      out += declaration(predicate, sorts);
    }
    out += fmt::format("(declare-fun {} () Bool)\n", goal_name);
    for (const Clause& clause : clauses_.clauses) out += text(clause);
    return out;
  }

 private:
  const words::Graph& graph_;
  const words::Expressions& expressions_;
  const Clauses& clauses_;

  [[nodiscard]] std::string term(ExprId id) const {
    return smt::smt_shared_term(
        expressions_, id, [this](const words::Node& leaf) { return leaf_name(graph_, leaf); });
  }

  [[nodiscard]] std::string said(const Application& one) const {
    std::vector<std::string> arguments;
    for (const ExprId value : one.values) arguments.push_back(term(value));
    return applied(predicate_name(clauses_.predicates[one.predicate]), arguments);
  }

  [[nodiscard]] std::string text(const Clause& clause) const {
    std::vector<std::string> body;
    for (const Application& one : clause.body) body.push_back(said(one));
    if (!expressions_.is_constant(clause.condition, 1))
      body.push_back(fmt::format("(= #b1 {})", term(clause.condition)));
    return quantified(constants(clause), fmt::format("(=> {} {})", conjunction(body),
                                                     clause.head ? said(*clause.head) : goal_name));
  }

  [[nodiscard]] std::set<std::string> constants(const Clause& clause) const {
    std::vector<ExprId> roots{clause.condition};
    for (const Application& one : clause.body)
      roots.insert(roots.end(), one.values.begin(), one.values.end());
    if (clause.head)
      roots.insert(roots.end(), clause.head->values.begin(), clause.head->values.end());
    std::set<std::string> out;
    words::for_each_node(expressions_, roots, [&](ExprId id) {
      const words::Node& node = expressions_.node(id);
      if (words::operand_count(node.op) == 0 && node.op != words::Op::Constant)
        out.insert(fmt::format("({} {})", leaf_name(graph_, node), smt::smt_sort(node)));
    });
    return out;
  }
};

}  // namespace

std::string predicate_name(const Predicate& predicate) {
  return fmt::format("at{}", predicate.block);
}

std::string integer_clauses(const words::Graph& graph, words::Expressions& expressions,
                            const Clauses& clauses, const Signs& signs, Overflow overflow,
                            const Said& said) {
  return IntegerWriter(graph, expressions, clauses, signs, overflow).run(said);
}

std::string word_clauses(const words::Graph& graph, const words::Expressions& expressions,
                         const Clauses& clauses) {
  return WordWriter(graph, expressions, clauses).run();
}

}  // namespace hardbop::chc
