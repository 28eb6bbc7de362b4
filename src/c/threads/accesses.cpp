// SPDX-License-Identifier: MIT
#include "c/threads/accesses.hpp"

#include <set>

namespace hardbop::c {

namespace {

class AccessFinder {
 public:
  explicit AccessFinder(const Program& program) : program_(program), points_to_(program) {}

  [[nodiscard]] Accesses of(const Statement& statement) const {
    Accesses out;
    std::set<ExprId> seen;
    for (const ExprId value : statement.values) add_reads(value, seen, out);
    for (const Place& place : statement.places) {
      add_reads(place.address, seen, out);
      add(place.address, place.type, none, out);
    }
    if (statement.kind == Statement::Kind::Free) {
      for (const Pointee& freed : points_to_.of(statement.values[0])) {
        Access access{freed};
        access.is_write = true;
        out.all.push_back(access);
      }
      out.may_fault = true;
    }
    return out;
  }

 private:
  const Program& program_;
  PointsTo points_to_;

  void add_reads(ExprId id, std::set<ExprId>& seen, Accesses& out) const {
    if (id == none || !seen.insert(id).second) return;
    const Expr& expr = program_.exprs[id];
    for (const ExprId operand : {expr.a, expr.b, expr.c}) add_reads(operand, seen, out);
    if (expr.kind == Expr::Kind::Load) add(expr.a, expr.type, id, out);
  }

  /// A read by `load`, or a write if that is none.
  void add(ExprId address, Type type, ExprId load, Accesses& out) const {
    const Expr& expr = program_.exprs[address];
    const std::uint64_t end = expr.value + type.bits / 8U;
    const bool is_exact =
        expr.kind == Expr::Kind::Address && end <= program_.objects[expr.object].size;
    if (!is_exact) out.may_fault = true;
    for (const Pointee& pointee : points_to_.of(address)) {
      Access access{pointee};
      access.is_write = load == none;
      access.is_exact = is_exact;
      if (is_exact) {
        access.from = expr.value;
        access.to = end;
        access.load = load;
      }
      out.all.push_back(access);
    }
  }
};

}  // namespace

std::vector<Accesses> find_accesses(const Program& program) {
  const AccessFinder finder(program);
  std::vector<Accesses> out;
  out.reserve(program.statements.size());
  for (const Statement& statement : program.statements) out.push_back(finder.of(statement));
  return out;
}

}  // namespace hardbop::c
