// SPDX-License-Identifier: MIT
// Atomic operations of C11 and GCC: reads and writes in atomic sections. A weak
// comparison does not fail without a reason, as on most machines. Arithmetic wraps. What C11's
// operations add to a pointer is a number of bytes for GCC and of elements for Clang, so it is
// unsupported.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

bool takes_off(std::string_view& name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return true;
}

/// The operator in `fetch_add`, `add_fetch`, `fetch_and_add` and `add_and_fetch`; empty for others.
std::string_view operator_in(std::string_view name) {
  if (takes_off(name, "fetch_and_") || takes_off(name, "fetch_")) return name;
  for (const std::string_view end : {"_and_fetch", "_fetch"})
    if (name.ends_with(end)) return name.substr(0, name.size() - end.size());
  return {};
}

}  // namespace

LValue Translator::atomic_target(const clang::Expr* pointer) {
  const clang::SourceLocation at = pointer->getExprLoc();
  LValue out;
  out.type = pointer->getType()->getPointeeType();
  out.address = stabilise(value(pointer), at);
  return out;
}

std::optional<ExprId> Translator::combine_atomically(std::string_view op, ExprId old,
                                                     ExprId operand) {
  if (op == "add") return build_.binary(Op::Add, old, operand);
  if (op == "sub") return build_.binary(Op::Subtract, old, operand);
  if (op == "and") return build_.binary(Op::And, old, operand);
  if (op == "or") return build_.binary(Op::Or, old, operand);
  if (op == "xor") return build_.binary(Op::Xor, old, operand);
  if (op == "nand") return build_.unary(Op::Not, build_.binary(Op::And, old, operand));
  if (op != "max" && op != "min") return std::nullopt;
  const Op less = build_.expr(old).type.is_signed ? Op::LessSigned : Op::LessUnsigned;
  const ExprId is_less = build_.binary(less, old, operand);
  return op == "max" ? build_.conditional(is_less, operand, old)
                     : build_.conditional(is_less, old, operand);
}

/// The old value, or where the name says so, the new one; nothing where it is no such operation.
std::optional<ExprId> Translator::fetch_and_change(const LValue& target, std::string_view name,
                                                   const clang::Expr* argument) {
  const clang::SourceLocation at = argument->getExprLoc();
  const Type type = *scalar(target.type);
  const ExprId operand =
      stabilise(build_.resize(value(argument), type, is_signed(argument->getType())), at);
  emit_atomic(ThreadStep::BeginAtomic, at);
  const ExprId old = stabilise(read(target, at), at);
  const auto changed = combine_atomically(operator_in(name), old, operand);
  if (!changed || type.is_float) return std::nullopt;
  const ExprId result = stabilise(*changed, at);
  write(target, result, at);
  emit_atomic(ThreadStep::EndAtomic, at);
  return name.starts_with("fetch") ? old : result;
}

/// Stores `desired` where the target holds `expected`, whose place gets what it holds else.
ExprId Translator::compare_and_exchange(const LValue& target, const Place& expected, ExprId desired,
                                        clang::SourceLocation at) {
  emit_atomic(ThreadStep::BeginAtomic, at);
  const ExprId old = stabilise(read(target, at), at);
  const Place kept = temporary(Type{8, false, false, false}, at);
  assign(kept, build_.word(build_.binary(Op::Equal, old, build_.load(expected)), kept.type), at);
  const ExprId is_equal = build_.truth(build_.load(kept));
  const Choice ways = branch(is_equal, at);
  build_.add_pending(ways.yes);
  write(target, desired, at);
  const Exits stored = build_.take_pending();
  build_.add_pending(ways.no);
  assign(expected, old, at);
  build_.add_pending(stored);
  emit_atomic(ThreadStep::EndAtomic, at);
  return build_.load(kept);
}

/// An order that allows more than is followed is an assumption.
void Translator::note_order(const clang::AtomicExpr* expression) {
  if (!may_have_threads() || expression->getOp() == clang::AtomicExpr::AO__c11_atomic_init) return;
  clang::Expr::EvalResult order;
  const bool is_strict = expression->getOrder()->EvaluateAsInt(order, *context_) &&
                         order.Val.getInt() == static_cast<int>(llvm::AtomicOrderingCABI::seq_cst);
  if (!is_strict)
    note_assumption("atomic operations with weaker memory orders are sequentially consistent");
}

ExprId Translator::value_of_atomic(const clang::AtomicExpr* expression) {
  std::string_view name = expression->getOpAsString();
  const bool is_c11 = takes_off(name, "__c11_atomic_");
  if (!is_c11 && !takes_off(name, "__atomic_"))
    return unsupported_value("call of " + expression->getOpAsString().str(), expression);
  const LValue target = atomic_target(expression->getPtr());
  const auto type = scalar(target.type);
  const bool moves = is_c11 && target.type.getAtomicUnqualifiedType()->isPointerType() &&
                     !operator_in(name).empty();
  if (!type || moves)
    return unsupported_value("atomic operation on type '" + target.type.getAsString() + "'",
                             expression);
  // GCC's operations without _n get and return values by way of pointers.
  const bool is_by_pointer = !is_c11 && (name == "load" || name == "store" || name == "exchange" ||
                                         name == "compare_exchange");
  note_order(expression);
  const auto found = execute_atomic(expression, name, target, is_by_pointer);
  return found ? *found
               : unsupported_value("call of " + expression->getOpAsString().str(), expression);
}

/// The result, if it has one; nothing where the operation is not known.
std::optional<ExprId> Translator::execute_atomic(const clang::AtomicExpr* expression,
                                                 std::string_view name, const LValue& target,
                                                 bool is_by_pointer) {
  const clang::SourceLocation at = expression->getExprLoc();
  const Type type = *scalar(target.type);
  const auto place_at = [&](const clang::Expr* pointer) {
    return Place{stabilise(value(pointer), at), type};
  };
  const auto operand = [&](const clang::Expr* given) {
    return stabilise(
        is_by_pointer ? build_.load(place_at(given)) : build_.resize(value(given), type, false),
        at);
  };
  if (name.starts_with("load")) {
    emit_atomic(ThreadStep::BeginAtomic, at);
    const ExprId found = stabilise(read(target, at), at);
    emit_atomic(ThreadStep::EndAtomic, at);
    if (is_by_pointer) assign(place_at(expression->getVal1()), found, at);
    return found;
  }
  if (name.starts_with("store") || name == "init") {
    const ExprId desired = operand(expression->getVal1());
    emit_atomic(ThreadStep::BeginAtomic, at);
    write(target, desired, at);
    emit_atomic(ThreadStep::EndAtomic, at);
    return build_.constant(type, 0);
  }
  if (name.starts_with("exchange")) {
    const ExprId desired = operand(expression->getVal1());
    emit_atomic(ThreadStep::BeginAtomic, at);
    const ExprId old = stabilise(read(target, at), at);
    write(target, desired, at);
    emit_atomic(ThreadStep::EndAtomic, at);
    if (is_by_pointer) assign(place_at(expression->getVal2()), old, at);
    return old;
  }
  if (name.starts_with("compare_exchange")) {
    const Place expected = place_at(expression->getVal1());
    const ExprId desired = operand(expression->getVal2());
    return build_.resize(compare_and_exchange(target, expected, desired, at),
                         scalar_or_word(expression->getType()), false);
  }
  return operator_in(name).empty() ? std::nullopt
                                   : fetch_and_change(target, name, expression->getVal1());
}

/// GCC's older names, whose sizes Clang appends, and operations that Clang takes for functions.
bool Translator::call_atomic(const clang::CallExpr* expression, const std::string& full_name,
                             const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  std::string_view name = full_name;
  const bool is_old = takes_off(name, "__sync_");
  if (!is_old && !takes_off(name, "__c11_atomic_") && !takes_off(name, "__atomic_")) return false;
  if (name == "synchronize" || name == "thread_fence" || name == "signal_fence") {
    effects_of_arguments(expression);
    emit(Kind::Skip, at, full_name);
    return true;
  }
  if (name == "test_and_set" || name == "clear") {
    const Place flag{stabilise(value(expression->getArg(0)), at), {8, false, false, false}};
    const bool sets = name == "test_and_set";
    emit_atomic(ThreadStep::BeginAtomic, at);
    const ExprId old = sets ? stabilise(build_.load(flag), at) : none;
    assign(flag, build_.constant(flag.type, sets ? 1 : 0), at);
    emit_atomic(ThreadStep::EndAtomic, at);
    if (sets) give_back(build_.word(build_.truth(old), flag.type), results, at);
    return true;
  }
  if (!is_old) return false;
  if (name.size() > 2 && name[name.size() - 2] == '_') name.remove_suffix(2);
  const LValue target = atomic_target(expression->getArg(0)->IgnoreParenImpCasts());
  if (!scalar(target.type)) return false;
  return exchange_atomically(expression, name, target, results);
}

bool Translator::exchange_atomically(const clang::CallExpr* expression, std::string_view name,
                                     const LValue& target, const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const Type type = *scalar(target.type);
  const auto operand = [&](unsigned i) {
    return stabilise(build_.resize(value(expression->getArg(i)), type, false), at);
  };
  if (name == "lock_release") {
    emit_atomic(ThreadStep::BeginAtomic, at);
    write(target, build_.constant(type, 0), at);
    emit_atomic(ThreadStep::EndAtomic, at);
    return true;
  }
  if (name == "lock_test_and_set" || name == "swap") {
    const ExprId desired = operand(1);
    emit_atomic(ThreadStep::BeginAtomic, at);
    const ExprId old = stabilise(read(target, at), at);
    write(target, desired, at);
    emit_atomic(ThreadStep::EndAtomic, at);
    give_back(old, results, at);
    return true;
  }
  if (name == "bool_compare_and_swap" || name == "val_compare_and_swap") {
    const Place expected = temporary(type, at);
    assign(expected, operand(1), at);
    const ExprId is_equal = compare_and_exchange(target, expected, operand(2), at);
    // What was there is what was expected, or has become that.
    give_back(name.starts_with("bool") ? is_equal : build_.load(expected), results, at);
    return true;
  }
  const auto found = fetch_and_change(target, name, expression->getArg(1));
  if (found) give_back(*found, results, at);
  return found.has_value();
}

}  // namespace hardbop::c
