// SPDX-License-Identifier: MIT
// Arithmetic of IEEE 754 as circuits. A number is taken apart into sign, exponent and significand;
// the exact result of an operation, as far as it matters to rounding, is computed on these; then it
// is rounded and put together again.
#pragma once

#include "base/expression/float.hpp"
#include "words/engine/bmc/circuits.hpp"

namespace hardbop::bmc {

class FloatCircuits {
 public:
  explicit FloatCircuits(Circuits& circuits) : c_(circuits), aig_(circuits.aig()) {}

  /// What the operation of a node makes of its operands.
  [[nodiscard]] Bits apply(const words::Node& node, const Bits& a, const Bits& b);

 private:
  /// A number: (-1)^sign * significand / 2^(its width - 1) * 2^exponent. The significand's highest
  /// bit is set, unless one of the flags says that the number is none of the usual.
  struct Number {
    Edge sign = Aig::never;
    Edge is_nan = Aig::never;
    Edge is_infinite = Aig::never;
    Edge is_zero = Aig::never;
    Bits exponent;  // signed
    Bits significand;
  };
  using Rounding = words::Rounding;

  Circuits& c_;
  Aig& aig_;

  [[nodiscard]] Number take_apart(const Bits& a);
  /// Of any significand, also one whose highest bits are zero.
  [[nodiscard]] Bits put_together(Number number, words::Width width, Rounding rounding);
  [[nodiscard]] Bits special(const Number& number, words::Width width, const Bits& usual);
  void normalise(Number& number);
  void normalise_once(Number& number);
  [[nodiscard]] Edge rounds_up(Rounding rounding, Edge sign, Edge lowest, Edge half, Edge rest);
  [[nodiscard]] static Edge overflows_to_infinity(Rounding rounding, Edge sign);

  [[nodiscard]] Bits sum(const Bits& a, const Bits& b, Rounding rounding);
  [[nodiscard]] Number exact_sum(const Number& larger, const Number& smaller);
  [[nodiscard]] Bits product(const Bits& a, const Bits& b, Rounding rounding);
  [[nodiscard]] Bits quotient(const Bits& a, const Bits& b, Rounding rounding);
  [[nodiscard]] Bits exact_quotient(const Bits& a, const Bits& b);
  [[nodiscard]] Bits square_root(const Bits& a, Rounding rounding);
  [[nodiscard]] Bits exact_root(const Bits& a);
  [[nodiscard]] Bits rounded(const Bits& a, Rounding rounding);
  [[nodiscard]] Bits integer(const Bits& a, words::Width width, bool is_signed, Rounding rounding);
  [[nodiscard]] Bits from_integer(const Bits& a, words::Width width, bool is_signed,
                                  Rounding rounding);
  [[nodiscard]] Edge equal(const Bits& a, const Bits& b);
  [[nodiscard]] Edge less(const Bits& a, const Bits& b);
  /// The integer part of a number, `width` + 1 bits of it, rounded.
  [[nodiscard]] Bits integer_part(const Number& number, std::size_t width, Rounding rounding);
  [[nodiscard]] static Bits without_sign(const Bits& a) {
    return Circuits::part(a, 0, a.size() - 1);
  }
  [[nodiscard]] Edge either(Edge a, Edge b) { return aig_.disjunction(a, b); }
  [[nodiscard]] Edge both(Edge a, Edge b) { return aig_.conjunction(a, b); }
};

}  // namespace hardbop::bmc
