// SPDX-License-Identifier: MIT
// What a person at a terminal sees beside the answer: colour, and a line of progress.
#pragma once

#include <atomic>
#include <csignal>

#include <hardbop/question.hpp>

namespace hardbop::cli {

/// Whether to colour what goes to standard output.
[[nodiscard]] bool colour_wanted();

/// While it lives, Ctrl-C and SIGTERM set the flag; a second one ends the program at once.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  [[nodiscard]] const std::atomic<bool>* flag() const;

 private:
  struct sigaction before_[2]{};
};

/// A line on standard error that says what is being done; erased when it goes out of scope.
/// Silent where standard error is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  void show(const ProgressReport& report);

 private:
  bool enabled_;
  bool shown_ = false;

  /// Of the terminal.
  [[nodiscard]] static std::size_t width();
};

}  // namespace hardbop::cli
