// SPDX-License-Identifier: MIT
#include "words/analysis/liveness.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "base/expression/substitute.hpp"
#include "words/analysis/order.hpp"

namespace hardbop::words {

namespace {

std::vector<std::uint32_t> numbers_of(Op leaf, const Expressions& expressions,
                                      const std::vector<ExprId>& roots) {
  std::vector<std::uint32_t> out;
  for_each_node(expressions, roots, [&](ExprId id) {
    const Node& node = expressions.node(id);
    if (node.op == leaf) out.push_back(static_cast<std::uint32_t>(node.value));
  });
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::vector<VariableId> variables_of(const Expressions& expressions,
                                     const std::vector<ExprId>& roots) {
  return numbers_of(Op::Variable, expressions, roots);
}

std::vector<ArrayId> arrays_of(const Expressions& expressions, const std::vector<ExprId>& roots) {
  return numbers_of(Op::Array, expressions, roots);
}

std::vector<std::vector<BlockId>> predecessors(const Graph& graph) {
  std::vector<std::vector<BlockId>> out(graph.blocks.size());
  for (BlockId b = 0; b < graph.blocks.size(); ++b)
    for (const Edge& edge : graph.blocks[b].edges)
      if (out[edge.to].empty() || out[edge.to].back() != b) out[edge.to].push_back(b);
  return out;
}

namespace {

/// What expressions read. Of large graphs this is most of the work: an assignment through a pointer
/// is one to every variable that it may be of, and the same address is part of each.
class Reader {
 public:
  explicit Reader(const Graph& graph)
      : expressions_(graph.expressions),
        variables_(static_cast<std::uint32_t>(graph.variables.size())),
        seen_(expressions_.size(), 0) {}

  /// Forgets what was looked at: the next reads go to another set.
  void begin() { ++round_; }
  void read(ExprId root, analysis::SlotSet& into) {
    push(root);
    while (!stack_.empty()) {
      const Node& node = expressions_.node(stack_.back());
      stack_.pop_back();
      if (node.op == Op::Variable) into.insert(static_cast<VariableId>(node.value));
      if (node.op == Op::Array) into.insert(variables_ + static_cast<ArrayId>(node.value));
      const std::array operands{node.a, node.b, node.c};
      for (unsigned i = 0; i < operand_count(node.op); ++i) push(operands[i]);
    }
  }

 private:
  const Expressions& expressions_;
  std::uint32_t variables_;          // how many: arrays have the slots behind them
  std::vector<std::uint32_t> seen_;  // by expression: the round in which it was looked at
  std::uint32_t round_ = 0;
  std::vector<ExprId> stack_;

  void push(ExprId id) {
    if (std::exchange(seen_[id], round_) != round_) stack_.push_back(id);
  }
};

std::size_t slots(const Graph& graph) {
  return graph.variables.size() + graph.arrays.size();
}

/// Calls `visit(slot, value)` for what a block assigns.
template <typename Visit>
void for_each_assigned(const Graph& graph, const Block& block, const Visit& visit) {
  for (const Assignment& assignment : block.assignments)
    visit(bp::Slot{assignment.variable}, assignment.value);
  const auto variables = static_cast<bp::Slot>(graph.variables.size());
  for (const ArrayAssignment& assignment : block.array_assignments)
    visit(static_cast<bp::Slot>(variables + assignment.array), assignment.value);
}

/// Backwards through the graph, what is new alone: so the value of an assignment is read once, when
/// its variable turns out to be live.
class Propagation {
 public:
  Propagation(const Graph& graph, std::vector<analysis::SlotSet>& in,
              std::vector<analysis::SlotSet>& out)
      : graph_(graph),
        in_(in),
        out_(out),
        reader_(graph),
        before_(predecessors(graph)),
        place_(graph.blocks.size(), 0) {
    order_ = weak_topological_order(graph).blocks;
    std::vector<bool> is_placed(graph.blocks.size(), false);
    for (const BlockId b : order_) is_placed[b] = true;
    for (BlockId b = 0; b < graph.blocks.size(); ++b)
      if (!is_placed[b]) order_.push_back(b);
    for (std::uint32_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
  }

  void run(Budget* budget) {
    for (std::uint32_t i = 0; i < order_.size(); ++i) work_.insert(work_.end(), i);
    std::vector<bool> is_known(graph_.blocks.size(), false);
    for (std::uint64_t step = 1; !work_.empty(); ++step) {
      if (step % 64 == 0 && budget != nullptr && budget->poll() != StopReason::None) return;
      const auto last = std::prev(work_.end());
      const BlockId b = order_[*last];
      work_.erase(last);
      visit(b, !is_known[b]);
      is_known[b] = true;
    }
  }

 private:
  const Graph& graph_;
  std::vector<analysis::SlotSet>& in_;
  std::vector<analysis::SlotSet>& out_;
  Reader reader_;
  std::vector<std::vector<BlockId>> before_;
  std::vector<BlockId> order_;
  std::vector<std::uint32_t> place_;  // in the order
  std::set<std::uint32_t> work_;      // places; the last is next

  void visit(BlockId b, bool is_first) {
    const Block& block = graph_.blocks[b];
    analysis::SlotSet after(slots(graph_));
    for (const Edge& edge : block.edges) after.unite(in_[edge.to]);
    if (!after.subtract(out_[b]) && !is_first) return;
    out_[b].unite(after);
    reader_.begin();
    analysis::SlotSet live(slots(graph_));
    if (is_first)
      for (const Edge& edge : block.edges) reader_.read(edge.guard, live);
    for_each_assigned(graph_, block, [&](bp::Slot slot, ExprId value) {
      if (after.contains(slot)) reader_.read(value, live);
    });
    for_each_assigned(graph_, block, [&](bp::Slot slot, ExprId) { after.remove(slot); });
    live.unite(after);
    if (!live.subtract(in_[b])) return;
    in_[b].unite(live);
    for (const BlockId p : before_[b]) work_.insert(place_[p]);
  }
};

}  // namespace

Liveness::Liveness(const Graph& graph, Budget* budget)
    : variables_(static_cast<std::uint32_t>(graph.variables.size())),
      in_(graph.blocks.size(), analysis::SlotSet(slots(graph))),
      out_(in_) {
  Propagation(graph, in_, out_).run(budget);
}

Liveness Liveness::everywhere(const Graph& graph) {
  analysis::SlotSet all(slots(graph));
  Reader reader(graph);
  reader.begin();
  for (const Block& block : graph.blocks) {
    for (const Edge& edge : block.edges) reader.read(edge.guard, all);
    for_each_assigned(graph, block, [&](bp::Slot slot, ExprId value) {
      all.insert(slot);
      reader.read(value, all);
    });
  }
  Liveness out(static_cast<std::uint32_t>(graph.variables.size()));
  out.in_.assign(graph.blocks.size(), all);
  out.out_ = out.in_;
  return out;
}

}  // namespace hardbop::words
