// SPDX-License-Identifier: MIT
// Ways that meet at a block become one, with values that depend on which of them was taken. That is
// right only if at most one of the conditions is true: where the guards of a block may be true at
// the same time, an input chooses between its edges.
#include "words/certify/segments.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "base/util/components.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::words {

namespace {

constexpr std::size_t nobody = ~std::size_t{0};
constexpr BlockId no_block = ~BlockId{0};

}  // namespace

Segments::Segments(const Subject& subject)
    : subject_(subject),
      expressions_(subject.graph.expressions),
      owners_(subject.graph.blocks.size(), nobody),
      procedures_(subject.procedures.size()),
      is_cut_(subject.graph.blocks.size()),
      input_owners_(subject.graph.inputs.size(), no_block),
      array_input_owners_(subject.graph.array_inputs.size(), no_block),
      next_input_(static_cast<InputId>(subject.graph.inputs.size())),
      next_array_input_(static_cast<ArrayInputId>(subject.graph.array_inputs.size())) {
  find_owners();
  for (std::size_t p = 0; p < procedures_.size(); ++p) {
    find_shape(p);
    find_loops(p);
    find_assigned(p);
  }
  find_recursions();
}

void Segments::find_owners() {
  for (std::size_t p = 0; p < procedures_.size(); ++p)
    for (const BlockId b : subject_.procedures[p].blocks) owners_[b] = p;
  for (BlockId b = 0; b < subject_.graph.blocks.size(); ++b) {
    for (const InputId i : subject_.graph.blocks[b].inputs)
      input_owners_[i] = std::min(input_owners_[i], b);
    for (const ArrayInputId i : subject_.graph.blocks[b].array_inputs)
      array_input_owners_[i] = std::min(array_input_owners_[i], b);
  }
}

/// Cut points besides the entry are in the order of their numbers.
void Segments::find_shape(std::size_t procedure) {
  Shape& shape = procedures_[procedure];
  const BlockId entry = subject_.procedures[procedure].entry;
  Traversal found = traverse(subject_, entry);
  shape.order = std::move(found.order);
  shape.cuts.push_back(entry);
  for (const BlockId head : found.heads)
    if (head != entry) shape.cuts.push_back(head);
  for (const BlockId cut : shape.cuts) is_cut_[cut] = true;
}

void Segments::find_loops(std::size_t procedure) {
  Shape& shape = procedures_[procedure];
  const std::size_t count = subject_.graph.blocks.size();
  const std::vector<BlockId> roots{shape.cuts.front()};
  const auto successor = [&](std::uint32_t b, std::size_t i) -> std::optional<std::uint32_t> {
    const std::vector<BlockId> all = subject_.successors(b);
    if (i >= all.size()) return std::nullopt;
    return all[i];
  };
  for (const std::vector<std::uint32_t>& component : strong_components(count, roots, successor)) {
    const BlockId first = component.front();
    const std::vector<BlockId> next = subject_.successors(first);
    if (component.size() == 1 && std::ranges::find(next, first) == next.end()) continue;
    std::vector<BlockId>& loop = shape.loops.emplace_back();
    for (const BlockId b : component)
      if (is_cut_[b]) loop.push_back(b);
    std::ranges::sort(loop);
  }
  std::ranges::sort(shape.loops);
}

/// Variables as a block's procedure has them: not those that a call passes.
void Segments::find_assigned(std::size_t procedure) {
  Shape& shape = procedures_[procedure];
  for (const BlockId b : subject_.procedures[procedure].blocks) {
    const Subject::Call* const call = subject_.call(b);
    for (const Assignment& one : subject_.graph.blocks[b].assignments)
      if (call == nullptr || subject_.is_global[one.variable]) shape.assigned.insert(one.variable);
    if (call == nullptr) continue;
    const Subject::Procedure& callee = subject_.procedures[call->callee];
    for (const VariableId v : callee.modified)
      if (subject_.is_global[v]) shape.assigned.insert(v);
    shape.assigned.insert(callee.results.begin(), callee.results.end());
  }
}

void Segments::find_recursions() {
  std::vector<std::vector<std::uint32_t>> callees(procedures_.size());
  for (const auto& [block, call] : subject_.calls)
    if (owners_[block] != nobody)
      callees[owners_[block]].push_back(static_cast<std::uint32_t>(call.callee));
  std::vector<std::uint32_t> roots(procedures_.size());
  std::iota(roots.begin(), roots.end(), 0);
  const auto successor = [&](std::uint32_t p, std::size_t i) -> std::optional<std::uint32_t> {
    if (i >= callees[p].size()) return std::nullopt;
    return callees[p][i];
  };
  recursion_of_.assign(procedures_.size(), nobody);
  for (const std::vector<std::uint32_t>& component :
       strong_components(procedures_.size(), roots, successor)) {
    const std::vector<std::uint32_t>& next = callees[component.front()];
    if (component.size() == 1 && std::ranges::find(next, component.front()) == next.end()) continue;
    for (const std::uint32_t p : component) recursion_of_[p] = recursions_.size();
    recursions_.emplace_back(component.begin(), component.end());
    std::ranges::sort(recursions_.back());
  }
}

bool Segments::are_in_one_loop(BlockId a, BlockId b) const {
  return std::ranges::any_of(loops(owners_[a]), [&](const std::vector<BlockId>& loop) {
    return std::ranges::binary_search(loop, a) && std::ranges::binary_search(loop, b);
  });
}

bool Segments::recurse_together(std::size_t caller, std::size_t callee) const {
  return recursion_of_[caller] != nobody && recursion_of_[caller] == recursion_of_[callee];
}

ExprId Segments::variable(VariableId v) {
  return expressions_.variable(v, subject_.graph.variables[v].width);
}

ExprId Segments::array(ArrayId a) {
  return expressions_.array(a, subject_.graph.arrays[a].sort);
}

ExprId Segments::variable(VariableId v, const Values& values) {
  const auto found = values.variables.find(v);
  return found == values.variables.end() ? variable(v) : found->second;
}

ExprId Segments::array(ArrayId a, const Values& values) {
  const auto found = values.arrays.find(a);
  return found == values.arrays.end() ? array(a) : found->second;
}

ExprId Segments::in_state(ExprId id, const Values& values) {
  Substituter substitute(expressions_, [&](ExprId leaf) {
    const Node node = expressions_.node(leaf);
    const auto which = static_cast<std::uint32_t>(node.value);
    if (node.op == Op::Variable) return variable(which, values);
    return node.op == Op::Array ? array(which, values) : leaf;
  });
  return substitute(id);
}

Values Segments::initial() {
  Values out;
  const Graph& graph = subject_.graph;
  for (VariableId v = 0; v < graph.variables.size(); ++v)
    if (const auto& first = graph.variables[v].initial)
      out.variables[v] = expressions_.constant(graph.variables[v].width, *first);
  for (ArrayId a = 0; a < graph.arrays.size(); ++a)
    if (const auto& first = graph.arrays[a].initial)
      out.arrays[a] = expressions_.constant_array(graph.arrays[a].sort, *first);
  return out;
}

Values Segments::at_entry(BlockId cut) {
  const std::size_t procedure = owners_[cut];
  Values out;
  const bool is_just_entered =
      cut == subject_.procedures[procedure].entry && !are_in_one_loop(cut, cut);
  if (is_just_entered) return out;
  for (const VariableId v : procedures_[procedure].assigned)
    out.variables[v] = unknown(cut, Unknown::Entry, v, subject_.graph.variables[v].width);
  return out;
}

ExprId Segments::unknown(BlockId b, Unknown kind, std::uint32_t which, Width width) {
  const auto [place, is_new] = unknowns_.try_emplace({b, kind, which}, 0);
  if (is_new) place->second = expressions_.input(next_input_++, width);
  return place->second;
}

ExprId Segments::unknown(BlockId b, Unknown kind, std::uint32_t which, ArraySort sort) {
  const auto [place, is_new] = unknowns_.try_emplace({b, kind, which}, 0);
  if (is_new) place->second = expressions_.array_input(next_array_input_++, sort);
  return place->second;
}

/// What a leaf is as a block is executed.
ExprId Segments::replaced(BlockId b, ExprId leaf, const Values& values) {
  const Node node = expressions_.node(leaf);
  const auto which = static_cast<std::uint32_t>(node.value);
  switch (node.op) {
    case Op::Variable: return variable(which, values);
    case Op::Array: return array(which, values);
    case Op::Input:
      return input_owners_[which] == b ? leaf : unknown(b, Unknown::Input, which, node.width);
    case Op::ArrayInput:
      return array_input_owners_[which] == b
                 ? leaf
                 : unknown(b, Unknown::ArrayInput, which, ArraySort{node.index, node.width});
    default: return leaf;
  }
}

std::vector<ExprId> Segments::guards(BlockId b, Substituter& substitute) {
  const std::vector<Edge>& edges = subject_.graph.blocks[b].edges;
  std::vector<ExprId> out;
  for (const Edge& edge : edges) out.push_back(substitute(edge.guard));
  const bool is_exclusive =
      edges.size() < 2 || (edges.size() == 2 && out[1] == expressions_.unary(Op::Not, out[0]));
  if (is_exclusive) return out;
  const auto width = static_cast<Width>(std::bit_width(edges.size() - 1));
  const ExprId choice = unknown(b, Unknown::Choice, 0, width);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const ExprId is_it = expressions_.binary(Op::Equal, choice, expressions_.constant(width, i));
    out[i] = expressions_.binary(Op::And, out[i], is_it);
  }
  return out;
}

Segments::Arrival Segments::merge(const std::vector<Arrival>& arrivals) {
  Arrival out = arrivals.back();
  for (std::size_t i = arrivals.size() - 1; i-- > 0;) {
    const Arrival& other = arrivals[i];
    std::set<VariableId> variables;
    std::set<ArrayId> arrays;
    for (const Values* const values : std::array<const Values*, 2>{&out.values, &other.values}) {
      for (const auto& [v, unused] : values->variables) variables.insert(v);
      for (const auto& [a, unused] : values->arrays) arrays.insert(a);
    }
    for (const VariableId v : variables)
      out.values.variables[v] = expressions_.conditional(other.condition, variable(v, other.values),
                                                         variable(v, out.values));
    for (const ArrayId a : arrays)
      out.values.arrays[a] =
          expressions_.conditional(other.condition, array(a, other.values), array(a, out.values));
    out.condition = expressions_.binary(Op::Or, other.condition, out.condition);
  }
  return out;
}

/// What the callee leaves: what it does not modify is as it was when it was entered.
Return Segments::come_back(BlockId b, const Subject::Call& call, const Values& entered) {
  const Subject::Procedure& callee = subject_.procedures[call.callee];
  Return out{call.callee, 0, entered};
  const Graph& graph = subject_.graph;
  std::set<VariableId> unknown_words = callee.modified;
  unknown_words.insert(callee.results.begin(), callee.results.end());
  for (const VariableId v : unknown_words)
    out.left.variables[v] = unknown(b, Unknown::Variable, v, graph.variables[v].width);
  for (const ArrayId a : callee.modified_arrays)
    out.left.arrays[a] = unknown(b, Unknown::Array, a, graph.arrays[a].sort);
  return out;
}

/// Globals are as they were left, locals as they were before the call.
Values Segments::after_return(const Subject::Call& call, const Values& before, const Return& done) {
  const Subject::Procedure& callee = subject_.procedures[call.callee];
  Values out = before;
  for (const auto& [v, value] : done.left.variables)
    if (subject_.is_global[v] || callee.results.contains(v)) out.variables[v] = value;
  for (const auto& [a, value] : done.left.arrays)
    if (subject_.is_global_array[a]) out.arrays[a] = value;
  return out;
}

/// From one cut point, block by block in an order in which all ways to a block are known before it.
class Walk {
 public:
  Walk(Segments& all, BlockId cut) : all_(all), e_(all.expressions_), cut_(cut) {
    arrivals_[cut].push_back({e_.truth(true), {}});
  }

  Segments::Ways run() {
    const std::vector<BlockId>& order = all_.procedures_[all_.owners_[cut_]].order;
    for (const BlockId b : order) {
      const auto found = arrivals_.find(b);
      if (found == arrivals_.end() || (all_.is_cut_[b] && b != cut_)) continue;
      const Segments::Arrival arrival = all_.merge(found->second);
      arrivals_.erase(found);
      if (!e_.is_constant(arrival.condition, 0)) pass(b, arrival);
    }
    for (const auto& [b, arrivals] : arrivals_) {
      Segments::Arrival arrival = all_.merge(arrivals);
      if (!e_.is_constant(arrival.condition, 0)) add(Segment::Kind::Cut, b, std::move(arrival));
    }
    return std::move(out_);
  }

 private:
  Segments& all_;
  Expressions& e_;
  BlockId cut_;
  std::map<BlockId, std::vector<Segments::Arrival>> arrivals_;
  Segments::Ways out_;

  void add(Segment::Kind kind, BlockId to, Segments::Arrival arrival) {
    out_.segments.push_back(
        {kind, cut_, to, arrival.condition, std::move(arrival.values), out_.returns.size()});
  }

  void pass(BlockId b, const Segments::Arrival& arrival) {
    const Subject& subject = all_.subject_;
    if (subject.sinks.contains(b)) return add(Segment::Kind::Sink, b, arrival);
    const auto& leaves = subject.procedures[all_.owners_[b]].leaves;
    if (std::ranges::find(leaves, b) != leaves.end()) add(Segment::Kind::Leave, b, arrival);
    const Block& block = subject.graph.blocks[b];
    Substituter substitute(e_, [&](ExprId leaf) { return all_.replaced(b, leaf, arrival.values); });
    Values after = arrival.values;
    for (const Assignment& one : block.assignments)
      after.variables[one.variable] = substitute(one.value);
    for (const ArrayAssignment& one : block.array_assignments)
      after.arrays[one.array] = substitute(one.value);
    const std::vector<ExprId> guards = all_.guards(b, substitute);
    const Subject::Call* const call = subject.call(b);
    for (std::size_t i = 0; i < guards.size(); ++i) {
      const ExprId condition = e_.binary(Op::And, arrival.condition, guards[i]);
      if (e_.is_constant(condition, 0)) continue;
      const BlockId to = block.edges[i].to;
      if (subject.enters(call, to))
        pass_call(b, *call, condition, arrival.values, after);
      else
        arrivals_[to].push_back({condition, after});
    }
  }

  void pass_call(BlockId b, const Subject::Call& call, ExprId condition, const Values& before,
                 const Values& entered) {
    add(Segment::Kind::Call, b, {condition, entered});
    Return done = all_.come_back(b, call, entered);
    done.condition = condition;
    arrivals_[call.continuation].push_back({condition, all_.after_return(call, before, done)});
    out_.returns.push_back(std::move(done));
  }
};

Segments::Ways Segments::from(BlockId cut) {
  HARDBOP_INVARIANT(is_cut_[cut], "segments should start at cut points");
  return Walk(*this, cut).run();
}

}  // namespace hardbop::words
