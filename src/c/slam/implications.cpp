// SPDX-License-Identifier: MIT
#include "c/slam/implications.hpp"

#include <algorithm>

#include "base/expression/substitute.hpp"
#include "c/slam/execute.hpp"

namespace hardbop::slam {

using words::Op;

namespace {

constexpr std::size_t most_states = 256;
constexpr unsigned implication_effort = 400'000;

}  // namespace

bool Implications::holds(std::vector<ExprId> premises, ExprId conclusion, unsigned part) {
  const words::Expressions& e = procedures_.expressions();
  conclusion = procedures_.with_tables(conclusion);
  if (e.is_constant(conclusion, 1)) return true;
  for (ExprId& premise : premises) premise = procedures_.with_tables(premise);
  std::ranges::sort(premises);
  std::erase_if(premises, [&](ExprId one) { return e.is_constant(one, 1); });
  Question question{std::move(premises), conclusion};
  ++asked_;
  if (const auto known = answers_.find(question); known != answers_.end()) return known->second;
  if (budget_.stopped() != StopReason::None) return false;
  if (const auto simple = by_constants(question)) return *simple;
  if (budget_.poll(solved_) != StopReason::None || is_refuted(question)) return false;
  ++solved_;
  std::vector<ExprId> constraints = question.first;
  constraints.push_back(procedures_.expressions().unary(Op::Not, conclusion));
  const smt::Satisfiable answer = solver_.check(constraints, implication_effort / part);
  // In what the state is when read as integers, words may overflow.
  if (answer == smt::Satisfiable::Yes && solver_.integers() == smt::Integers::Machine)
    keep_state(constraints);
  return answers_[std::move(question)] = answer == smt::Satisfiable::No;
}

/// Where premises say that variables are constants, the rest may say itself whether it is true.
std::optional<bool> Implications::by_constants(const Question& question) {
  words::Expressions& e = procedures_.expressions();
  std::map<std::uint64_t, ExprId> constants;
  for (const ExprId premise : question.first) {
    const words::Node& node = e.node(premise);
    if (node.op != Op::Equal || e.node(node.a).op != Op::Variable || !e.is_constant(node.b))
      continue;
    const auto [place, is_new] = constants.try_emplace(e.node(node.a).value, node.b);
    if (!is_new && place->second != node.b) return true;
  }
  if (constants.empty()) return std::nullopt;
  words::Substituter substitute(e, [&](ExprId leaf) {
    const words::Node& node = e.node(leaf);
    const auto found = node.op == Op::Variable ? constants.find(node.value) : constants.end();
    return found == constants.end() ? leaf : found->second;
  });
  bool all = true;
  for (const ExprId premise : question.first) {
    const ExprId rest = substitute(premise);
    if (e.is_constant(rest, 0)) return true;
    all = all && e.is_constant(rest);
  }
  const ExprId rest = substitute(question.second);
  if (e.is_constant(rest, 1)) return true;
  if (all && e.is_constant(rest)) return false;
  return std::nullopt;
}

bool Implications::is_refuted(const Question& question) {
  if (states_.empty()) return false;
  std::vector<std::uint64_t> states = truth(question.second);
  for (std::uint64_t& bits : states) bits = ~bits;
  if (states_.size() % 64 != 0)
    states.back() &= words::mask(static_cast<words::Width>(states_.size() % 64));
  for (const ExprId premise : question.first) {
    const std::vector<std::uint64_t>& also = truth(premise);
    for (std::size_t i = 0; i < states.size(); ++i) states[i] &= also[i];
  }
  return std::ranges::any_of(states, [](std::uint64_t bits) { return bits != 0; });
}

const std::vector<std::uint64_t>& Implications::truth(ExprId condition) {
  Truth& out = truths_[condition];
  out.bits.resize((states_.size() + 63) / 64);
  for (; out.known < states_.size(); ++out.known) {
    const std::uint64_t value = is_true(evaluator_, condition, states_[out.known]) ? 1 : 0;
    out.bits[out.known / 64] |= value << (out.known % 64);
  }
  return out.bits;
}

void Implications::keep_state(const std::vector<ExprId>& constraints) {
  if (states_.size() >= most_states) return;
  const words::Graph& graph = procedures_.graph();
  words::Point& state = states_.emplace_back();
  state.variables.resize(graph.variables.size());
  state.inputs.resize(graph.inputs.size());
  for (const words::ArrayVariable& array : graph.arrays)
    state.arrays.emplace_back(array.sort.index);
  for (const words::ArraySort& sort : graph.array_inputs)
    state.array_inputs.emplace_back(sort.index);
  words::for_each_node(graph.expressions, constraints, [&](ExprId id) {
    const words::Node& node = graph.expressions.node(id);
    if (node.op == Op::Variable) state.variables[node.value] = solver_.value(id);
    if (node.op == Op::Input) state.inputs[node.value] = solver_.value(id);
    if (node.op == Op::Array) state.arrays[node.value] = solver_.array_value(id);
    if (node.op == Op::ArrayInput) state.array_inputs[node.value] = solver_.array_value(id);
  });
}

}  // namespace hardbop::slam
