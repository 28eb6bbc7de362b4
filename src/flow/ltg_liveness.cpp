// SPDX-License-Identifier: MIT
#include "flow/ltg_liveness.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "flow/ltg_order.hpp"
#include "ltg/substitute.hpp"

namespace hardbop::flow {

using ltg::BlockId;
using ltg::VariableId;

std::vector<VariableId> variables_of(const ltg::Expressions& expressions,
                                     const std::vector<ltg::ExprId>& roots) {
  std::vector<VariableId> out;
  ltg::for_each_node(expressions, roots, [&](ltg::ExprId id) {
    const ltg::Node& node = expressions.node(id);
    if (node.op == ltg::Op::Variable) out.push_back(static_cast<VariableId>(node.value));
  });
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::vector<BlockId>> predecessors(const ltg::Graph& graph) {
  std::vector<std::vector<BlockId>> out(graph.blocks.size());
  for (BlockId b = 0; b < graph.blocks.size(); ++b)
    for (const ltg::Edge& edge : graph.blocks[b].edges)
      if (out[edge.to].empty() || out[edge.to].back() != b) out[edge.to].push_back(b);
  return out;
}

namespace {

/// What expressions read. Of large graphs this is most of the work: an assignment through a pointer
/// is one to every variable that it may be of, and the same address is part of each.
class Reader {
 public:
  explicit Reader(const ltg::Expressions& expressions)
      : expressions_(expressions), seen_(expressions.size(), 0) {}

  /// Forgets what was looked at: the next reads go to another set.
  void begin() { ++round_; }
  void read(ltg::ExprId root, SlotSet& into) {
    push(root);
    while (!stack_.empty()) {
      const ltg::Node& node = expressions_.node(stack_.back());
      stack_.pop_back();
      if (node.op == ltg::Op::Variable) into.insert(static_cast<VariableId>(node.value));
      const std::array operands{node.a, node.b, node.c};
      for (unsigned i = 0; i < ltg::operand_count(node.op); ++i) push(operands[i]);
    }
  }

 private:
  const ltg::Expressions& expressions_;
  std::vector<std::uint32_t> seen_;  // by expression: the round in which it was looked at
  std::uint32_t round_ = 0;
  std::vector<ltg::ExprId> stack_;

  void push(ltg::ExprId id) {
    if (std::exchange(seen_[id], round_) != round_) stack_.push_back(id);
  }
};

/// Backwards through the graph, what is new alone: so the value of an assignment is read once, when
/// its variable turns out to be live.
class Propagation {
 public:
  Propagation(const ltg::Graph& graph, std::vector<SlotSet>& in, std::vector<SlotSet>& out)
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
  const ltg::Graph& graph_;
  std::vector<SlotSet>& in_;
  std::vector<SlotSet>& out_;
  Reader reader_;
  std::vector<std::vector<BlockId>> before_;
  std::vector<BlockId> order_;
  std::vector<std::uint32_t> place_;  // in the order
  std::set<std::uint32_t> work_;      // places; the last is next

  void visit(BlockId b, bool is_first) {
    const ltg::Block& block = graph_.blocks[b];
    SlotSet after(graph_.variables.size());
    for (const ltg::Edge& edge : block.edges) after.unite(in_[edge.to]);
    if (!after.subtract(out_[b]) && !is_first) return;
    out_[b].unite(after);
    reader_.begin();
    SlotSet live(graph_.variables.size());
    if (is_first)
      for (const ltg::Edge& edge : block.edges) reader_.read(edge.guard, live);
    for (const ltg::Assignment& assignment : block.assignments) {
      if (!after.contains(assignment.variable)) continue;
      reader_.read(assignment.value, live);
    }
    for (const ltg::Assignment& assignment : block.assignments) after.remove(assignment.variable);
    live.unite(after);
    if (!live.subtract(in_[b])) return;
    in_[b].unite(live);
    for (const BlockId p : before_[b]) work_.insert(place_[p]);
  }
};

}  // namespace

LtgLiveness::LtgLiveness(const ltg::Graph& graph, Budget* budget)
    : in_(graph.blocks.size(), SlotSet(graph.variables.size())), out_(in_) {
  Propagation(graph, in_, out_).run(budget);
}

LtgLiveness LtgLiveness::everywhere(const ltg::Graph& graph) {
  SlotSet all(graph.variables.size());
  Reader reader(graph.expressions);
  reader.begin();
  for (const ltg::Block& block : graph.blocks) {
    for (const ltg::Edge& edge : block.edges) reader.read(edge.guard, all);
    for (const ltg::Assignment& assignment : block.assignments) {
      all.insert(assignment.variable);
      reader.read(assignment.value, all);
    }
  }
  LtgLiveness out;
  out.in_.assign(graph.blocks.size(), all);
  out.out_ = out.in_;
  return out;
}

}  // namespace hardbop::flow
