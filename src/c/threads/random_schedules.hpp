// SPDX-License-Identifier: MIT
// Looks for an error of a program with threads by executing it with random schedules and inputs:
// threads have random priorities, and the one that runs loses its priority at a few random steps,
// which finds errors that need few switches at certain places [burckhardt10]. Other runs switch at
// random. A run is one of the program as it is, so it is an error if it arrives at one.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/util/budget.hpp"
#include "c/il/interpreter.hpp"
#include "c/threads/scheduled_run.hpp"

namespace hardbop::c {

/// What is looked for.
struct ScheduleGoal {
  Defects defects;                          // besides errors
  bool is_deadlock = false;                 // that all threads wait
  std::optional<std::uint32_t> switches{};  // at most so many
  /// Where there is one, whether an error or defect there is of interest.
  std::function<bool(const Position&)> counts;
};

/// By statement.
struct StepKinds {
  std::vector<bool> is_visible;  // others may see what it does
  std::vector<bool> is_end;      // of the program
};

class RandomSchedules {
 public:
  /// Accesses are split.
  RandomSchedules(const Program& program, ScheduleGoal goal);

  /// Until one is found, or the budget is spent.
  [[nodiscard]] std::optional<ScheduledRun> search(Budget& budget);
  [[nodiscard]] std::uint64_t tried() const { return tried_; }

 private:
  const Program& program_;
  ScheduleGoal goal_;
  StepKinds kinds_;
  std::vector<std::uint64_t> interesting_;  // numbers that the program mentions
  std::uint64_t tried_ = 0;
  std::uint64_t usual_steps_ = 50;  // that others may see, of the runs so far

  [[nodiscard]] bool is_found(const ScheduledRun& run, bool all_wait) const;
};

}  // namespace hardbop::c
