// SPDX-License-Identifier: MIT
// Operators on words as circuits. A word is its bits, the lowest first, of any number.
#pragma once

#include <vector>

#include "words/engine/bmc/aig.hpp"

namespace hardbop::bmc {

using Bits = std::vector<Edge>;

class Circuits {
 public:
  explicit Circuits(Aig& aig) : aig_(aig) {}

  [[nodiscard]] Aig& aig() { return aig_; }
  [[nodiscard]] static Bits constant(std::size_t width, std::uint64_t value);
  [[nodiscard]] static Bits part(const Bits& a, std::size_t lowest, std::size_t width);
  /// With zeros, or with `fill`, at the high end; or cut.
  [[nodiscard]] static Bits resized(Bits a, std::size_t width, Edge fill = Aig::never);
  [[nodiscard]] static Bits joined(const Bits& lower, const Bits& upper);

  [[nodiscard]] Edge any(const Bits& a);
  [[nodiscard]] Edge none(const Bits& a) { return Aig::negation(any(a)); }
  [[nodiscard]] Edge all(const Bits& a);
  [[nodiscard]] static Bits complement(Bits a);
  [[nodiscard]] Bits conjunction(const Bits& a, const Bits& b);
  [[nodiscard]] Bits exclusive(const Bits& a, const Bits& b);
  [[nodiscard]] Bits choice(Edge condition, const Bits& a, const Bits& b);

  /// One bit wider than the operands where `carry_out`.
  [[nodiscard]] Bits sum(const Bits& a, const Bits& b, Edge carry = Aig::never,
                         bool carry_out = false);
  [[nodiscard]] Bits difference(const Bits& a, const Bits& b) {
    return sum(a, complement(b), Aig::always);
  }
  [[nodiscard]] Bits negative(const Bits& a) {
    return sum(constant(a.size(), 0), complement(a), Aig::always);
  }
  [[nodiscard]] Bits negative_if(Edge condition, const Bits& a);
  /// The lowest `width` bits.
  [[nodiscard]] Bits product(const Bits& a, const Bits& b, std::size_t width);
  struct Division {
    Bits quotient;
    Bits remainder;
  };
  /// By zero: all ones, and the dividend.
  [[nodiscard]] Division division(const Bits& a, const Bits& b);
  [[nodiscard]] Division division_signed(const Bits& a, const Bits& b);

  /// By a number of places of any size; `fill` comes in.
  [[nodiscard]] Bits shifted_left(const Bits& a, const Bits& places);
  [[nodiscard]] Bits shifted_right(const Bits& a, const Bits& places, Edge fill = Aig::never);
  /// The same, with the disjunction of all that falls out in the lowest bit.
  [[nodiscard]] Bits shifted_right_sticky(const Bits& a, const Bits& places);

  [[nodiscard]] Edge equal(const Bits& a, const Bits& b) { return none(exclusive(a, b)); }
  [[nodiscard]] Edge less(const Bits& a, const Bits& b);
  [[nodiscard]] Edge less_signed(const Bits& a, const Bits& b);

 private:
  Aig& aig_;

  [[nodiscard]] Edge majority(Edge a, Edge b, Edge c);
};

}  // namespace hardbop::bmc
