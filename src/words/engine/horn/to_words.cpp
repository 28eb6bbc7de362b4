// SPDX-License-Identifier: MIT
#include "words/engine/horn/to_words.hpp"

#include <algorithm>
#include <optional>

namespace hardbop::chc {

namespace {

__extension__ typedef __int128 Integer;  // sums of words of 64 bits
using Formulas = smt::IntegerFormulas;
using Kind = Formulas::Kind;
using words::Op;
using words::Width;

constexpr Width widest = 64;
/// Larger numbers are not looked at.
constexpr Integer most = Integer{1} << 96;

/// A sum of multiples of nodes, and a constant. Its nodes are arguments, quotients and the like.
struct Sum {
  std::map<std::uint32_t, Integer> factors;
  Integer constant = 0;

  auto operator<=>(const Sum&) const = default;
};

struct Interval {
  Integer least = 0;
  Integer greatest = 0;
};

/// Too large or too strange.
struct NotAWord {};

Integer checked(Integer value) {
  if (value > most || value < -most) throw NotAWord{};
  return value;
}

Integer read_number(const std::string& digits) {
  Integer out = 0;
  const bool is_negative = digits.starts_with('-');
  for (std::size_t i = is_negative ? 1 : 0; i < digits.size(); ++i) {
    if (digits[i] < '0' || digits[i] > '9') throw NotAWord{};
    out = checked(out * 10 + (digits[i] - '0'));
  }
  return is_negative ? -out : out;
}

Sum multiplied(const Sum& sum, Integer by) {
  Sum out;
  if (by == 0) return out;
  out.constant = checked(sum.constant * checked(by));
  for (const auto& [node, factor] : sum.factors) out.factors[node] = checked(factor * by);
  return out;
}

Sum added(Sum a, const Sum& b) {
  a.constant = checked(a.constant + b.constant);
  for (const auto& [node, factor] : b.factors) {
    Integer& all = a.factors[node];
    all = checked(all + factor);
    if (all == 0) a.factors.erase(node);
  }
  return a;
}

/// The width of signed words that have all of these values.
Width signed_width_of(const Interval& interval) {
  for (Width width = 1; width < widest; ++width) {
    const Integer half = Integer{1} << (width - 1);
    if (-half <= interval.least && interval.greatest < half) return width;
  }
  return widest;
}

class FormulaWriter {
 public:
  FormulaWriter(const Formulas& formulas, const Predicate& predicate, const words::Graph& graph,
                words::Expressions& expressions, const Signs& signs)
      : formulas_(formulas), predicate_(predicate), graph_(graph), e_(expressions), signs_(signs) {}

  std::vector<ExprId> run(std::uint32_t root) {
    std::vector<ExprId> out;
    std::set<Sum> at_most_zero;
    for (const std::uint32_t part : conjuncts(root)) {
      try {
        add(condition(part), out);
        if (node(part).kind == Kind::Equal && !is_truth(node(part).operands[0]))
          add(modular(difference(part)), out);
        const std::optional<Sum> bound = at_most_zero_of(part);
        if (!bound) continue;
        if (at_most_zero.contains(multiplied(*bound, -1))) add(modular(*bound), out);
        at_most_zero.insert(*bound);
      } catch (const NotAWord&) {
        continue;
      }
    }
    return out;
  }

 private:
  const Formulas& formulas_;
  const Predicate& predicate_;
  const words::Graph& graph_;
  words::Expressions& e_;
  const Signs& signs_;
  std::map<std::uint32_t, ExprId> conditions_;
  std::map<std::uint32_t, Sum> sums_;

  [[nodiscard]] const Formulas::Node& node(std::uint32_t id) const { return formulas_.nodes[id]; }

  void add(ExprId condition, std::vector<ExprId>& out) const {
    if (!e_.is_constant(condition, 1) && std::ranges::find(out, condition) == out.end())
      out.push_back(condition);
  }

  [[nodiscard]] std::vector<std::uint32_t> conjuncts(std::uint32_t root) const {
    std::vector<std::uint32_t> out;
    std::vector<std::uint32_t> stack{root};
    while (!stack.empty()) {
      const std::uint32_t top = stack.back();
      stack.pop_back();
      if (node(top).kind != Kind::And) {
        out.push_back(top);
        continue;
      }
      stack.insert(stack.end(), node(top).operands.begin(), node(top).operands.end());
    }
    return out;
  }

  [[nodiscard]] ExprId argument(std::uint32_t id) const {
    return predicate_.arguments.at(node(id).argument);
  }

  [[nodiscard]] bool is_truth(std::uint32_t id) const {
    switch (node(id).kind) {
      case Kind::Truth:
      case Kind::Not:
      case Kind::And:
      case Kind::Or:
      case Kind::Implies:
      case Kind::Equal:
      case Kind::LessEqual:
      case Kind::Less: return true;
      case Kind::Argument: return e_.width(argument(id)) == 1;
      case Kind::Conditional: return is_truth(node(id).operands[1]);
      default: return false;
    }
  }

  // Conditions. Operands have smaller numbers, so this ends; formulas are not deep.

  ExprId condition(std::uint32_t id) {
    if (const auto known = conditions_.find(id); known != conditions_.end()) return known->second;
    const ExprId out = make_condition(node(id));
    conditions_.emplace(id, out);
    return out;
  }

  ExprId make_condition(const Formulas::Node& one) {
    const std::vector<std::uint32_t>& operands = one.operands;
    switch (one.kind) {
      case Kind::Truth: return e_.truth(one.value == "1");
      case Kind::Argument: {
        const ExprId out = predicate_.arguments.at(one.argument);
        if (e_.width(out) != 1) throw NotAWord{};
        return out;
      }
      case Kind::Not: return e_.unary(Op::Not, condition(operands.at(0)));
      case Kind::And:
      case Kind::Or: {
        const bool is_and = one.kind == Kind::And;
        ExprId out = e_.truth(is_and);
        for (const std::uint32_t operand : operands)
          out = e_.binary(is_and ? Op::And : Op::Or, out, condition(operand));
        return out;
      }
      case Kind::Implies:
        return e_.binary(Op::Or, e_.unary(Op::Not, condition(operands.at(0))),
                         condition(operands.at(1)));
      case Kind::Conditional:
        return e_.conditional(condition(operands.at(0)), condition(operands.at(1)),
                              condition(operands.at(2)));
      case Kind::Equal:
        if (operands.size() == 2 && is_truth(operands[0]))
          return e_.binary(Op::Equal, condition(operands[0]), condition(operands[1]));
        return compare(Op::Equal, operands);
      case Kind::LessEqual: return compare(Op::LessEqualSigned, operands);
      case Kind::Less: return compare(Op::LessSigned, operands);
      default: throw NotAWord{};
    }
  }

  /// With what is subtracted on the other side.
  ExprId compare(Op op, const std::vector<std::uint32_t>& operands) {
    if (operands.size() != 2) throw NotAWord{};
    const Sum all = added(sum(operands[0]), multiplied(sum(operands[1]), -1));
    Sum left;
    Sum right;
    (all.constant > 0 ? left : right).constant = all.constant > 0 ? all.constant : -all.constant;
    for (const auto& [one, factor] : all.factors)
      (factor > 0 ? left : right).factors[one] = factor > 0 ? factor : -factor;
    const Width width = std::max(signed_width_of(interval(left)), signed_width_of(interval(right)));
    return e_.binary(op, word(left, width), word(right, width));
  }

  // Numbers

  const Sum& sum(std::uint32_t id) {
    if (const auto known = sums_.find(id); known != sums_.end()) return known->second;
    Sum out = make_sum(id);
    return sums_.emplace(id, std::move(out)).first->second;
  }

  Sum make_sum(std::uint32_t id) {
    const Formulas::Node& one = node(id);
    switch (one.kind) {
      case Kind::Number: return {{}, read_number(one.value)};
      case Kind::Negate: return multiplied(sum(one.operands.at(0)), -1);
      case Kind::Add: {
        Sum out;
        for (const std::uint32_t operand : one.operands) out = added(std::move(out), sum(operand));
        return out;
      }
      case Kind::Multiply: {
        Sum out{{}, 1};
        for (const std::uint32_t operand : one.operands) {
          const Sum& by = sum(operand);
          if (!by.factors.empty() && !out.factors.empty()) throw NotAWord{};
          out = by.factors.empty() ? multiplied(out, by.constant) : multiplied(by, out.constant);
        }
        return out;
      }
      case Kind::Argument:
        if (e_.width(argument(id)) == 1) throw NotAWord{};
        return {{{id, 1}}, 0};
      case Kind::Divide:
      case Kind::Remainder:
        if (divisor(one) <= 0) throw NotAWord{};
        return {{{id, 1}}, 0};
      case Kind::Conditional: return {{{id, 1}}, 0};
      default: throw NotAWord{};
    }
  }

  Integer divisor(const Formulas::Node& one) {
    const Sum& by = sum(one.operands.at(1));
    return by.factors.empty() ? by.constant : 0;
  }

  Interval interval(const Sum& sum) {
    Interval out{sum.constant, sum.constant};
    for (const auto& [one, factor] : sum.factors) {
      const Interval of = interval_of(one);
      const Integer a = checked(of.least * factor);
      const Integer b = checked(of.greatest * factor);
      out.least = checked(out.least + std::min(a, b));
      out.greatest = checked(out.greatest + std::max(a, b));
    }
    return out;
  }

  Interval interval_of(std::uint32_t id) {
    const Formulas::Node& one = node(id);
    if (one.kind == Kind::Argument) {
      const words::Node& leaf = e_.node(argument(id));
      const Integer all = Integer{1} << leaf.width;
      if (signs_.is_signed(graph_, leaf)) return {-(all / 2), all / 2 - 1};
      return {0, all - 1};
    }
    if (one.kind == Kind::Remainder) return {0, divisor(one) - 1};
    if (one.kind == Kind::Divide) {
      const Interval of = interval(sum(one.operands[0]));
      return {std::min<Integer>(of.least, 0), std::max<Integer>(of.greatest, 0)};
    }
    const Interval a = interval(sum(one.operands.at(1)));
    const Interval b = interval(sum(one.operands.at(2)));
    return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
  }

  ExprId number(Integer value, Width width) {
    return e_.constant(width, static_cast<std::uint64_t>(value) & words::mask(width));
  }

  /// Right as long as the sum is in the range of the width.
  ExprId word(const Sum& sum, Width width) {
    ExprId out = number(sum.constant, width);
    for (const auto& [one, factor] : sum.factors) {
      const ExprId of = word_of(one, width);
      out = e_.binary(Op::Add, out,
                      factor == 1 ? of : e_.binary(Op::Multiply, of, number(factor, width)));
    }
    return out;
  }

  ExprId word_of(std::uint32_t id, Width width) {
    const Formulas::Node& one = node(id);
    if (one.kind == Kind::Argument) {
      const ExprId leaf = argument(id);
      return e_.resize(leaf, width, signs_.is_signed(graph_, e_.node(leaf)));
    }
    if (one.kind == Kind::Conditional) {
      const Width own = signed_width_of(interval_of(id));
      const ExprId either =
          e_.conditional(condition(one.operands.at(0)), word(sum(one.operands.at(1)), own),
                         word(sum(one.operands.at(2)), own));
      return e_.resize(either, width, true);
    }
    return e_.resize(quotient(one), width, true);
  }

  /// Of a division that never leaves a negative remainder: the quotient or the remainder.
  ExprId quotient(const Formulas::Node& one) {
    const Sum& of = sum(one.operands.at(0));
    const Integer by = divisor(one);
    Interval all = interval(of);
    all.greatest = std::max(all.greatest, by);
    all.least = checked(all.least - by);
    const Width width = signed_width_of(all);
    const ExprId dividend = word(of, width);
    const ExprId d = number(by, width);
    const ExprId rest = e_.binary(Op::RemainderSigned, dividend, d);
    const ExprId is_negative = e_.binary(Op::LessSigned, rest, number(0, width));
    const ExprId remainder = e_.conditional(is_negative, e_.binary(Op::Add, rest, d), rest);
    if (one.kind == Kind::Remainder) return remainder;
    return e_.binary(Op::DivideSigned, e_.binary(Op::Subtract, dividend, remainder), d);
  }

  // Equations that wrap

  Sum difference(std::uint32_t id) {
    return added(sum(node(id).operands.at(0)), multiplied(sum(node(id).operands.at(1)), -1));
  }

  /// Of an inequation: what is not positive by it.
  std::optional<Sum> at_most_zero_of(std::uint32_t id) {
    const bool is_negated = node(id).kind == Kind::Not;
    const Formulas::Node& one = is_negated ? node(node(id).operands.at(0)) : node(id);
    if (one.kind != Kind::LessEqual && one.kind != Kind::Less) return std::nullopt;
    Sum out = added(sum(one.operands.at(0)), multiplied(sum(one.operands.at(1)), -1));
    if (is_negated) out = multiplied(out, -1);
    if (is_negated == (one.kind == Kind::LessEqual)) out.constant += 1;
    return out;
  }

  /// That a sum is zero, as a word of the width of its widest variable.
  ExprId modular(const Sum& sum) {
    Width width = 1;
    for (const auto& [one, factor] : sum.factors)
      width = std::max(width, node(one).kind == Kind::Argument ? e_.width(argument(one)) : width);
    return e_.binary(Op::Equal, word(sum, width), number(0, width));
  }
};

}  // namespace

std::vector<ExprId> candidates(const smt::IntegerFormulas& formulas, std::uint32_t root,
                               const Predicate& predicate, const words::Graph& graph,
                               words::Expressions& expressions, const Signs& signs) {
  return FormulaWriter(formulas, predicate, graph, expressions, signs).run(root);
}

}  // namespace hardbop::chc
