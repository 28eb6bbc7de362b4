// SPDX-License-Identifier: MIT
// The rounding mode. A program that does not mention fesetround rounds to nearest; in one that
// does, results that need rounding depend on a variable, which fesetround sets. Constants are
// folded by compilers, to nearest.
#include "base/expression/float.hpp"
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using words::Rounding;

namespace {

struct Mode {
  std::uint64_t number;  // in fenv.h of x86
  Rounding rounding;
};

constexpr Mode other_modes[] = {
    {0x400, Rounding::Down},
    {0x800, Rounding::Up},
    {0xc00, Rounding::TowardZero},
};

/// Whether every number of one type is one of the other, too.
bool is_exact(Type from, Type to) {
  if (from.is_float) return from.bits <= to.bits;
  return from.bits <= words::float_format(to.bits).fraction;
}

}  // namespace

bool Translator::changes_rounding() {
  if (!changes_rounding_) {
    const llvm::Triple& target = context_->getTargetInfo().getTriple();
    changes_rounding_ = target.isX86() && !functions_by_name_.contains("fesetround") &&
                        is_referred_to("fesetround");
  }
  return *changes_rounding_;
}

Place Translator::rounding_mode() {
  const auto [found, is_new] = external_objects_.try_emplace("__rounding_mode", none);
  if (is_new)
    found->second = make_object("__rounding_mode", context_->IntTy, Object::Storage::Global, {});
  return {build_.address(found->second, 0), {32, true, false, false}};
}

ExprId Translator::rounded(Op op, Type to, ExprId a, ExprId b, clang::SourceLocation at) {
  const bool converts =
      op == Op::FloatConvert || op == Op::FloatFromSigned || op == Op::FloatFromUnsigned;
  ExprId out = build_.floating(op, to, Rounding::NearestEven, a, b);
  if ((converts && is_exact(build_.expr(a).type, to)) || !changes_rounding()) return out;
  const Place mode = rounding_mode();
  for (const Mode& one : other_modes)
    out = build_.conditional(
        build_.binary(Op::Equal, build_.load(mode), build_.constant(mode.type, one.number)),
        build_.floating(op, to, one.rounding, a, b), out);
  return at.isValid() ? stabilise(out, at) : out;
}

/// fesetround and fegetround
bool Translator::call_on_rounding(const clang::CallExpr* expression, std::string_view name,
                                  const std::vector<Place>& results) {
  const bool sets = name == "fesetround" && expression->getNumArgs() == 1;
  if (!sets && name != "fegetround") return false;
  if (!changes_rounding() && name == "fesetround") return false;
  const clang::SourceLocation at = expression->getExprLoc();
  const Place mode = rounding_mode();
  if (!sets) {
    give_back(build_.load(mode), results, at);
    return true;
  }
  note_assumption(
      "floating-point operations round as fesetround says, those on constants to nearest");
  const ExprId wanted = stabilise(value(expression->getArg(0)), at);
  const auto is_number = [&](std::uint64_t number) {
    return build_.binary(Op::Equal, wanted, build_.constant(mode.type, number));
  };
  ExprId is_known = is_number(0);
  for (const Mode& one : other_modes)
    is_known = build_.binary(Op::Or, is_known, is_number(one.number));
  assign(mode, build_.conditional(is_known, wanted, build_.load(mode)), at);
  give_back(
      build_.conditional(is_known, build_.constant(mode.type, 0), build_.constant(mode.type, 1)),
      results, at);
  return true;
}

}  // namespace hardbop::c
