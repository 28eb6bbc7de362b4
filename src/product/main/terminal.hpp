// SPDX-License-Identifier: MIT
// What a user at a terminal sees besides the answer: colour and a progress line.
#pragma once

#include <atomic>
#include <csignal>
#include <string>

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

/// While it lives, SIGINT and SIGTERM are counted, and come only while someone waits for them.
class SignalCounter {
 public:
  SignalCounter();
  SignalCounter(const SignalCounter&) = delete;
  SignalCounter& operator=(const SignalCounter&) = delete;
  ~SignalCounter();

  [[nodiscard]] int count() const;
  /// The last one; 0: none.
  [[nodiscard]] int last() const;
  /// For ppoll(2): the signals that are held back while nobody waits.
  [[nodiscard]] const sigset_t& allowed() const { return mask_before_; }
  /// From now on: in a child whose parent counts them, or when the answer is out.
  void ignore();
  /// Ends the program as if the signal had ended it.
  [[noreturn]] static void die(int signal);

 private:
  struct sigaction before_[2]{};
  sigset_t mask_before_{};
  bool ignores_ = false;
};

/// Erases what a process that is gone has left of its progress line.
void erase_progress_line();

/// A line on standard error that says what is being done; erased when it goes out of scope.
/// Silent where standard error is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  void show(const ProgressReport& report);
  void show(std::string line);

 private:
  bool enabled_;
  bool shown_ = false;

  /// Of the terminal.
  [[nodiscard]] static std::size_t width();
};

}  // namespace hardbop::cli
