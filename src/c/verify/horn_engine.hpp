// SPDX-License-Identifier: MIT
// Decides a C program by Horn clauses over integers, for Z3's Spacer.
#pragma once

#include "c/verify/engine.hpp"

namespace hardbop::verify {

[[nodiscard]] Finding decide_by_clauses(const Task& task, Budget& budget);

}  // namespace hardbop::verify
