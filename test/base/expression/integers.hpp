// SPDX-License-Identifier: MIT
// Expressions read as integers without bounds, as the simplification of those that keep overflows
// and slam's solver have it; spelled out once more.
#pragma once

#include <map>

#include "base/expression/random_expression.hpp"

namespace hardbop::test {

__extension__ using Integer = __int128;

constexpr Integer power(unsigned bits) {
  return Integer{1} << bits;
}

/// The remainder that is not negative.
constexpr Integer rest(Integer a, Integer b) {
  return (a % b + b) % b;
}

/// The signed number with the same low bits.
constexpr Integer cut(Integer a, unsigned width) {
  return rest(a + power(width - 1), power(width)) - power(width - 1);
}

constexpr bool is_in_range(Integer a, unsigned width) {
  return a == cut(a, width);
}

inline Integer divide_unsigned(bool divides, unsigned width, Integer a, Integer b) {
  const Integer x = rest(a, power(width));
  const Integer y = rest(b, power(width));
  if (y == 0) return divides ? -1 : cut(x, width);
  return cut(divides ? x / y : x % y, width);
}

inline Integer shift(words::Op op, unsigned width, Integer a, Integer b) {
  const auto places =
      static_cast<unsigned>(std::min<Integer>(rest(b, power(width)), Integer{width}));
  if (op == words::Op::ShiftLeft) return places == width ? 0 : cut(a * power(places), width);
  const Integer word = op == words::Op::ShiftRight ? rest(a, power(width)) : cut(a, width);
  return cut(word >> places, width);
}

/// Of an operator on numbers; of comparisons, 1 for true. `width` is the operands'.
inline Integer apply_to_integers(words::Op op, unsigned width, Integer a, Integer b) {
  using words::Op;
  switch (op) {
    case Op::Not: return -1 - a;
    case Op::Negate: return -a;
    case Op::And: return a & b;
    case Op::Or: return a | b;
    case Op::Xor: return a ^ b;
    case Op::Add: return a + b;
    case Op::Subtract: return a - b;
    case Op::Multiply: return a * b;
    case Op::DivideSigned: return b == 0 ? (a < 0 ? 1 : -1) : a / b;
    case Op::RemainderSigned: return b == 0 ? a : a % b;
    case Op::DivideUnsigned: return divide_unsigned(true, width, a, b);
    case Op::RemainderUnsigned: return divide_unsigned(false, width, a, b);
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::ShiftRightSigned: return shift(op, width, a, b);
    case Op::Equal: return a == b ? 1 : 0;
    case Op::LessSigned: return a < b ? 1 : 0;
    case Op::LessEqualSigned: return a <= b ? 1 : 0;
    case Op::LessUnsigned: return ((a < 0) == (b < 0) ? a < b : b < 0) ? 1 : 0;
    default: return ((a < 0) == (b < 0) ? a <= b : b < 0) ? 1 : 0;
  }
}

/// Of one bit, 0 or 1.
inline Integer apply_to_bits(words::Op op, Integer a, Integer b) {
  const auto word = [](Integer bit) { return static_cast<std::uint64_t>(bit); };
  return words::apply(op, 1, word(a), word(b));
}

class IntegerEvaluator {
 public:
  IntegerEvaluator(const words::Expressions& expressions, const Leaves& leaves)
      : expressions_(expressions), leaves_(leaves) {}

  Integer operator()(words::ExprId id) {
    if (const auto known = known_.find(id); known != known_.end()) return known->second;
    return known_[id] = compute(expressions_.node(id));
  }

 private:
  const words::Expressions& expressions_;
  const Leaves& leaves_;
  std::map<words::ExprId, Integer> known_;

  Integer compute(const words::Node& node) {
    using words::Op;
    const auto leaf = [&](std::uint64_t value) {
      return node.width == 1 ? Integer{value} : Integer{words::as_signed(value, node.width)};
    };
    switch (node.op) {
      case Op::Constant: return leaf(node.value);
      case Op::Variable: return leaf(leaves_.variables[node.value]);
      case Op::Input: return leaf(leaves_.inputs[node.value]);
      default: break;
    }
    const Integer a = (*this)(node.a);
    const words::Width width = expressions_.width(node.a);
    const auto bit = [](Integer value, unsigned bits) { return bits == 1 ? -value : value; };
    switch (node.op) {
      case Op::ZeroExtend: return rest(a, power(width));
      case Op::SignExtend: return bit(a, width);
      case Op::Extract:
        return node.width == 1 ? (a >> node.value) & 1 : cut(a >> node.value, node.width);
      case Op::Concatenate: {
        const words::Width lower = expressions_.width(node.b);
        return bit(a, width) * power(lower) + rest((*this)(node.b), power(lower));
      }
      case Op::Conditional: return (*this)(a != 0 ? node.b : node.c);
      default: break;
    }
    const Integer b = words::operand_count(node.op) > 1 ? (*this)(node.b) : 0;
    return width == 1 ? apply_to_bits(node.op, a, b) : apply_to_integers(node.op, width, a, b);
  }
};

}  // namespace hardbop::test
