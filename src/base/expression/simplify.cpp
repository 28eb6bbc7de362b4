// SPDX-License-Identifier: MIT
// The constructors of expressions. Each simplifies at once what can be simplified without values:
// it folds constants, applies identities, and does an operation on the narrower word if its operand
// is an extended word and the result is the same. Every rule looks at a bounded number of nodes, so
// building an expression is linear. BDDs find every identity that these rules miss.
//
// Normal form: in a commutative operation, a constant is the right operand, otherwise the older
// operand is the left one. `a <= b` is written `!(b < a)`, and subtracting a constant is adding its
// negative.
//
// If overflows are kept, a rule must also be true for integers: bitwise operators are then those of
// an endless two's complement, truncating and extending with zeros are remainders, and a value that
// may be out of range is not treated as a word.
#include <bit>
#include <optional>

#include "base/expression/expression.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::words {

namespace {

bool is_commutative(Op op) {
  return op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Add || op == Op::Multiply ||
         op == Op::Equal;
}

bool is_comparison(Op op) {
  return op == Op::Equal || op == Op::LessUnsigned || op == Op::LessSigned ||
         op == Op::LessEqualUnsigned || op == Op::LessEqualSigned;
}

bool is_extension(Op op) {
  return op == Op::ZeroExtend || op == Op::SignExtend;
}

std::uint64_t extended(Op op, std::uint64_t value, Width from, Width to) {
  if (op == Op::ZeroExtend) return value;
  return std::bit_cast<std::uint64_t>(as_signed(value, from)) & mask(to);
}

}  // namespace

ExprId Expressions::constant(Width width, std::uint64_t value) {
  HARDBOP_INVARIANT(width >= 1 && width <= 64, "a word should have 1 to 64 bits");
  return make({Op::Constant, width, 0, 0, 0, value & mask(width)});
}

ExprId Expressions::variable(VariableId variable, Width width) {
  return make({Op::Variable, width, 0, 0, 0, variable});
}

ExprId Expressions::input(InputId input, Width width) {
  return make({Op::Input, width, 0, 0, 0, input});
}

ExprId Expressions::floating(Op op, Width width, Rounding rounding, ExprId a, ExprId b) {
  const Width operands = this->width(a);
  const bool is_binary = operand_count(op) == 2;
  HARDBOP_INVARIANT(!is_binary || operands == this->width(b), "numbers should have equal widths");
  const bool rounds = op < Op::FloatEqual;
  const bool commutes = op == Op::FloatAdd || op == Op::FloatMultiply || op == Op::FloatEqual;
  if (commutes && (is_constant(a) || (!is_constant(b) && b < a))) std::swap(a, b);
  const Node node{
      op, width, a, is_binary ? b : 0, 0, rounds ? static_cast<std::uint64_t>(rounding) : 0};
  if (op == Op::FloatConvert && width == operands) return a;
  if (!is_constant(a) || (is_binary && !is_constant(b))) return make(node);
  return constant(width,
                  apply(node, operands, nodes_[a].value, is_binary ? nodes_[b].value : 0, 0));
}

// Arrays

ExprId Expressions::array(ArrayId array, ArraySort sort) {
  return make({Op::Array, sort.element, 0, 0, 0, array, sort.index});
}

ExprId Expressions::array_input(ArrayInputId input, ArraySort sort) {
  return make({Op::ArrayInput, sort.element, 0, 0, 0, input, sort.index});
}

ExprId Expressions::fill(ExprId word, Width index) {
  return make({Op::Fill, width(word), word, 0, 0, 0, index});
}

ExprId Expressions::constant_array(ArraySort sort, const ArrayValue& value) {
  ExprId out = fill(constant(sort.element, value.fill()), sort.index);
  value.for_each_other([&](std::uint64_t index, std::uint64_t word) {
    out = store(out, constant(sort.index, index), constant(sort.element, word));
  });
  return out;
}

ExprId Expressions::store(ExprId array, ExprId index, ExprId word) {
  const Node x = nodes_[array];
  HARDBOP_INVARIANT(x.index == width(index) && x.width == width(word),
                    "index and word should be of the array's widths");
  if (x.op == Op::Store && x.b == index) return store(x.a, index, word);
  if (x.op == Op::Fill && x.a == word) return array;
  return make({Op::Store, x.width, array, index, word, 0, x.index});
}

/// Stores elsewhere do not matter: as many of them are passed as is cheap.
ExprId Expressions::select(ExprId array, ExprId index) {
  HARDBOP_INVARIANT(nodes_[array].index == width(index), "the index should be of its width");
  constexpr unsigned most_passed = 64;
  ExprId from = array;
  for (unsigned passed = 0; passed < most_passed; ++passed) {
    const Node& x = nodes_[from];
    if (x.op == Op::Fill) return x.a;
    if (x.op != Op::Store) break;
    if (x.b == index) return x.c;
    if (!is_constant(x.b) || !is_constant(index)) break;
    from = x.a;
  }
  return make({Op::Select, width(from), from, index, 0, 0});
}

// Words

ExprId Expressions::unary(Op op, ExprId a) {
  const Node node = nodes_[a];
  if (node.op == Op::Constant && may_fold(op, node.width, node.value, 0))
    return constant(node.width, apply(op, node.width, node.value, 0));
  if (node.op == op) return node.a;
  if (op == Op::Negate && node.width == 1) return a;
  return make({op, node.width, a, 0, 0, 0});
}

ExprId Expressions::binary(Op op, ExprId a, ExprId b) {
  const Width operands = width(a);
  HARDBOP_INVARIANT(operands == width(b), "operands should have equal widths");
  const Width result = is_comparison(op) ? Width{1} : operands;
  if (is_constant(a) && is_constant(b) && may_fold(op, operands, nodes_[a].value, nodes_[b].value))
    return constant(result, apply(op, operands, nodes_[a].value, nodes_[b].value));
  if (is_commutative(op) && (is_constant(a) || (!is_constant(b) && b < a))) std::swap(a, b);
  Simple simple;
  switch (op) {
    case Op::And:
    case Op::Or:
    case Op::Xor: simple = simple_bitwise(op, a, b); break;
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply: simple = simple_arithmetic(op, a, b); break;
    case Op::DivideUnsigned:
    case Op::DivideSigned:
    case Op::RemainderUnsigned:
    case Op::RemainderSigned: simple = simple_division(op, a, b); break;
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::ShiftRightSigned: simple = simple_shift(op, a, b); break;
    case Op::Equal: simple = simple_equal(a, b); break;
    case Op::LessUnsigned:
    case Op::LessSigned: simple = simple_less(op, a, b); break;
    case Op::LessEqualUnsigned: return unary(Op::Not, binary(Op::LessUnsigned, b, a));
    case Op::LessEqualSigned: return unary(Op::Not, binary(Op::LessSigned, b, a));
    default: HARDBOP_INVARIANT(false, "binary should be asked for operators of two operands");
  }
  return simple ? *simple : make({op, result, a, b, 0, 0});
}

Expressions::Simple Expressions::simple_bitwise(Op op, ExprId a, ExprId b) {
  const Width width = nodes_[a].width;
  const bool is_and = op == Op::And;
  if (a == b) return op == Op::Xor ? constant(width, 0) : a;
  const Node x = nodes_[a];
  const Node y = nodes_[b];
  const bool opposite = (x.op == Op::Not && x.a == b) || (y.op == Op::Not && y.a == a);
  if (opposite) return constant(width, is_and ? 0 : mask(width));
  if (!is_constant(b)) {
    if (op == Op::Xor) return std::nullopt;
    // a & (a & c), and the like: a chain of guards often repeats one.
    for (const auto& [one, other] : {std::pair(x, b), std::pair(y, a)})
      if (one.op == op && (one.a == other || one.b == other)) return other == b ? a : b;
    return std::nullopt;
  }
  if (y.value == 0) return is_and ? b : a;
  if (y.value == mask(width)) {
    if (op == Op::Xor) return unary(Op::Not, a);
    return is_and ? a : b;
  }
  if (x.op == op && is_constant(x.b))
    return binary(op, x.a, constant(width, apply(op, width, nodes_[x.b].value, y.value)));
  if (is_and && x.op == Op::ZeroExtend && (y.value & mask(nodes_[x.a].width)) == y.value) {
    const Width inner = nodes_[x.a].width;
    return extend(Op::ZeroExtend, binary(Op::And, x.a, constant(inner, y.value)), width);
  }
  return std::nullopt;
}

Expressions::Simple Expressions::simple_arithmetic(Op op, ExprId a, ExprId b) {
  const Node x = nodes_[a];
  const Node y = nodes_[b];
  if (x.width == 1) return binary(op == Op::Multiply ? Op::And : Op::Xor, a, b);
  if (op == Op::Subtract) {
    if (a == b) return constant(x.width, 0);
    if (is_constant(a, 0)) return unary(Op::Negate, b);
    if (is_constant(b) && may_fold(Op::Negate, x.width, y.value, 0))
      return binary(Op::Add, a, constant(x.width, 0 - y.value));
    return std::nullopt;
  }
  if (!is_constant(b)) return std::nullopt;
  if (op == Op::Add) {
    if (y.value == 0) return a;
    if (x.op == Op::Add && is_constant(x.b) &&
        may_fold(Op::Add, x.width, nodes_[x.b].value, y.value))
      return binary(Op::Add, x.a, constant(x.width, nodes_[x.b].value + y.value));
    return std::nullopt;
  }
  if (y.value == 0) return b;
  if (y.value == 1) return a;
  if (std::has_single_bit(y.value) && !keeps_overflows_) {
    const auto places = static_cast<std::uint64_t>(std::countr_zero(y.value));
    return binary(Op::ShiftLeft, a, constant(x.width, places));
  }
  return std::nullopt;
}

Expressions::Simple Expressions::simple_division(Op op, ExprId a, ExprId b) {
  const Node y = nodes_[b];
  if (!is_constant(b)) return std::nullopt;
  const bool is_remainder = op == Op::RemainderUnsigned || op == Op::RemainderSigned;
  if (y.value == 0) {
    if (op == Op::RemainderSigned || (is_remainder && may_take_for_word(a))) return a;
    if (op == Op::DivideUnsigned) return constant(y.width, mask(y.width));
    return std::nullopt;
  }
  const bool is_signed = op == Op::DivideSigned || op == Op::RemainderSigned;
  if (y.value == 1 && y.width > 1) {
    if (is_remainder) return constant(y.width, 0);
    return is_signed || may_take_for_word(a) ? Simple(a) : std::nullopt;
  }
  if (is_signed || !std::has_single_bit(y.value)) return std::nullopt;
  if (is_remainder) return binary(Op::And, a, constant(y.width, y.value - 1));
  const auto places = static_cast<std::uint64_t>(std::countr_zero(y.value));
  return binary(Op::ShiftRight, a, constant(y.width, places));
}

Expressions::Simple Expressions::simple_shift(Op op, ExprId a, ExprId b) {
  const Node x = nodes_[a];
  if (is_constant(a, 0)) return a;
  if (!is_constant(b)) return std::nullopt;
  const std::uint64_t places = nodes_[b].value;
  if (places == 0) return may_take_for_word(a) ? Simple(a) : std::nullopt;
  if (op == Op::ShiftRightSigned) {
    const auto kept = static_cast<Width>(places >= x.width ? 1 : x.width - places);
    const auto lowest = static_cast<Width>(x.width - kept);
    return extend(Op::SignExtend, extract(a, lowest, kept), x.width);
  }
  if (places >= x.width) return constant(x.width, 0);
  const auto cut = static_cast<Width>(places);
  const auto kept = static_cast<Width>(x.width - places);
  if (op == Op::ShiftRight) return extend(Op::ZeroExtend, extract(a, cut, kept), x.width);
  return concatenate(extract(a, 0, kept), constant(cut, 0));
}

Expressions::Simple Expressions::simple_equal(ExprId a, ExprId b) {
  if (a == b) return truth(true);
  const Node x = nodes_[a];
  const Node y = nodes_[b];
  if (is_constant(b)) return equal_to_constant(a, y.value);
  if ((x.op == Op::Not && x.a == b) || (y.op == Op::Not && y.a == a)) return truth(false);
  if (!is_extension(x.op) || x.op != y.op || width(x.a) != width(y.a)) return std::nullopt;
  if (x.op == Op::ZeroExtend && !(may_take_for_word(x.a) && may_take_for_word(y.a)))
    return std::nullopt;
  return binary(Op::Equal, x.a, y.a);
}

Expressions::Simple Expressions::equal_to_constant(ExprId a, std::uint64_t value) {
  const Node x = nodes_[a];
  if (x.width == 1) return value == 1 ? a : unary(Op::Not, a);
  switch (x.op) {
    case Op::Add:
      if (!is_constant(x.b) || !may_fold(Op::Subtract, x.width, value, nodes_[x.b].value))
        return std::nullopt;
      return binary(Op::Equal, x.a, constant(x.width, value - nodes_[x.b].value));
    case Op::Not: return binary(Op::Equal, x.a, constant(x.width, ~value));
    case Op::Negate:
      if (!may_fold(Op::Negate, x.width, value, 0)) return std::nullopt;
      return binary(Op::Equal, x.a, constant(x.width, 0 - value));
    case Op::ZeroExtend:
    case Op::SignExtend: {
      if (!may_take_for_word(x.a)) return std::nullopt;
      const Width inner = width(x.a);
      if (extended(x.op, value & mask(inner), inner, x.width) != value) return truth(false);
      return binary(Op::Equal, x.a, constant(inner, value));
    }
    case Op::Concatenate: {
      if (!may_take_for_word(x.a) || !may_take_for_word(x.b)) return std::nullopt;
      const ExprId upper = constant(width(x.a), value >> width(x.b));
      const ExprId lower = constant(width(x.b), value);
      return binary(Op::And, binary(Op::Equal, x.a, upper), binary(Op::Equal, x.b, lower));
    }
    case Op::Conditional: {
      if (!is_constant(x.b) || !is_constant(x.c)) return std::nullopt;
      const bool then = nodes_[x.b].value == value;
      const bool otherwise = nodes_[x.c].value == value;
      if (then == otherwise) return truth(then);
      return then ? x.a : unary(Op::Not, x.a);
    }
    default: return std::nullopt;
  }
}

Expressions::Simple Expressions::simple_less(Op op, ExprId a, ExprId b) {
  if (a == b) return truth(false);
  const Node x = nodes_[a];
  const Node y = nodes_[b];
  if (x.width == 1) {  // as a signed number, 1 is -1
    const bool is_signed = op == Op::LessSigned;
    return binary(Op::And, is_signed ? a : unary(Op::Not, a), is_signed ? unary(Op::Not, b) : b);
  }
  if (is_constant(a) || is_constant(b)) return less_with_constant(op, a, b);
  if (!is_extension(x.op) || x.op != y.op || width(x.a) != width(y.a)) return std::nullopt;
  // Both orders are kept by extension with zeros, which leaves no sign; the sign keeps both.
  if (x.op == Op::SignExtend) return binary(op, x.a, y.a);
  if (!may_take_for_word(x.a) || !may_take_for_word(y.a)) return std::nullopt;
  return binary(Op::LessUnsigned, x.a, y.a);
}

Expressions::Simple Expressions::less_with_constant(Op op, ExprId a, ExprId b) {
  const bool left = is_constant(a);  // c < word
  const Node word = nodes_[left ? b : a];
  const std::uint64_t value = nodes_[left ? a : b].value;
  const bool is_signed = op == Op::LessSigned;
  if (is_signed && !may_take_for_word(left ? b : a)) return std::nullopt;
  const std::uint64_t half = std::uint64_t{1} << (word.width - 1U);
  const std::uint64_t least = is_signed ? half : 0;
  const std::uint64_t greatest = is_signed ? half - 1 : mask(word.width);
  if (value == (left ? greatest : least)) return truth(false);
  if (value == (left ? least : greatest))
    return unary(Op::Not, binary(Op::Equal, left ? b : a, left ? a : b));
  if (is_extension(word.op) && !may_take_for_word(word.a)) return std::nullopt;
  if (word.op == Op::ZeroExtend) {
    const Width inner = width(word.a);
    if (is_signed && as_signed(value, word.width) < 0) return truth(left);
    if (value > mask(inner)) return truth(!left);
    const ExprId cut = constant(inner, value);
    return left ? binary(Op::LessUnsigned, cut, word.a) : binary(Op::LessUnsigned, word.a, cut);
  }
  if (word.op == Op::SignExtend && is_signed) {
    const Width inner = width(word.a);
    const std::int64_t number = as_signed(value, word.width);
    if (number > as_signed(mask(inner) >> 1U, inner)) return truth(!left);
    if (number < as_signed(std::uint64_t{1} << (inner - 1U), inner)) return truth(left);
    const ExprId cut = constant(inner, value);
    return left ? binary(op, cut, word.a) : binary(op, word.a, cut);
  }
  return std::nullopt;
}

ExprId Expressions::conditional(ExprId condition, ExprId a, ExprId b) {
  HARDBOP_INVARIANT(width(condition) == 1 && sort(a) == sort(b),
                    "a conditional should have a condition of one bit and arms of equal widths");
  if (is_constant(condition)) return nodes_[condition].value != 0 ? a : b;
  if (nodes_[condition].op == Op::Not) return conditional(nodes_[condition].a, b, a);
  if (nodes_[a].op == Op::Conditional && nodes_[a].a == condition) a = nodes_[a].b;
  if (nodes_[b].op == Op::Conditional && nodes_[b].a == condition) b = nodes_[b].c;
  if (a == b) return a;
  if (width(a) == 1 && !is_array(a)) {
    if (is_constant(a, 1) || a == condition) return binary(Op::Or, condition, b);
    if (is_constant(b, 0) || b == condition) return binary(Op::And, condition, a);
    if (is_constant(a, 0)) return binary(Op::And, unary(Op::Not, condition), b);
    if (is_constant(b, 1)) return binary(Op::Or, unary(Op::Not, condition), a);
  }
  return make({Op::Conditional, width(a), condition, a, b, 0, nodes_[a].index});
}

ExprId Expressions::extend(Op op, ExprId a, Width width) {
  const Node node = nodes_[a];
  HARDBOP_INVARIANT(node.width <= width && width <= 64, "extension should not make a word smaller");
  if (node.width == width) return a;
  if (node.op == Op::Constant) return constant(width, extended(op, node.value, node.width, width));
  if (node.op == Op::ZeroExtend || node.op == op) return make({node.op, width, node.a, 0, 0, 0});
  return make({op, width, a, 0, 0, 0});
}

ExprId Expressions::extract(ExprId a, Width lowest, Width width) {
  const Node node = nodes_[a];
  HARDBOP_INVARIANT(width >= 1 && lowest + width <= node.width,
                    "an extraction should lie within its operand");
  if (width == node.width) return a;
  if (node.op == Op::Constant) return constant(width, node.value >> lowest);
  if (const Simple simple = extract_inside(node, lowest, width)) return *simple;
  return make({Op::Extract, width, a, 0, 0, lowest});
}

/// What is cut out of a word, where it is one.
Expressions::Simple Expressions::part(ExprId a, Width lowest, Width width) {
  if (width == this->width(a) && !may_take_for_word(a)) return std::nullopt;
  return extract(a, lowest, width);
}

/// Of operators of which the low bits need only low bits, where the operands get simpler by it.
Expressions::Simple Expressions::extract_inside(const Node& node, Width lowest, Width width) {
  const auto is_simple = [this](ExprId id) {
    return is_constant(id) || is_extension(nodes_[id].op);
  };
  switch (node.op) {
    case Op::Extract: return extract(node.a, static_cast<Width>(node.value + lowest), width);
    case Op::ZeroExtend:
    case Op::SignExtend: {
      const Width inner = this->width(node.a);
      if (lowest + width <= inner) return part(node.a, lowest, width);
      if (node.op == Op::SignExtend && !may_take_for_word(node.a)) return std::nullopt;
      if (lowest < inner)
        return extend(node.op, extract(node.a, lowest, static_cast<Width>(inner - lowest)), width);
      if (node.op == Op::ZeroExtend) return constant(width, 0);
      return extend(node.op, extract(node.a, static_cast<Width>(inner - 1), 1), width);
    }
    case Op::Concatenate: {
      const Width lower = this->width(node.b);
      if (lowest + width <= lower) return part(node.b, lowest, width);
      if (lowest >= lower) return part(node.a, static_cast<Width>(lowest - lower), width);
      return std::nullopt;
    }
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
      if (lowest != 0 || keeps_overflows_) return std::nullopt;
      [[fallthrough]];
    case Op::And:
    case Op::Or:
    case Op::Xor:
      if (!is_simple(node.a) || !is_simple(node.b)) return std::nullopt;
      return binary(node.op, extract(node.a, lowest, width), extract(node.b, lowest, width));
    case Op::Conditional:
      if (!is_simple(node.b) || !is_simple(node.c)) return std::nullopt;
      return conditional(node.a, extract(node.b, lowest, width), extract(node.c, lowest, width));
    default: return std::nullopt;
  }
}

ExprId Expressions::concatenate(ExprId upper, ExprId lower) {
  const Node x = nodes_[upper];
  const Node y = nodes_[lower];
  HARDBOP_INVARIANT(x.width + y.width <= 64, "a word should have at most 64 bits");
  const auto width = static_cast<Width>(x.width + y.width);
  if (x.op == Op::Constant && y.op == Op::Constant)
    return constant(width, x.value << y.width | y.value);
  if (is_constant(upper, 0)) return extend(Op::ZeroExtend, lower, width);
  if (x.op == Op::Extract && y.op == Op::Extract && x.a == y.a && y.value + y.width == x.value)
    if (const Simple whole = part(x.a, static_cast<Width>(y.value), width)) return *whole;
  return make({Op::Concatenate, width, upper, lower, 0, 0});
}

ExprId Expressions::resize(ExprId a, Width width, bool is_signed) {
  if (width <= this->width(a)) return extract(a, 0, width);
  return extend(is_signed ? Op::SignExtend : Op::ZeroExtend, a, width);
}

}  // namespace hardbop::words
