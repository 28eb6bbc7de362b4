// SPDX-License-Identifier: MIT
// Threads without calls: each thread that a program may create becomes a copy of its function, with
// all that it calls expanded in place. A place in a loop creates up to a number of threads; a copy
// whose thread has ended is used again. What a caller passes that never changes, such as the
// address of a lock, is written where it is used.
#pragma once

#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

struct ThreadBounds {
  std::uint32_t threads = 2;        // that one place in a loop creates
  std::uint32_t recursion = 3;      // activations of a function within one another
  std::size_t statements = 60'000;  // in all
  bool crowds = false;  // a place in a loop creates one thread, and any number of others instead
};

/// Of an activation or a crowd, the cells of a local are made arbitrary up to so many.
constexpr std::size_t most_forgotten = 256;

/// Who chose, of choices that the scheduler makes.
constexpr const char* schedule_choice = "schedule";

/// Of a place at which more threads are created than there are copies.
constexpr const char* too_many_threads = "more threads than expected";

/// A thread, as statements of one program that nothing connects with those of others.
struct ThreadCopy {
  FunctionId function;
  StatementId entry = none;
  ObjectId state = none;     // where it is: a word, `never`, `ended` or the number of a statement
  ObjectId argument = none;  // that it is created with
  ObjectId result = none;
  bool is_reused = false;
  bool is_crowd = false;         // any number of threads, whose locals have any values
  std::vector<ObjectId> locals;  // of all its activations
  bool has_own_globals = false;  // that are thread-local
  bool asks_who = false;         // it is: by its number
};
constexpr std::uint64_t never_created = 0;
constexpr std::uint64_t has_ended = 1;
constexpr std::uint64_t at_start = 2;

struct Expanded {
  Program program;  // main has the statements of all threads; of steps, Create and Self are gone
  std::vector<ThreadCopy> threads;  // the first is main's; statements say whose they are
};

[[nodiscard]] Expanded expand_threads(const Program& program, const ThreadBounds& bounds);

}  // namespace hardbop::c
