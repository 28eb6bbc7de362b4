// SPDX-License-Identifier: MIT
// Places in memory: the left-hand sides of assignments, and how they are read and written.
#include <clang/AST/RecordLayout.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;

LValue Translator::unsupported_place(const std::string& what, const clang::Expr* expression) {
  unsupported(what, expression->getExprLoc());
  return {build_.constant(build_.pointer(), 0), expression->getType(), false, {}, 0, 0};
}

LValue Translator::place(const clang::Expr* expression) {
  LValue result = place_inside(expression);
  result.is_device =
      (is_volatile(result.type) && is_device(expression)) || is_given_device(result.address);
  result.address = read_once(result.address, expression->getExprLoc());
  return result;
}

LValue Translator::place_inside(const clang::Expr* expression) {
  const auto at = [&](ExprId address) {
    return LValue{address, expression->getType(), false, {}, 0, 0};
  };
  expression = expression->IgnoreParens();
  if (const clang::Expr* meant = chosen_by_compiler(expression)) return place(meant);
  switch (expression->getStmtClass()) {
    case clang::Stmt::DeclRefExprClass:
      return place_of_reference(clang::cast<clang::DeclRefExpr>(expression));
    case clang::Stmt::MemberExprClass:
      return place_of_member(clang::cast<clang::MemberExpr>(expression));
    case clang::Stmt::ArraySubscriptExprClass:
      return place_of_element(clang::cast<clang::ArraySubscriptExpr>(expression));
    case clang::Stmt::UnaryOperatorClass: {
      const auto* unary = clang::cast<clang::UnaryOperator>(expression);
      if (unary->getOpcode() == clang::UO_Deref) return at(value(unary->getSubExpr()));
      if (unary->getOpcode() == clang::UO_Extension) return place(unary->getSubExpr());
      break;
    }
    case clang::Stmt::StringLiteralClass:
    case clang::Stmt::PredefinedExprClass: return at(build_.address(string_object(expression), 0));
    case clang::Stmt::CompoundLiteralExprClass:
      return at(address_of_literal(clang::cast<clang::CompoundLiteralExpr>(expression)));
    case clang::Stmt::ImplicitCastExprClass:
    case clang::Stmt::CStyleCastExprClass: {
      const auto* cast = clang::cast<clang::CastExpr>(expression);
      if (cast->getCastKind() == clang::CK_NoOp && cast->getSubExpr()->isLValue())
        return place(cast->getSubExpr());
      break;
    }
    default: break;
  }
  if (expression->getType()->isRecordType()) return at(aggregate(expression));
  return unsupported_place(std::string("lvalue of kind ") + expression->getStmtClassName(),
                           expression);
}

LValue Translator::place_of_reference(const clang::DeclRefExpr* expression) {
  const auto at = [&](ExprId address) {
    return LValue{address, expression->getType(), false, {}, 0, 0};
  };
  const clang::ValueDecl* declared = expression->getDecl();
  if (const auto* function = clang::dyn_cast<clang::FunctionDecl>(declared))
    return at(address_of(function));
  const auto* variable = clang::dyn_cast<clang::VarDecl>(declared);
  if (variable == nullptr)
    return unsupported_place("reference to this kind of declaration", expression);
  if (const auto found = variable_arrays_.find(variable); found != variable_arrays_.end())
    return at(build_.load({build_.address(found->second, 0), build_.pointer()}));
  if (variable->getType()->isVariablyModifiedType() && !variable->getType()->isPointerType())
    return unsupported_place("variable-length array", expression);
  if (is_unknown_of_library(variable))
    return unsupported_place("variable " + variable->getNameAsString() + " of the C library",
                             expression);
  LValue out = at(address_of(variable, 0));
  out.is_own = may_have_threads() && is_own(variable);
  return out;
}

/// Where a compound literal is. Within a function it is initialised whenever it is met.
ExprId Translator::address_of_literal(const clang::CompoundLiteralExpr* literal) {
  if (literal->isFileScope()) return build_.address(static_literal(literal), 0);
  const auto [found, is_new] = literals_.try_emplace(literal, none);
  if (is_new) found->second = temporary_object(literal->getType(), literal->getExprLoc());
  const ExprId address = build_.address(found->second, 0);
  initialise(address, literal->getType(), literal->getInitializer());
  return address;
}

LValue Translator::place_of_member(const clang::MemberExpr* expression) {
  const auto* field = clang::dyn_cast<clang::FieldDecl>(expression->getMemberDecl());
  if (field == nullptr) return unsupported_place("this kind of member", expression);
  const clang::Expr* base = expression->getBase();
  LValue out = expression->isArrow() ? LValue{value(base)} : place(base);
  out.type = expression->getType();
  const clang::RecordDecl* record = field->getParent();
  if (record->isInvalidDecl()) return unsupported_place("invalid structure", expression);
  if (field->isBitField()) {
    const BitUnit unit = bit_unit(field);
    out.address = build_.plus(out.address, unit.offset);
    out.is_bit_field = true;
    out.unit = {static_cast<std::uint8_t>(unit.bytes * 8U), false, false, false};
    out.shift = unit.shift;
    out.width = static_cast<std::uint8_t>(field->getBitWidthValue(*context_));
    return out;
  }
  const std::uint64_t bits =
      context_->getASTRecordLayout(record).getFieldOffset(field->getFieldIndex());
  out.address = build_.plus(out.address, bits / 8);
  return out;
}

LValue Translator::place_of_element(const clang::ArraySubscriptExpr* expression) {
  const clang::Expr* base = expression->getBase();
  const clang::Expr* index = expression->getIdx();
  if (!base->getType()->isPointerType())
    return unsupported_place("element of a vector", expression);
  const clang::SourceLocation at = expression->getExprLoc();
  const clang::Expr* array = subscripted_array(expression);
  LValue out = array == nullptr ? LValue{value(base)} : place(array);
  if (modifies(index)) {
    out.address = stabilise(out.address, at);
    keep_bounds(out, at);
  }
  const ExprId offset = read_once(value(index), at);
  out.address = move_pointer(out.address, base->getType(), offset, index->getType(), false, at);
  out.type = expression->getType();
  note_bound(expression, offset, out);
  return out;
}

ExprId Translator::read(const LValue& from, clang::SourceLocation at) {
  const std::optional<Type> type = scalar(from.type);
  if (!type) {
    unsupported("value of type '" + from.type.getAsString() + "'", at);
    return build_.constant(scalar_or_word(from.type), 0);
  }
  check_bounds(from, at);
  const Type bits{from.width, type->is_signed, false, false};
  if (is_in_bytes(from))
    return build_.resize(build_.extract(read_bytes_of_field(from, at), 0, bits), *type,
                         type->is_signed);
  const Type word = from.is_bit_field ? from.unit : *type;
  const std::optional<ExprId> chosen = read_volatile(from, word, at);
  const ExprId unit = chosen ? *chosen : build_.load({from.address, word}, next_reading(from));
  if (!from.is_bit_field) return unit;
  return build_.resize(build_.extract(unit, from.shift, bits), *type, type->is_signed);
}

void Translator::write(const LValue& to, ExprId value, clang::SourceLocation at) {
  const std::optional<Type> type = scalar(to.type);
  if (!type) {
    unsupported("assignment to type '" + to.type.getAsString() + "'", at);
    return;
  }
  if (to.is_device) return write_to_device(at);
  check_bounds(to, at);
  if (is_in_bytes(to)) return write_bytes_of_field(to, value, at);
  const auto store = [&](const Place& place, ExprId word) {
    is_volatile(to.type) ? write_volatile(place, word, at) : assign(place, word, at);
  };
  if (!to.is_bit_field) return store({to.address, *type}, value);
  const std::uint64_t ones = words::mask(to.width);
  const ExprId old = build_.load({to.address, to.unit});
  const ExprId kept = build_.binary(Op::And, old, build_.constant(to.unit, ~(ones << to.shift)));
  ExprId bits = build_.resize(value, to.unit, false);
  bits = build_.binary(Op::And, bits, build_.constant(to.unit, ones));
  bits = build_.binary(Op::ShiftLeft, bits, build_.constant(to.unit, to.shift));
  const bool is_whole = to.width == to.unit.bits;
  store({to.address, to.unit}, is_whole ? bits : build_.binary(Op::Or, kept, bits));
}

/// What a place holds after a value was assigned to it: of a bit-field, what fits.
ExprId Translator::as_stored(const LValue& to, ExprId value) {
  if (!to.is_bit_field) return value;
  const Type type = scalar_or_word(to.type);
  const Type bits{to.width, type.is_signed, false, false};
  return build_.resize(build_.extract(value, 0, bits), type, type.is_signed);
}

/// The left side is evaluated first, and stays what it is while the right side is.
LValue Translator::place_to_assign(const clang::Expr* left, const clang::Expr* right) {
  LValue result = place(left);
  refuse_stream_variable(result.address, "assignment to", left->getExprLoc());
  if (!modifies(right)) return result;
  result.address = stabilise(result.address, left->getExprLoc());
  keep_bounds(result, left->getExprLoc());
  return result;
}

ExprId Translator::combine(const clang::CompoundAssignOperator* expression, const LValue& left) {
  const clang::SourceLocation at = expression->getOperatorLoc();
  const clang::QualType type = expression->getLHS()->getType().getAtomicUnqualifiedType();
  const clang::QualType right_type = expression->getRHS()->getType();
  const ExprId right = value(expression->getRHS());
  const auto op = clang::BinaryOperator::getOpForCompoundAssignment(expression->getOpcode());
  if (type->isPointerType())
    return move_pointer(read(left, at), type, right, right_type, op == clang::BO_Sub, at);
  const clang::QualType computed = expression->getComputationLHSType();
  if (is_floating(computed) && !rounds_as_usual(expression)) {
    unsupported("floating-point arithmetic", at);
    return read(left, at);
  }
  const ExprId old = convert(read(left, at), type, computed, at);
  const ExprId result = operate(op, old, computed, right, right_type, at);
  return convert(result, expression->getComputationResultType(), type, at);
}

void Translator::assign_to(const clang::BinaryOperator* expression) {
  const clang::SourceLocation at = expression->getOperatorLoc();
  const clang::Expr* right = expression->getRHS();
  if (expression->getType()->isRecordType()) {
    const LValue to = place_to_assign(expression->getLHS(), right);
    const ExprId from = aggregate(right);
    check_bounds(to, at);
    return copy(to.address, from, expression->getType(), at);
  }
  LValue left = place_to_assign(expression->getLHS(), right);
  const auto* compound = clang::dyn_cast<clang::CompoundAssignOperator>(expression);
  if (compound != nullptr || is_atomic(left)) {
    begin_change(left, right, at);
    write(left, compound != nullptr ? combine(compound, left) : value(right), at);
    return end_change(left, right, at);
  }
  const std::optional<Type> type = scalar(left.type);
  if (const auto* called = clang::dyn_cast<clang::CallExpr>(right->IgnoreParens());
      called != nullptr && type && !left.is_bit_field && left.bounds.empty() &&
      build_.expr(left.address).kind == Expr::Kind::Address) {
    call(called, {{left.address, *type}});
    return;
  }
  write(left, value(right), at);
}

ExprId Translator::value_of_assignment(const clang::BinaryOperator* expression) {
  const clang::SourceLocation at = expression->getOperatorLoc();
  LValue left = place_to_assign(expression->getLHS(), expression->getRHS());
  const auto* compound = clang::dyn_cast<clang::CompoundAssignOperator>(expression);
  begin_change(left, expression->getRHS(), at);
  ExprId assigned = compound != nullptr ? combine(compound, left) : value(expression->getRHS());
  const bool is_direct = !left.is_bit_field && scalar(left.type) && !is_volatile(left.type) &&
                         build_.expr(left.address).kind == Expr::Kind::Address &&
                         !may_have_threads();
  if (!is_direct) assigned = stabilise(as_stored(left, assigned), at);
  write(left, assigned, at);
  end_change(left, expression->getRHS(), at);
  return is_direct && !build_.is_fixed(assigned) ? read(left, at) : assigned;
}

/// The value of ++ and --.
ExprId Translator::step(const clang::UnaryOperator* expression, const LValue& operand,
                        ExprId known) {
  const clang::SourceLocation at = expression->getOperatorLoc();
  const clang::QualType type = operand.type.getAtomicUnqualifiedType();
  const ExprId old = known != none ? known : read_once(read(operand, at), at);
  const bool down = expression->isDecrementOp();
  if (is_float(type) && rounds_as_usual(expression))
    return operate_on_floats(down ? clang::BO_Sub : clang::BO_Add, old,
                             float_constant(scalar_or_word(type), 1), at);
  if (is_floating(type)) {
    unsupported("floating-point arithmetic", at);
    return old;
  }
  if (type->isPointerType())
    return move_pointer(old, type, build_.constant({32, true, false, false}, 1), context_->IntTy,
                        down, at);
  if (type->isBooleanType()) {
    const ExprId one = build_.constant(scalar_or_word(type), 1);
    return down ? build_.binary(Op::Xor, old, one) : one;
  }
  const Type own = scalar_or_word(type);
  const Type integer{32, true, false, false};
  const Type promoted = own.bits < integer.bits ? integer : own;
  const ExprId word = build_.resize(old, promoted, own.is_signed);
  const ExprId one = build_.constant(promoted, 1);
  if (is_checked(expression)) check_overflow(down ? clang::BO_Sub : clang::BO_Add, word, one, at);
  return build_.resize(build_.binary(down ? Op::Subtract : Op::Add, word, one), own, false);
}

void Translator::copy(ExprId to, ExprId from, clang::QualType type, clang::SourceLocation at) {
  if (to == from) return;
  if (count_cells(type) > most_cells) {
    unsupported("copy of a very large structure", at);
    return;
  }
  for (const Cell& cell : cells_of(type))
    assign({build_.plus(to, cell.offset), cell.type},
           build_.load({build_.plus(from, cell.offset), cell.type}), at);
}

ExprId Translator::aggregate(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  const clang::SourceLocation at = expression->getExprLoc();
  const clang::QualType type = expression->getType();
  const auto in_temporary = [&] { return build_.address(temporary_object(type, at), 0); };
  if (const auto* cast = clang::dyn_cast<clang::CastExpr>(expression)) {
    const auto kind = cast->getCastKind();
    if (kind == clang::CK_LValueToRValue) return aggregate_of_place(cast->getSubExpr());
    if (kind == clang::CK_NoOp) return aggregate(cast->getSubExpr());
  }
  if (const auto* called = clang::dyn_cast<clang::CallExpr>(expression)) {
    const ExprId result = in_temporary();
    call(called, places_of(result, type));
    return result;
  }
  if (const auto* binary = clang::dyn_cast<clang::BinaryOperator>(expression)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      effect(binary->getLHS());
      return aggregate(binary->getRHS());
    }
    if (binary->getOpcode() == clang::BO_Assign) {
      const LValue to = place_to_assign(binary->getLHS(), binary->getRHS());
      const ExprId stable = stabilise(to.address, at);
      check_bounds(to, at);
      copy(stable, aggregate(binary->getRHS()), type, at);
      return stable;
    }
  }
  if (const auto* choice = clang::dyn_cast<clang::ConditionalOperator>(expression)) {
    const ExprId result = in_temporary();
    copy_choice(result, choice);
    return result;
  }
  if (const auto* block = clang::dyn_cast<clang::StmtExpr>(expression)) {
    const ExprId result = in_temporary();
    copy_result(result, block);
    return result;
  }
  if (const auto* next = clang::dyn_cast<clang::VAArgExpr>(expression)) return next_argument(next);
  if (clang::isa<clang::InitListExpr>(expression)) {
    const ExprId result = in_temporary();
    initialise(result, type, expression);
    return result;
  }
  if (expression->isLValue() || clang::isa<clang::MemberExpr>(expression))
    return place(expression).address;
  unsupported(std::string("structure created by ") + expression->getStmtClassName(), at);
  return in_temporary();
}

void Translator::copy_choice(ExprId to, const clang::ConditionalOperator* choice) {
  const clang::SourceLocation at = choice->getExprLoc();
  const Choice ways = condition(choice->getCond());
  build_.add_pending(ways.yes);
  copy(to, aggregate(choice->getTrueExpr()), choice->getType(), at);
  const Exits first = build_.take_pending();
  build_.add_pending(ways.no);
  copy(to, aggregate(choice->getFalseExpr()), choice->getType(), at);
  build_.add_pending(first);
}

void Translator::copy_result(ExprId to, const clang::StmtExpr* block) {
  const clang::CompoundStmt* body = block->getSubStmt();
  const Block scope = block_until(body->getRBracLoc());
  const std::size_t outer = cleanups_.size();
  for (const clang::Stmt* statement : body->body()) {
    const auto* last = clang::dyn_cast<clang::Expr>(statement);
    if (last != nullptr && statement == body->body_back())
      copy(to, aggregate(last), block->getType(), block->getExprLoc());
    else
      lower(statement);
  }
  end_scope(outer);
}

}  // namespace hardbop::c
