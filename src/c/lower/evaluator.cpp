// SPDX-License-Identifier: MIT
// An access is valid if its address is a place that the pointer may point to. Addresses are
// numbers, so a pointer that leaves its object can get to another object's address. This is
// detected when the pointer is moved: a pointer to one of several objects must not end up in
// another one of them.
#include "c/lower/evaluator.hpp"

#include <algorithm>

#include "base/util/invariant.hpp"
#include "c/il/faults.hpp"
#include "c/memory/numbers.hpp"

namespace hardbop::c {

using words::Op;
using words::Width;

Evaluator::Evaluator(const Analyses& analyses, Memory& memory, Stars* stars, words::Graph& graph)
    : program_(analyses.program),
      analyses_(analyses),
      companions_(analyses.program, analyses.points_to),
      memory_(memory),
      stars_(stars),
      graph_(graph),
      has_large_(std::ranges::any_of(program_.objects,
                                     [](const Object& object) { return !object.has_cells; })),
      has_numbers_(stores_pointers_as_numbers(program_, analyses.points_to)) {}

Evaluation Evaluator::begin(InstanceId instance) {
  return {instance, e().truth(true), true, false, false, none, {}};
}

void Evaluator::note_escape(ExprId stored, Evaluation& evaluation) const {
  if (!analyses_.procedures) return;
  const Pointees pointees = analyses_.points_to.of(stored);
  const bool escapes = std::ranges::any_of(pointees, [&](const Pointee& pointee) {
    if (pointee.kind != Pointee::Kind::Object) return false;
    const Object& object = program_.objects[pointee.id];
    return object.storage == Object::Storage::Local &&
           (analyses_.calls.is_recursive(object.function) ||
            analyses_.dangling.is_held_in_recursion(pointee));
  });
  if (!escapes) return;
  evaluation.escapes = true;
  evaluation.is_followed = false;
}

/// An object that is too large to be known, for who asks why.
void Evaluator::note_size(ExprId address, Evaluation& evaluation) const {
  if (!has_large_) return;
  for (const Pointee& pointee : analyses_.points_to.of(address))
    if (pointee.kind == Pointee::Kind::Object && !program_.objects[pointee.id].has_cells &&
        !memory_.is_array(pointee))
      evaluation.large = pointee.id;
}

/// What is equal to an address knows it, too. That it is not 0 is true in all activations.
void Evaluator::note_comparison(const Expr& expr, Evaluation& evaluation) const {
  if (expr.type.bits != 1 || program_.exprs[expr.a].type.bits == 1) return;
  const auto is_null = [&](ExprId id) {
    return program_.exprs[id].kind == Expr::Kind::Constant && program_.exprs[id].value == 0;
  };
  const auto is_address = [&](ExprId id) { return program_.exprs[id].kind == Expr::Kind::Address; };
  if (is_null(expr.b) && is_address(expr.a)) return;
  if (is_null(expr.a) && is_address(expr.b)) return;
  note_escape(expr.a, evaluation);
  note_escape(expr.b, evaluation);
}

words::ExprId Evaluator::address_of(const Pointee& what, std::uint64_t offset,
                                    InstanceId instance) {
  const std::optional<RegionId> region = memory_.find_region(what, instance);
  return e().constant(program_.data_model.pointer_bits,
                      region ? memory_.regions()[*region].base + offset : 0);
}

words::ExprId Evaluator::value(ExprId id, Evaluation& evaluation) {
  const Expr& expr = program_.exprs[id];
  switch (expr.kind) {
    case Expr::Kind::Constant: return e().constant(expr.type.bits, expr.value);
    case Expr::Kind::Address: return address(expr, evaluation);
    case Expr::Kind::FunctionAddress:
      return address_of({Pointee::Kind::Function, expr.function.index()}, 0, no_instance);
    case Expr::Kind::Load: {
      const auto read = memory_.read(target(expr.a, expr.type, evaluation));
      note_size(expr.a, evaluation);
      evaluation.is_followed = evaluation.is_followed && read.has_value();
      if (!read) return e().constant(expr.type.bits, 0);
      require(read->validity, evaluation);
      if (const auto star = star_of(expr, evaluation.instance)) return *star;
      return read->value;
    }
    case Expr::Kind::Operation: return operation(expr, evaluation);
  }
  HARDBOP_INVARIANT(false, "every kind of expression should be known");
}

std::optional<words::ExprId> Evaluator::star_of(const Expr& load, InstanceId instance) {
  if (stars_ == nullptr) return std::nullopt;
  const std::optional<Dereference> read = dereference(load);
  if (!read || !is_aligned(load.a, load.type)) return std::nullopt;
  Evaluation evaluation = begin(instance);
  return stars_->value(value(read->pointer, evaluation), read->offset, load.type);
}

bool Evaluator::is_aligned(ExprId address, Type type) const {
  return 1U << analyses_.alignments.zeros(address) >= memory_.alignment(type.bits / 8U);
}

// Addresses

/// One outside of the object, if it is another one's, must not be taken for that one's.
words::ExprId Evaluator::address(const Expr& expr, Evaluation& evaluation) {
  const Pointee what{Pointee::Kind::Object, expr.object};
  const words::ExprId out = address_of(what, expr.value, evaluation.instance);
  if (expr.value > program_.objects[expr.object].size)
    require_stay(address_of(what, 0, evaluation.instance), out, {what}, evaluation);
  return out;
}

/// What an access is to. A pointer to one region is never taken for another one's.
Memory::Target Evaluator::target(ExprId id, Type type, Evaluation& evaluation) {
  const Expr& expr = program_.exprs[id];
  Memory::Target out;
  out.type = type;
  if (expr.kind == Expr::Kind::Address) {
    const Pointee what{Pointee::Kind::Object, expr.object};
    out.region = memory_.find_region(what, evaluation.instance);
    out.address = address_of(what, expr.value, evaluation.instance);
    return out;
  }
  out.pointees = analyses_.points_to.of(id);
  out.aligned = 1U << analyses_.alignments.zeros(id);
  out.address = unchecked(id, evaluation);
  require_distances(id, evaluation);
  if (!memory_.is_choice(out.pointees)) return out;
  const ExprId start = start_of(id);
  if (start == id) return out;
  const bool is_near =
      expr.a == start && program_.exprs[expr.b].kind == Expr::Kind::Constant &&
      memory_.is_near(words::as_signed(program_.exprs[expr.b].value, expr.type.bits));
  if (!is_near)
    require_stay(unchecked(start, evaluation), out.address, out.pointees, evaluation, true);
  return out;
}

/// That no index is so large that its distance in bytes wraps: the access would be where it is not.
void Evaluator::require_distances(ExprId id, Evaluation& evaluation) {
  const Expr& expr = program_.exprs[id];
  if (expr.kind != Expr::Kind::Operation || (expr.op != Op::Add && expr.op != Op::Subtract)) return;
  require_distances(expr.a, evaluation);
  const std::optional<Distance> distance = distance_of(program_, expr.b);
  if (!distance) return;
  const words::ExprId index = value(distance->index, evaluation);
  const words::ExprId most = e().constant(e().width(index), distance->most);
  const words::ExprId twice = e().constant(e().width(index), 2 * distance->most);
  const words::ExprId fits =
      e().binary(Op::LessEqualUnsigned, e().binary(Op::Add, index, most), twice);
  require({fits, {{e().unary(Op::Not, fits), out_of_bounds_access}}}, evaluation);
}

/// The pointer that an access moves, wherever it gets to on its way.
ExprId Evaluator::start_of(ExprId id) {
  for (;;) {
    const Expr& expr = program_.exprs[id];
    if (expr.kind != Expr::Kind::Operation || (expr.op != Op::Add && expr.op != Op::Subtract))
      return id;
    const ExprId moved = address_operand(expr);
    if (moved == none) return id;
    id = moved;
  }
}

/// The value of an address that may get to other objects on its way.
words::ExprId Evaluator::unchecked(ExprId id, Evaluation& evaluation) {
  const Expr& expr = program_.exprs[id];
  if (expr.kind == Expr::Kind::Address)
    return address_of({Pointee::Kind::Object, expr.object}, expr.value, evaluation.instance);
  if (expr.kind != Expr::Kind::Operation || (expr.op != Op::Add && expr.op != Op::Subtract))
    return value(id, evaluation);
  const words::ExprId a = unchecked(expr.a, evaluation);
  return e().binary(expr.op, a, unchecked(expr.b, evaluation));
}

bool Evaluator::may_be_address(ExprId id) {
  if (id == none) return false;
  const auto known = may_be_address_.find(id);
  if (known != may_be_address_.end()) return known->second;
  const Expr& expr = program_.exprs[id];
  bool out = expr.kind == Expr::Kind::Address;
  if (expr.kind == Expr::Kind::Load) out = !analyses_.points_to.of(id).empty();
  if (expr.kind == Expr::Kind::Operation && expr.type.bits > 1)
    out = !computes_float(expr) &&
          (may_be_address(expr.a) || may_be_address(expr.b) || may_be_address(expr.c));
  return may_be_address_[id] = out;
}

/// The operand that is an address, where the operation makes another one of it. Fields of a
/// structure are one to the points-to analysis where it is reached by a pointer: numbers next to
/// pointers are taken for addresses only where some are.
ExprId Evaluator::moved_operand(const Expr& expr) {
  const ExprId moved = address_operand(expr);
  return moved == none || has_numbers_ || is_pointer(program_, moved) ? moved : none;
}

ExprId Evaluator::address_operand(const Expr& expr) {
  if (expr.type.bits != program_.data_model.pointer_bits || computes_float(expr)) return none;
  const bool a = may_be_address(expr.a);
  const bool b = may_be_address(expr.b);
  if (!a && !b) return none;
  const auto keeps_high_bits = [&](ExprId mask) {
    return program_.exprs[mask].kind == Expr::Kind::Constant &&
           words::as_signed(program_.exprs[mask].value, expr.type.bits) < 0;
  };
  switch (expr.op) {
    case Op::Add:
      if (a && b)
        return is_pointer(program_, expr.a) ? expr.a : is_pointer(program_, expr.b) ? expr.b : none;
      return a ? expr.a : expr.b;
    case Op::Or:
    case Op::Xor: return a && b ? none : a ? expr.a : expr.b;
    case Op::Subtract:
      if (a && b)
        return is_pointer(program_, expr.a) && !is_pointer(program_, expr.b) ? expr.a : none;
      return a ? expr.a : none;
    case Op::And:
      if (a && !b && keeps_high_bits(expr.b)) return expr.a;
      return b && !a && keeps_high_bits(expr.a) ? expr.b : none;
    default: return none;
  }
}

void Evaluator::require_stay(words::ExprId pointer, words::ExprId moved, const Pointees& pointees,
                             Evaluation& evaluation, bool is_access) {
  const Pointees all = companions_.of(pointees);
  if (!memory_.is_choice(all)) return;
  const words::ExprId stays = memory_.stays(pointer, moved, all);
  if (e().is_constant(stays, 1)) return;
  const words::ExprId strays = e().unary(Op::Not, stays);
  const words::ExprId known = is_access ? memory_.is_known(pointer, all) : e().truth(false);
  require({stays,
           {{e().binary(Op::And, strays, known), out_of_bounds_access},
            {e().binary(Op::And, strays, e().unary(Op::Not, known)),
             "pointer moved from one object to another", false}}},
          evaluation);
}

/// Of constants, the result is one, too.
words::ExprId Evaluator::float_operation(const Expr& expr, words::ExprId a,
                                         Evaluation& evaluation) {
  const words::ExprId b = expr.b == none ? 0 : value(expr.b, evaluation);
  const words::ExprId result =
      e().floating(expr.op, expr.type.bits, static_cast<words::Rounding>(expr.value), a, b);
  if (analyses_.floats || e().is_constant(result)) return result;
  evaluation.computes = true;
  evaluation.is_followed = false;
  return e().constant(expr.type.bits, 0);
}

words::ExprId Evaluator::operation(const Expr& expr, Evaluation& evaluation) {
  const words::ExprId a = value(expr.a, evaluation);
  switch (expr.op) {
    case Op::Not:
    case Op::Negate: return e().unary(expr.op, a);
    case Op::ZeroExtend:
    case Op::SignExtend: return e().extend(expr.op, a, expr.type.bits);
    case Op::Extract: return e().extract(a, static_cast<Width>(expr.value), expr.type.bits);
    default: break;
  }
  if (expr.op == Op::Conditional) return choice(expr, a, evaluation);
  if (words::is_float_operation(expr.op)) return float_operation(expr, a, evaluation);
  const words::ExprId b = value(expr.b, evaluation);
  note_comparison(expr, evaluation);
  if (expr.op == Op::Concatenate) return e().concatenate(a, b);
  const words::ExprId result = e().binary(expr.op, a, b);
  if (const ExprId start = moved_operand(expr); start != none) {
    Pointees pointees = analyses_.points_to.of(expr.a);
    pointees.merge(analyses_.points_to.of(expr.b));
    require_stay(start == expr.a ? a : b, result, pointees, evaluation);
  }
  return result;
}

/// What is not chosen may be invalid.
words::ExprId Evaluator::choice(const Expr& expr, words::ExprId condition, Evaluation& evaluation) {
  const auto part = [&](ExprId id, words::ExprId chosen) {
    Evaluation inner = evaluation;
    inner.valid = e().truth(true);
    inner.problems.clear();
    const words::ExprId word = value(id, inner);
    Memory::Validity validity{e().binary(Op::Or, e().unary(Op::Not, chosen), inner.valid),
                              std::move(inner.problems)};
    for (Memory::Problem& problem : validity.problems)
      problem.when = e().binary(Op::And, chosen, problem.when);
    inner.valid = evaluation.valid;
    inner.problems = evaluation.problems;
    evaluation = std::move(inner);
    require(validity, evaluation);
    return word;
  };
  const words::ExprId b = part(expr.b, condition);
  const words::ExprId c = part(expr.c, e().unary(Op::Not, condition));
  return e().conditional(condition, b, c);
}

std::optional<Write> Evaluator::store(const Place& place, words::ExprId word,
                                      Evaluation& evaluation, Memory::Updates& updates,
                                      bool initialises) {
  Memory::Target to = target(place.address, place.type, evaluation);
  to.initialises = initialises;
  const auto validity = memory_.write(to, word, updates);
  note_size(place.address, evaluation);
  evaluation.is_followed = evaluation.is_followed && validity.has_value();
  if (validity) require(*validity, evaluation);
  return e().is_constant(to.address) ? std::nullopt : std::optional(Write{to.address, word});
}

std::optional<Evaluator::Dereference> Evaluator::dereference(const Expr& expr) const {
  if (expr.kind != Expr::Kind::Load) return std::nullopt;
  Dereference out{expr.a, 0};
  const Expr& address = program_.exprs[expr.a];
  if (address.kind == Expr::Kind::Operation && address.op == Op::Add &&
      program_.exprs[address.b].kind == Expr::Kind::Constant) {
    out.pointer = address.a;
    out.offset = program_.exprs[address.b].value;
  }
  const Expr& pointer = program_.exprs[out.pointer];
  const bool is_variable = pointer.kind == Expr::Kind::Load && pointer.type.is_pointer &&
                           program_.exprs[pointer.a].kind == Expr::Kind::Address;
  return is_variable ? std::optional(out) : std::nullopt;
}

void Evaluator::require(const Memory::Validity& validity, Evaluation& evaluation) {
  evaluation.valid = e().binary(Op::And, evaluation.valid, validity.valid);
  for (const Memory::Problem& problem : validity.problems) {
    const auto known = std::ranges::find_if(
        evaluation.problems, [&](const Memory::Problem& one) { return one.text == problem.text; });
    if (known == evaluation.problems.end())
      evaluation.problems.push_back(problem);
    else
      known->when = e().binary(Op::Or, known->when, problem.when);
  }
}

}  // namespace hardbop::c
