// SPDX-License-Identifier: MIT
// Functions with variable arguments. Whoever calls one puts the arguments beyond its parameters
// into an object, one slot after the other, and passes the address as a hidden last parameter. A
// slot has a word that says of which type the argument is, and then its value; behind the last
// one, this word is 0. A `va_list` has a pointer to the next slot, in the first pointer that its
// type has: `va_arg` compares the type, which finds wrong types and missing arguments, and moves
// the pointer. So lists can be copied and passed on like other objects.
//
// A type is known by its bits, and by whether it is a number of IEEE 754; a structure by its name.
// Signed and unsigned integers, and pointers of their size, count as the same.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

constexpr Type tag_type{32, false, false, false};
constexpr std::uint32_t slot_start = 8;  // of the value, behind its tag
constexpr std::uint32_t slot_step = 8;
constexpr std::uint64_t float_tag = 0x100;
constexpr std::uint64_t record_tag = 0x1000;

std::uint32_t slot_size(std::uint64_t value) {
  return slot_start + static_cast<std::uint32_t>((value + slot_step - 1) / slot_step * slot_step);
}

}  // namespace

/// Never 0; nothing where values of this type are not followed.
std::optional<std::uint64_t> Translator::tag_of(clang::QualType type) {
  if (type->isRecordType()) return record_tag + number_of(type);
  const auto word = scalar(type);
  if (!word) return std::nullopt;
  return word->is_float ? float_tag + word->bits : word->bits;
}

/// The hidden parameter, which no caller in C can see.
void Translator::add_hidden_parameter(const clang::FunctionDecl* function) {
  if (!function->isVariadic()) return;
  const ObjectId id = make_hidden("...", {{0, build_.pointer(), ""}}, build_.pointer().bits / 8U,
                                  function->getLocation());
  program_.objects[id].scope = ScopeId();
  program_.functions[function_].parameters.push_back({build_.address(id, 0), build_.pointer()});
  variadic_[function_] = {function->getNumParams(), starts_list(function->getBody())};
}

bool Translator::starts_list(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (const auto* called = clang::dyn_cast<clang::CallExpr>(statement))
    if (const clang::FunctionDecl* callee = called->getDirectCallee();
        callee != nullptr && callee->getNameAsString() == "__builtin_va_start")
      return true;
  return std::any_of(statement->child_begin(), statement->child_end(), starts_list);
}

/// Replaces the values of all arguments from `first` on by the hidden argument. A function that
/// starts no list reads none of them.
void Translator::pass_variable_arguments(const clang::CallExpr* expression, unsigned first,
                                         bool is_read, std::vector<ExprId>& values) {
  const clang::SourceLocation at = expression->getExprLoc();
  std::size_t named = 0;
  for (unsigned i = 0; i < first && i < expression->getNumArgs(); ++i) {
    const clang::QualType type = expression->getArg(i)->getType();
    named += type->isRecordType() ? cells_of(type).size() : scalar(type) ? 1 : 0;
  }
  const std::vector<ExprId> more(
      values.begin() + static_cast<std::ptrdiff_t>(std::min(named, values.size())), values.end());
  values.resize(std::min(named, values.size()));
  values.push_back(is_read ? make_slots(expression, first, more, at)
                           : build_.constant(build_.pointer(), 0));
}

/// The address of a new object that holds the arguments from `first` on.
ExprId Translator::make_slots(const clang::CallExpr* expression, unsigned first,
                              const std::vector<ExprId>& values, clang::SourceLocation at) {
  std::vector<Cell> cells;
  std::vector<ExprId> stored;
  const auto add = [&](std::uint32_t offset, Type type, ExprId value) {
    cells.push_back({offset, type, ""});
    stored.push_back(value);
  };
  std::uint32_t offset = 0;
  std::size_t next = 0;
  for (unsigned i = first; i < expression->getNumArgs(); ++i) {
    const clang::QualType type = expression->getArg(i)->getType();
    const auto tag = tag_of(type);
    if (!tag) continue;  // the argument's value is unsupported
    add(offset, tag_type, build_.constant(tag_type, *tag));
    for (const Cell& cell : cells_of(type))
      add(offset + slot_start + cell.offset, cell.type,
          build_.resize(values[next++], cell.type, false));
    offset += slot_size(size_of(type).value_or(0));
  }
  add(offset, tag_type, build_.constant(tag_type, 0));
  const ObjectId id =
      make_hidden("$" + std::to_string(++temporaries_), cells, offset + slot_start, at);
  for (std::size_t i = 0; i < cells.size(); ++i)
    assign({build_.address(id, cells[i].offset), cells[i].type}, stored[i], at);
  return build_.address(id, 0);
}

/// Where a list has its pointer to the next slot: the list is a place, a structure's value, or an
/// array that has become a pointer.
Place Translator::cursor_of(const clang::Expr* list) {
  clang::QualType type = list->getType();
  ExprId address = none;
  if (list->isGLValue()) {
    address = place(list).address;
  } else if (type->isRecordType()) {
    address = aggregate(list);
  } else {
    address = value(list);
    type = type->getPointeeType();
  }
  const clang::QualType held = context_->getBaseElementType(type);
  for (const Cell& cell : held->isRecordType() ? cells_of(held) : std::vector<Cell>())
    if (cell.type.is_pointer) return {build_.plus(address, cell.offset), cell.type};
  return {address, build_.pointer()};
}

/// What va_copy reads: where lists are pointers, it gets the pointer itself.
ExprId Translator::copied_cursor(const clang::Expr* list) {
  const bool is_pointer_itself =
      context_->getBuiltinVaListType()->isPointerType() && !list->isGLValue();
  return is_pointer_itself ? value(list) : build_.load(cursor_of(list));
}

bool Translator::call_on_list(const clang::CallExpr* expression, const std::string& name) {
  const clang::SourceLocation at = expression->getExprLoc();
  const Type word = build_.pointer();
  if (name == "va_start") {
    if (!variadic_.contains(function_)) return false;
    const ExprId given = build_.load(program_.functions[function_].parameters.back());
    require(build_.truth(given), "variable arguments of a call that is not in the program", at);
    assign(cursor_of(expression->getArg(0)), given, at);
  } else if (name == "va_copy") {
    const ExprId from = stabilise(copied_cursor(expression->getArg(1)), at);
    assign(cursor_of(expression->getArg(0)), from, at);
  } else if (name == "va_end") {
    assign(cursor_of(expression->getArg(0)), build_.constant(word, 0), at);
  } else {
    return false;
  }
  return true;
}

/// The address of the next argument, which must have the type that is asked for.
ExprId Translator::next_argument(const clang::VAArgExpr* expression) {
  const clang::SourceLocation at = expression->getExprLoc();
  const clang::QualType type = expression->getType();
  const std::string text = type.getAsString();
  const auto tag = tag_of(type);
  if (!tag) {
    unsupported("va_arg of type '" + text + "'", at);
    return build_.constant(build_.pointer(), 0);
  }
  const Place list = cursor_of(expression->getSubExpr());
  const Place cursor{stabilise(list.address, at), list.type};
  const ExprId slot = stabilise(build_.load(cursor), at);
  require(build_.truth(slot), "va_arg of a list that is not started, or has ended", at,
          Defect::Memory);
  const ExprId found = build_.load({slot, tag_type});
  require(build_.binary(Op::Equal, found, build_.constant(tag_type, *tag)),
          copy_ != nullptr ? "no argument of type '" + text + "' where the format has one"
                           : "va_arg of type '" + text + "' where the call has no such argument",
          at, Defect::Memory);
  assign(cursor, build_.plus(slot, slot_size(size_of(type).value_or(0))), at);
  return build_.plus(slot, slot_start);
}

ExprId Translator::value_of_argument(const clang::VAArgExpr* expression) {
  const ExprId address = next_argument(expression);
  return build_.load({address, scalar_or_word(expression->getType())});
}

/// Whether it is a list that is passed to a function.
bool Translator::is_argument_list(clang::QualType type) const {
  for (clang::QualType next = type;;) {
    if (const auto* named = next->getAs<clang::TypedefType>();
        named != nullptr && named->getDecl()->getName() == "__builtin_va_list")
      return true;
    const clang::QualType inner = next.getSingleStepDesugaredType(*context_);
    if (inner == next) break;
    next = inner;
  }
  const clang::RecordDecl* record =
      type->isPointerType() ? type->getPointeeType()->getAsRecordDecl() : nullptr;
  return record != nullptr && record->getName() == "__va_list_tag";
}

}  // namespace hardbop::c
