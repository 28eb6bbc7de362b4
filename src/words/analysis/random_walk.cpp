// SPDX-License-Identifier: MIT
#include "words/analysis/random_walk.hpp"

#include <algorithm>
#include <set>

#include "base/expression/substitute.hpp"

namespace hardbop::words {

namespace {

/// Steps of a walk at most; two of eight are long ones. Those get longer if they do not end.
constexpr std::uint64_t few_steps = 2'000;
constexpr std::uint64_t many_steps = 1'000'000;
constexpr std::uint64_t most_steps = 16 * many_steps;
constexpr std::uint64_t steps_between_polls = 256;
/// In a walk whose inputs repeat, so many at most do not yet.
constexpr std::uint64_t few_inputs = 8;

std::vector<ExprId> roots_of(const Graph& graph) {
  std::vector<ExprId> out;
  for (const Block& block : graph.blocks) {
    for (const Edge& edge : block.edges) out.push_back(edge.guard);
    for (const Assignment& one : block.assignments) out.push_back(one.value);
    for (const ArrayAssignment& one : block.array_assignments) out.push_back(one.value);
  }
  return out;
}

}  // namespace

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

RandomWalk::RandomWalk(const Graph& graph)
    : graph_(graph), constants_(constants_of(graph)), values_(graph.expressions) {}

std::uint64_t RandomWalk::word(Width width) {
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

ArrayValue RandomWalk::array(const ArraySort& sort) {
  return ArrayValue(sort.index, below(2) == 0 ? 0 : word(sort.element));
}

Point RandomWalk::start() {
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

void RandomWalk::seed(std::uint64_t number) {
  random_.seed(number);
  repeated_.clear();
  new_inputs_ = number % 2 == 0 ? std::optional<std::uint64_t>() : below(few_inputs);
}

/// The first are all new; where inputs repeat, one is what the last of its width was.
std::uint64_t RandomWalk::input(Width width) {
  const auto last = repeated_.find(width);
  if (new_inputs_ && *new_inputs_ == 0 && last != repeated_.end()) return last->second;
  if (new_inputs_ && *new_inputs_ > 0) --*new_inputs_;
  return repeated_[width] = word(width);
}

void RandomWalk::choose(Point& point) {
  const Block& block = graph_.blocks[point.block];
  for (const InputId i : block.inputs) point.inputs[i] = input(graph_.inputs[i]);
  for (const ArrayInputId i : block.array_inputs)
    point.array_inputs[i] = array(graph_.array_inputs[i]);
}

bool RandomWalk::step(Point& point) {
  const Block& block = graph_.blocks[point.block];
  values_.enter(point.variables, point.inputs);
  values_.enter_arrays(point.arrays, point.array_inputs);
  ways_.clear();
  for (const Edge& edge : block.edges)
    if (values_.value(edge.guard) != 0) ways_.push_back(edge.to);
  if (ways_.empty()) return false;
  words_.clear();
  arrays_.clear();
  for (const Assignment& one : block.assignments) words_.push_back(values_.value(one.value));
  for (const ArrayAssignment& one : block.array_assignments)
    arrays_.push_back(values_.array(one.value));
  for (std::size_t i = 0; i < words_.size(); ++i)
    point.variables[block.assignments[i].variable] = words_[i];
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    point.arrays[block.array_assignments[i].array] = std::move(arrays_[i]);
  for (const InputId i : block.inputs) point.inputs[i] = 0;
  point.block = ways_[below(ways_.size())];
  return true;
}

RandomRuns::RandomRuns(const Graph& graph, const std::vector<BlockId>& targets,
                       const std::vector<BlockId>& ends)
    : is_target_(graph.blocks.size()),
      is_end_(graph.blocks.size()),
      walk_(graph),
      execution_(graph),
      long_steps_(many_steps) {
  for (const BlockId target : targets) is_target_[target] = true;
  for (const BlockId end : ends) is_end_[end] = true;
}

std::optional<Run> RandomRuns::search(Budget& budget) {
  while (budget.poll() == StopReason::None) {
    std::optional<Run> out;
    if (gets_there(budget)) out = repeated(budget);
    if (budget.stopped() != StopReason::None) break;
    ++tried_;
    steps_.reset();
    if (out) return out;
  }
  return std::nullopt;
}

bool RandomRuns::gets_there(Budget& budget) {
  if (!steps_) {
    walk_.seed(tried_);
    execution_.start(walk_.start());
    steps_ = 0;
  }
  const auto is_there = [&] { return is_target_[execution_.block()]; };
  const bool is_long = tried_ % 8 >= 6;  // once with inputs that repeat, once without
  const std::uint64_t most = is_long ? long_steps_ : few_steps;
  for (; *steps_ < most && !is_there(); ++*steps_) {
    if (*steps_ % steps_between_polls == 0 && budget.poll() != StopReason::None) return false;
    walk_.choose(execution_.point());
    if (const std::vector<BlockId>& ways = execution_.ways(); !ways.empty()) {
      execution_.go(ways[walk_.below(ways.size())]);
      continue;
    }
    if (is_end_[execution_.block()]) ++ended_;
    return false;
  }
  if (is_long && !is_there()) long_steps_ = std::min(4 * long_steps_, most_steps);
  return is_there();
}

std::optional<Run> RandomRuns::repeated(Budget& budget) {
  walk_.seed(tried_);
  Run out{walk_.start()};
  while (!is_target_[out.back().block]) {
    walk_.choose(out.back());
    Point next = out.back();
    if (!walk_.step(next)) return std::nullopt;
    if (out.size() % steps_between_polls == 0 && budget.poll() != StopReason::None)
      return std::nullopt;
    out.push_back(std::move(next));
  }
  return out;
}

}  // namespace hardbop::words
