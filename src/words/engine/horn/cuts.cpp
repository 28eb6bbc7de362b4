// SPDX-License-Identifier: MIT
#include "words/engine/horn/cuts.hpp"

#include <algorithm>

#include "base/expression/substitute.hpp"

namespace hardbop::chc {

namespace {

/// Paths from one place to another; where more meet, they are cut.
constexpr std::size_t most_paths = 12;

class CutFinder {
 public:
  CutFinder(const words::Subject& subject, Needed& needed)
      : subject_(subject),
        needed_(needed),
        out_{std::vector<bool>(subject.graph.blocks.size()),
             std::vector<bool>(subject.graph.blocks.size())} {}

  Cuts run() {
    find_reached();
    for (const words::Subject::Procedure& procedure : subject_.procedures) {
      if (!out_.is_reached[procedure.entry]) continue;
      out_.is_cut[procedure.entry] = true;
      for (const BlockId leave : procedure.leaves) out_.is_cut[leave] = true;
      cut_loops(procedure.entry);
      for (const BlockId b : procedure.blocks)
        if (reads_inputs(b)) out_.is_cut[b] = true;
      cut_joins();
    }
    for (const auto& [block, call] : subject_.calls) out_.is_cut[block] = true;
    return std::move(out_);
  }

 private:
  const words::Subject& subject_;
  Needed& needed_;
  Cuts out_;
  std::vector<BlockId> order_;  // of the procedure at hand: all that lead to a block before it

  void find_reached() {
    std::vector<BlockId> stack{subject_.procedures[subject_.main].entry};
    out_.is_reached[stack.front()] = true;
    const auto reach = [&](BlockId b) {
      if (!out_.is_reached[b]) stack.push_back(b);
      out_.is_reached[b] = true;
    };
    while (!stack.empty()) {
      const BlockId top = stack.back();
      stack.pop_back();
      if (subject_.sinks.contains(top)) continue;
      for (const words::Edge& edge : subject_.graph.blocks[top].edges) reach(edge.to);
      for (const BlockId to : subject_.successors(top)) reach(to);
    }
  }

  void cut_loops(BlockId entry) {
    words::Traversal found = words::traverse(subject_, entry);
    order_ = std::move(found.order);
    for (const BlockId head : found.heads) out_.is_cut[head] = true;
  }

  /// Of the procedure whose order is at hand.
  void cut_joins() {
    std::map<BlockId, std::size_t> counts;
    for (const BlockId b : order_) {
      std::size_t& count = counts[b];
      if (count > most_paths) out_.is_cut[b] = true;
      if (out_.is_cut[b] || subject_.call(b) != nullptr) count = 1;
      const std::size_t paths = std::max<std::size_t>(count, 1);
      for (const BlockId to : subject_.successors(b)) counts[to] += paths;
    }
  }

  [[nodiscard]] bool reads_inputs(BlockId b) {
    const words::Block& block = subject_.graph.blocks[b];
    if (!needed_.leads_to_target(b) || (block.inputs.empty() && block.array_inputs.empty()))
      return false;
    const words::Expressions& e = subject_.graph.expressions;
    for (const words::Edge& edge : block.edges) {
      if (has_inputs(e, edge.guard)) return true;
      for (const Cell cell : needed_.at(edge.to))
        if (const auto value = needed_.assigned(b, cell); value && has_inputs(e, *value))
          return true;
    }
    return false;
  }
};

}  // namespace

Cuts find_cuts(const words::Subject& subject, Needed& needed) {
  return CutFinder(subject, needed).run();
}

bool has_inputs(const words::Expressions& expressions, ExprId id) {
  bool out = false;
  words::for_each_node(expressions, {id}, [&](ExprId one) {
    const words::Op op = expressions.node(one).op;
    out = out || op == words::Op::Input || op == words::Op::ArrayInput;
  });
  return out;
}

}  // namespace hardbop::chc
