// SPDX-License-Identifier: MIT
// Types as words, and objects as cells. Clang knows sizes and offsets; only bit-fields need work,
// in bit_fields.cpp.
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

bool Translator::is_floating(clang::QualType type) {
  return type->isRealFloatingType();
}

std::optional<Type> Translator::scalar(clang::QualType type) const {
  type = type.getCanonicalType().getAtomicUnqualifiedType();
  if (type->isPointerType()) return build_.pointer();
  if (type->isBooleanType()) return Type{8, false, false, true};
  const bool is_integer = type->isIntegralOrEnumerationType() && !type->isIncompleteType();
  const bool is_word = is_integer || type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
                       type->isSpecificBuiltinType(clang::BuiltinType::Double);
  if (!is_word) return std::nullopt;
  const std::uint64_t bits = is_integer ? context_->getIntWidth(type) : context_->getTypeSize(type);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return std::nullopt;
  return Type{static_cast<std::uint8_t>(bits),
              is_integer && type->isSignedIntegerOrEnumerationType(), false, false, !is_integer};
}

/// For values that nobody gets: what stands for them behind a statement Unsupported.
Type Translator::scalar_or_word(clang::QualType type) const {
  return scalar(type).value_or(Type{32, true, false, false});
}

bool Translator::is_signed(clang::QualType type) const {
  return scalar_or_word(type).is_signed;
}

std::optional<std::uint64_t> Translator::size_of(clang::QualType type) const {
  if (type->isVoidType() || type->isFunctionType()) return 1;
  if (type->isIncompleteType() || type->isVariablyModifiedType()) {
    if (type->isPointerType()) return program_.data_model.pointer_bits / 8U;
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(context_->getTypeSizeInChars(type).getQuantity());
}

/// Stops counting where there are too many.
std::uint64_t Translator::count_cells(clang::QualType type) const {
  type = type.getCanonicalType();
  if (scalar(type)) return 1;
  const std::optional<std::uint64_t> size = size_of(type);
  if (!size) return 0;
  if (const auto* array = context_->getAsConstantArrayType(type)) {
    const std::uint64_t length = array->getSize().getLimitedValue(most_cells + 1);
    return std::min<std::uint64_t>(length * count_cells(array->getElementType()), most_cells + 1);
  }
  const auto* record = type->getAsRecordDecl();
  if (record == nullptr || record->isUnion()) return std::min<std::uint64_t>(*size, most_cells + 1);
  std::uint64_t count = 0;
  for (const clang::FieldDecl* field : record->fields())
    count = std::min<std::uint64_t>(
        count + (field->isBitField() ? 8 : count_cells(field->getType())), most_cells + 1);
  return count;
}

std::vector<Cell> Translator::cells_of(clang::QualType type) {
  std::vector<Cell> cells;
  if (count_cells(type) <= most_cells) add_cells(type, 0, "", cells);
  return cells;
}

namespace {

/// As the C library's headers of GNU and musl write them: a union without a name of its own.
bool is_mutex(const clang::RecordDecl* record) {
  const clang::TypedefNameDecl* name = record->getTypedefNameForAnonDecl();
  return name != nullptr && (name->getName() == "pthread_mutex_t" || name->getName() == "mtx_t");
}

bool is_thread(clang::QualType type) {
  const auto* name = type->getAs<clang::TypedefType>();
  return name != nullptr &&
         (name->getDecl()->getName() == "pthread_t" || name->getDecl()->getName() == "thrd_t");
}

}  // namespace

void Translator::add_cells(clang::QualType type, std::uint32_t offset, const std::string& name,
                           std::vector<Cell>& cells) {
  const clang::QualType written = type;
  type = type.getCanonicalType();
  if (const auto word = scalar(type)) {
    Cell& cell = cells.emplace_back();
    cell.offset = offset;
    cell.type = *word;
    cell.name = name;
    cell.is_thread = is_thread(written);
    describe(type, cell);
    return;
  }
  const std::optional<std::uint64_t> size = size_of(type);
  if (!size) return;
  if (const auto* array = context_->getAsConstantArrayType(written)) {
    const std::uint64_t length = array->getSize().getZExtValue();
    const std::uint64_t step = size_of(array->getElementType()).value_or(0);
    for (std::uint64_t i = 0; i < length; ++i)
      add_cells(array->getElementType(), offset + static_cast<std::uint32_t>(i * step),
                name + "[" + std::to_string(i) + "]", cells);
    return;
  }
  const auto* record = type->getAsRecordDecl();
  if (record != nullptr && !record->isUnion()) {
    add_record_cells(record->getDefinition(), offset, name, cells);
    return;
  }
  if (type->isVoidType() || type->isFunctionType()) return;
  const std::size_t first = cells.size();
  for (std::uint32_t i = 0; i < *size; ++i)
    cells.push_back({offset + i, {8, false, false, false}, name + "{" + std::to_string(i) + "}"});
  if (record != nullptr && *size != 0) cells[first].is_owner = is_mutex(record);
}

/// How its values are shown to users.
void Translator::describe(clang::QualType type, Cell& cell) {
  if (type->isPointerType()) {
    const clang::QualType target = type->getPointeeType();
    const bool is_sized = !target->isVoidType() && !target->isFunctionType();
    cell.target_bytes = is_sized ? static_cast<std::uint32_t>(size_of(target).value_or(0)) : 0;
  }
  cell.is_character = type->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
                      type->isSpecificBuiltinType(clang::BuiltinType::Char_U);
  const auto* enumerated = type->getAs<clang::EnumType>();
  if (enumerated == nullptr) return;
  const clang::EnumDecl* declaration = enumerated->getDecl();
  const auto next = static_cast<std::uint32_t>(program_.enumerations.size());
  const auto [found, is_new] = enumerations_.try_emplace(declaration, next);
  cell.enumeration = found->second;
  if (!is_new) return;
  Enumeration& made = program_.enumerations.emplace_back();
  for (const clang::EnumConstantDecl* constant : declaration->enumerators())
    made.constants.push_back({constant->getName().str(),
                              constant->getInitVal().extOrTrunc(cell.type.bits).getZExtValue()});
}

void Translator::add_record_cells(const clang::RecordDecl* record, std::uint32_t offset,
                                  const std::string& name, std::vector<Cell>& cells) {
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(record);
  std::uint32_t unit_end = 0;  // of the last bit-field's cell
  for (const clang::FieldDecl* field : record->fields()) {
    const std::string field_name =
        name + (field->getName().empty() ? "" : "." + field->getName().str());
    if (!field->isBitField()) {
      const auto at = static_cast<std::uint32_t>(layout.getFieldOffset(field->getFieldIndex()) / 8);
      add_cells(field->getType(), offset + at, field_name, cells);
      continue;
    }
    const BitUnit unit = bit_unit(field);
    if (unit.bytes == 0) continue;
    if (unit.begin < unit_end && !cells.empty()) {
      if (!field->getName().empty()) cells.back().name += "," + field->getName().str();
      continue;
    }
    unit_end = unit.end;
    reaches_padding_ = reaches_padding_ || (unit.bytes > 1 && !unit.is_cell());
    const auto bits = static_cast<std::uint8_t>(unit.is_cell() ? unit.bytes * 8U : 8U);
    for (std::uint32_t at = unit.begin; at < unit.end; at += bits / 8U)
      cells.push_back({offset + at, {bits, false, false, false}, field_name});
  }
}

/// Macros are where they are used, and all of the library's where the program calls it.
Position Translator::position(clang::SourceLocation at) {
  if (copy_ != nullptr) return copy_->at;
  const clang::SourceManager& sources = context_->getSourceManager();
  const clang::SourceLocation where = sources.getExpansionLoc(at);
  if (where.isInvalid()) return {};
  const std::string name = sources.getFilename(where).str();
  const auto [place, is_new] =
      files_.try_emplace(name, static_cast<std::uint32_t>(program_.files.size()));
  if (is_new) program_.files.push_back(name);
  return {place->second, sources.getSpellingLineNumber(where),
          sources.getSpellingColumnNumber(where)};
}

std::string Translator::source_text(clang::SourceRange range) const {
  const clang::SourceManager& sources = context_->getSourceManager();
  const auto text = clang::Lexer::getSourceText(sources.getExpansionRange(range), sources,
                                                context_->getLangOpts());
  std::string result;
  for (const char letter : text.str()) {
    const bool is_space = letter == '\n' || letter == '\t' || letter == '\r' || letter == ' ';
    if (!is_space)
      result += letter;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

}  // namespace hardbop::c
