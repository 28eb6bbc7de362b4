// SPDX-License-Identifier: MIT
// Calls of C library functions on float and double that have exact results. Types tell their
// variants apart, so `sqrtf` is `sqrt`, and `__isnanf`, which headers of GNU libc call, is `isnan`.
//
// C says of some functions only that they do not return 0: they may return any other number. Which
// zero fmin and fmax return, of two with different signs, is open, too.
#include <algorithm>

#include "base/expression/float.hpp"
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using words::Rounding;

namespace {

struct RoundingFunction {
  std::string_view name;
  Rounding rounding;
};

constexpr RoundingFunction rounding_functions[] = {
    {"floor", Rounding::Down},
    {"ceil", Rounding::Up},
    {"trunc", Rounding::TowardZero},
    {"round", Rounding::NearestAway},
    {"roundeven", Rounding::NearestEven},
};

constexpr std::string_view as_set[] = {"rint", "nearbyint", "sqrt"};  // functions that round so

constexpr std::string_view tests[] = {"isnan",  "isinf",    "isfinite",
                                      "finite", "isnormal", "signbit"};

constexpr std::string_view comparisons[] = {"isgreater",   "isgreaterequal", "isless",
                                            "islessequal", "islessgreater",  "isunordered"};

constexpr std::string_view functions_of_two[] = {"copysign", "fdim", "fmax", "fmin"};

template <std::size_t N>
bool is_in(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::optional<Rounding> rounding_of(std::string_view name) {
  for (const RoundingFunction& one : rounding_functions)
    if (one.name == name) return one.rounding;
  return std::nullopt;
}

/// As the function is called whose argument is a double.
std::string_view plain_name(std::string_view name, bool is_single) {
  for (const std::string_view prefix : {"__builtin_", "__"}) {
    if (!name.starts_with(prefix)) continue;
    name.remove_prefix(prefix.size());
    break;
  }
  const bool has_suffix = is_single && name.ends_with("f") && name != "isinf" && name != "modf";
  return has_suffix ? name.substr(0, name.size() - 1) : name;
}

constexpr int edom = 33;  // of Linux
constexpr int erange = 34;

}  // namespace

bool Translator::takes_floats(const clang::CallExpr* expression, unsigned count) const {
  if (expression->getNumArgs() != count || count == 0) return false;
  const clang::QualType type = expression->getArg(0)->getType();
  return std::all_of(expression->arg_begin(), expression->arg_end(), [&](const clang::Expr* one) {
    return is_float(one->getType()) && context_->hasSameUnqualifiedType(one->getType(), type);
  });
}

bool Translator::is_single(const clang::CallExpr* expression) const {
  const auto is_single_type = [&](clang::QualType type) {
    return is_float(type) && scalar_or_word(type).bits == 32;
  };
  return is_single_type(expression->getType()) ||
         (expression->getNumArgs() > 0 && is_single_type(expression->getArg(0)->getType()));
}

ExprId Translator::test_of(std::string_view name, ExprId number) {
  const Type type = build_.expr(number).type;
  const words::FloatFormat format = words::float_format(type.bits);
  const ExprId infinity = build_.constant(type, words::mask(format.exponent) << format.fraction);
  const ExprId smallest = build_.constant(type, std::uint64_t{1} << format.fraction);
  const ExprId size = build_.magnitude(number);
  if (name == "isnan") return build_.binary(Op::LessUnsigned, infinity, size);
  if (name == "isinf") return build_.binary(Op::Equal, size, infinity);
  const ExprId is_finite = build_.binary(Op::LessUnsigned, size, infinity);
  if (name == "isfinite" || name == "finite") return is_finite;
  if (name == "isnormal")
    return build_.binary(Op::And, build_.binary(Op::LessEqualUnsigned, smallest, size), is_finite);
  return build_.extract(number, static_cast<std::uint8_t>(type.bits - 1U), Builder::truth_type);
}

/// IEEE 754 does not say which sign a result has that is NaN.
void Translator::note_use_of_sign(ExprId number) {
  if (!build_.is_constant(number)) note_assumption("results that are NaN are positive");
}

std::optional<ExprId> Translator::truth_of_test(const clang::CallExpr* expression) {
  const clang::FunctionDecl* callee = expression->getDirectCallee();
  if (callee == nullptr || !takes_floats(expression, 1) || has_body(callee) ||
      problem_of(callee) != nullptr || is_absent(callee))
    return std::nullopt;
  const std::string name = known_name(callee);
  const bool is_known = is_external(callee) || name.starts_with("__builtin_");
  const std::string_view plain = plain_name(name, is_single(expression));
  if (!is_known || watched_.contains(name) || !is_in(tests, plain)) return std::nullopt;
  const ExprId number = value(expression->getArg(0));
  if (plain == "signbit") note_use_of_sign(number);
  return test_of(plain, number);
}

/// Any number but zero where it holds, and zero elsewhere.
ExprId Translator::nonzero_if(ExprId holds, Type type, clang::SourceLocation at) {
  const Place chosen = temporary(type, at);
  arbitrary(chosen, "", at);
  const ExprId word = build_.load(chosen);
  return build_.conditional(holds,
                            build_.conditional(build_.truth(word), word, build_.constant(type, 1)),
                            build_.constant(type, 0));
}

void Translator::set_errno_if(ExprId fails, int number, clang::SourceLocation at) {
  if (!refers_to_errno() || build_.is_constant(fails, 0)) return;
  const Type type{32, true, false, false};
  const Place place{build_.address(errno_object(), 0), type};
  const ExprId code = build_.constant(type, static_cast<std::uint64_t>(number));
  assign(place, build_.conditional(fails, code, build_.load(place)), at);
}

bool Translator::call_on_floats(const clang::CallExpr* expression, const std::string& full_name,
                                const std::vector<Place>& results) {
  const std::string_view name = plain_name(full_name, is_single(expression));
  const bool returns_integer = expression->getType()->isIntegerType();
  if (name == "fpclassify") return classify(expression, results);
  if (name == "nan") return make_nan(expression, results);
  if (name == "modf" || name == "modff") return split_float(expression, results);
  if (name == "fmod") return call_remainder(expression, results);
  if (call_on_rounding(expression, name, results)) return true;
  if (takes_floats(expression, 2)) return call_on_two_floats(expression, name, results);
  if (!takes_floats(expression, 1)) return false;
  if (!returns_integer) return call_on_float(expression, name, results);
  return call_test(expression, name, results) || call_to_integer(expression, name, results);
}

bool Translator::call_test(const clang::CallExpr* expression, std::string_view name,
                           const std::vector<Place>& results) {
  if (!is_in(tests, name) && name != "isinf_sign") return false;
  const clang::SourceLocation at = expression->getExprLoc();
  const Type to = scalar_or_word(expression->getType());
  const ExprId number = value(expression->getArg(0));
  if (results.empty()) return true;
  if (name == "signbit") note_use_of_sign(number);
  if (name != "isinf_sign") {
    give_back(nonzero_if(test_of(name, number), to, at), results, at);
    return true;
  }
  const ExprId sign =
      build_.conditional(test_of("signbit", number), build_.constant(to, words::mask(to.bits)),
                         build_.constant(to, 1));
  give_back(build_.conditional(test_of("isinf", number), sign, build_.constant(to, 0)), results,
            at);
  return true;
}

/// Without the exceptions that operators raise for NaN, which no program sees.
ExprId Translator::comparison_of(std::string_view name, ExprId a, ExprId b) {
  const ExprId less = build_.compare_floats(Op::FloatLess, a, b);
  const ExprId greater = build_.compare_floats(Op::FloatLess, b, a);
  if (name == "isless") return less;
  if (name == "isgreater") return greater;
  if (name == "islessequal") return build_.compare_floats(Op::FloatLessEqual, a, b);
  if (name == "isgreaterequal") return build_.compare_floats(Op::FloatLessEqual, b, a);
  if (name == "islessgreater") return build_.binary(Op::Or, less, greater);
  return build_.binary(Op::Or, test_of("isnan", a), test_of("isnan", b));
}

/// The builtin gets the answers as arguments; the library has numbers of its own.
bool Translator::classify(const clang::CallExpr* expression, const std::vector<Place>& results) {
  const unsigned count = expression->getNumArgs();
  const clang::SourceLocation at = expression->getExprLoc();
  if ((count != 1 && count != 6) || !is_float(expression->getArg(count - 1)->getType()) ||
      !expression->getType()->isIntegerType())
    return false;
  const Type type = scalar_or_word(expression->getType());
  constexpr unsigned of_library[] = {0, 1, 4, 3, 2};  // NaN, infinite, normal, subnormal, zero
  std::vector<ExprId> answers;
  for (unsigned i = 0; i < 5; ++i)
    answers.push_back(count == 1 ? build_.constant(type, of_library[i])
                                 : stabilise(value(expression->getArg(i)), at));
  const ExprId number = value(expression->getArg(count - 1));
  const ExprId tiny = build_.conditional(build_.truth(number), answers[3], answers[4]);
  const ExprId finite = build_.conditional(test_of("isnormal", number), answers[2], tiny);
  const ExprId other = build_.conditional(test_of("isinf", number), answers[1], finite);
  give_back(build_.conditional(test_of("isnan", number), answers[0], other), results, at);
  return true;
}

/// The library reads digits from the argument; without any it makes the usual one.
bool Translator::make_nan(const clang::CallExpr* expression, const std::vector<Place>& results) {
  if (expression->getNumArgs() != 1 || !is_float(expression->getType())) return false;
  const auto* text =
      clang::dyn_cast<clang::StringLiteral>(expression->getArg(0)->IgnoreParenCasts());
  if (text == nullptr || text->getLength() != 0) return false;
  const Type type = scalar_or_word(expression->getType());
  give_back(build_.constant(type, words::not_a_number(type.bits)), results,
            expression->getExprLoc());
  return true;
}

/// modf: the integer goes where a pointer points to, and the fraction has the same sign.
bool Translator::split_float(const clang::CallExpr* expression, const std::vector<Place>& results) {
  if (expression->getNumArgs() != 2) return false;
  const clang::QualType type = expression->getType();
  const clang::QualType to = expression->getArg(1)->getType();
  const auto is_same = [&](clang::QualType one) {
    return context_->hasSameUnqualifiedType(one, type);
  };
  if (!is_float(type) || !is_same(expression->getArg(0)->getType()) || !to->isPointerType() ||
      !is_same(to->getPointeeType()))
    return false;
  const clang::SourceLocation at = expression->getExprLoc();
  const ExprId number = stabilise(value(expression->getArg(0)), at);
  const ExprId address = stabilise(value(expression->getArg(1)), at);
  const Type word = build_.expr(number).type;
  const ExprId whole = build_.floating(Op::FloatRound, word, Rounding::TowardZero, number);
  const ExprId rest =
      build_.floating(Op::FloatSubtract, word, Rounding::NearestEven, number, whole);
  const ExprId fraction =
      build_.conditional(test_of("isinf", number), build_.constant(word, 0), rest);
  assign({address, word}, whole, at);
  give_back(copy_sign(fraction, number), results, at);
  return true;
}

/// Long division: the divisor is doubled as often as that is possible, and subtracted while it is
/// halved again. All of these operations are exact: a difference of numbers one of which is at most
/// twice the other one is a number, too.
void Translator::divide_floats(const Place& rest, ExprId divisor, clang::SourceLocation at) {
  const Type type = rest.type;
  const Place step = temporary(type, at);
  const ExprId left = build_.load(rest);
  const ExprId part = build_.load(step);
  const ExprId difference =
      build_.floating(Op::FloatSubtract, type, Rounding::NearestEven, left, part);
  assign(step, divisor, at);
  const StatementId doubling = build_.next_statement();
  const Choice more = branch(build_.compare_floats(Op::FloatLessEqual, part, difference), at);
  build_.add_pending(more.yes);
  assign(step, build_.floating(Op::FloatAdd, type, Rounding::NearestEven, part, part), at);
  build_.lead(build_.take_pending(), doubling);
  build_.add_pending(more.no);
  const StatementId halving = build_.next_statement();
  const ExprId fits = build_.compare_floats(Op::FloatLessEqual, part, left);
  assign(rest, build_.conditional(fits, difference, left), at);
  const Choice again = branch(build_.compare_floats(Op::FloatLess, divisor, part), at);
  build_.add_pending(again.yes);
  const ExprId half = float_constant(type, 0.5);
  assign(step, build_.floating(Op::FloatMultiply, type, Rounding::NearestEven, part, half), at);
  build_.lead(build_.take_pending(), halving);
  build_.add_pending(again.no);
}

/// fmod
bool Translator::call_remainder(const clang::CallExpr* expression,
                                const std::vector<Place>& results) {
  if (!takes_floats(expression, 2) ||
      !context_->hasSameUnqualifiedType(expression->getType(), expression->getArg(0)->getType()))
    return false;
  const clang::SourceLocation at = expression->getExprLoc();
  const ExprId number = stabilise(value(expression->getArg(0)), at);
  const ExprId divisor = stabilise(build_.magnitude(value(expression->getArg(1))), at);
  const Type type = scalar_or_word(expression->getType());
  const ExprId is_nan = build_.binary(Op::Or, test_of("isnan", number), test_of("isnan", divisor));
  const ExprId fails = build_.binary(
      Op::And, build_.negation(is_nan),
      build_.binary(Op::Or, test_of("isinf", number), build_.negation(build_.truth(divisor))));
  const ExprId has_none = build_.binary(Op::Or, is_nan, fails);
  const Place rest = temporary(type, at);
  assign(rest, build_.magnitude(number), at);
  const ExprId divides = build_.compare_floats(Op::FloatLessEqual, divisor, build_.load(rest));
  const Choice ways = branch(build_.binary(Op::And, build_.negation(has_none), divides), at);
  build_.add_pending(ways.yes);
  if (build_.is_reachable()) divide_floats(rest, divisor, at);
  build_.add_pending(ways.no);
  set_errno_if(fails, edom, at);
  give_back(build_.conditional(has_none, build_.constant(type, words::not_a_number(type.bits)),
                               copy_sign(build_.load(rest), number)),
            results, at);
  return true;
}

/// lrint and its like: what the type cannot hold is not specified.
bool Translator::call_to_integer(const clang::CallExpr* expression, std::string_view name,
                                 const std::vector<Place>& results) {
  const bool is_as_set = name == "lrint" || name == "llrint";
  if (!is_as_set && name != "lround" && name != "llround") return false;
  const clang::SourceLocation at = expression->getExprLoc();
  const ExprId number = value(expression->getArg(0));
  const Type type = build_.expr(number).type;
  const ExprId whole = is_as_set
                           ? rounded(Op::FloatRound, type, number, none, at)
                           : build_.floating(Op::FloatRound, type, Rounding::NearestAway, number);
  give_back(convert_to_integer(whole, scalar_or_word(expression->getType()), at), results, at);
  return true;
}

bool Translator::call_on_float(const clang::CallExpr* expression, std::string_view name,
                               const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const clang::Expr* argument = expression->getArg(0);
  const std::optional<Rounding> rounding = rounding_of(name);
  const bool is_known = rounding || name == "fabs" || is_in(as_set, name);
  if (!is_known || !context_->hasSameUnqualifiedType(expression->getType(), argument->getType()))
    return false;
  const bool sets_errno = name == "sqrt" && refers_to_errno();
  const ExprId number = sets_errno ? stabilise(value(argument), at) : value(argument);
  const Type type = build_.expr(number).type;
  if (name == "fabs") {
    give_back(build_.magnitude(number), results, at);
    return true;
  }
  const Op op = name == "sqrt" ? Op::FloatSquareRoot : Op::FloatRound;
  give_back(
      rounding ? build_.floating(op, type, *rounding, number) : rounded(op, type, number, none, at),
      results, at);
  if (sets_errno)
    set_errno_if(build_.compare_floats(Op::FloatLess, number, build_.constant(type, 0)), edom, at);
  return true;
}

ExprId Translator::copy_sign(ExprId number, ExprId from) {
  const ExprId size = build_.magnitude(number);
  return build_.conditional(test_of("signbit", from), negative(size), size);
}

/// A number rather than NaN.
ExprId Translator::extreme_of(bool is_least, ExprId a, ExprId b, clang::SourceLocation at) {
  const ExprId low = is_least ? a : b;
  const ExprId high = is_least ? b : a;
  const Place which = temporary({8, false, false, true}, at);
  arbitrary(which, "", at);
  const ExprId equal = build_.conditional(build_.truth(build_.load(which)), a, b);
  const ExprId other =
      build_.conditional(build_.compare_floats(Op::FloatLess, high, low), b, equal);
  const ExprId number =
      build_.conditional(build_.compare_floats(Op::FloatLess, low, high), a, other);
  return build_.conditional(test_of("isnan", a), b,
                            build_.conditional(test_of("isnan", b), a, number));
}

bool Translator::call_on_two_floats(const clang::CallExpr* expression, std::string_view name,
                                    const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const bool compares = is_in(comparisons, name) && expression->getType()->isIntegerType();
  const bool is_same =
      context_->hasSameUnqualifiedType(expression->getType(), expression->getArg(0)->getType());
  if (!compares && (!is_same || !is_in(functions_of_two, name))) return false;
  const bool sets_errno = name == "fdim" && refers_to_errno();
  ExprId a = value(expression->getArg(0));
  if (sets_errno || modifies(expression->getArg(1))) a = stabilise(a, at);
  ExprId b = value(expression->getArg(1));
  if (sets_errno) b = stabilise(b, at);
  const Type type = scalar_or_word(expression->getType());
  if (compares) {
    give_back(build_.word(comparison_of(name, a, b), type), results, at);
  } else if (name == "copysign") {
    note_use_of_sign(b);
    give_back(copy_sign(a, b), results, at);
  } else if (name == "fdim") {
    const ExprId rest = rounded(Op::FloatSubtract, type, a, b, at);
    const ExprId is_finite = build_.binary(Op::And, test_of("isfinite", a), test_of("isfinite", b));
    const ExprId is_least = build_.compare_floats(Op::FloatLessEqual, a, b);
    give_back(build_.conditional(is_least, build_.constant(type, 0), rest), results, at);
    const ExprId overflows = build_.binary(Op::And, is_finite, test_of("isinf", rest));
    set_errno_if(build_.binary(Op::And, overflows, build_.negation(is_least)), erange, at);
  } else {
    give_back(extreme_of(name == "fmin", a, b, at), results, at);
  }
  return true;
}

}  // namespace hardbop::c
