// SPDX-License-Identifier: MIT
// What one thread does that others can see: reads and writes of bytes that several threads access
// and at least one writes, while there are several, unless a lock that all of them hold keeps
// others out. To take a lock and to free it are seen, too, in a way of their own [lipton75].
#pragma once

#include <vector>

#include "c/threads/expand.hpp"
#include "c/threads/locks.hpp"

namespace hardbop::c {

/// What a statement does, as far as others are concerned.
struct Visibility {
  bool is_concurrent = false;  // other threads may exist
  bool reads = false;          // what others write
  bool writes = false;         // what others access
  bool takes = false;          // a lock; what others do next could be done before
  bool frees = false;          // a lock; what others did before could be done after
  bool may_end = false;        // the run
};

struct Visible {
  std::vector<Visibility> steps;  // by statement of the expanded program
  Locks locks;
};

[[nodiscard]] Visible find_visible(const Expanded& expanded);

}  // namespace hardbop::c
