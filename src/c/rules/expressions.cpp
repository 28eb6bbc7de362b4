// SPDX-License-Identifier: MIT
#include "c/rules/expressions.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::rules {

namespace {

using Op = RuleExpr::Op;

constexpr c::Type int_type{32, true, false, false};
constexpr c::Type unsigned_type{32, false, false, false};
constexpr std::int64_t largest_int = 0x7fff'ffff;

words::Op arithmetic(Op op) {
  switch (op) {
    case Op::BitOr: return words::Op::Or;
    case Op::BitXor: return words::Op::Xor;
    case Op::BitAnd: return words::Op::And;
    case Op::Subtract: return words::Op::Subtract;
    case Op::Multiply: return words::Op::Multiply;
    default: return words::Op::Add;
  }
}

}  // namespace

c::Type type_of(const RuleVariable& variable, const c::Builder& build) {
  switch (variable.kind) {
    case RuleVariable::Kind::Unsigned: return unsigned_type;
    case RuleVariable::Kind::Bool: return {8, false, false, true};
    case RuleVariable::Kind::Pointer: return build.pointer();
    case RuleVariable::Kind::Int: break;
  }
  return int_type;
}

RuleValue RuleExpressions::zero() {
  return {build_.constant(int_type, 0), int_type};
}

/// The same thing may be wrong at each call.
RuleValue RuleExpressions::problem(SourceSpan at, std::string text) {
  const auto& all = diagnostics_.all();
  const bool is_known = std::ranges::any_of(
      all, [&](const Diagnostic& one) { return one.at == at && one.text == text; });
  if (!is_known) diagnostics_.error(at, std::move(text));
  return zero();
}

RuleValue RuleExpressions::from_truth(c::ExprId truth) {
  return {build_.word(truth, int_type), int_type};
}

RuleValue RuleExpressions::parameter(const RuleParameter& wanted, const CallView& call) {
  const std::string name = quote_name(call.function);
  if (wanted.number == 0) {
    if (call.result) return *call.result;
    return problem(wanted.at, call.has_result
                                  ? fmt::format("the result of {} is no integer or pointer", name)
                                  : fmt::format("{} has no result", name));
  }
  if (!call.has_arguments)
    return problem(wanted.at, fmt::format("what {} is called with is not known", name));
  if (wanted.number > call.arguments.size())
    return problem(wanted.at, fmt::format("{} has {} argument{}", name, call.arguments.size(),
                                          call.arguments.size() == 1 ? "" : "s"));
  const std::optional<RuleValue>& found = call.arguments[wanted.number - 1];
  if (found) return *found;
  return problem(wanted.at,
                 fmt::format("argument {} of {} is no integer or pointer", wanted.number, name));
}

RuleValue RuleExpressions::value(RuleExprId id, const CallView& call) {
  const RuleExpr& expr = rule_.exprs[id];
  switch (expr.kind) {
    case RuleExpr::Kind::Number: {
      const c::Type type = expr.value > largest_int ? unsigned_type : int_type;
      return {build_.constant(type, static_cast<std::uint64_t>(expr.value)), type};
    }
    case RuleExpr::Kind::Null: return {build_.constant(build_.pointer(), 0), build_.pointer()};
    case RuleExpr::Kind::Variable: {
      const c::Place& place = variables_[expr.variable];
      return {build_.load(place), place.type};
    }
    case RuleExpr::Kind::Parameter: return parameter(expr.parameter, call);
    case RuleExpr::Kind::Unary: return unary(expr, call);
    case RuleExpr::Kind::Binary: break;
  }
  return binary(expr, call);
}

c::ExprId RuleExpressions::truth(RuleExprId id, const CallView& call) {
  return build_.truth(value(id, call).word);
}

RuleValue RuleExpressions::unary(const RuleExpr& expr, const CallView& call) {
  if (expr.op == Op::Not) return from_truth(build_.negation(truth(expr.a, call)));
  const RuleValue operand = promoted(value(expr.a, call));
  if (operand.type.is_pointer) return problem(expr.at, "a pointer is no number");
  const words::Op op = expr.op == Op::Negate ? words::Op::Negate : words::Op::Not;
  return {build_.unary(op, operand.word), operand.type};
}

/// What is smaller than an int becomes one.
RuleValue RuleExpressions::promoted(const RuleValue& value) {
  if (value.type.bits >= int_type.bits) return value;
  return {build_.resize(value.word, int_type, value.type.is_signed), int_type};
}

bool RuleExpressions::unify(RuleValue& a, RuleValue& b, bool may_be_pointers, SourceSpan at) {
  if (a.type.is_pointer || b.type.is_pointer) {
    RuleValue& other = a.type.is_pointer ? b : a;
    const c::Type pointer = build_.pointer();
    if (!other.type.is_pointer && build_.is_constant(other.word, 0))
      other = {build_.constant(pointer, 0), pointer};
    if (may_be_pointers && other.type.is_pointer) return true;
    problem(at, may_be_pointers ? "a pointer is compared with a number"
                                : "pointers are for == and != only");
    return false;
  }
  a = promoted(a);
  b = promoted(b);
  c::Type common = int_type;
  common.bits = std::max(a.type.bits, b.type.bits);
  for (const RuleValue* one : {&a, &b})
    if (one->type.bits == common.bits && !one->type.is_signed) common.is_signed = false;
  for (RuleValue* one : {&a, &b})
    *one = {build_.resize(one->word, common, one->type.is_signed), common};
  return true;
}

c::ExprId RuleExpressions::are_equal(RuleValue a, RuleValue b, SourceSpan at) {
  if (!unify(a, b, true, at)) return build_.constant(c::Builder::truth_type, 0);
  return build_.binary(words::Op::Equal, a.word, b.word);
}

RuleValue RuleExpressions::binary(const RuleExpr& expr, const CallView& call) {
  if (expr.op == Op::Or || expr.op == Op::And) {
    const c::ExprId left = truth(expr.a, call);
    const c::ExprId right = truth(expr.b, call);
    return from_truth(
        build_.binary(arithmetic(expr.op == Op::Or ? Op::BitOr : Op::BitAnd), left, right));
  }
  RuleValue a = value(expr.a, call);
  RuleValue b = value(expr.b, call);
  if (expr.op == Op::Equal) return from_truth(are_equal(a, b, expr.at));
  if (expr.op == Op::NotEqual) return from_truth(build_.negation(are_equal(a, b, expr.at)));
  if (!unify(a, b, false, expr.at)) return zero();
  const bool is_signed = a.type.is_signed;
  const auto less = is_signed ? words::Op::LessSigned : words::Op::LessUnsigned;
  const auto less_equal = is_signed ? words::Op::LessEqualSigned : words::Op::LessEqualUnsigned;
  switch (expr.op) {
    case Op::Less: return from_truth(build_.binary(less, a.word, b.word));
    case Op::LessEqual: return from_truth(build_.binary(less_equal, a.word, b.word));
    case Op::Greater: return from_truth(build_.binary(less, b.word, a.word));
    case Op::GreaterEqual: return from_truth(build_.binary(less_equal, b.word, a.word));
    default: return {build_.binary(arithmetic(expr.op), a.word, b.word), a.type};
  }
}

c::ExprId RuleExpressions::convert(const RuleValue& value, c::Type to, SourceSpan at) {
  if (to.is_bool) return build_.word(build_.truth(value.word), to);
  const bool is_null = !value.type.is_pointer && build_.is_constant(value.word, 0);
  if (to.is_pointer != value.type.is_pointer && !is_null)
    problem(at, to.is_pointer ? "a number is assigned to a pointer"
                              : "a pointer is assigned to a number");
  return build_.resize(value.word, to, value.type.is_signed);
}

}  // namespace hardbop::rules
