// SPDX-License-Identifier: MIT
#include "c/il/builder.hpp"

#include <algorithm>

#include "base/expression/float.hpp"

namespace hardbop::c {

using words::Op;

Builder::Builder(Program& program) : program_(program) {
  for (ExprId id = 0; id < program.exprs.size(); ++id) {
    static_cast<void>(table_.find_or_add(program.exprs, program.exprs[id], id));
    add_depth(program.exprs[id]);
  }
}

/// Operands come before what is made of them.
void Builder::add_depth(const Expr& expr) {
  std::uint32_t deepest = 0;
  for (const ExprId operand : {expr.a, expr.b, expr.c})
    if (operand != none) deepest = std::max(deepest, depths_[operand]);
  depths_.push_back(deepest + 1);
}

ExprId Builder::make(const Expr& expr) {
  const auto fresh = static_cast<ExprId>(program_.exprs.size());
  const ExprId id = table_.find_or_add(program_.exprs, expr, fresh);
  if (id != fresh) return id;
  program_.exprs.push_back(expr);
  add_depth(expr);
  return id;
}

Type Builder::pointer() const {
  return {program_.data_model.pointer_bits, false, true, false};
}

ExprId Builder::constant(Type type, std::uint64_t value) {
  Expr expr;
  expr.type = type;
  expr.value = value & words::mask(type.bits);
  return make(expr);
}

ExprId Builder::address(ObjectId object, std::uint64_t offset) {
  Expr expr;
  expr.kind = Expr::Kind::Address;
  expr.type = pointer();
  expr.object = object;
  expr.value = offset & words::mask(expr.type.bits);
  return make(expr);
}

ExprId Builder::function_address(FunctionId function) {
  Expr expr;
  expr.kind = Expr::Kind::FunctionAddress;
  expr.type = pointer();
  expr.function = function;
  return make(expr);
}

ExprId Builder::load(const Place& place, std::uint64_t reading) {
  Expr expr;
  expr.kind = Expr::Kind::Load;
  expr.type = place.type;
  expr.a = place.address;
  expr.value = reading;
  return make(expr);
}

ExprId Builder::unary(Op op, ExprId a) {
  const Expr operand = expr(a);
  if (operand.kind == Expr::Kind::Constant)
    return constant(operand.type, words::apply(op, operand.type.bits, operand.value, 0));
  if (op == Op::Not && operand.kind == Expr::Kind::Operation && operand.op == Op::Not)
    return operand.a;
  Expr result;
  result.kind = Expr::Kind::Operation;
  result.op = op;
  result.type = operand.type;
  result.a = a;
  return make(result);
}

namespace {

bool is_comparison(Op op) {
  return op == Op::Equal || op == Op::LessUnsigned || op == Op::LessSigned ||
         op == Op::LessEqualUnsigned || op == Op::LessEqualSigned;
}

}  // namespace

/// What is known where one of the operands is constant; `none` where nothing is.
ExprId Builder::fold(Op op, ExprId a, ExprId b) {
  const Expr left = expr(a);
  const Type type = left.type;
  const bool adds = op == Op::Add || op == Op::Subtract;
  if (is_constant(a) && is_constant(b)) {
    const std::uint64_t value = words::apply(op, type.bits, left.value, expr(b).value);
    return constant(is_comparison(op) ? truth_type : type, value);
  }
  if (is_constant(b) && adds && left.kind == Expr::Kind::Address)
    return address(left.object, words::apply(op, type.bits, left.value, expr(b).value));
  if (is_constant(a) && op == Op::Add && expr(b).kind == Expr::Kind::Address)
    return address(expr(b).object, expr(b).value + left.value);
  if (is_constant(b) && op == Op::Add && left.kind == Expr::Kind::Operation && left.op == Op::Add &&
      is_constant(left.b) && words::is_exact(op, type.bits, expr(left.b).value, expr(b).value))
    return binary(Op::Add, left.a, constant(type, expr(left.b).value + expr(b).value));
  if (is_constant(b, 0) && (adds || op == Op::Or || op == Op::Xor || op == Op::ShiftLeft ||
                            op == Op::ShiftRight || op == Op::ShiftRightSigned))
    return a;
  if (is_constant(a, 0) && (op == Op::Add || op == Op::Or || op == Op::Xor)) return b;
  if (is_constant(b, 1) && op == Op::Multiply) return a;
  if (is_constant(a, 1) && op == Op::Multiply) return b;
  if (type.bits == 1 && (op == Op::And || op == Op::Or)) {
    const std::uint64_t neutral = op == Op::And ? 1 : 0;
    if (is_constant(a)) return left.value == neutral ? b : a;
    if (is_constant(b)) return expr(b).value == neutral ? a : b;
  }
  // The truth of C is an int: what it was made of is enough.
  const bool is_word = left.kind == Expr::Kind::Operation && left.op == Op::ZeroExtend &&
                       expr(left.a).type.bits == 1;
  if (op == Op::Equal && is_word && is_constant(b, 0)) return negation(left.a);
  if (op == Op::Equal && is_word && is_constant(b, 1)) return left.a;
  return none;
}

ExprId Builder::binary(Op op, ExprId a, ExprId b) {
  if (const ExprId known = fold(op, a, b); known != none) return known;
  Expr result;
  result.kind = Expr::Kind::Operation;
  result.op = op;
  result.type = is_comparison(op) ? truth_type : expr(a).type;
  result.a = a;
  result.b = b;
  return make(result);
}

ExprId Builder::conditional(ExprId condition, ExprId a, ExprId b) {
  if (is_constant(condition)) return expr(condition).value != 0 ? a : b;
  if (a == b) return a;
  Expr result;
  result.kind = Expr::Kind::Operation;
  result.op = Op::Conditional;
  result.type = expr(a).type;
  result.a = condition;
  result.b = a;
  result.c = b;
  return make(result);
}

ExprId Builder::rebuilt(const Expr& expr) {
  if (expr.kind != Expr::Kind::Operation) return make(expr);
  if (words::is_float_operation(expr.op))
    return floating(expr.op, expr.type, static_cast<words::Rounding>(expr.value), expr.a, expr.b);
  switch (expr.op) {
    case Op::Conditional: return conditional(expr.a, expr.b, expr.c);
    case Op::Not:
    case Op::Negate: return unary(expr.op, expr.a);
    case Op::ZeroExtend:
    case Op::SignExtend: return resize(expr.a, expr.type, expr.op == Op::SignExtend);
    case Op::Extract: return extract(expr.a, static_cast<std::uint8_t>(expr.value), expr.type);
    case Op::Concatenate: return make(expr);
    default: break;
  }
  const ExprId known = fold(expr.op, expr.a, expr.b);
  return known != none ? known : make(expr);
}

ExprId Builder::floating(Op op, Type to, words::Rounding rounding, ExprId a, ExprId b) {
  Expr result;
  result.kind = Expr::Kind::Operation;
  result.op = op;
  result.type = to;
  result.a = a;
  result.b = b;
  result.value = static_cast<std::uint64_t>(rounding);
  if (!is_constant(a) || (b != none && !is_constant(b))) return make(result);
  const std::uint64_t right = b == none ? 0 : expr(b).value;
  return constant(to, words::apply_float({op, to.bits, 0, 0, 0, result.value}, expr(a).type.bits,
                                         expr(a).value, right));
}

ExprId Builder::magnitude(ExprId number) {
  const Type type = expr(number).type;
  const Type word{type.bits, false, false, false};
  return binary(Op::And, number, constant(word, words::mask(type.bits) >> 1U));
}

/// Any engine can compare bits.
ExprId Builder::compare_floats(Op op, ExprId a, ExprId b) {
  const Type type = expr(a).type;
  const words::FloatFormat format = words::float_format(type.bits);
  const std::uint64_t infinity = words::mask(format.exponent) << format.fraction;
  if (op == Op::FloatEqual && a == b && !is_constant(a))
    return binary(Op::LessEqualUnsigned, magnitude(a), constant(type, infinity));
  if (op == Op::FloatEqual && is_constant(a) != is_constant(b)) {
    const ExprId known = is_constant(a) ? a : b;
    const ExprId other = is_constant(a) ? b : a;
    const std::uint64_t size = expr(magnitude(known)).value;
    if (size == 0) return negation(truth(other));
    if (size > infinity) return constant(truth_type, 0);
    return binary(Op::Equal, other, known);
  }
  return floating(op, truth_type, words::Rounding::NearestEven, a, b);
}

ExprId Builder::extract(ExprId a, std::uint8_t lowest, Type to) {
  const Expr from = expr(a);
  if (from.kind == Expr::Kind::Constant) return constant(to, from.value >> lowest);
  if (lowest == 0 && from.type.bits == to.bits) return a;
  const bool extends = from.kind == Expr::Kind::Operation &&
                       (from.op == Op::ZeroExtend || from.op == Op::SignExtend);
  if (lowest == 0 && extends && expr(from.a).type.bits == to.bits) return from.a;
  Expr result;
  result.kind = Expr::Kind::Operation;
  result.op = Op::Extract;
  result.type = to;
  result.a = a;
  result.value = lowest;
  return make(result);
}

ExprId Builder::resize(ExprId a, Type to, bool is_signed) {
  const Expr from = expr(a);
  if (from.kind == Expr::Kind::Constant)
    return constant(
        to, is_signed ? static_cast<std::uint64_t>(words::as_signed(from.value, from.type.bits))
                      : from.value);
  if (from.type.bits == to.bits) return a;
  if (from.type.bits > to.bits) return extract(a, 0, to);
  Expr result;
  result.kind = Expr::Kind::Operation;
  result.op = is_signed ? Op::SignExtend : Op::ZeroExtend;
  result.type = to;
  result.a = a;
  return make(result);
}

ExprId Builder::truth(ExprId a) {
  if (expr(a).type.bits == 1) return a;
  if (expr(a).type.is_float)  // zeros have two signs
    return negation(binary(Op::Equal, magnitude(a), constant(expr(a).type, 0)));
  const bool is_address =
      expr(a).kind == Expr::Kind::Address || expr(a).kind == Expr::Kind::FunctionAddress;
  if (is_address && expr(a).value == 0) return constant(truth_type, 1);
  return negation(binary(Op::Equal, a, constant(expr(a).type, 0)));
}

ExprId Builder::plus(ExprId pointer_value, std::uint64_t bytes) {
  return binary(Op::Add, pointer_value, constant(pointer(), bytes));
}

std::uint64_t Builder::bound(ExprId id) const {
  const Expr& whole = expr(id);
  if (whole.kind == Expr::Kind::Constant) return whole.value;
  if (whole.kind == Expr::Kind::Operation) {
    if (whole.op == Op::And) return std::min(bound(whole.a), bound(whole.b));
    if (whole.op == Op::ZeroExtend) return bound(whole.a);
  }
  return words::mask(whole.type.bits);
}

bool Builder::is_fixed(ExprId id) const {
  return expr(id).kind == Expr::Kind::Constant || expr(id).kind == Expr::Kind::Address ||
         expr(id).kind == Expr::Kind::FunctionAddress;
}

void Builder::lead(const Exits& exits, StatementId to) {
  for (const Exit& exit : exits) {
    if (exit.mark != none) {
      marks_[exit.mark].at = to;
      lead(std::exchange(marks_[exit.mark].waiting, {}), to);
      continue;
    }
    Statement& from = program_.statements[exit.from];
    (exit.otherwise ? from.otherwise : from.next) = to;
  }
}

MarkId Builder::mark() {
  const auto id = static_cast<MarkId>(marks_.size());
  marks_.emplace_back();
  pending_.push_back({none, false, id});
  return id;
}

bool Builder::is_pending(MarkId mark) const {
  return std::ranges::any_of(pending_, [mark](const Exit& exit) { return exit.mark == mark; });
}

void Builder::lead_back(MarkId mark) {
  Exits exits = take_pending();
  if (marks_[mark].at != none) return lead(exits, marks_[mark].at);
  Exits& waiting = marks_[mark].waiting;
  waiting.insert(waiting.end(), exits.begin(), exits.end());
}

void Builder::add_pending(const Exits& exits) {
  pending_.insert(pending_.end(), exits.begin(), exits.end());
}

ScopeId Builder::open_scope() {
  return scope_ = program_.scopes.add({scope_});
}

StatementId Builder::emit(Statement statement) {
  const StatementId id = next_statement();
  lead(take_pending(), id);
  const Statement::Kind kind = statement.kind;
  statement.start = std::exchange(start_, {});
  if (statement.scope.is_none()) statement.scope = scope_;
  program_.statements.push_back(std::move(statement));
  const bool ends = kind == Statement::Kind::Return || kind == Statement::Kind::Error ||
                    kind == Statement::Kind::Fault || kind == Statement::Kind::Halt ||
                    kind == Statement::Kind::Unsupported;
  if (!ends) pending_.push_back({id, false, none});
  return id;
}

}  // namespace hardbop::c
