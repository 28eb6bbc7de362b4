// SPDX-License-Identifier: MIT
// Several translation units as one program: which definition a name with external linkage stands
// for. As linkers do: there is one; but weak ones give way, and variables without a first value may
// be declared in several files. Inline functions belong to their file.
#include <clang/AST/Attr.h>

#include "c/clang/lowering.hpp"

namespace hardbop::c {

namespace {

enum Strength : unsigned { Inline, Weak, Tentative, Strong };

bool is_inline_only(const clang::FunctionDecl* definition) {
  return definition->isInlined() && !definition->isInlineDefinitionExternallyVisible();
}

}  // namespace

void Lowering::use_unit(std::size_t unit) {
  unit_ = unit;
  context_ = units_[unit];
}

bool Lowering::is_external(const clang::NamedDecl* declaration) {
  if (declaration->getFormalLinkage() != clang::Linkage::External) return false;
  const auto* function = clang::dyn_cast<clang::FunctionDecl>(declaration);
  const clang::FunctionDecl* definition = function == nullptr ? nullptr : function->getDefinition();
  return definition == nullptr || !is_inline_only(definition);
}

/// Files may have equal names for different things: then the second one has a number.
std::string Lowering::internal_name(const std::string& name) {
  unsigned number = ++internal_names_[name];
  const auto function = functions_by_name_.find(name);
  if (function != functions_by_name_.end() && function->second.strength != Strength::Inline)
    ++number;
  if (variables_by_name_.contains(name)) ++number;
  return number == 1 ? name : name + "." + std::to_string(number);
}

void Lowering::collect_definitions() {
  for (std::size_t unit = 0; unit < units_.size(); ++unit) {
    use_unit(unit);
    for (const clang::Decl* declaration : context_->getTranslationUnitDecl()->decls()) {
      if (declaration->hasAttr<clang::ConstructorAttr>()) has_constructors_ = true;
      if (const auto* function = clang::dyn_cast<clang::FunctionDecl>(declaration))
        collect(function);
      else if (const auto* variable = clang::dyn_cast<clang::VarDecl>(declaration))
        collect(variable);
    }
  }
  for (const auto& [name, function] : functions_by_name_) {
    const auto variable = variables_by_name_.find(name);
    if (variable == variables_by_name_.end() || function.strength == Strength::Inline) continue;
    use_unit(function.unit);
    conflict(clang::cast<clang::NamedDecl>(function.declaration), variable->second,
             "is a function here and a variable");
  }
}

void Lowering::collect(const clang::FunctionDecl* function) {
  if (!function->isThisDeclarationADefinition() ||
      function->getFormalLinkage() != clang::Linkage::External)
    return;
  const unsigned strength = is_inline_only(function)               ? Strength::Inline
                            : function->hasAttr<clang::WeakAttr>() ? Strength::Weak
                                                                   : Strength::Strong;
  collect(function, strength, functions_by_name_);
}

void Lowering::collect(const clang::VarDecl* variable) {
  const auto kind = variable->isThisDeclarationADefinition();
  if (kind == clang::VarDecl::DeclarationOnly || !is_external(variable)) return;
  const bool is_definition = kind == clang::VarDecl::Definition;
  collect(variable,
          variable->hasAttr<clang::WeakAttr>() ? Strength::Weak
          : is_definition                      ? Strength::Strong
                                               : Strength::Tentative,
          variables_by_name_);
}

void Lowering::collect(const clang::NamedDecl* declaration, unsigned strength,
                       std::map<std::string, Definition>& all) {
  const auto [place, is_new] =
      all.try_emplace(declaration->getNameAsString(), Definition{unit_, declaration, strength});
  Definition& known = place->second;
  if (is_new) return;
  if (known.unit != unit_ && known.strength == Strength::Strong && strength == Strength::Strong)
    return conflict(declaration, known, "is defined here and");
  const auto* variable = clang::dyn_cast<clang::VarDecl>(declaration);
  bool is_larger = false;
  if (variable != nullptr) {
    const auto* other = clang::cast<clang::VarDecl>(known.declaration);
    const auto size = size_of(variable->getType());
    const std::size_t unit = unit_;
    use_unit(known.unit);
    const auto other_size = size_of(other->getType());
    use_unit(unit);
    if (known.unit != unit_ && size && other_size && size != other_size)
      return conflict(declaration, known, "has another size here than");
    is_larger = size && !other_size;
  }
  if (strength > known.strength || (strength == known.strength && is_larger))
    known = {unit_, declaration, strength};
}

/// `text` is followed by where the other one is.
void Lowering::conflict(const clang::NamedDecl* declaration, const Definition& other,
                        const std::string& text) {
  const Position here = position(declaration->getLocation());
  const std::size_t unit = unit_;
  use_unit(other.unit);
  const Position there = position(other.declaration->getLocation());
  use_unit(unit);
  Finding& finding = conflicts_.emplace_back();
  finding.file = program_.files[here.file];
  finding.line = here.line;
  finding.column = here.column;
  finding.text = "'" + declaration->getNameAsString() + "' " + text + " at " +
                 program_.files[there.file] + ":" + std::to_string(there.line) + ":" +
                 std::to_string(there.column);
}

}  // namespace hardbop::c
