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
#include "c/memory/block_sizes.hpp"

namespace hardbop::c {

using words::BlockId;
using words::Op;

namespace {

/// Elements of a zeroed block behind which nothing is known.
constexpr std::uint64_t most_zeros = 64;

}  // namespace

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
  const auto only = evaluator_.store(statement.places[0], word, evaluation, updates);
  if (evaluation.is_followed) assign(at, updates, only);
  go(at, evaluation, s, arrive(i, s, statement.next));
}

/// Of arbitrary values.
void Lowering::lower_choice(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  Evaluation evaluation = evaluator_.begin(i);
  Memory::Updates updates;
  const bool initialises = defines_object(program_, statement);
  std::optional<Write> only;
  for (std::uint32_t k = 0; k < statement.places.size(); ++k) {
    const Place& place = statement.places[k];
    const words::ExprId word = build_.arbitrary(at, place.type, {s, none, k});
    only = evaluator_.store(place, word, evaluation, updates, initialises);
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

void Lowering::lower_allocation(InstanceId i, StatementId s) {
  const Statement& statement = program_.statements[s];
  const BlockId at = block_of(i, s);
  const auto counter = allocated_.find(s);
  if (counter == allocated_.end())
    return build_.end(at, Sink::Kind::Unsupported, s, "allocation without a small constant size");
  const Pointee what{Pointee::Kind::Heap, s};
  if (is_automatic(statement) && is_shared(instances_[i].function) && dangling_.contains(what))
    return build_.end(at, Sink::Kind::Unsupported, s,
                      "memory that a recursive function allocates automatically");
  const std::vector<RegionId>& pieces = memory_.regions(what);
  const words::Width width = build_.graph().variables[counter->second].width;
  const words::ExprId count = e().variable(counter->second, width);
  words::ExprId address = e().constant(program_.data_model.pointer_bits, 0);
  Memory::Updates updates;
  if (statement.text == "array") lifetimes_.end_all(i, s, updates);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const words::ExprId is_next = e().binary(Op::Equal, count, e().constant(width, k));
    address = e().conditional(
        is_next, e().constant(program_.data_model.pointer_bits, memory_.regions()[pieces[k]].base),
        address);
    lifetimes_.start(i, pieces[k], is_next, updates);
  }
  const words::ExprId is_left =
      e().binary(Op::LessUnsigned, count, e().constant(width, pieces.size()));
  Evaluation evaluation = evaluator_.begin(i);
  const words::ExprId fits = set_sizes(s, count, evaluation, updates);
  if (memory_.regions()[pieces.front()].tail) fill_block(i, s, count, evaluation, updates);
  (void)evaluator_.store(statement.places[0], address, evaluation, updates);
  updates.variables[counter->second] = e().binary(Op::Add, count, e().constant(width, 1));
  assign(at, updates);
  const words::ExprId can = e().binary(Op::And, guard(evaluation), fits);
  build_.edge(at, e().binary(Op::And, can, is_left), arrive(i, s, statement.next));
  fault(at, evaluation, s);
  build_.end_when(e().binary(Op::And, fits, e().unary(Op::Not, is_left)), at, Sink::Kind::Bound, s,
                  fmt::format("more than {} heap blocks per allocation site", pieces.size()));
}

/// Of the block that is next, where it has no constant size. Whether it is as small as is assumed.
words::ExprId Lowering::set_sizes(StatementId s, words::ExprId count, Evaluation& evaluation,
                                  Memory::Updates& updates) {
  const std::vector<RegionId>& pieces = memory_.regions({Pointee::Kind::Heap, s});
  if (!memory_.regions()[pieces.front()].length) return e().truth(true);
  const words::ExprId size = evaluator_.value(program_.statements[s].values[0], evaluation);
  const words::Width width = e().width(size);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const words::VariableId length = *memory_.regions()[pieces[k]].length;
    const words::ExprId is_next = e().binary(Op::Equal, count, e().constant(e().width(count), k));
    updates.variables[length] = e().conditional(is_next, size, e().variable(length, width));
  }
  const std::uint64_t most = largest_block(program_.data_model);
  return e().binary(Op::LessEqualUnsigned, size, e().constant(width, most));
}

/// Of a block that may be copied, or is a copy.
void Lowering::fill_block(InstanceId i, StatementId s, words::ExprId count, Evaluation& evaluation,
                          Memory::Updates& updates) {
  const Statement& statement = program_.statements[s];
  const words::ExprId size = evaluator_.value(statement.values[0], evaluation);
  Contents contents{std::nullopt, e().truth(false)};
  if (copies_block(statement)) contents = copied_contents(i, s, size, evaluation);
  if (is_zeroed(program_, statement)) contents = zeros(i, s, size);
  for (std::size_t k = 0; const RegionId id : memory_.regions({Pointee::Kind::Heap, s})) {
    const Region& piece = memory_.regions()[id];
    const words::ExprId is_next = e().binary(Op::Equal, count, e().constant(e().width(count), k++));
    updates.variables[*piece.tail] =
        e().conditional(is_next, contents.has_tail, e().variable(*piece.tail, 1));
    if (contents.array)
      updates.arrays[*piece.array] =
          e().conditional(is_next, *contents.array,
                          e().array(*piece.array, build_.graph().arrays[*piece.array].sort));
  }
}

words::ExprId Lowering::arbitrary_block(InstanceId i, StatementId s) {
  const RegionId piece = memory_.regions({Pointee::Kind::Heap, s}).front();
  return build_.arbitrary_array(
      block_of(i, s), build_.graph().arrays[*memory_.regions()[piece].array].sort, {s, none, 0});
}

/// The whole array is copied, so what is behind the end of the old block is in the new one, too: if
/// that is known, and part of the new block, which it should not be, the run is not followed.
Lowering::Contents Lowering::copied_contents(InstanceId i, StatementId s, words::ExprId size,
                                             Evaluation& evaluation) {
  const ExprId copied = program_.statements[s].values[2];
  const words::ExprId from = evaluator_.value(copied, evaluation);
  words::ExprId contents = arbitrary_block(i, s);
  words::ExprId has_tail = e().truth(false);
  words::ExprId is_lost = e().truth(false);
  for (const Pointee& pointee : points_to_.of(copied)) {
    if (pointee.kind != Pointee::Kind::Heap) continue;
    for (const RegionId id : memory_.regions(pointee)) {
      const Region& old = memory_.regions()[id];
      const words::ExprId here =
          e().binary(Op::Equal, from, e().constant(e().width(from), old.base));
      const words::ExprId length = e().variable(*old.length, e().width(size));
      const words::ExprId tail = e().variable(*old.tail, 1);
      const words::ExprId grows =
          e().binary(Op::And, tail, e().binary(Op::LessUnsigned, length, size));
      is_lost = e().conditional(here, grows, is_lost);
      has_tail = e().conditional(
          here, e().binary(Op::Or, tail, e().binary(Op::LessUnsigned, size, length)), has_tail);
      contents = e().conditional(
          here, e().array(*old.array, build_.graph().arrays[*old.array].sort), contents);
    }
  }
  evaluator_.require({e().unary(Op::Not, is_lost),
                      {{is_lost, "block that becomes larger after it was zeroed or made smaller"}}},
                     evaluation);
  return {contents, has_tail};
}

/// Of a small block, up to its end.
Lowering::Contents Lowering::zeros(InstanceId i, StatementId s, words::ExprId size) {
  const Region& piece = memory_.regions()[memory_.regions({Pointee::Kind::Heap, s}).front()];
  const words::ArraySort sort = build_.graph().arrays[*piece.array].sort;
  const words::ExprId start = arbitrary_block(i, s);
  words::ExprId contents = start;
  for (std::uint64_t k = 0; k < most_zeros; ++k) {
    const words::ExprId index = e().constant(sort.index, k);
    const words::ExprId is_part =
        e().binary(Op::LessUnsigned, e().constant(e().width(size), k * piece.layout.bytes), size);
    contents = e().store(
        contents, index,
        e().conditional(is_part, e().constant(sort.element, 0), e().select(start, index)));
  }
  const words::ExprId is_large = e().binary(
      Op::LessUnsigned, e().constant(e().width(size), most_zeros * piece.layout.bytes), size);
  const words::ExprId ends_inside = e().unary(
      Op::Not,
      e().binary(Op::Equal,
                 e().binary(Op::And, size, e().constant(e().width(size), piece.layout.bytes - 1)),
                 e().constant(e().width(size), 0)));
  const words::ExprId all = e().constant_array(sort, words::ArrayValue(sort.index, 0));
  return {e().conditional(is_large, all, contents), e().binary(Op::Or, is_large, ends_inside)};
}

/// Of null, or of the start of a piece that is alive and does not end by itself.
void Lowering::lower_free(InstanceId i, StatementId s) {
  const ExprId freed = program_.statements[s].values[0];
  const BlockId at = block_of(i, s);
  Evaluation evaluation = evaluator_.begin(i);
  const words::ExprId address = evaluator_.value(freed, evaluation);
  const auto is = [&](std::uint64_t number) {
    return e().binary(Op::Equal, address, e().constant(e().width(address), number));
  };
  words::ExprId valid = is(0);
  Memory::Updates updates;
  for (const Pointee& pointee : points_to_.of(freed)) {
    if (pointee.kind != Pointee::Kind::Heap || is_automatic(program_.statements[pointee.id]))
      continue;
    for (const RegionId piece : memory_.regions(pointee)) {
      const Region& region = memory_.regions()[piece];
      const words::ExprId here = is(region.base);
      valid = e().binary(Op::Or, valid, e().binary(Op::And, here, memory_.is_live(region)));
      lifetimes_.free(piece, here, updates);
    }
  }
  evaluator_.require({valid, {{e().unary(Op::Not, valid), bad_free}}}, evaluation);
  assign(at, updates);
  go(at, evaluation, s, arrive(i, s, program_.statements[s].next));
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
