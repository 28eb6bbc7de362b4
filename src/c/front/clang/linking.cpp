// SPDX-License-Identifier: MIT
// Linking several translation units to one program: which definition a name refers to. As in ELF
// linkers, symbols decide: a symbol is a C name, or the name in an asm label. Each symbol has one
// definition, but weak definitions give way to others, and variables without an initialiser may be
// declared in several files. Inline functions belong to their file.
//
// An alias defines its symbol as the definition of its target in the same file, even if that
// definition is weak and another file has a stronger one. So names map to definitions, and each
// definition is translated once.
#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include "c/front/clang/translator.hpp"
#include "c/library/library.hpp"

namespace hardbop::c {

namespace {

enum Strength : unsigned { Inline, Weak, Tentative, Strong };

bool is_inline_only(const clang::FunctionDecl* definition) {
  return definition->isInlined() && !definition->isInlineDefinitionExternallyVisible();
}

bool is_weak(const clang::Decl* declaration) {
  return attribute_of<clang::WeakAttr>(declaration) != nullptr ||
         attribute_of<clang::WeakRefAttr>(declaration) != nullptr;
}

/// What it is an alias of. A weakref is none: it is another name for a symbol.
const clang::AliasAttr* alias_of(const clang::Decl* declaration) {
  return attribute_of<clang::WeakRefAttr>(declaration) != nullptr
             ? nullptr
             : attribute_of<clang::AliasAttr>(declaration);
}

}  // namespace

void Translator::use_unit(std::size_t unit) {
  unit_ = unit;
  context_ = units_[unit];
}

bool Translator::is_external(const clang::NamedDecl* declaration) {
  if (declaration->getFormalLinkage() != clang::Linkage::External) return false;
  const auto* function = clang::dyn_cast<clang::FunctionDecl>(declaration);
  const clang::FunctionDecl* definition = function == nullptr ? nullptr : function->getDefinition();
  return definition == nullptr || !is_inline_only(definition);
}

std::string Translator::symbol(const clang::NamedDecl* declaration) {
  if (attribute_of<clang::WeakRefAttr>(declaration) != nullptr)
    if (const auto* target = attribute_of<clang::AliasAttr>(declaration))
      return target->getAliasee().str();
  if (const auto* label = attribute_of<clang::AsmLabelAttr>(declaration)) {
    const llvm::StringRef text = label->getLabel();
    return text.starts_with("\01") ? text.drop_front().str() : text.str();
  }
  const std::string name = declaration->getNameAsString();
  if (attribute_of<clang::OverloadableAttr>(declaration) == nullptr) return name;
  const auto* function = clang::cast<clang::FunctionDecl>(declaration);
  return name + " " + function->getType().getCanonicalType().getAsString();
}

/// What a function does that has no body here: headers of libraries rename functions for versions
/// (`scanf` is `__isoc99_scanf`); other labels say which function is meant.
std::string Translator::known_name(const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  if (attribute_of<clang::OverloadableAttr>(function) != nullptr) return name;
  const std::string label = symbol(function);
  return label.find(name) != std::string::npos ? name : label;
}

/// Files may have equal names for different things: then the second one has a number.
std::string Translator::internal_name(const std::string& name) {
  unsigned number = ++internal_names_[name];
  const auto function = functions_by_name_.find(name);
  if (function != functions_by_name_.end() && function->second.strength != Strength::Inline)
    ++number;
  if (variables_by_name_.contains(name)) ++number;
  return number == 1 ? name : name + "." + std::to_string(number);
}

/// The name that users see: C's own, where it is the one that other files see, too.
std::string Translator::shown_name(const Definition& definition,
                                   const std::map<std::string, Definition>& all) {
  const auto* declaration = clang::cast<clang::NamedDecl>(definition.declaration);
  std::string name = declaration->getNameAsString();
  if (is_external(declaration) && symbol(declaration) == name) {
    const auto found = all.find(name);
    if (found != all.end() &&
        found->second.declaration->getCanonicalDecl() == definition.declaration->getCanonicalDecl())
      return name;
  }
  return internal_name(name);
}

void Translator::collect_definitions() {
  defined_.resize(units_.size());
  for (std::size_t unit = 0; unit < units_.size(); ++unit) {
    use_unit(unit);
    for (const clang::NamedDecl* declaration : collect_declarations()) {
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
             "is a function here, but a variable");
  }
  check_aliases();
}

void Translator::collect(const clang::FunctionDecl* function) {
  collect_call_at_ends(function);
  if (!function->isThisDeclarationADefinition() || is_weak_reference(function))
    return collect_reference(function);
  if (!is_inline_only(function)) defined_[unit_].try_emplace(symbol(function), function);
  if (function->getFormalLinkage() != clang::Linkage::External) return;
  const unsigned strength = is_inline_only(function) ? Strength::Inline
                            : is_weak(function)      ? Strength::Weak
                                                     : Strength::Strong;
  collect(function, strength, functions_by_name_);
}

void Translator::collect(const clang::VarDecl* variable) {
  const auto kind = variable->isThisDeclarationADefinition();
  if (kind == clang::VarDecl::DeclarationOnly || is_weak_reference(variable))
    return collect_reference(variable);
  defined_[unit_].try_emplace(symbol(variable), variable);
  if (!is_external(variable)) return;
  const bool is_definition = kind == clang::VarDecl::Definition;
  collect(variable,
          is_weak(variable) ? Strength::Weak
          : is_definition   ? Strength::Strong
                            : Strength::Tentative,
          variables_by_name_);
}

bool Translator::is_weak_reference(const clang::NamedDecl* declaration) {
  return attribute_of<clang::WeakRefAttr>(declaration) != nullptr;
}

/// What a file uses and does not say to be weak must be defined somewhere.
void Translator::collect_reference(const clang::NamedDecl* declaration) {
  if (is_external(declaration) && declaration->isReferenced() && !is_weak(declaration))
    strong_references_.insert(symbol(declaration));
}

void Translator::collect(const clang::NamedDecl* declaration, unsigned strength,
                         std::map<std::string, Definition>& all) {
  const auto [place, is_new] =
      all.try_emplace(symbol(declaration), Definition{unit_, declaration, strength});
  Definition& known = place->second;
  if (is_new) return;
  const bool is_same = known.declaration->getCanonicalDecl() == declaration->getCanonicalDecl();
  if (!is_same && known.strength == Strength::Strong && strength == Strength::Strong)
    return conflict(declaration, known, "is defined twice, here and");
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
      return conflict(declaration, known, "has a different size here than");
    is_larger = size && !other_size;
  }
  if (strength > known.strength || (strength == known.strength && is_larger))
    known = {unit_, declaration, strength};
}

void Translator::report(const clang::NamedDecl* declaration, const std::string& text) {
  const Position here = position(declaration->getLocation());
  Finding& finding = conflicts_.emplace_back();
  finding.file = program_.files[here.file];
  finding.line = here.line;
  finding.column = here.column;
  finding.text = "'" + declaration->getNameAsString() + "' " + text;
}

/// `text` is followed by where the other one is.
void Translator::conflict(const clang::NamedDecl* declaration, const Definition& other,
                          const std::string& text) {
  const std::size_t unit = unit_;
  use_unit(other.unit);
  const Position there = position(other.declaration->getLocation());
  use_unit(unit);
  report(declaration, text + " at " + program_.files[there.file] + ":" +
                          std::to_string(there.line) + ":" + std::to_string(there.column));
}

/// Every alias leads to something that its file defines.
void Translator::check_aliases() {
  for (std::size_t unit = 0; unit < units_.size(); ++unit) {
    use_unit(unit);
    std::map<std::pair<unsigned, std::string>, const clang::NamedDecl*> in_order;
    for (const auto& [name, declaration] : defined_[unit])
      if (alias_of(declaration) != nullptr)
        in_order[{declaration->getLocation().getRawEncoding(), name}] = declaration;
    for (const auto& [key, declaration] : in_order) {
      const clang::NamedDecl* at = declaration;
      std::set<const clang::Decl*> passed;
      while (at != nullptr && alias_of(at) != nullptr && passed.insert(at).second)
        at = target_of_alias(at);
      if (at != nullptr && is_external(declaration))
        externally_named_.insert(at->getCanonicalDecl());
      if (at == nullptr)
        report(declaration, "is an alias of '" + alias_of(declaration)->getAliasee().str() +
                                "', which this file does not define");
      else if (alias_of(at) != nullptr)
        report(declaration, "is an alias of itself");
      else if (clang::isa<clang::FunctionDecl>(at) != clang::isa<clang::FunctionDecl>(declaration))
        report(declaration,
               "is an alias of '" + at->getNameAsString() + "', which is of a different kind");
    }
  }
}

const clang::NamedDecl* Translator::target_of_alias(const clang::NamedDecl* alias) const {
  const auto found = defined_[unit_].find(alias_of(alias)->getAliasee().str());
  return found == defined_[unit_].end() ? nullptr : found->second;
}

/// What the unit itself defines, without looking at others: the last of a chain of aliases.
Definition Translator::end_of_aliases(Definition definition) const {
  const auto* declaration = clang::cast<clang::NamedDecl>(definition.declaration);
  while (alias_of(declaration) != nullptr) {
    const auto found = defined_[definition.unit].find(alias_of(declaration)->getAliasee().str());
    declaration = found->second;
  }
  if (declaration == definition.declaration) return definition;
  definition.declaration = declaration;
  // Tentative definitions of several files are one variable; a weak one stays what it is here.
  const auto common = variables_by_name_.find(symbol(declaration));
  if (clang::isa<clang::VarDecl>(declaration) && is_external(declaration) &&
      !is_weak(declaration) && common != variables_by_name_.end())
    return common->second;
  return definition;
}

std::optional<Definition> Translator::definition_of(const clang::NamedDecl* declaration) const {
  const bool is_function = clang::isa<clang::FunctionDecl>(declaration);
  const bool is_of_program = !is_function && is_external(declaration);  // optind and others
  if (is_in_library() && !is_of_program) return std::nullopt;           // calls are of models
  const bool is_reference = is_weak_reference(declaration);
  if (!is_external(declaration)) {  // it may have an alias, or be another name, or a body
    const auto own = defined_[unit_].find(symbol(declaration));
    const bool is_own =
        own != defined_[unit_].end() &&
        (is_reference || own->second->getCanonicalDecl() == declaration->getCanonicalDecl());
    if (is_own) return end_of_aliases({unit_, own->second});
    const clang::FunctionDecl* with_body = nullptr;
    if (is_function && clang::cast<clang::FunctionDecl>(declaration)->hasBody(with_body))
      return Definition{unit_, with_body};
    if (!is_reference) return std::nullopt;
  }
  const auto& all = is_function ? functions_by_name_ : variables_by_name_;
  const auto found = all.find(symbol(declaration));
  if (found == all.end()) return std::nullopt;
  return end_of_aliases(found->second);
}

/// Weak, and defined nowhere: its address is null. What the C library has is there.
bool Translator::is_absent(const clang::NamedDecl* declaration) const {
  if (!is_weak(declaration) || definition_of(declaration)) return false;
  if (strong_references_.contains(symbol(declaration))) return false;
  const clang::SourceManager& sources = context_->getSourceManager();
  for (const clang::Decl* each : declaration->redecls())
    if (sources.isInSystemHeader(each->getLocation())) return false;
  const auto* function = clang::dyn_cast<clang::FunctionDecl>(declaration);
  return function == nullptr ? !is_library_variable(symbol(declaration))
                             : !has_known_meaning(known_name(function));
}

}  // namespace hardbop::c
