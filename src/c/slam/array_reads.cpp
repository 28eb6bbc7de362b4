// SPDX-License-Identifier: MIT
// Predicates are atoms of conditions, and C has no text for an array with a change: of
// `store(a, i, v)[k] == 0` the predicates should be `i == k`, `v == 0` and `a[k] == 0`.
#include "c/slam/array_reads.hpp"

#include <array>

#include "base/expression/substitute.hpp"

namespace hardbop::slam {

using words::ExprId;
using words::Node;
using words::Op;

namespace {

class Splitter {
 public:
  explicit Splitter(words::Expressions& expressions) : e_(expressions) {}

  ExprId run(ExprId condition) {
    words::Substituter substitute(
        e_, [](ExprId leaf) { return leaf; }, [this](ExprId made) { return split(made); });
    const ExprId out = substitute(condition);
    return cases_ > most_cases ? condition : out;
  }

 private:
  static constexpr std::size_t most_cases = 100;
  words::Expressions& e_;
  std::size_t cases_ = 0;

  /// By the cases of its operands.
  ExprId split(ExprId id) {
    const Node node = e_.node(id);
    if (node.op == Op::Conditional || e_.is_array(id) || cases_ > most_cases) return id;
    if (node.op == Op::Select) return read(node.a, node.b);
    const std::array operands{node.a, node.b, node.c};
    for (std::size_t i = 0; i < words::operand_count(node.op); ++i) {
      const Node operand = e_.node(operands[i]);
      if (operand.op != Op::Conditional || operand.width == 1) continue;
      ++cases_;
      const auto with = [&](ExprId one) {
        std::array changed = operands;
        changed[i] = one;
        return split(words::remade(e_, node, changed));
      };
      const ExprId yes = with(operand.b);
      return e_.conditional(operand.a, yes, with(operand.c));
    }
    return id;
  }

  ExprId read(ExprId array, ExprId index) {
    const Node from = e_.node(array);
    const Node at = e_.node(index);
    if (++cases_ > most_cases) return e_.select(array, index);
    if (at.op == Op::Conditional) {
      const ExprId yes = read(array, at.b);
      return e_.conditional(at.a, yes, read(array, at.c));
    }
    if (from.op == Op::Conditional) {
      const ExprId yes = read(from.b, index);
      return e_.conditional(from.a, yes, read(from.c, index));
    }
    if (from.op != Op::Store) return e_.select(array, index);
    const ExprId is_there = e_.binary(Op::Equal, from.b, index);
    return e_.is_constant(is_there, 1) ? from.c
                                       : e_.conditional(is_there, from.c, read(from.a, index));
  }
};

}  // namespace

ExprId without_stores(words::Expressions& expressions, ExprId condition) {
  bool has_stores = false;
  words::for_each_node(expressions, {condition}, [&](ExprId id) {
    const Node& node = expressions.node(id);
    has_stores = has_stores ||
                 (node.op == Op::Select && words::operand_count(expressions.node(node.a).op) > 0);
  });
  return has_stores ? Splitter(expressions).run(condition) : condition;
}

}  // namespace hardbop::slam
