// SPDX-License-Identifier: MIT
// Locks of an expanded program, and where threads hold them. A lock is a scalar that a thread takes
// by finding it zero and writing something else in the same atomic section, and frees by writing
// zero while it holds it. So one thread at most holds it: another one could only take it if it were
// zero, and it is not while it is held.
#pragma once

#include <set>
#include <vector>

#include "c/threads/accesses.hpp"
#include "c/threads/expand.hpp"

namespace hardbop::c {

using LockId = std::uint32_t;

struct LockUse {
  std::set<LockId> held;  // on all ways to the statement
  LockId takes = none;
  LockId frees = none;
};

struct Locks {
  std::vector<Access> cells;  // by lock: where it is
  std::vector<LockUse> uses;  // by statement
  /// By lock: nobody sees that somebody else has it, but by waiting for it. To take it can be
  /// delayed then, and to free it can be done earlier, without a difference for others.
  std::vector<bool> is_plain;
  /// By statement: a lock that it reads, which it tests before it takes it or which it holds.
  std::vector<std::set<LockId>> tests;
};

/// `is_concurrent`: by statement, other threads may exist.
[[nodiscard]] Locks find_locks(const Expanded& expanded, const std::vector<Accesses>& accesses,
                               const std::vector<bool>& is_concurrent);

}  // namespace hardbop::c
