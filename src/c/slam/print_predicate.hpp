// SPDX-License-Identifier: MIT
// A word as a C expression that the reader of predicates translates back to the same word.
#pragma once

#include <string>

#include "c/slam/names.hpp"

namespace hardbop::slam {

/// With the names that a function can use. Ends in "..." where it is too large to be read.
[[nodiscard]] std::string to_c(const Procedures& procedures, const VariableNames& names, ExprId id,
                               FunctionId scope);

/// The same for others to execute, and with as few negations as can be: where C says nothing of
/// what arithmetic of signed types exceeds, it is done without sign. Empty where C has no such
/// expression, or not for all values.
[[nodiscard]] std::string to_defined_c(const Procedures& procedures, const VariableNames& names,
                                       ExprId id, FunctionId scope);

}  // namespace hardbop::slam
