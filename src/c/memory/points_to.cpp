// SPDX-License-Identifier: MIT
#include "c/memory/points_to.hpp"

#include <algorithm>

#include "c/il/scopes.hpp"
#include "c/memory/numbers.hpp"

namespace hardbop::c {

namespace {

std::uint32_t bytes(Type type) {
  return type.bits / 8U;
}

}  // namespace

PointsTo::PointsTo(const Program& program, Budget* budget)
    : program_(program),
      cells_(program.objects.size()),
      heap_(program.statements.size()),
      reached_(program.functions.size()),
      results_(program.functions.size()) {
  for (std::size_t i = 0; i < program.objects.size(); ++i)
    cells_[i].resize(std::max<std::size_t>(program.objects[i].cells.size(), 1));
  for (const FunctionId f : program.functions.ids())
    results_[f].resize(program.functions[f].results.size());
  for (ObjectId o = 0; o < program.objects.size(); ++o) {
    const Object& object = program.objects[o];
    for (const InitialValue& initial : object.initial) {
      const Pointees value = of(initial.value);
      for (std::size_t i = 0; i < cells_[o].size(); ++i)
        if (!object.has_cells || object.cells.empty() || object.cells[i].offset == initial.offset)
          add(cells_[o][i], value);
    }
  }
  if (!program.main.is_none()) reach(program.main);
  changed_ = true;
  std::uint64_t steps = 0;
  while (changed_) {
    changed_ = false;
    for (const FunctionId f : program.functions.ids()) {
      if (!reached_[f]) continue;
      for (const StatementId s : program.functions[f].statements) {
        if (++steps % 64 == 0 && budget != nullptr && budget->poll() != StopReason::None) return;
        visit(program.statements[s], f);
      }
    }
    if (has_environment_) spread_knowledge();
  }
}

/// It knows all external objects and what it is given, and returns what it knows.
void PointsTo::call_environment(const Statement& statement) {
  if (!has_environment_) {
    has_environment_ = true;
    for (ObjectId o = 0; o < program_.objects.size(); ++o)
      if (program_.objects[o].is_external) known_.insert({Pointee::Kind::Object, o});
    changed_ = true;
  }
  for (const ExprId value : statement.values) add(known_, of(value));
  const Pointees known = known_;
  for (const Place& place : statement.places)
    if (place.type.is_pointer) store(place, known);
}

/// What is known leads on; and pointers to all of it may be stored there.
void PointsTo::spread_knowledge() {
  const Pointees known = known_;
  for (const Pointee& pointee : known) {
    if (pointee.kind == Pointee::Kind::Heap) {
      add(known_, heap_[pointee.id]);
      add(heap_[pointee.id], known);
    } else if (pointee.kind == Pointee::Kind::Function) {
      reach(pointee.function());
      for (const Place& parameter : program_.functions[pointee.function()].parameters)
        if (parameter.type.is_pointer) store(parameter, known);
      for (const Pointees& result : results_[pointee.function()]) add(known_, result);
    } else {
      const Object& object = program_.objects[pointee.id];
      const bool is_untyped =
          object.is_temporary && object.is_external;  // what the environment itself makes
      for (std::size_t i = 0; i < cells_[pointee.id].size(); ++i) {
        add(known_, cells_[pointee.id][i]);
        const bool may_hold = i < object.cells.size() && object.cells[i].type.is_pointer;
        if ((may_hold && !object.is_constant) || is_untyped) add(cells_[pointee.id][i], known);
      }
    }
  }
}

void PointsTo::reach(FunctionId function) {
  if (reached_[function]) return;
  reached_[function] = true;
  changed_ = true;
}

void PointsTo::add(Pointees& to, const Pointees& value) {
  const std::size_t before = to.size();
  to.insert(value.begin(), value.end());
  changed_ = changed_ || to.size() != before;
}

/// The cells that an access at the address may touch.
template <typename Visit>
void PointsTo::for_each_cell(ExprId address, Type type, Visit visit) const {
  const Expr& expr = program_.exprs[address];
  const bool is_direct = expr.kind == Expr::Kind::Address;
  for (const Pointee& pointee : of(address)) {
    if (pointee.kind == Pointee::Kind::Heap) visit(pointee, std::size_t{0});
    if (pointee.kind != Pointee::Kind::Object) continue;
    const Object& object = program_.objects[pointee.id];
    if (!object.has_cells || object.cells.empty()) {
      visit(pointee, std::size_t{0});
      continue;
    }
    for (std::size_t i = 0; i < object.cells.size(); ++i) {
      const Cell& cell = object.cells[i];
      if (is_direct &&
          (cell.offset + bytes(cell.type) <= expr.value || cell.offset >= expr.value + bytes(type)))
        continue;
      visit(pointee, i);
    }
  }
}

Pointees PointsTo::load(ExprId address, Type type) const {
  Pointees out;
  for_each_cell(address, type, [&](const Pointee& pointee, std::size_t cell) {
    const Pointees& held =
        pointee.kind == Pointee::Kind::Heap ? heap_[pointee.id] : cells_[pointee.id][cell];
    out.insert(held.begin(), held.end());
  });
  return out;
}

Pointees PointsTo::of(ExprId id) const {
  const Expr& expr = program_.exprs[id];
  switch (expr.kind) {
    case Expr::Kind::Constant: return {};
    case Expr::Kind::Address: return {{Pointee::Kind::Object, expr.object}};
    case Expr::Kind::FunctionAddress: return {{Pointee::Kind::Function, expr.function.index()}};
    case Expr::Kind::Load: return load(expr.a, expr.type);
    case Expr::Kind::Operation: break;
  }
  if (expr.type.bits == 1) return {};  // a truth value
  if (computes_float(expr)) return {};
  const bool is_distance = expr.op == words::Op::Subtract && is_pointer(program_, expr.a) &&
                           is_pointer(program_, expr.b);
  if (is_distance) return {};  // within one object: to move a pointer by it makes no other one
  Pointees out;
  for (const ExprId operand : {expr.a, expr.b, expr.c}) {
    if (operand == none) continue;
    const Pointees part = of(operand);
    out.insert(part.begin(), part.end());
  }
  return out;
}

void PointsTo::store(const Place& place, const Pointees& value) {
  if (value.empty()) return;
  for_each_cell(place.address, place.type, [&](const Pointee& pointee, std::size_t cell) {
    add(pointee.kind == Pointee::Kind::Heap ? heap_[pointee.id] : cells_[pointee.id][cell], value);
  });
}

std::vector<FunctionId> PointsTo::callees(const Statement& call) const {
  if (!call.callee.is_none()) return {call.callee};
  std::vector<FunctionId> out;
  for (const Pointee& pointee : of(call.values.back()))
    if (pointee.kind == Pointee::Kind::Function) out.push_back(pointee.function());
  return out;
}

/// What a thread is created with, and what it leaves to who joins it.
void PointsTo::visit_step(const Statement& statement) {
  if (statement.step == ThreadStep::End && !statement.values.empty())
    add(left_by_threads_, of(statement.values[0]));
  if (statement.step == ThreadStep::Join && !statement.places.empty())
    store(statement.places[0], left_by_threads_);
  if (statement.step != ThreadStep::Create || statement.values.size() < 2) return;
  if (!statement.callee.is_none()) reach(statement.callee);
  for (const Pointee& pointee : of(statement.values[0])) {
    if (pointee.kind != Pointee::Kind::Function) continue;
    const FunctionId f = pointee.function();
    reach(f);
    for (const Place& parameter : program_.functions[f].parameters)
      store(parameter, of(statement.values[1]));
    for (const Pointees& result : results_[f]) add(left_by_threads_, result);
  }
}

void PointsTo::visit(const Statement& statement, FunctionId function) {
  switch (statement.kind) {
    case Statement::Kind::Assign: return store(statement.places[0], of(statement.values[0]));
    case Statement::Kind::Allocate: {
      const auto id = static_cast<std::uint32_t>(&statement - program_.statements.data());
      if (copies_block(statement))
        for (const Pointee& from : of(statement.values[2]))
          if (from.kind == Pointee::Kind::Heap) add(heap_[id], heap_[from.id]);
      return store(statement.places[0], {{Pointee::Kind::Heap, id}});
    }
    case Statement::Kind::Return: {
      auto& results = results_[function];
      for (std::size_t i = 0; i < std::min(results.size(), statement.values.size()); ++i)
        add(results[i], of(statement.values[i]));
      return;
    }
    case Statement::Kind::Call:
      for (const FunctionId f : callees(statement)) {
        reach(f);
        const Function& callee = program_.functions[f];
        const std::size_t arguments =
            statement.values.size() - (statement.callee.is_none() ? 1 : 0);
        for (std::size_t i = 0; i < std::min(arguments, callee.parameters.size()); ++i)
          store(callee.parameters[i], of(statement.values[i]));
        for (std::size_t i = 0; i < std::min(statement.places.size(), results_[f].size()); ++i)
          store(statement.places[i], results_[f][i]);
      }
      return;
    case Statement::Kind::Thread: return visit_step(statement);
    case Statement::Kind::Environment: return call_environment(statement);
    default: return;
  }
}

}  // namespace hardbop::c
