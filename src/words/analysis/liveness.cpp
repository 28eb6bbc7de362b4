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

std::vector<VariableId> variables_of(const Expressions& expressions,
                                     const std::vector<ExprId>& roots) {
  std::vector<VariableId> out;
  for_each_node(expressions, roots, [&](ExprId id) {
    const Node& node = expressions.node(id);
    if (node.op == Op::Variable) out.push_back(static_cast<VariableId>(node.value));
  });
  std::ranges::sort(out);
  return out;
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
  explicit Reader(const Expressions& expressions)
      : expressions_(expressions), seen_(expressions.size(), 0) {}

  /// Forgets what was looked at: the next reads go to another set.
  void begin() { ++round_; }
  void read(ExprId root, analysis::SlotSet& into) {
    push(root);
    while (!stack_.empty()) {
      const Node& node = expressions_.node(stack_.back());
      stack_.pop_back();
      if (node.op == Op::Variable) into.insert(static_cast<VariableId>(node.value));
      const std::array operands{node.a, node.b, node.c};
      for (unsigned i = 0; i < operand_count(node.op); ++i) push(operands[i]);
    }
  }

 private:
  const Expressions& expressions_;
  std::vector<std::uint32_t> seen_;  // by expression: the round in which it was looked at
  std::uint32_t round_ = 0;
  std::vector<ExprId> stack_;

  void push(ExprId id) {
    if (std::exchange(seen_[id], round_) != round_) stack_.push_back(id);
  }
};

/// Backwards through the graph, what is new alone: so the value of an assignment is read once, when
/// its variable turns out to be live.
class Propagation {
 public:
  Propagation(const Graph& graph, std::vector<analysis::SlotSet>& in,
              std::vector<analysis::SlotSet>& out)
      : graph_(graph),
        in_(in),
        out_(out),
        reader_(graph.expressions),
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
    analysis::SlotSet after(graph_.variables.size());
    for (const Edge& edge : block.edges) after.unite(in_[edge.to]);
    if (!after.subtract(out_[b]) && !is_first) return;
    out_[b].unite(after);
    reader_.begin();
    analysis::SlotSet live(graph_.variables.size());
    if (is_first)
      for (const Edge& edge : block.edges) reader_.read(edge.guard, live);
    for (const Assignment& assignment : block.assignments) {
      if (!after.contains(assignment.variable)) continue;
      reader_.read(assignment.value, live);
    }
    for (const Assignment& assignment : block.assignments) after.remove(assignment.variable);
    live.unite(after);
    if (!live.subtract(in_[b])) return;
    in_[b].unite(live);
    for (const BlockId p : before_[b]) work_.insert(place_[p]);
  }
};

}  // namespace

Liveness::Liveness(const Graph& graph, Budget* budget)
    : in_(graph.blocks.size(), analysis::SlotSet(graph.variables.size())), out_(in_) {
  Propagation(graph, in_, out_).run(budget);
}

Liveness Liveness::everywhere(const Graph& graph) {
  analysis::SlotSet all(graph.variables.size());
  Reader reader(graph.expressions);
  reader.begin();
  for (const Block& block : graph.blocks) {
    for (const Edge& edge : block.edges) reader.read(edge.guard, all);
    for (const Assignment& assignment : block.assignments) {
      all.insert(assignment.variable);
      reader.read(assignment.value, all);
    }
  }
  Liveness out;
  out.in_.assign(graph.blocks.size(), all);
  out.out_ = out.in_;
  return out;
}

}  // namespace hardbop::words
