// SPDX-License-Identifier: MIT
// What never changes in an expanded program is written where it is read: a local that one statement
// sets to a number before all that read it (a thread's own number, say), and scalars of globals
// that always have their first value (a lock's kind).
#pragma once

#include "c/threads/expand.hpp"

namespace hardbop::c {

void propagate_constants(Expanded& expanded);

}  // namespace hardbop::c
