// SPDX-License-Identifier: MIT
#include "words/bits/bits.hpp"

#include <utility>

#include "base/expression/bottom_up.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::words {

using bdd::Bdd;

namespace {

/// The circuits; `zero` and `one` are the constants.
class Circuits {
 public:
  explicit Circuits(const bdd::Manager& manager) : zero_(manager.zero()), one_(manager.one()) {}

  [[nodiscard]] static Word invert(const Word& a) {
    Word out;
    for (const Bdd& bit : a) out.push_back(~bit);
    return out;
  }

  /// a + b + carry.
  [[nodiscard]] static Word add(const Word& a, const Word& b, Bdd carry) {
    Word out;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Bdd differ = a[i] ^ b[i];
      out.push_back(differ ^ carry);
      if (i + 1 < a.size()) carry = bdd::ite(differ, carry, a[i]);
    }
    return out;
  }

  [[nodiscard]] Word subtract(const Word& a, const Word& b) const {
    return add(a, invert(b), one_);
  }

  [[nodiscard]] Word negate(const Word& a) const { return subtract(zeros(a.size()), a); }

  [[nodiscard]] Word multiply(const Word& a, const Word& b) const {
    Word sum = zeros(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (b[i].is_false()) continue;
      Word upper(sum.begin() + static_cast<std::ptrdiff_t>(i), sum.end());
      Word part;
      for (std::size_t j = 0; j < upper.size(); ++j) part.push_back(a[j] & b[i]);
      upper = add(upper, part, zero_);
      std::move(upper.begin(), upper.end(), sum.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return sum;
  }

  /// a < b, from the lowest bit up.
  [[nodiscard]] Bdd less(const Word& a, const Word& b) const {
    Bdd out = zero_;
    for (std::size_t i = 0; i < a.size(); ++i) out = bdd::ite(a[i] ^ b[i], b[i], out);
    return out;
  }

  [[nodiscard]] Bdd less_signed(Word a, Word b) const {
    std::swap(a.back(), b.back());  // a set sign makes a number smaller
    return less(a, b);
  }

  [[nodiscard]] static Word choose(const Bdd& condition, const Word& a, const Word& b) {
    Word out;
    for (std::size_t i = 0; i < a.size(); ++i) out.push_back(bdd::ite(condition, a[i], b[i]));
    return out;
  }

  /// Quotient and remainder, by long division; by zero they come out as SMT-LIB has them.
  [[nodiscard]] std::pair<Word, Word> divide(const Word& a, const Word& b) const {
    const std::size_t width = a.size();
    Word quotient(width, zero_);
    Word rest = zeros(width + 1);
    Word divisor = b;
    divisor.push_back(zero_);
    for (std::size_t i = width; i-- > 0;) {
      rest.pop_back();
      rest.insert(rest.begin(), a[i]);
      quotient[i] = ~less(rest, divisor);
      rest = choose(quotient[i], subtract(rest, divisor), rest);
    }
    rest.pop_back();
    return {std::move(quotient), std::move(rest)};
  }

  /// The signs are taken off first; the remainder has the dividend's.
  [[nodiscard]] Word divide_signed(const Word& a, const Word& b, bool remainder) const {
    const Bdd& negative_a = a.back();
    const Bdd& negative_b = b.back();
    auto [quotient, rest] =
        divide(choose(negative_a, negate(a), a), choose(negative_b, negate(b), b));
    if (remainder) return choose(negative_a, negate(rest), rest);
    return choose(negative_a ^ negative_b, negate(quotient), quotient);
  }

  [[nodiscard]] Word shift(Op op, const Word& a, const Word& places) const {
    const std::size_t width = a.size();
    const Bdd fill = op == Op::ShiftRightSigned ? a.back() : zero_;
    Word out = a;
    Bdd beyond = zero_;
    for (std::size_t stage = 0; stage < width; ++stage) {
      const std::size_t step = stage < 7 ? std::size_t{1} << stage : width;
      if (step >= width) {
        beyond |= places[stage];
        continue;
      }
      Word moved;
      for (std::size_t i = 0; i < width; ++i) {
        if (op == Op::ShiftLeft) {
          moved.push_back(i < step ? fill : out[i - step]);
        } else {
          moved.push_back(i + step < width ? out[i + step] : fill);
        }
      }
      out = choose(places[stage], moved, out);
    }
    return choose(beyond, Word(width, fill), out);
  }

  [[nodiscard]] Word zeros(std::size_t width) const { return Word(width, zero_); }
  [[nodiscard]] const Bdd& zero() const { return zero_; }

 private:
  Bdd zero_;
  Bdd one_;
};

template <typename Function>
Word bitwise(const Word& a, const Word& b, Function function) {
  Word out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(function(a[i], b[i]));
  return out;
}

}  // namespace

Word constant_word(const bdd::Manager& manager, Width width, std::uint64_t value) {
  Word out;
  for (unsigned i = 0; i < width; ++i) out.push_back(manager.constant((value >> i & 1U) != 0));
  return out;
}

Bdd equal(const bdd::Manager& manager, const Word& a, const Word& b) {
  Bdd out = manager.one();
  for (std::size_t i = a.size(); i-- > 0 && !out.is_false();) out &= bdd::iff(a[i], b[i]);
  return out;
}

Word Words::binary(const Node& node, const Word& a, const Word& b) {
  const Circuits circuits(manager_);
  switch (node.op) {
    case Op::And: return bitwise(a, b, bdd::conjoin);
    case Op::Or: return bitwise(a, b, bdd::disjoin);
    case Op::Xor: return bitwise(a, b, bdd::exclusive_or);
    case Op::Add: return circuits.add(a, b, circuits.zero());
    case Op::Subtract: return circuits.subtract(a, b);
    case Op::Multiply: return circuits.multiply(a, b);
    case Op::DivideUnsigned: return circuits.divide(a, b).first;
    case Op::RemainderUnsigned: return circuits.divide(a, b).second;
    case Op::DivideSigned: return circuits.divide_signed(a, b, false);
    case Op::RemainderSigned: return circuits.divide_signed(a, b, true);
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::ShiftRightSigned: return circuits.shift(node.op, a, b);
    case Op::Equal: return {equal(manager_, a, b)};
    case Op::LessUnsigned: return {circuits.less(a, b)};
    case Op::LessSigned: return {circuits.less_signed(a, b)};
    case Op::LessEqualUnsigned: return {~circuits.less(b, a)};
    case Op::LessEqualSigned: return {~circuits.less_signed(b, a)};
    default: {
      HARDBOP_INVARIANT(node.op == Op::Concatenate, "words should be made of words alone");
      Word out = b;
      out.insert(out.end(), a.begin(), a.end());
      return out;
    }
  }
}

Word Words::make(const Node& node) {
  switch (node.op) {
    case Op::Constant: return constant_word(manager_, node.width, node.value);
    case Op::Variable:
    case Op::Input: return leaf_(node);
    default: break;
  }
  HARDBOP_INVARIANT(node.index == 0 && node.op != Op::Select && !is_float_operation(node.op),
                    "who encodes should have refused arrays and numbers of IEEE 754");
  const Word& a = known_.at(node.a);
  switch (node.op) {
    case Op::Not: return Circuits::invert(a);
    case Op::Negate: return Circuits(manager_).negate(a);
    case Op::Conditional: return Circuits::choose(a.front(), known_.at(node.b), known_.at(node.c));
    case Op::ZeroExtend:
    case Op::SignExtend: {
      Word out = a;
      out.resize(node.width, node.op == Op::SignExtend ? a.back() : manager_.zero());
      return out;
    }
    case Op::Extract: {
      const auto first = a.begin() + static_cast<std::ptrdiff_t>(node.value);
      return {first, first + node.width};
    }
    default: return binary(node, a, known_.at(node.b));
  }
}

const Word& Words::encode(ExprId id) {
  std::vector<ExprId> stack{id};
  bottom_up(
      expressions_, stack, [&](ExprId one) { return known_.contains(one); },
      [&](ExprId one) { known_.emplace(one, make(expressions_.node(one))); });
  return known_.at(id);
}

}  // namespace hardbop::words
