// SPDX-License-Identifier: MIT
#include "words/engine/bmc/float_circuits.hpp"

#include <algorithm>
#include <bit>

#include "base/util/invariant.hpp"

namespace hardbop::bmc {

using words::Op;
using words::Width;

namespace {

constexpr Edge not_(Edge a) {
  return Aig::negation(a);
}

/// Of exponents, wide enough for those of all results before rounding.
std::size_t exponent_width(Width width) {
  return words::float_format(width).exponent + std::size_t{4};
}

std::int64_t bias(Width width) {
  return (std::int64_t{1} << (words::float_format(width).exponent - 1)) - 1;
}

Bits signed_constant(std::size_t width, std::int64_t value) {
  return Circuits::constant(width, std::bit_cast<std::uint64_t>(value));
}

Width width_of(const Bits& a) {
  return static_cast<Width>(a.size());
}

}  // namespace

Bits FloatCircuits::apply(const words::Node& node, const Bits& a, const Bits& b) {
  const auto rounding = static_cast<Rounding>(node.value);
  switch (node.op) {
    case Op::FloatAdd: return sum(a, b, rounding);
    case Op::FloatSubtract: {
      Bits negated = b;
      negated.back() = not_(negated.back());
      return sum(a, negated, rounding);
    }
    case Op::FloatMultiply: return product(a, b, rounding);
    case Op::FloatDivide: return quotient(a, b, rounding);
    case Op::FloatSquareRoot: return square_root(a, rounding);
    case Op::FloatRound: return rounded(a, rounding);
    case Op::FloatConvert: return put_together(take_apart(a), node.width, rounding);
    case Op::FloatFromSigned: return from_integer(a, node.width, true, rounding);
    case Op::FloatFromUnsigned: return from_integer(a, node.width, false, rounding);
    case Op::FloatToSigned: return integer(a, node.width, true, rounding);
    case Op::FloatToUnsigned: return integer(a, node.width, false, rounding);
    case Op::FloatEqual: return {equal(a, b)};
    case Op::FloatLess: return {less(a, b)};
    case Op::FloatLessEqual: return {either(less(a, b), equal(a, b))};
    default: break;
  }
  HARDBOP_INVARIANT(false, "every operation of numbers should have a circuit");
  return {};
}

// Numbers and words

FloatCircuits::Number FloatCircuits::take_apart(const Bits& a) {
  const Width width = width_of(a);
  const words::FloatFormat format = words::float_format(width);
  const Bits fraction = Circuits::part(a, 0, format.fraction);
  const Bits exponent = Circuits::part(a, format.fraction, format.exponent);
  const Edge is_highest = c_.all(exponent);
  const Edge is_lowest = c_.none(exponent);
  const Edge has_fraction = c_.any(fraction);
  const std::size_t wide = exponent_width(width);
  Number out;
  out.sign = a.back();
  out.is_nan = both(is_highest, has_fraction);
  out.is_infinite = both(is_highest, not_(has_fraction));
  out.is_zero = both(is_lowest, not_(has_fraction));
  Bits field = Circuits::resized(exponent, wide);
  field[0] = either(field[0], is_lowest);  // subnormal numbers have the exponent of the least field
  out.exponent = c_.difference(field, signed_constant(wide, bias(width)));
  out.significand = fraction;
  out.significand.push_back(not_(is_lowest));
  normalise(out);
  return out;
}

/// Moves the significand to the left until its highest bit is set.
void FloatCircuits::normalise(Number& number) {
  const std::size_t width = number.significand.size();
  Bits moved = Circuits::constant(number.exponent.size(), 0);
  for (std::size_t k = std::bit_width(width - 1); k-- > 0;) {
    const std::size_t by = std::size_t{1} << k;
    if (by >= width) continue;
    const Edge is_empty = c_.none(Circuits::part(number.significand, width - by, by));
    const Bits left = Circuits::joined(Circuits::constant(by, 0),
                                       Circuits::part(number.significand, 0, width - by));
    number.significand = c_.choice(is_empty, left, number.significand);
    moved[k] = is_empty;
  }
  number.exponent = c_.difference(number.exponent, moved);
}

/// The same, by one place at most.
void FloatCircuits::normalise_once(Number& number) {
  const Edge is_short = not_(number.significand.back());
  Bits moved = number.significand;
  std::rotate(moved.begin(), moved.end() - 1, moved.end());
  number.significand = c_.choice(is_short, moved, number.significand);
  number.exponent =
      c_.difference(number.exponent, Circuits::resized({is_short}, number.exponent.size()));
}

Edge FloatCircuits::rounds_up(Rounding rounding, Edge sign, Edge lowest, Edge half, Edge rest) {
  switch (rounding) {
    case Rounding::NearestEven: return both(half, either(rest, lowest));
    case Rounding::NearestAway: return half;
    case Rounding::TowardZero: return Aig::never;
    case Rounding::Up: return both(not_(sign), either(half, rest));
    case Rounding::Down: return both(sign, either(half, rest));
  }
  return Aig::never;
}

/// Or else to the largest number.
Edge FloatCircuits::overflows_to_infinity(Rounding rounding, Edge sign) {
  switch (rounding) {
    case Rounding::TowardZero: return Aig::never;
    case Rounding::Up: return not_(sign);
    case Rounding::Down: return sign;
    default: return Aig::always;
  }
}

Bits FloatCircuits::put_together(Number number, Width width, Rounding rounding) {
  const words::FloatFormat format = words::float_format(width);
  const std::size_t precision = format.fraction + std::size_t{1};
  const std::size_t wide = std::max(exponent_width(width), number.exponent.size());
  number.exponent = Circuits::resized(number.exponent, wide, number.exponent.back());
  if (number.significand.size() < precision + 2)
    number.significand = Circuits::joined(
        Circuits::constant(precision + 2 - number.significand.size(), 0), number.significand);
  // Below the least exponent, the significand moves to the right.
  const Bits least = signed_constant(wide, 1 - bias(width));
  const Edge is_small = c_.less_signed(number.exponent, least);
  const Bits below = c_.difference(least, number.exponent);
  const Bits exponent = c_.choice(is_small, least, number.exponent);
  const Bits moved = c_.shifted_right_sticky(
      number.significand, c_.choice(is_small, below, Circuits::constant(wide, 0)));
  const std::size_t cut = moved.size() - precision;
  const Bits kept = Circuits::part(moved, cut, precision);
  const Edge up = rounds_up(rounding, number.sign, kept[0], moved[cut - 1],
                            c_.any(Circuits::part(moved, 0, cut - 1)));
  const Bits significand =
      c_.sum(kept, Circuits::constant(precision, 0), up, true);  // one bit more
  const Edge carries = significand.back();
  const Edge is_normal = either(carries, significand[precision - 1]);
  Bits field = c_.sum(exponent, signed_constant(wide, bias(width)), carries);
  const Edge is_above =
      not_(c_.less_signed(field, signed_constant(wide, (std::int64_t{1} << format.exponent) - 1)));
  field = c_.choice(is_normal, field, Circuits::constant(wide, 0));
  // After a carry, all lower bits are zero.
  Bits usual = Circuits::joined(Circuits::part(significand, 0, format.fraction),
                                Circuits::part(field, 0, format.exponent));
  const Edge is_infinite = overflows_to_infinity(rounding, number.sign);
  Bits largest(format.fraction, not_(is_infinite));
  Bits highest(format.exponent, Aig::always);
  highest[0] = is_infinite;
  usual = c_.choice(is_above, Circuits::joined(largest, highest), usual);
  return special(number, width, usual);
}

/// With its sign, unless it is not a number, infinite or zero.
Bits FloatCircuits::special(const Number& number, Width width, const Bits& usual) {
  const words::FloatFormat format = words::float_format(width);
  const Bits infinite =
      Circuits::joined(Circuits::constant(format.fraction, 0), Bits(format.exponent, Aig::always));
  Bits out = c_.choice(number.is_infinite, infinite, usual);
  out = c_.choice(number.is_zero, Circuits::constant(width - 1U, 0), out);
  out.push_back(number.sign);
  return c_.choice(number.is_nan, Circuits::constant(width, words::not_a_number(width)), out);
}

// Sums

Bits FloatCircuits::sum(const Bits& a, const Bits& b, Rounding rounding) {
  const Width width = width_of(a);
  const Edge is_less = c_.less(without_sign(a), without_sign(b));
  const Bits larger = c_.choice(is_less, b, a);
  const Number x = take_apart(larger);
  const Number y = take_apart(c_.choice(is_less, a, b));
  Number out = exact_sum(x, y);
  const Edge opposite = aig_.exclusive(x.sign, y.sign);
  out.is_nan =
      either(either(x.is_nan, y.is_nan), both(both(x.is_infinite, y.is_infinite), opposite));
  out.is_infinite = x.is_infinite;  // the larger one is, if one is
  out.is_zero = both(not_(x.is_infinite), c_.none(out.significand));
  // Where opposite numbers leave nothing, the sign is that of the rounding.
  const Edge rest = rounding == Rounding::Down ? Aig::always : Aig::never;
  out.sign = aig_.choice(both(out.is_zero, opposite), rest, x.sign);
  normalise(out);
  const Bits made = put_together(out, width, rounding);
  const Edge is_alone = both(y.is_zero, not_(either(x.is_nan, x.is_zero)));
  return c_.choice(is_alone, larger, made);
}

/// With three more bits at the low end, of which the last stands for all that is lost, and one at
/// the high end.
FloatCircuits::Number FloatCircuits::exact_sum(const Number& larger, const Number& smaller) {
  const std::size_t wide = larger.exponent.size();
  const auto extended = [&](const Number& number) {
    Bits out = Circuits::joined(Circuits::constant(3, 0), number.significand);
    out.push_back(Aig::never);
    const Bits nothing = Circuits::constant(out.size(), 0);
    return c_.choice(number.is_zero, nothing, out);
  };
  const Bits x = extended(larger);
  const Bits y =
      c_.shifted_right_sticky(extended(smaller), c_.difference(larger.exponent, smaller.exponent));
  const Edge subtracts = aig_.exclusive(larger.sign, smaller.sign);
  const Bits term = c_.choice(subtracts, Circuits::complement(y), y);
  Number out;
  out.significand = c_.sum(x, term, subtracts);
  out.exponent = c_.sum(larger.exponent, Circuits::constant(wide, 1));
  return out;
}

// Products, quotients, roots

Bits FloatCircuits::product(const Bits& a, const Bits& b, Rounding rounding) {
  const Number x = take_apart(a);
  const Number y = take_apart(b);
  Number out;
  out.sign = aig_.exclusive(x.sign, y.sign);
  const Edge has_zero = either(x.is_zero, y.is_zero);
  const Edge has_infinite = either(x.is_infinite, y.is_infinite);
  out.is_nan = either(either(x.is_nan, y.is_nan), both(has_zero, has_infinite));
  out.is_infinite = has_infinite;
  out.is_zero = has_zero;
  out.significand = c_.product(x.significand, y.significand, 2 * x.significand.size());
  out.exponent = c_.sum(x.exponent, y.exponent, Aig::always);
  normalise_once(out);
  return put_together(out, width_of(a), rounding);
}

Bits FloatCircuits::quotient(const Bits& a, const Bits& b, Rounding rounding) {
  const Number x = take_apart(a);
  const Number y = take_apart(b);
  Number out;
  out.sign = aig_.exclusive(x.sign, y.sign);
  out.is_nan = either(either(x.is_nan, y.is_nan),
                      either(both(x.is_zero, y.is_zero), both(x.is_infinite, y.is_infinite)));
  out.is_infinite = either(x.is_infinite, both(y.is_zero, not_(x.is_nan)));
  out.is_zero = both(either(x.is_zero, y.is_infinite), not_(out.is_infinite));
  out.significand = exact_quotient(x.significand, y.significand);
  out.exponent = c_.difference(x.exponent, y.exponent);
  normalise_once(out);
  return put_together(out, width_of(a), rounding);
}

/// Three bits more than the operands have, and one that says whether something is left.
Bits FloatCircuits::exact_quotient(const Bits& a, const Bits& b) {
  const std::size_t wide = a.size() + 1;
  const Bits divisor = Circuits::resized(b, wide);
  Bits rest = Circuits::resized(a, wide);
  Bits out;
  for (std::size_t i = 0; i < a.size() + 3; ++i) {
    const Edge fits = not_(c_.less(rest, divisor));
    out.push_back(fits);
    rest = c_.choice(fits, c_.difference(rest, divisor), rest);
    rest.pop_back();  // what is left is less than the divisor
    rest.insert(rest.begin(), Aig::never);
  }
  out.push_back(c_.any(rest));
  std::ranges::reverse(out);
  return out;
}

Bits FloatCircuits::square_root(const Bits& a, Rounding rounding) {
  const Number x = take_apart(a);
  Number out;
  out.sign = x.sign;
  out.is_nan = either(x.is_nan, both(x.sign, not_(x.is_zero)));
  out.is_infinite = x.is_infinite;
  out.is_zero = x.is_zero;
  // An odd exponent is made even: the number is between 1 and 4.
  const Edge is_odd = x.exponent[0];
  Bits doubled = x.significand;
  doubled.insert(doubled.begin(), Aig::never);
  const Bits single = Circuits::resized(x.significand, doubled.size());
  out.significand = exact_root(c_.choice(is_odd, doubled, single));
  out.exponent = Circuits::part(x.exponent, 1, x.exponent.size() - 1);
  out.exponent.push_back(x.exponent.back());
  return put_together(out, width_of(a), rounding);
}

/// Of a word with two bits before the point: as many bits as it has and two more, and one that says
/// whether something is left. Digit by digit, as on paper.
Bits FloatCircuits::exact_root(const Bits& a) {
  const std::size_t digits = a.size() + 2;
  const std::size_t wide = digits + 3;
  Bits rest = Circuits::constant(wide, 0);
  Bits root;  // the highest digit last
  for (std::size_t i = 0; i < digits; ++i) {
    const auto bit = [&](std::size_t from_top) {
      return from_top < a.size() ? a[a.size() - 1 - from_top] : Aig::never;
    };
    rest.insert(rest.begin(), {bit(2 * i + 1), bit(2 * i)});
    rest.resize(wide);
    Bits trial{Aig::always, Aig::never};
    trial = Circuits::resized(Circuits::joined(trial, root), wide);
    const Edge fits = not_(c_.less(rest, trial));
    rest = c_.choice(fits, c_.difference(rest, trial), rest);
    root.insert(root.begin(), fits);
  }
  root.insert(root.begin(), c_.any(rest));
  return root;
}

// Integers

/// In fixed point, with a bit for a half and one for the rest after the point.
Bits FloatCircuits::integer_part(const Number& number, std::size_t width, Rounding rounding) {
  const std::size_t precision = number.significand.size();
  const std::size_t wide = number.exponent.size();
  const std::size_t after = precision + 1;  // bits after the point
  Bits fixed = Circuits::joined(Circuits::constant(2, 0), number.significand);
  fixed = Circuits::resized(fixed, after + width + 1);
  const Edge is_below = number.exponent.back();
  const Bits nothing = Circuits::constant(wide, 0);
  const Bits left = c_.shifted_left(fixed, c_.choice(is_below, nothing, number.exponent));
  const Bits right =
      c_.shifted_right_sticky(fixed, c_.choice(is_below, c_.negative(number.exponent), nothing));
  fixed = c_.choice(is_below, right, left);
  const Bits whole = Circuits::part(fixed, after, width + 1);
  const Edge up = rounds_up(rounding, number.sign, whole[0], fixed[after - 1],
                            c_.any(Circuits::part(fixed, 0, after - 1)));
  return c_.sum(whole, Circuits::constant(width + 1, 0), up);
}

Bits FloatCircuits::rounded(const Bits& a, Rounding rounding) {
  const Width width = width_of(a);
  const Number x = take_apart(a);
  const std::size_t precision = x.significand.size();
  const std::size_t wide = x.exponent.size();
  Number out = x;
  out.significand = integer_part(x, precision, rounding);
  out.is_zero = both(either(x.is_zero, c_.none(out.significand)), not_(x.is_infinite));
  out.exponent = signed_constant(wide, static_cast<std::int64_t>(precision));
  normalise(out);
  const Bits made = put_together(out, width, rounding);
  const Edge is_whole = not_(
      c_.less_signed(x.exponent, signed_constant(wide, static_cast<std::int64_t>(precision) - 1)));
  const Edge is_usual = not_(either(x.is_nan, either(x.is_infinite, x.is_zero)));
  return c_.choice(both(is_whole, is_usual), a, made);
}

Bits FloatCircuits::integer(const Bits& a, Width width, bool is_signed, Rounding rounding) {
  const Number x = take_apart(a);
  const Bits magnitude = integer_part(x, width, rounding);  // one bit more
  const Edge is_large = not_(c_.less_signed(
      x.exponent, signed_constant(x.exponent.size(), static_cast<std::int64_t>(width))));
  const Edge is_zero = either(x.is_zero, both(c_.none(magnitude), not_(is_large)));
  const Edge highest = magnitude[width - 1U];
  const Edge is_least = both(highest, c_.none(Circuits::part(magnitude, 0, width - 1U)));
  Edge fits = not_(magnitude.back());
  if (is_signed)
    fits = both(fits, either(not_(highest), both(x.sign, is_least)));
  else
    fits = both(fits, not_(x.sign));
  fits = either(is_zero, both(fits, not_(is_large)));
  fits = both(fits, not_(either(x.is_nan, x.is_infinite)));
  const Bits word = c_.negative_if(x.sign, Circuits::resized(magnitude, width));
  const Bits whole = c_.choice(x.is_zero, Circuits::constant(width, 0), word);
  return c_.choice(fits, whole, Circuits::constant(width, std::uint64_t{1} << (width - 1U)));
}

Bits FloatCircuits::from_integer(const Bits& a, Width width, bool is_signed, Rounding rounding) {
  Number out;
  out.sign = is_signed ? a.back() : Aig::never;
  out.significand = c_.negative_if(out.sign, a);
  out.is_zero = c_.none(a);
  out.exponent = signed_constant(exponent_width(width), static_cast<std::int64_t>(a.size()) - 1);
  if (a.size() > 1) normalise(out);
  return put_together(out, width, rounding);
}

// Comparisons

Edge FloatCircuits::equal(const Bits& a, const Bits& b) {
  const Number x = take_apart(a);
  const Number y = take_apart(b);
  const Edge same = either(c_.equal(a, b), both(x.is_zero, y.is_zero));
  return both(same, not_(either(x.is_nan, y.is_nan)));
}

Edge FloatCircuits::less(const Bits& a, const Bits& b) {
  const Number x = take_apart(a);
  const Number y = take_apart(b);
  const Edge nearer = c_.less(without_sign(a), without_sign(b));
  const Edge farther = c_.less(without_sign(b), without_sign(a));
  const Edge same_sign = aig_.choice(x.sign, farther, nearer);
  const Edge out = aig_.choice(aig_.exclusive(x.sign, y.sign), x.sign, same_sign);
  const Edge are_zero = both(x.is_zero, y.is_zero);
  return both(out, not_(either(are_zero, either(x.is_nan, y.is_nan))));
}

}  // namespace hardbop::bmc
