// SPDX-License-Identifier: MIT
#include "words/certify/subject.hpp"

#include <algorithm>
#include <numeric>

namespace hardbop::words {

std::vector<BlockId> Subject::successors(BlockId b) const {
  std::vector<BlockId> out;
  if (sinks.contains(b)) return out;
  const Call* const call = this->call(b);
  for (const Edge& edge : graph.blocks[b].edges)
    out.push_back(enters(call, edge.to) ? call->continuation : edge.to);
  return out;
}

/// A way back leads to a block that is being visited.
Traversal traverse(const Subject& subject, BlockId entry) {
  enum class Mark : std::uint8_t { New, Open, Done };
  struct Visit {
    BlockId block;
    std::vector<BlockId> next;
  };
  Traversal out;
  std::map<BlockId, Mark> marks;
  std::set<BlockId> heads;
  std::vector<Visit> path;
  const auto enter = [&](BlockId b) {
    marks[b] = Mark::Open;
    path.push_back({b, subject.successors(b)});
  };
  enter(entry);
  while (!path.empty()) {
    if (path.back().next.empty()) {
      const BlockId done = path.back().block;
      path.pop_back();
      marks[done] = Mark::Done;
      out.order.push_back(done);
      continue;
    }
    const BlockId next = path.back().next.back();
    path.back().next.pop_back();
    const Mark mark = marks[next];
    if (mark == Mark::New) enter(next);
    if (mark == Mark::Open) heads.insert(next);
  }
  std::ranges::reverse(out.order);
  out.heads.assign(heads.begin(), heads.end());
  return out;
}

Subject single_procedure(const Graph& graph, std::map<BlockId, std::string> sinks) {
  Subject::Procedure all;
  all.entry = graph.entry;
  all.blocks.resize(graph.blocks.size());
  std::iota(all.blocks.begin(), all.blocks.end(), BlockId{0});
  return {graph,
          {std::move(all)},
          0,
          std::vector<bool>(graph.variables.size(), true),
          std::vector<bool>(graph.arrays.size(), true),
          {},
          std::move(sinks)};
}

}  // namespace hardbop::words
