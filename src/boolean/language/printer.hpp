// SPDX-License-Identifier: MIT
// Syntax back to text: the canonical form (`hardbop fmt`).
#pragma once

#include <string>

#include "boolean/language/ast.hpp"

namespace hardbop::bp {

/// The program in canonical form, with its comments where they stood. It parses to the
/// same program in every dialect, and is its own canonical form.
[[nodiscard]] std::string print_program(const Program& program);

/// One expression in canonical form, on one line, without comments.
[[nodiscard]] std::string print_expression(const Program& program, ExprRange expression);

}  // namespace hardbop::bp
