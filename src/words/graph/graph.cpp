// SPDX-License-Identifier: MIT
#include "words/graph/graph.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/expression/evaluator.hpp"
#include "base/expression/substitute.hpp"

namespace hardbop::words {

namespace {

/// Whether the point is a state of the graph.
std::optional<std::string> bad_point(const Graph& graph, const Point& point) {
  if (point.block >= graph.blocks.size()) return fmt::format("there is no block {}", point.block);
  if (point.variables.size() != graph.variables.size()) return "a value of a variable is missing";
  if (point.inputs.size() != graph.inputs.size()) return "a value of an input is missing";
  if (point.arrays.size() != graph.arrays.size() ||
      point.array_inputs.size() != graph.array_inputs.size())
    return "a value of an array is missing";
  for (VariableId v = 0; v < graph.variables.size(); ++v)
    if (point.variables[v] > mask(graph.variables[v].width))
      return fmt::format("the value of '{}' has too many bits", graph.variables[v].name);
  for (InputId i = 0; i < graph.inputs.size(); ++i)
    if (point.inputs[i] > mask(graph.inputs[i]))
      return fmt::format("the value of input {} has too many bits", i);
  return std::nullopt;
}

std::optional<std::string> bad_start(const Graph& graph, const Point& point) {
  if (point.block != graph.entry) return "the run does not start at the entry";
  for (VariableId v = 0; v < graph.variables.size(); ++v) {
    const Variable& variable = graph.variables[v];
    if (variable.initial && *variable.initial != point.variables[v])
      return fmt::format("'{}' does not start with {}", variable.name, *variable.initial);
  }
  for (ArrayId a = 0; a < graph.arrays.size(); ++a)
    if (graph.arrays[a].initial && !(*graph.arrays[a].initial == point.arrays[a]))
      return fmt::format("'{}' does not start with its values", graph.arrays[a].name);
  return std::nullopt;
}

std::optional<std::string> bad_step(const Graph& graph, Evaluator& values, const Point& from,
                                    const Point& to) {
  values.enter(from.variables, from.inputs);
  values.enter_arrays(from.arrays, from.array_inputs);
  const Block& block = graph.blocks[from.block];
  const bool passes = std::ranges::any_of(block.edges, [&](const Edge& edge) {
    return edge.to == to.block && values.value(edge.guard) != 0;
  });
  if (!passes) return fmt::format("no guard from block {} to {} is true", from.block, to.block);
  std::vector<std::uint64_t> after = from.variables;
  for (const Assignment& assignment : block.assignments)
    after[assignment.variable] = values.value(assignment.value);
  for (VariableId v = 0; v < graph.variables.size(); ++v)
    if (after[v] != to.variables[v])
      return fmt::format("'{}' should be {}, not {}", graph.variables[v].name, after[v],
                         to.variables[v]);
  std::vector<ArrayValue> arrays = from.arrays;
  for (const ArrayAssignment& assignment : block.array_assignments)
    arrays[assignment.array] = values.array(assignment.value);
  for (ArrayId a = 0; a < graph.arrays.size(); ++a)
    if (!(arrays[a] == to.arrays[a]))
      return fmt::format("'{}' has another value", graph.arrays[a].name);
  return std::nullopt;
}

/// What is wrong with what blocks refer to.
class Problems {
 public:
  explicit Problems(const Graph& graph) : graph_(graph), seen_(graph.expressions.size(), 0) {}

  [[nodiscard]] std::optional<std::string> block(BlockId b) {
    const Block& block = graph_.blocks[b];
    std::vector<VariableId> assigned;
    for (const InputId input : block.inputs)
      if (input >= graph_.inputs.size()) return fmt::format("block {} has no input {}", b, input);
    ++round_;
    for (const Assignment& assignment : block.assignments) {
      if (assignment.variable >= graph_.variables.size())
        return fmt::format("block {} assigns variable {}", b, assignment.variable);
      assigned.push_back(assignment.variable);
      const Width width = graph_.variables[assignment.variable].width;
      if (auto found = expression(block, b, assignment.value, width)) return found;
    }
    for (const Edge& edge : block.edges) {
      if (edge.to >= graph_.blocks.size()) return fmt::format("block {} leads nowhere", b);
      if (auto found = expression(block, b, edge.guard, 1)) return found;
    }
    std::ranges::sort(assigned);
    const auto twice = std::ranges::adjacent_find(assigned);
    if (twice == assigned.end()) return arrays(block, b);
    return fmt::format("block {} assigns '{}' twice", b, graph_.variables[*twice].name);
  }

 private:
  const Graph& graph_;
  std::vector<std::uint32_t> seen_;  // by expression: in which block last
  std::uint32_t round_ = 0;

  [[nodiscard]] std::optional<std::string> arrays(const Block& block, BlockId b) {
    std::vector<ArrayId> assigned;
    for (const ArrayInputId input : block.array_inputs)
      if (input >= graph_.array_inputs.size())
        return fmt::format("block {} has no input {} of arrays", b, input);
    for (const ArrayAssignment& assignment : block.array_assignments) {
      if (assignment.array >= graph_.arrays.size())
        return fmt::format("block {} assigns array {}", b, assignment.array);
      assigned.push_back(assignment.array);
      const ArraySort sort = graph_.arrays[assignment.array].sort;
      if (auto found = expression(block, b, assignment.value, sort.element, sort.index))
        return found;
    }
    std::ranges::sort(assigned);
    const auto twice = std::ranges::adjacent_find(assigned);
    if (twice == assigned.end()) return std::nullopt;
    return fmt::format("block {} assigns '{}' twice", b, graph_.arrays[*twice].name);
  }

  /// Whether an expression is of that width and reads what there is; `index` is 0 of words.
  [[nodiscard]] std::optional<std::string> expression(const Block& block, BlockId b, ExprId id,
                                                      Width width, Width index = 0) {
    if (id >= graph_.expressions.size()) return fmt::format("block {} has no such expression", b);
    if (graph_.expressions.node(id).index != index)
      return fmt::format("block {} takes a word for an array, or an array for a word", b);
    if (graph_.expressions.width(id) != width)
      return fmt::format("an expression of block {} has {} bits instead of {}", b,
                         graph_.expressions.width(id), width);
    std::vector<ExprId> stack{id};
    while (!stack.empty()) {
      const ExprId top = stack.back();
      stack.pop_back();
      if (seen_[top] == round_) continue;
      seen_[top] = round_;
      const Node& node = graph_.expressions.node(top);
      if (auto found = leaf(block, b, node)) return found;
      const ExprId operands[3] = {node.a, node.b, node.c};
      for (unsigned i = 0; i < operand_count(node.op); ++i) stack.push_back(operands[i]);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> leaf(const Block& block, BlockId b,
                                                const Node& node) const {
    if (node.op == Op::Variable) {
      if (node.value >= graph_.variables.size() || graph_.variables[node.value].width != node.width)
        return fmt::format("block {} reads variable {} wrongly", b, node.value);
    } else if (node.op == Op::Input) {
      const bool own = std::ranges::find(block.inputs, node.value) != block.inputs.end();
      if (!own || graph_.inputs[node.value] != node.width)
        return fmt::format("block {} reads input {}, which is not its own", b, node.value);
    } else if (node.op == Op::Array) {
      if (node.value >= graph_.arrays.size() ||
          graph_.arrays[node.value].sort != ArraySort{node.index, node.width})
        return fmt::format("block {} reads array {} wrongly", b, node.value);
    } else if (node.op == Op::ArrayInput) {
      const bool own =
          std::ranges::find(block.array_inputs, node.value) != block.array_inputs.end();
      if (!own || graph_.array_inputs[node.value] != ArraySort{node.index, node.width})
        return fmt::format("block {} reads input {} of arrays, which is not its own", b,
                           node.value);
    }
    return std::nullopt;
  }
};

}  // namespace

std::optional<std::string> replay(const Graph& graph, const Run& run) {
  if (run.empty()) return "the run is empty";
  Evaluator values(graph.expressions);
  for (std::size_t i = 0; i < run.size(); ++i) {
    std::optional<std::string> found = bad_point(graph, run[i]);
    if (!found)
      found = i == 0 ? bad_start(graph, run[i]) : bad_step(graph, values, run[i - 1], run[i]);
    if (found) return fmt::format("point {}: {}", i, *found);
  }
  return std::nullopt;
}

Theories theories(const Graph& graph) {
  Theories out;
  bool may_have_some = false;
  for (ExprId id = 0; id < graph.expressions.size() && !may_have_some; ++id) {
    const Node& node = graph.expressions.node(id);
    may_have_some = node.index != 0 || is_float_operation(node.op);
  }
  if (!may_have_some) return out;  // of most graphs, this is all that is looked at
  std::vector<ExprId> roots;
  for (const Block& block : graph.blocks) {
    for (const Assignment& assignment : block.assignments) roots.push_back(assignment.value);
    for (const Edge& edge : block.edges) roots.push_back(edge.guard);
    for (const ArrayAssignment& assignment : block.array_assignments) {
      out.array = graph.arrays[assignment.array].name;
      roots.push_back(assignment.value);
    }
  }
  for_each_node(graph.expressions, roots, [&](ExprId id) {
    const Node& node = graph.expressions.node(id);
    if (node.op == Op::Array) out.array = graph.arrays[node.value].name;
    if (node.index != 0 && !out.array) out.array = "";
    out.has_floats = out.has_floats || is_float_operation(node.op);
  });
  return out;
}

std::optional<std::string> problem(const Graph& graph) {
  if (graph.entry >= graph.blocks.size()) return "there is no entry";
  for (const Variable& variable : graph.variables) {
    if (variable.width < 1 || variable.width > 64)
      return fmt::format("'{}' has {} bits", variable.name, variable.width);
    if (variable.initial && *variable.initial > mask(variable.width))
      return fmt::format("'{}' starts with too large a value", variable.name);
  }
  for (const Width width : graph.inputs)
    if (width < 1 || width > 64) return fmt::format("an input has {} bits", width);
  const auto is_bad = [](ArraySort sort) {
    return sort.index < 1 || sort.index > 64 || sort.element < 1 || sort.element > 64;
  };
  for (const ArrayVariable& array : graph.arrays)
    if (is_bad(array.sort)) return fmt::format("'{}' has no such indices or elements", array.name);
  if (std::ranges::any_of(graph.array_inputs, is_bad))
    return "an input of arrays has no such indices or elements";
  Problems problems(graph);
  for (BlockId b = 0; b < graph.blocks.size(); ++b)
    if (auto found = problems.block(b)) return found;
  return std::nullopt;
}

}  // namespace hardbop::words
