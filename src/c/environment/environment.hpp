// SPDX-License-Identifier: MIT
// Undefined functions as a part of the program: their possible effects are written in the
// intermediate language, so every engine that follows the program also follows them.
#pragma once

#include "c/il/shapes.hpp"

namespace hardbop::c {

/// Replaces all statements Environment.
void add_environment(Program& program, Shapes& shapes);

}  // namespace hardbop::c
