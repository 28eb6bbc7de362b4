// SPDX-License-Identifier: MIT
// The values an expression can have in a concrete state. Each `*` stands for one choice
// and occurs once in an evaluation, so the operands of a connective choose independently
// and the set of values of the whole follows from the sets of its operands, exactly.
#pragma once

#include <span>
#include <vector>

#include "boolean/language/graph.hpp"
#include "boolean/language/valuation.hpp"

namespace hardbop::bp {

/// A subset of {0, 1}: bit 0 tells whether 0 is in it, bit 1 whether 1 is.
class ValueSet {
 public:
  constexpr ValueSet() = default;
  constexpr ValueSet(bool can_be_0, bool can_be_1)
      : bits_(static_cast<std::uint8_t>((can_be_0 ? 1U : 0U) | (can_be_1 ? 2U : 0U))) {}
  static constexpr ValueSet just(bool value) { return {!value, value}; }
  static constexpr ValueSet any() { return {true, true}; }

  [[nodiscard]] constexpr bool has(bool value) const { return (bits_ & (value ? 2U : 1U)) != 0; }
  [[nodiscard]] constexpr bool is_any() const { return bits_ == 3; }

  friend constexpr bool operator==(ValueSet, ValueSet) = default;

 private:
  std::uint8_t bits_ = 0;
};

/// The set of values of a connective, from those of its operands. An operand whose value is
/// not known is the empty set; then a value is in the result only if it is possible whatever
/// the unknown ones are.
[[nodiscard]] ValueSet apply(Op op, ValueSet a, ValueSet b);
[[nodiscard]] ValueSet apply_conditional(ValueSet condition, ValueSet a, ValueSet b);

/// Evaluates the expressions of one graph. Keeps its stack between calls.
class Evaluator {
 public:
  explicit Evaluator(const Graph& graph) : graph_(graph) {}

  /// In the frame `now`; next-state names read `next`.
  [[nodiscard]] ValueSet evaluate(ExprRange expression, std::span<const Word> now,
                                  std::span<const Word> next);
  [[nodiscard]] ValueSet evaluate(ExprRange expression, std::span<const Word> now) {
    return evaluate(expression, now, now);
  }
  /// With the values that `lookup(slot, is_next)` gives the variables.
  template <typename Lookup>
  [[nodiscard]] ValueSet evaluate_with(ExprRange expression, const Lookup& lookup);
  /// By its index in Program::expressions.
  [[nodiscard]] ValueSet evaluate(std::uint32_t expression, std::span<const Word> now) {
    return evaluate(graph_.program().expressions[expression], now);
  }

 private:
  const Graph& graph_;
  std::vector<ValueSet> stack_;
};

template <typename Lookup>
ValueSet Evaluator::evaluate_with(ExprRange expression, const Lookup& lookup) {
  const Program& program = graph_.program();
  const auto pop = [this] {
    const ValueSet top = stack_.back();
    stack_.pop_back();
    return top;
  };
  stack_.clear();
  for (std::uint32_t node = expression.first; node <= expression.root; ++node) {
    const Op op = program.nodes[node].op;
    switch (op) {
      case Op::False: stack_.push_back(ValueSet::just(false)); break;
      case Op::True: stack_.push_back(ValueSet::just(true)); break;
      case Op::Star: stack_.push_back(ValueSet::any()); break;
      case Op::Name:
      case Op::NextName: {
        const Slot slot = graph_.slot(graph_.symbols().node_variables[node]);
        stack_.push_back(lookup(slot, op == Op::NextName));
        break;
      }
      case Op::Not: stack_.back() = apply(Op::Not, stack_.back(), {}); break;
      case Op::Conditional: {
        const ValueSet b = pop();
        const ValueSet a = pop();
        stack_.back() = apply_conditional(stack_.back(), a, b);
        break;
      }
      default: {
        const ValueSet b = pop();
        stack_.back() = apply(op, stack_.back(), b);
      }
    }
  }
  return stack_.back();
}

}  // namespace hardbop::bp
