// SPDX-License-Identifier: MIT
#include "base/expression/random_expression.hpp"

namespace hardbop::test {

using words::Op;
using words::Width;

namespace {

__extension__ using Wide = __int128;

std::uint64_t cut(std::uint64_t value, Width width) {
  return width == 64 ? value : value % (std::uint64_t{1} << width);
}

/// Two's complement, spelled out.
Wide number(std::uint64_t value, Width width) {
  const Wide half = Wide{1} << (width - 1);
  return static_cast<Wide>(value) >= half ? static_cast<Wide>(value) - 2 * half
                                          : static_cast<Wide>(value);
}

std::uint64_t divided(Width width, std::uint64_t a, std::uint64_t b, bool remainder) {
  const Wide x = number(a, width);
  const Wide y = number(b, width);
  if (y == 0) return remainder ? a : cut(x < 0 ? 1 : ~std::uint64_t{0}, width);
  return cut(static_cast<std::uint64_t>(remainder ? x % y : x / y), width);
}

std::uint64_t expected(Op op, Width width, std::uint64_t a, std::uint64_t b) {
  const Wide x = number(a, width);
  const Wide y = number(b, width);
  switch (op) {
    case Op::And: return a & b;
    case Op::Or: return a | b;
    case Op::Xor: return a ^ b;
    case Op::Add: return cut(a + b, width);
    case Op::Subtract: return cut(a - b, width);
    case Op::Multiply: return cut(a * b, width);
    case Op::DivideUnsigned: return b == 0 ? cut(~std::uint64_t{0}, width) : a / b;
    case Op::RemainderUnsigned: return b == 0 ? a : a % b;
    case Op::DivideSigned: return divided(width, a, b, false);
    case Op::RemainderSigned: return divided(width, a, b, true);
    case Op::ShiftLeft: return b >= width ? 0 : cut(a << b, width);
    case Op::ShiftRight: return b >= width ? 0 : a >> b;
    case Op::ShiftRightSigned: {
      std::uint64_t out = 0;
      for (unsigned i = 0; i < width; ++i) {
        const std::uint64_t from = b >= width || i + b >= width ? width - 1U : i + b;
        out |= (a >> from & 1U) << i;
      }
      return out;
    }
    case Op::Equal: return x == y;
    case Op::LessUnsigned: return a < b;
    case Op::LessSigned: return x < y;
    case Op::LessEqualUnsigned: return a <= b;
    default: return x <= y;
  }
}

}  // namespace

Leaves RandomTerms::leaves() {
  Leaves out;
  const auto word = [&](Width width) {
    switch (below(4)) {
      case 0: return below(4) & words::mask(width);
      case 1: return (0 - below(4)) & words::mask(width);
      default: return random_() & words::mask(width);
    }
  };
  for (const Width width : variables_) out.variables.push_back(word(width));
  for (const Width width : inputs_) out.inputs.push_back(word(width));
  const auto array = [&](words::ArraySort sort) {
    words::ArrayValue value(sort.index, word(sort.element));
    for (std::uint64_t i = below(6); i-- > 0;) value.write(word(sort.index), word(sort.element));
    return value;
  };
  for (const words::ArraySort sort : beyond_.arrays) out.arrays.push_back(array(sort));
  for (const words::ArraySort sort : beyond_.array_inputs) out.array_inputs.push_back(array(sort));
  return out;
}

/// The term, brought to another width in some way.
Term RandomTerms::fit(Term term, Width width) {
  Term out;
  out.width = width;
  const Width from = term.width;
  if (width <= from) {
    const auto lowest = static_cast<Width>(below(from - width + 1U));
    out.id = expressions_.extract(term.id, lowest, width);
    out.value = [term, lowest, width](const Leaves& leaves) {
      return cut(term.value(leaves) >> lowest, width);
    };
    return out;
  }
  const bool is_signed = below(2) == 0;
  out.id = expressions_.extend(is_signed ? Op::SignExtend : Op::ZeroExtend, term.id, width);
  out.value = [term, from, width, is_signed](const Leaves& leaves) {
    const std::uint64_t value = term.value(leaves);
    return is_signed ? cut(static_cast<std::uint64_t>(number(value, from)), width) : value;
  };
  return out;
}

Term RandomTerms::leaf(Width width) {
  Term out;
  out.width = width;
  const std::uint64_t choice = below(3);
  if (choice == 0 || (choice == 1 && variables_.empty()) || (choice == 2 && inputs_.empty())) {
    const std::uint64_t value = (below(2) == 0   ? below(3)
                                 : below(2) == 0 ? 0 - below(3)
                                                 : random_()) &
                                words::mask(width);
    out.id = expressions_.constant(width, value);
    out.value = [value](const Leaves&) { return value; };
    return out;
  }
  const auto which =
      static_cast<std::uint32_t>(below(choice == 1 ? variables_.size() : inputs_.size()));
  out.width = choice == 1 ? variables_[which] : inputs_[which];
  if (choice == 1) {
    out.id = expressions_.variable(which, out.width);
    out.value = [which](const Leaves& leaves) { return leaves.variables[which]; };
  } else {
    out.id = expressions_.input(which, out.width);
    out.value = [which](const Leaves& leaves) { return leaves.inputs[which]; };
  }
  return out.width == width ? out : fit(out, width);
}

Term RandomTerms::binary(Op op, Width width, unsigned depth) {
  const bool compares = op >= Op::Equal && op <= Op::LessEqualSigned;
  const Width operands = compares ? static_cast<Width>(1 + below(8)) : width;
  const Term a = make(operands, depth);
  const Term b = make(operands, depth);
  Term out;
  out.width = compares ? Width{1} : width;
  out.id = expressions_.binary(op, a.id, b.id);
  out.value = [op, operands, a, b](const Leaves& leaves) {
    return expected(op, operands, a.value(leaves), b.value(leaves));
  };
  return out.width == width ? out : fit(out, width);
}

Term RandomTerms::other(Width width, unsigned depth) {
  Term out;
  out.width = width;
  switch (below(5)) {
    case 0: {
      const Term a = make(width, depth);
      out.id = expressions_.unary(Op::Not, a.id);
      out.value = [a, width](const Leaves& leaves) { return cut(~a.value(leaves), width); };
      return out;
    }
    case 1: {
      const Term a = make(width, depth);
      out.id = expressions_.unary(Op::Negate, a.id);
      out.value = [a, width](const Leaves& leaves) { return cut(0 - a.value(leaves), width); };
      return out;
    }
    case 2: {
      const Term condition = make(1, depth);
      const Term a = make(width, depth);
      const Term b = make(width, depth);
      out.id = expressions_.conditional(condition.id, a.id, b.id);
      out.value = [condition, a, b](const Leaves& leaves) {
        return condition.value(leaves) != 0 ? a.value(leaves) : b.value(leaves);
      };
      return out;
    }
    case 3: {
      if (width == 1) return leaf(width);
      const auto lower = static_cast<Width>(1 + below(width - 1U));
      const Term a = make(static_cast<Width>(width - lower), depth);
      const Term b = make(lower, depth);
      out.id = expressions_.concatenate(a.id, b.id);
      out.value = [a, b, lower](const Leaves& leaves) {
        return a.value(leaves) << lower | b.value(leaves);
      };
      return out;
    }
    default: return fit(make(static_cast<Width>(1 + below(12)), depth), width);
  }
}

ArrayTerm RandomTerms::array_leaf(words::ArraySort sort) {
  ArrayTerm out;
  out.sort = sort;
  const bool is_input = below(2) == 0;
  const std::vector<words::ArraySort>& sorts = is_input ? beyond_.array_inputs : beyond_.arrays;
  std::vector<std::uint32_t> fitting;
  for (std::uint32_t i = 0; i < sorts.size(); ++i)
    if (sorts[i] == sort) fitting.push_back(i);
  if (fitting.empty()) {
    const Term word = leaf(sort.element);
    out.id = expressions_.fill(word.id, sort.index);
    out.value = [word](const Leaves& leaves, std::uint64_t) { return word.value(leaves); };
    return out;
  }
  const std::uint32_t which = fitting[below(fitting.size())];
  out.id = is_input ? expressions_.array_input(which, sort) : expressions_.array(which, sort);
  out.value = [is_input, which](const Leaves& leaves, std::uint64_t index) {
    return (is_input ? leaves.array_inputs : leaves.arrays)[which].read(index);
  };
  return out;
}

ArrayTerm RandomTerms::make_array(words::ArraySort sort, unsigned depth) {
  if (depth == 0 || below(6) == 0) return array_leaf(sort);
  ArrayTerm out;
  out.sort = sort;
  const ArrayTerm a = make_array(sort, depth - 1);
  if (below(4) == 0) {
    const ArrayTerm b = make_array(sort, depth - 1);
    const Term condition = make(1, depth - 1);
    out.id = expressions_.conditional(condition.id, a.id, b.id);
    out.value = [condition, a, b](const Leaves& leaves, std::uint64_t index) {
      return condition.value(leaves) != 0 ? a.value(leaves, index) : b.value(leaves, index);
    };
    return out;
  }
  const Term at = make(sort.index, depth - 1);
  const Term word = make(sort.element, depth - 1);
  out.id = expressions_.store(a.id, at.id, word.id);
  out.value = [a, at, word](const Leaves& leaves, std::uint64_t index) {
    return at.value(leaves) == index ? word.value(leaves) : a.value(leaves, index);
  };
  return out;
}

Term RandomTerms::select(Width width, unsigned depth) {
  const words::ArraySort sort = beyond_.arrays[below(beyond_.arrays.size())];
  const ArrayTerm array = make_array(sort, depth);
  const Term at = make(sort.index, below(2) == 0 ? 0 : depth);
  Term out;
  out.width = sort.element;
  out.id = expressions_.select(array.id, at.id);
  out.value = [array, at](const Leaves& leaves) { return array.value(leaves, at.value(leaves)); };
  return out.width == width ? out : fit(out, width);
}

Term RandomTerms::floating(Width width, unsigned depth) {
  constexpr auto first = static_cast<std::uint64_t>(Op::FloatAdd);
  constexpr auto last = static_cast<std::uint64_t>(Op::FloatLessEqual);
  words::Node node;
  node.op = static_cast<Op>(first + below(last - first + 1));
  const bool compares = node.op >= Op::FloatEqual;
  const bool from_integer = node.op == Op::FloatFromSigned || node.op == Op::FloatFromUnsigned;
  const bool to_integer = node.op == Op::FloatToSigned || node.op == Op::FloatToUnsigned;
  const auto number = static_cast<Width>(below(2) == 0 ? 32 : 64);
  const auto integer = static_cast<Width>(1 + below(64));
  const Width operands = from_integer ? integer : number;
  node.width = compares ? Width{1} : to_integer ? integer : number;
  if (node.op == Op::FloatConvert) node.width = static_cast<Width>(96 - number);
  const bool rounds_away = node.op == Op::FloatRound || to_integer;
  node.value = compares ? 0 : below(rounds_away ? 5 : 4);
  const Term a = make(operands, depth);
  const Term b = words::operand_count(node.op) > 1 ? make(operands, depth) : a;
  Term out;
  out.width = node.width;
  out.id = expressions_.floating(node.op, node.width, static_cast<words::Rounding>(node.value),
                                 a.id, b.id);
  out.value = [node, operands, a, b](const Leaves& leaves) {
    return words::apply(node, operands, a.value(leaves), b.value(leaves), 0);
  };
  return out.width == width ? out : fit(out, width);
}

Term RandomTerms::make(Width width, unsigned depth) {
  if (depth == 0 || below(8) == 0) return leaf(width);
  if (!beyond_.arrays.empty() && below(3) == 0) return select(width, depth - 1);
  if (beyond_.floats && below(2) == 0) return floating(width, depth - 1);
  if (below(3) == 0) return other(width, depth - 1);
  const auto first = static_cast<std::uint64_t>(Op::And);
  const auto last = static_cast<std::uint64_t>(Op::LessEqualSigned);
  return binary(static_cast<Op>(first + below(last - first + 1)), width, depth - 1);
}

}  // namespace hardbop::test
