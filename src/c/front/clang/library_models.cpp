// SPDX-License-Identifier: MIT
// Calls of library functions that are written in C, in src/c/library/*.c. Each call in the program
// gets a copy of the function, and so do the calls in there. All that is in a copy is at the place
// of the call: if strlen reads behind the end of an array, the error is where the program calls
// strlen. And what a pointer of a copy points to is what this one call passes. Objects of static
// storage are shared by all copies.
//
// A file is parsed when one of its functions is called, as a unit after those of the program.
#include "base/util/invariant.hpp"
#include "c/front/clang/translator.hpp"
#include "c/il/choices.hpp"
#include "c/il/padding.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

constexpr std::size_t most_element_cells = 64;

/// What the library's own text passes to an intrinsic.
std::string text_argument(const clang::CallExpr* expression) {
  const auto* text =
      clang::cast<clang::StringLiteral>(expression->getArg(0)->IgnoreParenImpCasts());
  return text->getString().str();
}

bool is_byte(clang::QualType type) {
  return type->isVoidType() || type->isAnyCharacterType();
}

}  // namespace

void Translator::read_library(const LibraryFile& file) {
  clang::ASTContext* context = read_library_(file);
  HARDBOP_INVARIANT(context != nullptr, "the C library's own text should be correct");
  const std::size_t unit = units_.size();
  units_.push_back(context);
  defined_.emplace_back();
  ignored_.emplace_back();
  for (const clang::Decl* declaration : context->getTranslationUnitDecl()->decls()) {
    const auto* function = clang::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition() &&
        function->isExternallyVisible())
      models_[function->getNameAsString()] = {unit, function};
    const auto* variable = clang::dyn_cast<clang::VarDecl>(declaration);
    if (variable != nullptr && variable->isExternallyVisible())
      variables_by_name_.try_emplace(variable->getNameAsString(), Definition{unit, variable});
  }
}

std::optional<Definition> Translator::model_of(const std::string& name) {
  const LibraryFile* file = file_of_model(name);
  if (file == nullptr) return std::nullopt;
  if (!models_.contains(name)) read_library(*file);
  return models_.at(name);
}

FunctionId Translator::copy_model(const Definition& model, const Copy* copy) {
  const auto* function = clang::cast<clang::FunctionDecl>(model.declaration);
  Function made;
  made.name = internal_name(function->getNameAsString());
  made.unit = static_cast<std::uint32_t>(model.unit);
  made.is_defined = true;
  const FunctionId id = program_.functions.add(std::move(made));
  declare_copy(id, model, copy);
  return id;
}

/// Its body is lowered later, like that of others.
void Translator::declare_copy(FunctionId id, const Definition& model, const Copy* copy) {
  const auto* function = clang::cast<clang::FunctionDecl>(model.declaration);
  const llvm::SaveAndRestore<FunctionId> outer(function_, id);
  const llvm::SaveAndRestore<const Copy*> outer_copy(copy_, copy);
  const std::size_t unit = unit_;
  use_unit(model.unit);
  program_.functions[id].is_library = true;
  lower_parameters(function);
  Waiting waiting{id, model, copy};
  for (const clang::ParmVarDecl* parameter : function->parameters())
    waiting.parameters.push_back(objects_.at(parameter));
  waiting_.push_back(std::move(waiting));
  use_unit(unit);
}

/// One that the program may call through a pointer: all such calls share a copy, which is where the
/// function is declared. False where there is no model.
bool Translator::copy_behind_pointer(FunctionId id, const clang::FunctionDecl* function) {
  const std::string name = known_name(function);
  if (!is_external(function) || watched_.contains(name)) return false;
  auto model = model_of(name);
  if (!model) model = model_of("__pointer_" + name);
  const auto* found = model ? clang::cast<clang::FunctionDecl>(model->declaration) : nullptr;
  if (found == nullptr || found->getNumParams() != function->getNumParams()) return false;
  declare_copy(id, *model,
               &copies_.emplace_back(Copy{name, position(function->getLocation()), {}, 1}));
  return true;
}

void Translator::begin_copy(const Waiting& waiting) {
  copy_ = waiting.copy;
  if (copy_ == nullptr) return;
  const auto* function = clang::cast<clang::FunctionDecl>(waiting.definition.declaration);
  for (unsigned i = 0; i < function->getNumParams(); ++i)
    objects_[function->getParamDecl(i)] = waiting.parameters[i];
}

void Translator::end_copy() {
  for (const clang::Decl* local : copied_locals_) objects_.erase(local);
  copied_locals_.clear();
  copy_ = nullptr;
}

/// What the pointers that a function for any type of object is given point to.
clang::QualType Translator::element_of(const clang::CallExpr* expression) const {
  clang::QualType found;
  for (unsigned i = 0; i < expression->getNumArgs(); ++i) {
    const clang::Expr* argument = expression->getArg(i);
    if (!argument->getType()->isVoidPointerType()) continue;
    const clang::QualType given = argument->IgnoreParenImpCasts()->getType();
    if (!given->isPointerType() && !given->isArrayType()) continue;
    const clang::QualType to =
        context_->getBaseElementType(given->isPointerType() ? given->getPointeeType() : given);
    if (is_byte(to)) continue;
    if (to.isVolatileQualified() || !size_of(to)) return {};
    if (!found.isNull() && size_of(found) != size_of(to)) return {};
    if (found.isNull()) found = to;
  }
  return found;
}

const Copy* Translator::copy_for(const clang::CallExpr* expression) {
  Copy& copy = copies_.emplace_back();
  copy.function = expression->getDirectCallee()->getNameAsString();
  copy.at = position(expression->getExprLoc());
  const clang::QualType element = element_of(expression);
  if (element.isNull() || count_cells(element) > most_element_cells) return &copy;
  std::vector<Cell> cells = cells_of(element);
  if (cells.empty()) return &copy;
  copy.element = std::move(cells);
  copy.element_size = *size_of(element);
  add_padding(copy.element, static_cast<std::uint32_t>(copy.element_size));
  return &copy;
}

bool Translator::call_model(const clang::CallExpr* expression, const std::string& name,
                            const std::vector<Place>& results) {
  if (file_of_model(name) == nullptr) return false;
  if (const auto known = known_value(expression)) {
    give_back(*known, results, expression->getExprLoc());
    return true;
  }
  const auto* text =
      name == "getenv" && expression->getNumArgs() == 1
          ? clang::dyn_cast<clang::StringLiteral>(expression->getArg(0)->IgnoreParenCasts())
          : nullptr;
  const bool names_variable = name == "getenv" && text == nullptr &&
                              expression->getNumArgs() == 1 &&
                              expression->getArg(0)->getType()->isPointerType();
  const clang::Expr* variable = names_variable ? expression->getArg(0) : nullptr;
  if (variable != nullptr)
    read_string(expression, evaluated_[variable->IgnoreParens()] = keep(variable));
  FunctionId found = text == nullptr ? FunctionId() : environment_[text->getString().str()];
  if (found.is_none()) found = copy_model(*model_of(name), copy_for(expression));
  if (text != nullptr) environment_[text->getString().str()] = found;
  call_function(expression, found, results);
  if (variable != nullptr) evaluated_.erase(variable->IgnoreParens());
  return true;
}

/// A call in the library's own text: of what it defines, of what the translator does for it, or of
/// something that has a meaning without a model.
void Translator::call_within_library(const clang::CallExpr* expression,
                                     const clang::FunctionDecl* callee,
                                     const std::vector<Place>& results) {
  const std::string name = callee->getNameAsString();
  const clang::FunctionDecl* body = nullptr;
  if (call_intrinsic(expression, name, results)) return;
  if (name.starts_with("__use_stream") && !strict_memory_) return;
  if (callee->hasBody(body))
    return call_function(expression, copy_model({unit_, body}, copy_), results);
  if (const auto model = model_of(name))
    return call_function(expression, copy_model(*model, copy_), results);
  const bool is_known = call_known(expression, callee, name, results);
  HARDBOP_INVARIANT(is_known, "the C library should only call what it has");
}

/// What is known of a copy as it is made.
std::optional<ExprId> Translator::constant_of_intrinsic(const clang::CallExpr* expression,
                                                        const std::string& name) {
  if (!is_in_library()) return std::nullopt;
  const Type type = scalar_or_word(expression->getType());
  if (name == "__element_size") return build_.constant(type, copy_->element_size);
  if (name == "__is_strict") return build_.constant(type, strict_memory_ ? 1 : 0);
  if (name == "__standard_stream") {
    const ExprId number = *known_value(expression->getArg(0));
    return build_.address(standard_stream(build_.expr(number).value), 0);
  }
  return std::nullopt;
}

/// What C cannot say: choices, and accesses by the type of what the program's pointers point to.
bool Translator::call_intrinsic(const clang::CallExpr* expression, const std::string& name,
                                const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  if (name.starts_with("__choose_")) {
    for (const Place& result : results) arbitrary(result, library_choice + copy_->function, at);
  } else if (name == "__change_errno") {
    change_errno(at);
  } else if (name == "__assume") {
    assume(truth(expression->getArg(0)), at);
  } else if (name.starts_with("__thread_")) {
    emit_thread_step(expression, name.substr(9), results);
  } else if (name == "__assumption") {
    note_assumption(text_argument(expression));
  } else if (name == "__unsupported") {
    emit(Kind::Unsupported, at, "call of " + copy_->function + text_argument(expression));
  } else if (name == "__invalid") {
    fail(Defect::Memory, text_argument(expression), at);
  } else if (name == "__end_stream") {
    end_stream(expression);
  } else if (name == "__copy_element" || name == "__swap_elements") {
    move_elements(expression, name == "__swap_elements");
  } else if (name == "__fill_element") {
    fill_element(expression);
  } else {
    return false;
  }
  return true;
}

/// All is read before anything is written, as the places may be the same.
void Translator::move_elements(const clang::CallExpr* expression, bool swaps) {
  const clang::SourceLocation at = expression->getExprLoc();
  const ExprId to = stabilise(value(expression->getArg(0)), at);
  const ExprId from = stabilise(value(expression->getArg(1)), at);
  const std::vector<Cell> byte{{0, {8, false, false, false}, ""}};
  const std::vector<Cell>& cells = copy_->element.empty() ? byte : copy_->element;
  const auto kept = [&](ExprId base) {
    std::vector<ExprId> out;
    for (const Cell& cell : cells)
      out.push_back(stabilise(build_.load({build_.plus(base, cell.offset), cell.type}), at));
    return out;
  };
  const std::vector<ExprId> sources = kept(from);
  const std::vector<ExprId> targets = swaps ? kept(to) : std::vector<ExprId>();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    assign({build_.plus(to, cells[i].offset), cells[i].type}, sources[i], at);
    if (swaps) assign({build_.plus(from, cells[i].offset), cells[i].type}, targets[i], at);
  }
}

void Translator::fill_element(const clang::CallExpr* expression) {
  const clang::SourceLocation at = expression->getExprLoc();
  const ExprId to = stabilise(value(expression->getArg(0)), at);
  const ExprId byte =
      build_.resize(read_once(value(expression->getArg(1)), at), {8, false, false, false}, false);
  const std::vector<Cell> one_byte{{0, {8, false, false, false}, ""}};
  fill_cells(to, copy_->element.empty() ? one_byte : copy_->element, byte, at);
}

void Translator::fill_cells(ExprId to, const std::vector<Cell>& cells, ExprId byte,
                            clang::SourceLocation at) {
  for (const Cell& cell : cells) {
    ExprId word = build_.resize(byte, cell.type, false);
    for (std::uint64_t places = 8; places < cell.type.bits; places *= 2) {
      const ExprId moved = build_.binary(Op::ShiftLeft, word, build_.constant(cell.type, places));
      word = build_.binary(Op::Or, word, moved);
    }
    assign({build_.plus(to, cell.offset), cell.type}, word, at);
  }
}

}  // namespace hardbop::c
