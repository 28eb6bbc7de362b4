// SPDX-License-Identifier: MIT
// Threads as a program without threads, which has the same runs: the lazy scheme of
// sequentialisation. Each thread has a variable that says where it is. Where what it did so far and
// what it does next can be told apart by others, it may stop: it stores where it is, and a
// scheduler chooses who goes on. All else is done without a stop, as nobody sees when it happens.
//
// A thread that would have to wait ends the run where it goes on: the scheduler can choose it later
// instead. So nothing is lost but that all wait, which is asked for where deadlocks are errors.
#pragma once

#include <optional>

#include "c/threads/expand.hpp"

namespace hardbop::c {

struct InterleaveOptions {
  ThreadBounds bounds{};
  std::optional<std::uint32_t> switches{};  // at most so many changes of who runs
  bool finds_deadlocks = false;             // that all wait is an error
};

struct Interleaved {
  Program program;
  std::vector<ThreadCopy> threads;
  std::size_t stops = 0;          // where threads may stop
  std::size_t crowds = 0;         // runs are more than those of the threads, if there are any
  bool is_refused = false;        // nothing is known of the program
  std::vector<Remark> remarks{};  // what is odd
};

[[nodiscard]] Interleaved interleave(const Program& program, const InterleaveOptions& options);

}  // namespace hardbop::c
