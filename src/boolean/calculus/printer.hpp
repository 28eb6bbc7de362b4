// SPDX-License-Identifier: MIT
// A fixed-point system in canonical form.
#pragma once

#include <string>
#include <string_view>

namespace hardbop::calculus {

/// The same tokens and comments, with blanks and indentation as the manual has them. It is its own
/// canonical form. The text must have no syntax errors.
[[nodiscard]] std::string print_system(std::string_view text);

}  // namespace hardbop::calculus
