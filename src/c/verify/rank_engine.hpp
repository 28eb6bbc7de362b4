// SPDX-License-Identifier: MIT
// Proves by ranks that every run of a C program ends.
#pragma once

#include "c/verify/engine.hpp"

namespace hardbop::verify {

[[nodiscard]] Finding decide_by_ranks(const Task& task, Budget& budget);

}  // namespace hardbop::verify
