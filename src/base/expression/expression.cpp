// SPDX-License-Identifier: MIT
#include "base/expression/expression.hpp"

#include <bit>
#include <utility>

#include "base/expression/bottom_up.hpp"
#include "base/expression/float.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::words {

std::int64_t as_signed(std::uint64_t value, Width width) {
  const unsigned unused = 64U - width;
  return std::bit_cast<std::int64_t>(value << unused) >> unused;
}

namespace {

std::uint64_t divide_signed(Width width, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = as_signed(a, width);
  const std::int64_t y = as_signed(b, width);
  if (y == 0) return x < 0 ? 1 : ~std::uint64_t{0};  // as SMT-LIB has it
  if (y == -1) return 0 - a;                         // the smallest number overflows
  return std::bit_cast<std::uint64_t>(x / y);
}

std::uint64_t remainder_signed(Width width, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = as_signed(a, width);
  const std::int64_t y = as_signed(b, width);
  if (y == 0) return a;
  if (y == -1) return 0;
  return std::bit_cast<std::uint64_t>(x % y);
}

std::uint64_t apply_shift(Op op, Width width, std::uint64_t a, std::uint64_t b) {
  if (op == Op::ShiftRightSigned) {
    const std::int64_t x = as_signed(a, width);
    return std::bit_cast<std::uint64_t>(x >> (b >= width ? 63 : b));
  }
  if (b >= width) return 0;
  return op == Op::ShiftLeft ? a << b : a >> b;
}

std::uint64_t apply_wide(Op op, Width width, std::uint64_t a, std::uint64_t b) {
  switch (op) {
    case Op::Not: return ~a;
    case Op::Negate: return 0 - a;
    case Op::And: return a & b;
    case Op::Or: return a | b;
    case Op::Xor: return a ^ b;
    case Op::Add: return a + b;
    case Op::Subtract: return a - b;
    case Op::Multiply: return a * b;
    case Op::DivideUnsigned: return b == 0 ? ~std::uint64_t{0} : a / b;
    case Op::DivideSigned: return divide_signed(width, a, b);
    case Op::RemainderUnsigned: return b == 0 ? a : a % b;
    case Op::RemainderSigned: return remainder_signed(width, a, b);
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::ShiftRightSigned: return apply_shift(op, width, a, b);
    case Op::Equal: return a == b ? 1 : 0;
    case Op::LessUnsigned: return a < b ? 1 : 0;
    case Op::LessSigned: return as_signed(a, width) < as_signed(b, width) ? 1 : 0;
    case Op::LessEqualUnsigned: return a <= b ? 1 : 0;
    case Op::LessEqualSigned: return as_signed(a, width) <= as_signed(b, width) ? 1 : 0;
    default: break;
  }
  HARDBOP_INVARIANT(false, "apply should be asked for operators of one or two operands");
  return 0;
}

}  // namespace

std::uint64_t apply(Op op, Width width, std::uint64_t a, std::uint64_t b) {
  return apply_wide(op, width, a, b) & mask(width);
}

bool is_exact(Op op, Width width, std::uint64_t a, std::uint64_t b) {
  if (width == 1) return true;  // a truth value is no number
  const std::int64_t x = as_signed(a, width);
  const std::int64_t y = as_signed(b, width);
  std::int64_t out = 0;
  bool overflows = false;
  switch (op) {
    case Op::Add: overflows = __builtin_add_overflow(x, y, &out); break;
    case Op::Subtract: overflows = __builtin_sub_overflow(x, y, &out); break;
    case Op::Multiply: overflows = __builtin_mul_overflow(x, y, &out); break;
    case Op::Negate: overflows = __builtin_sub_overflow(std::int64_t{0}, x, &out); break;
    case Op::DivideSigned:
      if (y != -1) return true;
      overflows = __builtin_sub_overflow(std::int64_t{0}, x, &out);
      break;
    default: return true;
  }
  return !overflows && as_signed(std::bit_cast<std::uint64_t>(out), width) == out;
}

unsigned operand_count(Op op) {
  switch (op) {
    case Op::Constant:
    case Op::Variable:
    case Op::Input:
    case Op::Array:
    case Op::ArrayInput: return 0;
    case Op::Not:
    case Op::Negate:
    case Op::ZeroExtend:
    case Op::SignExtend:
    case Op::Extract:
    case Op::FloatSquareRoot:
    case Op::FloatRound:
    case Op::FloatConvert:
    case Op::FloatFromSigned:
    case Op::FloatFromUnsigned:
    case Op::FloatToSigned:
    case Op::FloatToUnsigned:
    case Op::Fill: return 1;
    case Op::Conditional:
    case Op::Store: return 3;
    default: return 2;
  }
}

bool is_float_operation(Op op) {
  return op >= Op::FloatAdd && op <= Op::FloatLessEqual;
}

bool makes_number(Op op) {
  return op >= Op::FloatAdd && op <= Op::FloatFromUnsigned;
}

std::uint64_t apply(const Node& node, Width operands, std::uint64_t a, std::uint64_t b,
                    std::uint64_t c) {
  switch (node.op) {
    case Op::Conditional: return a != 0 ? b : c;
    case Op::ZeroExtend: return a;
    case Op::SignExtend:
      return std::bit_cast<std::uint64_t>(as_signed(a, operands)) & mask(node.width);
    case Op::Extract: return (a >> node.value) & mask(node.width);
    default: break;
  }
  if (is_float_operation(node.op)) return apply_float(node, operands, a, b);
  return apply(node.op, operands, a, b);
}

std::size_t Expressions::Hash::operator()(const Node& node) const {
  constexpr std::uint64_t factor = 0x9E37'79B9'7F4A'7C15U;
  std::uint64_t hash =
      static_cast<std::uint64_t>(node.op) << 16U | std::uint64_t{node.index} << 8U | node.width;
  for (const std::uint64_t part :
       {std::uint64_t{node.a}, std::uint64_t{node.b}, std::uint64_t{node.c}, node.value}) {
    hash = (hash ^ part) * factor;
    hash ^= hash >> 29U;
  }
  return hash;
}

bool Expressions::is_in_range(ExprId id) const {
  const Node& node = nodes_[id];
  if (node.width == 1) return true;
  switch (node.op) {
    case Op::Negate:
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::DivideSigned:
    case Op::RemainderSigned:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Conditional: return false;
    case Op::Not:
    case Op::SignExtend:
    case Op::Concatenate: return is_in_range(node.a);
    case Op::Select: return operand_count(nodes_[node.a].op) == 0;  // no sum was stored there
    default: return true;
  }
}

ExprId Expressions::make(const Node& node) {
  const auto [place, is_new] = table_.try_emplace(node, static_cast<ExprId>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return place->second;
}

// Operands come before their users, but walking all smaller numbers would make one value as dear as
// all; so only what is needed is visited, with a stack on the heap.
std::uint64_t Expressions::evaluate(ExprId id, std::span<const std::uint64_t> variables,
                                    std::span<const std::uint64_t> inputs) const {
  std::unordered_map<ExprId, std::uint64_t> known;
  const auto compute = [&](const Node& node) {
    const unsigned operands = operand_count(node.op);
    switch (node.op) {
      case Op::Constant: return node.value;
      case Op::Variable: return variables[node.value];
      case Op::Input: return inputs[node.value];
      case Op::Concatenate: return known[node.a] << nodes_[node.b].width | known[node.b];
      default:
        return apply(node, nodes_[node.a].width, known[node.a], operands > 1 ? known[node.b] : 0,
                     operands > 2 ? known[node.c] : 0);
    }
  };
  std::vector<ExprId> stack{id};
  bottom_up(
      *this, stack, [&](ExprId one) { return known.contains(one); },
      [&](ExprId one) {
        const std::uint64_t value = compute(nodes_[one]);
        known.emplace(one, value);
      });
  return known[id];
}

}  // namespace hardbop::words
