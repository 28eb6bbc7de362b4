// SPDX-License-Identifier: MIT
// Terms as literals of a SAT solver. Private to the layer.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/sat/solver.hpp"
#include "boolean/horn/term.hpp"

namespace hardbop::certify {

class TermLiterals {
 public:
  TermLiterals(const horn::Terms& terms, sat::Solver& solver) : terms_(terms), solver_(solver) {}

  /// Variables may mean something else from now on.
  void forget() { known_.clear(); }

  /// With `literal(variable)`.
  template <typename Variable>
  int of(horn::Term root, const Variable& literal) {
    known_.try_emplace(0, solver_.always());
    std::vector<std::uint32_t> open{root.node()};
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      const std::size_t size = open.size();
      const horn::Terms::Node& content = terms_.node({node, false});
      for (const horn::Term part : {content.a, content.b, content.c})
        if (!known_.contains(part.node())) open.push_back(part.node());
      if (open.size() != size) continue;
      open.pop_back();
      if (known_.contains(node)) continue;
      known_.emplace(node, content.kind == horn::Terms::Kind::Variable ? literal(content.variable)
                                                                       : gate(content));
    }
    return known(root);
  }

 private:
  const horn::Terms& terms_;
  sat::Solver& solver_;
  std::unordered_map<std::uint32_t, int> known_;

  [[nodiscard]] int known(horn::Term term) const {
    const int literal = known_.at(term.node());
    return term.negated() ? -literal : literal;
  }

  [[nodiscard]] int gate(const horn::Terms::Node& node) {
    switch (node.kind) {
      case horn::Terms::Kind::And: return solver_.conjunction(known(node.a), known(node.b));
      case horn::Terms::Kind::Iff: return solver_.iff(known(node.a), known(node.b));
      case horn::Terms::Kind::Ite:
        return solver_.choice(known(node.a), known(node.b), known(node.c));
      default: return solver_.always();
    }
  }
};

}  // namespace hardbop::certify
