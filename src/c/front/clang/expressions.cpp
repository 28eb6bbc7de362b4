// SPDX-License-Identifier: MIT
// Values of expressions. Clang has made every conversion explicit, so only the evaluation order is
// left. Operands are evaluated from left to right: if an operand on the right changes something,
// the operands left of it are stored in temporaries first.
#include "c/front/clang/discarded.hpp"
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;

namespace {

constexpr std::uint32_t most_depth = 400;

}  // namespace

ExprId Translator::unsupported_value(const std::string& what, const clang::Expr* expression) {
  if (const auto known = known_value(expression)) return *known;
  unsupported(what, expression->getExprLoc());
  // No constant, which would decide branches that come next.
  return build_.load({build_.constant(build_.pointer(), 0), scalar_or_word(expression->getType())});
}

/// What Clang can compute, such as sizeof or a conversion of a floating constant.
std::optional<ExprId> Translator::known_value(const clang::Expr* expression) {
  const std::optional<Type> type = scalar(expression->getType());
  if (!type || expression->isValueDependent() || compares_addresses(expression))
    return std::nullopt;
  clang::Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, *context_) || result.HasSideEffects ||
      calls_own(expression))
    return std::nullopt;
  if (result.Val.isInt())
    return build_.constant(*type, result.Val.getInt().extOrTrunc(64).getZExtValue());
  if (result.Val.isFloat())
    return build_.constant(*type,
                           result.Val.getFloat().bitcastToAPInt().zextOrTrunc(64).getZExtValue());
  return std::nullopt;
}

/// A value that stays what it is, whatever happens before it is used.
ExprId Translator::stabilise(ExprId value, clang::SourceLocation at) {
  if (build_.is_fixed(value)) return value;
  const Type type = build_.expr(value).type;
  const Place kept = temporary(type, at);
  assign(kept, build_.resize(value, kept.type, false), at);
  return build_.resize(build_.load(kept), type, false);
}

/// Of something that ends with the innermost block.
bool Translator::is_local_address(ExprId value) const {
  const Expr& expr = build_.expr(value);
  return expr.kind == Expr::Kind::Address &&
         is_within(program_, program_.objects[expr.object].scope, build_.scope());
}

/// The last expression's value, kept where the block's own variables have ended; or `none`.
ExprId Translator::value_of_block(const clang::StmtExpr* expression) {
  const clang::CompoundStmt* body = expression->getSubStmt();
  const clang::SourceLocation at = expression->getExprLoc();
  const ScopeId outer = build_.scope();
  const std::size_t cleanups = cleanups_.size();
  const Block block = block_until(body->getRBracLoc());
  ExprId result = none;
  for (const clang::Stmt* statement : body->body()) {
    const auto* last = clang::dyn_cast<clang::Expr>(statement);
    if (last != nullptr && statement == body->body_back())
      result = value(last);
    else
      lower(statement);
  }
  if (result != none && (!build_.is_fixed(result) || is_local_address(result))) {
    const Type type = build_.expr(result).type;
    const Place kept = temporary(type, at);
    program_.objects[build_.expr(kept.address).object].scope = outer;
    assign(kept, build_.resize(result, kept.type, false), at);
    result = build_.resize(build_.load(kept), type, false);
  }
  end_scope(cleanups);
  return result;
}

/// What is made of too many others is kept in a temporary: who walks over expressions recurses.
ExprId Translator::value(const clang::Expr* expression) {
  if (stack_.is_nearly_full()) {
    unsupported("expression nested too deeply", expression->getExprLoc());
    return build_.constant(scalar_or_word(expression->getType()), 0);
  }
  const ExprId result = deep_value(expression);
  return build_.depth(result) < most_depth ? result : stabilise(result, expression->getExprLoc());
}

ExprId Translator::deep_value(const clang::Expr* expression) {
  const llvm::SaveAndRestore<const clang::Expr*> full(full_, full_ != nullptr ? full_ : expression);
  expression = expression->IgnoreParens();
  if (const auto kept = value_so_far(expression)) return *kept;
  if (const clang::Expr* meant = chosen_by_compiler(expression)) return value(meant);
  switch (expression->getStmtClass()) {
    case clang::Stmt::IntegerLiteralClass:
    case clang::Stmt::CharacterLiteralClass:
    case clang::Stmt::FloatingLiteralClass:
    case clang::Stmt::UnaryExprOrTypeTraitExprClass:
    case clang::Stmt::OffsetOfExprClass:
    case clang::Stmt::TypeTraitExprClass:
    case clang::Stmt::ImplicitValueInitExprClass: return value_of_builtin(expression);
    case clang::Stmt::ConstantExprClass:
      return value(clang::cast<clang::ConstantExpr>(expression)->getSubExpr());
    case clang::Stmt::DeclRefExprClass:
      return value_of_reference(clang::cast<clang::DeclRefExpr>(expression));
    case clang::Stmt::ImplicitCastExprClass:
    case clang::Stmt::CStyleCastExprClass:
      return value_of_cast(clang::cast<clang::CastExpr>(expression));
    case clang::Stmt::UnaryOperatorClass:
      return value_of_unary(clang::cast<clang::UnaryOperator>(expression));
    case clang::Stmt::BinaryOperatorClass:
    case clang::Stmt::CompoundAssignOperatorClass:
      return value_of_binary(clang::cast<clang::BinaryOperator>(expression));
    case clang::Stmt::ConditionalOperatorClass:
    case clang::Stmt::BinaryConditionalOperatorClass:
      return value_of_conditional(clang::cast<clang::AbstractConditionalOperator>(expression));
    case clang::Stmt::CallExprClass: return value_of_call(clang::cast<clang::CallExpr>(expression));
    case clang::Stmt::InitListExprClass:
      if (const auto* list = clang::cast<clang::InitListExpr>(expression); list->getNumInits() == 1)
        return value(list->getInit(0));
      break;
    case clang::Stmt::StmtExprClass: {
      const ExprId result = value_of_block(clang::cast<clang::StmtExpr>(expression));
      if (result != none) return result;
      break;
    }
    case clang::Stmt::MemberExprClass: return read(place(expression), expression->getExprLoc());
    case clang::Stmt::VAArgExprClass:
      return value_of_argument(clang::cast<clang::VAArgExpr>(expression));
    case clang::Stmt::AddrLabelExprClass:
      return address_of_label(clang::cast<clang::AddrLabelExpr>(expression)->getLabel());
    case clang::Stmt::AtomicExprClass:
      return value_of_atomic(clang::cast<clang::AtomicExpr>(expression));
    default: break;
  }
  return unsupported_value(std::string("expression of kind ") + expression->getStmtClassName(),
                           expression);
}

/// Of what was evaluated before its turn, or is another expression's value.
std::optional<ExprId> Translator::value_so_far(const clang::Expr* expression) const {
  if (const auto found = evaluated_.find(expression); found != evaluated_.end())
    return found->second;
  const auto* opaque = clang::dyn_cast<clang::OpaqueValueExpr>(expression);
  if (opaque == nullptr) return std::nullopt;
  const auto found = opaque_.find(opaque);
  return found == opaque_.end() ? std::nullopt : std::optional(found->second);
}

const clang::Expr* Translator::chosen_by_compiler(const clang::Expr* expression) {
  if (const auto* generic = clang::dyn_cast<clang::GenericSelectionExpr>(expression))
    return generic->getResultExpr();
  if (const auto* choice = clang::dyn_cast<clang::ChooseExpr>(expression))
    return choice->getChosenSubExpr();
  return nullptr;
}

ExprId Translator::value_of_reference(const clang::DeclRefExpr* expression) {
  if (const auto* constant = clang::dyn_cast<clang::EnumConstantDecl>(expression->getDecl()))
    return build_.constant(scalar_or_word(expression->getType()),
                           constant->getInitVal().extOrTrunc(64).getZExtValue());
  return place(expression).address;  // of a function
}

ExprId Translator::value_of_builtin(const clang::Expr* expression) {
  if (clang::isa<clang::ImplicitValueInitExpr>(expression))
    return build_.constant(scalar_or_word(expression->getType()), 0);
  if (const auto* trait = clang::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression))
    if (const auto size = size_of_variable(trait)) return *size;
  const std::optional<ExprId> known = known_value(expression);
  return known ? *known
               : unsupported_value("value of type '" + expression->getType().getAsString() + "'",
                                   expression);
}

ExprId Translator::value_of_cast(const clang::CastExpr* cast) {
  const clang::Expr* from = cast->getSubExpr();
  if (const auto* written = clang::dyn_cast<clang::ExplicitCastExpr>(cast))
    measure(written->getTypeAsWritten(), cast->getExprLoc());
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue: return read_at_once(place(from), cast->getExprLoc());
    case clang::CK_NoOp:
    case clang::CK_BitCast:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
      if (scalar(cast->getType())) return value(from);
      break;
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay: return place(from).address;
    case clang::CK_NullToPointer: effect(from); return build_.constant(build_.pointer(), 0);
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToPointer:
    case clang::CK_PointerToIntegral:
    case clang::CK_BooleanToSignedIntegral:
      if (scalar(cast->getType()) && scalar(from->getType())) {
        const ExprId word =
            convert(value(from), from->getType(), cast->getType(), cast->getExprLoc());
        if (build_.is_constant(word)) note_device(cast->getType(), build_.expr(word).value);
        return word;
      }
      break;
    case clang::CK_IntegralToBoolean:
    case clang::CK_PointerToBoolean:
      return build_.word(build_.truth(value(from)), scalar_or_word(cast->getType()));
    case clang::CK_ToVoid: effect(from); return build_.constant(scalar_or_word(cast->getType()), 0);
    default: break;
  }
  if (is_float_cast(cast))
    return convert(value(from), from->getType(), cast->getType(), cast->getExprLoc());
  if (is_floating(cast->getType()) || is_floating(from->getType()))
    return unsupported_value("floating-point conversion", cast);
  return unsupported_value(std::string("conversion ") + cast->getCastKindName(), cast);
}

ExprId Translator::convert(ExprId value, clang::QualType from, clang::QualType to,
                           clang::SourceLocation at) {
  const std::optional<Type> target = scalar(to);
  const std::optional<Type> source = scalar(from);
  if (!target || !source) {
    unsupported("conversion to '" + to.getAsString() + "'", at);
    return build_.constant(scalar_or_word(to), 0);
  }
  if (target->is_bool && !source->is_bool) return build_.word(build_.truth(value), *target);
  if (target->is_float) return convert_to_float(value, *source, *target, at);
  if (source->is_float) return convert_to_integer(value, *target, at);
  return build_.resize(value, *target, source->is_signed);
}

ExprId Translator::value_of_unary(const clang::UnaryOperator* expression) {
  const clang::Expr* operand = expression->getSubExpr();
  const clang::SourceLocation at = expression->getOperatorLoc();
  switch (expression->getOpcode()) {
    case clang::UO_AddrOf: {
      const LValue target = place(operand);
      refuse_stream_variable(target.address, "address of", at);
      return target.address;
    }
    case clang::UO_Extension:
    case clang::UO_Plus: return value(operand);
    case clang::UO_LNot: return value_of_logic(expression);
    case clang::UO_Minus:
    case clang::UO_Not:
      if (is_float(expression->getType())) return negative(value(operand));
      if (!expression->getType()->isIntegerType())
        return unsupported_value("floating-point arithmetic", expression);
      if (expression->getOpcode() == clang::UO_Minus) {
        const ExprId negated = read_once(value(operand), at);
        if (is_checked(expression)) check_negation(negated, at);
        return build_.unary(Op::Negate, negated);
      }
      return build_.unary(Op::Not, value(operand));
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec: {
      LValue target = place(operand);
      begin_change(target, nullptr, at);
      const ExprId old = expression->isPostfix() ? stabilise(read(target, at), at) : none;
      const ExprId stepped = expression->isPrefix()
                                 ? stabilise(as_stored(target, step(expression, target)), at)
                                 : step(expression, target, may_have_threads() ? old : none);
      write(target, stepped, at);
      end_change(target, nullptr, at);
      return expression->isPostfix() ? old : stepped;
    }
    default: return unsupported_value("this operator", expression);
  }
}

ExprId Translator::value_of_binary(const clang::BinaryOperator* expression) {
  if (expression->isAssignmentOp()) return value_of_assignment(expression);
  if (expression->getOpcode() == clang::BO_Comma) {
    effect(expression->getLHS());
    return value(expression->getRHS());
  }
  if (expression->isLogicalOp()) return value_of_logic(expression);
  const clang::Expr* left = expression->getLHS();
  const clang::Expr* right = expression->getRHS();
  const bool is_number = is_float(left->getType()) && is_float(right->getType());
  if ((is_floating(left->getType()) || is_floating(right->getType())) &&
      (!is_number || !rounds_as_usual(expression)))
    return unsupported_value("floating-point arithmetic", expression);
  ExprId a = value(left);
  if (modifies(right))
    a = stabilise(a, left->getExprLoc());
  else if (may_read_shared(right))
    a = read_once(a, left->getExprLoc());  // from left to right, as compilers do
  const ExprId b = value(right);
  return operate(expression->getOpcode(), a, left->getType(), b, right->getType(),
                 expression->getOperatorLoc());
}

namespace {

/// An assignment, or a step.
bool modifies_itself(const clang::Expr* expression) {
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(expression))
    return unary->isIncrementDecrementOp();
  const auto* binary = clang::dyn_cast<clang::BinaryOperator>(expression);
  return binary != nullptr && binary->isAssignmentOp();
}

Op comparison(clang::BinaryOperatorKind op, bool is_signed) {
  const bool strict = op == clang::BO_LT || op == clang::BO_GT;
  if (strict) return is_signed ? Op::LessSigned : Op::LessUnsigned;
  return is_signed ? Op::LessEqualSigned : Op::LessEqualUnsigned;
}

}  // namespace

/// The operands are of the types that C's conversions have given them.
ExprId Translator::operate(clang::BinaryOperatorKind op, ExprId a, clang::QualType type_a, ExprId b,
                           clang::QualType type_b, clang::SourceLocation at) {
  const Type integer{32, true, false, false};
  const bool pointer_a = type_a->isPointerType();
  const bool pointer_b = type_b->isPointerType();
  const bool negative = is_signed(type_a);
  if (!scalar(type_a) || !scalar(type_b)) {
    unsupported("arithmetic on type '" + type_a.getAsString() + "'", at);
    return build_.constant(integer, 0);
  }
  if (is_float(type_a) && is_float(type_b)) return operate_on_floats(op, a, b, at);
  const bool divides = op == clang::BO_Div || op == clang::BO_Rem;
  if (divides || checks_overflow()) {
    a = read_once(a, at);
    b = read_once(b, at);
  }
  if (divides) require(build_.truth(b), "division by zero", at, Defect::Arithmetic);
  if (checks_overflow() && (divides || !is_in_library()) && negative && !pointer_a && !pointer_b &&
      op != clang::BO_Shl)
    check_overflow(op, a, b, at);
  switch (op) {
    case clang::BO_Add:
      if (pointer_a) return move_pointer(a, type_a, b, type_b, false, at);
      if (pointer_b) return move_pointer(b, type_b, a, type_a, false, at);
      return build_.binary(Op::Add, a, b);
    case clang::BO_Sub:
      if (pointer_a && pointer_b) return distance(a, b, type_a->getPointeeType(), at);
      if (pointer_a) return move_pointer(a, type_a, b, type_b, true, at);
      return build_.binary(Op::Subtract, a, b);
    case clang::BO_Mul: return build_.binary(Op::Multiply, a, b);
    case clang::BO_Div:
      return build_.binary(negative ? Op::DivideSigned : Op::DivideUnsigned, a, b);
    case clang::BO_Rem:
      return build_.binary(negative ? Op::RemainderSigned : Op::RemainderUnsigned, a, b);
    case clang::BO_And: return build_.binary(Op::And, a, b);
    case clang::BO_Or: return build_.binary(Op::Or, a, b);
    case clang::BO_Xor: return build_.binary(Op::Xor, a, b);
    case clang::BO_Shl:
    case clang::BO_Shr: return shift(op == clang::BO_Shl, a, type_a, b, at);
    case clang::BO_LT:
    case clang::BO_LE: return build_.word(build_.binary(comparison(op, negative), a, b), integer);
    case clang::BO_GT:
    case clang::BO_GE: return build_.word(build_.binary(comparison(op, negative), b, a), integer);
    case clang::BO_EQ: return build_.word(build_.binary(Op::Equal, a, b), integer);
    case clang::BO_NE: return build_.word(build_.negation(build_.binary(Op::Equal, a, b)), integer);
    default: unsupported("this operator", at); return build_.constant(integer, 0);
  }
}

ExprId Translator::shift(bool left, ExprId a, clang::QualType type_a, ExprId b,
                         clang::SourceLocation at) {
  const Type type = scalar_or_word(type_a);
  const Type amount = build_.expr(b).type;
  b = read_once(b, at);
  if (build_.bound(b) >= type.bits)
    require(build_.binary(Op::LessUnsigned, b, build_.constant(amount, type.bits)),
            "shift by the width of the type or more", at, Defect::Arithmetic);
  if (left && checks_overflow() && type.is_signed) check_overflow(clang::BO_Shl, a, b, at);
  b = build_.resize(b, type, false);
  if (left) return build_.binary(Op::ShiftLeft, a, b);
  return build_.binary(type.is_signed ? Op::ShiftRightSigned : Op::ShiftRight, a, b);
}

/// Of two pointers, in elements.
ExprId Translator::distance(ExprId to, ExprId from, clang::QualType element,
                            clang::SourceLocation at) {
  const ExprId bytes = build_.binary(Op::Subtract, to, from);
  const std::optional<ExprId> size = bytes_of(element);
  const bool is_empty = size && build_.is_constant(*size) && build_.expr(*size).value == 0;
  if (!size || is_empty) unsupported("difference of pointers to a type of unknown size", at);
  if (!size || is_empty || (build_.is_constant(*size) && build_.expr(*size).value == 1))
    return bytes;
  return build_.binary(Op::DivideSigned, bytes, *size);
}

ExprId Translator::move_pointer(ExprId pointer, clang::QualType type, ExprId index,
                                clang::QualType index_type, bool back, clang::SourceLocation at) {
  const std::optional<ExprId> size = bytes_of(type->getPointeeType());
  if (!size || !scalar(index_type)) {
    unsupported("pointer to a type of unknown size", at);
    return pointer;
  }
  const Type word = build_.pointer();
  const ExprId distance =
      build_.binary(Op::Multiply, build_.resize(index, word, is_signed(index_type)), *size);
  return build_.binary(back ? Op::Subtract : Op::Add, pointer, distance);
}

void Translator::effect(const clang::Expr* expression) {
  const llvm::SaveAndRestore<const clang::Expr*> full(full_, full_ != nullptr ? full_ : expression);
  expression = expression->IgnoreParens();
  if (evaluated_.contains(expression)) return;
  if (!modifies(expression) && !may_overflow(expression) && !may_fail(expression)) return;
  const clang::SourceLocation at = expression->getExprLoc();
  if (may_fail_itself(expression) && scalar(expression->getType())) {
    static_cast<void>(stabilise(value(expression), at));
    return;
  }
  if (may_fail_itself(expression) && expression->getType()->isRecordType()) {
    for (const Place& cell : places_of(aggregate(expression), expression->getType()))
      static_cast<void>(stabilise(build_.load(cell), at));
    return;
  }
  if (is_checked(expression) && !modifies_itself(expression)) {
    static_cast<void>(value(expression));
    return;
  }
  if (const auto* called = clang::dyn_cast<clang::CallExpr>(expression)) return call(called, {});
  if (const auto* cast = clang::dyn_cast<clang::CastExpr>(expression)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) {
      static_cast<void>(place(cast->getSubExpr()));
      return;
    }
    return effect(cast->getSubExpr());
  }
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(expression))
    return effect_of_unary(unary);
  if (const auto* binary = clang::dyn_cast<clang::BinaryOperator>(expression))
    return effect_of_binary(binary);
  if (const auto* choice = clang::dyn_cast<clang::AbstractConditionalOperator>(expression))
    return effect_of_conditional(choice);
  if (const auto* block = clang::dyn_cast<clang::StmtExpr>(expression))
    return lower(block->getSubStmt());
  if (expression->getType()->isRecordType() || expression->isLValue()) {
    static_cast<void>(place(expression));
    return;
  }
  static_cast<void>(value(expression));
}

void Translator::effect_of_unary(const clang::UnaryOperator* expression) {
  const clang::Expr* operand = expression->getSubExpr();
  if (expression->isIncrementDecrementOp()) {
    LValue target = place(operand);
    begin_change(target, nullptr, expression->getOperatorLoc());
    write(target, step(expression, target), expression->getOperatorLoc());
    return end_change(target, nullptr, expression->getOperatorLoc());
  }
  if (expression->getOpcode() != clang::UO_Deref && expression->getOpcode() != clang::UO_AddrOf)
    return effect(operand);
  if (operand->IgnoreParens()->isLValue())
    static_cast<void>(place(operand));
  else
    static_cast<void>(place(expression));
}

void Translator::effect_of_binary(const clang::BinaryOperator* expression) {
  if (expression->isAssignmentOp()) return assign_to(expression);
  if (!expression->isLogicalOp()) {
    effect(expression->getLHS());
    return effect(expression->getRHS());
  }
  const Choice ways = condition(expression->getLHS());
  const bool is_and = expression->getOpcode() == clang::BO_LAnd;
  build_.add_pending(is_and ? ways.yes : ways.no);
  effect(expression->getRHS());
  build_.add_pending(is_and ? ways.no : ways.yes);
}

}  // namespace hardbop::c
