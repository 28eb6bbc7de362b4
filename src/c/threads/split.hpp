// SPDX-License-Identifier: MIT
// Steps of threads: a statement that accesses several objects that other threads may know is split,
// so that each statement has at most one such access. Others may run in between. Each read of C is
// one access, however often the statement uses its value.
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

/// Whether the program creates threads.
[[nodiscard]] bool has_threads(const Program& program);

/// Whether somebody may wait: main can do so alone.
[[nodiscard]] bool has_waits(const Program& program);

void split_accesses(Program& program);

}  // namespace hardbop::c
