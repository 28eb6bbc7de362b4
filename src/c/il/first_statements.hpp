// SPDX-License-Identifier: MIT
// The statements of C that a function has, for those who ask which of them runs reach.
#pragma once

#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// A statement of C: where it starts, and the first of ours that is executed for it.
struct FirstStatement {
  Position at;
  StatementId statement = none;
};

/// In the order of the text. What a macro makes has no start of its own: of such a line, the first
/// that is executed counts.
[[nodiscard]] std::vector<FirstStatement> first_statements(const Program& program,
                                                           const Function& function);

}  // namespace hardbop::c
