// SPDX-License-Identifier: MIT
#include "words/graph/random_graph.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <tuple>

#include "base/expression/evaluator.hpp"
#include "base/expression/random_expression.hpp"

namespace hardbop::test {

using words::BlockId;

namespace {

/// Small ones, so that their states can be counted.
Beyond add_arrays(words::Graph& graph, std::mt19937_64& random) {
  constexpr std::array<words::ArraySort, 3> sorts{{{1, 1}, {1, 2}, {2, 1}}};  // up to four bits
  Beyond out;
  out.floats = random() % 2 == 0;
  const std::uint64_t count = random() % 3;
  for (std::uint64_t a = 0; a < count; ++a) {
    words::ArrayVariable& array = graph.arrays.emplace_back();
    array.name = std::string(1, static_cast<char>('A' + a));
    array.sort = sorts[random() % sorts.size()];
    if (random() % 3 != 0) {
      array.initial = words::ArrayValue(array.sort.index, random() % 2);
      array.initial->write(1, 1);
    }
    out.arrays.push_back(array.sort);
  }
  if (random() % 3 == 0) graph.array_inputs.push_back(sorts.front());
  return out;
}

words::Graph draw_graph(std::uint64_t seed, bool has_theories) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  words::Graph graph;
  std::vector<words::Width> widths;
  const std::uint64_t variables = 1 + below(4);
  unsigned bits = 0;
  for (std::uint64_t v = 0; v < variables && bits < (has_theories ? 4U : 9U); ++v) {
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
  Beyond beyond;
  if (has_theories) beyond = add_arrays(graph, random);
  for (words::Block& block : graph.blocks) {
    const bool reads_inputs = !graph.inputs.empty() && below(3) == 0;
    if (reads_inputs)
      for (words::InputId i = 0; i < graph.inputs.size(); ++i) block.inputs.push_back(i);
    const bool reads_arrays = !graph.array_inputs.empty() && below(4) == 0;
    if (reads_arrays) block.array_inputs = {0};
    beyond.array_inputs = reads_arrays ? graph.array_inputs : std::vector<words::ArraySort>{};
    RandomTerms terms(graph.expressions, widths,
                      reads_inputs ? graph.inputs : std::vector<words::Width>{}, random, beyond);
    for (words::VariableId v = 0; v < widths.size(); ++v)
      if (below(5) < 2)
        block.assignments.push_back({v, terms.make(widths[v], static_cast<unsigned>(below(3))).id});
    for (words::ArrayId a = 0; a < graph.arrays.size(); ++a)
      if (below(5) < 2)
        block.array_assignments.push_back(
            {a, terms.make_array(graph.arrays[a].sort, static_cast<unsigned>(below(3))).id});
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

}  // namespace

words::Graph random_graph(std::uint64_t seed) {
  return draw_graph(seed, false);
}

words::Graph random_graph_with_theories(std::uint64_t seed) {
  return draw_graph(seed, true);
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

using State = std::vector<std::uint64_t>;  // the block, the values, the elements of arrays

/// Values of words and of arrays.
struct Values {
  std::vector<std::uint64_t> words;
  std::vector<words::ArrayValue> arrays;
};

void append_widths(words::ArraySort sort, std::vector<words::Width>& widths) {
  widths.insert(widths.end(), std::size_t{1} << sort.index, sort.element);
}

/// From words and elements in a row, which begin at `first`.
Values values_of(const std::vector<std::uint64_t>& row, std::size_t first, std::size_t words,
                 const std::vector<words::ArraySort>& sorts) {
  Values out;
  const auto begin = row.begin() + static_cast<std::ptrdiff_t>(first);
  out.words.assign(begin, begin + static_cast<std::ptrdiff_t>(words));
  std::size_t next = first + words;
  for (const words::ArraySort sort : sorts) {
    words::ArrayValue& array = out.arrays.emplace_back(sort.index);
    for (std::uint64_t i = 0; i <= words::mask(sort.index); ++i) array.write(i, row[next++]);
  }
  return out;
}

std::vector<words::ArraySort> sorts_of(const words::Graph& graph) {
  std::vector<words::ArraySort> out;
  for (const words::ArrayVariable& array : graph.arrays) out.push_back(array.sort);
  return out;
}

State state_at(const words::Graph& graph, BlockId b, const Values& values) {
  State state{b};
  state.insert(state.end(), values.words.begin(), values.words.end());
  for (words::ArrayId a = 0; a < graph.arrays.size(); ++a)
    for (std::uint64_t i = 0; i <= words::mask(graph.arrays[a].sort.index); ++i)
      state.push_back(values.arrays[a].read(i));
  return state;
}

/// One step; calls `visit(block, values)` for each edge that can be taken.
template <typename Visit>
void step(const words::Graph& graph, BlockId b, const Values& from, const Values& inputs,
          const Visit& visit) {
  const words::Block& block = graph.blocks[b];
  words::Evaluator evaluator(graph.expressions);
  evaluator.enter(from.words, inputs.words);
  evaluator.enter_arrays(from.arrays, inputs.arrays);
  Values after = from;
  for (const words::Assignment& assignment : block.assignments)
    after.words[assignment.variable] = evaluator.value(assignment.value);
  for (const words::ArrayAssignment& assignment : block.array_assignments)
    after.arrays[assignment.array] = evaluator.array(assignment.value);
  for (const words::Edge& edge : block.edges)
    if (evaluator.value(edge.guard) != 0) visit(edge.to, after);
}

void for_each_successor(const words::Graph& graph, const State& state,
                        const std::function<void(const State&)>& visit) {
  const auto b = static_cast<BlockId>(state.front());
  const words::Block& block = graph.blocks[b];
  const Values values = values_of(state, 1, graph.variables.size(), sorts_of(graph));
  std::vector<words::Width> widths = graph.inputs;
  std::vector<bool> is_input(graph.inputs.size(), false);
  for (const words::InputId i : block.inputs) is_input[i] = true;
  for (words::ArrayInputId i = 0; i < graph.array_inputs.size(); ++i) {
    append_widths(graph.array_inputs[i], widths);
    const bool is_own = std::ranges::find(block.array_inputs, i) != block.array_inputs.end();
    is_input.resize(widths.size(), is_own);
  }
  std::vector<std::uint64_t> inputs(widths.size(), 0);
  for_each_choice(widths, inputs, is_input, [&] {
    step(graph, b, values, values_of(inputs, 0, graph.inputs.size(), graph.array_inputs),
         [&](BlockId to, const Values& after) { visit(state_at(graph, to, after)); });
  });
}

}  // namespace

words::Run random_run(const words::Graph& graph, std::size_t points, std::mt19937_64& random) {
  const std::vector<State> starts = initial_states(graph);
  const State& start = starts[random() % starts.size()];
  Values values = values_of(start, 1, graph.variables.size(), sorts_of(graph));
  BlockId b = graph.entry;
  words::Run out;
  while (out.size() < points) {
    Values inputs;
    for (const words::Width width : graph.inputs)
      inputs.words.push_back(random() & words::mask(width));
    for (const words::ArraySort sort : graph.array_inputs)
      inputs.arrays.emplace_back(sort.index, random() & words::mask(sort.element));
    out.push_back({b, values.words, inputs.words, values.arrays, inputs.arrays});
    std::vector<std::pair<BlockId, Values>> next;
    step(graph, b, values, inputs,
         [&](BlockId to, const Values& after) { next.emplace_back(to, after); });
    if (next.empty()) break;
    std::tie(b, values) = next[random() % next.size()];
  }
  return out;
}

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
  for (const words::ArrayVariable& array : graph.arrays) {
    append_widths(array.sort, widths);
    is_free.resize(widths.size(), !array.initial);
    for (std::uint64_t i = 0; i <= words::mask(array.sort.index); ++i)
      start.push_back(array.initial ? array.initial->read(i) : 0);
  }
  for_each_choice(widths, start, is_free, [&] {
    State& state = out.emplace_back(State{graph.entry});
    state.insert(state.end(), start.begin(), start.end());
  });
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
