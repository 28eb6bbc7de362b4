// SPDX-License-Identifier: MIT
// Which variables of a model are signed numbers in C.
#pragma once

#include <vector>

#include "c/slam/procedures.hpp"

namespace hardbop::verify {

/// By variable. What is made up, or is not a number, counts as signed.
[[nodiscard]] std::vector<bool> signed_variables(const slam::Procedures& procedures);

}  // namespace hardbop::verify
