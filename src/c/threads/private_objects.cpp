// SPDX-License-Identifier: MIT
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

/// Whether the function forgets its arguments when it returns; but what it gives to a thread, or
/// keeps for one, is the last of them.
bool forgets(const Program& program, const Statement& statement, std::size_t argument) {
  if (statement.kind != Statement::Kind::Call || statement.callee.is_none()) return false;
  const Function& callee = program.functions[statement.callee];
  if (!callee.is_library) return false;
  if (callee.name.starts_with("pthread_create") || callee.name.starts_with("thrd_create"))
    return argument == 0;
  for (const char* name :
       {"pthread_join", "thrd_join", "pthread_mutex_", "pthread_cond_", "sem_", "pthread_rwlock_",
        "pthread_barrier_", "mtx_", "cnd_", "pthread_attr_", "pthread_mutexattr_"})
    if (callee.name.starts_with(name)) return true;
  return false;
}

class EscapeFinder {
 public:
  EscapeFinder(const Program& program, bool trusts_library)
      : program_(program), out_(program.objects.size()), seen_(program.exprs.size()) {
    for (ObjectId id = 0; id < program.objects.size(); ++id)
      out_[id] = program.objects[id].storage == Object::Storage::Local;
    for (const Statement& statement : program.statements) {
      for (std::size_t i = 0; i < statement.values.size(); ++i) {
        const bool is_direct = program.exprs[statement.values[i]].kind == Expr::Kind::Address;
        if (!trusts_library || !is_direct || !forgets(program, statement, i))
          visit(statement.values[i]);
      }
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
  return EscapeFinder(program, false).take();
}

std::vector<bool> untold_objects(const Program& program) {
  return EscapeFinder(program, true).take();
}

}  // namespace hardbop::c
