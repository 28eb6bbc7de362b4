// SPDX-License-Identifier: MIT
#include "ltg/expression.hpp"

namespace hardbop::ltg {

std::int64_t as_signed(std::uint64_t value, Width width) {
  if (width >= 64) return static_cast<std::int64_t>(value);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1U);
  return static_cast<std::int64_t>(((value & mask(width)) ^ sign) - sign);
}

namespace {

std::uint64_t divide(Op op, Width width, std::uint64_t a, std::uint64_t b) {
  const bool remainder = op == Op::RemainderUnsigned || op == Op::RemainderSigned;
  if (b == 0) return remainder ? a : mask(width);
  if (op == Op::DivideUnsigned) return a / b;
  if (op == Op::RemainderUnsigned) return a % b;
  const bool negative_a = as_signed(a, width) < 0;
  const bool negative_b = as_signed(b, width) < 0;
  const std::uint64_t size_a = (negative_a ? 0 - a : a) & mask(width);
  const std::uint64_t size_b = (negative_b ? 0 - b : b) & mask(width);
  if (remainder) return negative_a ? 0 - size_a % size_b : size_a % size_b;
  return negative_a != negative_b ? 0 - size_a / size_b : size_a / size_b;
}

std::uint64_t shift(Op op, Width width, std::uint64_t a, std::uint64_t b) {
  if (op == Op::ShiftRightSigned)
    return static_cast<std::uint64_t>(as_signed(a, width) >> (b >= width ? 63U : b));
  if (b >= width) return 0;
  return op == Op::ShiftLeft ? a << b : a >> b;
}

}  // namespace

std::uint64_t apply(Op op, Width width, std::uint64_t a, std::uint64_t b) {
  a &= mask(width);
  b &= mask(width);
  const auto word = [width](std::uint64_t value) { return value & mask(width); };
  switch (op) {
    case Op::Not: return word(~a);
    case Op::Negate: return word(0 - a);
    case Op::And: return a & b;
    case Op::Or: return a | b;
    case Op::Xor: return a ^ b;
    case Op::Add: return word(a + b);
    case Op::Subtract: return word(a - b);
    case Op::Multiply: return word(a * b);
    case Op::DivideUnsigned:
    case Op::DivideSigned:
    case Op::RemainderUnsigned:
    case Op::RemainderSigned: return word(divide(op, width, a, b));
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::ShiftRightSigned: return word(shift(op, width, a, b));
    case Op::Equal: return a == b ? 1 : 0;
    case Op::LessUnsigned: return a < b ? 1 : 0;
    case Op::LessSigned: return as_signed(a, width) < as_signed(b, width) ? 1 : 0;
    case Op::LessEqualUnsigned: return a <= b ? 1 : 0;
    case Op::LessEqualSigned: return as_signed(a, width) <= as_signed(b, width) ? 1 : 0;
    default: return 0;
  }
}

}  // namespace hardbop::ltg
