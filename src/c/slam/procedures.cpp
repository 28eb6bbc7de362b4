// SPDX-License-Identifier: MIT
#include "c/slam/procedures.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/expression/substitute.hpp"
#include "base/util/invariant.hpp"
#include "words/analysis/liveness.hpp"

namespace hardbop::slam {

Procedures::Procedures(const c::Program& program, std::uint32_t heap, smt::Integers integers,
                       const c::Defects& defects)
    : Procedures(program, c::lower(program, {.recursion = 1,
                                             .heap = heap,
                                             .procedures = true,
                                             .floats = true,
                                             .overflows = integers == smt::Integers::Unbounded,
                                             .defects = defects})) {}

Procedures::Procedures(const c::Program& program, c::Model model)
    : program_(program), model_(std::move(model)) {
  const std::size_t blocks = graph().blocks.size();
  index_ = ById<FunctionId, std::uint32_t>(program.functions.size(), c::none);
  owners_.assign(blocks, {});
  calls_.resize(blocks);
  returns_.assign(blocks, no_block);
  leaves_.assign(blocks, false);
  sinks_.assign(blocks, no_block);
  for (std::uint32_t i = 0; i < model_.sinks.size(); ++i) sinks_[model_.sinks[i].block] = i;
  for (const c::ProcedureMeaning& meaning : model_.procedures) {
    index_[meaning.function] = static_cast<std::uint32_t>(procedures_.size());
    Procedure& procedure = procedures_.emplace_back();
    procedure.function = meaning.function;
    procedure.name = program.functions[meaning.function].name;
    procedure.entry = meaning.entry;
    procedure.results = meaning.results;
    procedure.parameters = {meaning.parameters.begin(), meaning.parameters.end()};
    for (const BlockId leave : meaning.leaves) leaves_[leave] = true;
  }
  for (const c::CallMeaning& call : model_.calls) add_call(call);
  find_owners();
  find_scopes();
  find_modified();
}

/// One that is made; where the arguments cannot be passed, none is.
void Procedures::add_call(const c::CallMeaning& call) {
  const std::vector<words::Edge>& edges = graph().blocks[call.block].edges;
  const BlockId entry = of(call.callee).entry;
  const bool is_made =
      std::ranges::any_of(edges, [&](const words::Edge& edge) { return edge.to == entry; });
  if (!is_made) return;
  calls_[call.block] = Call{call.callee, call.continuation};
  returns_[call.continuation] = call.block;
  HARDBOP_INVARIANT(call.callee != main(), "nobody should call what the program starts with");
}

std::optional<std::string> Procedures::why_refused() const {
  if (graph().arrays.empty()) return std::nullopt;
  const std::optional<std::string> array = words::theories(graph()).array;
  if (!array) return std::nullopt;
  return fmt::format("predicate abstraction cannot follow arrays ('{}')", *array);
}

const std::vector<VariableId>& Procedures::variables(ExprId id) const {
  const auto [place, is_new] = variables_.try_emplace(id);
  if (is_new) place->second = words::variables_of(expressions(), {id});
  return place->second;
}

ExprId Procedures::before(ExprId condition, BlockId b) {
  const auto [place, is_new] = before_.try_emplace({b, condition});
  if (is_new) place->second = before(condition, graph().blocks[b].assignments);
  return place->second;
}

ExprId Procedures::before(ExprId condition, const std::vector<words::Assignment>& assignments) {
  words::Substituter substitute(expressions(), [&](ExprId leaf) {
    const words::Node& node = expressions().node(leaf);
    if (node.op != words::Op::Variable) return leaf;
    const auto found = std::ranges::find_if(
        assignments, [&](const auto& one) { return one.variable == node.value; });
    return found == assignments.end() ? leaf : found->value;
  });
  return substitute(condition);
}

bool Procedures::has_inputs(ExprId id) const {
  bool found = false;
  words::for_each_node(expressions(), {id}, [&](ExprId one) {
    found = found || expressions().node(one).op == words::Op::Input;
  });
  return found;
}

bool Procedures::is_large(ExprId id) const {
  constexpr std::size_t most_nodes = 300;
  std::vector<ExprId> stack{id};
  std::set<ExprId> seen{id};
  while (!stack.empty() && seen.size() <= most_nodes) {
    const words::Node& node = expressions().node(stack.back());
    stack.pop_back();
    const std::array operands{node.a, node.b, node.c};
    for (unsigned i = 0; i < words::operand_count(node.op); ++i)
      if (seen.insert(operands[i]).second) stack.push_back(operands[i]);
  }
  return seen.size() > most_nodes;
}

/// Blocks belong to the function from whose entry they are reached without calls.
void Procedures::find_owners() {
  for (Procedure& procedure : procedures_) {
    std::vector<BlockId> stack{procedure.entry};
    owners_[procedure.entry] = procedure.function;
    const auto reach = [&](BlockId to) {
      if (!owners_[to].is_none()) return;
      owners_[to] = procedure.function;
      stack.push_back(to);
    };
    while (!stack.empty()) {
      const BlockId b = stack.back();
      stack.pop_back();
      procedure.blocks.push_back(b);
      if (calls_[b]) reach(calls_[b]->continuation);
      for (const words::Edge& edge : graph().blocks[b].edges)
        if (!enters(b, edge)) reach(edge.to);
    }
  }
}

void Procedures::share(VariableId v, FunctionId user) {
  if (scopes_[v] != user && results_[v].is_none()) scopes_[v] = everybody;
}

void Procedures::find_scopes() {
  scopes_.assign(graph().variables.size(), everybody);
  results_.assign(graph().variables.size(), {});
  for (VariableId v = 0; v < scopes_.size(); ++v) {
    const c::VariableMeaning& meaning = model_.variables[v];
    if (meaning.object == c::none) continue;
    const c::Object& object = program_.objects[meaning.object];
    if (object.storage == c::Object::Storage::Local) scopes_[v] = object.function;
  }
  for (const Procedure& procedure : procedures_)
    for (const VariableId v : procedure.results) {
      results_[v] = procedure.function;
      scopes_[v] = procedure.function;
    }
  for (const Procedure& procedure : procedures_)
    for (const BlockId b : procedure.blocks) {
      std::vector<ExprId> read;
      for (const words::Edge& edge : graph().blocks[b].edges) read.push_back(edge.guard);
      for (const words::Assignment& assignment : graph().blocks[b].assignments) {
        read.push_back(assignment.value);
        const bool passes = calls_[b] && scopes_[assignment.variable] == calls_[b]->callee;
        if (!passes) share(assignment.variable, procedure.function);
      }
      for (const VariableId v : words::variables_of(expressions(), read))
        share(v, procedure.function);
    }
}

/// What a call changes for its caller.
void Procedures::find_modified() {
  for (Procedure& procedure : procedures_)
    for (const BlockId b : procedure.blocks)
      for (const words::Assignment& assignment : graph().blocks[b].assignments) {
        const VariableId v = assignment.variable;
        const bool passes = calls_[b] && scopes_[v] == calls_[b]->callee;
        const bool is_own = scopes_[v] == procedure.function;
        if (!passes && (!is_own || procedure.parameters.contains(v))) procedure.modified.insert(v);
      }
  for (bool changed = true; changed;) {
    changed = false;
    for (Procedure& procedure : procedures_)
      for (const BlockId b : procedure.blocks) {
        if (!calls_[b]) continue;
        for (const VariableId v : of(calls_[b]->callee).modified) {
          if (scopes_[v] != everybody) continue;
          changed = procedure.modified.insert(v).second || changed;
        }
      }
  }
}

}  // namespace hardbop::slam
