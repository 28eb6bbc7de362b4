// SPDX-License-Identifier: MIT
// Linear equations with small coefficients that points satisfy.
#pragma once

#include <cstdint>
#include <vector>

namespace hardbop::words {

/// The sum of coefficients times coordinates is `constant`.
struct LinearEquation {
  std::vector<std::int64_t> coefficients;
  std::int64_t constant = 0;
};

/// A basis of the equations that are true of all points, as far as their coefficients are small.
[[nodiscard]] std::vector<LinearEquation> equations_of(
    const std::vector<std::vector<std::int64_t>>& points);

}  // namespace hardbop::words
