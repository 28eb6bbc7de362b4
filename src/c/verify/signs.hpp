// SPDX-License-Identifier: MIT
// Which variables and arrays of a model are signed numbers in C.
#pragma once

#include <vector>

#include "c/lower/lower.hpp"

namespace hardbop::verify {

/// By variable. What is made up, or is not a number, counts as signed.
[[nodiscard]] std::vector<bool> signed_variables(const c::Program& program, const c::Model& model);
/// By array: whether its elements are.
[[nodiscard]] std::vector<bool> signed_arrays(const c::Program& program, const c::Model& model);

}  // namespace hardbop::verify
