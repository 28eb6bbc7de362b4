// SPDX-License-Identifier: MIT
// A run of a program with threads, by what was chosen in it: so it can be executed again, by
// whoever wants to see that it is one. Accesses are split.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "c/il/interpreter.hpp"

namespace hardbop::c {

struct ScheduledRun {
  std::vector<std::uint32_t> threads;  // who executes each statement
  std::vector<std::uint64_t> values;   // that were chosen, in this order
  Outcome outcome;  // of kind Blocked: all threads wait, and `statement` is where one does
};

/// Executes a run again; each statement is told to `observe`, with who executes it. `attach` may
/// let others watch.
using ObserveStep =
    std::function<void(const Statement&, std::size_t thread, std::size_t depth, const MemoryView&)>;
[[nodiscard]] Outcome follow(const Program& program, const ScheduledRun& run, Defects defects,
                             const ObserveStep& observe,
                             const std::function<void(InterpreterOptions&)>& attach = {});

/// Whether no thread can go on after it: each is tried.
[[nodiscard]] bool nobody_goes_on_after(const Program& program, const ScheduledRun& run,
                                        Defects defects);

/// Writes down who runs and what is chosen, while others decide that.
class RunRecorder {
 public:
  void attach(InterpreterOptions& options);
  /// Without statements at which a thread waited, which it has not executed.
  [[nodiscard]] const std::vector<std::uint32_t>& threads() const { return threads_; }
  [[nodiscard]] const std::vector<std::uint64_t>& values() const { return values_; }

 private:
  std::size_t running_ = 0;
  std::vector<std::uint32_t> threads_;
  std::vector<std::uint64_t> values_;
};

}  // namespace hardbop::c
