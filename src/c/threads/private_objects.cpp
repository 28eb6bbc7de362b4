// SPDX-License-Identifier: MIT
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

class EscapeFinder {
 public:
  explicit EscapeFinder(const Program& program)
      : program_(program), out_(program.objects.size()), seen_(program.exprs.size()) {
    for (ObjectId id = 0; id < program.objects.size(); ++id)
      out_[id] = program.objects[id].storage == Object::Storage::Local;
    for (const Statement& statement : program.statements) {
      for (const ExprId value : statement.values) visit(value);
      for (const Place& place : statement.places) visit_address(place.address);
    }
  }

  std::vector<bool> take() { return std::move(out_); }

 private:
  const Program& program_;
  std::vector<bool> out_;
  std::vector<bool> seen_;  // as a value

  void visit(ExprId id) {
    if (id == none || seen_[id]) return;
    seen_[id] = true;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Address) out_[expr.object] = false;
    if (expr.kind == Expr::Kind::Load) return visit_address(expr.a);
    for (const ExprId operand : {expr.a, expr.b, expr.c}) visit(operand);
  }

  /// Of an access: where it starts from is not told to anyone.
  void visit_address(ExprId id) {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Address) return;
    if (root_of(program_, id) == none) return visit(id);
    visit_address(expr.a);
    visit(expr.b);
  }
};

}  // namespace

ObjectId root_of(const Program& program, ExprId address) {
  const Expr& expr = program.exprs[address];
  if (expr.kind == Expr::Kind::Address) return expr.object;
  const bool moves = expr.kind == Expr::Kind::Operation && expr.type.is_pointer &&
                     (expr.op == words::Op::Add || expr.op == words::Op::Subtract);
  return moves ? root_of(program, expr.a) : none;
}

std::vector<bool> private_objects(const Program& program) {
  return EscapeFinder(program).take();
}

}  // namespace hardbop::c
