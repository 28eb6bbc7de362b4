// SPDX-License-Identifier: MIT
#include "words/engine/horn/range_guesses.hpp"

#include "words/analysis/ranges.hpp"

namespace hardbop::chc {

namespace {

using words::Op;
using words::Range;

/// More are no quick question.
constexpr std::size_t most_ranges = 4000;

/// The expressions may have leaves for values at other moments (Leaves), which no block reads; they
/// count as variables, too.
words::Graph with_returns(const words::Subject& subject) {
  words::Graph out = subject.graph;
  for (ExprId id = 0; id < out.expressions.size(); ++id) {
    const words::Node& node = out.expressions.node(id);
    if (node.op == Op::Variable && node.value >= out.variables.size())
      out.variables.resize(node.value + 1);
    if (node.op == Op::Variable) out.variables[node.value].width = node.width;
  }
  for (const auto& [block, call] : subject.calls)
    for (const BlockId leaf : subject.procedures[call.callee].leaves)
      out.blocks[leaf].edges.push_back({out.expressions.truth(true), call.continuation});
  return out;
}

std::vector<BlockId> entries_by_block(const words::Subject& subject) {
  std::vector<BlockId> out(subject.graph.blocks.size());
  for (const words::Subject::Procedure& procedure : subject.procedures)
    for (const BlockId b : procedure.blocks) out[b] = procedure.entry;
  return out;
}

void add_bounds(words::Expressions& e, ExprId leaf, const Range& range,
                std::vector<ExprId>& conditions) {
  const words::Width width = range.width;
  const auto add = [&](Op op, ExprId a, ExprId b) {
    const ExprId condition = e.binary(op, a, b);
    if (!e.is_constant(condition)) conditions.push_back(condition);
  };
  const auto constant = [&](std::uint64_t value) {
    return e.constant(width, value & words::mask(width));
  };
  const Range all = Range::all(width);
  if (range.least != all.least) add(Op::LessEqualUnsigned, constant(range.least), leaf);
  if (range.greatest != all.greatest) add(Op::LessEqualUnsigned, leaf, constant(range.greatest));
  if (range.least_signed != all.least_signed)
    add(Op::LessEqualSigned, constant(static_cast<std::uint64_t>(range.least_signed)), leaf);
  if (range.greatest_signed != all.greatest_signed)
    add(Op::LessEqualSigned, leaf, constant(static_cast<std::uint64_t>(range.greatest_signed)));
}

}  // namespace

Conditions guess_ranges(const words::Subject& subject, words::Expressions& expressions,
                        const Clauses& clauses, Budget& budget) {
  const words::Graph graph = with_returns(subject);
  const words::Liveness liveness(graph, &budget);
  const words::Ranges ranges(graph, liveness, &budget);
  const std::vector<BlockId> entries = entries_by_block(subject);
  Conditions out(clauses.predicates.size());
  if (budget.stopped() != StopReason::None) return out;
  std::size_t count = 0;
  for (std::size_t p = 0; p < out.size(); ++p) {
    const Predicate& predicate = clauses.predicates[p];
    for (const ExprId argument : predicate.arguments) {
      const words::Node leaf = expressions.node(argument);
      if (leaf.op != Op::Variable) continue;
      const Leaves::Meaning meaning = Leaves::meaning(subject.graph, leaf);
      if (meaning.moment == Leaves::Moment::Return) continue;
      const BlockId at =
          meaning.moment == Leaves::Moment::Now ? predicate.block : entries[predicate.block];
      if (!ranges.reached(at)) continue;
      const Range range = ranges.at(at, meaning.cell.number);
      if (!range.is_empty()) add_bounds(expressions, argument, range, out[p]);
    }
    count += out[p].size();
    if (count > most_ranges) return Conditions(out.size());
  }
  return out;
}

}  // namespace hardbop::chc
