// SPDX-License-Identifier: MIT
// What one thread does that others can see: reads and writes of what several threads access and at
// least one writes, while there are several.
#pragma once

#include <vector>

#include "c/threads/expand.hpp"

namespace hardbop::c {

/// What a statement does, as far as others are concerned.
struct Visibility {
  bool is_concurrent = false;  // other threads may exist
  bool reads = false;          // what others write
  bool writes = false;         // what others access
  bool may_end = false;        // the run
};

/// By statement of the expanded program.
[[nodiscard]] std::vector<Visibility> find_visible(const Expanded& expanded);

}  // namespace hardbop::c
