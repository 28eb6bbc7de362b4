// SPDX-License-Identifier: MIT
#include "c/slam/procedures.hpp"

#include <algorithm>
#include <array>

#include "base/expression/substitute.hpp"
#include "base/util/invariant.hpp"
#include "c/slam/array_reads.hpp"
#include "words/analysis/liveness.hpp"

namespace hardbop::slam {

namespace {

/// Objects with fewer cells are followed cell by cell: of a cell, more is known without an index.
constexpr std::uint32_t least_array = 32;

}  // namespace

/// Of an array, integers without bounds would know nothing.
c::Bounds model_bounds(std::uint32_t heap, smt::Integers integers, const c::Defects& defects) {
  const bool is_unbounded = integers == smt::Integers::Unbounded;
  c::Bounds out;
  out.recursion = 1;
  out.heap = heap;
  out.procedures = true;
  out.floats = true;
  out.overflows = is_unbounded;
  out.arrays_from = is_unbounded ? 0 : least_array;
  out.defects = defects;
  return out;
}

Procedures::Procedures(const c::Program& program, std::uint32_t heap, smt::Integers integers,
                       const c::Defects& defects)
    : Procedures(program, c::lower(program, model_bounds(heap, integers, defects))) {}

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
    for (const words::ArrayId a : meaning.array_parameters)
      procedure.parameters.insert(of_array(a));
    for (const BlockId leave : meaning.leaves) leaves_[leave] = true;
  }
  for (const c::CallMeaning& call : model_.calls) add_call(call);
  add_assignments();
  find_owners();
  find_scopes();
  find_modified();
  find_tables();
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

void Procedures::add_assignments() {
  for (const words::Block& block : graph().blocks) {
    std::vector<words::Assignment>& all = assignments_.emplace_back(block.assignments);
    for (const words::ArrayAssignment& one : block.array_assignments)
      all.push_back({of_array(one.array), one.value});
  }
}

std::optional<VariableId> Procedures::variable(const words::Node& node) const {
  if (node.op == words::Op::Variable) return static_cast<VariableId>(node.value);
  if (node.op == words::Op::Array) return of_array(static_cast<words::ArrayId>(node.value));
  return std::nullopt;
}

ExprId Procedures::leaf(VariableId v) {
  if (!is_array(v)) return expressions().variable(v, graph().variables[v].width);
  return expressions().array(array(v), graph().arrays[array(v)].sort);
}

c::ObjectId Procedures::object(VariableId v) const {
  return is_array(v) ? model_.arrays[array(v)].object : model_.variables[v].object;
}

std::optional<ExprId> Procedures::first_value(VariableId v) {
  if (is_array(v)) {
    const words::ArrayVariable& one = graph().arrays[array(v)];
    if (!one.initial) return std::nullopt;
    return expressions().constant_array(one.sort, *one.initial);
  }
  const words::Variable& one = graph().variables[v];
  if (!one.initial) return std::nullopt;
  return expressions().constant(one.width, *one.initial);
}

std::vector<VariableId> Procedures::variables_of(const std::vector<ExprId>& roots) const {
  std::vector<VariableId> out = words::variables_of(expressions(), roots);
  if (graph().arrays.empty()) return out;
  for (const words::ArrayId a : words::arrays_of(expressions(), roots)) out.push_back(of_array(a));
  return out;
}

const std::vector<VariableId>& Procedures::variables(ExprId id) const {
  const auto [place, is_new] = variables_.try_emplace(id);
  if (is_new) place->second = variables_of({id});
  return place->second;
}

ExprId Procedures::with_tables(ExprId condition) {
  if (tables_.empty()) return condition;
  if (const auto found = with_tables_.find(condition); found != with_tables_.end())
    return found->second;
  words::Substituter substitute(expressions(), [&](ExprId leaf) {
    const std::optional<VariableId> v = variable(expressions().node(leaf));
    return v && is_table(*v) ? *first_value(*v) : leaf;
  });
  return with_tables_[condition] = substitute(condition);
}

ExprId Procedures::before(ExprId condition, BlockId b) {
  if (before_.size() <= b) before_.resize(graph().blocks.size());
  const auto [place, is_new] = before_[b].try_emplace(condition);
  if (is_new) place->second = before(condition, assignments(b));
  return place->second;
}

ExprId Procedures::before(ExprId condition, const std::vector<words::Assignment>& assignments) {
  words::Substituter substitute(expressions(), [&](ExprId leaf) {
    const std::optional<VariableId> v = variable(expressions().node(leaf));
    const auto found =
        std::ranges::find_if(assignments, [&](const auto& one) { return one.variable == v; });
    return found == assignments.end() ? leaf : found->value;
  });
  return without_stores(expressions(), substitute(condition));
}

bool Procedures::has_inputs(ExprId id) const {
  bool found = false;
  words::for_each_node(expressions(), {id}, [&](ExprId one) {
    const words::Op op = expressions().node(one).op;
    found = found || op == words::Op::Input || op == words::Op::ArrayInput;
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
  const std::size_t count = graph().variables.size() + graph().arrays.size();
  scopes_.assign(count, everybody);
  results_.assign(count, {});
  for (VariableId v = 0; v < count; ++v) {
    const c::ObjectId id = object(v);
    if (id == c::none) continue;
    const c::Object& object = program_.objects[id];
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
      for (const words::Assignment& assignment : assignments(b)) {
        read.push_back(assignment.value);
        const bool passes = calls_[b] && scopes_[assignment.variable] == calls_[b]->callee;
        if (!passes) share(assignment.variable, procedure.function);
      }
      for (const VariableId v : variables_of(read)) share(v, procedure.function);
    }
}

/// What a call changes for its caller.
void Procedures::find_modified() {
  for (Procedure& procedure : procedures_)
    for (const BlockId b : procedure.blocks)
      for (const words::Assignment& assignment : assignments(b)) {
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

void Procedures::find_tables() {
  if (graph().arrays.empty()) return;
  std::set<VariableId> assigned;
  for (BlockId b = 0; b < graph().blocks.size(); ++b) {
    std::vector<ExprId> read;
    for (const words::Edge& edge : graph().blocks[b].edges) read.push_back(edge.guard);
    for (const words::Assignment& assignment : assignments(b)) {
      assigned.insert(assignment.variable);
      read.push_back(assignment.value);
    }
    for (const words::ArrayId a : words::arrays_of(expressions(), read))
      if (graph().arrays[a].initial) tables_.insert(of_array(a));
  }
  std::erase_if(tables_, [&](VariableId v) { return assigned.contains(v); });
}

}  // namespace hardbop::slam
