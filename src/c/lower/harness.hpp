// SPDX-License-Identifier: MIT
// A C file that makes a compiled program follow a run: it defines the functions without a body,
// which return the values of the run, and it reports that the error is reached, or leaves that to a
// sanitizer of the compiler.
#pragma once

#include <string>
#include <vector>

#include "c/front/front_end.hpp"
#include "c/lower/explain.hpp"
#include "c/lower/schedule_record.hpp"

namespace hardbop::c {

/// What the compiled program is to show.
enum class Shown : std::uint8_t { Call, Overflow, Access, Arithmetic, Leak, Race, Deadlock };

/// `sources`: the program's files. `schedule`: of a program with threads; there is none for races,
/// which a sanitizer finds whatever the schedule is.
[[nodiscard]] std::string harness(const Program& program, const std::vector<Choice>& choices,
                                  const std::vector<std::string>& sources, Shown shown,
                                  const RecordedSchedule* schedule = nullptr);

}  // namespace hardbop::c
