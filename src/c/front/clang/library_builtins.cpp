// SPDX-License-Identifier: MIT
// GCC's builtin functions that are no functions of the C library: arithmetic that says whether it
// overflows, bits, and hints to the compiler. Those of bits are written in C, in
// src/c/library/bits.c.
//
// The result of checked arithmetic is exact before it is converted to the type of where it is
// stored. Types of up to 32 bits are computed with 64. Otherwise a sum has a second word with what
// is above 64 bits, and a product is one of magnitudes.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

constexpr Type wide{64, true, false, false};

/// The operation of `add_overflow`, `saddl_overflow` and the like.
std::optional<Op> checked_operation(const std::string& name) {
  const std::size_t end = name.find("_overflow");
  if (end == std::string::npos || end + 9 != name.size()) return std::nullopt;
  std::string_view rest = std::string_view(name).substr(0, end);
  if (rest.starts_with("sadd") || rest.starts_with("uadd") || rest.starts_with("ssub") ||
      rest.starts_with("usub") || rest.starts_with("smul") || rest.starts_with("umul"))
    rest = rest.substr(1);
  while (rest.size() > 3 && rest.ends_with('l')) rest.remove_suffix(1);
  if (rest == "add") return Op::Add;
  if (rest == "sub") return Op::Subtract;
  if (rest == "mul") return Op::Multiply;
  return std::nullopt;
}

}  // namespace

/// Whether an exact word of 64 bits, signed, is one of the type.
ExprId Translator::fits_type(ExprId exact, Type type) {
  return build_.binary(
      Op::Equal, build_.resize(build_.resize(exact, type, false), wide, type.is_signed), exact);
}

/// A word of all bits of a number's sign.
ExprId Translator::sign_word(ExprId word, bool is_signed) {
  if (!is_signed) return build_.constant(wide, 0);
  return build_.binary(Op::ShiftRightSigned, word, build_.constant(wide, 63));
}

Translator::Checked Translator::checked_sum(Op op, const Operand& a, const Operand& b, Type type) {
  const ExprId low = build_.binary(op, a.word, b.word);
  const ExprId carries = op == Op::Add ? build_.binary(Op::LessUnsigned, low, a.word)
                                       : build_.binary(Op::LessUnsigned, a.word, b.word);
  const ExprId high = build_.binary(
      op, build_.binary(op, sign_word(a.word, a.is_signed), sign_word(b.word, b.is_signed)),
      build_.word(carries, wide));
  const ExprId above = build_.binary(Op::Equal, high, sign_word(low, type.is_signed));
  const ExprId fits = type.bits == 64 ? above : build_.binary(Op::And, above, fits_type(low, type));
  return {build_.resize(low, type, false), build_.negation(fits)};
}

Translator::Checked Translator::checked_product(const Operand& a, const Operand& b, Type type) {
  const ExprId zero = build_.constant(wide, 0);
  const auto is_negative = [&](const Operand& one) {
    return one.is_signed ? build_.binary(Op::LessSigned, one.word, zero)
                         : build_.constant(Builder::truth_type, 0);
  };
  const auto magnitude = [&](const Operand& one) {
    return build_.conditional(is_negative(one), build_.unary(Op::Negate, one.word), one.word);
  };
  const ExprId x = magnitude(a);
  const ExprId y = magnitude(b);
  const ExprId product = build_.binary(Op::Multiply, x, y);
  const ExprId is_exact =
      build_.binary(Op::Or, build_.binary(Op::Equal, x, zero),
                    build_.binary(Op::Equal, build_.binary(Op::DivideUnsigned, product, x), y));
  const ExprId differ = build_.binary(Op::Xor, is_negative(a), is_negative(b));
  const std::uint64_t most = words::mask(type.bits) >> (type.is_signed ? 1U : 0U);
  const ExprId below = build_.constant(wide, type.is_signed ? most + 1 : 0);
  const ExprId limit = build_.conditional(differ, below, build_.constant(wide, most));
  const ExprId fits =
      build_.binary(Op::And, is_exact, build_.binary(Op::LessEqualUnsigned, product, limit));
  const ExprId result = build_.conditional(differ, build_.unary(Op::Negate, product), product);
  return {build_.resize(result, type, false), build_.negation(fits)};
}

bool Translator::call_checked(const clang::CallExpr* expression, const std::string& name,
                              const std::vector<Place>& results) {
  const std::optional<Op> op = checked_operation(name);
  if (!op || expression->getNumArgs() != 3) return false;
  const clang::SourceLocation at = expression->getExprLoc();
  const auto operand = [&](unsigned i) {
    const clang::QualType type = expression->getArg(i)->getType();
    const ExprId word = build_.resize(keep(expression->getArg(i)), wide, is_signed(type));
    return Operand{word, is_signed(type), scalar_or_word(type).bits};
  };
  const clang::QualType target = expression->getArg(2)->getType()->getPointeeType();
  for (const clang::QualType type :
       {expression->getArg(0)->getType(), expression->getArg(1)->getType(), target})
    if (!scalar(type)) return false;
  const Type type = *scalar(target);
  const Operand a = operand(0);
  const Operand b = operand(1);
  const ExprId to = stabilise(value(expression->getArg(2)), at);
  Checked out;
  if (a.bits < 64 && b.bits < 64 && type.bits < 64) {
    const ExprId exact = build_.binary(*op, a.word, b.word);
    out = {build_.resize(exact, type, false), build_.negation(fits_type(exact, type))};
    if (*op == Op::Multiply) out = checked_short_product(a, b, type);
  } else {
    out = *op == Op::Multiply ? checked_product(a, b, type) : checked_sum(*op, a, b, type);
  }
  const ExprId overflows = stabilise(build_.word(out.overflows, {8, false, false, true}), at);
  assign({to, type}, out.result, at);
  give_back(overflows, results, at);
  return true;
}

/// Of two words of up to 32 bits: as an unsigned word where both are unsigned.
Translator::Checked Translator::checked_short_product(const Operand& a, const Operand& b,
                                                      Type type) {
  const ExprId exact = build_.binary(Op::Multiply, a.word, b.word);
  ExprId fits = fits_type(exact, type);
  if (!a.is_signed && !b.is_signed)
    fits =
        build_.binary(Op::LessEqualUnsigned, exact,
                      build_.constant(wide, words::mask(type.bits) >> (type.is_signed ? 1U : 0U)));
  return {build_.resize(exact, type, false), build_.negation(fits)};
}

/// What only tells the compiler something: the first argument is the value.
bool Translator::call_hint(const clang::CallExpr* expression, const std::string& name,
                           const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  if (name == "expect" || name == "expect_with_probability" || name == "assume_aligned") {
    const ExprId kept = keep(expression->getArg(0));
    for (unsigned i = 1; i < expression->getNumArgs(); ++i) effect(expression->getArg(i));
    give_back(kept, results, at);
    return true;
  }
  if (name == "prefetch") {
    effects_of_arguments(expression);
    return true;
  }
  if (name == "object_size" || name == "dynamic_object_size") {
    const auto kind = known_value(expression->getArg(1));
    const bool is_least = kind && build_.expr(*kind).value >= 2;
    give_back(known_value(expression)
                  .value_or(build_.constant(build_.pointer(), is_least ? 0 : ~std::uint64_t{0})),
              results, at);
    return true;
  }
  return false;
}

bool Translator::call_on_bits(const clang::CallExpr* expression, const std::string& name,
                              const std::vector<Place>& results) {
  return call_model(expression, "__bits_" + name, results);
}

}  // namespace hardbop::c
