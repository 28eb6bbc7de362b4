// SPDX-License-Identifier: MIT
#include "c/il/closed_value.hpp"

namespace hardbop::c {

using words::Op;

std::optional<std::uint64_t> value_with(const Program& program, ExprId id, const ReadLoad& read) {
  const Expr& expr = program.exprs[id];
  if (expr.kind == Expr::Kind::Constant) return expr.value;
  if (expr.kind == Expr::Kind::Load) return read(expr);
  if (expr.kind != Expr::Kind::Operation || words::is_float_operation(expr.op)) return std::nullopt;
  const auto a = value_with(program, expr.a, read);
  if (!a) return std::nullopt;
  const std::uint8_t width = program.exprs[expr.a].type.bits;
  const std::uint64_t ones = words::mask(expr.type.bits);
  switch (expr.op) {
    case Op::Conditional: return value_with(program, *a != 0 ? expr.b : expr.c, read);
    case Op::ZeroExtend: return a;
    case Op::SignExtend: return static_cast<std::uint64_t>(words::as_signed(*a, width)) & ones;
    case Op::Extract: return (*a >> expr.value) & ones;
    case Op::Not:
    case Op::Negate: return words::apply(expr.op, width, *a, 0);
    default: break;
  }
  const auto b = value_with(program, expr.b, read);
  if (!b) return std::nullopt;
  if (expr.op == Op::Concatenate) return (*a << program.exprs[expr.b].type.bits) | *b;
  return words::apply(expr.op, width, *a, *b);
}

std::optional<std::uint64_t> closed_value(const Program& program, ExprId id) {
  return value_with(program, id, [](const Expr&) { return std::nullopt; });
}

}  // namespace hardbop::c
