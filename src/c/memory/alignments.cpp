// SPDX-License-Identifier: MIT
#include "c/memory/alignments.hpp"

#include <algorithm>
#include <bit>

#include "c/il/scopes.hpp"
#include "c/memory/numbers.hpp"

namespace hardbop::c {

using words::Op;

namespace {

unsigned zeros_of(std::uint64_t value) {
  return std::min(static_cast<unsigned>(std::countr_zero(value)), Alignments::most);
}

}  // namespace

Alignments::Alignments(const Program& program, const PointsTo& points_to)
    : program_(program),
      points_to_(points_to),
      has_numbers_(stores_pointers_as_numbers(program, points_to)),
      cells_(program.objects.size()),
      heap_(program.statements.size(), most),
      results_(program.functions.size()) {
  for (ObjectId o = 0; o < program.objects.size(); ++o) {
    const Object& object = program.objects[o];
    cells_[o].assign(std::max<std::size_t>(object.cells.size(), 1), most);
    for (const InitialValue& initial : object.initial) {
      if (program.exprs[initial.value].kind == Expr::Kind::Constant) continue;  // no pointer
      for (std::size_t i = 0; i < cells_[o].size(); ++i)
        if (i >= object.cells.size() || object.cells[i].offset == initial.offset)
          lower(cells_[o][i], zeros(initial.value));
    }
  }
  for (const FunctionId f : program.functions.ids())
    results_[f].assign(program.functions[f].results.size(), most);
  do {
    changed_ = false;
    for (const FunctionId f : program.functions.ids())
      if (points_to.reached()[f])
        for (const StatementId s : program.functions[f].statements) visit(program.statements[s], f);
  } while (changed_);
}

void Alignments::lower(unsigned& to, unsigned zeros) {
  if (zeros >= to) return;
  to = zeros;
  changed_ = true;
}

/// The cells that an access at the address may touch.
template <typename Visit>
void Alignments::for_each_cell(ExprId address, Type type, Visit visit) const {
  const Expr& at = program_.exprs[address];
  const auto is_beside = [&](const Cell& cell) {
    return cell.offset + cell.type.bits / 8U <= at.value ||
           cell.offset >= at.value + type.bits / 8U;
  };
  for (const Pointee& pointee : points_to_.of(address)) {
    if (pointee.kind == Pointee::Kind::Function) continue;
    const bool is_heap = pointee.kind == Pointee::Kind::Heap;
    const std::size_t count = is_heap ? 1 : cells_[pointee.id].size();
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_other = at.kind == Expr::Kind::Address &&
                            i < program_.objects[pointee.id].cells.size() &&
                            is_beside(program_.objects[pointee.id].cells[i]);
      if (!is_other) visit(pointee, i);
    }
  }
}

/// Part of a pointer may be part of any of them.
void Alignments::store(const Place& place, ExprId value) {
  const bool is_whole = place.type.bits == program_.data_model.pointer_bits;
  if (is_whole && !place.type.is_pointer && !has_numbers_) return;
  const unsigned stored = is_whole ? zeros(value) : least_;
  if (stored < most && !points_to_.of(value).empty()) lower_stored(place, stored);
}

void Alignments::lower_stored(const Place& place, unsigned zeros) {
  if (zeros == most) return;
  lower(least_, zeros);
  for_each_cell(place.address, place.type, [&](const Pointee& pointee, std::size_t cell) {
    lower(pointee.kind == Pointee::Kind::Heap ? heap_[pointee.id] : cells_[pointee.id][cell],
          zeros);
  });
}

void Alignments::visit(const Statement& statement, FunctionId function) {
  if (statement.kind == Statement::Kind::Assign)
    return store(statement.places[0], statement.values[0]);
  if (statement.kind == Statement::Kind::Return) {
    std::vector<unsigned>& results = results_[function];
    for (std::size_t i = 0; i < std::min(results.size(), statement.values.size()); ++i)
      lower(results[i], zeros(statement.values[i]));
  }
  if (statement.kind == Statement::Kind::Allocate && copies_block(statement))
    for (const Pointee& from : points_to_.of(statement.values[2]))
      if (from.kind == Pointee::Kind::Heap)
        lower(heap_[static_cast<std::size_t>(&statement - program_.statements.data())],
              heap_[from.id]);
  if (statement.kind != Statement::Kind::Call) return;
  for (const FunctionId f : points_to_.callees(statement)) {
    const std::vector<Place>& formals = program_.functions[f].parameters;
    for (std::size_t i = 0; i < std::min(statement.values.size(), formals.size()); ++i)
      store(formals[i], statement.values[i]);
    for (std::size_t i = 0; i < std::min(statement.places.size(), results_[f].size()); ++i)
      if (statement.places[i].type.is_pointer || has_numbers_)
        lower_stored(statement.places[i], results_[f][i]);
  }
}

unsigned Alignments::zeros(ExprId id) const {
  const Expr& expr = program_.exprs[id];
  switch (expr.kind) {
    case Expr::Kind::Constant:
    case Expr::Kind::Address: return zeros_of(expr.value);
    case Expr::Kind::FunctionAddress: return most;
    case Expr::Kind::Load: return loaded(expr);
    case Expr::Kind::Operation: return computed(expr);
  }
  return 0;
}

unsigned Alignments::loaded(const Expr& load) const {
  if (!load.type.is_pointer) return 0;
  unsigned out = most;
  for_each_cell(load.a, load.type, [&](const Pointee& pointee, std::size_t cell) {
    const bool is_heap = pointee.kind == Pointee::Kind::Heap;
    out = std::min(out, is_heap ? heap_[pointee.id] : cells_[pointee.id][cell]);
  });
  return out;
}

unsigned Alignments::computed(const Expr& operation) const {
  const auto a = [&] { return zeros(operation.a); };
  const auto b = [&] { return zeros(operation.b); };
  switch (operation.op) {
    case Op::Add:
    case Op::Subtract:
    case Op::Or:
    case Op::Xor: return std::min(a(), b());
    case Op::And: return std::max(a(), b());
    case Op::Multiply: return std::min(a() + b(), most);
    case Op::Conditional: return std::min(b(), zeros(operation.c));
    case Op::ZeroExtend:
    case Op::SignExtend:
    case Op::Negate: return a();
    case Op::Extract: return operation.value == 0 ? a() : 0;
    case Op::ShiftLeft: {
      const Expr& by = program_.exprs[operation.b];
      if (by.kind != Expr::Kind::Constant) return a();
      return static_cast<unsigned>(std::min<std::uint64_t>(a() + by.value, most));
    }
    default: return 0;
  }
}

}  // namespace hardbop::c
