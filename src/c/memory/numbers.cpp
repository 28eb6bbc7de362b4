// SPDX-License-Identifier: MIT
#include "c/memory/numbers.hpp"

#include <algorithm>
#include <optional>

namespace hardbop::c {

using words::Op;

bool is_pointer(const Program& program, ExprId id) {
  const Expr& expr = program.exprs[id];
  if (expr.kind == Expr::Kind::Address) return true;
  if (expr.kind == Expr::Kind::Load) return expr.type.is_pointer;
  if (expr.kind != Expr::Kind::Operation) return false;
  const bool a = is_pointer(program, expr.a);
  if (expr.op == Op::Add) return a || is_pointer(program, expr.b);
  if (expr.op == Op::Conditional) return is_pointer(program, expr.b) || is_pointer(program, expr.c);
  return expr.op == Op::Subtract && a && !is_pointer(program, expr.b);
}

bool computes_float(const Expr& operation) {
  const bool copies = operation.op == Op::Conditional || operation.op == Op::Concatenate;
  return words::is_float_operation(operation.op) || (operation.type.is_float && !copies);
}

namespace {

/// Whether it stores a pointer as a number.
bool makes_numbers(const Program& program, const PointsTo& points_to, const Statement& statement,
                   const Function& function) {
  const auto makes = [&](Type type, ExprId value) {
    return !type.is_pointer && type.bits == program.data_model.pointer_bits &&
           is_pointer(program, value);
  };
  if (statement.kind == Statement::Kind::Assign)
    return makes(statement.places[0].type, statement.values[0]);
  if (statement.kind == Statement::Kind::Return)
    for (std::size_t k = 0; k < std::min(function.results.size(), statement.values.size()); ++k)
      if (makes(function.results[k], statement.values[k])) return true;
  if (statement.kind != Statement::Kind::Call) return false;
  for (const FunctionId f : points_to.callees(statement)) {
    const std::vector<Place>& formals = program.functions[f].parameters;
    for (std::size_t k = 0; k < std::min(formals.size(), statement.values.size()); ++k)
      if (makes(formals[k].type, statement.values[k])) return true;
  }
  return false;
}

}  // namespace

bool stores_pointers_as_numbers(const Program& program, const PointsTo& points_to) {
  for (const Object& object : program.objects)
    for (const InitialValue& initial : object.initial)
      if (!initial.type.is_pointer && is_pointer(program, initial.value)) return true;
  return std::ranges::any_of(program.functions, [&](const Function& f) {
    return std::ranges::any_of(f.statements, [&](StatementId s) {
      return makes_numbers(program, points_to, program.statements[s], f);
    });
  });
}

namespace {

bool is_null(const Program& program, ExprId id) {
  return program.exprs[id].kind == Expr::Kind::Constant && program.exprs[id].value == 0;
}

/// An object of the C library's own, which always is there and which no pointer gets to by chance.
bool is_hidden(const Program& program, ExprId id) {
  const Expr& expr = program.exprs[id];
  if (expr.kind != Expr::Kind::Address) return false;
  const Object& object = program.objects[expr.object];
  return object.is_temporary && object.storage == Object::Storage::Global;
}

bool may_be_of_several(const PointsTo& points_to, const Expr& comparison) {
  Pointees all = points_to.of(comparison.a);
  all.merge(points_to.of(comparison.b));
  return all.size() != 1;
}

}  // namespace

bool observes_addresses(const Program& program) {
  const bool frees = std::ranges::any_of(program.statements, [](const Statement& one) {
    return one.kind == Statement::Kind::Free && !one.is_stream;
  });
  std::optional<PointsTo> points_to;
  for (const Expr& expr : program.exprs) {
    if (expr.kind != Expr::Kind::Operation || expr.type.bits != 1 || expr.b == none) continue;
    const bool a = is_pointer(program, expr.a);
    const bool b = is_pointer(program, expr.b);
    if ((!a && !b) || is_null(program, expr.a) || is_null(program, expr.b)) continue;
    if (is_hidden(program, expr.a) || is_hidden(program, expr.b)) continue;
    if (a != b) return true;
    if (expr.op == Op::Equal && !frees) continue;
    if (!points_to) points_to.emplace(program);
    if (frees || may_be_of_several(*points_to, expr)) return true;
  }
  if (!points_to) points_to.emplace(program);
  return stores_pointers_as_numbers(program, *points_to);
}

}  // namespace hardbop::c
