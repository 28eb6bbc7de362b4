// SPDX-License-Identifier: MIT
// Terms as bits, and comparisons of terms as BDDs.
#pragma once

#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

/// A BDD variable, or a constant.
struct Bit {
  static constexpr bdd::Var none = ~bdd::Var{0};

  bdd::Var var = none;
  bool value = false;  // where there is no variable

  [[nodiscard]] bool is_variable() const { return var != none; }
  friend bool operator==(const Bit&, const Bit&) = default;
};

class Terms {
 public:
  Terms(const System& system, bdd::Manager& manager)
      : system_(system), manager_(manager), bits_(system.variables.size()) {}

  /// What the bits of a variable are from now on.
  void set(VariableId variable, std::vector<Bit> bits) { bits_[variable] = std::move(bits); }
  [[nodiscard]] const std::vector<Bit>& of(VariableId variable) const { return bits_[variable]; }
  /// The bits of a term that is no element and to which nothing is added.
  [[nodiscard]] std::vector<Bit> bits(const Term& term) const;
  [[nodiscard]] static bool has_bits(const Term& term) {
    return term.kind != Term::Kind::Element && term.added == 0;
  }

  [[nodiscard]] bdd::Bdd truth(const Term& term) const;
  [[nodiscard]] bdd::Bdd compare(const Term& a, const Term& b, Comparison comparison) const;
  [[nodiscard]] bdd::Bdd equal(const Bit& a, const Bit& b) const;
  /// That these bits are a value of the scalar type.
  [[nodiscard]] bdd::Bdd is_value(TypeId scalar, const std::vector<bdd::Var>& bits) const;
  [[nodiscard]] bdd::Bdd function(const Bit& bit) const;

 private:
  /// Two's complement, least significant bit first.
  using Number = std::vector<bdd::Bdd>;

  const System& system_;
  bdd::Manager& manager_;
  std::vector<std::vector<Bit>> bits_;  // by variable

  [[nodiscard]] Number number(const Term& term) const;
  [[nodiscard]] Number constant(std::int64_t value) const;
  [[nodiscard]] Number sum(const Number& a, const Number& b) const;
  [[nodiscard]] bdd::Bdd same(const Number& a, const Number& b) const;
  [[nodiscard]] bdd::Bdd less(const Number& a, const Number& b) const;
  [[nodiscard]] bdd::Bdd compare_numbers(const Number& a, const Number& b,
                                         Comparison comparison) const;
};

}  // namespace hardbop::calculus
