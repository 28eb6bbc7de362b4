// SPDX-License-Identifier: MIT
#include "c/il/closed_value.hpp"

namespace hardbop::c {

using words::Op;

std::optional<std::uint64_t> closed_value(const Program& program, ExprId id) {
  const Expr& expr = program.exprs[id];
  if (expr.kind == Expr::Kind::Constant) return expr.value;
  if (expr.kind != Expr::Kind::Operation || words::is_float_operation(expr.op)) return std::nullopt;
  const auto a = closed_value(program, expr.a);
  if (!a) return std::nullopt;
  const std::uint8_t width = program.exprs[expr.a].type.bits;
  const std::uint64_t ones = words::mask(expr.type.bits);
  switch (expr.op) {
    case Op::Conditional: return closed_value(program, *a != 0 ? expr.b : expr.c);
    case Op::ZeroExtend: return a;
    case Op::SignExtend: return static_cast<std::uint64_t>(words::as_signed(*a, width)) & ones;
    case Op::Extract: return (*a >> expr.value) & ones;
    case Op::Not:
    case Op::Negate: return words::apply(expr.op, width, *a, 0);
    default: break;
  }
  const auto b = closed_value(program, expr.b);
  if (!b) return std::nullopt;
  if (expr.op == Op::Concatenate) return (*a << program.exprs[expr.b].type.bits) | *b;
  return words::apply(expr.op, width, *a, *b);
}

}  // namespace hardbop::c
