// SPDX-License-Identifier: MIT
#include "words/analysis/shrunk.hpp"

#include <map>
#include <optional>

#include "base/expression/substitute.hpp"

namespace hardbop::words {

namespace {

/// Those between are taken for a number of rounds: smaller ones do no harm, larger ones may be
/// addresses.
constexpr std::uint64_t least_large = 256;
constexpr std::uint64_t greatest_large = (std::uint64_t{1} << 24U) - 1;
/// From one group of numbers that are near each other to the next.
constexpr std::uint64_t distance = 24;
constexpr std::uint64_t nearness = 8;

bool is_comparison(Op op) {
  return op == Op::LessSigned || op == Op::LessUnsigned || op == Op::LessEqualSigned ||
         op == Op::LessEqualUnsigned || op == Op::Equal;
}

std::optional<std::uint64_t> large_constant(const Expressions& e, ExprId id) {
  const Node& node = e.node(id);
  if (node.op != Op::Constant || node.width < 16) return std::nullopt;
  if (node.value < least_large || node.value > greatest_large) return std::nullopt;
  return node.value;
}

class Shrinker {
 public:
  explicit Shrinker(const Graph& graph) : out_(graph) {
    Expressions& e = out_.expressions;
    for (ExprId id = 0; id < e.size(); ++id)
      if (is_comparison(e.node(id).op))
        for (const ExprId operand : {e.node(id).a, e.node(id).b})
          if (const auto large = large_constant(e, operand)) smaller_[*large] = 0;
    std::uint64_t group = 0;
    std::uint64_t first = 0;
    for (auto& [large, small] : smaller_) {
      if (group == 0 || large - first > nearness) {
        first = large;
        group += distance;
      }
      small = group + (large - first);
    }
  }

  Graph run() {
    if (smaller_.empty()) return std::move(out_);
    Substituter replace(
        out_.expressions, [](ExprId leaf) { return leaf; },
        [this](ExprId made) { return with_smaller(made); });
    for (Block& block : out_.blocks) {
      for (Edge& edge : block.edges) edge.guard = replace(edge.guard);
      for (Assignment& one : block.assignments) one.value = replace(one.value);
      for (ArrayAssignment& one : block.array_assignments) one.value = replace(one.value);
    }
    return std::move(out_);
  }

 private:
  Graph out_;
  std::map<std::uint64_t, std::uint64_t> smaller_;

  [[nodiscard]] ExprId with_smaller(ExprId made) {
    const Node node = out_.expressions.node(made);
    if (!is_comparison(node.op)) return made;
    const auto operand = [&](ExprId id) {
      const auto large = large_constant(out_.expressions, id);
      const auto found = large ? smaller_.find(*large) : smaller_.end();
      return found == smaller_.end()
                 ? id
                 : out_.expressions.constant(out_.expressions.width(id), found->second);
    };
    const ExprId a = operand(node.a);
    const ExprId b = operand(node.b);
    return a == node.a && b == node.b ? made : out_.expressions.binary(node.op, a, b);
  }
};

}  // namespace

Graph shrunk(const Graph& graph) {
  return Shrinker(graph).run();
}

}  // namespace hardbop::words
