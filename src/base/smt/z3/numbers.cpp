// SPDX-License-Identifier: MIT
#include "base/smt/z3/numbers.hpp"

#include <algorithm>

#include "base/expression/float.hpp"

namespace hardbop::smt {

namespace {

using words::Node;
using words::Op;
using words::Rounding;
using words::Width;

z3::expr checked(z3::context& context, Z3_ast made) {
  context.check_error();
  return {context, made};
}

z3::sort number_sort(z3::context& context, Width width) {
  const words::FloatFormat format = words::float_format(width);
  return context.fpa_sort(format.exponent, format.fraction + 1U);
}

Z3_ast make_mode(z3::context& context, const Node& node) {
  switch (static_cast<Rounding>(node.value)) {
    case Rounding::NearestEven: return Z3_mk_fpa_rne(context);
    case Rounding::TowardZero: return Z3_mk_fpa_rtz(context);
    case Rounding::Up: return Z3_mk_fpa_rtp(context);
    case Rounding::Down: return Z3_mk_fpa_rtn(context);
    case Rounding::NearestAway: break;
  }
  return Z3_mk_fpa_rna(context);
}

z3::expr mode_of(z3::context& context, const Node& node) {
  return checked(context, make_mode(context, node));
}

}  // namespace

z3::expr number_of_word(const z3::expr& word) {
  z3::context& context = word.ctx();
  const auto width = static_cast<Width>(word.get_sort().bv_size());
  return checked(context, Z3_mk_fpa_to_fp_bv(context, word, number_sort(context, width)));
}

z3::expr word_of_number(const z3::expr& number, Width width) {
  z3::context& context = number.ctx();
  return z3::ite(checked(context, Z3_mk_fpa_is_nan(context, number)),
                 context.bv_val(words::not_a_number(width), width),
                 checked(context, Z3_mk_fpa_to_ieee_bv(context, number)));
}

z3::expr apply_to_numbers(const Node& node, const z3::expr& a, const z3::expr& b) {
  z3::context& context = a.ctx();
  const z3::expr mode = mode_of(context, node);
  const auto make = [&]() -> Z3_ast {
    switch (node.op) {
      case Op::FloatAdd: return Z3_mk_fpa_add(context, mode, a, b);
      case Op::FloatSubtract: return Z3_mk_fpa_sub(context, mode, a, b);
      case Op::FloatMultiply: return Z3_mk_fpa_mul(context, mode, a, b);
      case Op::FloatDivide: return Z3_mk_fpa_div(context, mode, a, b);
      case Op::FloatSquareRoot: return Z3_mk_fpa_sqrt(context, mode, a);
      case Op::FloatRound: return Z3_mk_fpa_round_to_integral(context, mode, a);
      default: return Z3_mk_fpa_to_fp_float(context, mode, a, number_sort(context, node.width));
    }
  };
  return checked(context, make());
}

z3::expr compare_numbers(Op op, const z3::expr& a, const z3::expr& b) {
  z3::context& context = a.ctx();
  return checked(context, op == Op::FloatEqual  ? Z3_mk_fpa_eq(context, a, b)
                          : op == Op::FloatLess ? Z3_mk_fpa_lt(context, a, b)
                                                : Z3_mk_fpa_leq(context, a, b));
}

z3::expr number_of_integer(const Node& node, const z3::expr& word) {
  z3::context& context = word.ctx();
  const z3::expr mode = mode_of(context, node);
  const z3::sort sort = number_sort(context, node.width);
  return checked(context, node.op == Op::FloatFromSigned
                              ? Z3_mk_fpa_to_fp_signed(context, mode, word, sort)
                              : Z3_mk_fpa_to_fp_unsigned(context, mode, word, sort));
}

/// Z3, like SMT-LIB, says nothing of numbers that are too large: they are set apart.
z3::expr integer_of_number(const Node& node, const z3::expr& number) {
  z3::context& context = number.ctx();
  const bool is_signed = node.op == Op::FloatToSigned;
  const z3::expr mode = mode_of(context, node);
  const auto from =
      static_cast<Width>(number.get_sort().fpa_ebits() + number.get_sort().fpa_sbits());
  const int exponent = is_signed ? node.width - 1 : node.width;
  const auto limit = [&](std::uint64_t word) { return number_of_word(context.bv_val(word, from)); };
  const z3::expr above = limit(words::power_of_two(from, exponent, false));
  const z3::expr least = limit(is_signed ? words::power_of_two(from, exponent, true) : 0);
  const z3::expr rounded = checked(context, Z3_mk_fpa_round_to_integral(context, mode, number));
  const unsigned width = std::max<unsigned>(node.width, 2);  // Z3 4.8 fails for less
  const z3::expr integer =
      checked(context, is_signed ? Z3_mk_fpa_to_sbv(context, mode, number, width)
                                 : Z3_mk_fpa_to_ubv(context, mode, number, width))
          .extract(node.width - 1U, 0);
  return z3::ite(compare_numbers(Op::FloatLessEqual, least, rounded) &&
                     compare_numbers(Op::FloatLess, rounded, above),
                 integer, context.bv_val(std::uint64_t{1} << (node.width - 1U), node.width));
}

}  // namespace hardbop::smt
