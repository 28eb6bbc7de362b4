// SPDX-License-Identifier: MIT
// From syntax to a system: names, types and arities.
#pragma once

#include "base/util/diagnostic.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

/// Of use only without errors.
[[nodiscard]] System check(const Syntax& syntax, const Given& given, Diagnostics& diagnostics);

}  // namespace hardbop::calculus
