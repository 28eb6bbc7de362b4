// SPDX-License-Identifier: MIT
#include "words/graph/random_graph.hpp"

#include <functional>
#include <random>

#include "base/expression/random_expression.hpp"

namespace hardbop::test {

using words::BlockId;

words::Graph random_graph(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  words::Graph graph;
  std::vector<words::Width> widths;
  const std::uint64_t variables = 1 + below(4);
  unsigned bits = 0;
  for (std::uint64_t v = 0; v < variables && bits < 9; ++v) {
    const auto width = static_cast<words::Width>(1 + below(4));
    bits += width;
    widths.push_back(width);
    words::Variable variable;
    variable.name = std::string(1, static_cast<char>('a' + v));
    variable.width = width;
    if (below(4) != 0) variable.initial = below(3) & words::mask(width);
    graph.variables.push_back(variable);
  }
  const std::uint64_t blocks = 2 + below(9);
  graph.blocks.resize(blocks);
  graph.entry = static_cast<BlockId>(below(blocks));
  const std::uint64_t inputs = below(4);
  for (std::uint64_t i = 0; i < inputs; ++i)
    graph.inputs.push_back(static_cast<words::Width>(1 + below(3)));
  for (words::Block& block : graph.blocks) {
    const bool reads_inputs = !graph.inputs.empty() && below(3) == 0;
    if (reads_inputs)
      for (words::InputId i = 0; i < graph.inputs.size(); ++i) block.inputs.push_back(i);
    RandomTerms terms(graph.expressions, widths,
                      reads_inputs ? graph.inputs : std::vector<words::Width>{}, random);
    for (words::VariableId v = 0; v < widths.size(); ++v)
      if (below(5) < 2)
        block.assignments.push_back({v, terms.make(widths[v], static_cast<unsigned>(below(3))).id});
    const std::uint64_t edges = below(8) == 0 ? 0 : 1 + below(3);
    words::ExprId guard = graph.expressions.truth(true);
    if (edges > 1 || below(4) == 0) guard = terms.make(1, 2).id;
    for (std::uint64_t e = 0; e < edges; ++e) {
      block.edges.push_back({guard, static_cast<BlockId>(below(blocks))});
      guard = below(3) == 0 ? terms.make(1, 2).id : graph.expressions.unary(words::Op::Not, guard);
    }
  }
  return graph;
}

namespace {

/// Calls `visit` for every combination of values of these widths; null: the value is given.
void for_each_choice(const std::vector<words::Width>& widths, std::vector<std::uint64_t>& values,
                     const std::vector<bool>& is_free, const std::function<void()>& visit) {
  while (true) {
    visit();
    std::size_t i = 0;
    for (; i < widths.size(); ++i) {
      if (!is_free[i]) continue;
      if (values[i] != words::mask(widths[i])) break;
      values[i] = 0;
    }
    if (i == widths.size()) return;
    ++values[i];
  }
}

using State = std::vector<std::uint64_t>;  // the block, then the values

State state_at(BlockId b, const std::vector<std::uint64_t>& values) {
  State state{b};
  state.insert(state.end(), values.begin(), values.end());
  return state;
}

void for_each_successor(const words::Graph& graph, const State& state,
                        const std::function<void(const State&)>& visit) {
  const words::Block& block = graph.blocks[state.front()];
  const std::vector<std::uint64_t> values(state.begin() + 1, state.end());
  std::vector<std::uint64_t> inputs(graph.inputs.size(), 0);
  std::vector<bool> is_input(graph.inputs.size(), false);
  for (const words::InputId i : block.inputs) is_input[i] = true;
  for_each_choice(graph.inputs, inputs, is_input, [&] {
    std::vector<std::uint64_t> after = values;
    for (const words::Assignment& assignment : block.assignments)
      after[assignment.variable] = graph.expressions.evaluate(assignment.value, values, inputs);
    for (const words::Edge& edge : block.edges)
      if (graph.expressions.evaluate(edge.guard, values, inputs) != 0)
        visit(state_at(edge.to, after));
  });
}

}  // namespace

std::set<State> successors(const words::Graph& graph, const State& state) {
  std::set<State> out;
  for_each_successor(graph, state, [&](const State& next) { out.insert(next); });
  return out;
}

std::vector<State> initial_states(const words::Graph& graph) {
  std::vector<State> out;
  std::vector<words::Width> widths;
  std::vector<std::uint64_t> start;
  std::vector<bool> is_free;
  for (const words::Variable& variable : graph.variables) {
    widths.push_back(variable.width);
    start.push_back(variable.initial.value_or(0));
    is_free.push_back(!variable.initial);
  }
  for_each_choice(widths, start, is_free, [&] { out.push_back(state_at(graph.entry, start)); });
  return out;
}

std::set<std::vector<std::uint64_t>> reachable_states(const words::Graph& graph) {
  std::set<State> seen;
  std::vector<State> work;
  const auto arrive = [&](const State& state) {
    if (seen.insert(state).second) work.push_back(state);
  };
  for (const State& state : initial_states(graph)) arrive(state);
  while (!work.empty()) {
    const State state = work.back();
    work.pop_back();
    for_each_successor(graph, state, arrive);
  }
  return seen;
}

/// What is left when states without a successor are taken away, again and again.
bool has_endless_run(const words::Graph& graph) {
  std::set<State> left = reachable_states(graph);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto state = left.begin(); state != left.end();) {
      bool goes_on = false;
      for_each_successor(graph, *state,
                         [&](const State& next) { goes_on = goes_on || left.contains(next); });
      state = goes_on ? std::next(state) : left.erase(state);
      changed = changed || !goes_on;
    }
  }
  return !left.empty();
}

std::vector<bool> reachable_blocks(const words::Graph& graph) {
  std::vector<bool> out(graph.blocks.size(), false);
  for (const std::vector<std::uint64_t>& state : reachable_states(graph)) out[state.front()] = true;
  return out;
}

}  // namespace hardbop::test
