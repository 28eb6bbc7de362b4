// SPDX-License-Identifier: MIT
#include "words/engine/bmc/nesting.hpp"

#include "words/analysis/order.hpp"

namespace hardbop::bmc {

namespace {

/// The control flow alone: calls lead to where they go on, and what is never entered, to nowhere.
words::Graph control_flow(const Program& program) {
  words::Graph out;
  const words::ExprId always = out.expressions.truth(true);
  out.blocks.resize(program.graph.blocks.size() + 1);
  for (BlockId b = 0; b < program.graph.blocks.size(); ++b)
    for (const words::Edge& edge : program.graph.blocks[b].edges)
      out.blocks[b].edges.push_back({always, edge.to});
  for (const Call& call : program.calls) {
    const BlockId entry = program.procedures[call.callee].entry;
    for (words::Edge& edge : out.blocks[call.block].edges)
      if (edge.to == entry) edge.to = call.continuation;
  }
  out.entry = static_cast<BlockId>(program.graph.blocks.size());
  for (const Procedure& procedure : program.procedures)
    out.blocks[out.entry].edges.push_back({always, procedure.entry});
  return out;
}

}  // namespace

Nesting::Nesting(const Program& program)
    : heads_(program.graph.blocks.size() + 1),
      places_(program.graph.blocks.size() + 1),
      has_other_entry_(program.graph.blocks.size() + 1) {
  const words::Graph graph = control_flow(program);
  const words::Order order = words::weak_topological_order(graph);
  for (std::uint32_t i = 0; i < order.blocks.size(); ++i) {
    const BlockId b = order.blocks[i];  // after the heads of its loops
    places_[b] = i;
    if (order.around[b] != words::Order::no_loop) heads_[b] = heads_[order.around[b]];
    if (order.is_head[b]) heads_[b].push_back(b);
  }
  for (BlockId b = 0; b < graph.blocks.size(); ++b)
    for (const words::Edge& edge : graph.blocks[b].edges)
      for (std::size_t i = common(b, edge.to); i < heads_[edge.to].size(); ++i)
        if (heads_[edge.to][i] != edge.to) has_other_entry_[heads_[edge.to][i]] = true;
}

Visit Nesting::visit(BlockId to, std::size_t kept, const Visit& from, std::uint32_t more) const {
  const std::vector<BlockId>& heads = heads_[to];
  Visit out;
  out.reserve(2 * heads.size() + 1);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    out.push_back(places_[heads[i]]);
    out.push_back(i < kept ? from[2 * i + 1] : 0);
  }
  if (kept > 0) out[2 * kept - 1] += more;
  out.push_back(places_[to]);
  return out;
}

std::size_t Nesting::common(BlockId a, BlockId b) const {
  std::size_t out = 0;
  while (out < heads_[a].size() && out < heads_[b].size() && heads_[a][out] == heads_[b][out])
    ++out;
  return out;
}

Visit Nesting::next(const Visit& from_visit, BlockId from, BlockId to) const {
  const std::size_t kept = common(from, to);
  const bool is_round = kept > 0 && kept == heads_[to].size() && is_head(to);
  return visit(to, kept, from_visit, is_round ? 1 : 0);
}

}  // namespace hardbop::bmc
