// SPDX-License-Identifier: MIT
// The meaning of names, and what is wrong or suspicious about their use.
#pragma once

#include "base/util/diagnostic.hpp"
#include "boolean/language/symbols.hpp"

namespace hardbop::bp {

/// Resolves every name of a program that parsed without error. Reports all semantic errors
/// and warns of unused variables and statements that nothing leads to. The symbols are
/// complete only if there was no error.
[[nodiscard]] Symbols check_program(const Program& program, Diagnostics& diagnostics);

}  // namespace hardbop::bp
