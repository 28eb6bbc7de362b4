// SPDX-License-Identifier: MIT
// A rule in canonical form.
#pragma once

#include <string>
#include <string_view>

namespace hardbop::rules {

/// The same tokens and comments, a statement a line. It is its own canonical form. The text must
/// have no errors.
[[nodiscard]] std::string print_rule(std::string_view text);

}  // namespace hardbop::rules
