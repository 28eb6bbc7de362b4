// SPDX-License-Identifier: MIT
// Objects of which only some scalars are accessed, such as locks, which are unions of many bytes:
// what nobody accesses is left out.
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

void narrow_objects(Program& program);

}  // namespace hardbop::c
