// SPDX-License-Identifier: MIT
// Formats of others: what is read is decided as a small evaluator of its own says, and what is not
// read is refused at its place.
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include <hardbop/hardbop.hpp>
#include <hardbop/import.hpp>

namespace hardbop {

namespace {

/// The answer about label ERROR, or about all labels.
Answer ask_imported(const std::string& text, ImportFormat format, bool all_labels = false) {
  const FormatResult imported = import_program(text, format, "input");
  EXPECT_TRUE(imported.text) << text;
  if (!imported.text) return {};
  const ParseResult parsed = parse(*imported.text);
  EXPECT_TRUE(parsed.program) << *imported.text;
  if (!parsed.program) return {};
  Question question;
  question.all_labels = all_labels;
  if (!all_labels) question.labels = {"ERROR"};
  return check(*parsed.program, question);
}

bool is_satisfiable(const std::string& clauses) {
  const Answer answer = ask_imported(clauses + "(check-sat)", ImportFormat::HornClauses);
  EXPECT_EQ(answer.results.size(), 1U);
  return answer.results.at(0).verdict == Verdict::Holds;
}

std::string refusal(const std::string& text, ImportFormat format) {
  const FormatResult imported = import_program(text, format, "input");
  EXPECT_FALSE(imported.text);
  return imported.messages.empty() ? "" : imported.messages.front().to_string();
}

constexpr const char* predicates =
    "(set-logic HORN)(declare-fun P (Bool) Bool)(declare-fun Q (Bool) Bool)";

TEST(HornClausesRead, a_disjunction_of_predicates_is_two_clauses) {
  const std::string rule =
      std::string(predicates) + "(assert (forall ((x Bool)) (=> (or (P x) (and (Q x) x)) false)))";
  EXPECT_TRUE(is_satisfiable(rule));
  EXPECT_FALSE(is_satisfiable(rule + "(assert (P false))"));
  EXPECT_FALSE(is_satisfiable(rule + "(assert (Q true))"));
  EXPECT_TRUE(is_satisfiable(rule + "(assert (Q false))"));
}

TEST(HornClausesRead, a_clause_of_literals_is_an_implication) {
  const std::string rule = std::string(predicates) +
                           "(assert (forall ((x Bool)) (or (not (P x)) x (Q (not x)))))"
                           "(assert (not (Q true)))";
  EXPECT_TRUE(is_satisfiable(rule + "(assert (P true))"));
  EXPECT_FALSE(is_satisfiable(rule + "(assert (P false))"));
}

TEST(HornClausesRead, a_conjunction_as_head_is_two_clauses) {
  const std::string rule = std::string(predicates) + "(assert (and (P true) (Q false)))";
  EXPECT_TRUE(is_satisfiable(rule + "(assert (not (P false)))"));
  EXPECT_FALSE(is_satisfiable(rule + "(assert (not (Q false)))"));
  EXPECT_FALSE(is_satisfiable(rule + "(assert (not (P true)))"));
}

TEST(HornClausesRead, one_question_is_asked) {
  const std::string clauses = std::string(predicates) + "(assert (P true))(check-sat)";
  EXPECT_NE(refusal(clauses + "\n(check-sat)", ImportFormat::HornClauses).find("input:2:1: error"),
            std::string::npos);
  EXPECT_NE(refusal(clauses + "(assert (not (P true)))", ImportFormat::HornClauses)
                .find("this comes after (check-sat)"),
            std::string::npos);
  EXPECT_TRUE(
      import_program(clauses + "(get-model)(exit)(assert nothing)", ImportFormat::HornClauses, "i")
          .text);
}

TEST(HornClausesRead, what_is_no_horn_clause_is_refused) {
  const auto refused = [](const char* clause) {
    return refusal(std::string(predicates) + clause + "(check-sat)", ImportFormat::HornClauses);
  };
  EXPECT_NE(refused("(assert (or (P true) (Q true)))").find("not a Horn clause"),
            std::string::npos);
  EXPECT_NE(refused("(assert (=> (not (P true)) (Q true)))").find("not a Horn clause"),
            std::string::npos);
}

/// Random clauses about predicates of one argument, and whether they have a solution.
class RandomClauses {
 public:
  explicit RandomClauses(std::uint64_t seed) : random_(seed) {
    text_ = "(set-logic HORN)";
    for (unsigned p = 0; p < count; ++p) text_ += fmt::format("(declare-fun p{} (Bool) Bool)", p);
    for (unsigned i = 0; i < 7; ++i) {
      Clause clause{body(2), below(count + 1), literal()};
      const std::string head =
          clause.head == count ? "false" : fmt::format("(p{} {})", clause.head, clause.value.text);
      text_ +=
          fmt::format("(assert (forall ((x Bool) (y Bool)) (=> {} {})))", clause.body.text, head);
      clauses_.push_back(std::move(clause));
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

  /// Derives as long as something is new.
  [[nodiscard]] bool has_solution() const {
    Facts facts;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Clause& clause : clauses_)
        for (unsigned values = 0; values < 4; ++values) {
          if (!clause.body.holds(facts, values)) continue;
          if (clause.head == count) return false;
          changed |= facts.insert({clause.head, clause.value.holds(facts, values)}).second;
        }
    }
    return true;
  }

 private:
  static constexpr unsigned count = 3;
  using Facts = std::set<std::pair<unsigned, bool>>;

  struct Term {
    std::string text;
    std::function<bool(const Facts&, unsigned values)> holds;
  };
  struct Clause {
    Term body;
    unsigned head;  // count: false
    Term value;
  };

  std::mt19937_64 random_;
  std::string text_;
  std::vector<Clause> clauses_;

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

  Term literal() {
    const unsigned variable = below(2);
    const bool negated = below(2) == 1;
    const char* const name = variable == 0 ? "x" : "y";
    return {negated ? fmt::format("(not {})", name) : name, [=](const Facts&, unsigned values) {
              return ((values >> variable & 1U) != 0) != negated;
            }};
  }

  Term body(unsigned depth) {
    const unsigned kind = below(depth == 0 ? 2 : 4);
    if (kind == 0) return literal();
    if (kind == 1) {
      const Term argument = literal();
      const unsigned p = below(count);
      return {fmt::format("(p{} {})", p, argument.text), [=](const Facts& facts, unsigned values) {
                return facts.contains({p, argument.holds(facts, values)});
              }};
    }
    const Term a = body(depth - 1);
    const Term b = body(depth - 1);
    const bool is_and = kind == 2;
    return {fmt::format("({} {} {})", is_and ? "and" : "or", a.text, b.text),
            [=](const Facts& facts, unsigned values) {
              return is_and ? a.holds(facts, values) && b.holds(facts, values)
                            : a.holds(facts, values) || b.holds(facts, values);
            }};
  }
};

TEST(HornClausesRead, random_ones_are_decided_as_derivation_says) {
  unsigned satisfiable = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RandomClauses clauses(seed);
    EXPECT_EQ(is_satisfiable(clauses.text()), clauses.has_solution()) << clauses.text();
    satisfiable += clauses.has_solution() ? 1 : 0;
  }
  EXPECT_GT(satisfiable, 5U);
  EXPECT_LT(satisfiable, 55U);
}

TEST(PushdownSystemsRead, symbols_are_addresses_and_qualified_names) {
  const Answer answer = ask_imported(
      "(p.0 <main:1>)\np.0<main:1>-->q-1<lib::f 0x10>\n"
      "q-1 <lib::f> --> q-1 <lib.f.end> \"label\"\n",
      ImportFormat::Pushdown, true);
  std::map<std::string, Verdict> verdicts;
  for (const PropertyResult& result : answer.results) verdicts[result.property] = result.verdict;
  for (const char* name : {"main:1", "lib::f", "lib.f.end"})
    EXPECT_EQ(verdicts[fmt::format("label {{run}}.{{{}}}", name)], Verdict::Violated) << name;
  EXPECT_EQ(verdicts["label {run}.{0x10}"], Verdict::Holds);
  EXPECT_NE(refusal("(p <a>)\np <a,b> --> p <>", ImportFormat::Pushdown).find("input:2:5"),
            std::string::npos);
}

/// Random pushdown systems; which symbols can be on top of the stack is decided by saturation.
class RandomPushdown {
 public:
  explicit RandomPushdown(std::uint64_t seed) : random_(seed) {
    text_ = "(p0 <a-0>)\n";
    for (unsigned i = 0; i < 6; ++i) {
      Rule rule{below(states), below(symbols), below(states), {}};
      for (unsigned k = below(3); k > 0; --k) rule.to.push_back(below(symbols));
      text_ += fmt::format("p{} <a-{}> --> p{} <", rule.from_state, rule.from, rule.to_state);
      for (const unsigned one : rule.to) text_ += fmt::format(" a-{}", one);
      text_ += ">\n";
      rules_.push_back(std::move(rule));
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

  /// (p, a) can come to stand on top; a popped one ends in some states.
  [[nodiscard]] std::set<unsigned> tops() const {
    const auto ends = pops();
    std::set<std::pair<unsigned, unsigned>> seen{{0, 0}};
    for (std::size_t before = 0; before != seen.size();) {
      before = seen.size();
      for (const Rule& rule : rules_) {
        if (!seen.contains({rule.from_state, rule.from})) continue;
        std::set<unsigned> now{rule.to_state};
        for (const unsigned symbol : rule.to) {
          std::set<unsigned> next;
          for (const unsigned p : now) {
            seen.insert({p, symbol});
            for (unsigned q = 0; q < states; ++q)
              if (ends.contains({p, symbol, q})) next.insert(q);
          }
          now = next;
        }
      }
    }
    std::set<unsigned> out;
    for (const auto& [state, symbol] : seen) out.insert(symbol);
    return out;
  }

 private:
  static constexpr unsigned states = 3;
  static constexpr unsigned symbols = 4;
  struct Rule {
    unsigned from_state;
    unsigned from;
    unsigned to_state;
    std::vector<unsigned> to;
  };

  std::mt19937_64 random_;
  std::string text_;
  std::vector<Rule> rules_;

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

  /// (p, a, q): from p, the symbol a can be taken off the stack, and the state is q then.
  [[nodiscard]] std::set<std::tuple<unsigned, unsigned, unsigned>> pops() const {
    std::set<std::tuple<unsigned, unsigned, unsigned>> out;
    for (std::size_t before = out.size() + 1; before != out.size();) {
      before = out.size();
      for (const Rule& rule : rules_) {
        std::set<unsigned> now{rule.to_state};
        for (const unsigned symbol : rule.to) {
          std::set<unsigned> next;
          for (const unsigned p : now)
            for (unsigned q = 0; q < states; ++q)
              if (out.contains({p, symbol, q})) next.insert(q);
          now = next;
        }
        for (const unsigned q : now) out.insert({rule.from_state, rule.from, q});
      }
    }
    return out;
  }
};

TEST(PushdownSystemsRead, random_ones_have_the_symbols_on_top_that_saturation_finds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RandomPushdown system(seed);
    const Answer answer = ask_imported(system.text(), ImportFormat::Pushdown, true);
    std::set<unsigned> found;
    for (const PropertyResult& result : answer.results)
      for (unsigned symbol = 0; symbol < 4; ++symbol)
        if (result.verdict == Verdict::Violated &&
            result.property == fmt::format("label {{run}}.{{a-{}}}", symbol))
          found.insert(symbol);
    EXPECT_EQ(found, system.tops()) << system.text();
  }
}

TEST(RemoplaRead, numbers_are_bits_and_what_is_not_supported_is_refused) {
  const Answer answer = ask_imported(
      "int n(3);\ninit main;\nmodule void main() {\n  n = 5;\n  if\n  :: n < 5 -> ERROR: skip;\n"
      "  :: else -> skip;\n  fi;\n}\n",
      ImportFormat::Remopla);
  ASSERT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.results[0].verdict, Verdict::Holds);
  EXPECT_NE(
      refusal("int n(3);\ninit main;\nmodule void main() { n = n + 1; }", ImportFormat::Remopla)
          .find("input:3:"),
      std::string::npos);
}

}  // namespace

}  // namespace hardbop
