// SPDX-License-Identifier: MIT
// Statements of threads that nobody else notices.
#pragma once

#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// By statement: it names only objects that nobody else knows, which `is_private` says by object,
/// and ends nothing.
[[nodiscard]] std::vector<bool> silent_statements(const Program& program,
                                                  const std::vector<bool>& is_private);

}  // namespace hardbop::c
