// SPDX-License-Identifier: MIT
// Functions that allocate as much as their callers say, such as `xmalloc`, get a copy for each call
// with constants: what they allocate has a constant size then, and different calls are told apart.
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

void specialise_allocators(Program& program);

}  // namespace hardbop::c
