// SPDX-License-Identifier: MIT
// Expressions as BDDs. A nondeterministic expression is two functions: where it can be 1
// and where it can be 0. As each `*` is evaluated once, the pair of a connective follows
// exactly from the pairs of its operands, as the value sets of bp/evaluate.hpp do.
#pragma once

#include <vector>

#include "bdd/bdd.hpp"
#include "encode/slots.hpp"

namespace hardbop::encode {

struct Values {
  bdd::Bdd can_be_1;
  bdd::Bdd can_be_0;

  [[nodiscard]] bool is_deterministic() const { return can_be_0 == ~can_be_1; }
};

class Expressions {
 public:
  Expressions(const bp::Graph& graph, const Slots& slots) : graph_(graph), slots_(slots) {}

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
    return encode(graph_.program().expressions[expression]);
  }
  /// As the state after a step sees it: every name of an assigned slot reads the next copy.
  template <typename IsAssigned>
  [[nodiscard]] Values encode_after(bp::ExprRange range, const IsAssigned& is_assigned) {
    return encode_with(range, [&](bp::Slot slot, bool) {
      return slots_.manager().var(is_assigned(slot) ? slots_.next(slot) : slots_.current(slot));
    });
  }

  /// That `target` has one of the values.
  [[nodiscard]] bdd::Bdd is_value(bdd::Var target, const Values& values) const;

 private:
  const bp::Graph& graph_;
  const Slots& slots_;
  std::vector<Values> stack_;

  template <typename Variable>
  [[nodiscard]] Values encode_with(bp::ExprRange range, const Variable& variable);
  void connective(bp::Op op);
  [[nodiscard]] Values pop();
};

template <typename Variable>
Values Expressions::encode_with(bp::ExprRange range, const Variable& variable) {
  const bdd::Manager& manager = slots_.manager();
  stack_.clear();
  for (std::uint32_t node = range.first; node <= range.root; ++node) {
    const bp::Op op = graph_.program().nodes[node].op;
    switch (op) {
      case bp::Op::False: stack_.push_back({manager.zero(), manager.one()}); break;
      case bp::Op::True: stack_.push_back({manager.one(), manager.zero()}); break;
      case bp::Op::Star: stack_.push_back({manager.one(), manager.one()}); break;
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
