// SPDX-License-Identifier: MIT
// The values an expression can have, as two formulas. The table of each connective is the
// interpreter's (boolean/language/evaluate.hpp), asked for every pair of operands.
#pragma once

#include <vector>

#include "boolean/horn/term.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::horn {

struct Values {
  Term can_be_1;
  Term can_be_0;

  [[nodiscard]] bool is_deterministic() const { return can_be_0 == !can_be_1; }
};

class Expressions {
 public:
  Expressions(const bp::Graph& graph, Terms& terms) : graph_(graph), terms_(terms) {}

  /// With `value(slot, is_next)` for the variables.
  template <typename Value>
  [[nodiscard]] Values values(bp::ExprRange range, const Value& value) {
    stack_.clear();
    for (std::uint32_t node = range.first; node <= range.root; ++node) {
      const bp::Op op = graph_.program().nodes[node].op;
      switch (op) {
        case bp::Op::False: stack_.push_back({never, always}); break;
        case bp::Op::True: stack_.push_back({always, never}); break;
        case bp::Op::Star: stack_.push_back({always, always}); break;
        case bp::Op::Name:
        case bp::Op::NextName: {
          const Term term =
              value(graph_.slot(graph_.symbols().node_variables[node]), op == bp::Op::NextName);
          stack_.push_back({term, !term});
          break;
        }
        default: connective(op);
      }
    }
    return pop();
  }

  /// That a term has one of the values.
  [[nodiscard]] Term is_value(Term term, const Values& values) {
    return terms_.choose(term, values.can_be_1, values.can_be_0);
  }

 private:
  const bp::Graph& graph_;
  Terms& terms_;
  std::vector<Values> stack_;

  [[nodiscard]] Values pop();
  void connective(bp::Op op);
  [[nodiscard]] Values table(bp::Op op, const Values& a, const Values& b);
};

}  // namespace hardbop::horn
