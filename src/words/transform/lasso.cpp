// SPDX-License-Identifier: MIT
#include "words/transform/lasso.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>

#include "base/util/invariant.hpp"
#include "words/analysis/liveness.hpp"
#include "words/analysis/order.hpp"

namespace hardbop::words {

namespace {

class LassoMaker {
 public:
  LassoMaker(Graph& graph, const std::vector<ExprId>& fairness)
      : graph_(graph),
        e_(graph.expressions),
        fairness_(fairness),
        old_blocks_(graph.blocks.size()),
        liveness_(graph),
        predecessors_(predecessors(graph)) {
    const Order order = weak_topological_order(graph);
    for (const BlockId b : order.blocks)
      if (order.is_head[b]) heads_.push_back(b);
  }

  Lasso run() {
    Lasso out;
    out.closed = static_cast<BlockId>(graph_.blocks.size());
    graph_.blocks.emplace_back();
    out.remembers = add_variable("remembers", width(), 0);
    for (std::size_t i = 0; i < fairness_.size(); ++i) fair_.push_back(add_variable("fair", 1, 0));
    read_.resize(graph_.variables.size());
    for (const VariableId v : variables_of(e_, fairness_)) read_[v] = true;
    for (std::size_t i = 0; i < heads_.size(); ++i) watch(heads_[i], i + 1, out);
    for (BlockId b = 0; b < old_blocks_; ++b) note_fairness(b, out);
    return out;
  }

 private:
  Graph& graph_;
  Expressions& e_;
  const std::vector<ExprId>& fairness_;
  std::size_t old_blocks_;
  Liveness liveness_;
  std::vector<std::vector<BlockId>> predecessors_;
  std::vector<BlockId> heads_;
  std::map<VariableId, VariableId> copies_;
  std::vector<VariableId> fair_;        // by condition: it was true since the state is remembered
  std::vector<bool> read_;              // by variable: a condition depends on it
  std::map<BlockId, BlockId> watched_;  // from the block before a head to the head

  [[nodiscard]] Width width() const {
    return static_cast<Width>(
        std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(heads_.size()))));
  }

  VariableId add_variable(std::string name, Width bits, std::uint64_t initial) {
    Variable& variable = graph_.variables.emplace_back();
    variable.name = std::move(name);
    variable.width = bits;
    variable.initial = initial;
    return static_cast<VariableId>(graph_.variables.size() - 1);
  }

  ExprId value(VariableId v) { return e_.variable(v, graph_.variables[v].width); }

  VariableId copy_of(VariableId v) {
    const auto known = copies_.find(v);
    if (known != copies_.end()) return known->second;
    const std::string name = graph_.variables[v].name + "'";
    const VariableId copy = add_variable(name, graph_.variables[v].width, 0);
    copies_.emplace(v, copy);
    return copy;
  }

  /// What is true when the block is entered.
  void note_fairness(BlockId b, const Lasso& lasso) {
    const ExprId remembers =
        e_.unary(Op::Not, e_.binary(Op::Equal, value(lasso.remembers), e_.constant(width(), 0)));
    for (std::size_t i = 0; i < fair_.size(); ++i)
      graph_.blocks[b].assignments.push_back(
          {fair_[i],
           e_.binary(Op::Or, value(fair_[i]), e_.binary(Op::And, remembers, fairness_[i]))});
  }

  /// Blocks from which a run can come back to the head, the head among them.
  [[nodiscard]] std::vector<bool> round(BlockId head) const {
    const auto reach = [&](const auto& neighbours) {
      std::vector<bool> found(old_blocks_);
      std::vector<BlockId> work{head};
      found[head] = true;
      while (!work.empty()) {
        const BlockId b = work.back();
        work.pop_back();
        neighbours(b, [&](BlockId next) {
          if (next >= old_blocks_ || found[next]) return;
          found[next] = true;
          work.push_back(next);
        });
      }
      return found;
    };
    std::vector<bool> on = reach([&](BlockId b, const auto& visit) {
      for (const BlockId p : predecessors_[b]) visit(p);
    });
    const std::vector<bool> after = reach([&](BlockId b, const auto& visit) {
      for (const BlockId p : on_edges(b)) visit(p);
    });
    for (std::size_t b = 0; b < old_blocks_; ++b) on[b] = on[b] && after[b];
    return on;
  }

  /// Where edges led before heads were watched.
  [[nodiscard]] std::vector<BlockId> on_edges(BlockId b) const {
    std::vector<BlockId> out;
    for (const Edge& edge : graph_.blocks[b].edges) {
      const auto watched = watched_.find(edge.to);
      out.push_back(watched == watched_.end() ? edge.to : watched->second);
    }
    return out;
  }

  /// What can be different after a round, and matter.
  [[nodiscard]] std::vector<VariableId> changing(BlockId head) const {
    const std::vector<bool> on = round(head);
    std::vector<bool> assigned(graph_.variables.size());
    for (std::size_t b = 0; b < old_blocks_; ++b)
      for (const Assignment& assignment : graph_.blocks[b].assignments)
        if (on[b]) assigned[assignment.variable] = true;
    std::vector<VariableId> out;
    for (VariableId v = 0; v < assigned.size(); ++v)
      if (assigned[v] && v < read_.size() && (liveness_.live(head, v) || read_[v]))
        out.push_back(v);
    return out;
  }

  /// A block before the head remembers, and compares.
  void watch(BlockId head, std::uint64_t number, const Lasso& lasso) {
    const std::vector<VariableId> variables = changing(head);
    const auto id = static_cast<BlockId>(graph_.blocks.size());
    const auto input = static_cast<InputId>(graph_.inputs.size());
    graph_.inputs.push_back(1);
    const ExprId now = value(lasso.remembers);
    const ExprId remember =
        e_.binary(Op::And, e_.binary(Op::Equal, now, e_.constant(width(), 0)), e_.input(input, 1));
    ExprId same = e_.binary(Op::Equal, now, e_.constant(width(), number));
    Block before;
    before.inputs = {input};
    for (const VariableId v : variables) {
      const VariableId copy = copy_of(v);
      same = e_.binary(Op::And, same, e_.binary(Op::Equal, value(v), value(copy)));
      before.assignments.push_back({copy, e_.conditional(remember, value(v), value(copy))});
    }
    for (const VariableId fair : fair_) {
      same = e_.binary(Op::And, same, value(fair));
      before.assignments.push_back({fair, e_.conditional(remember, e_.truth(false), value(fair))});
    }
    before.assignments.push_back(
        {lasso.remembers, e_.conditional(remember, e_.constant(width(), number), now)});
    before.edges = {{same, lasso.closed}, {e_.unary(Op::Not, same), head}};
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b)
      for (Edge& edge : graph_.blocks[b].edges)
        if (edge.to == head) edge.to = id;
    if (graph_.entry == head) graph_.entry = id;
    graph_.blocks.push_back(std::move(before));
    watched_.emplace(id, head);
  }
};

}  // namespace

std::optional<std::string> why_no_lasso(const Graph& graph) {
  for (const Block& block : graph.blocks)
    for (const ArrayAssignment& assignment : block.array_assignments)
      return fmt::format("loops that change arrays ('{}') cannot be followed without end",
                         graph.arrays[assignment.array].name);
  return std::nullopt;
}

Lasso add_lasso(Graph& graph, const std::vector<ExprId>& fairness) {
  HARDBOP_INVARIANT(!why_no_lasso(graph), "a graph with a lasso should not change arrays");
  return LassoMaker(graph, fairness).run();
}

}  // namespace hardbop::words
