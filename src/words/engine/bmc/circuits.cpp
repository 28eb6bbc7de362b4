// SPDX-License-Identifier: MIT
#include "words/engine/bmc/circuits.hpp"

#include <algorithm>

namespace hardbop::bmc {

Bits Circuits::constant(std::size_t width, std::uint64_t value) {
  Bits out(width, Aig::never);
  for (std::size_t i = 0; i < std::min<std::size_t>(width, 64); ++i)
    if ((value >> i & 1U) != 0) out[i] = Aig::always;
  return out;
}

Bits Circuits::part(const Bits& a, std::size_t lowest, std::size_t width) {
  const auto first = a.begin() + static_cast<std::ptrdiff_t>(lowest);
  return {first, first + static_cast<std::ptrdiff_t>(width)};
}

Bits Circuits::resized(Bits a, std::size_t width, Edge fill) {
  a.resize(width, fill);
  return a;
}

Bits Circuits::joined(const Bits& lower, const Bits& upper) {
  Bits out = lower;
  out.insert(out.end(), upper.begin(), upper.end());
  return out;
}

Edge Circuits::any(const Bits& a) {
  Edge out = Aig::never;
  for (const Edge bit : a) out = aig_.disjunction(out, bit);
  return out;
}

Edge Circuits::all(const Bits& a) {
  Edge out = Aig::always;
  for (const Edge bit : a) out = aig_.conjunction(out, bit);
  return out;
}

Bits Circuits::complement(Bits a) {
  for (Edge& bit : a) bit = Aig::negation(bit);
  return a;
}

Bits Circuits::conjunction(const Bits& a, const Bits& b) {
  Bits out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = aig_.conjunction(a[i], b[i]);
  return out;
}

Bits Circuits::exclusive(const Bits& a, const Bits& b) {
  Bits out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = aig_.exclusive(a[i], b[i]);
  return out;
}

Bits Circuits::choice(Edge condition, const Bits& a, const Bits& b) {
  Bits out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = aig_.choice(condition, a[i], b[i]);
  return out;
}

// Arithmetic

Edge Circuits::majority(Edge a, Edge b, Edge c) {
  return aig_.disjunction(aig_.conjunction(a, b), aig_.conjunction(aig_.disjunction(a, b), c));
}

Bits Circuits::sum(const Bits& a, const Bits& b, Edge carry, bool carry_out) {
  Bits out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    out[i] = aig_.exclusive(aig_.exclusive(a[i], b[i]), carry);
    carry = majority(a[i], b[i], carry);
  }
  if (carry_out) out.push_back(carry);
  return out;
}

Bits Circuits::negative_if(Edge condition, const Bits& a) {
  Bits flipped(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) flipped[i] = aig_.exclusive(condition, a[i]);
  return sum(flipped, constant(a.size(), 0), condition);
}

/// Adds the first operand for each bit of the second; best where that one has many constants.
Bits Circuits::product(const Bits& a, const Bits& b, std::size_t width) {
  const auto constants = [](const Bits& bits) {
    return std::ranges::count_if(bits, [](Edge bit) { return Aig::node(bit) == 0; });
  };
  if (constants(a) > constants(b)) return product(b, a, width);
  const Bits wide = resized(a, width);
  Bits out = constant(width, 0);
  for (std::size_t i = 0; i < std::min(b.size(), width); ++i) {
    if (b[i] == Aig::never) continue;
    Bits row = constant(width, 0);
    for (std::size_t j = i; j < width; ++j) row[j] = aig_.conjunction(wide[j - i], b[i]);
    out = sum(out, row);
  }
  return out;
}

/// Bit by bit from the highest, as on paper.
Circuits::Division Circuits::division(const Bits& a, const Bits& b) {
  const std::size_t width = a.size();
  const Bits divisor = resized(b, width + 1);
  Bits rest = constant(width + 1, 0);
  Division out{constant(width, 0), {}};
  for (std::size_t i = width; i-- > 0;) {
    rest.insert(rest.begin(), a[i]);
    rest.pop_back();
    const Edge fits = Aig::negation(less(rest, divisor));
    out.quotient[i] = fits;
    rest = choice(fits, difference(rest, divisor), rest);
  }
  out.remainder = resized(rest, width);
  return out;
}

Circuits::Division Circuits::division_signed(const Bits& a, const Bits& b) {
  Division out = division(negative_if(a.back(), a), negative_if(b.back(), b));
  out.quotient = negative_if(aig_.exclusive(a.back(), b.back()), out.quotient);
  out.remainder = negative_if(a.back(), out.remainder);
  return out;
}

// Shifts: by 1, 2, 4 and so on, each if the bit of the number of places says so.

Bits Circuits::shifted_left(const Bits& a, const Bits& places) {
  Bits out = a;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::size_t by = k < 32 ? std::size_t{1} << k : a.size();
    Bits moved = constant(a.size(), 0);
    for (std::size_t i = by; i < a.size(); ++i) moved[i] = out[i - by];
    out = choice(places[k], moved, out);
  }
  return out;
}

Bits Circuits::shifted_right(const Bits& a, const Bits& places, Edge fill) {
  Bits out = a;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::size_t by = k < 32 ? std::size_t{1} << k : a.size();
    Bits moved(a.size(), fill);
    for (std::size_t i = by; i < a.size(); ++i) moved[i - by] = out[i];
    out = choice(places[k], moved, out);
  }
  return out;
}

Bits Circuits::shifted_right_sticky(const Bits& a, const Bits& places) {
  Bits out = a;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::size_t by = std::min(k < 32 ? std::size_t{1} << k : a.size(), a.size());
    Bits moved = constant(a.size(), 0);
    for (std::size_t i = by; i < a.size(); ++i) moved[i - by] = out[i];
    moved[0] = aig_.disjunction(moved[0], any(part(out, 0, by)));
    out = choice(places[k], moved, out);
  }
  return out;
}

// Comparisons

Edge Circuits::less(const Bits& a, const Bits& b) {
  Edge out = Aig::never;
  for (std::size_t i = 0; i < a.size(); ++i)
    out = aig_.choice(aig_.exclusive(a[i], b[i]), b[i], out);
  return out;
}

Edge Circuits::less_signed(const Bits& a, const Bits& b) {
  Bits x = a;
  Bits y = b;
  x.back() = Aig::negation(x.back());
  y.back() = Aig::negation(y.back());
  return less(x, y);
}

}  // namespace hardbop::bmc
