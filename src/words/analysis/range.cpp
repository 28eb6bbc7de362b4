// SPDX-License-Identifier: MIT
#include "words/analysis/range.hpp"

#include <algorithm>
#include <bit>

namespace hardbop::words {

namespace {

__extension__ using Wide = __int128;

std::int64_t lowest(Width width) {
  return as_signed(std::uint64_t{1} << (width - 1U), width);
}

std::int64_t highest(Width width) {
  return as_signed(mask(width) >> 1U, width);
}

/// From both views; a view that overflows says nothing.
Range from_wide(Width width, Wide least, Wide greatest, Wide least_signed, Wide greatest_signed) {
  Range out = Range::all(width);
  const Wide modulus = Wide{1} << width;
  // All of it may have wrapped around, once, the same way.
  for (const Wide turn : {Wide{0}, modulus, -modulus}) {
    if (least + turn < 0 || greatest + turn >= modulus) continue;
    out.least = static_cast<std::uint64_t>(least + turn);
    out.greatest = static_cast<std::uint64_t>(greatest + turn);
  }
  if (least_signed >= lowest(width) && greatest_signed <= highest(width)) {
    out.least_signed = static_cast<std::int64_t>(least_signed);
    out.greatest_signed = static_cast<std::int64_t>(greatest_signed);
  }
  return out.tightened();
}

std::uint64_t filled(std::uint64_t value) {
  return value == 0 ? 0 : ~std::uint64_t{0} >> std::countl_zero(value);
}

Range bitwise(Op op, Width width, const Range& a, const Range& b) {
  if (op == Op::And) return Range::unsigned_between(width, 0, std::min(a.greatest, b.greatest));
  const std::uint64_t most = filled(a.greatest | b.greatest);
  return Range::unsigned_between(width, op == Op::Or ? std::max(a.least, b.least) : 0, most);
}

Range product(Width width, const Range& a, const Range& b) {
  const Wide corners[4] = {
      Wide{a.least_signed} * b.least_signed, Wide{a.least_signed} * b.greatest_signed,
      Wide{a.greatest_signed} * b.least_signed, Wide{a.greatest_signed} * b.greatest_signed};
  Range out = Range::all(width);
  const Wide least = *std::min_element(corners, corners + 4);
  const Wide greatest = *std::max_element(corners, corners + 4);
  if (least >= lowest(width) && greatest <= highest(width))
    out = Range::signed_between(width, static_cast<std::int64_t>(least),
                                static_cast<std::int64_t>(greatest));
  if (a.greatest != 0 && b.greatest > mask(width) / a.greatest) return out;
  return meet(out, Range::unsigned_between(width, a.least * b.least, a.greatest * b.greatest));
}

Range division(Op op, Width width, const Range& a, const Range& b) {
  switch (op) {
    case Op::DivideUnsigned:
      if (b.least == 0) return Range::all(width);
      return Range::unsigned_between(width, a.least / b.greatest, a.greatest / b.least);
    case Op::RemainderUnsigned:
      if (b.least == 0) return Range::unsigned_between(width, 0, a.greatest);
      return Range::unsigned_between(width, 0, std::min(a.greatest, b.greatest - 1));
    case Op::DivideSigned:
      if (b.least_signed < 1) return Range::all(width);
      return Range::signed_between(
          width, std::min(a.least_signed / b.least_signed, a.least_signed / b.greatest_signed),
          std::max(a.greatest_signed / b.least_signed, a.greatest_signed / b.greatest_signed));
    default:  // the sign is the dividend's
      if (b.least_signed < 1)
        return Range::signed_between(width, std::min<std::int64_t>(a.least_signed, 0),
                                     std::max<std::int64_t>(a.greatest_signed, 0));
      const std::int64_t most = b.greatest_signed - 1;
      return Range::signed_between(width, a.least_signed < 0 ? std::max(a.least_signed, -most) : 0,
                                   a.greatest_signed > 0 ? std::min(a.greatest_signed, most) : 0);
  }
}

Range truth(bool can_be_0, bool can_be_1) {
  return Range::unsigned_between(1, can_be_0 ? 0 : 1, can_be_1 ? 1 : 0);
}

Range comparison(Op op, const Range& a, const Range& b) {
  switch (op) {
    case Op::Equal:
      return truth(!(a.is_one() && b.is_one() && a.least == b.least), !meet(a, b).is_empty());
    case Op::LessUnsigned: return truth(a.greatest >= b.least, a.least < b.greatest);
    case Op::LessEqualUnsigned: return truth(a.greatest > b.least, a.least <= b.greatest);
    case Op::LessSigned:
      return truth(a.greatest_signed >= b.least_signed, a.least_signed < b.greatest_signed);
    default: return truth(a.greatest_signed > b.least_signed, a.least_signed <= b.greatest_signed);
  }
}

Range extraction(const Node& node, const Range& a) {
  const std::uint64_t least = a.least >> node.value;
  const std::uint64_t greatest = a.greatest >> node.value;
  Range out = Range::all(node.width);
  if (greatest <= mask(node.width)) out = Range::unsigned_between(node.width, least, greatest);
  if (node.value == 0 && a.least_signed >= lowest(node.width) &&
      a.greatest_signed <= highest(node.width))
    out = meet(out, Range::signed_between(node.width, a.least_signed, a.greatest_signed));
  return out;
}

Range shift(Op op, Width width, const Range& a) {
  if (op == Op::ShiftRight) return Range::unsigned_between(width, 0, a.greatest);
  if (op == Op::ShiftLeft) return Range::all(width);
  return Range::signed_between(width, std::min<std::int64_t>(a.least_signed, 0),
                               std::max<std::int64_t>(a.greatest_signed, -1));
}

}  // namespace

Range Range::all(Width width) {
  return {width, 0, mask(width), lowest(width), highest(width)};
}

Range Range::just(Width width, std::uint64_t value) {
  const std::int64_t number = as_signed(value, width);
  return {width, value, value, number, number};
}

Range Range::unsigned_between(Width width, std::uint64_t least, std::uint64_t greatest) {
  Range out = all(width);
  out.least = least;
  out.greatest = std::min(greatest, mask(width));
  return out.tightened();
}

Range Range::signed_between(Width width, std::int64_t least, std::int64_t greatest) {
  Range out = all(width);
  out.least_signed = least;
  out.greatest_signed = greatest;
  return out.tightened();
}

bool Range::contains(std::uint64_t value) const {
  const std::int64_t number = as_signed(value, width);
  return value >= least && value <= greatest && number >= least_signed && number <= greatest_signed;
}

Range Range::tightened() const {
  if (is_empty()) return *this;
  Range out = *this;
  const auto word = [&](std::int64_t number) {
    return static_cast<std::uint64_t>(number) & mask(width);
  };
  if (out.least_signed >= 0 || out.greatest_signed < 0) {
    out.least = std::max(out.least, word(out.least_signed));
    out.greatest = std::min(out.greatest, word(out.greatest_signed));
  }
  const std::uint64_t half = std::uint64_t{1} << (width - 1U);
  if (out.least <= out.greatest && (out.greatest < half || out.least >= half)) {
    out.least_signed = std::max(out.least_signed, as_signed(out.least, width));
    out.greatest_signed = std::min(out.greatest_signed, as_signed(out.greatest, width));
  }
  return out;
}

Range join(const Range& a, const Range& b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {a.width, std::min(a.least, b.least), std::max(a.greatest, b.greatest),
          std::min(a.least_signed, b.least_signed), std::max(a.greatest_signed, b.greatest_signed)};
}

Range meet(const Range& a, const Range& b) {
  return Range{a.width, std::max(a.least, b.least), std::min(a.greatest, b.greatest),
               std::max(a.least_signed, b.least_signed),
               std::min(a.greatest_signed, b.greatest_signed)}
      .tightened();
}

Range apply(const Node& node, const Range& a, const Range& b, const Range& c) {
  const Width width = node.width;
  switch (node.op) {
    case Op::Constant: return Range::just(width, node.value);
    case Op::Not:
      return from_wide(width, Wide{mask(width)} - a.greatest, Wide{mask(width)} - a.least,
                       -1 - Wide{a.greatest_signed}, -1 - Wide{a.least_signed});
    case Op::Negate:
      return from_wide(width, -Wide{a.greatest}, -Wide{a.least}, -Wide{a.greatest_signed},
                       -Wide{a.least_signed});
    case Op::And:
    case Op::Or:
    case Op::Xor: return bitwise(node.op, width, a, b);
    case Op::Add:
      return from_wide(width, Wide{a.least} + b.least, Wide{a.greatest} + b.greatest,
                       Wide{a.least_signed} + b.least_signed,
                       Wide{a.greatest_signed} + b.greatest_signed);
    case Op::Subtract:
      return from_wide(width, Wide{a.least} - b.greatest, Wide{a.greatest} - b.least,
                       Wide{a.least_signed} - b.greatest_signed,
                       Wide{a.greatest_signed} - b.least_signed);
    case Op::Multiply: return product(width, a, b);
    case Op::DivideUnsigned:
    case Op::DivideSigned:
    case Op::RemainderUnsigned:
    case Op::RemainderSigned: return division(node.op, width, a, b);
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::ShiftRightSigned: return shift(node.op, width, a);
    case Op::Conditional:
      if (node.index != 0) return Range::all(width);
      if (a.is_one()) return a.least != 0 ? b : c;
      return join(b, c);
    case Op::ZeroExtend: return Range::unsigned_between(width, a.least, a.greatest);
    case Op::SignExtend: return Range::signed_between(width, a.least_signed, a.greatest_signed);
    case Op::Extract: return extraction(node, a);
    case Op::Concatenate:
      return Range::unsigned_between(width, a.least << b.width | b.least,
                                     a.greatest << b.width | b.greatest);
    case Op::Equal:
    case Op::LessUnsigned:
    case Op::LessSigned:
    case Op::LessEqualUnsigned:
    case Op::LessEqualSigned: return comparison(node.op, a, b);
    default: return Range::all(width);  // of numbers of IEEE 754, and of arrays
  }
}

}  // namespace hardbop::words
