// SPDX-License-Identifier: MIT
// Undefined functions as a part of the program: what they may do is written in the intermediate
// language, so that whoever follows the program follows them, too.
#pragma once

#include "c/il/shapes.hpp"

namespace hardbop::c {

/// Replaces all statements Environment.
void add_environment(Program& program, Shapes& shapes);

}  // namespace hardbop::c
