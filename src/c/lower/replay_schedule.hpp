// SPDX-License-Identifier: MIT
// Executes a program with threads by the schedule and the choices of a run of what it was made
// into.
#pragma once

#include <string>

#include "c/lower/lower.hpp"
#include "c/lower/schedule_record.hpp"

namespace hardbop::c {

/// Why the program with threads does not follow the run to the sink; empty where it does.
/// `recorder`: watches, if there is one.
[[nodiscard]] std::string replay_schedule(const Program& program, const Model& model,
                                          const words::Run& run, const Sink& sink,
                                          ScheduleRecorder* recorder = nullptr);

}  // namespace hardbop::c
