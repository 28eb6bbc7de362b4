// SPDX-License-Identifier: MIT
// What others follow a run of threads by: a harness that forces its schedule, and waypoints.
#pragma once

#include <optional>

#include "c/lower/conflict.hpp"
#include "c/lower/harness.hpp"
#include "c/verify/engine.hpp"

namespace hardbop::verify {

/// How a compiled program shows the error, if it can.
[[nodiscard]] std::optional<c::Shown> shown_by(const Property& property,
                                               std::optional<c::Defect> defect);

/// To watch a run, if a harness or a witness is wanted; or nothing.
[[nodiscard]] std::optional<c::ScheduleRecorder> make_recorder(const Task& task);

/// To watch a run in which two threads race, or all wait; or nothing.
[[nodiscard]] std::optional<c::ConflictRecorder> make_conflict_recorder(const Task& task);
/// Says which accesses race, or who waits for what. `shown`: by thread, its number in the trace.
void add_conflict(const Task& task, const c::ConflictRecorder& recorder,
                  const std::map<std::size_t, std::uint32_t>& shown, Finding& out);

/// `last`: the statement at which the run ends.
void add_schedule(const Task& task, c::ScheduleRecorder& recorder, c::StatementId last,
                  std::optional<c::Defect> defect, ViolatingRun& out);

}  // namespace hardbop::verify
