// SPDX-License-Identifier: MIT
// Processes with hard limits, several at a time, watched by one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "product/suite/memory_group.hpp"
#include "product/suite/task.hpp"

namespace hardbop::suite {

struct Command {
  std::vector<std::string> words;  // the program's path first
  std::string folder;              // to run in
  Limits limits;                   // hard ones
};

struct Outcome {
  enum class End : std::uint8_t {
    Exited,
    Signalled,  // by others
    Wall,
    Output,
    NotStarted,
  };

  End end = End::NotStarted;
  int status = 0;                // the exit status, or the signal
  bool memory_exceeded = false;  // the control group ended a process
  double wall = 0;               // seconds
  double cpu = 0;
  std::uint64_t peak_kilobytes = 0;
  std::string output;  // of stdout, all
  std::string errors;  // of stderr, the end; or why it was not started
};

class Processes {
 public:
  using Done = std::function<void(Outcome&&)>;

  Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  /// Ends those that still run.
  ~Processes();

  void start(const Command& command, Done done);
  [[nodiscard]] std::size_t running() const { return children_.size(); }
  /// Waits for something to happen, though not longer than `milliseconds`, and calls `done` of
  /// those that have ended; it may start others.
  void wait(int milliseconds);

 private:
  struct Child;
  std::list<Child> children_;

  void read_from(Child& child, int& descriptor, std::string& text);
  void look_at(Child& child);
  [[nodiscard]] static bool reap(Child& child);
};

}  // namespace hardbop::suite
