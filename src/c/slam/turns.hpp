// SPDX-License-Identifier: MIT
// Threads that were made one program (c/threads/interleave.hpp), taken apart again: the blocks of
// each thread, and the ways through the scheduler's blocks to them. A path that goes from thread to
// thread by these ways is one of the whole program, so all that is known of paths is known of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "c/slam/procedures.hpp"

namespace hardbop::slam {

/// Through the scheduler: the edges that lead to a block of a thread.
struct Way {
  struct Step {
    BlockId block = 0;
    std::size_t edge = 0;
  };
  std::vector<Step> steps;
  BlockId to = 0;
};

struct ThreadTurns {
  std::string name;
  std::vector<BlockId> blocks;     // of main, where it starts is the first
  std::vector<Way> starts;         // ways to start by; none of main
  std::map<BlockId, Way> goes_on;  // by the block that leads to the scheduler
  bool starts_again = false;       // where it does not go on
};

class Turns {
 public:
  /// Of a program that is not made of threads, there are none.
  explicit Turns(const Procedures& procedures);

  [[nodiscard]] bool empty() const { return threads_.empty(); }
  /// Main's first; last the scheduler itself, if there is something that it finds wrong.
  [[nodiscard]] const std::vector<ThreadTurns>& threads() const { return threads_; }
  /// Where the scheduler begins.
  [[nodiscard]] BlockId scheduler() const { return scheduler_; }

 private:
  const Procedures& procedures_;
  BlockId scheduler_ = c::none;
  std::map<c::StatementId, BlockId> blocks_;  // by statement
  std::map<BlockId, Way> ways_;               // by where they lead
  std::vector<ThreadTurns> threads_;

  void find_ways();
  void add_thread(const c::Schedule::Thread& thread);
  [[nodiscard]] std::vector<BlockId> reached(BlockId first) const;
  [[nodiscard]] const Way* way_to(c::StatementId statement) const;
  void add_scheduler();
};

}  // namespace hardbop::slam
