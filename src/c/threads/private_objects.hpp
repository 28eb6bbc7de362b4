// SPDX-License-Identifier: MIT
// Locals whose address nobody has: all accesses name them.
#pragma once

#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// The object that an access at this address is to, if the address says so; or none.
[[nodiscard]] ObjectId root_of(const Program& program, ExprId address);

/// By object. New objects are not known.
[[nodiscard]] std::vector<bool> private_objects(const Program& program);

/// As those, but functions of the library that do not keep an address may get it as an argument.
[[nodiscard]] std::vector<bool> untold_objects(const Program& program);

}  // namespace hardbop::c
