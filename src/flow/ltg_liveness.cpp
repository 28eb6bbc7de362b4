// SPDX-License-Identifier: MIT
#include "flow/ltg_liveness.hpp"

#include <algorithm>

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

/// What a block reads.
struct Reads {
  std::vector<VariableId> guards;
  std::vector<std::vector<VariableId>> values;  // by assignment
};

Reads reads_of(const ltg::Graph& graph, const ltg::Block& block) {
  Reads reads;
  std::vector<ltg::ExprId> guards;
  for (const ltg::Edge& edge : block.edges) guards.push_back(edge.guard);
  reads.guards = variables_of(graph.expressions, guards);
  for (const ltg::Assignment& assignment : block.assignments)
    reads.values.push_back(variables_of(graph.expressions, {assignment.value}));
  return reads;
}

}  // namespace

LtgLiveness::LtgLiveness(const ltg::Graph& graph)
    : in_(graph.blocks.size(), SlotSet(graph.variables.size())), out_(in_) {
  std::vector<Reads> reads;
  for (const ltg::Block& block : graph.blocks) reads.push_back(reads_of(graph, block));
  const std::vector<std::vector<BlockId>> before = predecessors(graph);
  std::vector<BlockId> work;
  std::vector<bool> waiting(graph.blocks.size(), true);
  for (BlockId b = 0; b < graph.blocks.size(); ++b) work.push_back(b);
  while (!work.empty()) {
    const BlockId b = work.back();
    work.pop_back();
    waiting[b] = false;
    const ltg::Block& block = graph.blocks[b];
    for (const ltg::Edge& edge : block.edges) out_[b].unite(in_[edge.to]);
    SlotSet live(graph.variables.size());
    SlotSet assigned(graph.variables.size());
    for (const VariableId v : reads[b].guards) live.insert(v);
    for (std::size_t i = 0; i < block.assignments.size(); ++i) {
      assigned.insert(block.assignments[i].variable);
      if (!out_[b].contains(block.assignments[i].variable)) continue;
      for (const VariableId v : reads[b].values[i]) live.insert(v);
    }
    for_each_slot(out_[b].words(), [&](VariableId v) {
      if (!assigned.contains(v)) live.insert(v);
    });
    if (!in_[b].unite(live)) continue;
    for (const BlockId p : before[b]) {
      if (waiting[p]) continue;
      waiting[p] = true;
      work.push_back(p);
    }
  }
}

LtgLiveness LtgLiveness::everywhere(const ltg::Graph& graph) {
  SlotSet all(graph.variables.size());
  for (const ltg::Block& block : graph.blocks) {
    const Reads reads = reads_of(graph, block);
    for (const VariableId v : reads.guards) all.insert(v);
    for (std::size_t i = 0; i < block.assignments.size(); ++i) {
      all.insert(block.assignments[i].variable);
      for (const VariableId v : reads.values[i]) all.insert(v);
    }
  }
  LtgLiveness out;
  out.in_.assign(graph.blocks.size(), all);
  out.out_ = out.in_;
  return out;
}

}  // namespace hardbop::flow
