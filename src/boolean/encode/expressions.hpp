// SPDX-License-Identifier: MIT
// Expressions as BDDs. A nondeterministic expression is two functions: where it can be 1, and where
// it can be 0. Each `*` is evaluated once, so the pair of a connective follows exactly from the
// pairs of its operands, like the value sets of boolean/language/evaluate.hpp.
#pragma once

#include <vector>

#include "base/bdd/bdd.hpp"
#include "boolean/encode/slots.hpp"

namespace hardbop::encode {

struct Values {
  bdd::Bdd can_be_1;
  bdd::Bdd can_be_0;

  [[nodiscard]] bool is_deterministic() const { return can_be_0 == ~can_be_1; }
};

/// Over whatever variables its user gives to slots.
class ExpressionEncoder {
 public:
  ExpressionEncoder(const bp::Graph& graph, const bdd::Manager& manager)
      : graph_(graph), manager_(manager) {}

  /// `variable(slot, is_next)` is the value of a name, or of one with a prime.
  template <typename Variable>
  [[nodiscard]] Values encode_with(bp::ExprRange range, const Variable& variable);
  /// That `target` has one of the values.
  [[nodiscard]] bdd::Bdd is_value(bdd::Var target, const Values& values) const;

 protected:
  [[nodiscard]] const bp::Graph& graph() const { return graph_; }

 private:
  const bp::Graph& graph_;
  const bdd::Manager& manager_;
  std::vector<Values> stack_;

  void connective(bp::Op op);
  [[nodiscard]] Values pop();
};

/// Over the variables of slots.
class Expressions : public ExpressionEncoder {
 public:
  Expressions(const bp::Graph& graph, const Slots& slots)
      : ExpressionEncoder(graph, slots.manager()), slots_(slots) {}

  /// Over current values; next-state names of slots for which `is_assigned(slot)` read the
  /// next copy.
  template <typename IsAssigned>
  [[nodiscard]] Values encode(bp::ExprRange range, const IsAssigned& is_assigned) {
    return encode_with(range, [&](bp::Slot slot, bool is_next) {
      return slots_.manager().var(is_next && is_assigned(slot) ? slots_.next(slot)
                                                               : slots_.current(slot));
    });
  }
  [[nodiscard]] Values encode(bp::ExprRange range) {
    return encode(range, [](bp::Slot) { return false; });
  }
  /// By its index in Program::expressions.
  [[nodiscard]] Values encode(std::uint32_t expression) {
    return encode(graph().program().expressions[expression]);
  }

 private:
  const Slots& slots_;
};

template <typename Variable>
Values ExpressionEncoder::encode_with(bp::ExprRange range, const Variable& variable) {
  stack_.clear();
  for (std::uint32_t node = range.first; node <= range.root; ++node) {
    const bp::Op op = graph_.program().nodes[node].op;
    switch (op) {
      case bp::Op::False: stack_.push_back({manager_.zero(), manager_.one()}); break;
      case bp::Op::True: stack_.push_back({manager_.one(), manager_.zero()}); break;
      case bp::Op::Star: stack_.push_back({manager_.one(), manager_.one()}); break;
      case bp::Op::Name:
      case bp::Op::NextName: {
        const bdd::Bdd value =
            variable(graph_.slot(graph_.symbols().node_variables[node]), op == bp::Op::NextName);
        stack_.push_back({value, ~value});
        break;
      }
      default: connective(op);
    }
  }
  return pop();
}

}  // namespace hardbop::encode
