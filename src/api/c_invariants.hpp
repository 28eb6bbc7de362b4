// SPDX-License-Identifier: MIT
// Invariants of loops of a C program. Private to the layer.
#pragma once

#include <vector>

#include "c/lower.hpp"
#include "c/waypoints.hpp"

namespace hardbop::api {

/// Ranges of variables where the conditions of loops are evaluated, as expressions of C; of loops
/// of which nothing is known, none. Of a model that is so large that this would take long, none.
[[nodiscard]] std::vector<c::Waypoint> loop_invariants(const c::Program& program,
                                                       const c::Model& model);

}  // namespace hardbop::api
