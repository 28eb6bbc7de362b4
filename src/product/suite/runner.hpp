// SPDX-License-Identifier: MIT
// Runs the tasks of a plan, several at a time, and writes a row for each as it ends.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "product/suite/row.hpp"

namespace hardbop::suite {

struct Progress {
  std::size_t tasks = 0;  // in all
  std::size_t done = 0;
  std::size_t running = 0;
  std::size_t cached = 0;
  std::size_t before = 0;                       // done by the run that is resumed
  std::map<std::string, std::size_t> verdicts;  // how many of each
  double seconds = 0;                           // of this run

  void count(const Row& row);
  /// "132 of 500 done, 3 violated, 2 unknown; 4.1 per second, 1 min 30 s left".
  [[nodiscard]] std::string to_string() const;
};

struct RunOptions {
  std::string program;  // this program's path
  std::string folder;   // of the results
  std::size_t jobs = 1;
  bool resume = false;
  std::string cache{};              // its folder; empty: none
  std::uint64_t cache_size = 1024;  // megabytes
  std::set<std::string> again{};    // verdicts whose tasks are asked again
  const std::atomic<bool>* cancel = nullptr;
  std::function<void()> on_start{};  // the folder is this run's
  std::function<void(const Progress&)> on_progress{};
};

struct RunEnd {
  Progress progress;
  bool is_interrupted = false;
  std::string problem{};                // why it ended early
  std::vector<std::string> warnings{};  // of the cache
};

[[nodiscard]] RunEnd run(const Plan& plan, const RunOptions& options);

/// The words that ask a task, and its limits as they are enforced: somewhat later than the program
/// is told to stop by itself, so that it can say what it knows.
[[nodiscard]] Command command_of(const Task& task, const std::string& program,
                                 const std::string& folder);

/// "1 h 5 min", "12 s".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace hardbop::suite
