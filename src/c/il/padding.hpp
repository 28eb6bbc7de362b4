// SPDX-License-Identifier: MIT
// Bytes of structures that belong to no member. Where a program copies or sets objects byte by
// byte, it accesses these, too: then they get cells.
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

/// Adds cells for padding to all objects that have some, where the program accesses bytes through
/// pointers, or is known to reach padding.
void add_padding(Program& program, bool is_reached);

}  // namespace hardbop::c
