// SPDX-License-Identifier: MIT
#include "words/analysis/refute.hpp"

#include <gtest/gtest.h>

namespace hardbop::words {
namespace {

constexpr ArraySort sort{8, 8};

/// for (i = 0; i < n; i++) a[i] = 5; the head of the loop is block 1.
Graph filling() {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"i", 8, 0}, {"n", 8, std::nullopt}};
  graph.arrays = {{"a", sort, ArrayValue(8, 0)}};
  const ExprId i = e.variable(0, 8);
  const ExprId goes_on = e.binary(Op::LessUnsigned, i, e.variable(1, 8));
  graph.blocks.resize(3);
  graph.blocks[0].edges = {{e.truth(true), 1}};
  graph.blocks[1].edges = {{goes_on, 2}};
  graph.blocks[2].assignments = {{0, e.binary(Op::Add, i, e.constant(8, 1))}};
  graph.blocks[2].array_assignments = {{0, e.store(e.array(0, sort), i, e.constant(8, 5))}};
  graph.blocks[2].edges = {{e.truth(true), 1}};
  return graph;
}

TEST(Refutation, drops_what_a_run_shows_to_be_false) {
  const Graph graph = filling();
  Expressions e = graph.expressions;
  const ExprId twin = e.variable(2, 8);
  const ExprId element = e.variable(3, 8);
  const auto where = [&](VariableId end) {
    const ExprId is_there = e.binary(Op::LessUnsigned, twin, e.variable(end, 8));
    return e.binary(Op::Or, e.unary(Op::Not, is_there),
                    e.binary(Op::Equal, element, e.constant(8, 5)));
  };
  const ExprId below_i = where(0);
  const ExprId below_n = where(1);
  const ExprId of_unknown = e.binary(Op::Equal, e.variable(4, 8), e.constant(8, 1));
  const StandIns stand_ins{{{2, 0}}, {{3, 0, twin}}};
  Budget budget;
  std::vector<ExprId> kept;
  for (const Guess& one :
       not_refuted(graph, e, 5, stand_ins, {{1, below_i}, {1, below_n}, {1, of_unknown}}, budget))
    kept.push_back(one.condition);
  EXPECT_EQ(kept, (std::vector<ExprId>{below_i, of_unknown}));
}

TEST(Refutation, keeps_what_no_run_arrives_at) {
  Graph graph = filling();
  graph.blocks.emplace_back();
  Expressions e = graph.expressions;
  const ExprId is_one = e.binary(Op::Equal, e.variable(0, 8), e.constant(8, 1));
  Budget budget;
  EXPECT_EQ(not_refuted(graph, e, 2, {}, {{3, is_one}}, budget).size(), 1U);
  EXPECT_EQ(not_refuted(graph, e, 2, {}, {{1, is_one}}, budget).size(), 0U);
}

}  // namespace
}  // namespace hardbop::words
