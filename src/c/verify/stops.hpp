// SPDX-License-Identifier: MIT
// Reachability of statements as a question that all engines decide.
#pragma once

#include "c/il/il.hpp"

namespace hardbop::verify {

/// Who chooses whether a run stops.
inline constexpr const char* stop_name = "coverage";

/// Adds an error before each of C's statements, where runs may stop or go on: one reaches the
/// statement if and only if one reaches the error. Its place is where the statement starts.
void add_stops(c::Program& program);

}  // namespace hardbop::verify
