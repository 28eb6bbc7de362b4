// SPDX-License-Identifier: MIT
// Attributes of a program that the table of attributes.cpp does not call followed or harmless. Such
// an attribute stops only the runs that get to its place: for a function the runs that call it, for
// a variable those that use it, for a statement those that execute it. An attribute without such a
// place, such as one of a type or one that Clang ignored, stops all runs, unless it is inside a
// function.
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include "c/front/clang/attributes.hpp"
#include "c/front/clang/ignored.hpp"
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

namespace {

struct Named {
  clang::attr::Kind kind;
  std::string_view name;
};

constexpr Named clang_names[] = {
#define ATTR(NAME) {clang::attr::NAME, #NAME},
#include <clang/Basic/AttrList.inc>
};

std::string_view name_of(clang::attr::Kind kind) {
  const auto* found = std::find_if(std::begin(clang_names), std::end(clang_names),
                                   [&](const Named& one) { return one.kind == kind; });
  return found == std::end(clang_names) ? std::string_view() : found->name;
}

std::string describe(std::string_view name, std::string_view otherwise) {
  const AttributeRow* row = find_attribute(name);
  const std::string_view reason =
      row != nullptr && row->treatment == Treatment::Unsupported ? row->reason : otherwise;
  return "attribute " + std::string(plain_attribute(name)) +
         (reason.empty() ? "" : " (" + std::string(reason) + ")");
}

/// Nothing for one that is followed.
std::string problem_with(const clang::Attr* attribute) {
  const std::string_view name = name_of(attribute->getKind());
  if (is_followed(name)) return {};
  const AttributeRow* row = find_attribute(name);
  return "attribute " + std::string(plain_attribute(attribute->getSpelling())) +
         (row == nullptr ? "" : " (" + std::string(row->reason) + ")");
}

struct Mark {
  const clang::Decl* on = nullptr;  // null: the whole program
  clang::SourceLocation at;
  std::string text;
};

class Collector : public clang::RecursiveASTVisitor<Collector> {
 public:
  std::vector<const clang::NamedDecl*> declared;
  std::vector<const clang::FunctionDecl*> bodies;
  std::vector<Mark> marks;
  bool has_aliases = false;

  void mark(const clang::Decl* on, clang::SourceLocation at, std::string_view text) {
    Mark& made = marks.emplace_back();
    made.on = on;
    made.at = at;
    made.text = text;
  }

  static bool shouldVisitImplicitCode() { return true; }

  bool TraverseFunctionDecl(clang::FunctionDecl* function) {
    const llvm::SaveAndRestore<const clang::FunctionDecl*> outer(function_, function);
    return RecursiveASTVisitor::TraverseFunctionDecl(function);
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    declared.push_back(function);
    if (function->doesThisDeclarationHaveABody()) bodies.push_back(function);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    if (!variable->hasGlobalStorage() || variable->isStaticLocal()) return true;
    declared.push_back(variable);
    if (variable->getStorageClass() == clang::SC_Register)
      mark(variable, variable->getLocation(), "register variable");
    return true;
  }

  bool VisitDecl(clang::Decl* declaration) {
    for (const clang::Attr* attribute : declaration->attrs()) {
      has_aliases = has_aliases || clang::isa<clang::AliasAttr, clang::AsmLabelAttr>(attribute);
      const std::string problem = problem_with(attribute);
      if (!problem.empty()) mark(place_of(declaration), declaration->getLocation(), problem);
    }
    return true;
  }

  bool VisitAttributedTypeLoc(clang::AttributedTypeLoc type) {
    const clang::Attr* attribute = type.getAttr();
    const std::string problem = attribute == nullptr ? "" : problem_with(attribute);
    if (!problem.empty()) mark(place_here(), attribute->getLocation(), problem);
    return true;
  }

  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl* assembly) {
    if (!assembly->getAsmString()->getString().trim().empty())
      mark(nullptr, assembly->getLocation(), "assembly outside functions");
    return true;
  }

 private:
  const clang::FunctionDecl* function_ = nullptr;

  /// A function with a body, as what is inside of it.
  [[nodiscard]] const clang::Decl* place_here() const {
    return function_ != nullptr && function_->doesThisDeclarationHaveABody() ? function_ : nullptr;
  }

  [[nodiscard]] const clang::Decl* place_of(const clang::Decl* declaration) const {
    if (const auto* parameter = clang::dyn_cast<clang::ParmVarDecl>(declaration))
      return clang::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
    if (clang::isa<clang::FunctionDecl, clang::VarDecl>(declaration)) return declaration;
    return place_here();
  }
};

/// The name that a warning quotes first.
std::string_view quoted_name(std::string_view text) {
  const std::size_t start = text.find('\'');
  if (start == std::string_view::npos) return {};
  const std::size_t end = text.find('\'', start + 1);
  return end == std::string_view::npos ? std::string_view()
                                       : text.substr(start + 1, end - start - 1);
}

/// GCC reads over pragmas that it does not know, too; these it knows.
constexpr std::string_view telling_pragmas[] = {"scalar_storage_order", "init", "fini"};

std::string problem_with_pragma(const clang::SourceManager& sources, clang::SourceLocation at) {
  bool is_invalid = false;
  const char* const start = sources.getCharacterData(at, &is_invalid);
  if (is_invalid) return {};
  const std::string_view rest(start);
  const std::string_view line = rest.substr(0, rest.find('\n'));
  for (const std::string_view pragma : telling_pragmas)
    if (line.find(pragma) != std::string_view::npos) return "pragma " + std::string(pragma);
  return {};
}

std::string problem_with(const Ignored& ignored, const clang::SourceManager& sources) {
  if (ignored.text.starts_with("unknown pragma")) return problem_with_pragma(sources, ignored.at);
  const std::string_view name = quoted_name(ignored.text);
  if (name.empty()) return ignored.text;
  // A single byte is packed as it is.
  const bool is_packed = name == "packed" && ignored.text.find("for field") != std::string::npos;
  if (is_packed || is_ignored_safely(name)) return {};
  const bool is_known = is_followed(name);
  return is_known ? ignored.text : describe(name, "");
}

}  // namespace

std::vector<const clang::NamedDecl*> Translator::collect_declarations() {
  Collector collector;
  collector.TraverseDecl(context_->getTranslationUnitDecl());
  has_aliases_ = has_aliases_ || collector.has_aliases;
  const clang::SourceManager& sources = context_->getSourceManager();
  for (const Ignored& ignored : ignored_[unit_]) {
    const std::string problem = problem_with(ignored, sources);
    if (problem.empty()) continue;
    const clang::Decl* inside = nullptr;
    const clang::SourceLocation at = sources.getExpansionLoc(ignored.at);
    for (const clang::FunctionDecl* body : collector.bodies) {
      const clang::CharSourceRange range = sources.getExpansionRange(body->getSourceRange());
      if (sources.isPointWithin(at, range.getBegin(), range.getEnd())) inside = body;
    }
    collector.mark(inside, ignored.at, problem);
  }
  for (const Mark& mark : collector.marks) {
    const Remark problem{position(mark.at), mark.text};
    if (mark.on != nullptr)
      marked_.emplace(mark.on->getCanonicalDecl(), problem);
    else
      problems_.push_back(problem);
  }
  return std::move(collector.declared);
}

const Remark* Translator::problem_of(const clang::Decl* declaration) const {
  const auto found = marked_.find(declaration->getCanonicalDecl());
  return found == marked_.end() ? nullptr : &found->second;
}

/// Of a variable of static storage: all runs have it.
void Translator::note_problem(const clang::Decl* declaration) {
  if (const Remark* problem = problem_of(declaration)) problems_.push_back(*problem);
}

std::string Translator::problem_of_statement(const clang::AttributedStmt* statement) {
  for (const clang::Attr* attribute : statement->getAttrs())
    if (std::string problem = problem_with(attribute); !problem.empty()) return problem;
  return {};
}

/// Clang takes two names for two things.
bool Translator::compares_addresses(const clang::Stmt* statement) const {
  if (!has_aliases_ || statement == nullptr) return false;
  const auto* binary = clang::dyn_cast<clang::BinaryOperator>(statement);
  if (binary != nullptr && binary->getLHS()->getType()->isPointerType() &&
      binary->getRHS()->getType()->isPointerType() &&
      (binary->isComparisonOp() || binary->getOpcode() == clang::BO_Sub))
    return true;
  const auto children = statement->children();
  return std::ranges::any_of(children,
                             [&](const clang::Stmt* child) { return compares_addresses(child); });
}

}  // namespace hardbop::c
