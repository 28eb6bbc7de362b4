// SPDX-License-Identifier: MIT
// Pointers that are stored as numbers.
#pragma once

#include "c/memory/points_to.hpp"

namespace hardbop::c {

/// Whether it is a pointer, and no number that was computed from some, such as their distance.
[[nodiscard]] bool is_pointer(const Program& program, ExprId id);
/// Whether it computes with a float or double: no address comes of that. To copy one could copy an
/// address.
[[nodiscard]] bool computes_float(const Expr& operation);
/// Whether variables of integer types may hold addresses.
[[nodiscard]] bool stores_pointers_as_numbers(const Program& program, const PointsTo& points_to);

/// Whether the program may do one thing or another by where objects are in memory: it compares
/// addresses of different objects, or as numbers, or with those of memory that was freed.
[[nodiscard]] bool observes_addresses(const Program& program);

}  // namespace hardbop::c
