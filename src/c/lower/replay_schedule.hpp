// SPDX-License-Identifier: MIT
// Executes a program with threads by the schedule and the choices of a run of what it was made
// into.
#pragma once

#include <string>

#include "c/lower/lower.hpp"

namespace hardbop::c {

/// Why the program with threads does not follow the run to the sink; empty where it does.
[[nodiscard]] std::string replay_schedule(const Program& program, const Model& model,
                                          const words::Run& run, const Sink& sink);

}  // namespace hardbop::c
