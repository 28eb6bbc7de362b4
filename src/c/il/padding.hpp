// SPDX-License-Identifier: MIT
// Bytes of structures that belong to no member. Where a program copies or sets objects byte by
// byte, it accesses these, too: then they get cells.
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

/// Objects with very many cells get none for padding.
[[nodiscard]] bool can_have_padding(const Object& object);

/// Adds cells for the bytes of something of that size that have none.
void add_padding(std::vector<Cell>& cells, std::uint32_t size);

/// Adds cells for padding to all objects that have some, where the program accesses bytes through
/// pointers, or is known to reach padding.
void add_padding(Program& program, bool is_reached);

}  // namespace hardbop::c
