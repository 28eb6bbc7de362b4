// SPDX-License-Identifier: MIT
// Calls in a model: arguments, results and return addresses.
#include <algorithm>
#include <bit>
#include <fmt/format.h>

#include "c/il/passing.hpp"
#include "c/il/value_text.hpp"
#include "c/lower/lowering.hpp"

namespace hardbop::c {

using words::BlockId;
using words::Op;

void Lowering::lower_call(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  if (!statement.callee.is_none()) return enter(i, s, at, statement.callee);
  Evaluation evaluation = evaluator_.begin(i);
  const words::ExprId address = evaluator_.value(statement.values.back(), evaluation);
  words::ExprId known = e().truth(false);
  for (const FunctionId f : points_to_.callees(statement)) {
    const words::ExprId is_it =
        e().binary(Op::Equal, address,
                   evaluator_.address_of({Pointee::Kind::Function, f.index()}, 0, no_instance));
    const BlockId way = new_block(i);
    build_.edge(at, e().binary(Op::And, guard(evaluation), is_it), way);
    known = e().binary(Op::Or, known, is_it);
    enter(i, s, way, f);
  }
  evaluation.valid = e().binary(Op::And, evaluation.valid, known);
  fault(at, evaluation, s);
}

void Lowering::enter(InstanceId i, StatementId s, BlockId at, FunctionId callee) {
  if (first_instance_[callee].is_none())
    return build_.end(at, Sink::Kind::Unsupported, s,
                      fmt::format("call of '{}'", source_name(program_.functions[callee])));
  if (!passes_floats_alike(program_, program_.statements[s], program_.functions[callee]))
    return build_.end(
        at, Sink::Kind::Unsupported, s,
        fmt::format("call of '{}' with unexpected types", source_name(program_.functions[callee])));
  const bool deeper =
      !bounds_.procedures && calls_.recurse_together(instances_[i].function, callee);
  const std::uint32_t depth = deeper ? instances_[i].depth + 1 : 0;
  if (depth >= bounds_.recursion && deeper)
    return build_.end(at, Sink::Kind::Bound, s,
                      fmt::format("recursion deeper than {} calls", bounds_.recursion));
  const InstanceId to(first_instance_[callee].index() + depth);
  Evaluation evaluation = evaluator_.begin(i);
  Memory::Updates updates;
  for (const ObjectId o : function(to).locals) forget_array(at, s, o, to, updates);
  pass_arguments(i, s, to, evaluation, updates);
  for (const ObjectId o : function(to).locals) forget(at, s, o, to, updates);
  assign(at, updates);
  go(at, evaluation, s, entries_[to]);
  const BlockId after = continuation(i, s, to);
  instances_[to].callers.push_back(at);
  instances_[to].continuations.push_back(after);
  if (bounds_.procedures) build_.model().calls.push_back({at, callee, after});
}

/// Too few arguments, which old C allows, leave the rest arbitrary.
void Lowering::pass_arguments(InstanceId i, StatementId s, InstanceId to, Evaluation& evaluation,
                              Memory::Updates& updates) {
  const Statement& statement = program_.statements[s];
  const std::size_t given = statement.values.size() - (statement.callee.is_none() ? 1 : 0);
  const std::vector<Place>& parameters = function(to).parameters;
  for (std::size_t k = 0; k < std::min(given, parameters.size()); ++k) {
    const words::ExprId word = e().resize(evaluator_.value(statement.values[k], evaluation),
                                          parameters[k].type.bits, true);
    evaluator_.note_escape(statement.values[k], evaluation);
    evaluation.instance = to;
    (void)evaluator_.store(parameters[k], word, evaluation, updates, true);
    evaluation.instance = i;
  }
}

/// A local variable is arbitrary in every activation, but for what was passed.
void Lowering::forget(BlockId at, StatementId s, ObjectId o, InstanceId to,
                      Memory::Updates& updates) {
  const Object& object = program_.objects[o];
  if (object.is_temporary) return;
  const Region& region = memory_.region({Pointee::Kind::Object, o}, to);
  for (std::size_t k = 0; k < region.cells.size(); ++k) {
    const auto variable = static_cast<words::VariableId>(region.first + k);
    if (updates.variables.contains(variable)) continue;
    updates.variables[variable] =
        build_.arbitrary(at, region.cells[k].type, {s, o, region.cells[k].offset});
  }
}

/// Before anything is passed: that changes some of its elements only.
void Lowering::forget_array(BlockId at, StatementId s, ObjectId o, InstanceId to,
                            Memory::Updates& updates) {
  if (program_.objects[o].is_temporary) return;
  const Region& region = memory_.region({Pointee::Kind::Object, o}, to);
  if (region.array)
    updates.arrays[*region.array] =
        build_.arbitrary_array(at, build_.graph().arrays[*region.array].sort, {s, o, 0});
}

/// After the call: the results are stored.
BlockId Lowering::continuation(InstanceId i, StatementId s, InstanceId callee) {
  const Statement& statement = program_.statements[s];
  const BlockId id = build_.new_block();
  Evaluation evaluation = evaluator_.begin(i);
  Memory::Updates updates;
  const std::vector<words::VariableId>& results = instances_[callee].results;
  for (std::size_t k = 0; k < statement.places.size(); ++k) {
    const Type type = statement.places[k].type;
    const words::ExprId word =
        k < results.size()
            ? e().resize(e().variable(results[k], build_.graph().variables[results[k]].width),
                         type.bits, true)
            : build_.arbitrary(id, type, {s, none, 0});
    (void)evaluator_.store(statement.places[k], word, evaluation, updates, statement.initialises);
  }
  assign(id, updates);
  go(id, evaluation, s, arrive(i, s, statement.next));
  return id;
}

void Lowering::lower_return(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  Evaluation evaluation = evaluator_.begin(i);
  const std::vector<words::VariableId>& results = instances_[i].results;
  for (std::size_t k = 0; k < results.size(); ++k) {
    const Type type = function(i).results[k];
    const words::ExprId word = k < statement.values.size()
                                   ? evaluator_.value(statement.values[k], evaluation)
                                   : build_.arbitrary(at, type, {s, none, 0});
    if (k < statement.values.size()) evaluator_.note_escape(statement.values[k], evaluation);
    build_.assign(at, results[k], word);
  }
  build_.assign(at, lifetimes_.leave(i));
  clear_pointers(i, at);
  BlockId leave = build_.new_block();
  go(at, evaluation, s, leave);
  if (instances_[i].function == program_.main && bounds_.defects.has_ends()) {
    const BlockId end = build_.new_block();
    build_.edge(leave, find_leaks(leave, s, i), end);
    leave = end;
  }
  instances_[i].returns.push_back(leave);
}

/// Who called is remembered where there are several callers.
void Lowering::connect_returns(InstanceId i) {
  Instance& instance = instances_[i];
  const std::size_t callers = instance.callers.size();
  if (callers == 0) return;
  if (callers == 1) {
    for (const BlockId leave : instance.returns) build_.go(leave, instance.continuations.front());
    return;
  }
  const auto width = static_cast<words::Width>(std::bit_width(callers - 1));
  const words::VariableId place =
      build_.new_variable(fmt::format("{}::caller{}", function(i).name, suffix(i)), width);
  for (std::size_t k = 0; k < callers; ++k) {
    const words::ExprId number = e().constant(width, k);
    build_.assign(instance.callers[k], place, number);
    const words::ExprId is_it = e().binary(Op::Equal, e().variable(place, width), number);
    for (const BlockId leave : instance.returns)
      build_.edge(leave, is_it, instance.continuations[k]);
  }
}

}  // namespace hardbop::c
