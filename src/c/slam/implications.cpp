// SPDX-License-Identifier: MIT
#include "c/slam/implications.hpp"

#include <algorithm>

#include "base/expression/substitute.hpp"
#include "c/slam/execute.hpp"

namespace hardbop::slam {

using smt::Satisfiable;
using words::Op;

namespace {

constexpr std::size_t most_states = 256;
constexpr unsigned implication_effort = 400'000;
/// Most of these questions have an easy answer, or none.
constexpr unsigned effort_alone = implication_effort / 5;
/// Beside the effort: of a question about integers, and of one that was asked alone.
constexpr std::uint64_t unbounded_setting = std::uint64_t{1} << 32U;
constexpr std::uint64_t alone_setting = std::uint64_t{1} << 33U;

unsigned effort_of(Asking asking) {
  return asking == Asking::Alone ? effort_alone : implication_effort;
}

}  // namespace

Implications::Implications(Procedures& procedures, smt::Solver& solver, Budget& budget,
                           KnownAnswers* known, Asking asking)
    : procedures_(procedures),
      solver_(solver),
      budget_(budget),
      known_(known),
      asking_(asking),
      evaluator_(procedures.expressions()) {}

std::size_t Implications::Hash::operator()(const Constraints& constraints) const {
  std::size_t out = constraints.size();
  for (const ExprId one : constraints) out = (out ^ one) * 0x9E3779B97F4A7C15U + (out >> 29U);
  return out;
}

void Implications::begin() {
  answers_.clear();
  simple_.clear();
  cores_.clear();
}

void Implications::forget() {
  begin();
  states_.clear();
  truths_.clear();
  if (known_ != nullptr) *known_ = {};
}

bool Implications::holds(ExprId premise, ExprId literal, ExprId conclusion) {
  const auto known = simple_.find({premise, literal, conclusion});
  if (known != simple_.end()) {
    ++asked_;
    return known->second;
  }
  const bool out = holds({premise, literal}, conclusion);
  if (!is_cut_off()) simple_.emplace(Constraints{premise, literal, conclusion}, out);
  return out;
}

bool Implications::holds(const std::vector<ExprId>& premises, ExprId conclusion) {
  words::Expressions& e = procedures_.expressions();
  ++asked_;
  Constraints constraints{e.unary(Op::Not, procedures_.with_tables(conclusion))};
  for (const ExprId premise : premises) constraints.push_back(procedures_.with_tables(premise));
  if (std::ranges::any_of(constraints, [&](ExprId one) { return e.is_constant(one, 0); }))
    return true;
  std::erase_if(constraints, [&](ExprId one) { return e.is_constant(one); });
  std::ranges::sort(constraints);
  constraints.erase(std::unique(constraints.begin(), constraints.end()), constraints.end());
  return is_impossible(constraints);
}

bool Implications::is_impossible(const Constraints& constraints) {
  if (constraints.empty()) return false;
  if (const auto known = answers_.find(constraints); known != answers_.end()) return known->second;
  if (is_cut_off()) return false;
  const std::vector<Constraints> all = parts(constraints);
  const bool out =
      std::ranges::any_of(all, [&](const Constraints& one) { return is_part_impossible(one); });
  if (all.size() > 1 && !is_cut_off()) answers_.emplace(constraints, out);
  return out;
}

bool Implications::is_part_impossible(const Constraints& constraints) {
  if (const auto known = answers_.find(constraints); known != answers_.end()) return known->second;
  const bool out = find_impossible(constraints);
  if (!is_cut_off()) answers_.emplace(constraints, out);
  return out;
}

bool Implications::find_impossible(const Constraints& constraints) {
  if (const auto simple = by_constants(constraints)) return *simple;
  if (has_core(constraints)) return true;
  if (is_refuted(constraints) || budget_.poll(solved_) != StopReason::None) return false;
  return ask_impossible(constraints);
}

const std::vector<ExprId>& Implications::leaves(ExprId id) {
  const auto [place, is_new] = leaves_.try_emplace(id);
  if (!is_new) return place->second;
  const words::Expressions& e = procedures_.expressions();
  words::for_each_node(e, {id}, [&](ExprId one) {
    if (words::operand_count(e.node(one).op) == 0 && !e.is_constant(one))
      place->second.push_back(one);
  });
  return place->second;
}

/// Constraints that share leaves, directly or through others, are of one part.
std::vector<Implications::Constraints> Implications::parts(const Constraints& constraints) {
  std::vector<std::size_t> heads(constraints.size());
  const auto head = [&](std::size_t i) {
    while (heads[i] != i) i = heads[i] = heads[heads[i]];
    return i;
  };
  std::unordered_map<ExprId, std::size_t> users;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    heads[i] = i;
    for (const ExprId leaf : leaves(constraints[i])) {
      const auto [user, is_first] = users.try_emplace(leaf, i);
      if (!is_first) heads[head(i)] = head(user->second);
    }
  }
  std::map<std::size_t, Constraints> out;
  for (std::size_t i = 0; i < constraints.size(); ++i) out[head(i)].push_back(constraints[i]);
  std::vector<Constraints> list;
  for (auto& [first, part] : out) list.push_back(std::move(part));
  return list;
}

/// Where constraints say that variables are constants, the rest may say itself whether it is true.
std::optional<bool> Implications::by_constants(const Constraints& constraints) {
  words::Expressions& e = procedures_.expressions();
  std::map<std::uint64_t, ExprId> constants;
  for (const ExprId one : constraints) {
    const words::Node& node = e.node(one);
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
  for (const ExprId one : constraints) {
    const ExprId rest = substitute(one);
    if (e.is_constant(rest, 0)) return true;
    all = all && e.is_constant(rest);
  }
  return all ? std::optional(false) : std::nullopt;
}

bool Implications::has_core(const Constraints& constraints) const {
  return std::ranges::any_of(constraints, [&](ExprId highest) {
    const auto found = cores_.find(highest);
    return found != cores_.end() &&
           std::ranges::any_of(found->second, [&](const Constraints& core) {
             return std::ranges::includes(constraints, core);
           });
  });
}

bool Implications::is_refuted(const Constraints& constraints) {
  if (states_.empty()) return false;
  std::vector<std::uint64_t> states((states_.size() + 63) / 64, ~std::uint64_t{0});
  for (const ExprId one : constraints) {
    const std::vector<std::uint64_t>& also = truth(one);
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

/// As an earlier run found, or by the solver.
bool Implications::ask_impossible(const Constraints& constraints) {
  std::uint64_t setting = effort_of(asking_);
  if (solver_.integers() == smt::Integers::Unbounded) setting |= unbounded_setting;
  if (asking_ == Asking::Alone) setting |= alone_setting;
  const QuestionForm form = form_of(procedures_.expressions(), constraints, setting);
  if (known_ != nullptr)
    if (const KnownAnswers::Answer* const known = known_->find(form.digest)) {
      learn(form, *known);
      return known->possible == Satisfiable::No;
    }
  ++solved_;
  KnownAnswers::Answer answer = solve(form);
  learn(form, answer);
  const bool out = answer.possible == Satisfiable::No;
  if (known_ != nullptr && !is_cut_off()) known_->keep(form.digest, std::move(answer));
  return out;
}

KnownAnswers::Answer Implications::solve(const QuestionForm& form) {
  if (asking_ == Asking::InTurn) return solve(solver_, form);
  // The last one is there until then: else its megabytes would go to the system and come again.
  std::unique_ptr<smt::Solver> next =
      smt::make_solver(procedures_.expressions(), solver_.integers());
  last_ = std::move(next);
  return solve(*last_, form);
}

KnownAnswers::Answer Implications::solve(smt::Solver& solver, const QuestionForm& form) const {
  KnownAnswers::Answer out;
  out.possible = solver.check(form.constraints, effort_of(asking_));
  switch (out.possible) {
    case Satisfiable::No:
      for (const std::size_t place : solver.core()) out.numbers.push_back(place);
      break;
    case Satisfiable::Yes:
      // In what the state is when read as integers, words may overflow.
      if (solver.integers() == smt::Integers::Machine)
        for (const ExprId leaf : form.leaves) add_value(solver, leaf, out.numbers);
      break;
    case Satisfiable::Unknown: break;
  }
  return out;
}

/// A word is a number; an array is what it is filled with, how many words differ, and those.
void Implications::add_value(smt::Solver& solver, ExprId leaf,
                             std::vector<std::uint64_t>& numbers) const {
  if (!procedures_.expressions().is_array(leaf)) return numbers.push_back(solver.value(leaf));
  const words::ArrayValue value = solver.array_value(leaf);
  numbers.push_back(value.fill());
  const std::size_t count = numbers.size();
  numbers.push_back(0);
  value.for_each_other([&](std::uint64_t index, std::uint64_t word) {
    numbers.insert(numbers.end(), {index, word});
    ++numbers[count];
  });
}

/// What was said of a question serves others.
void Implications::learn(const QuestionForm& form, const KnownAnswers::Answer& answer) {
  if (answer.possible == Satisfiable::No) {
    Constraints core;
    for (const std::uint64_t place : answer.numbers)
      if (place < form.constraints.size()) core.push_back(form.constraints[place]);
    if (core.empty()) return;
    std::ranges::sort(core);
    cores_[core.back()].push_back(std::move(core));
  } else if (!answer.numbers.empty() && states_.size() < most_states) {
    keep_state(form.leaves, answer.numbers);
  }
}

void Implications::keep_state(const std::vector<ExprId>& leaves,
                              const std::vector<std::uint64_t>& numbers) {
  const words::Graph& graph = procedures_.graph();
  words::Point state;
  state.variables.resize(graph.variables.size());
  state.inputs.resize(graph.inputs.size());
  for (const words::ArrayVariable& array : graph.arrays)
    state.arrays.emplace_back(array.sort.index);
  for (const words::ArraySort& sort : graph.array_inputs)
    state.array_inputs.emplace_back(sort.index);
  std::size_t at = 0;
  const auto next = [&] { return at < numbers.size() ? numbers[at++] : 0; };
  for (const ExprId leaf : leaves) {
    const words::Node& node = graph.expressions.node(leaf);
    if (node.op == Op::Variable) state.variables[node.value] = next() & words::mask(node.width);
    if (node.op == Op::Input) state.inputs[node.value] = next() & words::mask(node.width);
    if (node.index == 0) continue;
    words::ArrayValue value(node.index, next());
    for (std::uint64_t left = std::min<std::uint64_t>(next(), numbers.size()); left > 0; --left) {
      const std::uint64_t index = next();
      value.write(index & words::mask(node.index), next());
    }
    (node.op == Op::Array ? state.arrays : state.array_inputs)[node.value] = std::move(value);
  }
  states_.push_back(std::move(state));
}

}  // namespace hardbop::slam
