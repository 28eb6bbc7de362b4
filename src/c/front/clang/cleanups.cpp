// SPDX-License-Identifier: MIT
// Variables with the attribute cleanup: when control leaves their scope, on any way, a function is
// called with their address, for the last variable first. The value of a return statement is
// computed before that. Nothing is called when the program exits. A goto is not supported while
// such a variable exists.
#include <clang/AST/Attr.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using Kind = Statement::Kind;

/// From now on; false where it cannot be followed.
bool Translator::begin_cleanup(const clang::VarDecl* variable) {
  const auto* cleanup = variable->getAttr<clang::CleanupAttr>();
  if (cleanup == nullptr || !variable->hasLocalStorage()) return true;
  const bool is_allocated = variable->getType()->isVariablyModifiedType();
  if (is_allocated || !has_body(cleanup->getFunctionDecl())) return false;
  cleanups_.push_back(variable);
  return true;
}

/// Of the variables that were declared since there were so many.
void Translator::run_cleanups(std::size_t from) {
  for (std::size_t i = cleanups_.size(); i-- > from;) {
    const clang::VarDecl* variable = cleanups_[i];
    Statement call;
    call.kind = Kind::Call;
    call.callee = function_of(variable->getAttr<clang::CleanupAttr>()->getFunctionDecl());
    call.values = {build_.address(object_of(variable), 0)};
    call.at = position(variable->getLocation());
    build_.emit(std::move(call));
  }
}

void Translator::end_scope(std::size_t from) {
  run_cleanups(from);
  cleanups_.resize(from);
}

}  // namespace hardbop::c
