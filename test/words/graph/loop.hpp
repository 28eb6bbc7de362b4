// SPDX-License-Identifier: MIT
// Small graphs for tests.
#pragma once

#include <numeric>

#include "words/graph/graph.hpp"

namespace hardbop::words {

inline std::vector<BlockId> all_blocks(const Graph& graph) {
  std::vector<BlockId> out(graph.blocks.size());
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

/// for (i = 0; i < limit; i++);
inline Graph loop(std::uint64_t limit) {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"i", 32, std::nullopt}};
  const ExprId i = e.variable(0, 32);
  const ExprId less = e.binary(Op::LessSigned, i, e.constant(32, limit));
  graph.blocks.resize(4);
  graph.blocks[0] = {{{0, e.constant(32, 0)}}, {{e.truth(true), 1}}, {}};
  graph.blocks[1].edges = {{less, 2}, {e.unary(Op::Not, less), 3}};
  graph.blocks[2] = {{{0, e.binary(Op::Add, i, e.constant(32, 1))}}, {{e.truth(true), 1}}, {}};
  return graph;
}

}  // namespace hardbop::words
