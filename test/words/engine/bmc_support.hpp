// SPDX-License-Identifier: MIT
// What several tests of bounded model checking use.
#pragma once

#include <optional>
#include <vector>

#include "words/engine/bmc/bmc_engine.hpp"

namespace hardbop::test {

inline bmc::Findings find(const bmc::Program& program,
                          const std::vector<std::vector<words::BlockId>>& targets,
                          std::optional<std::uint32_t> unwind = {}) {
  Budget budget;
  Statistics statistics;
  return bmc::run_bmc(program, targets, {unwind}, budget, statistics);
}

/// while (x < limit) x := x + 1, with x up to an input; then the target, where x is `last`.
struct Loop {
  words::Graph graph;

  Loop(std::uint64_t limit, std::uint64_t last) {
    using words::ExprId;
    using words::Op;
    words::Expressions& e = graph.expressions;
    graph.variables = {{"x", 8, 0}, {"n", 8, std::nullopt}};
    const ExprId x = e.variable(0, 8);
    const ExprId n = e.variable(1, 8);
    const ExprId goes_on = e.binary(Op::LessUnsigned, x, n);
    const ExprId is_last = e.binary(Op::Equal, x, e.constant(8, last));
    graph.blocks.resize(5);
    graph.blocks[0].edges = {{e.binary(Op::LessEqualUnsigned, n, e.constant(8, limit)), 1}};
    graph.blocks[1].edges = {{goes_on, 2}, {e.unary(Op::Not, goes_on), 3}};
    graph.blocks[2].assignments = {{0, e.binary(Op::Add, x, e.constant(8, 1))}};
    graph.blocks[2].edges = {{e.truth(true), 1}};
    graph.blocks[3].edges = {{is_last, 4}};
  }
  [[nodiscard]] bmc::Program program() const { return {graph, {{graph.entry}}}; }
};

}  // namespace hardbop::test
