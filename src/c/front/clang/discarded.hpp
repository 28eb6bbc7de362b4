// SPDX-License-Identifier: MIT
// Expressions whose values nobody uses, but which may be errors all the same: C reads what `*p;`
// and the arguments of printf name.
#pragma once

#include <clang/AST/Expr.h>

namespace hardbop::c {

/// Whether the operator itself can be an access that is not valid, a division by zero, a shift by
/// too much, or a conversion that C does not define.
[[nodiscard]] bool may_fail_itself(const clang::Stmt* statement);
/// Whether something in it can.
[[nodiscard]] bool may_fail(const clang::Stmt* statement);

}  // namespace hardbop::c
