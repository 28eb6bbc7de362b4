// SPDX-License-Identifier: MIT
#include "c/memory/block_sizes.hpp"

#include <algorithm>

#include "c/il/closed_value.hpp"

namespace hardbop::c {

using words::Op;

namespace {

/// No value of the expression is larger.
std::uint64_t upper_bound(const Program& program, ExprId id) {
  const Expr& expr = program.exprs[id];
  const std::uint64_t most = words::mask(expr.type.bits);
  if (expr.kind == Expr::Kind::Constant) return expr.value;
  if (expr.kind != Expr::Kind::Operation) return most;
  const auto operand = [&](ExprId of) { return upper_bound(program, of); };
  std::uint64_t out = most;
  switch (expr.op) {
    case Op::ZeroExtend: return operand(expr.a);
    case Op::And: return std::min(operand(expr.a), operand(expr.b));
    case Op::Conditional: return std::max(operand(expr.b), operand(expr.c));
    case Op::Add:
      if (!__builtin_add_overflow(operand(expr.a), operand(expr.b), &out))
        return std::min(out, most);
      return most;
    case Op::Multiply:
      if (!__builtin_mul_overflow(operand(expr.a), operand(expr.b), &out))
        return std::min(out, most);
      return most;
    default: return most;
  }
}

}  // namespace

std::optional<std::uint64_t> constant_size(const Program& program, const Statement& allocate) {
  return closed_value(program, allocate.values[0]);
}

bool is_zeroed(const Program& program, const Statement& allocate) {
  return allocate.values.size() > 1 && closed_value(program, allocate.values[1]).value_or(0) != 0;
}

bool may_exceed_room(const Program& program, const Statement& allocate) {
  return upper_bound(program, allocate.values[0]) > largest_block(program.data_model);
}

}  // namespace hardbop::c
