// SPDX-License-Identifier: MIT
#include "boolean/calculus/bits.hpp"

#include "base/util/invariant.hpp"

namespace hardbop::calculus {

using bdd::Bdd;

namespace {

/// Numbers and what is added to them stay within 2^33.
constexpr std::size_t width = 35;

}  // namespace

std::vector<Bit> Terms::bits(const Term& term) const {
  const Type& type = system_.types[term.type];
  std::vector<Bit> out;
  if (term.kind == Term::Kind::Bits) {
    const std::vector<Bit>& all = bits_[term.variable];
    const auto first = all.begin() + term.first_bit;
    return {first, first + type.bits};
  }
  HARDBOP_INVARIANT(term.kind == Term::Kind::Constant, "only elements should have no bits");
  const auto code = static_cast<std::uint64_t>(term.value - type.low);
  for (std::uint32_t bit = type.bits; bit-- > 0;)
    out.push_back({Bit::none, ((code >> bit) & 1U) != 0});
  return out;
}

Bdd Terms::function(const Bit& bit) const {
  return bit.is_variable() ? manager_.var(bit.var) : manager_.constant(bit.value);
}

Bdd Terms::equal(const Bit& a, const Bit& b) const {
  return bdd::iff(function(a), function(b));
}

Bdd Terms::truth(const Term& term) const {
  if (term.kind != Term::Kind::Element) return function(bits(term).front());
  const Number index = number(system_.terms[term.index]);
  Bdd out = manager_.zero();
  for (std::uint32_t i = 0; i < term.length; ++i)
    out |= same(index, constant(i)) & function(bits_[term.variable][term.first_bit + i]);
  return out;
}

Terms::Number Terms::constant(std::int64_t value) const {
  Number out;
  for (std::size_t bit = 0; bit < width; ++bit)
    out.push_back(manager_.constant(((value >> bit) & 1) != 0));
  return out;
}

Terms::Number Terms::number(const Term& term) const {
  if (term.kind == Term::Kind::Constant) return constant(term.value);
  Number code(width, manager_.zero());
  const std::vector<Bit> own =
      bits({term.kind, term.at, term.type, term.variable, term.first_bit, no_index, 0, 0, 0});
  for (std::size_t i = 0; i < own.size(); ++i) code[own.size() - 1 - i] = function(own[i]);
  return sum(code, constant(system_.types[term.type].low + term.added));
}

Terms::Number Terms::sum(const Number& a, const Number& b) const {
  Number out;
  Bdd carry = manager_.zero();
  for (std::size_t bit = 0; bit < width; ++bit) {
    out.push_back(a[bit] ^ b[bit] ^ carry);
    carry = (a[bit] & b[bit]) | (carry & (a[bit] | b[bit]));
  }
  return out;
}

Bdd Terms::same(const Number& a, const Number& b) const {
  Bdd out = manager_.one();
  for (std::size_t bit = 0; bit < width; ++bit) out &= bdd::iff(a[bit], b[bit]);
  return out;
}

Bdd Terms::less(const Number& a, const Number& b) const {
  Bdd out = manager_.zero();
  for (std::size_t bit = 0; bit + 1 < width; ++bit) out = bdd::ite(a[bit] ^ b[bit], b[bit], out);
  return bdd::ite(a.back() ^ b.back(), a.back(), out);  // the sign
}

Bdd Terms::compare_numbers(const Number& a, const Number& b, Comparison comparison) const {
  switch (comparison) {
    case Comparison::Equal: return same(a, b);
    case Comparison::NotEqual: return ~same(a, b);
    case Comparison::Less: return less(a, b);
    case Comparison::LessEqual: return ~less(b, a);
    case Comparison::Greater: return less(b, a);
    case Comparison::GreaterEqual: return ~less(a, b);
  }
  return manager_.zero();
}

Bdd Terms::compare(const Term& a, const Term& b, Comparison comparison) const {
  if (system_.types[a.type].kind == Type::Kind::Range)
    return compare_numbers(number(a), number(b), comparison);
  Bdd same = manager_.one();
  if (a.kind == Term::Kind::Element || b.kind == Term::Kind::Element) {
    same = bdd::iff(truth(a), truth(b));
  } else {
    const std::vector<Bit> left = bits(a);
    const std::vector<Bit> right = bits(b);
    for (std::size_t i = left.size(); i-- > 0;) same &= equal(left[i], right[i]);
  }
  return comparison == Comparison::Equal ? same : ~same;
}

Bdd Terms::is_value(TypeId scalar, const std::vector<bdd::Var>& bits) const {
  Number code(width, manager_.zero());
  for (std::size_t i = 0; i < bits.size(); ++i) code[bits.size() - 1 - i] = manager_.var(bits[i]);
  return less(code, constant(static_cast<std::int64_t>(system_.types[scalar].size())));
}

}  // namespace hardbop::calculus
