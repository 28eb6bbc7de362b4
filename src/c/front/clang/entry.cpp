// SPDX-License-Identifier: MIT
// A check that starts with some function instead of main. Nobody says what it is called with, so
// its arguments are arbitrary, and its pointers lead to objects that are made for the call: blocks
// of memory with arbitrary contents, one for each pointer, which the function may free. A block has
// any number of elements, but one alone if these have pointers in them: those lead to objects of
// their own, and what pointers there hold is not initialised. All this is assumed, and said.
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include "c/front/clang/translator.hpp"
#include "c/il/block_room.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

constexpr const char* block_text = "argument";
constexpr std::uint64_t most_pointers_in_array = 16;
constexpr Type one_byte{8, false, false, false};

}  // namespace

std::optional<Definition> Translator::find_function(const std::string& name) const {
  if (const auto named = functions_by_name_.find(name); named != functions_by_name_.end())
    return named->second;
  for (std::size_t unit = 0; unit < defined_.size(); ++unit)
    if (const auto own = defined_[unit].find(name); own != defined_[unit].end())
      if (clang::isa<clang::FunctionDecl>(own->second)) return Definition{unit, own->second};
  return std::nullopt;
}

/// The function to start with, if the program has it.
std::optional<Definition> Translator::find_start() {
  if (entry_.function == "main") entry_.function.clear();
  const std::string name = has_entry() ? entry_.function : "main";
  if (!has_entry()) {
    const auto named = functions_by_name_.find(name);
    return named == functions_by_name_.end() ? std::nullopt : std::optional(named->second);
  }
  std::optional<Definition> found = find_function(name);
  if (found) found = end_of_aliases(*found);
  const auto* function = found ? clang::dyn_cast<clang::FunctionDecl>(found->declaration) : nullptr;
  if (function == nullptr || function->isVariadic()) {
    conflicts_.push_back({Finding::Severity::Error, first_file(), 0, 0,
                          function == nullptr
                              ? "the program defines no function '" + name + "'"
                              : "'" + name + "' has variable arguments, so it cannot be an entry"});
    return std::nullopt;
  }
  entry_declaration_ = function->getDefinition();
  entry_unit_ = found->unit;
  return found;
}

/// Where what is wrong with the whole program is said to be.
std::string Translator::first_file() const {
  const clang::SourceManager& sources = units_.front()->getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  return file ? file->getName().str() : "";
}

/// What a pointer to a function is that the entry is called with. Each type has one such function.
FunctionId Translator::callback_of(clang::QualType type) {
  const auto [known, is_new] = callbacks_.try_emplace(number_of(type));
  if (!is_new) return known->second.function;
  const auto* proto = type->getAs<clang::FunctionProtoType>();
  const std::string number =
      callbacks_.size() == 1 ? "" : " (" + std::to_string(callbacks_.size()) + ")";
  const FunctionId id = make_function("a function that " + entry_.function + " is given" + number);
  known->second = {id, proto};
  types_of_functions_[id] = {type, unit_};
  program_.functions[id].at = position(entry_declaration_->getLocation());
  const llvm::SaveAndRestore<FunctionId> outer(function_, id);
  for (unsigned i = 0; proto != nullptr && i < proto->getNumParams(); ++i)
    add_parameter("argument" + std::to_string(i + 1), proto->getParamType(i),
                  entry_declaration_->getLocation());
  add_results(type->castAs<clang::FunctionType>()->getReturnType());
  return id;
}

void Translator::lower_callbacks() {
  use_unit(entry_unit_);
  for (const auto& [type, callback] : callbacks_) {
    function_ = callback.function;
    labels_.clear();
    temporaries_ = 0;
    const MarkId entry = build_.mark();
    const StatementId first = build_.next_statement();
    lower_callback(callback);
    end_function(first, entry);
  }
}

void Translator::lower_callback(const Callback& callback) {
  const clang::SourceLocation at = entry_declaration_->getLocation();
  const Function called = program_.functions[callback.function];
  const bool makes_pointers =
      std::ranges::any_of(called.results, [](const Type& type) { return type.is_pointer; });
  if (undefined_ == Undefined::Refuse || callback.type == nullptr || callback.type->isVariadic())
    return unsupported("call of " + called.name, at);
  if (makes_pointers) return unsupported("pointer from " + called.name, at);
  note_assumption("functions that " + entry_.function +
                  " is called with return any value and change nothing");
  Statement done;
  done.kind = Kind::Return;
  done.at = called.at;
  for (const Type& type : called.results) {
    const Place result = temporary(type, at);
    arbitrary(result, called.name, at);
    done.values.push_back(build_.load(result));
  }
  build_.emit(std::move(done));
}

std::vector<Place> Translator::choose_entry_arguments() {
  use_unit(entry_unit_);
  note_assumption("global variables have their initial values when " + entry_.function +
                  " is called");
  std::vector<Place> out;
  for (const clang::ParmVarDecl* parameter : entry_declaration_->parameters()) {
    const clang::SourceLocation at = parameter->getLocation();
    const clang::QualType type = parameter->getType();
    const std::string name = parameter->getNameAsString();
    const ExprId address = build_.address(temporary_object(type, at), 0);
    for (const Place& cell : places_of(address, type)) {
      if (!cell.type.is_pointer) arbitrary(cell, name, at);
      out.push_back(cell);
    }
    choose_pointers(address, type, name, 0);
  }
  return out;
}

void Translator::choose_pointers(ExprId address, clang::QualType type, const std::string& name,
                                 unsigned level) {
  type = type.getCanonicalType();
  if (type->isPointerType()) return choose_pointer({address, build_.pointer()}, type, name, level);
  if (!has_pointers(type)) return;
  if (const auto* array = context_->getAsConstantArrayType(type)) {
    const std::uint64_t step = size_of(array->getElementType()).value_or(0);
    const std::uint64_t length = array->getSize().getLimitedValue(most_pointers_in_array);
    for (std::uint64_t i = 0; i < length; ++i)
      choose_pointers(build_.plus(address, i * step), array->getElementType(),
                      name + "[" + std::to_string(i) + "]", level);
    return;
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || record->isUnion()) return;
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(record);
  for (const clang::FieldDecl* field : record->fields())
    if (!field->isBitField())
      choose_pointers(build_.plus(address, layout.getFieldOffset(field->getFieldIndex()) / 8),
                      field->getType(), name + "." + field->getNameAsString(), level);
}

void Translator::choose_pointer(const Place& to, clang::QualType type, const std::string& name,
                                unsigned level) {
  const clang::SourceLocation at = entry_declaration_->getLocation();
  const clang::QualType target = type->getPointeeType();
  const bool may_be_null = entry_.pointers_may_be_null;
  if (level > 1 && !target->isFunctionType()) return;  // not initialised
  Exits null;
  if (may_be_null) {
    const Place is_null = temporary(one_byte, at);
    arbitrary(is_null, name + " is null", at);
    const Choice ways = branch(build_.truth(build_.load(is_null)), at);
    build_.add_pending(ways.yes);
    assign(to, build_.constant(build_.pointer(), 0), at);
    null = build_.take_pending();
    build_.add_pending(ways.no);
  }
  if (target->isFunctionType()) {
    assign(to, build_.function_address(callback_of(target)), at);
  } else {
    note_assumption("pointers that " + entry_.function + " is called with " +
                    (may_be_null ? "are null or lead" : "are not null and lead") +
                    " to separate objects");
    const Place made = temporary(build_.pointer(), at);
    const ExprId size = stabilise(size_of_argument(target, name), at);
    make_block(block_text, {size}, made, at);
    terminate_string(made, size, target);
    assign(to, build_.load(made), at);
    choose_pointers(build_.load(made), target, name + "[0]", level + 1);
  }
  build_.add_pending(null);
}

void Translator::terminate_string(const Place& made, ExprId size, clang::QualType element) {
  if (!entry_.strings_are_terminated || !element->isCharType()) return;
  note_assumption("strings that " + entry_.function + " is called with are terminated");
  const ExprId last = build_.binary(Op::Subtract, build_.binary(Op::Add, build_.load(made), size),
                                    build_.constant(build_.pointer(), 1));
  assign({last, one_byte}, build_.constant(one_byte, 0), entry_declaration_->getLocation());
}

/// Of the block that a pointer to such elements leads to, in bytes.
ExprId Translator::size_of_argument(clang::QualType element, const std::string& name) {
  const clang::SourceLocation at = entry_declaration_->getLocation();
  const Type word = build_.pointer();
  const std::uint64_t size = std::max<std::uint64_t>(1, size_of(element).value_or(1));
  if (has_pointers(element)) {
    note_assumption(
        "an object with pointers that " + entry_.function +
        " is called with is a single one; pointers in objects that these lead to are invalid");
    return build_.constant(word, size);
  }
  const Place count = temporary(Type{word.bits, false, false, false}, at);
  arbitrary(count, "elements of " + name, at);
  const ExprId number = build_.load(count);
  const auto limit = [&](std::uint64_t value) { return build_.constant(count.type, value); };
  assume(build_.binary(Op::LessEqualUnsigned, limit(1), number), at);
  std::uint64_t most = std::max<std::uint64_t>(1, largest_block(program_.data_model) / size);
  if (entry_.most_elements != 0) {
    most = std::min(most, entry_.most_elements);
    note_assumption(fmt::format("arrays that {} is called with have at most {} elements",
                                entry_.function, entry_.most_elements));
  }
  assume(build_.binary(Op::LessEqualUnsigned, number, limit(most)), at);
  return build_.binary(Op::Multiply, build_.resize(number, word, false),
                       build_.constant(word, size));
}

bool Translator::has_pointers(clang::QualType type) const {
  type = context_->getBaseElementType(type).getCanonicalType();
  if (type->isPointerType()) return true;
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || record->getDefinition() == nullptr) return false;
  for (const clang::FieldDecl* field : record->getDefinition()->fields())
    if (has_pointers(field->getType())) return true;
  return false;
}

}  // namespace hardbop::c
