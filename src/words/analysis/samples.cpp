// SPDX-License-Identifier: MIT
#include "words/analysis/samples.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <set>

#include "base/expression/evaluator.hpp"
#include "base/expression/substitute.hpp"

namespace hardbop::words {

namespace {

std::vector<ExprId> roots_of(const Graph& graph) {
  std::vector<ExprId> out;
  for (const Block& block : graph.blocks) {
    for (const Edge& edge : block.edges) out.push_back(edge.guard);
    for (const Assignment& one : block.assignments) out.push_back(one.value);
    for (const ArrayAssignment& one : block.array_assignments) out.push_back(one.value);
  }
  return out;
}

class Sampler {
 public:
  Sampler(const Graph& graph, const Liveness& liveness, const std::vector<BlockId>& where,
          const SampleLimits& limits)
      : graph_(graph),
        limits_(limits),
        constants_(constants_of(graph)),
        values_(graph.expressions),
        seen_(graph.blocks.size(), nullptr) {
    for (const BlockId b : where) {
      Sampled& sampled = out_[b];
      for (VariableId v = 0; v < graph.variables.size(); ++v)
        if (liveness.live(b, v) && sampled.variables.size() < limits.variables)
          sampled.variables.push_back(v);
      seen_[b] = &sampled;
    }
  }

  std::map<BlockId, Sampled> run() {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(limits_.seconds);
    while (steps_ < limits_.steps && std::chrono::steady_clock::now() < end) run_once();
    return std::move(out_);
  }

 private:
  const Graph& graph_;
  const SampleLimits& limits_;
  std::map<Width, std::vector<std::uint64_t>> constants_;
  Evaluator values_;
  std::vector<Sampled*> seen_;  // by block
  std::map<BlockId, Sampled> out_;
  std::vector<std::size_t> kept_;  // of this run, by block
  std::mt19937_64 random_;
  std::uint64_t steps_ = 0;

  [[nodiscard]] std::uint64_t below(std::uint64_t end) { return random_() % end; }

  /// Small ones, those near what the graph mentions, and any.
  [[nodiscard]] std::uint64_t word(Width width) {
    const auto known = constants_.find(width);
    switch (below(8)) {
      case 0: return below(2) & mask(width);
      case 1:
      case 2: return below(20) & mask(width);
      case 3: return (0 - below(8)) & mask(width);
      case 4:
        if (known != constants_.end())
          return (known->second[below(known->second.size())] + below(3) - 1) & mask(width);
        return below(200) & mask(width);
      case 5: return below(1000) & mask(width);
      default: return random_() & mask(width);
    }
  }

  [[nodiscard]] ArrayValue array(const ArraySort& sort) {
    return ArrayValue(sort.index, below(2) == 0 ? 0 : word(sort.element));
  }

  [[nodiscard]] Point start() {
    Point out;
    out.block = graph_.entry;
    for (const Variable& variable : graph_.variables)
      out.variables.push_back(variable.initial ? *variable.initial : word(variable.width));
    for (const ArrayVariable& one : graph_.arrays)
      out.arrays.push_back(one.initial ? *one.initial : array(one.sort));
    out.inputs.resize(graph_.inputs.size());
    for (const ArraySort& sort : graph_.array_inputs) out.array_inputs.emplace_back(sort.index, 0);
    return out;
  }

  void run_once() {
    Point point = start();
    kept_.assign(graph_.blocks.size(), 0);
    ++steps_;
    for (std::uint64_t i = 0; i < limits_.run && steps_ < limits_.steps; ++i) {
      if (seen_[point.block] != nullptr) keep(point, *seen_[point.block]);
      ++steps_;
      if (!step(point)) return;
    }
  }

  /// No run has more than a few; where there are enough, later ones take the place of others.
  void keep(const Point& point, Sampled& sampled) {
    std::size_t& kept = kept_[point.block];
    const bool is_rare = kept >= limits_.states / 20 && below(50) != 0;
    if (is_rare || kept >= limits_.states / 10) return;
    std::vector<std::uint64_t> state;
    for (const VariableId v : sampled.variables) state.push_back(point.variables[v]);
    ++kept;
    if (sampled.states.size() < limits_.states)
      sampled.states.push_back(std::move(state));
    else
      sampled.states[below(limits_.states)] = std::move(state);
  }

  /// Whether the run goes on.
  [[nodiscard]] bool step(Point& point) {
    const Block& block = graph_.blocks[point.block];
    for (const InputId i : block.inputs) point.inputs[i] = word(graph_.inputs[i]);
    for (const ArrayInputId i : block.array_inputs)
      point.array_inputs[i] = array(graph_.array_inputs[i]);
    values_.enter(point.variables, point.inputs);
    values_.enter_arrays(point.arrays, point.array_inputs);
    std::vector<BlockId> ways;
    for (const Edge& edge : block.edges)
      if (values_.value(edge.guard) != 0) ways.push_back(edge.to);
    if (ways.empty()) return false;
    std::vector<std::uint64_t> words;
    std::vector<ArrayValue> arrays;
    for (const Assignment& one : block.assignments) words.push_back(values_.value(one.value));
    for (const ArrayAssignment& one : block.array_assignments)
      arrays.push_back(values_.array(one.value));
    for (std::size_t i = 0; i < words.size(); ++i)
      point.variables[block.assignments[i].variable] = words[i];
    for (std::size_t i = 0; i < arrays.size(); ++i)
      point.arrays[block.array_assignments[i].array] = std::move(arrays[i]);
    point.block = ways[below(ways.size())];
    return true;
  }
};

}  // namespace

std::map<BlockId, Sampled> sample(const Graph& graph, const Liveness& liveness,
                                  const std::vector<BlockId>& where, const SampleLimits& limits) {
  return Sampler(graph, liveness, where, limits).run();
}

std::map<Width, std::vector<std::uint64_t>> constants_of(const Graph& graph) {
  std::map<Width, std::set<std::uint64_t>> found;
  for_each_node(graph.expressions, roots_of(graph), [&](ExprId id) {
    const Node& node = graph.expressions.node(id);
    if (node.op == Op::Constant && node.width > 1) found[node.width].insert(node.value);
  });
  std::map<Width, std::vector<std::uint64_t>> out;
  for (const auto& [width, values] : found) out[width].assign(values.begin(), values.end());
  return out;
}

}  // namespace hardbop::words
