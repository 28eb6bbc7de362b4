// SPDX-License-Identifier: MIT
#include "words/transform/recursion.hpp"

#include <bit>
#include <map>

namespace hardbop::words {

namespace {

class RecursionWatcher {
 public:
  RecursionWatcher(Graph& graph, const std::vector<VariableId>& globals)
      : graph_(graph), e_(graph.expressions), globals_(globals) {}

  RecursionLasso run(std::vector<RecursiveProcedure>& procedures) {
    out_.closed = add_block({});
    width_ = static_cast<Width>(std::bit_width(procedures.size()));
    out_.remembers = add_variable("remembers", width_);
    for (std::size_t i = 0; i < procedures.size(); ++i) {
      out_.marks.push_back(add_variable("saved", 1));
      watch_entry(procedures[i], i);
      watch_leaves(procedures[i], out_.marks[i]);
    }
    return std::move(out_);
  }

 private:
  Graph& graph_;
  Expressions& e_;
  const std::vector<VariableId>& globals_;
  RecursionLasso out_;
  Width width_ = 1;
  std::map<VariableId, VariableId> copies_;

  BlockId add_block(Block block) {
    graph_.blocks.push_back(std::move(block));
    return static_cast<BlockId>(graph_.blocks.size() - 1);
  }
  VariableId add_variable(std::string name, Width bits) {
    graph_.variables.push_back({std::move(name), bits, 0});
    return static_cast<VariableId>(graph_.variables.size() - 1);
  }
  ExprId value(VariableId v) { return e_.variable(v, graph_.variables[v].width); }

  VariableId copy_of(VariableId v) {
    const auto known = copies_.find(v);
    if (known != copies_.end()) return known->second;
    const VariableId copy = add_variable(graph_.variables[v].name + "'", graph_.variables[v].width);
    copies_.emplace(v, copy);
    return copy;
  }

  /// A block before the entry saves, or compares.
  void watch_entry(RecursiveProcedure& procedure, std::size_t number) {
    const auto input = static_cast<InputId>(graph_.inputs.size());
    graph_.inputs.push_back(1);
    const ExprId now = value(out_.remembers);
    const ExprId its = e_.constant(width_, number + 1);
    const ExprId saves =
        e_.binary(Op::And, e_.binary(Op::Equal, now, e_.constant(width_, 0)), e_.input(input, 1));
    ExprId same = e_.binary(Op::Equal, now, its);
    Block before;
    before.inputs = {input};
    std::vector<VariableId> all = procedure.parameters;
    all.insert(all.end(), globals_.begin(), globals_.end());
    for (const VariableId v : all) {
      const VariableId copy = copy_of(v);
      same = e_.binary(Op::And, same, e_.binary(Op::Equal, value(v), value(copy)));
      before.assignments.push_back({copy, e_.conditional(saves, value(v), value(copy))});
    }
    before.assignments.push_back({out_.remembers, e_.conditional(saves, its, now)});
    before.assignments.push_back({out_.marks[number], saves});
    before.edges = {{same, out_.closed}, {e_.unary(Op::Not, same), procedure.entry}};
    const BlockId old = procedure.entry;
    procedure.entry = add_block(std::move(before));
    for (const BlockId caller : procedure.callers)
      for (Edge& edge : graph_.blocks[caller].edges)
        if (edge.to == old) edge.to = procedure.entry;
  }

  /// Who saved forgets as it returns.
  void watch_leaves(RecursiveProcedure& procedure, VariableId mark) {
    for (BlockId& leave : procedure.leaves) {
      graph_.blocks[leave].assignments.push_back(
          {out_.remembers,
           e_.conditional(value(mark), e_.constant(width_, 0), value(out_.remembers))});
      const BlockId end = add_block({});
      graph_.blocks[leave].edges.push_back({e_.truth(true), end});
      leave = end;
    }
  }
};

}  // namespace

RecursionLasso add_recursion_lasso(Graph& graph, std::vector<RecursiveProcedure>& procedures,
                                   const std::vector<VariableId>& globals) {
  return RecursionWatcher(graph, globals).run(procedures);
}

}  // namespace hardbop::words
