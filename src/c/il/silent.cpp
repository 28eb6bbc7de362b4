// SPDX-License-Identifier: MIT
#include "c/il/silent.hpp"

#include <algorithm>

namespace hardbop::c {

namespace {

class SilentStatements {
 public:
  SilentStatements(const Program& program, const std::vector<bool>& is_private)
      : program_(program), is_private_(is_private) {}

  [[nodiscard]] bool is_silent(const Statement& statement) const {
    using Kind = Statement::Kind;
    const bool goes_on = statement.kind == Kind::Skip || statement.kind == Kind::Assign ||
                         statement.kind == Kind::Branch || statement.kind == Kind::Call ||
                         statement.kind == Kind::Return;
    return goes_on &&
           std::ranges::all_of(statement.values, [&](ExprId value) { return reads_own(value); }) &&
           std::ranges::all_of(statement.places,
                               [&](const Place& place) { return is_own(place.address); });
  }

 private:
  const Program& program_;
  const std::vector<bool>& is_private_;

  [[nodiscard]] bool is_own(ExprId address) const {
    const Expr& expr = program_.exprs[address];
    return expr.kind == Expr::Kind::Address && is_private_[expr.object];
  }

  [[nodiscard]] bool reads_own(ExprId id) const {
    if (id == none) return true;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Load) return is_own(expr.a);
    return reads_own(expr.a) && reads_own(expr.b) && reads_own(expr.c);
  }
};

}  // namespace

std::vector<bool> silent_statements(const Program& program, const std::vector<bool>& is_private) {
  const SilentStatements finder(program, is_private);
  std::vector<bool> out;
  for (const Statement& one : program.statements) out.push_back(finder.is_silent(one));
  return out;
}

}  // namespace hardbop::c
