// SPDX-License-Identifier: MIT
// Statements of a model: their assignments and successors, and where a run can no longer be
// followed.
#include <fmt/format.h>
#include <utility>

#include "base/util/diagnostic.hpp"
#include "base/util/invariant.hpp"
#include "c/il/faults.hpp"
#include "c/il/scopes.hpp"
#include "c/lower/lowering.hpp"

namespace hardbop::c {

using words::BlockId;
using words::Op;

void Lowering::lower_statement(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  switch (statement.kind) {
    case Statement::Kind::Skip: return build_.go(at, arrive(i, s, statement.next));
    case Statement::Kind::Assign: return lower_assignment(i, s);
    case Statement::Kind::Arbitrary: return lower_choice(i, s);
    case Statement::Kind::Allocate: return lower_allocation(i, s);
    case Statement::Kind::Free: return lower_free(i, s);
    case Statement::Kind::Call: return lower_call(i, s);
    case Statement::Kind::Return: return lower_return(i, s);
    case Statement::Kind::Assume:
    case Statement::Kind::Branch: return lower_branch(i, s);
    case Statement::Kind::Error: return build_.end(at, Sink::Kind::Error, s, statement.text);
    case Statement::Kind::Fault:
      return build_.fault_when(e().truth(true), at, statement.defect, s, statement.text);
    case Statement::Kind::Unsupported:
      return build_.end(at, Sink::Kind::Unsupported, s, statement.text);
    case Statement::Kind::Halt: return void(find_leaks(at, s));
    case Statement::Kind::Thread: return build_.end(at, Sink::Kind::Unsupported, s, "threads");
    case Statement::Kind::Environment: break;
  }
  HARDBOP_INVARIANT(false, "calls of undefined functions should be replaced");
}

void Lowering::lower_assignment(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  Evaluation evaluation = evaluator_.begin(i);
  Memory::Updates updates;
  const words::ExprId word = evaluator_.value(statement.values[0], evaluation);
  evaluator_.note_escape(statement.values[0], evaluation);
  const auto only =
      evaluator_.store(statement.places[0], word, evaluation, updates, statement.initialises);
  if (evaluation.is_followed) assign(at, updates, only);
  go(at, evaluation, s, arrive(i, s, statement.next));
}

/// Of arbitrary values.
void Lowering::lower_choice(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  Evaluation evaluation = evaluator_.begin(i);
  Memory::Updates updates;
  std::optional<Write> only;
  for (std::uint32_t k = 0; k < statement.places.size(); ++k) {
    const Place& place = statement.places[k];
    const words::ExprId word = build_.arbitrary(at, place.type, {s, none, k});
    only = evaluator_.store(place, word, evaluation, updates, statement.initialises);
  }
  assign(at, updates, statement.places.size() == 1 ? only : std::nullopt);
  go(at, evaluation, s, arrive(i, s, statement.next));
}

/// An assumption is a branch that goes one way only.
void Lowering::lower_branch(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  Evaluation evaluation = evaluator_.begin(i);
  const words::ExprId condition = evaluator_.value(statement.values[0], evaluation);
  const words::ExprId can = guard(evaluation);
  build_.edge(at, e().binary(Op::And, can, condition), arrive(i, s, statement.next));
  if (statement.kind == Statement::Kind::Branch)
    build_.edge(at, e().binary(Op::And, can, e().unary(Op::Not, condition)),
                arrive(i, s, statement.otherwise));
  fault(at, evaluation, s);
}

void Lowering::go(BlockId from, const Evaluation& evaluation, StatementId s, BlockId to) {
  build_.edge(from, guard(evaluation), to);
  fault(from, evaluation, s);
}

words::ExprId Lowering::guard(const Evaluation& evaluation) {
  return evaluation.is_followed ? evaluation.valid : e().truth(false);
}

void Lowering::fault(BlockId from, const Evaluation& evaluation, StatementId s) {
  if (evaluation.escapes) {
    build_.end(from, Sink::Kind::Unsupported, s,
               "address of a local variable of a recursive function");
  } else if (evaluation.computes) {
    build_.end(from, Sink::Kind::Unsupported, s, "floating-point arithmetic");
  } else if (!evaluation.is_followed) {
    build_.end(from, Sink::Kind::Unsupported, s, "access with too many possible targets");
  } else if (!e().is_constant(evaluation.valid, 1)) {
    words::ExprId outside = e().unary(Op::Not, evaluation.valid);
    for (const Memory::Problem& problem : evaluation.problems) {
      fail(from, problem, s);
      outside = e().binary(Op::And, outside, e().unary(Op::Not, problem.when));
    }
    const bool is_fault = evaluation.large == none;
    fail(from, {outside, out_of_bounds_access + note_on_size(evaluation.large), is_fault}, s);
  }
}

void Lowering::fail(BlockId from, const Memory::Problem& problem, StatementId s) {
  if (problem.is_fault)
    build_.fault_when(problem.when, from, Defect::Memory, s, problem.text);
  else
    build_.end_when(problem.when, from, Sink::Kind::Unsupported, s, problem.text);
}

std::string Lowering::note_on_size(ObjectId large) const {
  if (large == none) return "";
  return fmt::format(", or access to {}, which has more than {} scalars",
                     quote_name(program_.objects[large].name), most_cells);
}

}  // namespace hardbop::c
