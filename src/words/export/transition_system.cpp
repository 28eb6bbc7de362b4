// SPDX-License-Identifier: MIT
#include "words/export/transition_system.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "base/expression/substitute.hpp"
#include "words/transform/reduce.hpp"

namespace hardbop::words {

namespace {

/// How many bits the numbers below `count` need.
Width width_for(std::size_t count) {
  return static_cast<Width>(std::max<std::size_t>(1, std::bit_width(count - 1)));
}

/// The analysis of ranges keeps one for each block and variable: beyond so many it takes longer
/// than all the rest, and without it the model only has some constants more.
constexpr std::size_t most_ranges = 4'000'000;

ReduceOptions reduce_options(const Graph& graph) {
  ReduceOptions out;
  out.ranges = graph.blocks.size() * graph.variables.size() <= most_ranges;
  return out;
}

class SystemMaker {
 public:
  SystemMaker(const Graph& graph, const std::vector<Goal>& goals)
      : goals_(goals), reduction_(reduce(graph, all_targets(goals), reduce_options(graph))) {
    out_.expressions = std::move(reduction_.graph.expressions);
  }

  TransitionSystem run() {
    number_blocks();
    take_variables();
    for (VariableId v = 0; v < out_.variables.size(); ++v)
      out_.next.push_back(out_.expressions.variable(v, out_.variables[v].width));
    for (const auto& [block, number] : numbers_) step(block, number);
    for (const Goal& goal : goals_) {
      ExprId condition = out_.expressions.truth(false);
      for (const BlockId block : goal.blocks)
        if (const auto found = numbers_.find(block); found != numbers_.end())
          condition = out_.expressions.binary(Op::Or, condition, is_at(found->second));
      out_.bad.push_back({goal.name, condition});
    }
    return std::move(out_);
  }

 private:
  const std::vector<Goal>& goals_;
  Reduction reduction_;
  TransitionSystem out_;
  std::map<BlockId, std::uint64_t> numbers_;  // values of the place
  Width place_width_ = 1;
  std::map<VariableId, VariableId> variables_;    // those that are kept, and their numbers
  std::map<Width, std::vector<InputId>> inputs_;  // that blocks share
  std::map<Width, std::size_t> taken_;            // of these, by the block at hand

  [[nodiscard]] static std::vector<BlockId> all_targets(const std::vector<Goal>& goals) {
    std::vector<BlockId> out;
    for (const Goal& goal : goals) out.insert(out.end(), goal.blocks.begin(), goal.blocks.end());
    return out;
  }

  /// The entry is zero.
  void number_blocks() {
    numbers_[reduction_.graph.entry] = 0;
    for (const BlockId block : reduction_.blocks) numbers_.try_emplace(block, numbers_.size());
    place_width_ = width_for(numbers_.size());
    out_.variables.push_back({"pc", place_width_, 0});
  }

  /// Those that something reads.
  void take_variables() {
    std::vector<ExprId> roots;
    for (const auto& [b, number] : numbers_) {
      const Block& block = reduction_.graph.blocks[b];
      for (const Assignment& assignment : block.assignments) roots.push_back(assignment.value);
      for (const Edge& edge : block.edges) roots.push_back(edge.guard);
    }
    for_each_node(out_.expressions, roots, [&](ExprId id) {
      const Node& node = out_.expressions.node(id);
      if (node.op == Op::Variable) variables_[static_cast<VariableId>(node.value)] = 0;
    });
    for (auto& [old, number] : variables_) {
      number = static_cast<VariableId>(out_.variables.size());
      out_.variables.push_back(reduction_.graph.variables[old]);
    }
  }

  ExprId is_at(std::uint64_t number) {
    return out_.expressions.binary(Op::Equal, out_.expressions.variable(0, place_width_),
                                   out_.expressions.constant(place_width_, number));
  }

  ExprId fresh_input(Width width) {
    std::vector<InputId>& shared = inputs_[width];
    const std::size_t position = taken_[width]++;
    if (position == shared.size()) {
      shared.push_back(static_cast<InputId>(out_.inputs.size()));
      out_.inputs.push_back(width);
    }
    return out_.expressions.input(shared[position], width);
  }

  void step(BlockId b, std::uint64_t number) {
    Expressions& expressions = out_.expressions;
    const Block& block = reduction_.graph.blocks[b];
    if (block.edges.empty()) return;
    taken_.clear();
    std::map<std::uint64_t, ExprId> inputs;
    for (const InputId input : block.inputs)
      inputs[input] = fresh_input(reduction_.graph.inputs[input]);
    Substituter renamed(expressions, [&](ExprId leaf) {
      const Node node = expressions.node(leaf);
      if (node.op == Op::Input) return inputs.at(node.value);
      return expressions.variable(variables_.at(static_cast<VariableId>(node.value)), node.width);
    });
    ExprId moves = expressions.truth(false);
    ExprId place = expressions.variable(0, place_width_);
    for (const auto& [guard, to] : chosen_edges(block, renamed)) {
      moves = expressions.binary(Op::Or, moves, guard);
      place = expressions.conditional(guard, expressions.constant(place_width_, to), place);
    }
    const ExprId here = is_at(number);
    out_.next[0] = expressions.conditional(here, place, out_.next[0]);
    const ExprId executed = expressions.binary(Op::And, here, moves);
    for (const Assignment& assignment : block.assignments) {
      const auto kept = variables_.find(assignment.variable);
      if (kept == variables_.end()) continue;
      ExprId& next = out_.next[kept->second];
      next = expressions.conditional(executed, renamed(assignment.value), next);
    }
  }

  /// Guards that exclude each other, by an input that chooses, and where they lead.
  std::vector<std::pair<ExprId, std::uint64_t>> chosen_edges(const Block& block,
                                                             Substituter& renamed) {
    Expressions& expressions = out_.expressions;
    std::vector<std::pair<ExprId, std::uint64_t>> out;
    const Width width = width_for(block.edges.size());
    const bool is_choice = block.edges.size() > 1;
    const ExprId choice = is_choice ? fresh_input(width) : 0;
    for (std::size_t i = 0; i < block.edges.size(); ++i) {
      ExprId guard = renamed(block.edges[i].guard);
      if (is_choice)
        guard = expressions.binary(
            Op::And, guard, expressions.binary(Op::Equal, choice, expressions.constant(width, i)));
      out.emplace_back(guard, numbers_.at(block.edges[i].to));
    }
    return out;
  }
};

}  // namespace

TransitionSystem transition_system(const Graph& graph, const std::vector<Goal>& goals) {
  return SystemMaker(graph, goals).run();
}

TransitionSystem starting_at_zero(TransitionSystem system) {
  Expressions& expressions = system.expressions;
  const auto started = static_cast<VariableId>(system.variables.size());
  std::vector<ExprId> values;  // by variable: what it is, made of the one that is zero at first
  for (VariableId v = 0; v < started; ++v) {
    const Variable& variable = system.variables[v];
    const ExprId now = expressions.variable(v, variable.width);
    if (variable.initial) {
      values.push_back(expressions.binary(Op::Xor, now,
                                          expressions.constant(variable.width, *variable.initial)));
      continue;
    }
    const auto input = static_cast<InputId>(system.inputs.size());
    system.inputs.push_back(variable.width);
    values.push_back(expressions.conditional(expressions.variable(started, 1), now,
                                             expressions.input(input, variable.width)));
  }
  Substituter shifted(expressions, [&](ExprId leaf) {
    const Node& node = expressions.node(leaf);
    return node.op == Op::Variable ? values[node.value] : leaf;
  });
  for (VariableId v = 0; v < started; ++v) {
    Variable& variable = system.variables[v];
    system.next[v] =
        expressions.binary(Op::Xor, shifted(system.next[v]),
                           expressions.constant(variable.width, variable.initial.value_or(0)));
    variable.initial = 0;
  }
  for (TransitionSystem::Bad& bad : system.bad) bad.condition = shifted(bad.condition);
  system.variables.push_back({"started", 1, 0});
  system.next.push_back(expressions.truth(true));
  return system;
}

std::string symbol_text(const std::string& name) {
  std::string out;
  for (const char c : name) out += static_cast<unsigned char>(c) <= 0x20 || c == ';' ? '_' : c;
  return out;
}

}  // namespace hardbop::words
