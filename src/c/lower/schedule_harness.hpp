// SPDX-License-Identifier: MIT
// The part of a harness that makes threads take turns as in a run. The compiler tells it of each
// access to memory before it is made, as it would tell its sanitizer for threads.
#pragma once

#include <map>
#include <string>

#include "c/lower/schedule_record.hpp"

namespace hardbop::c {

/// By name: the numbers of the functions whose calls are events, from 1.
[[nodiscard]] std::map<std::string, unsigned> numbers_of_calls(const RecordedSchedule& schedule);

/// `waits`: in the end, all threads wait, which is the error.
[[nodiscard]] std::string schedule_text(const Program& program, const RecordedSchedule& schedule,
                                        bool waits);

}  // namespace hardbop::c
