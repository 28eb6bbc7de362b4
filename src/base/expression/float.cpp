// SPDX-License-Identifier: MIT
#include "base/expression/float.hpp"

#include <bit>
#include <cfenv>
#include <cmath>

#include "base/util/invariant.hpp"

namespace hardbop::words {

namespace {

/// The machine rounds in this way while it lives.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding rounding) : before_(std::fegetround()) {
    std::fesetround(mode(rounding));
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;
  ~RoundingScope() { std::fesetround(before_); }

 private:
  int before_;

  static int mode(Rounding rounding) {
    switch (rounding) {
      case Rounding::TowardZero: return FE_TOWARDZERO;
      case Rounding::Up: return FE_UPWARD;
      case Rounding::Down: return FE_DOWNWARD;
      default: return FE_TONEAREST;
    }
  }
};

/// Numbers of one width. Operands are volatile so that nothing is computed before the rounding is
/// set, or after it is set back.
template <typename Number, typename Bits>
class Arithmetic {
 public:
  static Number number(std::uint64_t word) {
    return std::bit_cast<Number>(static_cast<Bits>(word));
  }
  static std::uint64_t word(Number number) {
    return std::isnan(number) ? not_a_number(sizeof(Bits) * 8) : std::bit_cast<Bits>(number);
  }

  static std::uint64_t binary(Op op, std::uint64_t a, std::uint64_t b) {
    const volatile Number x = number(a);
    const volatile Number y = number(b);
    volatile Number out = 0;
    switch (op) {
      case Op::FloatAdd: out = x + y; break;
      case Op::FloatSubtract: out = x - y; break;
      case Op::FloatMultiply: out = x * y; break;
      case Op::FloatDivide: out = x / y; break;
      case Op::FloatEqual: return x == y ? 1 : 0;
      case Op::FloatLess: return x < y ? 1 : 0;
      case Op::FloatLessEqual: return x <= y ? 1 : 0;
      default: HARDBOP_INVARIANT(false, "an operation of two numbers should be known");
    }
    return word(out);
  }

  static std::uint64_t square_root(std::uint64_t a) {
    const volatile Number x = number(a);
    const volatile Number out = std::sqrt(x);
    return word(out);
  }

  static Number rounded(std::uint64_t a, Rounding rounding) {
    const volatile Number x = number(a);
    const volatile Number out =
        rounding == Rounding::NearestAway ? std::round(x) : std::nearbyint(x);
    return out;
  }

  /// Of a number that is an integer.
  static std::uint64_t integer(Number number, Width width, bool is_signed) {
    const std::uint64_t none = std::uint64_t{1} << (width - 1U);
    const Number above = std::ldexp(Number{1}, is_signed ? width - 1 : width);
    const Number least = is_signed ? -above : Number{0};
    if (!(number >= least && number < above)) return none;
    if (number < 0)
      return std::bit_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & mask(width);
    return static_cast<std::uint64_t>(number);
  }

  static std::uint64_t from_integer(std::uint64_t a, Width width, bool is_signed) {
    if (a == 0) return 0;  // Clang's conversion makes it negative where it rounds down
    if (!is_signed) {
      const volatile std::uint64_t x = a;
      const volatile Number out = static_cast<Number>(x);
      return word(out);
    }
    const volatile std::int64_t x = as_signed(a, width);
    const volatile Number out = static_cast<Number>(x);
    return word(out);
  }
};

using Single = Arithmetic<float, std::uint32_t>;
using Double = Arithmetic<double, std::uint64_t>;

std::uint64_t convert(std::uint64_t a, Width from, Width to) {
  if (from == to) return a;
  if (from == 32) return Double::word(Single::number(static_cast<std::uint32_t>(a)));
  const volatile double x = Double::number(a);
  const volatile float out = static_cast<float>(x);
  return Single::word(out);
}

template <typename Numbers>
std::uint64_t apply_to(const Node& node, std::uint64_t a, std::uint64_t b) {
  const auto rounding = static_cast<Rounding>(node.value);
  switch (node.op) {
    case Op::FloatSquareRoot: return Numbers::square_root(a);
    case Op::FloatRound: return Numbers::word(Numbers::rounded(a, rounding));
    case Op::FloatToSigned:
    case Op::FloatToUnsigned:
      return Numbers::integer(Numbers::rounded(a, rounding), node.width,
                              node.op == Op::FloatToSigned);
    default: return Numbers::binary(node.op, a, b);
  }
}

}  // namespace

std::uint64_t apply_float(const Node& node, Width operands, std::uint64_t a, std::uint64_t b) {
  const RoundingScope scope(static_cast<Rounding>(node.value));
  switch (node.op) {
    case Op::FloatConvert: return convert(a, operands, node.width);
    case Op::FloatFromSigned:
    case Op::FloatFromUnsigned: {
      const bool is_signed = node.op == Op::FloatFromSigned;
      return node.width == 32 ? Single::from_integer(a, operands, is_signed)
                              : Double::from_integer(a, operands, is_signed);
    }
    default: return operands == 32 ? apply_to<Single>(node, a, b) : apply_to<Double>(node, a, b);
  }
}

}  // namespace hardbop::words
