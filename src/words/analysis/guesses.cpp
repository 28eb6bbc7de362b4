// SPDX-License-Identifier: MIT
#include "words/analysis/guesses.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "base/expression/substitute.hpp"
#include "words/analysis/element_guesses.hpp"
#include "words/analysis/linear.hpp"
#include "words/analysis/random_walk.hpp"

namespace hardbop::words {

namespace {

constexpr std::size_t most_constants = 40;  // that a variable is compared with
constexpr std::size_t most_paired = 16;     // variables that are compared with each other
constexpr std::size_t most_terms = 12;      // of the graph, that variables are compared with
constexpr std::size_t few_values = 6;
constexpr std::uint64_t largest_divisor = 64;

/// What the graph says about variables alone.
struct Said {
  std::vector<ExprId> atoms{};  // conditions that guards are made of
  std::vector<ExprId> terms{};  // sums, differences, products, and variables in a greater width
};

bool is_arithmetic(Op op) {
  return op == Op::Add || op == Op::Subtract || op == Op::Multiply || op == Op::ShiftLeft;
}

Said said_by(const Graph& graph) {
  std::vector<ExprId> roots;
  for (const Block& block : graph.blocks) {
    for (const Edge& edge : block.edges) roots.push_back(edge.guard);
    for (const Assignment& one : block.assignments) roots.push_back(one.value);
  }
  Said out;
  std::vector<bool> is_closed(graph.expressions.size(), true);  // reads no input and no array
  for_each_node(graph.expressions, roots, [&](ExprId id) {
    const Node& node = graph.expressions.node(id);
    bool closed = node.op != Op::Input && !graph.expressions.is_array(id) &&
                  !is_float_operation(node.op) && node.op != Op::Select;
    const ExprId operands[3] = {node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op); ++i) closed = closed && is_closed[operands[i]];
    is_closed[id] = closed;
    if (!closed) return;
    const bool is_atom = node.width == 1 && node.op != Op::And && node.op != Op::Or &&
                         node.op != Op::Not && node.op != Op::Constant;
    if (is_atom) out.atoms.push_back(id);
    const bool is_extended = (node.op == Op::SignExtend || node.op == Op::ZeroExtend) &&
                             graph.expressions.node(node.a).op == Op::Variable;
    if (node.width >= 8 && (is_arithmetic(node.op) || is_extended)) out.terms.push_back(id);
  });
  return out;
}

/// Divisors of remainders that the graph computes.
std::set<std::uint64_t> divisors_of(const Graph& graph) {
  std::set<std::uint64_t> out;
  for (ExprId id = 0; id < graph.expressions.size(); ++id) {
    const Node& node = graph.expressions.node(id);
    if (node.op != Op::RemainderUnsigned && node.op != Op::RemainderSigned) continue;
    const Node& by = graph.expressions.node(node.b);
    if (by.op == Op::Constant && by.value > 1 && by.value <= largest_divisor) out.insert(by.value);
  }
  return out;
}

/// What guesses at all blocks have in common.
struct Vocabulary {
  std::map<Width, std::vector<std::uint64_t>> constants;
  Said said;
  std::set<std::uint64_t> divisors;
};

/// The guesses at one block.
class Guesser {
 public:
  Guesser(Graph& graph, const Vocabulary& vocabulary, const Sampled& sampled, std::size_t most)
      : graph_(graph), vocabulary_(vocabulary), sampled_(sampled), most_(most) {
    for (std::size_t i = 0; i < sampled.variables.size(); ++i) {
      std::set<std::uint64_t> values;
      for (const auto& state : sampled.states)
        if (values.size() <= few_values) values.insert(state[i]);
      values_.push_back(std::move(values));
    }
  }

  /// Those that matter most first, for there is a limit.
  std::vector<Guess> run(const Ranges& ranges, BlockId b) {
    guess_ranges(ranges, b);
    guess_few_values();
    guess_atoms();
    for (const ExprId one : guess_elements(graph_, sampled_, most_ / 4)) add(one);
    guess_equations();
    guess_pairs();
    guess_bounds(ranges, b);
    guess_remainders();
    guess_by_value();
    return guesses(b);
  }

  /// Relations of variables alone.
  std::vector<Guess> run_relations(BlockId b) {
    guess_equations();
    guess_pairs();
    for (const ExprId one : guess_elements(graph_, sampled_, most_ / 4)) add(one);
    return guesses(b);
  }

 private:
  Graph& graph_;
  const Vocabulary& vocabulary_;
  const Sampled& sampled_;
  std::size_t most_;
  std::vector<std::set<std::uint64_t>> values_;  // by place of a variable; no more than a few
  std::vector<ExprId> out_;
  std::set<ExprId> made_;
  std::set<ExprId> hard_;

  [[nodiscard]] std::vector<Guess> guesses(BlockId b) const {
    std::vector<Guess> out;
    for (const ExprId condition : out_) out.push_back({b, condition, hard_.contains(condition)});
    return out;
  }

  [[nodiscard]] Expressions& expressions() { return graph_.expressions; }
  [[nodiscard]] Width width(std::size_t i) const {
    return graph_.variables[sampled_.variables[i]].width;
  }
  [[nodiscard]] ExprId variable(std::size_t i) {
    return expressions().variable(sampled_.variables[i], width(i));
  }
  [[nodiscard]] ExprId constant(std::size_t like, std::uint64_t value) {
    return expressions().constant(width(like), value & mask(width(like)));
  }
  [[nodiscard]] bool is_constant(std::size_t i) const { return values_[i].size() == 1; }
  [[nodiscard]] std::size_t count() const { return sampled_.variables.size(); }

  void add(ExprId condition) {
    if (expressions().is_constant(condition) || out_.size() >= most_) return;
    if (made_.insert(condition).second) out_.push_back(condition);
  }

  template <typename Holds>
  [[nodiscard]] bool always(const Holds& holds) const {
    return std::ranges::all_of(sampled_.states, holds);
  }

  void guess_ranges(const Ranges& ranges, BlockId b) {
    for (std::size_t i = 0; i < count(); ++i) {
      const Range range = ranges.at(b, sampled_.variables[i]);
      if (range.is_empty()) continue;
      const ExprId x = variable(i);
      add(expressions().binary(Op::LessEqualUnsigned, constant(i, range.least), x));
      add(expressions().binary(Op::LessEqualUnsigned, x, constant(i, range.greatest)));
      add(expressions().binary(Op::LessEqualSigned,
                               constant(i, static_cast<std::uint64_t>(range.least_signed)), x));
      add(expressions().binary(Op::LessEqualSigned, x,
                               constant(i, static_cast<std::uint64_t>(range.greatest_signed))));
    }
  }

  void guess_few_values() {
    if (sampled_.states.size() < 2) return;
    for (std::size_t i = 0; i < count(); ++i) {
      if (values_[i].size() > few_values) continue;
      ExprId any = expressions().truth(false);
      for (const std::uint64_t value : values_[i])
        any = expressions().binary(Op::Or, any, is_value(i, value));
      add(any);
    }
  }

  [[nodiscard]] ExprId is_value(std::size_t i, std::uint64_t value) {
    return expressions().binary(Op::Equal, variable(i), constant(i, value));
  }

  /// What an expression is in all states; nothing where it reads something that is not known.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> values_of(ExprId id) {
    for (const VariableId v : variables_of(expressions(), {id}))
      if (std::ranges::find(sampled_.variables, v) == sampled_.variables.end()) return std::nullopt;
    std::vector<std::uint64_t> all(graph_.variables.size());
    std::vector<std::uint64_t> out;
    for (const auto& state : sampled_.states) {
      for (std::size_t i = 0; i < count(); ++i) all[sampled_.variables[i]] = state[i];
      out.push_back(expressions().evaluate(id, all, {}));
    }
    return out;
  }

  /// What guards ask, where it is always answered in one way.
  void guess_atoms() {
    for (const ExprId atom : vocabulary_.said.atoms) {
      const auto values = values_of(atom);
      if (!values) continue;
      const auto is_true = [](std::uint64_t value) { return value != 0; };
      if (std::ranges::all_of(*values, is_true)) add(atom);
      if (std::ranges::none_of(*values, is_true)) add(expressions().unary(Op::Not, atom));
    }
  }

  /// Equations over all variables of a width that are not constant.
  void guess_equations() {
    std::map<Width, std::vector<std::size_t>> by_width;
    for (std::size_t i = 0; i < count(); ++i)
      if (!is_constant(i) && width(i) >= 8) by_width[width(i)].push_back(i);
    for (auto& [bits, places] : by_width) {
      if (places.size() > most_paired) places.resize(most_paired);
      if (sampled_.states.size() < places.size() + 2) continue;
      std::vector<std::vector<std::int64_t>> points;
      for (const auto& state : sampled_.states) {
        std::vector<std::int64_t>& point = points.emplace_back();
        for (const std::size_t i : places) point.push_back(as_signed(state[i], bits));
      }
      for (const LinearEquation& equation : equations_of(points)) add(written(equation, places));
    }
  }

  [[nodiscard]] ExprId written(const LinearEquation& equation,
                               const std::vector<std::size_t>& places) {
    ExprId sum = constant(places.front(), 0);
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (equation.coefficients[k] == 0) continue;
      const ExprId factor =
          constant(places[k], static_cast<std::uint64_t>(equation.coefficients[k]));
      sum = expressions().binary(Op::Add, sum,
                                 expressions().binary(Op::Multiply, factor, variable(places[k])));
    }
    const ExprId total = constant(places.front(), static_cast<std::uint64_t>(equation.constant));
    return expressions().binary(Op::Equal, sum, total);
  }

  /// Of variables, and of a variable and what the graph computes: which is greater.
  void guess_pairs() {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < count() && places.size() < most_paired; ++i)
      if (width(i) >= 8 && !is_constant(i)) places.push_back(i);
    for (const std::size_t i : places)
      for (const std::size_t j : places)
        if (i != j && width(i) == width(j)) guess_pair(i, j);
    std::size_t terms = 0;
    for (const ExprId term : vocabulary_.said.terms) {
      const auto values = values_of(term);
      if (!values || ++terms > most_terms) continue;
      const std::vector<VariableId> read = variables_of(expressions(), {term});
      for (const std::size_t i : places) {
        const bool is_other = std::ranges::find(read, sampled_.variables[i]) == read.end();
        if (is_other && width(i) == expressions().width(term)) guess_comparison(i, term, *values);
      }
    }
  }

  /// Of a variable and anything else.
  void guess_comparison(std::size_t i, ExprId other, const std::vector<std::uint64_t>& values) {
    const ExprId x = variable(i);
    for (const Op op : {Op::LessEqualSigned, Op::LessSigned, Op::LessEqualUnsigned}) {
      bool is_below = true;
      bool is_above = true;
      for (std::size_t k = 0; k < values.size() && (is_below || is_above); ++k) {
        const std::uint64_t value = sampled_.states[k][i];
        is_below = is_below && apply(op, width(i), value, values[k]) != 0;
        is_above = is_above && apply(op, width(i), values[k], value) != 0;
      }
      if (is_below) add(expressions().binary(op, x, other));
      if (is_above) add(expressions().binary(op, other, x));
    }
  }

  void guess_pair(std::size_t i, std::size_t j) {
    const auto column = [&](std::uint64_t more) {
      std::vector<std::uint64_t> out;
      for (const auto& state : sampled_.states) out.push_back((state[j] + more) & mask(width(j)));
      return out;
    };
    if (i < j) guess_comparison(i, variable(j), column(0));
    for (const std::uint64_t c : {std::uint64_t{1}, std::uint64_t{2}})
      guess_comparison(i, expressions().binary(Op::Add, variable(j), constant(j, c)), column(c));
    if (i < j) guess_sum(i, j);
    guess_least_sum(i, j);
    guess_no_overflow(i, j);
  }

  /// That a sum with a second number that is not negative is at least 0 or 1, though the sum of the
  /// two may be none of their width.
  void guess_least_sum(std::size_t i, std::size_t j) {
    const Width bits = width(i);
    const auto number = [&](const auto& s, std::size_t k) { return as_signed(s[k], bits); };
    if (!always([&](const auto& s) { return number(s, j) >= 0; })) return;
    for (const std::int64_t least : {1, 0}) {
      if (!always([&](const auto& s) { return number(s, i) >= least - number(s, j); })) continue;
      const ExprId rest = expressions().binary(
          Op::Subtract, constant(j, static_cast<std::uint64_t>(least)), variable(j));
      const ExprId condition = expressions().binary(Op::LessEqualSigned, rest, variable(i));
      if (!expressions().is_constant(condition)) hard_.insert(condition);
      return add(condition);
    }
  }

  /// That a sum of signed numbers, of which the second has one sign, is one of their width.
  void guess_no_overflow(std::size_t i, std::size_t j) {
    const Width bits = width(i);
    const std::uint64_t greatest = mask(bits) >> 1U;
    const auto is_exact_sum = [&](const auto& s) { return is_exact(Op::Add, bits, s[i], s[j]); };
    if (!always(is_exact_sum)) return;
    const auto limit = [&](std::uint64_t end) {
      return expressions().binary(Op::Subtract, constant(j, end), variable(j));
    };
    if (always([&](const auto& s) { return as_signed(s[j], bits) >= 0; }))
      add(expressions().binary(Op::LessEqualSigned, variable(i), limit(greatest)));
    if (always([&](const auto& s) { return as_signed(s[j], bits) <= 0; }))
      add(expressions().binary(Op::LessEqualSigned, limit(greatest + 1), variable(i)));
  }

  void guess_sum(std::size_t i, std::size_t j) {
    const Width bits = width(i);
    const ExprId sum = expressions().binary(Op::Add, variable(i), variable(j));
    const ExprId difference = expressions().binary(Op::Subtract, variable(i), variable(j));
    const auto known = vocabulary_.constants.find(bits);
    if (known == vocabulary_.constants.end()) return;
    for (const std::uint64_t c : known->second) {
      const auto within = [&](std::uint64_t a) { return as_signed(a & mask(bits), bits); };
      const std::int64_t limit = as_signed(c, bits);
      if (limit < -1000 || limit > 100'000) continue;
      if (always([&](const auto& s) { return within(s[i] + s[j]) <= limit; }))
        add(expressions().binary(Op::LessEqualSigned, sum, constant(i, c)));
      if (always([&](const auto& s) { return within(s[i] - s[j]) <= limit; }))
        add(expressions().binary(Op::LessEqualSigned, difference, constant(i, c)));
      if (always([&](const auto& s) { return within(s[i] - s[j]) >= limit; }))
        add(expressions().binary(Op::LessEqualSigned, constant(i, c), difference));
    }
  }

  /// Comparisons with what the graph mentions, as far as the range does not say so.
  void guess_bounds(const Ranges& ranges, BlockId b) {
    for (std::size_t i = 0; i < count(); ++i) {
      const auto known = vocabulary_.constants.find(width(i));
      if (width(i) < 4 || known == vocabulary_.constants.end()) continue;
      std::set<std::uint64_t> near{0, 1};
      for (const std::uint64_t c : known->second)
        if (near.size() < most_constants)
          near.insert({c, (c - 1) & mask(width(i)), (c + 1) & mask(width(i))});
      const Range range = ranges.at(b, sampled_.variables[i]);
      for (const std::uint64_t c : near)
        if (!is_outside(range, c, width(i))) guess_bound(i, c);
    }
  }

  [[nodiscard]] static bool is_outside(const Range& range, std::uint64_t c, Width width) {
    const std::int64_t number = as_signed(c, width);
    return !range.is_empty() && (c < range.least || c > range.greatest) &&
           (number < range.least_signed || number > range.greatest_signed);
  }

  void guess_bound(std::size_t i, std::uint64_t c) {
    const ExprId x = variable(i);
    const ExprId limit = constant(i, c);
    for (const Op op : {Op::LessEqualSigned, Op::LessEqualUnsigned}) {
      if (always([&](const auto& state) { return apply(op, width(i), state[i], c) != 0; }))
        add(expressions().binary(op, x, limit));
      if (always([&](const auto& state) { return apply(op, width(i), c, state[i]) != 0; }))
        add(expressions().binary(op, limit, x));
    }
    if (always([&](const auto& state) { return state[i] != c; }))
      add(expressions().unary(Op::Not, expressions().binary(Op::Equal, x, limit)));
  }

  void guess_remainders() {
    std::set<std::uint64_t> divisors = vocabulary_.divisors;
    divisors.insert({2, 4, 8});
    for (std::size_t i = 0; i < count(); ++i) {
      if (width(i) < 8 || is_constant(i) || sampled_.states.empty()) continue;
      for (const std::uint64_t divisor : divisors) {
        const std::uint64_t first = sampled_.states.front()[i] % divisor;
        if (!always([&](const auto& state) { return state[i] % divisor == first; })) continue;
        const ExprId rest =
            expressions().binary(Op::RemainderUnsigned, variable(i), constant(i, divisor));
        add(expressions().binary(Op::Equal, rest, constant(i, first)));
      }
    }
  }

  /// What other variables are where one of few values has one of them.
  void guess_by_value() {
    for (std::size_t i = 0; i < count(); ++i) {
      if (values_[i].size() < 2 || values_[i].size() > few_values) continue;
      for (const std::uint64_t value : values_[i])
        for (std::size_t j = 0; j < count(); ++j)
          if (i != j && !is_constant(j)) guess_where(i, value, j);
    }
  }

  void guess_where(std::size_t i, std::uint64_t value, std::size_t j) {
    std::set<std::uint64_t> seen;
    for (const auto& state : sampled_.states)
      if (state[i] == value && seen.size() < 3) seen.insert(state[j]);
    if (seen.size() > 2) return;
    ExprId any = expressions().unary(Op::Not, is_value(i, value));
    for (const std::uint64_t other : seen)
      any = expressions().binary(Op::Or, any, is_value(j, other));
    add(any);
  }
};

}  // namespace

std::vector<Guess> guess_invariants(Graph& graph, const std::map<BlockId, Sampled>& samples,
                                    const Ranges& ranges, std::size_t most) {
  const Vocabulary vocabulary{constants_of(graph), said_by(graph), divisors_of(graph)};
  std::vector<Guess> out;
  const auto add = [&](const std::vector<Guess>& more) {
    std::ranges::copy(more, std::back_inserter(out));
  };
  for (const auto& [block, sampled] : samples) {
    if (!sampled.has_smaller_numbers || sampled.states.empty()) {
      add(Guesser(graph, vocabulary, sampled, most).run(ranges, block));
      continue;
    }
    const Sampled unseen{sampled.variables, {}};
    add(Guesser(graph, vocabulary, sampled, most / 2).run_relations(block));
    add(Guesser(graph, vocabulary, unseen, most / 2).run(ranges, block));
  }
  return out;
}

}  // namespace hardbop::words
