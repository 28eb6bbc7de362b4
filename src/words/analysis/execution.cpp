// SPDX-License-Identifier: MIT
// Expressions of arrays are not computed: a read goes down through the stores to the array that
// they change, and stores become writes once all that the block reads is known.
#include "words/analysis/execution.hpp"

#include <ranges>

#include "base/expression/substitute.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::words {

WritableArray::WritableArray(const ArrayValue& value) : fill_(value.fill()) {
  value.for_each_other([&](std::uint64_t index, std::uint64_t word) { write(index, word); });
}

std::uint64_t WritableArray::read(std::uint64_t index) const {
  const auto page = pages_.find(index / words_of_page);
  return page == pages_.end() ? fill_ : page->second[index % words_of_page];
}

void WritableArray::write(std::uint64_t index, std::uint64_t word) {
  const auto [page, is_new] = pages_.try_emplace(index / words_of_page);
  if (is_new) page->second.fill(fill_);
  page->second[index % words_of_page] = word;
}

Execution::Execution(const Graph& graph)
    : graph_(graph),
      e_(graph.expressions),
      codes_(graph.blocks.size()),
      values_(graph.expressions.size()) {}

void Execution::start(const Point& first) {
  arrays_.clear();
  for (const ArrayValue& value : first.arrays) arrays_.emplace_back(value);
  point_ = first;
  point_.arrays.clear();
}

const std::vector<BlockId>& Execution::ways() {
  compute(code().guards);
  ways_.clear();
  for (const Edge& edge : graph_.blocks[point_.block].edges)
    if (values_[edge.guard] != 0) ways_.push_back(edge.to);
  return ways_;
}

void Execution::go(BlockId to) {
  compute(code().assignments);
  const Block& block = graph_.blocks[point_.block];
  words_.clear();
  changes_.clear();
  for (const Assignment& one : block.assignments) words_.push_back(values_[one.value]);
  for (const ArrayAssignment& one : block.array_assignments) changes_.push_back(change_of(one));
  for (std::size_t i = 0; i < words_.size(); ++i)
    point_.variables[block.assignments[i].variable] = words_[i];
  for (Change& change : changes_) {
    WritableArray& array = arrays_[change.array];
    if (change.base) array = *std::move(change.base);
    for (const Write& one : std::views::reverse(change.writes)) array.write(one.index, one.word);
  }
  for (const InputId i : block.inputs) point_.inputs[i] = 0;
  point_.block = to;
}

const Execution::Code& Execution::code() {
  std::optional<Code>& out = codes_[point_.block];
  if (!out) out = made_code(graph_.blocks[point_.block]);
  return *out;
}

Execution::Code Execution::made_code(const Block& block) const {
  std::vector<ExprId> roots;
  std::vector<bool> is_computed(e_.size());
  const auto instructions = [&] {
    std::vector<Instruction> out;
    for_each_node(e_, roots, [&](ExprId id) {
      if (e_.is_array(id) || is_computed[id]) return;
      is_computed[id] = true;
      const Node& node = e_.node(id);
      const unsigned count = operand_count(node.op);
      out.push_back({id, node, count > 0 ? e_.width(node.a) : Width{1},
                     count > 1 ? e_.width(node.b) : Width{1}});
    });
    return out;
  };
  Code out;
  for (const Edge& edge : block.edges) roots.push_back(edge.guard);
  out.guards = instructions();
  roots.clear();
  for (const Assignment& one : block.assignments) roots.push_back(one.value);
  for (const ArrayAssignment& one : block.array_assignments) roots.push_back(one.value);
  out.assignments = instructions();
  return out;
}

void Execution::compute(const std::vector<Instruction>& instructions) {
  for (const Instruction& one : instructions) values_[one.to] = computed(one);
}

std::uint64_t Execution::computed(const Instruction& one) const {
  const Node& node = one.node;
  switch (node.op) {
    case Op::Constant: return node.value;
    case Op::Variable: return point_.variables[node.value];
    case Op::Input: return point_.inputs[node.value];
    case Op::Concatenate: return values_[node.a] << one.width_of_b | values_[node.b];
    case Op::Select: return read(node.a, values_[node.b]);
    default: return apply(node, one.width_of_a, values_[node.a], values_[node.b], values_[node.c]);
  }
}

std::uint64_t Execution::read(ExprId array, std::uint64_t index) const {
  while (true) {
    const Node& node = e_.node(array);
    switch (node.op) {
      case Op::Array: return arrays_[node.value].read(index);
      case Op::ArrayInput: return point_.array_inputs[node.value].read(index);
      case Op::Fill: return values_[node.a];
      case Op::Conditional: array = values_[node.a] != 0 ? node.b : node.c; break;
      default:
        HARDBOP_INVARIANT(node.op == Op::Store,
                          "every operator that makes an array should be known");
        if (values_[node.b] == index) return values_[node.c];
        array = node.a;
    }
  }
}

Execution::Change Execution::change_of(const ArrayAssignment& assignment) const {
  Change out{assignment.array, {}};
  ExprId array = assignment.value;
  while (true) {
    const Node& node = e_.node(array);
    switch (node.op) {
      case Op::Array:
        if (node.value != assignment.array) out.base = arrays_[node.value];
        return out;
      case Op::ArrayInput: out.base.emplace(point_.array_inputs[node.value]); return out;
      case Op::Fill: out.base.emplace(values_[node.a]); return out;
      case Op::Conditional: array = values_[node.a] != 0 ? node.b : node.c; break;
      default:
        HARDBOP_INVARIANT(node.op == Op::Store,
                          "every operator that makes an array should be known");
        out.writes.push_back({values_[node.b], values_[node.c]});
        array = node.a;
    }
  }
}

}  // namespace hardbop::words
