// SPDX-License-Identifier: MIT
// Hardware and interrupts change memory while a program runs. A volatile object that other files
// can name, and volatile memory at a constant address, have any value each time they are read. The
// front end translates each such read to an arbitrary statement of its own, so later layers need to
// know nothing about volatile. Volatile locals and static variables are like other variables, and
// so is memory that is volatile only through the pointer that reads it.
//
// The target of a pointer to volatile is known only at run time. Its reads are reads of memory that
// become arbitrary if the address is in one of the objects above; the list of these objects is
// complete when everything is translated.
//
// Volatile memory at a constant address is not an object of the program: writing there changes
// nothing that a program can see. The user can name further addresses: there, memory at a constant
// address need not be volatile, and volatile memory need not be at a constant address. A pointer
// with such an address is recognised by its number; no object of the program gets an address that
// the text or the user says as a number.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

constexpr const char* device_assumption =
    "reads of volatile memory at constant addresses return arbitrary values, and writes to it "
    "change nothing else";

/// Whether the type, or a part of it, is volatile.
bool has_volatile(const clang::ASTContext& context, clang::QualType type) {
  const clang::QualType element = context.getBaseElementType(type);
  if (element.isVolatileQualified()) return true;
  const clang::RecordDecl* record = element->getAsRecordDecl();
  if (record == nullptr) return false;
  for (const clang::FieldDecl* field : record->fields())
    if (has_volatile(context, field->getType())) return true;
  return false;
}

/// By address; those that are next to each other become one. None has the address zero.
std::vector<AddressRange> merged(std::vector<AddressRange> all) {
  std::ranges::sort(all, {}, &AddressRange::first);
  std::vector<AddressRange> out;
  for (const AddressRange& range : all) {
    if (out.empty() || out.back().last < range.first - 1)
      out.push_back(range);
    else
      out.back().last = std::max(out.back().last, range.last);
  }
  return out;
}

}  // namespace

void Translator::note_assumption(const std::string& text) {
  std::vector<std::string>& all = program_.assumptions;
  if (std::ranges::find(all, text) == all.end()) all.push_back(text);
}

bool Translator::is_volatile(clang::QualType type) const {
  return volatile_ == Volatile::Arbitrary &&
         context_->getBaseElementType(type).isVolatileQualified();
}

/// Whether a place is at an address that the text says as a number.
bool Translator::is_device(const clang::Expr* place) {
  place = place->IgnoreParens();
  if (const auto* member = clang::dyn_cast<clang::MemberExpr>(place))
    return member->isArrow() ? is_device_address(member->getBase()) : is_device(member->getBase());
  if (const auto* element = clang::dyn_cast<clang::ArraySubscriptExpr>(place))
    return is_device_address(element->getBase());
  const auto* unary = clang::dyn_cast<clang::UnaryOperator>(place);
  return unary != nullptr && unary->getOpcode() == clang::UO_Deref &&
         is_device_address(unary->getSubExpr());
}

bool Translator::is_device_address(const clang::Expr* pointer) {
  pointer = pointer->IgnoreParens();
  if (const auto* cast = clang::dyn_cast<clang::CastExpr>(pointer)) {
    const clang::Expr* from = cast->getSubExpr();
    switch (cast->getCastKind()) {
      case clang::CK_IntegralToPointer: {
        const std::optional<ExprId> number = known_value(from);
        return number && !build_.is_constant(*number, 0);
      }
      case clang::CK_NoOp:
      case clang::CK_BitCast: return is_device_address(from);
      case clang::CK_ArrayToPointerDecay: return is_device(from);
      case clang::CK_LValueToRValue: {
        const auto* named = clang::dyn_cast<clang::DeclRefExpr>(from->IgnoreParens());
        const auto* variable =
            named == nullptr ? nullptr : clang::dyn_cast<clang::VarDecl>(named->getDecl());
        if (variable == nullptr || !variable->getType().isConstQualified() ||
            variable->getType().isVolatileQualified())
          return false;
        const clang::Expr* value = variable->getAnyInitializer();
        return value != nullptr && is_device_address(value);
      }
      default: return false;
    }
  }
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(pointer))
    return unary->getOpcode() == clang::UO_AddrOf && is_device(unary->getSubExpr());
  if (const auto* choice = clang::dyn_cast<clang::ConditionalOperator>(pointer))
    return is_device_address(choice->getTrueExpr()) && is_device_address(choice->getFalseExpr());
  const auto* binary = clang::dyn_cast<clang::BinaryOperator>(pointer);
  if (binary == nullptr || !binary->isAdditiveOp()) return false;
  const bool is_left = binary->getLHS()->getType()->isPointerType();
  return is_device_address(is_left ? binary->getLHS() : binary->getRHS());
}

void Translator::note_volatile(ObjectId object, clang::QualType type) {
  if (volatile_ == Volatile::Arbitrary && program_.objects[object].is_external &&
      has_volatile(*context_, type))
    volatile_objects_.insert(object);
}

ObjectId Translator::base_of(ExprId address) const {
  ObjectId found = none;
  std::vector<ExprId> open{address};
  while (!open.empty()) {
    const Expr& expr = build_.expr(open.back());
    open.pop_back();
    switch (expr.kind) {
      case Expr::Kind::Constant: break;
      case Expr::Kind::Address:
        if (found != none && found != expr.object) return none;
        found = expr.object;
        break;
      case Expr::Kind::FunctionAddress: return none;
      case Expr::Kind::Load:
        if (expr.type.is_pointer) return none;
        break;
      case Expr::Kind::Operation:
        for (const ExprId operand : {expr.a, expr.b, expr.c})
          if (operand != none && build_.expr(operand).type.bits > 1) open.push_back(operand);
        break;
    }
  }
  return found;
}

/// Of what is read through a pointer, the value becomes arbitrary behind a branch whose condition
/// is still to be found.
std::optional<ExprId> Translator::read_volatile(const LValue& from, Type type,
                                                clang::SourceLocation at) {
  if (!from.is_device && !is_volatile(from.type)) return std::nullopt;
  const ObjectId base = from.is_device ? none : base_of(from.address);
  if (base != none && !volatile_objects_.contains(base)) return std::nullopt;
  const Place kept = temporary(type, at);
  if (from.is_device) {
    note_assumption(device_assumption);
    arbitrary(kept, "volatile memory", at);
    return build_.load(kept);
  }
  Exits done;
  if (base == none) {
    const Choice ways = branch_on_volatile(from.address, true, at);
    build_.add_pending(ways.yes);
    arbitrary(kept, "volatile memory", at);
    done = build_.take_pending();
    build_.add_pending(ways.no);
  }
  // Whether there is something to read is as of other places.
  if (build_.expr(from.address).kind != Expr::Kind::Address)
    assign(kept, build_.load({from.address, type}), at);
  if (base != none) {
    const std::string& name = program_.objects[base].name;
    note_assumption("reads of volatile object '" + name + "' return arbitrary values");
    arbitrary(kept, "volatile '" + name + "'", at);
    return build_.load(kept);
  }
  const Choice ways = branch_on_volatile(from.address, false, at);
  build_.add_pending(ways.yes);
  arbitrary(kept, "volatile memory", at);
  build_.add_pending(ways.no);
  build_.add_pending(done);
  return build_.load(kept);
}

void Translator::write_volatile(const Place& to, ExprId value, clang::SourceLocation at) {
  if (base_of(to.address) != none) return assign(to, value, at);
  const Choice ways = branch_on_volatile(to.address, true, at);
  build_.add_pending(ways.no);
  assign(to, value, at);
  build_.add_pending(ways.yes);
}

Translator::Choice Translator::branch_on_volatile(ExprId address, bool is_to_device,
                                                  clang::SourceLocation at) {
  Statement statement;
  statement.kind = Kind::Branch;
  statement.at = position(at);
  statement.values = {build_.constant(Builder::truth_type, 0)};
  const StatementId id = build_.emit(std::move(statement));
  static_cast<void>(build_.take_pending());
  volatile_accesses_.push_back({id, address, is_to_device});
  return {{{id, false, none}}, {{id, true, none}}};
}

void Translator::write_to_device(clang::SourceLocation at) {
  note_assumption(device_assumption);
  emit(Kind::Skip, at);
}

/// Where the value of a structure is.
ExprId Translator::aggregate_of_place(const clang::Expr* expression) {
  const clang::SourceLocation at = expression->getExprLoc();
  const clang::QualType type = expression->getType();
  const LValue from = place(expression);
  check_bounds(from, at);
  if (volatile_ == Volatile::Memory || !has_volatile(*context_, type)) return from.address;
  const ObjectId base = from.is_device ? none : base_of(from.address);
  if (base != none && !volatile_objects_.contains(base)) return from.address;
  const char* const text = "copy of a volatile structure";
  if (from.is_device || base != none) {
    if (!is_volatile(type) || build_.expr(from.address).kind == Expr::Kind::Operation) {
      unsupported(text, at);
      return from.address;
    }
    const ExprId result = build_.address(temporary_object(type, at), 0);
    const std::string name = from.is_device ? "memory" : "'" + program_.objects[base].name + "'";
    note_assumption(from.is_device
                        ? device_assumption
                        : "reads of volatile object " + name + " return arbitrary values");
    for (const Place& cell : places_of(result, type)) arbitrary(cell, "volatile " + name, at);
    return result;
  }
  const Choice ways = branch_on_volatile(from.address, false, at);
  build_.add_pending(ways.yes);
  unsupported(text, at);
  build_.add_pending(ways.no);
  return from.address;
}

ExprId Translator::is_in_volatile_object(ExprId address) {
  ExprId out = build_.constant(Builder::truth_type, 0);
  for (const ObjectId object : volatile_objects_) {
    const ExprId distance = build_.binary(Op::Subtract, address, build_.address(object, 0));
    const ExprId size = build_.constant(build_.pointer(), program_.objects[object].size);
    out = build_.binary(Op::Or, out, build_.binary(Op::LessUnsigned, distance, size));
  }
  return out;
}

ExprId Translator::is_in_device(ExprId address) {
  ExprId out = build_.constant(Builder::truth_type, 0);
  for (const AddressRange& device : devices_) {
    const ExprId distance =
        build_.binary(Op::Subtract, address, build_.constant(build_.pointer(), device.first));
    const ExprId most = build_.constant(build_.pointer(), device.last - device.first);
    out = build_.binary(Op::Or, out, build_.binary(Op::LessEqualUnsigned, distance, most));
  }
  return out;
}

/// Whether an address is a number that the user gave for a device.
bool Translator::is_given_device(ExprId address) const {
  if (volatile_ == Volatile::Memory || !build_.is_constant(address)) return false;
  const std::uint64_t number = build_.expr(address).value;
  return std::ranges::any_of(device_ranges_, [&](const AddressRange& range) {
    return range.first <= number && number <= range.last;
  });
}

void Translator::note_device(clang::QualType pointer, std::uint64_t address) {
  if (!pointer->isPointerType() || address == 0) return;
  const clang::QualType target = pointer->getPointeeType();
  const std::uint64_t end = words::mask(program_.data_model.pointer_bits);
  const std::uint64_t more = std::max<std::uint64_t>(size_of(target).value_or(1), 1) - 1;
  const AddressRange range{address, address + std::min(more, end - address)};
  program_.reserved.push_back(range);
  if (volatile_ == Volatile::Arbitrary && has_volatile(*context_, target))
    devices_.push_back(range);
}

/// A null pointer is to no device.
void Translator::settle_devices() {
  const std::uint64_t end = words::mask(program_.data_model.pointer_bits);
  if (volatile_ == Volatile::Arbitrary)
    for (const AddressRange& range : device_ranges_)
      if (range.last > 0 && range.first <= end)
        devices_.push_back({std::max<std::uint64_t>(range.first, 1), std::min(range.last, end)});
  devices_ = merged(std::move(devices_));
  program_.reserved.insert(program_.reserved.end(), devices_.begin(), devices_.end());
  program_.reserved = merged(std::move(program_.reserved));
}

void Translator::settle_volatile_accesses() {
  settle_devices();
  if (!volatile_accesses_.empty()) {
    if (!devices_.empty()) note_assumption(device_assumption);
    for (const ObjectId object : volatile_objects_)
      note_assumption("reads of volatile object '" + program_.objects[object].name +
                      "' return arbitrary values");
  }
  for (const VolatileAccess& access : volatile_accesses_) {
    const ExprId condition =
        access.is_to_device ? is_in_device(access.address) : is_in_volatile_object(access.address);
    Statement& branch = program_.statements[access.branch];
    if (!build_.is_constant(condition)) {
      branch.values = {condition};
      continue;
    }
    branch.kind = Kind::Skip;
    branch.values.clear();
    if (!build_.is_constant(condition, 1)) branch.next = branch.otherwise;
    branch.otherwise = none;
  }
}

}  // namespace hardbop::c
