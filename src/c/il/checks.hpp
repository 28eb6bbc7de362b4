// SPDX-License-Identifier: MIT
// Which statements are Unsupported only for some values, as the front end checks these.
#pragma once

#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// By statement: whether it is Unsupported for some values only, such as a divisor of zero, or if a
/// function returns that should not.
[[nodiscard]] std::vector<bool> find_checks(const Program& program);

}  // namespace hardbop::c
